"""SM7: which card the rule player of Smear lays down first.

Trumps are kept; of plain cards the ace goes last, then those that bring game value to a partner.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.smear_cards import Numbers, SmearCards
from agents.smear_knowledge import Places
from smear_env.actions import PACK
from smear_env.information import InformationState
from smear_env.rules import SmearRules
from smear_env.trumps import TRUMP
from trick_taking.cards import Cards, count, flags

NUM_CARDS = PACK.size
_RANKS = np.array([name[0] for name in PACK.names])
KEEP = {"A": 5.0, "K": 2.0, "Q": 1.0, "J": 0.5, "T": 1.5}  # others by rank below
LOW_RANKS = {rank: place / 100 for place, rank in enumerate("23456789")}
TRUMP_KEPT = 100.0
POINT_KEPT = 50.0
PLAIN_KEEP: Numbers = np.array(
    [(KEEP | LOW_RANKS).get(rank, 0.0) for rank in _RANKS], np.float32
)  # (C,)


def choose_discards(
    info: InformationState, cards: SmearCards, rules: SmearRules
) -> npt.NDArray[np.int64]:
    """(G,) the lawful card that is least worth keeping."""
    trump = info.trump.astype(np.int64)
    worth = keep_worth(info, trump, cards, rules)
    lawful = flags(info.lawful[:, 0], NUM_CARDS).astype(np.bool_)
    return np.where(lawful, -worth, -np.inf).argmax(axis=1)


def keep_worth(
    info: InformationState, trump: Places, cards: SmearCards, rules: SmearRules
) -> Numbers:
    """(G, C) what each card is worth in hand."""
    is_trump = cards.group[trump] == TRUMP
    trumps = TRUMP_KEPT + cards.strength[trump] + POINT_KEPT * cards.worth[trump]
    lone = suit_lengths(info.hand, trump, cards) == 1
    plain = PLAIN_KEEP - 0.1 * lone
    return np.where(is_trump, trumps, plain).astype(np.float32)


def suit_lengths(hands: Cards, trump: Places, cards: SmearCards) -> npt.NDArray[np.int64]:
    """(G, C) how many cards of each card's suit the hand has."""
    lengths = count(hands[:, None] & cards.group_sets[trump]).astype(np.int64)
    group = cards.group[trump].astype(np.int64)
    return np.take_along_axis(lengths, group, axis=1)
