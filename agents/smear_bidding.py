"""SM5, SM6: what a hand is worth to the rule player of Smear under each trump, and what it bids."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.smear_cards import Numbers, SmearCards
from smear_env.actions import BID_ZERO, PASS, TRUMP_CLUBS
from smear_env.information import InformationState
from smear_env.rules import SmearRules
from smear_env.trumps import SUIT_SIZE, trump_ranks
from trick_taking.cards import SUITS, Cards, count, flags

RANK_WORTH = np.array(
    [1.5, 1.0, 0.8, 1.2, 0.9, 0.8, 0.7, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 1.2, 0.9], np.float32
)
ACES = np.uint64(sum(1 << SUIT_SIZE * suit for suit in range(len(SUITS))))
TENS = ACES << np.uint64(4)


def hand_strengths(hands: Cards, cards: SmearCards) -> Numbers:
    """(G, 4) how many points my side is expected to capture with each suit as trump."""
    strengths = np.zeros((len(hands), len(SUITS)), np.float32)
    for suit in range(len(SUITS)):
        trumps = hands & cards.trump_sets[suit]
        suits = np.full(len(hands), suit)
        ranks = flags(trump_ranks(trumps, suits), len(RANK_WORTH))
        number = count(trumps).astype(np.float32)
        plain = hands & ~trumps
        strengths[:, suit] = (
            ranks @ RANK_WORTH + 0.6 * np.maximum(number - 2, 0) + 0.15 * count(plain & ACES) - 0.3
        )
        strengths[:, suit] += np.where(number == 0, -100, 0)
    return strengths


class Bidder:
    """Says what a hand is worth, under one set of rules."""

    def __init__(self, cards: SmearCards, rules: SmearRules) -> None:
        self.cards, self.rules = cards, rules

    def bid(self, info: InformationState) -> npt.NDArray[np.int64]:
        """(G,) a bid or a pass."""
        best = hand_strengths(info.hand, self.cards).max(axis=1)
        limit = np.minimum(np.floor(best * 0.9), self.rules.most_points)
        say = np.maximum(info.bid + 1, 2)
        bids = np.where(say <= limit, say, 0).astype(np.int64)
        return np.where(bids >= 2, BID_ZERO + bids, PASS)

    def name_trump(self, info: InformationState) -> npt.NDArray[np.int64]:
        """(G,) the suit in which the hand is worth most."""
        return TRUMP_CLUBS + hand_strengths(info.hand, self.cards).argmax(axis=1)
