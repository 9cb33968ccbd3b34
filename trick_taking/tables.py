"""Trump structure as data: two scalar functions of a rule set, expanded to look-up tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from trick_taking.cards import Cards, Ids


@dataclass(frozen=True)
class TrumpTables:
    """Tables of K contracts over C cards and N groups (the suits as they are led and followed)."""

    group: Ids  # (K, C) group of each card
    strength: Ids  # (K, C) takes a trick over any lower strength of the led group or trump
    group_sets: Cards  # (K, N) the cards of each group
    trump_sets: Cards  # (K,) the trumps


def build_tables(
    num_cards: int,
    contracts: int,
    num_groups: int,
    trump_group: int,
    group_of: Callable[[int, int], int],
    strength_of: Callable[[int, int], int],
) -> TrumpTables:
    """Expand `group_of(card, contract)` and `strength_of(card, contract)` to tables.

    `strength_of` must rank every trump above every plain card; ties only across plain groups.
    """
    cards = range(num_cards)
    group = [[group_of(card, contract) for card in cards] for contract in range(contracts)]
    strength = [[strength_of(card, contract) for card in cards] for contract in range(contracts)]
    sets = [
        [sum(1 << card for card in cards if row[card] == g) for g in range(num_groups)]
        for row in group
    ]
    group_sets: npt.NDArray[np.uint64] = np.array(sets, np.uint64)
    return TrumpTables(
        np.array(group, np.int8),
        np.array(strength, np.int8),
        group_sets,
        group_sets[:, trump_group].copy(),
    )
