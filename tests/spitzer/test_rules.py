"""One test a rule of two-trump Spitzer, the number in its name; expected values by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from spitzer_env import spitzer_v0
from spitzer_env.spitzer_v0 import Rules
from spitzer_env.trumps import GROUP, POINTS
from tests.reference.spitzer import PACK, group, write_hands
from tests.reference.spitzer_deals import SITUATIONS, SP_G1, WHOLE_DEALS
from tests.spitzer.tables import (
    IDS,
    NAMES,
    TABLES,
    BatchTable,
    announce,
    play_line,
)

both_interfaces = pytest.mark.parametrize("kind", TABLES)


def first_trick_deal(cards: list[str]) -> str:
    """A deal in which P0 to P3 may play `cards` as the first trick, P0 leading."""
    hands = [[card] for card in cards]
    followers = [seat for seat in range(4) if group(cards[seat]) == group(cards[0])]
    rest = [card for card in PACK if card not in cards]
    if group(cards[0]) == "trump":
        followers = [0]  # SP12: the other trump, if not played, is the leader's own
    must_place = [card for card in rest if group(card) == group(cards[0])]
    for card in must_place:
        hands[min(followers, key=lambda seat: len(hands[seat]))].append(card)
    for card in rest:
        if card not in must_place:
            hands[min(range(4), key=lambda seat: len(hands[seat]))].append(card)
    return write_hands(hands)


def takers_of(tricks: list[list[str]]) -> list[int]:
    """Who takes each of `tricks`, each the first of its own game and led by P0."""
    game = spitzer_v0.vector_env(len(tricks), rules=Rules(solo=False), autoreset=False)
    game.reset(deals=[first_trick_deal(trick) for trick in tricks], dealers=[3] * len(tricks))
    for place in range(4):
        game.step(np.array([IDS[trick[place]] for trick in tricks]))
    assert (game.state.tricks.sum(axis=1) == 1).all()
    assert (game.seat == game.state.tricks.argmax(axis=1)).all()
    return game.seat.tolist()


def sides_dealt(num_deals: int) -> tuple[np.ndarray, np.ndarray]:
    """Who was dealt QC and who 7D, in deals of the counter."""
    state = spitzer_v0.vector_env(num_deals, seed=3).state
    return state.holders[:, 0], state.holders[:, 1]


def test_sp1_four_players_score_for_themselves() -> None:
    game = spitzer_v0.vector_env(2)
    assert game.num_seats == 4
    assert game.step(game.legal.argmax(axis=1)).rewards.shape == (2, 4)
    queen, seven = sides_dealt(2000)
    pairs = {frozenset(pair) for pair in zip(queen.tolist(), seven.tolist(), strict=True)}
    assert len(pairs) == 6 + 4  # any two seats, or any one alone


def test_sp2_the_pack_in_pack_order() -> None:
    assert list(NAMES[:32]) == PACK
    assert (IDS["AC"], IDS["JC"], IDS["7D"]) == (0, 3, 31)


def test_sp3_two_trumps_of_one_suit() -> None:
    assert [card for card in PACK if GROUP[IDS[card]] == 4] == ["QC", "7D"]
    assert play_line("vector_env", SITUATIONS["SP-1"]).legal() == ["KC", "7C"]
    assert play_line("vector_env", SITUATIONS["SP-3"]).legal() == ["8D"]


def test_sp4_plain_order_and_lengths() -> None:
    assert np.bincount(GROUP).tolist() == [7, 8, 8, 7, 2]
    tricks, wanted = [], []
    for suit in "CSHD":
        ranks = [rank for rank in "ATKQJ987" if rank + suit not in ("QC", "7D")]
        fillers = [rank + other for rank in "98" for other in "CSHD" if other != suit][:2]
        for high, low in pairwise(ranks):
            tricks += [[high + suit, low + suit, *fillers], [low + suit, high + suit, *fillers]]
            wanted += [0, 1]
    assert len(tricks) == 2 * (6 + 7 + 7 + 6)
    assert takers_of(tricks) == wanted


def test_sp5_card_points() -> None:
    worth = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
    assert POINTS.tolist() == [worth[card[0]] for card in PACK]
    assert POINTS[IDS["QC"]] == 3
    assert POINTS[IDS["7D"]] == 0
    assert POINTS.sum() == 120


def test_sp6_eight_cards_each_and_any_first_dealer() -> None:
    state = spitzer_v0.vector_env(400, seed=1).state
    assert (np.bitwise_count(state.hands) == 8).all()
    assert (np.bitwise_or.reduce(state.hands, axis=1) == 2**32 - 1).all()
    assert np.bincount(state.dealer, minlength=4).min() > 60


def test_sp6_the_deal_passes_clockwise() -> None:
    game = spitzer_v0.vector_env(1, episode="match", rules=Rules(deals=6), autoreset=False)
    game.reset(dealers=[2])
    dealers = []
    while game.seat[0] >= 0:
        if game.state.moves[0] == 0:
            dealers.append(int(game.state.dealer[0]))
            assert game.seat[0] == (dealers[-1] + 1) % 4
        game.step(game.legal.argmax(axis=1))
    assert dealers[:6] == [2, 3, 0, 1, 2, 3]


WRONG_DEALS = {
    "seven cards": (SP_G1.deal.replace("QC ", ""), "seat 0 .*7"),
    "nine cards": (SP_G1.deal.replace("QC TC", "TC").replace("| KC", "| QC KC"), "seat 0 .*7"),
    "a card twice": (SP_G1.deal.replace("QC", "7S"), "7S appears twice"),
    "twice in one hand": (SP_G1.deal.replace("QC", "TC"), "TC appears twice"),
    "an unknown card": (SP_G1.deal.replace("QC", "6C"), "unknown card '6C'"),
    "three hands": (" | ".join(SP_G1.deal.split(" | ")[:3]), "4 hands"),
    "a pile of another game": (SP_G1.deal + " | widow: ", "unknown pile 'widow'"),
}


@pytest.mark.parametrize("fault", WRONG_DEALS)
def test_sp7_a_wrong_injected_deal_is_refused_and_changes_nothing(fault: str) -> None:
    text, message = WRONG_DEALS[fault]
    game = spitzer_v0.vector_env(3, seed=8)
    before = game.state.copy()
    with pytest.raises(ValueError, match=message):
        game.reset(seed=1, deals=[SP_G1.deal, text, None], dealers=[0, 1, 2])
    assert game.state.equals(before)


@pytest.mark.parametrize("fault", WRONG_DEALS)
def test_sp7_a_wrong_deal_for_the_env(fault: str) -> None:
    text, message = WRONG_DEALS[fault]
    env = spitzer_v0.env()
    env.reset(seed=8)
    before = env.unwrapped.record()
    with pytest.raises(ValueError, match=message):
        env.reset(options={"deal": text})
    assert env.unwrapped.record() == before


def test_sp8_the_holders_of_the_trumps_are_the_trump_side() -> None:
    queen, seven = sides_dealt(40_000)
    alone = float((queen == seven).mean())
    assert alone == pytest.approx(7 / 31, abs=0.0085)  # four standard errors
    silent = play_line("vector_env", WHOLE_DEALS["alone 75"])
    assert silent.result["trump_side"] == [1]
    two = play_line("vector_env", WHOLE_DEALS["91"])
    assert (two.result["queen_seat"], two.result["seven_seat"]) == (2, 0)
    assert two.result["trump_side"] == [0, 2]


@both_interfaces
def test_sp9_each_seat_speaks_once_from_eldest(kind: str) -> None:
    table = TABLES[kind](Rules(), WHOLE_DEALS["alone 75"].deal, dealer=0)
    assert (table.seat, table.legal()) == (1, ["pass", "solo"])
    table.play("solo")
    for seat in (2, 3, 0):  # all speak, also after a solo
        assert (table.seat, table.legal()) == (seat, ["pass"])
        table.play("pass")
    assert table.seat == 1
    assert "pass" not in table.legal()


@both_interfaces
def test_sp9_solo_without_both_trumps_is_refused(kind: str) -> None:
    table = TABLES[kind](Rules(), SP_G1.deal)
    assert table.legal() == ["pass"]
    with pytest.raises(ValueError, match="SP9"):
        table.play("solo")
    with pytest.raises(ValueError, match="SP9"):
        table.play("QC")
    assert (table.seat, table.legal()) == (0, ["pass"])


def test_sp9_a_silent_solo_leaves_the_record_of_anybody_who_passes() -> None:
    table = BatchTable(Rules(), WHOLE_DEALS["alone 75"].deal)
    announce(table)
    info = table.game.information_state(seats=[0, 0, 0])
    assert info.solo[1] == -1
    assert info.spoken[1] == 0b1111
    assert info.voids[1].tolist() == [0, 0, 0, 0]
    assert info.history[1, :4].tolist() == [IDS["pass"]] * 4


@both_interfaces
def test_sp10_eldest_leads_any_card_and_the_taker_leads(kind: str) -> None:
    table = TABLES[kind](Rules(), SP_G1.deal)
    announce(table)
    assert table.seat == 0
    assert table.legal() == ["QC", "TC", "8C", "9S", "JH", "9H", "TD", "8D"]
    for trick in SP_G1.tricks:
        assert table.seat == trick.leader
        table.play_all(trick.cards)
    assert table.seat is None
    assert sum(table.result["tricks"]) == 8
    trump_led = TABLES[kind](Rules(), SP_G1.deal)
    announce(trump_led)
    trump_led.play("QC")
    assert trump_led.legal() == ["7D"]


@both_interfaces
def test_sp11_follow_if_able_else_any_card(kind: str) -> None:
    table = TABLES[kind](Rules(), SP_G1.deal)
    announce(table)
    table.play("9H")
    assert table.legal() == ["AH", "7H"]
    with pytest.raises(ValueError, match="SP11"):
        table.play("KC")
    with pytest.raises(ValueError, match="SP10"):
        table.play("AS")  # another seat's card
    assert table.legal() == ["AH", "7H"]
    void = play_line(kind, SITUATIONS["SP-2"])
    assert void.legal() == ["QC", "9S", "AH", "TH"]  # no duty to trump


@both_interfaces
@pytest.mark.parametrize(("must", "legal"), [(True, ["7D"]), (False, ["KC", "AD", "7D"])])
def test_sp12_trump_led(kind: str, must: bool, legal: list[str]) -> None:
    table = play_line(kind, SITUATIONS["SP-5"], trump_lead_must_follow=must)
    assert table.legal() == legal
    if must:
        with pytest.raises(ValueError, match="SP12"):
            table.play("KC")
    other = play_line(kind, SITUATIONS["SP-6"], trump_lead_must_follow=must)
    assert other.legal() == ["AC", "KC", "TD"]


def test_sp13_who_takes_a_trick() -> None:
    tricks = [
        ["AH", "TH", "7D", "QC"],  # QC over 7D, played after it
        ["AH", "QC", "7D", "TH"],  # and before it
        ["QC", "7D", "AS", "AH"],
        ["7D", "QC", "AS", "AH"],
        ["AH", "7D", "TH", "KH"],  # 7D over the ace led
        ["8S", "AH", "AD", "AC"],  # a plain card of another suit never takes
        ["QS", "AH", "KS", "TS"],
        ["9D", "AC", "8D", "JD"],
    ]
    assert takers_of(tricks) == [3, 1, 0, 1, 1, 0, 3, 3]


@both_interfaces
@pytest.mark.parametrize(
    ("line", "by_points", "by_tricks"),
    [
        ("61", True, True),
        ("60 in 5 tricks", False, True),
        ("60 in 4 tricks", False, False),  # four each are not strictly more
        ("60 in 3 tricks", False, False),
    ],
)
def test_sp14_winning_and_the_tie(kind: str, line: str, by_points: bool, by_tricks: bool) -> None:
    for tie_60, won in (("trump_side_loses", by_points), ("most_tricks", by_tricks)):
        table = play_line(kind, WHOLE_DEALS[line], tie_60=tie_60)
        assert table.result["won"] is won
        assert table.result["units"] == ([1, -1, 1, -1] if won else [-1, 1, -1, 1])


@pytest.mark.parametrize(
    ("line", "options", "stake"),
    [
        ("90", {}, 1),
        ("90", {"schneider_minimum": 90}, 2),
        ("91", {"schneider_minimum": 90}, 2),
        ("91", {}, 2),
        ("91", {"schneider_bonus": False}, 1),
        ("90", {"schneider_bonus": False, "schneider_minimum": 90}, 1),
        ("31", {}, -1),
        ("31", {"schneider_minimum": 90}, -1),  # moves the winning limit only
        ("30", {}, -2),
        ("30", {"schneider_bonus": False}, -1),
        ("120 in 7 tricks", {}, 2),
        ("120 in 8 tricks", {}, 3),
        ("120 in 8 tricks", {"schwarz_bonus": False}, 2),
        ("120 in 8 tricks", {"schneider_bonus": False, "schwarz_bonus": False}, 1),
    ],
)
def test_sp15_schneider_and_schwarz(line: str, options: dict[str, Any], stake: int) -> None:
    table = play_line("vector_env", WHOLE_DEALS[line], **options)
    assert table.result["units"] == [stake, -stake, stake, -stake]


@both_interfaces
@pytest.mark.parametrize(("solo", "multiplier"), [(False, 1), (True, 2)])
def test_sp16_units_for_each_opponent(kind: str, solo: bool, multiplier: int) -> None:
    for line, conditions in (("alone 75", 1), ("alone 91", 2), ("alone all 8 tricks", 3)):
        result = play_line(kind, WHOLE_DEALS[line], solo).result
        assert result["multiplier"] == multiplier
        assert 1 + result["schneider"] + result["schwarz"] == conditions
        assert result["units"][0] == -multiplier * conditions


SHARES = [
    ("120 in 8 tricks", "alone all 8 tricks", (3, -3), (9, -3), (18, -6)),
    ("95", "alone 91", (2, -2), (6, -2), (12, -4)),
    ("61", "alone 61", (1, -1), (3, -1), (6, -2)),
    ("31", "alone 55", (-1, 1), (-3, 1), (-6, 2)),
    ("30", "alone 28", (-2, 2), (-6, 2), (-12, 4)),
]


@both_interfaces
@pytest.mark.parametrize(("two", "alone", "pair", "silent", "announced"), SHARES)
def test_sp17_the_table_of_units(
    kind: str,
    two: str,
    alone: str,
    pair: tuple[int, int],
    silent: tuple[int, int],
    announced: tuple[int, int],
) -> None:
    own, other = pair
    assert play_line(kind, WHOLE_DEALS[two]).result["units"] == [own, other, own, other]
    for solo, (own, other) in ((False, silent), (True, announced)):
        units = play_line(kind, WHOLE_DEALS[alone], solo).result["units"]
        assert units == [other, own, other, other]
        assert sum(units) == 0


def defender_revokes(kind: str, solo: bool, **options: Any) -> Any:
    """P1 has both trumps; P2, who holds KS and QS, throws JC on the spade led."""
    table = TABLES[kind](Rules(**options), WHOLE_DEALS["alone 75"].deal)
    announce(table, solo)
    table.play_all(["JS", "TS", "JC"])
    return table


def test_sp18_forbidden_refuses_and_changes_nothing() -> None:
    table = play_line("vector_env", SITUATIONS["SP-5"], revoke="forbidden")
    before = table.game.state.copy()
    with pytest.raises(ValueError, match=r"seat 1 .*SP12"):
        table.play("KC")
    assert table.game.state.equals(before)
    assert table.legal() == table.lawful() == ["7D"]


@both_interfaces
@pytest.mark.parametrize("revoke", ["lose_deal", "fine_4"])
def test_sp18_every_card_of_the_hand_may_be_tried(kind: str, revoke: str) -> None:
    table = play_line(kind, SITUATIONS["SP-5"], revoke=revoke)
    assert table.legal() == ["KC", "AD", "7D"]
    assert table.lawful() == ["7D"]
    table.play("7D")
    assert table.seat == 2  # a lawful card goes on


@both_interfaces
@pytest.mark.parametrize(
    ("solo", "options", "units"),
    [
        (False, {}, [-2, 6, -2, -2]),
        (True, {}, [-4, 12, -4, -4]),
        (True, {"double_spitzer": True}, [-8, 24, -8, -8]),
        (True, {"double_spitzer": True, "schneider_bonus": False}, [-2, 6, -2, -2]),
        (False, {"schneider_bonus": False}, [-1, 3, -1, -1]),
    ],
)
def test_sp18_lose_deal_by_a_defender(
    kind: str, solo: bool, options: dict[str, Any], units: list[int]
) -> None:
    table = defender_revokes(kind, solo, revoke="lose_deal", **options)
    assert table.seat is None
    assert table.result["revoker"] == 2
    assert table.result["trump_points"] == 120
    assert table.result["won"] is True
    assert table.result["schwarz"] is False
    assert table.result["units"] == units == table.rewards


@both_interfaces
def test_sp18_lose_deal_by_the_trump_side_makes_the_whole_side_pay(kind: str) -> None:
    table = play_line(kind, SITUATIONS["SP-5"], revoke="lose_deal")
    table.play("AD")
    assert table.result["trump_side"] == [0, 1]
    assert table.result["trump_points"] == 0
    assert table.result["units"] == [-2, -2, 2, 2]


@both_interfaces
@pytest.mark.parametrize("solo", [False, True])
def test_sp18_fine_4_whatever_m_is(kind: str, solo: bool) -> None:
    table = defender_revokes(kind, solo, revoke="fine_4", double_spitzer=True)
    assert table.seat is None
    assert table.result["units"] == [0, 0, -4, 0] == table.rewards


def test_sp18_the_illegal_card_is_not_part_of_the_trick() -> None:
    table = defender_revokes("vector_env", False, revoke="lose_deal")
    state = table.game.state
    assert state.trick[1].tolist() == [IDS["JS"], IDS["TS"], -1, -1]
    assert state.played[1, 2] == 0
    assert state.hands[1, 2] >> np.uint64(IDS["JC"]) & np.uint64(1)
    assert table.result["points"] == [0, 0, 0, 0]


def test_sp18_fine_4_counts_as_a_deal() -> None:
    rules = Rules(revoke="fine_4", deals=2)
    table = BatchTable(rules, WHOLE_DEALS["alone 75"].deal, episode="match")
    announce(table)
    table.play_all(["JS", "TS", "JC"])
    assert table.game.state.deals_played[1] == 1
    assert table.game.state.totals[1].tolist() == [0, 0, -4, 0]
    assert table.game.state.dealer[1] == 0
    assert table.seat == 1


class Match:
    """A match of one game whose deals are played by the lines given, whoever deals."""

    def __init__(self, dealer: int = 3, **options: Any) -> None:
        self.game = spitzer_v0.vector_env(
            1, rules=Rules(**options), episode="match", rewards="win", autoreset=False
        )
        self.game.reset(dealers=[dealer])
        self.rewards = [0.0] * 4

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return bool(self.game.seat[0] < 0)

    @property
    def totals(self) -> list[int]:
        """Units of each seat so far."""
        return self.game.state.totals[0].tolist()

    @property
    def contenders(self) -> list[int]:
        """Seats that can still win."""
        return [seat for seat in range(4) if self.game.state.contenders[0] >> seat & 1]

    def play(self, name: str, solo: bool = False) -> list[int]:
        """Play a whole deal with P0 of the line as eldest; the units by seat."""
        line, game = WHOLE_DEALS[name], self.game
        eldest = (int(game.state.dealer[0]) + 1) % 4
        hands = line.deal.split(" | ")
        game.inject_deal(0, " | ".join(hands[(seat - eldest) % 4] for seat in range(4)))
        for _ in range(4):
            legal = game.legal[0]
            game.step([IDS["solo"] if solo and legal[IDS["solo"]] else IDS["pass"]])
        for card in line.cards:
            step = game.step([IDS[card]])
        self.rewards = step.rewards[0].tolist()
        return step.results.units[0].tolist()


def test_sp19_the_highest_total_after_the_last_deal_wins() -> None:
    match = Match(deals=2)
    assert match.play("alone 75") == [-1, 3, -1, -1]
    assert not match.finished
    assert match.rewards == [0, 0, 0, 0]
    assert match.play("61") == [-1, 1, -1, 1]  # P0 deals, so the line's P0 sits at seat 1
    assert match.finished
    assert match.totals == [-2, 4, -2, 0]
    assert match.rewards == [-0.25, 0.75, -0.25, -0.25]


@pytest.mark.parametrize(
    ("deals", "wanted", "totals"),
    [(None, 12, [-2, 4, -2, 0]), (16, 16, [-2, 4, -2, 0]), (1, 1, [-1, 3, -1, -1])],
)
def test_sp19_number_of_deals(deals: int | None, wanted: int, totals: list[int]) -> None:
    match = Match(deals=deals)
    match.play("alone 75")  # P1 leads by 4, and keeps it while each pair wins in turn
    for number in range(1, wanted):
        assert not match.finished
        assert match.game.information_state().deals_left[0] == wanted - number
        match.play("61")
    assert match.finished
    assert match.totals == totals


@pytest.mark.parametrize(("limit", "ends"), [(None, False), (6, True), (5, True), (7, False)])
def test_sp19_score_limit(limit: int | None, ends: bool) -> None:
    match = Match(score_limit=limit)
    assert match.play("alone 61", solo=True) == [-2, 6, -2, -2]
    assert match.finished is ends


def test_sp19_score_limit_does_not_lengthen_the_match() -> None:
    match = Match(deals=1, score_limit=1000)
    match.play("alone 75")
    assert match.finished


def test_sp20_all_play_but_only_the_tied_seats_can_win() -> None:
    match = Match(deals=1)
    match.play("61")
    assert not match.finished
    assert match.contenders == [0, 2]
    assert match.game.information_state().deals_left[0] == 0
    # P0 deals: seat 1 leads, seat 2 plays the line's lone hand and loses, the others gain.
    assert match.play("alone 28", solo=True) == [4, 4, -12, 4]
    assert match.totals == [5, 3, -11, 3]
    assert match.finished
    assert match.rewards == [0.75, -0.25, -0.25, -0.25]


def test_sp20_a_seat_that_is_not_tied_cannot_win() -> None:
    match = Match(deals=1)
    match.play("61")
    match.game.state.totals[0] = [1, 50, 1, 50]  # however much the others have
    match.play("alone 28", solo=True)
    assert match.finished
    assert match.contenders == [0]


def test_sp20_seats_no_longer_tied_drop_out() -> None:
    match = Match(deals=1)
    assert match.play("alone 55") == [1, -3, 1, 1]
    assert match.contenders == [0, 2, 3]
    assert match.play("61") == [-1, 1, -1, 1]  # P0 deals: seats 1 and 3 win
    assert match.finished
    assert match.contenders == [3]
    three = Match(deals=1)
    three.play("alone 55")
    assert three.play("60 in 4 tricks") == [1, -1, 1, -1]
    assert three.contenders == [0, 2]
    assert not three.finished


def test_sp20_ten_extra_deals_at_most_then_the_win_is_shared() -> None:
    match = Match(deals=1)
    match.play("61")
    for _ in range(9):
        match.play("61")  # seats 0 and 2 always win or lose together
        assert not match.finished
        assert match.contenders == [0, 2]
    match.play("61")
    assert match.finished
    assert match.contenders == [0, 2]
    assert match.rewards == [0.25, -0.25, 0.25, -0.25]


def test_sp20_a_tie_at_the_score_limit_goes_on() -> None:
    match = Match(score_limit=1)
    match.play("61")
    assert not match.finished
    assert match.contenders == [0, 2]


def test_a_match_ends_after_max_deals() -> None:
    match = Match(deals=2, max_deals=2)
    match.play("61")
    match.play("60 in 4 tricks")
    assert match.totals == [2, -2, 2, -2]
    assert match.finished  # no extra deal is left
    assert match.rewards == [0.25, -0.25, 0.25, -0.25]


@both_interfaces
def test_spv1_solo_off_nobody_speaks(kind: str) -> None:
    table = TABLES[kind](Rules(solo=False), WHOLE_DEALS["alone 75"].deal)
    assert len(table.legal()) == 8
    with pytest.raises(ValueError, match="SPV1"):
        table.play("pass")
    table.play_all(WHOLE_DEALS["alone 75"].cards)
    assert table.result["units"] == [-1, 3, -1, -1]  # always silent
    assert TABLES[kind](Rules(solo=True), WHOLE_DEALS["alone 75"].deal).legal() == ["pass"]


@both_interfaces
@pytest.mark.parametrize(
    ("line", "solo", "double", "options", "alone"),
    [
        ("alone 91", True, False, {}, 12),
        ("alone 91", True, True, {}, 24),
        ("alone 28", True, True, {}, -24),  # for either side
        ("alone 91", False, True, {}, 6),  # a silent solo is not announced
        ("alone 61", True, True, {}, 6),
        ("alone all 8 tricks", True, True, {"schneider_bonus": False}, 24),
        ("alone all 8 tricks", True, True, {"schwarz_bonus": False}, 24),
        ("alone 91", True, True, {"schneider_bonus": False}, 6),  # bonuses in force only
    ],
)
def test_spv2_double_spitzer(
    kind: str, line: str, solo: bool, double: bool, options: dict[str, Any], alone: int
) -> None:
    table = play_line(kind, WHOLE_DEALS[line], solo, double_spitzer=double, **options)
    assert table.result["units"] == [-alone // 3, alone, -alone // 3, -alone // 3]


@both_interfaces
def test_spv3_no_schneider_bonus_schwarz_stays(kind: str) -> None:
    for bonus, ninety_five, all_tricks in ((True, 2, 3), (False, 1, 2)):
        table = play_line(kind, WHOLE_DEALS["95"], schneider_bonus=bonus)
        assert table.result["units"][0] == ninety_five
        table = play_line(kind, WHOLE_DEALS["120 in 8 tricks"], schneider_bonus=bonus)
        assert table.result["units"][0] == all_tricks


@pytest.mark.parametrize(
    ("option", "totals", "last_dealer", "following"),
    [
        ("rotate", [5, -5, 3, -3], 2, 3),
        ("rotate", [5, -5, 3, -3], 3, 0),
        ("left_of_loser", [5, -5, 3, -3], 2, 2),
        ("left_of_loser", [1, 1, 1, -3], 0, 0),
        # Seats 0 and 2 are lowest; clockwise from the left of the dealer the first of them.
        ("left_of_loser", [-1, 1, -1, 1], 3, 1),
        ("left_of_loser", [-1, 1, -1, 1], 0, 3),
        ("left_of_loser", [-1, 1, -1, 1], 1, 3),
        ("left_of_loser", [-1, 1, -1, 1], 2, 1),
    ],
)
def test_spv5_next_dealer(option: str, totals: list[int], last_dealer: int, following: int) -> None:
    rules = Rules(next_dealer=option)
    assert rules.following_dealer(totals, last_dealer) == following


@pytest.mark.parametrize(("option", "following"), [("rotate", 0), ("left_of_loser", 1)])
def test_spv5_the_env_names_the_next_dealer(option: str, following: int) -> None:
    rules = Rules(deals=1, next_dealer=option)
    table = TABLES["env"](rules, WHOLE_DEALS["alone 75"].deal, episode="match")
    announce(table)
    *cards, last = WHOLE_DEALS["alone 75"].cards
    table.play_all(cards)
    with pytest.raises(ValueError, match="played to its end"):
        table.base.next_dealer()
    table.play(last)  # -1 +3 -1 -1: from the left of P3, who dealt, P0 is the first of the lowest
    assert table.seat is None
    assert table.base.next_dealer() == following


FIVE_HANDS = SP_G1.deal.split(" | ")
FIVE_DEAL = " | ".join([*FIVE_HANDS[:2], "", *FIVE_HANDS[2:]])  # seat 2 sits out


@both_interfaces
def test_spv6_the_dealer_of_five_sits_out(kind: str) -> None:
    table = TABLES[kind](Rules(players=5), FIVE_DEAL, dealer=2)
    for seat in (3, 4, 0, 1):
        assert table.seat == seat
        table.play("pass")
    assert table.seat == 3  # SP6, SPV6: eldest is the seat to the dealer's left
    seats = set()
    while table.seat is not None:
        seats.add(table.seat)
        table.play(table.legal()[0])
    assert seats == {0, 1, 3, 4}
    assert table.result["trump_side"] == [0, 1]
    units = table.result["units"]
    assert units[2] == table.result["points"][2] == table.result["tricks"][2] == 0
    assert sum(units) == 0
    assert sorted(map(abs, units))[1:] == [abs(units[0])] * 4
    assert table.rewards == units


def test_spv6_the_hand_left_empty_names_the_dealer() -> None:
    game = spitzer_v0.vector_env(1, rules=Rules(players=5))
    game.reset(deals=[FIVE_DEAL])
    assert game.state.dealer[0] == 2
    with pytest.raises(ValueError, match="SPV6"):
        game.reset(deals=[FIVE_DEAL], dealers=[1])
    assert game.state.dealer[0] == 2
    four = spitzer_v0.vector_env(1, rules=Rules(players=4))
    with pytest.raises(ValueError, match="4 hands"):
        four.reset(deals=[FIVE_DEAL])


def test_spv6_relative_seats_still_count_five() -> None:
    game = spitzer_v0.vector_env(1, rules=Rules(players=5))
    game.reset(deals=[FIVE_DEAL])
    info = game.information_state()
    assert info.seat[0] == 3
    assert info.dealer[0] == 4  # seat 2 as seat 3 counts
    assert info.points.shape == (1, 5)


def test_spv6_relative_rewards_leave_out_who_sits_out() -> None:
    rules = Rules(players=5, revoke="fine_4")
    game = spitzer_v0.vector_env(1, rules=rules, rewards="relative", autoreset=False)
    game.reset(deals=[FIVE_DEAL])
    for _ in range(4):
        game.step([IDS["pass"]])
    game.step([IDS["9D"]])  # P2 of SP-G1, at seat 3
    step = game.step([IDS["9C"]])  # holds AD
    assert step.results.units[0].tolist() == [0, 0, 0, 0, -4]
    assert step.rewards[0].tolist() == [1, 1, 0, 1, -3]


@pytest.mark.parametrize("deals", [1, 4, 12, 16])
def test_spv6_the_number_of_deals_is_a_multiple_of_five(deals: int) -> None:
    with pytest.raises(ValueError, match="multiple of 5"):
        Rules(players=5, deals=deals)
    if deals < 15:  # that many are all that a match may have, where its fifteen are too many
        with pytest.raises(ValueError, match=f"max_deals={deals} must be a multiple of 5"):
            Rules(players=5, max_deals=deals)
    assert Rules(players=5, max_deals=10).regular_deals == 10
    assert Rules(players=5, deals=5).regular_deals == 5
    assert Rules(players=5).regular_deals == 15
    assert Rules(players=4).regular_deals == 12


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize("action", [-1, -32, 43, 63, 64, 96, 2**40])
def test_an_action_that_does_not_exist_is_refused(games: int, action: int) -> None:
    game = spitzer_v0.vector_env(games, rules=Rules(solo=False))
    before, actions = game.state.copy(), game.legal.argmax(axis=1)
    actions[-1] = action
    with pytest.raises(ValueError, match=f"action {action} does not exist"):
        game.step(actions)
    assert game.state.equals(before)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"players": 3}, "players"),
        ({"tie_60": "split"}, "tie_60"),
        ({"schneider_minimum": 92}, "schneider_minimum"),
        ({"schneider_bonus": 1}, "schneider_bonus"),
        ({"revoke": "never"}, "revoke"),
        ({"deals": 0}, "deals"),
        ({"deals": 13, "max_deals": 12}, "max_deals"),
        ({"score_limit": 0}, "score_limit"),
        ({"next_dealer": "loser"}, "next_dealer"),
        ({"solo": "yes"}, "solo"),
    ],
)
def test_a_wrong_option_is_an_error_that_names_it(options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Rules(**options)


def test_an_unknown_option_is_an_error() -> None:
    with pytest.raises(TypeError, match="trumps"):
        Rules(trumps=2)
    with pytest.raises(ValueError, match="unknown option 'trumps'"):
        Rules.from_dict({"trumps": 2})
