"""What a bid is worth: points captured scatter round what is expected, and a set costs the bid."""

from __future__ import annotations

import numpy as np

from agents.smear_cards import Numbers
from agents.smear_knowledge import Places
from smear_env.actions import HIGHEST_BID
from smear_env.rules import SmearRules

FINEST = 0.05  # step of the tables of expected points
OTHERS = (7.06, -0.78)  # points of the other sides, as a line over the expected points
SPREAD = (3.3, -0.2)  # standard deviation, likewise


class Prospects:
    """Tables of a pitcher's prospects under one set of rules."""

    def __init__(self, rules: SmearRules) -> None:
        self.most = rules.most_points
        steps = int(self.most / FINEST) + 1
        expected = np.arange(steps) * FINEST
        self.chances = scatter(expected, self.most)  # (steps, most + 1)
        others = self.points_of_others(expected) / (rules.num_sides - 1)
        points = np.arange(self.most + 1)
        bids = np.arange(HIGHEST_BID + 1)[:, None]
        outcome = np.where(points >= bids, points, -bids)  # (bids, most + 1)
        self.values = self.chances @ outcome.T - others[:, None]  # (steps, bids)

    def points_of_others(self, expected: Numbers) -> Numbers:
        """(N,) points that the other sides capture together."""
        return np.maximum(OTHERS[0] + OTHERS[1] * expected, 0)

    def place(self, expected: Numbers) -> Places:
        """(N,) the step of each number of expected points."""
        steps = np.rint(np.maximum(expected, 0) / FINEST).astype(np.int64)
        return np.minimum(steps, len(self.values) - 1)

    def value(self, expected: Numbers, bids: Places) -> Numbers:
        """(N,) relative units expected of a pitcher who undertakes `bids`."""
        found: Numbers = self.values[self.place(expected), bids]
        return found


def scatter(expected: Numbers, most: int) -> Numbers:
    """(K, most + 1) chance of each number of points captured, from those expected (K,)."""
    points = np.arange(most + 1)
    spread = np.maximum(SPREAD[0] + SPREAD[1] * expected, 1)[:, None]
    weight = np.exp(-(((points - expected[:, None]) / spread) ** 2) / 2)
    chances: Numbers = weight / weight.sum(axis=1, keepdims=True)
    return chances
