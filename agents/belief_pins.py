"""Questions about unseen cards once some of these cards are known to lie in a pile.

The chance that a card lies in a pile is the number of placings with it there over the number of
all. So a belief is found by asking again with the card pinned, and counting as ever.
"""

from __future__ import annotations

import numpy as np

from agents.placings import (
    ANY,
    HELD_ANY,
    NONE,
    ONE_AT_MOST,
    SOME,
    TERMS,
    Numbers,
    Placings,
    choices,
    exactly,
)
from trick_taking.cards import NO_SEAT, Ids, bit, contains

_NEVER = -1
_SHOWN = 6  # the most cards before that a term of `choices` knows


def _terms_after() -> Numbers:
    """What a pile may still hold of a class, by its term, once it is known to hold one; or never.

    A term weighs n cards; the term after it weighs n as the first one weighs n + 1.
    """
    after = np.full(len(TERMS), _NEVER)
    after[[ANY, SOME, ONE_AT_MOST]] = ANY, ANY, NONE
    for number in (1, 2, 3):
        after[exactly(np.array(number))] = exactly(np.array(number - 1))
    before, chosen = np.mgrid[:_SHOWN, : _SHOWN + 1]
    for held in (HELD_ANY, HELD_ANY + 1):  # HELD_SOME is met by the card
        after[choices(before, chosen, np.array(held))] = choices(
            before + 1, chosen, np.array(HELD_ANY)
        )
    return after


_AFTER = _terms_after()


def pinned(asked: Placings, card: Ids, pile: int) -> Placings:
    """The questions with `card` (N,), unseen in each, in `pile`; impossible ones are left out."""
    members = bit(card)
    of_class = contains(asked.cards, card[:, None]).argmax(axis=1)
    rows = np.arange(len(card))
    after = _AFTER[asked.terms[rows, of_class, pile]]
    possible = np.flatnonzero((after != _NEVER) & (asked.room[:, pile] > 0))
    pins = asked.select(possible)
    rows, of_class = rows[: len(possible)], of_class[possible]
    pins.cards[rows, of_class] ^= members[possible]
    pins.terms[rows, of_class, pile] = after[possible]
    pins.room[:, pile] -= 1
    return pins


def spread_over_piles(asked: Placings) -> Placings:
    """One question for each class and pile: any one card of the class lies in it.

    The question of row g, class k and pile h has the row (g K + k) H + h.
    """
    num_classes, num_piles = asked.cards.shape[1], asked.room.shape[1]
    lowest = asked.cards & -asked.cards
    parts = []
    for one in range(num_classes):
        there = asked.select(asked.cards[:, one] != 0)
        card = np.bitwise_count(lowest[asked.cards[:, one] != 0, one] - np.uint64(1))
        for pile in range(num_piles):
            pins = pinned(there, card.astype(np.int8), pile)
            pins.row = (pins.row * num_classes + one) * num_piles + pile
            parts.append(pins)
    return Placings.joined(parts)


def spread_over_seats(asked: Placings, card: Ids, seat: Ids, num_seats: int) -> Placings:
    """One question for each seat that can have been dealt `card` (N,): row g becomes g S + seat.

    seat: (N,) who was, where that is known already, else NO_SEAT
    """
    parts = []
    for one in range(num_seats):
        known = asked.select(seat == one)
        known.row = known.row * num_seats + one
        parts.append(known)
        if one > 0:
            hidden = seat == NO_SEAT
            pins = pinned(asked.select(hidden), card[hidden], one - 1)
            pins.row = pins.row * num_seats + one
            parts.append(pins)
    return Placings.joined(parts)
