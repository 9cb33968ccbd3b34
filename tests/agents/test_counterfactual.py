"""Counterfactual deals, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from agents.counterfactual import solo_pairs, with_card, with_hands_exchanged
from spitzer_env import michigan_v0, spitzer_v0
from spitzer_env.actions import PACK
from spitzer_env.variants import variant_of

TWO_TRUMP = variant_of(spitzer_v0.Rules()).tables
MICHIGAN = variant_of(michigan_v0.Rules()).tables
SEVEN, LITTLE_QUEEN = PACK.card_id("7D"), PACK.card_id("QS")


def hands_of(text: str) -> np.ndarray:
    return np.array([[PACK.parse(hand) for hand in text.split(" | ")]], np.uint64)


def cards(hands: np.ndarray, seat: int) -> int:
    return int(hands[0, seat])


DEAL = (
    "QC AC AS AH AD TC TS TH | 7D KC QS QH QD 9C 9S 9H | TD KS KH KD JC JS JH JD | "
    "8C 8S 8H 8D 7C 7S 7H 9D"
)


def test_the_seven_goes_for_the_plain_card_without_points_that_is_nearest_in_strength() -> None:
    """Of 8C 8S 8H 8D 7C 7S 7H 9D, all worth 0, the nine ranks next to 7D; SP4."""
    moved = with_card(hands_of(DEAL), SEVEN, np.array([3], np.int8), TWO_TRUMP)
    assert cards(moved, 3) == PACK.parse("8C 8S 8H 8D 7C 7S 7H 7D")
    assert cards(moved, 1) == PACK.parse("9D KC QS QH QD 9C 9S 9H")
    for seat in (0, 2):
        assert cards(moved, seat) == cards(hands_of(DEAL), seat)


def test_qc_is_never_given_for_another_card_of_the_sides_and_points_count_first() -> None:
    """Seat 0 has QC and cards worth 10 and 11: a ten is nearer to 0, and of three TC is first."""
    moved = with_card(hands_of(DEAL), SEVEN, np.array([0], np.int8), TWO_TRUMP)
    assert cards(moved, 0) == PACK.parse("QC AC AS AH AD 7D TS TH")
    assert cards(moved, 1) == PACK.parse("TC KC QS QH QD 9C 9S 9H")


def test_mi3_a_trump_goes_for_a_trump() -> None:
    """QS of seat 1 for a trump of seat 2: TD KD JC JS JH JD; a jack's 2 points are nearest to 3.
    JC is the strongest of the jacks (MI3)."""
    moved = with_card(hands_of(DEAL), LITTLE_QUEEN, np.array([2], np.int8), MICHIGAN)
    assert cards(moved, 2) == PACK.parse("TD KS KH KD QS JS JH JD")
    assert cards(moved, 1) == PACK.parse("7D KC JC QH QD 9C 9S 9H")


def test_who_holds_the_card_already_keeps_his_hand_and_nobody_is_an_error() -> None:
    hands = hands_of(DEAL)
    assert np.array_equal(with_card(hands, SEVEN, np.array([1], np.int8), TWO_TRUMP), hands)
    hands[0, 1] = 0
    with pytest.raises(ValueError, match=r"deals \[0\]: nobody holds the card"):
        with_card(hands, SEVEN, np.array([1], np.int8), TWO_TRUMP)


def test_two_seats_change_places() -> None:
    changed = with_hands_exchanged(hands_of(DEAL), np.array([0]), np.array([3]))
    assert cards(changed, 0) == cards(hands_of(DEAL), 3)
    assert cards(changed, 3) == cards(hands_of(DEAL), 0)
    assert cards(changed, 1) == cards(hands_of(DEAL), 1)


def test_a_soloist_has_a_matched_pair_and_a_pair_its_soloist() -> None:
    alone = DEAL.replace("AC", "..").replace("7D", "AC").replace("..", "7D")  # seat 0 has both
    both = np.concatenate([hands_of(DEAL), hands_of(alone)])
    found = solo_pairs(both, np.array([2, 3], np.int8), TWO_TRUMP)
    assert found.soloist.tolist() == [0, 0]
    assert found.partner.tolist() == [1, 3]  # dealt so; three seats to the left
    assert np.array_equal(found.pair[0], both[0])
    assert np.array_equal(found.solo[1], both[1])
    assert cards(found.solo[:1], 0) == PACK.parse("QC AC AS AH AD 7D TS TH")
    assert cards(found.pair[1:], 3) == PACK.parse("8C 8S 8H 8D 7C 7S 7H 7D")
    for seat, deal in ((2, 0), (3, 0), (1, 1), (2, 1)):
        assert found.pair[deal, seat] == found.solo[deal, seat]
