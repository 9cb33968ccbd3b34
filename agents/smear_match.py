"""SM13, SMV7, SMV8: how the score of a match changes what a bid or a pass is worth.

A deal's points are turned into chances to win the match and back, so that far from the target
nothing changes, and near it a bid that goes out, or keeps another side from it, is worth more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.smear_cards import Numbers
from agents.smear_knowledge import Places
from agents.smear_prospects import Prospects
from smear_env.information import InformationState
from smear_env.rules import SmearRules
from trick_taking.cards import Flags

DEAL_SPREAD = 7.0  # standard deviation of a deal's difference between two sides
DEAL_POINTS = 5.0  # points that the leader wins in a deal
LEAST_SLOPE = 0.02  # chance to win a match that a point is thought to be worth at least
THEIR_HAND = 5.0  # points expected of a side that outbids me, at least
OVER_BID = 0.7  # and over its bid
USUAL_BID = 4


@dataclass(frozen=True)
class Outcome:
    """Points of a deal that somebody pitches, by the points that his side captures: (N, most + 1).

    chances: of each; pitcher, others: what his side and another side score
    """

    chances: Numbers
    pitcher: Numbers
    others: Numbers


class MatchSense:
    """Weighs the outcomes of a deal by the score, under one set of rules."""

    def __init__(self, rules: SmearRules, prospects: Prospects) -> None:
        self.rules, self.prospects = rules, prospects

    def corrections(
        self, info: InformationState, rows: Places, bids: Places, strength: Numbers
    ) -> Numbers:
        """(N,) points by which the score changes the worth of `bids` (N,), 0 for a pass.

        strength: (N,) points expected of my side if I pitch
        """
        sides = self.rules.num_sides
        totals = info.totals[rows].astype(np.float64)
        mine, others = totals[:, 0], totals[:, 1:].max(axis=1)
        highest = info.bid[rows].astype(np.int64)
        partner = (highest > 0) & (info.pitcher[rows] % sides == 0)
        pitching = (bids > 0) | partner
        bid = np.where(bids > 0, bids, np.where(highest > 0, highest, USUAL_BID))
        bid = np.minimum(bid, self.rules.most_points)
        hand = np.where(bids > 0, strength, np.maximum(bid + OVER_BID, THEIR_HAND))
        deal = self.outcome(hand, bid)
        made = deal.pitcher > 0
        me, them = (
            np.where(pitching[:, None], a, b)
            for a, b in ((deal.pitcher, deal.others), (deal.others, deal.pitcher))
        )
        chance = self.win_chance(
            mine[:, None] + me,
            others[:, None] + them,
            made & pitching[:, None],
            made & ~pitching[:, None],
        )
        nobody = np.zeros(len(rows), np.bool_)
        now = self.win_chance(mine, others, nobody, nobody)
        slope = np.maximum(self.slope(mine, others), LEAST_SLOPE)
        gained = ((chance - now[:, None]) * deal.chances).sum(axis=1) / slope
        plain = ((me - them) * deal.chances).sum(axis=1)
        return gained - plain

    def outcome(self, hand: Numbers, bid: Places) -> Outcome:
        """What may come of a pitcher who bids `bid` (N,) with `hand` (N,) expected points."""
        most = self.rules.most_points
        points = np.arange(most + 1)
        chances = self.prospects.scatter(hand)
        captured = np.where(points >= bid[:, None], points, -bid[:, None])
        whole = hand + self.prospects.points_of_others(hand)
        others = np.maximum(whole[:, None] - points, 0) / (self.rules.num_sides - 1)
        return Outcome(chances, captured.astype(np.float64), others)

    def spread(self, mine: Numbers, others: Numbers) -> Numbers:
        """Standard deviation of the difference over the rest of a match."""
        to_go = self.rules.target - np.maximum(mine, others)
        return DEAL_SPREAD * np.sqrt(np.maximum(to_go / DEAL_POINTS, 1))

    def slope(self, mine: Numbers, others: Numbers) -> Numbers:
        """Chance to win that one point of difference is worth."""
        spread = self.spread(mine, others)
        return np.exp(-(((mine - others) / spread) ** 2) / 2) / spread * 0.4

    def win_chance(
        self, mine: Numbers, others: Numbers, i_made: Flags, they_made: Flags
    ) -> Numbers:
        """Chance to win a match with the totals after a deal (SM13, SMV8)."""
        target, floor = self.rules.target, self.rules.floor
        ahead = mine - others
        chance = 1 / (1 + np.exp(-1.6 * ahead / self.spread(mine, others)))
        i_reach, they_reach = mine >= target, others >= target
        if self.rules.both_over == "pitcher_first":
            i_lead = i_made | (~they_made & (ahead > 0))
        else:
            i_lead = (ahead > 0) | ((ahead == 0) & i_made)
        i_win = i_reach & (~they_reach | i_lead)
        they_win = they_reach & ~i_win
        chance = np.where(i_win, 1.0, np.where(they_win, 0.0, chance))
        if floor is not None:
            undecided = ~i_win & ~they_win
            chance = np.where(undecided & (others <= floor), 1.0, chance)
            chance = np.where(undecided & (mine <= floor), 0.0, chance)
        return chance
