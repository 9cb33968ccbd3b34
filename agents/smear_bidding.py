"""SM5, SM6: what a hand is worth to the rule player of Smear under each trump, and what it bids.

From the trumps of a hand follows how many points its side may be expected to capture; from that
the chance to make each bid, and what the bid is worth against a pass.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.smear_cards import Numbers, SmearCards
from agents.smear_habits import Habits
from agents.smear_knowledge import Places
from agents.smear_match import MatchSense
from agents.smear_prospects import Prospects
from agents.smear_strength import hand_strengths
from smear_env.actions import BID_ZERO, HIGHEST_BID, LOWEST_BID, PASS, TRUMP_CLUBS
from smear_env.information import InformationState
from smear_env.rules import SmearRules


class Bidder:
    """Says what a hand is worth, under one set of rules."""

    def __init__(
        self, cards: SmearCards, rules: SmearRules, habits: Habits, in_match: bool
    ) -> None:
        self.cards, self.rules, self.habits = cards, rules, habits
        self.prospects = Prospects(rules)
        self.match = MatchSense(rules, self.prospects) if in_match else None

    def name_trump(self, info: InformationState) -> npt.NDArray[np.int64]:
        """(G,) the suit in which the hand is worth most."""
        return TRUMP_CLUBS + hand_strengths(info.hand, self.cards, self.rules).argmax(axis=1)

    def bid(self, info: InformationState) -> npt.NDArray[np.int64]:
        """(G,) a bid or a pass, whichever is expected to bring most."""
        rows, bids = self.find_bids(info)
        scores = np.zeros(len(rows))
        for reason, holds in self.weigh(info, rows, bids).items():
            scores += self.habits.bidding.get(reason, 0.0) * holds
        if self.match is not None:
            corrections = self.match.corrections(info, rows, bids, self.expected(info)[rows])
            scores += self.habits.match_sense * corrections
        board = np.full((info.num_rows, HIGHEST_BID + 1), -np.inf)
        board[rows, bids] = np.rint(scores * 65536)
        best = board.argmax(axis=1)
        return np.where(best == 0, PASS, BID_ZERO + best)

    def expected(self, info: InformationState) -> Numbers:
        """(G,) points that my side is expected to capture if I pitch."""
        strengths = hand_strengths(info.hand, self.cards, self.rules)
        return self.prospects.expected_points(strengths.max(axis=1))

    def find_bids(self, info: InformationState) -> tuple[Places, Places]:
        """(N,) rows and bids that may be said (SM5) and are within reach, 0 for a pass."""
        bids = np.arange(HIGHEST_BID + 1)
        limit = np.minimum(self.expected(info) + self.habits.reach, self.rules.most_points)
        higher = (bids > info.bid[:, None]) & (bids >= LOWEST_BID)
        rows, said = np.nonzero((bids == 0) | (higher & (bids <= limit[:, None])))
        return rows, said

    def weigh(self, info: InformationState, rows: Places, bids: Places) -> dict[str, Numbers]:
        """(N,) of every reason for saying `bids` (N,) in `rows`."""
        sides, expected = self.rules.num_sides, self.expected(info)
        value = self.prospects.value(expected[rows], bids)
        friends, foes, friends_passed, foes_passed = (part[rows] for part in self.speakers(info))
        bid, strong = info.bid[rows].astype(np.float64), expected[rows] - self.rules.most_points / 2
        passes, open_, partner = bids == 0, bid == 0, (info.bid > 0) & (info.pitcher % sides == 0)
        partner = partner[rows]
        theirs = ~open_ & ~partner
        last = open_ & (foes + friends == 0)
        found = {
            "pass": passes & ~last,
            "pass_strong": passes * strong,
            "pass_partner_strong": passes * partner * strong,
            "pass_partner_bid": passes * partner * bid,
            "pass_theirs": passes & theirs,
            "pass_theirs_strong": passes * theirs * strong,
            "pass_theirs_bid": passes * theirs * bid,
            "pass_friends": passes * open_ * friends,
            "bid_value": ~passes * value,
            "bid_value_foes": ~passes * value * foes,
            "bid_foes": ~passes * foes,
            "bid_level_foes": ~passes * foes * bids,
            "bid_friends": ~passes * friends,
            "bid_value_friends": ~passes * value * friends,
            "bid_friends_passed": ~passes * friends_passed,
            "bid_foes_passed": ~passes * foes_passed,
            "bid_over_partner": ~passes & partner,
            "bid_over_partner_level": ~passes * partner * bids,
        }
        return {name: np.asarray(holds, np.float64) for name, holds in found.items()}

    def speakers(self, info: InformationState) -> list[Numbers]:
        """(G,) of friends and of foes how many are still to speak and how many have passed.

        Those to speak are counted as at a table of four, where there are one and two.
        """
        seats = np.arange(1, self.rules.players)
        friend = seats % self.rules.num_sides == 0
        to_speak = seats <= info.dealer[:, None]  # SM5: the dealer speaks last
        passed = info.bids[:, 1:] == 0
        friends = (to_speak & friend).sum(axis=1) / max(friend.sum(), 1)
        foes = (to_speak & ~friend).sum(axis=1) / ((~friend).sum() / 2)
        return [friends, foes, (passed & friend).sum(axis=1), (passed & ~friend).sum(axis=1)]
