"""Michigan Spitzer by rule number, the announcements apart: MI1 to MI7, MI14 to MI21."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from spitzer_env import spitzer_v0
from spitzer_env.michigan_v0 import Rules
from tests.michigan.tables import TABLES, begin, play_line, say
from tests.michigan.under_test import DEAL, GROUP, MICHIGAN, REST
from tests.reference.michigan_deals import MI_G1, WHOLE_DEALS
from tests.reference.michigan_playing import hands_with, only
from tests.reference.michigan_situations import SITUATIONS
from tests.reference.spitzer import PACK, write_hands
from tests.reference.spitzer_deals import PlayedDeal

each_kind = pytest.mark.parametrize("kind", TABLES)
TRUMPS = ["QC", "7D", "QS", "QH", "QD", "JC", "JS", "JH", "JD", "AD", "TD", "KD", "9D", "8D"]
IDS = MICHIGAN.ids


def test_mi1_mi2_four_players_and_the_pack() -> None:
    game = MICHIGAN.vector_env(2)
    assert game.num_seats == 4
    assert list(game.action_names[:32]) == PACK
    assert Rules().target == 42


def test_mi3_mi4_the_trumps_and_the_fail_suits() -> None:
    strength = MICHIGAN.vector_env(1).tables.strength
    assert [card for card in PACK if GROUP[IDS[card]] == 4] == sorted(TRUMPS, key=PACK.index)
    orders = [TRUMPS, *([rank + suit for rank in "ATK987"] for suit in "CSH")]
    for order in orders:
        assert all(strength[IDS[high]] > strength[IDS[low]] for high, low in pairwise(order))
    assert strength[IDS["8D"]] > max(strength[IDS["A" + suit]] for suit in "CSH")
    assert all(GROUP[IDS[card]] == "CSH".index(card[1]) for card in PACK if card not in TRUMPS)


@each_kind
@pytest.mark.parametrize("fault", MICHIGAN.faults)
def test_mi6_a_wrong_deal_is_refused(kind: str, fault: str) -> None:
    with pytest.raises(ValueError, match=MICHIGAN.faults[fault]):
        begin(kind, fault)


def test_mi6_the_deal_passes_clockwise() -> None:
    rules = Rules(deals=3, negative_scores="declarers")
    game = MICHIGAN.vector_env(64, rules=rules, episode="match", autoreset=False)
    before = game.state.dealer.copy()
    while (game.state.deals_played == 0).any():
        game.step(game.lawful.argmax(axis=1))
    assert (game.state.dealer == (before + 1) % 4).all()
    assert [rules.following_dealer([0] * 4, dealer) for dealer in range(4)] == [1, 2, 3, 0]


@each_kind
def test_mi7_the_holders_of_the_black_queens_declare(kind: str) -> None:
    result = play_line(kind, MI_G1).result
    assert result["declarers"] == [2, 3]
    assert (result["queen_seat"], result["little_queen_seat"]) == (3, 2)


def playable(kind: str, trick: str, hand: str, **options: Any) -> list[str]:
    """What of `hand`, the last cards of a seat, may be played to `trick`; nothing was called.

    The state is set, for no deal need lead there.
    """
    table = begin(kind, DEAL + REST, **options)
    say(table, {})
    state, row = table.game.state, table.row
    for card in trick.split():
        seat = table.seat
        state.hands[row, seat] |= np.uint64(1 << IDS[card])
        table.game._refresh_legal()
        state.legal[row] = state.lawful[row] = np.uint64(1 << IDS[card])
        table.play(card)
    state.hands[row, table.seat] = np.uint64(sum(1 << IDS[card] for card in hand.split()))
    table.game._refresh_legal()
    return table.legal()


@each_kind
@pytest.mark.parametrize(
    ("trick", "hand", "plain", "chain"),
    [
        ("TS", "AS QH", "AS", "AS"),
        ("TS JD", "AS QH", "AS", "QH"),
        ("TS JD", "AS AH", "AS", "AS"),  # no trump: follow
        ("TS JD", "KC AH", "KC AH", "KC AH"),
        ("TS JD", "AH QH", "QH", "QH"),  # even if already trumped
        ("TS JD QC", "7S 8D", "7S", "8D"),  # no duty to beat
        ("TS JD 9S", "7S 8D", "7S", "8D"),
        ("TS 9S JD", "7S 8D", "7S", "7S"),  # the third is no second
        ("TS 9S", "7S 8D", "7S", "7S"),
        ("TS AH", "7S 8D", "7S", "7S"),
        ("8D JD", "7S 9D", "9D", "9D"),
        ("8D JD", "7S AH", "7S AH", "7S AH"),
    ],
)
def test_mi15_following_and_the_chain(
    kind: str, trick: str, hand: str, plain: str, chain: str
) -> None:
    assert playable(kind, trick, hand) == plain.split()
    assert playable(kind, trick, hand, trump_chain=True) == chain.split()


@each_kind
def test_mi16_only_the_call_that_counts_binds(kind: str) -> None:
    table = play_line(kind, SITUATIONS["MI-7"], {2: "call AC", 3: "zola"})
    assert table.legal() == ["AC", "TC"]


@each_kind
def test_mi16_the_ace_is_led_freely_and_stays_bound(kind: str) -> None:
    table = play_line(kind, SITUATIONS["MI-9"], {3: "call AC"})
    assert "TC" in table.legal()
    table.play("TC")  # leads his suit without it: nobody else is bound
    assert table.known(0).hand[0] >> np.uint64(IDS["AC"]) & np.uint64(1)
    assert table.game.state.partner[table.row] == -1


PAIR = ["all 8 tricks", "30", "60", "63", "120 in 7 tricks", "all 8 tricks"]
LONE = ["alone 0 tricks", "alone 30", "alone 60", "alone 89", "alone 90", "alone all 8 tricks"]
COLUMNS = ["0 tricks", "0-30", "31-60", "61-89", "90-120", "all 8 tricks"]
CELLS: dict[str, list[int | None]] = {  # MI18
    "normal": [None, -9, -6, 3, 6, 9],
    "schneider": [-18, -15, -12, -9, 9, 12],
    "silent solo": [None, -9, -6, 9, 12, 15],
    "zola": [-15, -12, -9, 18, 27, 36],
    "zola schneider": [-42, -36, -24, -18, 36, 39],
    "zola schneider schwartz": [-42, -42, -39, -33, -27, 42],
}


@each_kind
@pytest.mark.parametrize("negative_scores", ["opponents", "declarers"])
@pytest.mark.parametrize(
    ("row", "column"),
    [(row, column) for row in CELLS for column in range(6) if CELLS[row][column] is not None],
)
def test_mi18_and_mi19_every_cell(kind: str, row: str, column: int, negative_scores: str) -> None:
    value = CELLS[row][column]
    assert value is not None
    line = (PAIR if row in ("normal", "schneider") else LONE)[column]
    # The other side of the deal in which P0 and P1 take everything takes nothing.
    speaker, side = (2, [2, 3]) if (row, column) == ("schneider", 0) else (0, [0, 1])
    if line in LONE:
        side = [0]
    said = {} if row in ("normal", "silent solo") else {speaker: row}
    options = {"negative_scores": negative_scores, "partner_schneider": True}
    result = play_line(kind, WHOLE_DEALS[line], said, **options).result
    assert (result["row"], result["column"], result["value"]) == (row, COLUMNS[column], value)
    assert result["declarers"] == side
    if value > 0 or negative_scores == "declarers":
        assert result["units"] == only(value, *side)
    else:
        assert result["units"] == only(-value, *({0, 1, 2, 3} - set(side)))


def finish(totals: list[int], line: PlayedDeal, played: int = 0, **options: Any) -> Any:
    """A match that stands at `totals` after the deal of `line`; its game, in row 0."""
    game = MICHIGAN.vector_env(1, rules=Rules(**options), episode="match", autoreset=False)
    game.reset(deals=[line.deal], dealers=[3])
    game.state.totals[0], game.state.deals_played[0] = totals, played
    for action in ["pass"] * 4 + [card for trick in line.tricks for card in trick.cards]:
        game.step(np.array([IDS[action]]))
    return game


@pytest.mark.parametrize(
    ("totals", "played", "options", "winners"),
    [
        ([36, 33, 0, 0], 3, {}, [0]),  # 42-39
        ([35, 0, 0, 0], 3, {}, None),  # 41: nobody has 42
        ([36, 0, 0, 42], 3, {}, None),  # 42-42
        ([9, 0, 0, 0], 3, {"target": 15}, [0]),
        ([9, 0, 0, 0], 3, {"target": 16}, None),
        ([90, 0, 0, 0], 0, {"deals": 2}, None),
        ([9, 0, 0, 0], 1, {"deals": 2}, [0]),
        ([9, 9, 0, 0], 1, {"deals": 2}, None),  # tied at the end: play on
        ([9, 8, 0, 0], 2, {"deals": 2}, [0]),
        ([9, 9, 0, 0], 1, {"max_deals": 2}, [0, 1]),
        ([-60, -70, -50, -90], 3, {"max_deals": 4}, [2]),
    ],
)
def test_mi20_the_end_of_a_match(
    totals: list[int], played: int, options: dict[str, Any], winners: list[int] | None
) -> None:
    game = finish(totals, WHOLE_DEALS["90"], played, **options)  # P0, P1 +6
    assert (game.seat[0] == -1) == (winners is not None)
    if winners is not None:
        assert game.state.contenders[0] == sum(1 << seat for seat in winners)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": 0}, "target"),
        ({"target": None}, "target"),
        ({"deals": 0}, "deals=0"),
        ({"deals": 5, "max_deals": 4}, "max_deals=4"),
        ({"max_deals": 0}, "max_deals"),
        ({"negative_scores": "both"}, "negative_scores"),
        ({"trump_chain": 1}, "trump_chain"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rules(**options)


def test_rules_of_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="MichiganRules"):
        MICHIGAN.vector_env(1, rules=spitzer_v0.Rules())
    with pytest.raises(ValueError, match="MichiganRules"):
        MICHIGAN.env(rules=spitzer_v0.Rules())


@each_kind
@pytest.mark.parametrize(
    ("case", "said", "options", "action", "message"),
    [
        ("MI-1", {}, {}, "8D", "MI15: must follow clubs"),
        ("MI-1", {}, {}, "AC", "MI14: the card is not in its hand"),
        ("MI-1", {}, {}, "zola", "MI8: a seat speaks only before the first lead"),
        ("MI-1", {}, {}, "solo", "MI8: this announcement is one of two-trump Spitzer"),
        ("MI-2", {}, {}, "AH", "MI15: void in clubs it must trump"),
        ("MI-3", {}, {}, "AC", "MI15: must follow trump"),
        ("MI-5", {}, {"trump_chain": True}, "AS", "MI15: with trump_chain"),
        ("MI-7", {2: "call AC"}, {}, "TC", "MI16: AC was called and its suit led"),
        ("MI-8", {3: "call AC"}, {}, "AC", "MI16: AC was called and may not be thrown"),
    ],
)
def test_mi21_a_revoke_is_refused_by_its_rule(
    kind: str, case: str, said: dict[int, str], options: dict[str, Any], action: str, message: str
) -> None:
    table = play_line(kind, SITUATIONS[case], said, **options)
    before = table.game.state.copy()
    with pytest.raises(ValueError, match=message):
        table.play(action)
    assert table.game.state.equals(before)


@pytest.mark.parametrize(
    ("hand", "action", "options", "message"),
    [
        ("QC QS 9C 8S 7H AD TD KD", "call first trick", {}, "MI11"),
        ("QC QS 9C AC 8S TD KD 9D", "call AC", {}, "MI9: who calls the ace of clubs"),
        ("QC QS 9C AC 8S TD KD 9D", "call AH", {}, "MI9, MI10: void in hearts"),
        ("QC 9C AC 8S TD KD 9D 8D", "call AS", {}, "MI8: a call needs both QC and QS"),
        ("QC 9C AC 8S TD KD 9D 8D", "zola", {"zola_needs_queens": True}, "MI8: with zola_needs"),
        ("QC 9C AC 8S TD KD 9D 8D", "schneider", {}, "option partner_schneider"),
        ("QC QS AC 8S TD KD 9D 8D", "schneider", {"partner_schneider": True}, "not hold both"),
        ("QC QS AC 8S TD KD 9D 8D", "AC", {}, "MI8: before the first lead"),
        (
            "QC QS AC 8S TD KD 9D 8D",
            "pick",
            {},
            "MI8: this announcement is one of two-trump Spitzer",
        ),
    ],
)
def test_announcements_are_refused_by_their_rule(
    hand: str, action: str, options: dict[str, Any], message: str
) -> None:
    table = begin("env", write_hands(hands_with(hand)), **options)
    with pytest.raises(ValueError, match=message):
        table.play(action)
