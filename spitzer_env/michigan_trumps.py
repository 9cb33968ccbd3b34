"""The trump structure of Michigan Spitzer, as tables (MI3, MI4); card points are those of SP5."""

from __future__ import annotations

import numpy as np

from spitzer_env.actions import PACK
from spitzer_env.trumps import NUM_GROUPS, QUEEN, TRUMP
from trick_taking.tables import build_tables

LITTLE_QUEEN = PACK.card_id("QS")
TRUMP_ORDER = tuple(  # MI3, low to high
    PACK.card_id(name)
    for name in ("8D", "9D", "KD", "TD", "AD", "JD", "JH", "JS", "JC", "QD", "QH", "QS", "7D", "QC")
)
FAIL_ORDER = "789KTA"  # MI4, low to high
FAIL_SUITS = range(3)  # clubs, spades, hearts: every diamond is a trump
ACES = tuple(PACK.card_id(name) for name in ("AC", "AS", "AH"))  # of the fail suits


def group_of(card: int, contract: int) -> int:
    """MI3, MI4: fourteen trumps are one suit of their own."""
    return TRUMP if card in TRUMP_ORDER else card // 8


def strength_of(card: int, contract: int) -> int:
    """MI3, MI4: the trumps above the fail cards."""
    if card in TRUMP_ORDER:
        return len(FAIL_ORDER) + TRUMP_ORDER.index(card)
    return FAIL_ORDER.index(PACK.names[card][0])


MICHIGAN_TABLES = build_tables(PACK.size, 1, NUM_GROUPS, TRUMP, group_of, strength_of)
TRUMPS = MICHIGAN_TABLES.trump_sets[0]
QUEENS = np.uint64(1 << QUEEN | 1 << LITTLE_QUEEN)  # MI7
