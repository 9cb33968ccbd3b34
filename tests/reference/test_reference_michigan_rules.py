"""The Michigan reference by rule number, the announcements apart: MI1 to MI7, MI14 to MI21."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from tests.reference.michigan import (
    ACTIONS,
    COLUMNS,
    TRUMPS,
    VALUES,
    ZOLAS,
    MichiganDeal,
    all_rules,
    beats,
    column_of,
    complete_options,
    group,
    playable,
    units_of,
)
from tests.reference.michigan_deals import MI_G1, WHOLE_DEALS
from tests.reference.michigan_match import MichiganMatch
from tests.reference.michigan_playing import DEALER, only, play, say, scripted_match
from tests.reference.michigan_situations import FIRST_TRICKS, SITUATIONS
from tests.reference.spitzer import PACK, card_points, in_pack_order, read_hands


def test_mi1_four_seats_score_for_themselves_up_to_42() -> None:
    assert scripted_match([39, 0, 0, 0], [only(3, 0, 1)]).winners == [0]
    assert not scripted_match([38, 0, 0, 0], [only(3, 0, 1)]).finished


def test_mi2_to_mi5_the_pack_the_trumps_the_order_and_the_points() -> None:
    assert " ".join(TRUMPS) == "QC 7D QS QH QD JC JS JH JD AD TD KD 9D 8D"
    for high, low in pairwise(TRUMPS):
        assert beats(high, low)
        assert not beats(low, high)
    for suit in "CSH":
        fail = [rank + suit for rank in "ATK987"]
        assert [card for card in PACK if group(card) == suit] == [
            card for card in PACK if card in fail
        ]
        assert all(beats(high, low) and not beats(low, high) for high, low in pairwise(fail))
        assert beats("8D", "A" + suit)
        assert not beats("A" + suit, "8D")
    assert not beats("AC", "7S")
    assert sum(group(card) == "trump" for card in PACK) == 14
    assert [card_points([rank + "H"]) for rank in "ATKQJ987"] == [11, 10, 4, 3, 2, 0, 0, 0]
    assert card_points(PACK) == 120


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("a card twice", MI_G1.deal.replace("QC", "KD")),
        ("an unknown card", MI_G1.deal.replace("QC", "6C")),
        ("seven cards", MI_G1.deal.replace("QC ", "")),
        ("three hands", " | ".join(MI_G1.deal.split(" | ")[:3])),
    ],
)
def test_mi6_a_wrong_deal_is_refused(fault: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"MI6|is not in list"):
        MichiganDeal({}, read_hands(text), DEALER)


def test_mi7_the_holders_of_the_black_queens_declare() -> None:
    assert MichiganDeal({}, read_hands(MI_G1.deal), DEALER).queens_side == {2, 3}
    assert MichiganDeal({}, read_hands(WHOLE_DEALS["alone 61"].deal), 0).queens_side == {0}


def test_mi14_eldest_leads_any_card() -> None:
    deal = MichiganDeal({}, read_hands(MI_G1.deal), 1)
    say(deal, {})
    assert deal.seat == 2
    assert len(deal.legal()) == 8


@pytest.mark.parametrize(
    ("trick", "hand", "plain", "chain"),
    [
        ("TS", "AS QH", "AS", "AS"),
        ("TS JD", "AS QH", "AS", "QH"),
        ("TS JD", "AS AH", "AS", "AS"),  # no trump: follow
        ("TS JD", "AH KC", "AH KC", "AH KC"),
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
def test_mi15_following_and_the_chain(trick: str, hand: str, plain: str, chain: str) -> None:
    cards = list(enumerate(trick.split()))
    assert playable(hand.split(), cards, None, False) == plain.split()
    assert playable(hand.split(), cards, None, True) == chain.split()


@pytest.mark.parametrize(
    ("trick", "hand", "legal"),
    [
        ("", "AC TC QD", "AC TC QD"),  # leads freely
        ("9C", "AC TC QD", "AC"),
        ("9C JD", "AC TC QD", "AC"),  # before the chain
        ("9C JD KC", "AC 8C QD", "AC"),
        ("9H", "AC TC 7S", "TC 7S"),
        ("9H", "AC QD", "QD"),
        ("JC", "AC 9S", "9S"),  # a jack led is a trump led
        ("JC", "AC", "AC"),
        ("9H", "AC", "AC"),
    ],
)
def test_mi16_the_called_ace(trick: str, hand: str, legal: str) -> None:
    for chain in (False, True):
        cards = list(enumerate(trick.split()))
        assert playable(hand.split(), cards, "AC", chain) == legal.split()


def test_mi16_only_the_call_that_counts_binds() -> None:
    deal = play(SITUATIONS["MI-7"], {2: "call AC", 3: "zola"})
    assert deal.legal() == ["AC", "TC"]


def test_mi16_the_ace_stays_bound_until_it_is_played() -> None:
    deal = play(SITUATIONS["MI-9"], {3: "call AC"})
    deal.apply("TC")  # leads his suit without it
    assert deal.called_ace in deal.hands[0]
    assert deal.called_ace == "AC"


def test_mi17_the_highest_trump_else_the_highest_of_the_suit() -> None:
    assert play(FIRST_TRICKS["MI-11 hearts"]).takers == [1]
    assert play(FIRST_TRICKS["MI-11"]).takers == [3]


PAIR = ["all 8 tricks", "30", "60", "63", "120 in 7 tricks", "all 8 tricks"]
LONE = ["alone 0 tricks", "alone 30", "alone 60", "alone 89", "alone 90", "alone all 8 tricks"]
CELLS = {
    "normal": [None, -9, -6, 3, 6, 9],
    "schneider": [-18, -15, -12, -9, 9, 12],
    "silent solo": [None, -9, -6, 9, 12, 15],
    "zola": [-15, -12, -9, 18, 27, 36],
    "zola schneider": [-42, -36, -24, -18, 36, 39],
    "zola schneider schwartz": [-42, -42, -39, -33, -27, 42],
}


@pytest.mark.parametrize("negative_scores", ["opponents", "declarers"])
@pytest.mark.parametrize(
    ("row", "column"),
    [(row, column) for row in CELLS for column in range(6) if CELLS[row][column] is not None],
)
def test_mi18_and_mi19_every_cell(row: str, column: int, negative_scores: str) -> None:
    value = CELLS[row][column]
    line = (PAIR if row in ("normal", "schneider") else LONE)[column]
    # The other side of the deal in which P0 and P1 take everything takes nothing.
    speaker, side = (2, {2, 3}) if (row, column) == ("schneider", 0) else (0, {0, 1})
    if line in LONE:
        side = {0}
    said = {} if row in ("normal", "silent solo") else {speaker: row}
    options = {"negative_scores": negative_scores, "partner_schneider": True}
    deal = play(WHOLE_DEALS[line], said, **options)
    assert (deal.row, deal.column, deal.declarers) == (row, COLUMNS[column], side)
    assert deal.value == value
    if value > 0 or negative_scores == "declarers":
        assert deal.units == only(value, *side)
    else:
        assert deal.units == only(-value, *({0, 1, 2, 3} - side))


def test_mi18_the_table_and_the_limits_of_its_columns() -> None:
    assert CELLS == VALUES
    limits = {0: 1, 30: 1, 31: 2, 60: 2, 61: 3, 89: 3, 90: 4, 120: 4}
    for points, column in limits.items():
        assert column_of(points, 1) == column_of(points, 7) == COLUMNS[column]
    assert column_of(0, 0) == "0 tricks"
    assert column_of(120, 8) == "all 8 tricks"


def test_mi19_is_not_zero_sum() -> None:
    assert units_of(-6, {0, 1}, "opponents") == [0, 0, 6, 6]
    assert units_of(-6, {0, 1}, "declarers") == [-6, -6, 0, 0]
    assert units_of(15, {3}, "declarers") == [0, 0, 0, 15]
    assert units_of(-9, {1, 2, 3}, "opponents") == [9, 0, 0, 0]


def test_mi20_options() -> None:
    assert scripted_match([0] * 4, [only(6, 0, 1), only(9, 0)], target=15).winners == [0]
    fixed = scripted_match([0] * 4, [only(42, 0)] * 2, deals=3)
    assert not fixed.finished
    assert scripted_match([0] * 4, [only(42, 0)] * 3, deals=3).winners == [0]
    tied = scripted_match([0] * 4, [only(3, 0, 1)], deals=1)
    assert not tied.finished
    third = scripted_match([0] * 4, [only(3, 0, 1), only(9, 2)], deals=1)
    assert third.winners == [2]  # whoever is highest when the tie is over


def test_mi20_below_the_target_a_tie_or_not_is_played_on() -> None:
    assert not scripted_match([30, 0, 0, 0], [only(9, 0)]).finished
    again = scripted_match([42, 42, 0, 0], [only(6, 2, 3), only(3, 1, 2)])
    assert again.winners == [1]


def test_a_match_ends_after_max_deals() -> None:
    match = scripted_match([0] * 4, [only(3, 0, 1)] * 2, max_deals=2)
    assert match.winners == [0, 1]


def test_mi6_the_deal_passes_clockwise() -> None:
    dealers = [scripted_match([0] * 4, [only(3, 0)] * number, 2).dealer for number in range(4)]
    assert dealers == [2, 3, 0, 1]
    assert scripted_match([0] * 4, [only(42, 0)], 3).next_dealer() == 0


def test_mi21_a_revoke_is_refused_and_changes_nothing() -> None:
    deal = play(SITUATIONS["MI-1"])
    before = deal.seat, deal.legal(), list(deal.history), list(deal.points)
    for action in ("8D", "AC", "pass"):
        with pytest.raises(ValueError, match=f"seat 3 may not {action}"):
            deal.apply(action)
    assert (deal.seat, deal.legal(), deal.history, deal.points) == before


def test_options() -> None:
    rules = list(all_rules())
    assert len(rules) == 32
    assert complete_options(rules[0]) == complete_options({})
    with pytest.raises(ValueError, match="unknown option solo"):
        complete_options({"solo": True})
    with pytest.raises(ValueError, match="negative_scores cannot be 'nobody'"):
        complete_options({"negative_scores": "nobody"})


def test_random_matches_end_by_the_rules() -> None:
    chance = random.Random(3)
    for number, options in enumerate(all_rules()):
        match = MichiganMatch({**options, "max_deals": 20}, number % 4)
        while not match.finished:
            pack = chance.sample(PACK, 32)
            deal = match.start([pack[place : place + 8] for place in range(0, 32, 8)])
            while not deal.finished:
                legal = deal.legal()
                assert legal == sorted(legal, key=[*PACK, *ACTIONS].index)
                match.apply(chance.choice(legal))
            assert sum(deal.points) == 120
            assert sum(deal.tricks) == 8
            assert deal.value == VALUES[deal.row][COLUMNS.index(deal.column)]
            assert in_pack_order([c for cards in deal.played for c in cards]) == PACK
        assert match.winners
        assert match.deals_played == 20 or max(match.totals) >= 42
    assert set(ZOLAS) < set(VALUES)
