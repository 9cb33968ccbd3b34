"""What a bid is worth: points captured scatter round what is expected, and a set costs the bid."""

from __future__ import annotations

import numpy as np

from agents.smear_cards import Numbers
from agents.smear_knowledge import Places
from smear_env.actions import HIGHEST_BID
from smear_env.rules import SmearRules

FINEST = 0.05  # step of the tables of expected points

# By variant, seats and sides, three lines (start, slope): the points that a pitcher's side captures
# over the strength of his best suit; over these points, those of the other sides together; and
# the standard deviation. Fitted to deals that a seat drawn at random had to pitch.
PROSPECTS: dict[tuple[str, int, int], tuple[float, ...]] = {
    ("ten_point", 3, 3): (-3.37, 1.34, 5.76, -0.68, 1.74, 0.01),
    ("nine_card", 3, 3): (-3.31, 1.26, 7.19, -0.87, 1.84, 0.05),
    ("widow", 3, 3): (1.59, 0.76, 7.26, -0.75, 3.58, -0.20),
    ("no_jick", 3, 3): (-2.27, 1.45, 3.63, -0.63, 0.82, 0.03),
    ("ten_point", 4, 2): (-0.57, 1.07, 7.07, -0.77, 3.24, -0.17),
    ("nine_card", 4, 2): (-0.22, 1.04, 9.20, -0.97, 4.02, -0.24),
    ("widow", 4, 2): (3.08, 0.72, 9.06, -0.83, 5.57, -0.36),
    ("no_jick", 4, 2): (-0.11, 1.05, 4.27, -0.73, 2.00, -0.20),
    ("five_point", 4, 2): (-0.14, 1.09, 3.69, -0.75, 1.86, -0.23),
    ("ten_point", 4, 4): (-3.93, 1.42, 7.61, -0.82, 1.65, 0.05),
    ("nine_card", 4, 4): (-3.97, 1.38, 9.29, -0.98, 1.81, 0.05),
    ("widow", 4, 4): (0.36, 0.97, 9.54, -0.87, 3.94, -0.21),
    ("no_jick", 4, 4): (-2.16, 1.36, 4.68, -0.79, 0.77, 0.06),
    ("ten_point", 5, 5): (-3.93, 1.45, 9.27, -0.94, 2.19, 0.00),
    ("nine_card", 5, 5): (-6.68, 1.84, 9.99, -1.00, 1.40, 0.12),
    ("widow", 5, 5): (-0.07, 1.11, 11.95, -1.00, 4.81, -0.26),
    ("no_jick", 5, 5): (-2.28, 1.38, 5.63, -0.95, 0.87, 0.07),
    ("ten_point", 6, 2): (0.98, 1.01, 8.72, -0.91, 4.55, -0.32),
    ("widow", 6, 2): (3.99, 0.79, 11.60, -0.99, 7.22, -0.49),
    ("no_jick", 6, 2): (0.49, 1.06, 5.23, -0.89, 2.82, -0.35),
    ("five_point", 6, 2): (0.50, 1.00, 4.51, -0.92, 2.58, -0.39),
    ("ten_point", 6, 3): (-1.87, 1.36, 8.93, -0.93, 2.92, -0.08),
    ("widow", 6, 3): (1.67, 1.01, 11.62, -0.99, 5.59, -0.32),
    ("no_jick", 6, 3): (-1.51, 1.50, 5.40, -0.92, 1.75, -0.13),
    ("five_point", 6, 3): (-1.05, 1.40, 4.63, -0.95, 1.73, -0.20),
    ("ten_point", 6, 6): (-3.24, 1.39, 9.00, -0.93, 2.17, 0.07),
    ("widow", 6, 6): (0.57, 1.08, 11.61, -0.99, 5.18, -0.29),
    ("no_jick", 6, 6): (-2.23, 1.44, 5.43, -0.91, 0.96, 0.11),
    ("ten_point", 8, 2): (0.18, 1.31, 8.84, -0.93, 4.81, -0.34),
    ("widow", 8, 2): (3.75, 0.94, 11.30, -0.96, 7.70, -0.52),
    ("no_jick", 8, 2): (0.22, 1.25, 5.27, -0.90, 3.18, -0.41),
    ("five_point", 8, 2): (0.17, 1.23, 4.53, -0.92, 2.52, -0.36),
    ("ten_point", 8, 4): (-3.79, 1.88, 9.02, -0.95, 2.80, -0.03),
    ("widow", 8, 4): (1.25, 1.23, 11.42, -0.97, 6.31, -0.39),
    ("no_jick", 8, 4): (-2.03, 1.71, 5.41, -0.92, 1.79, -0.12),
    ("five_point", 8, 4): (-1.76, 1.68, 4.63, -0.94, 1.44, -0.07),
    ("ten_point", 8, 8): (-4.13, 1.71, 9.04, -0.94, 1.79, 0.29),
    ("widow", 8, 8): (-0.56, 1.39, 11.45, -0.97, 5.04, -0.24),
    ("no_jick", 8, 8): (-2.47, 1.61, 5.44, -0.92, 0.93, 0.27),
}


class Prospects:
    """Tables of a pitcher's prospects under one set of rules."""

    def __init__(self, rules: SmearRules) -> None:
        self.most = rules.most_points
        self.lines = PROSPECTS[rules.variant, rules.players, rules.num_sides]
        steps = int(self.most / FINEST) + 1
        expected = np.arange(steps) * FINEST
        others = self.points_of_others(expected) / (rules.num_sides - 1)
        points = np.arange(self.most + 1)
        bids = np.arange(HIGHEST_BID + 1)[:, None]
        outcome = np.where(points >= bids, points, -bids)  # (bids, most + 1)
        self.values = self.scatter(expected) @ outcome.T - others[:, None]  # (steps, bids)

    def expected_points(self, strength: Numbers) -> Numbers:
        """(N,) points that my side captures if I pitch, from the strength of my best suit."""
        return np.clip(self.lines[0] + self.lines[1] * strength, 0, self.most)

    def points_of_others(self, expected: Numbers) -> Numbers:
        """(N,) points that the other sides capture together."""
        return np.maximum(self.lines[2] + self.lines[3] * expected, 0)

    def value(self, expected: Numbers, bids: Places) -> Numbers:
        """(N,) relative units expected of a pitcher who undertakes `bids`."""
        steps = np.rint(np.clip(expected, 0, self.most) / FINEST).astype(np.int64)
        found: Numbers = self.values[np.minimum(steps, len(self.values) - 1), bids]
        return found

    def scatter(self, expected: Numbers) -> Numbers:
        """(N, most + 1) chance of each number of points captured, from those expected (N,)."""
        points = np.arange(self.most + 1)
        spread = np.maximum(self.lines[4] + self.lines[5] * expected, 0.7)[:, None]
        weight = np.exp(-(((points - expected[:, None]) / spread) ** 2) / 2)
        chances: Numbers = weight / weight.sum(axis=1, keepdims=True)
        return chances
