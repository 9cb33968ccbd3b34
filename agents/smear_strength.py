"""How many points a pitcher's side captures, from the hand: a linear model fitted to own games."""

from __future__ import annotations

import numpy as np

from agents.smear_cards import Numbers, SmearCards
from smear_env.rules import SmearRules
from smear_env.trumps import SUIT_SIZE, trump_ranks
from trick_taking.cards import SUITS, Cards, count, flags

# By variant: A K Q J Jick BJ LJ T 9 .. 2 of trump, the trumps over 3, over 4 and over 5 in
# number, plain aces, tens and kings, and what every hand is worth.
STRENGTHS: dict[str, tuple[float, ...]] = {
    "nine_card": (
        *(1.79, 0.84, 0.74, 0.64, 0.5, 0.26, 0.08, 0.03),
        *(0.06, -0.01, 0.02, -0.06, 0.14, -0.01, 0.09, -0.14),
        *(0.3, 0.09, -0.03, 0.05, 0.01, 0.05, 3.35),
    ),
    "widow": (
        *(2.41, 1.37, 1.07, 1.18, 0.88, 0.77, 0.62, 0.44),
        *(0.38, 0.38, 0.38, 0.36, 0.39, 0.37, 1.0, 0.67),
        *(0.5, -0.14, -0.34, 0.01, -0.02, 0.04, 1.86),
    ),
    "no_jick": (
        *(1.41, 0.5, 0.4, 0.79, 0.0, 0.72, 0.61, 0.25),
        *(0.23, 0.18, 0.21, 0.19, 0.15, 0.19, 0.17, 0.16),
        *(0.04, -0.04, -0.07, 0.05, -0.02, 0.04, 1.23),
    ),
    "five_point": (
        *(1.33, 0.45, 0.37, 0.79, 0.0, 0.71, 0.0, 0.28),
        *(0.2, 0.2, 0.22, 0.19, 0.19, 0.2, 0.19, 0.17),
        *(-0.01, -0.06, -0.02, 0.04, -0.04, 0.06, 0.98),
    ),
    "ten_point": (
        *(1.97, 0.93, 0.79, 1.03, 0.76, 0.71, 0.59, 0.34),
        *(0.35, 0.28, 0.24, 0.3, 0.33, 0.35, 1.07, 0.2),
        *(0.27, -0.04, -0.18, 0.08, -0.01, 0.05, 1.86),
    ),
}
ACES = np.uint64(sum(1 << SUIT_SIZE * suit for suit in range(len(SUITS))))
KINGS, TENS = ACES << np.uint64(1), ACES << np.uint64(4)
NUM_RANKS = 16


def hand_strengths(hands: Cards, cards: SmearCards, rules: SmearRules) -> Numbers:
    """(G, 4) points that a pitcher's side is expected to capture with each suit as trump.

    Minus infinity for a suit that the hand may not name (SM6).
    """
    worth = np.array(STRENGTHS[rules.variant])
    columns = []
    for suit in range(len(SUITS)):
        held = features(hands, np.full(len(hands), suit), cards)
        none = (hands & cards.trump_sets[suit]) == 0
        columns.append(np.where(none, -np.inf, held @ worth))
    return np.stack(columns, axis=1)


def features(hands: Cards, suits: np.ndarray, cards: SmearCards) -> Numbers:
    """(G, 23) what `STRENGTHS` weighs, with suit `suits` (G,) as trump."""
    trumps = hands & cards.trump_sets[suits]
    plain = hands & ~trumps
    number = count(trumps).astype(np.int64)
    over = [np.maximum(number - most, 0) for most in (3, 4, 5)]
    beside = [count(plain & some) for some in (ACES, TENS, KINGS)]
    rest = np.stack([*over, *beside, np.ones(len(hands))], axis=1)
    return np.concatenate([flags(trump_ranks(trumps, suits), NUM_RANKS), rest], axis=1)
