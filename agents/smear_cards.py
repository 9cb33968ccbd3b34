"""What cards are worth to the rule player of Smear, as tables of one set of rules.

A contract is the suit that is trump, 0..3 for C S H D.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smear_env.actions import PACK
from smear_env.rules import SmearRules
from smear_env.trumps import (
    BIG_JOKER,
    JICKS,
    LITTLE_JOKER,
    SUIT_SIZE,
    VALUES,
    trump_sets,
    trump_tables,
)
from trick_taking.cards import SUITS, Cards, Ids, count

Numbers = npt.NDArray[np.floating]

_RANKS = np.arange(1 << SUIT_SIZE)
LOWEST: npt.NDArray[np.int64] = np.array([int(r).bit_length() - 1 for r in _RANKS], np.int64)
"""(8192,) place of the lowest card in 13 bits of a suit, A K Q .. 2 from bit 0; NO_CARD if none."""
VALUE_SETS = [
    (value, np.uint64(sum(1 << card for card in range(PACK.size) if VALUES[card] == value)))
    for value in (10, 4, 3, 2, 1)
]  # the cards of each game value (SM3)


def values_of(sets: Cards) -> npt.NDArray[np.int64]:
    """The game value of each set of plain cards (SM3)."""
    total = np.zeros(sets.shape, np.int64)
    for value, cards in VALUE_SETS:
        total += value * count(sets & cards).astype(np.int64)
    return total


class SmearCards:
    """Tables by contract.

    group, strength: (4, C) of each card
    trump_sets: (5,) the trumps; the last entry answers NO_GROUP and is empty
    group_sets: (4, 5) the cards of each suit and of trump
    higher, lower: (4, C) the cards of its group that beat each card, and that it beats
    lower_in_suit: (4, C) the lower cards of suit t for a card of suit t, else empty: who can be
        Low in its place (SM11)
    worth: (4, C) points that a card scores for its captor, without Low and Game
    point_sets: the points of a scoring card and (4,) sets of the cards that score them
    """

    def __init__(self, rules: SmearRules) -> None:
        tables = trump_tables(rules)
        self.pack = np.uint64(sum(1 << card for card in rules.pack))
        self.group: Ids = tables.group
        self.strength: Ids = tables.strength
        self.trump_sets = trump_sets(rules)
        self.group_sets = tables.group_sets & self.pack
        self.worth = worth_of_cards(rules)
        self.higher, self.lower = self._order()
        self.lower_in_suit = _lower_in_suit()
        self.point_sets = [(w, self._worth_sets(w)) for w in (1, 2, 3) if (self.worth == w).any()]

    def _order(self) -> tuple[Cards, Cards]:
        higher = np.zeros((len(SUITS), PACK.size), np.uint64)
        lower = higher.copy()
        for trump in range(len(SUITS)):
            group, strength = self.group[trump], self.strength[trump]
            for card in range(PACK.size):
                same = group == group[card]
                above, below = (
                    same & (strength > strength[card]),
                    same & (strength < strength[card]),
                )
                higher[trump, card] = _card_set(np.flatnonzero(above)) & self.pack
                lower[trump, card] = _card_set(np.flatnonzero(below)) & self.pack
        return higher, lower

    def _worth_sets(self, worth: int) -> Cards:
        return np.array([_card_set(np.flatnonzero(row == worth)) for row in self.worth], np.uint64)

    def points_of(self, sets: Cards, trump: npt.NDArray[np.integer]) -> Numbers:
        """(G,) points that the cards of each set score for their captor, without Low and Game."""
        total = np.zeros(len(sets), np.float32)
        for worth, by_trump in self.point_sets:
            total += np.float32(worth) * count(sets & by_trump[trump])
        return total


def worth_of_cards(rules: SmearRules) -> Numbers:
    """(4, C) points that a card scores for its captor (SM11, SMV2-SMV4), without Low and Game."""
    worth = np.zeros((len(SUITS), PACK.size), np.float32)
    for trump in range(len(SUITS)):
        ace = SUIT_SIZE * trump
        worth[trump, [ace, ace + 3]] = 1  # High, Jack
        worth[trump, [card for card in (BIG_JOKER, LITTLE_JOKER) if card in rules.pack]] = 1
        if rules.has_jick:
            worth[trump, [JICKS[trump], ace + 11]] = 1, 3  # Jick, Three
        if rules.variant == "widow":
            worth[trump, ace + 12] = 2
    return worth


def _lower_in_suit() -> Cards:
    sets = np.zeros((len(SUITS), PACK.size), np.uint64)
    for trump in range(len(SUITS)):
        last = SUIT_SIZE * (trump + 1)
        for card in range(SUIT_SIZE * trump, last):
            sets[trump, card] = _card_set(range(card + 1, last))
    return sets


def _card_set(cards: npt.NDArray[np.integer] | range) -> np.uint64:
    return np.uint64(sum(1 << int(card) for card in cards))
