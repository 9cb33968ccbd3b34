"""What card points are worth: the expected cell of MI18, from points won and points to come."""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

import numpy as np

from agents.michigan_habits import Habits
from agents.spitzer_knowledge import Numbers, Places
from spitzer_env.actions import NUM_ACTIONS, SCHNEIDER
from spitzer_env.calling import ZOLAS
from spitzer_env.michigan_scoring import SCHNEIDER_ROW, VALUES, ZOLA_ROW
from trick_taking.arrays import GameArrays
from trick_taking.cards import Flags

TOTAL = 120  # MI5
LIMITS = (31, 61, 90)  # MI18
ROW_OF = np.zeros(NUM_ACTIONS + 1, np.int64)  # by contract, NO_ACTION last
ROW_OF[[SCHNEIDER, *ZOLAS]] = SCHNEIDER_ROW, ZOLA_ROW, ZOLA_ROW + 1, ZOLA_ROW + 2


def stake_table(habits: Habits) -> Numbers:
    """(6, 2, 121, 121) expected value: [row, all tricks still possible, points won, to come].

    What is to come is shared normally about a mean, and never passes its bounds.
    """
    table = np.zeros((len(VALUES), 2, TOTAL + 1, TOTAL + 1), np.float32)
    for has in range(TOTAL + 1):
        for to_come in range(TOTAL + 1 - has):
            for lone, share in enumerate((habits.pair_share, habits.lone_share)):
                reached = [_chance_of(limit - has, to_come, share, habits) for limit in LIMITS]
                rows = slice(0, 2) if lone == 0 else slice(2, 6)
                steps = np.diff(VALUES[rows, 1:5].astype(np.float64), axis=1)
                value = VALUES[rows, 1] + steps @ reached
                table[rows, 0, has, to_come] = value
                sweep = habits.sweep ** (to_come / 15) if has + to_come == TOTAL else 0.0
                table[rows, 1, has, to_come] = value + sweep * (VALUES[rows, 5] - value)
    return table


def _chance_of(needed: int, to_come: int, share: float, habits: Habits) -> float:
    """Chance that the declaring side wins `needed` or more of the points to come."""
    if needed <= 0:
        return 1.0
    if needed > to_come:
        return 0.0
    deviation = habits.spread_of_points * sqrt(to_come)
    return (1 + erf((share * to_come - needed + 0.5) / (deviation * sqrt(2)))) / 2


@dataclass
class Stand(GameArrays):
    """How G deals stand for the player to move: what more points are worth to it."""

    row: Places  # (G,) of MI18
    sweeping: Flags  # (G,) the declaring side may still take all tricks
    won: Numbers  # (G,) points that my side has
    rest: Numbers  # (G,) points to come
    declaring: Flags  # (G,) my side is the declaring one

    def value(self, stakes: Numbers, points: Numbers | float, mine: bool) -> Numbers:
        """(G,) units to my side once `points` more are won, or lost to the others."""
        fixed = np.minimum(np.rint(points), self.rest)
        ours = self.won + fixed if mine else self.won
        left = self.rest - fixed
        has = np.rint(np.where(self.declaring, ours, TOTAL - left - ours)).astype(np.int64)
        sweeping = (self.sweeping & (self.declaring == mine)).astype(np.int64)
        units = stakes[self.row, sweeping, has, left.astype(np.int64)]
        return np.where(self.declaring, units, -units)
