"""The trump structure and card points of two-trump Spitzer, as tables (SP3-SP5)."""

from __future__ import annotations

import numpy as np

from spitzer_env.actions import PACK
from trick_taking.tables import build_tables

NUM_GROUPS = 5
TRUMP = 4  # groups 0..3 are the suits C S H D
GROUP_NAMES = ("C", "S", "H", "D", "trump")
QUEEN = PACK.card_id("QC")  # the Spitzer
SEVEN = PACK.card_id("7D")
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}  # SP5, others 0
PLAIN_ORDER = "789JQKTA"  # SP4, low to high


def group_of(card: int, contract: int) -> int:
    """SP3: QC and 7D form one suit of their own."""
    return TRUMP if card in (QUEEN, SEVEN) else card // 8


def strength_of(card: int, contract: int) -> int:
    """SP3, SP4: QC, then 7D, then the plain order."""
    if card == QUEEN:
        return 9
    if card == SEVEN:
        return 8
    return PLAIN_ORDER.index(PACK.names[card][0])


TABLES = build_tables(PACK.size, 1, NUM_GROUPS, TRUMP, group_of, strength_of)
GROUP = TABLES.group[0]  # (C,)
STRENGTH = TABLES.strength[0]  # (C,)
GROUP_SETS = TABLES.group_sets[0]  # (5,) the cards of each group
TRUMPS = TABLES.trump_sets[0]  # the set of QC and 7D
POINTS = np.array([CARD_POINTS.get(name[0], 0) for name in PACK.names], np.int16)  # (C,) SP5
