"""Ratings that do not know of any order."""

import math

import numpy as np
import pytest

from experiments.ratings import MEAN, Wins, count_wins, settle_ratings
from experiments.tallies import PairTally

SCALE = math.sqrt(2 * (1 + (25 / 6) ** 2))  # c of the Plackett-Luce model with two players


def test_two_agents_by_hand():
    """The odds of winning are exp(difference / c); one draw more counts as half a win each."""
    first, second = settle_ratings(2, {(0, 1): Wins(70, 10, 20)})
    assert first.mu - second.mu == pytest.approx(SCALE * math.log(75.5 / 25.5), abs=1e-4)
    assert (first.mu + second.mu) / 2 == pytest.approx(MEAN)
    assert (first.won, second.won) == (0.75, 0.25)


def test_who_never_loses_has_a_finite_rating():
    first, second = settle_ratings(2, {(0, 1): Wins(100, 0, 0)})
    assert first.mu - second.mu == pytest.approx(SCALE * math.log(100.5 / 0.5), abs=1e-3)
    assert first.won == 1


def test_three_agents_whose_results_fit_one_scale():
    """Odds of 2 and 3 multiply to 6; large numbers, so that the extra draw hardly counts."""
    many = 10_000_000
    wins = {(0, 1): (2, 1), (1, 2): (3, 1), (0, 2): (6, 1)}
    ratings = settle_ratings(
        3, {pair: Wins(a * many, 0, b * many) for pair, (a, b) in wins.items()}
    )
    steps = -np.diff([rating.mu for rating in ratings]) / SCALE
    np.testing.assert_allclose(steps, np.log([2, 3]), atol=1e-4)
    assert ratings[0].won == pytest.approx((2 / 3 + 6 / 7) / 2)


def test_level_agents_and_renamed_agents():
    level = settle_ratings(3, {pair: Wins(4, 1, 4) for pair in ((0, 1), (0, 2), (1, 2))})
    assert [rating.mu for rating in level] == [MEAN] * 3
    one = settle_ratings(3, {(0, 1): Wins(5, 0, 1), (0, 2): Wins(2, 2, 3), (1, 2): Wins(1, 0, 6)})
    # The agents in another order: 2, 0, 1.
    other = settle_ratings(3, {(0, 1): Wins(3, 2, 2), (0, 2): Wins(6, 0, 1), (1, 2): Wins(5, 0, 1)})
    found = [other[place].mu for place in (1, 2, 0)]
    assert found == pytest.approx([rating.mu for rating in one], abs=1e-5)


def test_who_gains_more_wins_a_deal():
    tally = PairTally.__new__(PairTally)
    tally.gains = np.array([[3, -3], [0, 0], [-1, 1], [2, 1], [-7, 7]])
    assert count_wins(tally) == Wins(2, 1, 2)
