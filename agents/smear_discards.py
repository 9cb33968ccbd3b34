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
# What a plain card is worth in hand, what less with each trump beside it, what more to the pitcher.
KEEP = {"A": 0.17, "T": 0.19, "K": 0.07, "J": 0.05, "Q": 0.04}
LESS = {"A": 0.03, "T": 0.07}
PITCHER = {"A": 0.2, "T": 0.18}
LOW_RANKS = {rank: place / 1000 for place, rank in enumerate("23456789")}
LONE = 0.03  # a plain card alone in its suit is worth less
TRUMP_KEPT = 100.0
POINT_KEPT = 50.0


def _by_card(worth: dict[str, float]) -> Numbers:
    """(C,) a number of each rank."""
    return np.array([worth.get(rank, 0.0) for rank in _RANKS], np.float32)


PLAIN_KEEP, PLAIN_LESS, PLAIN_PITCHER = (
    _by_card(kind) for kind in (KEEP | LOW_RANKS, LESS, PITCHER)
)


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
    number = count(info.hand & cards.trump_sets[trump]).astype(np.float32)[:, None]
    plain = PLAIN_KEEP - PLAIN_LESS * number - LONE * lone
    plain = plain + PLAIN_PITCHER * (info.pitcher == 0)[:, None]
    return np.where(is_trump, trumps, plain).astype(np.float32)


def suit_lengths(hands: Cards, trump: Places, cards: SmearCards) -> npt.NDArray[np.int64]:
    """(G, C) how many cards of each card's suit the hand has."""
    lengths = count(hands[:, None] & cards.group_sets[trump]).astype(np.int64)
    group = cards.group[trump].astype(np.int64)
    return np.take_along_axis(lengths, group, axis=1)
