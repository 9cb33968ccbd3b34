"""Cards, packs and card sets.

A card is an id (its place in pack order) and a text of rank then suit ("QC"). A card set is one
uint64 whose bit `id` is set when the card is in it, so a hand, a pile or a suit is a single number.
Source: shared rules, "Card and action text".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Cards = npt.NDArray[np.uint64]  # card sets, any shape
Flags = npt.NDArray[np.bool_]
Ids = npt.NDArray[np.int8]  # seats, cards, groups, small counts

NO_SEAT = -1
NO_CARD = -1
NO_GROUP = -1
SUITS = "CSHD"
NO_CARDS = np.uint64(0)


@dataclass(frozen=True)
class Pack:
    """A pack of cards in pack order; a card's id is its place in `names`."""

    names: tuple[str, ...]

    @cached_property
    def ids(self) -> dict[str, int]:
        """Card text to card id."""
        return {name: card for card, name in enumerate(self.names)}

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.names)

    def card_id(self, text: str) -> int:
        """Id of the card `text`; ValueError when the pack has no such card."""
        if text not in self.ids:
            raise ValueError(f"unknown card {text!r}: this pack has {' '.join(self.names)}")
        return self.ids[text]

    def parse_order(self, text: str) -> list[int]:
        """Card ids of a text such as "QC TC 9H", in its order; ValueError as for `parse`."""
        cards = [self.card_id(name) for name in text.split()]
        for place, card in enumerate(cards):
            if card in cards[:place]:
                raise ValueError(f"card {self.names[card]} appears twice in {text!r}")
        return cards

    def parse(self, text: str) -> int:
        """Card set of a text such as "QC TC 9H"; ValueError on an unknown or repeated card."""
        return sum(1 << card for card in self.parse_order(text))

    def format(self, cards: int | np.uint64) -> str:
        """Text of a card set, in pack order."""
        return " ".join(self.names[card] for card in cards_in(cards))


def _names(ranks: str, extra: Iterable[str] = ()) -> tuple[str, ...]:
    return tuple(rank + suit for suit in SUITS for rank in ranks) + tuple(extra)


PACK_32 = Pack(_names("AKQJT987"))
PACK_54 = Pack(_names("AKQJT98765432", ("BJ", "LJ")))


def cards_in(cards: int | np.uint64) -> list[int]:
    """Ids of the cards in one set, ascending."""
    rest = int(cards)
    return [card for card in range(rest.bit_length()) if rest >> card & 1]


def bit(ids: npt.NDArray[np.integer]) -> Cards:
    """The one-member set of each id (any shape); NO_CARD and NO_SEAT give the empty set.

    A negative id becomes a huge shift, and numpy defines shifts past the width as 0.
    """
    return np.left_shift(np.uint64(1), ids.astype(np.uint64))


def count(cards: Cards) -> npt.NDArray[np.uint8]:
    """Number of cards in each set."""
    return np.bitwise_count(cards)


def contains(sets: Cards, members: npt.NDArray[np.integer]) -> Flags:
    """Whether each member (any shape) is in its set; False for ids outside 0..63, see `bit`."""
    return (sets >> members.astype(np.uint64) & np.uint64(1)).astype(np.bool_)


def union(sets: Cards) -> Cards:
    """(G, K) sets to the (G,) cards in any of them; for a small K faster than a reduction."""
    cards = np.zeros(len(sets), np.uint64)
    for column in sets.T:
        cards |= column
    return cards


def flags(cards: Cards, num_cards: int) -> npt.NDArray[np.uint8]:
    """(...,) sets to (..., num_cards) 0/1 flags, card id along the last axis."""
    as_bytes = np.ascontiguousarray(cards)[..., None].astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(as_bytes, axis=-1, count=num_cards, bitorder="little")
