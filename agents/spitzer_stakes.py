"""What card points are worth: expected units of a side, from its points and those to come."""

from __future__ import annotations

from math import erf, sqrt

import numpy as np
import numpy.typing as npt

from agents.spitzer_habits import Habits
from agents.spitzer_knowledge import Numbers
from spitzer_env.rules import TwoTrumpRules

TOTAL = 120  # SP5


def stake_table(rules: TwoTrumpRules, habits: Habits) -> Numbers:
    """(121, 121) units per opponent that the trump side expects: [points it has, points to come].

    SP14, SP15; what is to come is shared normally about a mean, and never passes its bounds.
    """
    minimum = rules.schneider_minimum
    limits = [(61, 2)] + ([(minimum, 1), (31, 1)] if rules.schneider_bonus else [])
    table = np.zeros((TOTAL + 1, TOTAL + 1), np.float32)
    for has in range(TOTAL + 1):
        for open_points in range(TOTAL + 1 - has):
            reached = [
                step * _chance_of(limit - has, open_points, habits) for limit, step in limits
            ]
            table[has, open_points] = sum(reached) - sum(step for _, step in limits) + len(limits)
    return table


def _chance_of(needed: int, open_points: int, habits: Habits) -> float:
    """Chance that the trump side wins `needed` or more of `open_points`."""
    if needed <= 0:
        return 1.0
    if needed > open_points:
        return 0.0
    mean = habits.trump_share * open_points
    deviation = habits.spread_of_points * sqrt(open_points)
    return (1 + erf((mean - needed + 0.5) / (deviation * sqrt(2)))) / 2


def expected_units(
    stakes: Numbers,
    trump_side: npt.NDArray[np.bool_],
    won: npt.NDArray[np.integer],
    open_points: npt.NDArray[np.integer],
    points: Numbers | np.float32,
    mine: bool,
) -> Numbers:
    """(N, 9) units that my side expects once `points` of the open ones are won or lost.

    trump_side: (N, 1) whether I am of the trump side; won: (N, 9) points of my side
    """
    fixed = np.minimum(np.rint(points).astype(np.int64), open_points)
    left = open_points - fixed
    own = won + fixed if mine else won
    has = np.where(trump_side, own, TOTAL - left - own)
    units = stakes[has, left]
    return np.where(trump_side, units, -units)
