"""MI8 to MI13: what is said before the first lead, and what counts."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from spitzer_env.michigan_v0 import Rules
from tests.michigan.tables import TABLES, ZOLAS_TEXT, begin, deal_with, play_line, say
from tests.michigan.under_test import MICHIGAN
from tests.reference.michigan_deals import MI_G1, WHOLE_DEALS
from tests.reference.michigan_playing import hands_with, only
from tests.reference.michigan_situations import HANDS
from tests.reference.spitzer import write_hands

each_kind = pytest.mark.parametrize("kind", TABLES)
# MI12, low to high.
ORDER = ["pass", "call", "schneider", "zola", "zola schneider", "zola schneider schwartz"]


@each_kind
def test_mi8_each_seat_speaks_once_from_eldest(kind: str) -> None:
    table = TABLES[kind](Rules(), MI_G1.deal, 1)
    order = []
    for said in ("zola schneider schwartz", "zola", "zola", "pass"):
        order.append(table.seat)
        table.play(said)
    assert order == [2, 3, 0, 1]
    assert table.seat == 2  # MI14
    assert len(table.legal()) == 8


@each_kind
@pytest.mark.parametrize(
    ("needs", "schneider", "holder", "other"),
    [
        (False, False, "pass, call AC" + ZOLAS_TEXT, "pass" + ZOLAS_TEXT),
        (True, False, "pass, call AC" + ZOLAS_TEXT, "pass"),
        (False, True, "pass, call AC" + ZOLAS_TEXT, "pass" + ZOLAS_TEXT + ", schneider"),
        (True, True, "pass, call AC" + ZOLAS_TEXT, "pass, schneider"),
    ],
)
def test_mi8_options(kind: str, needs: bool, schneider: bool, holder: str, other: str) -> None:
    deal = deal_with(HANDS["MI-12"])
    table = begin(kind, deal, zola_needs_queens=needs, partner_schneider=schneider)
    assert table.legal() == holder.split(", ")
    table.play("zola schneider schwartz")
    for _ in range(3):  # whatever was said before
        assert table.legal() == other.split(", ")
        table.play("pass")


@each_kind
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("QC QS 9C 8S 7H AD TD KD", "call AC, call AS, call AH"),  # MI9
        ("QC QS 9C AC 8S TD KD 9D", "call AS"),  # MI9; hearts are void and do not count
        ("QC QS JC JS JH AD TD KD", "call AC, call AS, call AH"),  # MI10; a jack is no club
        ("QC QS AC JS JH AD TD KD", "call AS, call AH"),  # MI10
        ("QC QS AC AS AH AD TD KD", "call first trick"),  # MI11
    ],
)
def test_mi9_to_mi11_what_may_be_called(kind: str, hand: str, expected: str) -> None:
    legal = begin(kind, deal_with(hand)).legal()
    assert [action for action in legal if action.startswith("call")] == expected.split(", ")


@each_kind
@pytest.mark.parametrize(
    ("line", "call", "side", "points", "units"),
    [
        ("called AC at P3, 80", "call AC", [0, 3], 80, only(3, 0, 3)),  # MI9
        ("AH called void at P2, 58", "call AH", [0, 2], 58, only(6, 1, 3)),  # MI10
        ("first trick of P2, 72", "call first trick", [0, 2], 72, only(3, 0, 2)),  # MI11
    ],
)
def test_mi9_to_mi11_the_partner(
    kind: str, line: str, call: str, side: list[int], points: int, units: list[int]
) -> None:
    result = play_line(kind, WHOLE_DEALS[line], {0: call}).result
    assert (result["row"], result["contract"], result["declarer"]) == ("normal", call, 0)
    assert (result["declarers"], result["side_points"]) == (side, points)
    assert result["units"] == units


def kind_of(said: str) -> str:
    return "call" if said.startswith("call") else said


def said_in_turn(hands: list[list[str]], options: dict[str, Any]) -> list[tuple[str, ...]]:
    """Everything that four seats can say in turn when all of them speak."""
    table = begin("env", write_hands(hands), **{**options, "first_announcement_ends": False})
    menus = []
    for _ in range(4):
        menus.append(table.legal())
        table.play("pass")
    return list(itertools.product(*menus))


def speak(hands: list[list[str]], said: list[tuple[str, ...]], options: dict[str, Any]) -> Any:
    """A batch in which each row has said one of `said`, as far as it is asked."""
    game = MICHIGAN.vector_env(len(said), rules=Rules(**options), autoreset=False)
    game.reset(deals=[write_hands(hands)] * len(said), dealers=[3] * len(said))
    for place in range(4):
        speaks = game.legal[:, MICHIGAN.ids["pass"]]
        spoken = np.array([MICHIGAN.ids[row[place]] for row in said])
        game.step(np.where(speaks, spoken, game.legal.argmax(axis=1)))
    return game


def test_mi12_every_order_of_announcements() -> None:
    options = {"partner_schneider": True}
    deals = [[hand.split() for hand in WHOLE_DEALS["63"].deal.split(" | ")]]  # QC P0, QS P1
    for place in range(4):  # both queens with each speaker in turn
        hands = hands_with(HANDS["MI-12"])
        deals.append(hands[4 - place :] + hands[: 4 - place])
    pairs = set()
    for hands in deals:
        said = said_in_turn(hands, options)
        state = speak(hands, said, options).state
        for row, words in enumerate(said):
            kinds = [kind_of(word) for word in words]
            best = max(kinds, key=ORDER.index)
            first = -1 if best == "pass" else kinds.index(best)  # of equals the earlier seat
            assert state.declarer[row] == first
            assert state.contract[row] == (-1 if first < 0 else MICHIGAN.ids[words[first]])
            pairs |= set(itertools.combinations(kinds, 2))
    assert pairs >= set(itertools.product(ORDER, ORDER)) - {("call", "call")}


def test_mi12_first_announcement_ends() -> None:
    options = {"partner_schneider": True, "first_announcement_ends": True}
    hands = hands_with(HANDS["MI-12"])
    said = said_in_turn(hands, options)
    state = speak(hands, said, options).state
    for row, words in enumerate(said):
        first = next((seat for seat in range(4) if words[seat] != "pass"), -1)
        assert state.declarer[row] == first
        assert state.spoken[row] == (15 if first < 0 else 2 ** (first + 1) - 1)


@each_kind
def test_mi12_a_zola_player_is_alone_whoever_holds_queens(kind: str) -> None:
    table = play_line(kind, WHOLE_DEALS["63"], {2: "zola"})  # P2 takes no trick there
    assert (table.result["row"], table.result["declarers"]) == ("zola", [2])
    outbid = play_line(kind, WHOLE_DEALS["alone 61"], {0: "call AS", 2: "zola"})
    assert (outbid.result["contract"], outbid.result["declarers"]) == ("zola", [2])


@each_kind
@pytest.mark.parametrize("said", [{}, {0: "call AC"}])
def test_mi8_mi12_schneider_against_the_holder_of_both(kind: str, said: dict[int, str]) -> None:
    said = {**said, 1: "schneider"}
    result = play_line(kind, WHOLE_DEALS["alone 30"], said, partner_schneider=True).result
    assert (result["row"], result["declarers"]) == ("schneider", [1, 2, 3])
    assert (result["side_points"], result["side_tricks"]) == (90, 5)
    assert result["units"] == only(9, 1, 2, 3)


@each_kind
@pytest.mark.parametrize(
    ("said", "side", "units"),
    [
        ({1: "schneider", 2: "schneider"}, [0, 1], only(9, 0, 1)),
        ({2: "schneider"}, [2, 3], only(15, 0, 1)),
    ],
)
def test_mi8_schneider_is_for_the_announcers_side(
    kind: str, said: dict[int, str], side: list[int], units: list[int]
) -> None:
    result = play_line(kind, WHOLE_DEALS["90"], said, partner_schneider=True).result
    assert (result["declarers"], result["units"]) == (side, units)


@each_kind
def test_mi13_a_silent_holder_of_both_plays_a_solo(kind: str) -> None:
    result = play_line(kind, WHOLE_DEALS["alone 90"]).result
    assert (result["row"], result["contract"], result["value"]) == ("silent solo", None, 12)


@each_kind
def test_what_was_said_and_counts_is_shown_to_everybody(kind: str) -> None:
    table = begin(kind, deal_with(HANDS["MI-12"]))
    say(table, {0: "call AC", 2: "zola"})
    for seat in range(4):
        row = table.game.observe_seats(seat)[table.row]
        facts = table.game.layout.decode(row)
        said = [facts["announced"][(place - seat) % 4] for place in range(4)]
        assert said == [["call AC"], ["pass"], ["zola"], ["pass"]]
        assert (facts["contract"], facts["called"]) == (["zola"], [])
        assert (
            facts["declarer"]
            == facts["declarers"]
            == [("me", "seat +1", "seat +2", "seat +3")[(2 - seat) % 4]]
        )
