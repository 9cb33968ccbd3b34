"""Questions about unseen cards: in how many ways can they lie in hands and face-down piles?

Cards that may lie in the same piles are alike and form a class, so a question is about numbers: how
many cards of each class in each pile. `simplify` makes it smaller without changing the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from trick_taking.arrays import Rows
from trick_taking.cards import NO_CARDS, Cards, Flags, count

MOST_CARDS = 54
Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def _pascal() -> Floats:
    table = np.zeros((MOST_CARDS + 1, MOST_CARDS + 1))
    table[:, 0] = 1
    for number in range(1, MOST_CARDS + 1):
        table[number, 1:] = table[number - 1, 1:] + table[number - 1, :-1]
    return table


BINOMIAL = _pascal()  # [m, n] is "m choose n", exact

# What a pile may hold of a class: the places in TERMS of weights by the number of cards.
NONE, ANY, SOME, ONE_AT_MOST = range(4)
_EXACTLY = 3  # and one, two or three more
_CHOICES = 7  # and see `choices`
_MOST_CHOSEN = 6
HELD_ANY, HELD_SOME, HELD_NONE = range(3)  # what `choices` demands besides


def _terms() -> Floats:
    """(.., MOST_CARDS + 1) the weights."""
    number = np.arange(MOST_CARDS + 1)
    simple = [number == 0, number >= 0, number >= 1, number <= 1]
    exact = [number == one for one in (1, 2, 3)]
    sums = number + np.arange(_MOST_CHOSEN + 1)[:, None]
    ways = BINOMIAL[np.minimum(sums, MOST_CARDS), : _MOST_CHOSEN + 1]  # (before, number, chosen)
    ways = ways.transpose(0, 2, 1).reshape(-1, MOST_CARDS + 1)
    held = np.stack([number >= 0, number >= 1, number == 0])
    return np.concatenate(
        [np.array(simple + exact), (held[:, None] * ways).reshape(-1, len(number))]
    )


TERMS = _terms()


def exactly(cards: Numbers) -> Numbers:
    """The term of a pile with so many cards of the class, 0 to 3."""
    return np.where(cards == 0, NONE, _EXACTLY + cards)


def choices(before: Numbers, chosen: Numbers, held: Numbers) -> Numbers:
    """The term that weighs n cards by the ways to choose `chosen` of `before` + n, both 0 to 6.

    held: HELD_ANY; HELD_SOME, n is not 0; HELD_NONE, it is 0
    """
    width = _MOST_CHOSEN + 1
    return _CHOICES + (held * width + before) * width + chosen


@dataclass
class Placings:
    """N questions about K classes and H piles; several may be of one row, as separate cases.

    A row's answer is the sum over its questions, which must exclude each other.
    """

    row: Numbers  # (N,) the row that the question is about
    cards: Cards  # (N, K) unseen cards of each class
    room: Numbers  # (N, H) cards that each pile takes; together as many as the classes have
    terms: Numbers  # (N, K, H) place in TERMS: what each pile may hold of each class

    def select(self, rows: Rows | Flags) -> Placings:
        """A copy of some questions."""
        return Placings(*(getattr(self, one.name)[rows].copy() for one in fields(self)))

    def forbid(
        self, rows: Rows | Flags, classes: int | slice, piles: int | slice = slice(None)
    ) -> None:
        """In the questions `rows` the piles hold no card of the classes."""
        self.terms[rows, classes, piles] = NONE

    @staticmethod
    def joined(parts: list[Placings]) -> Placings:
        """The questions of all parts, of equal K and H."""
        return Placings(
            *(
                np.concatenate([getattr(part, one.name) for part in parts])
                for one in fields(Placings)
            )
        )


@dataclass
class Simple:
    """`Placings` with fewer classes and piles; those that are needed stand at a known end.

    A class is merged into one that may lie in the same piles, a pile into one that may hold the
    same classes: the cards of a merged pile, a pool, are dealt to its piles at random.
    """

    cards: Cards  # (N, K) the first `classes` are needed
    terms: Numbers  # (N, K, H) ordered as `cards` and `room`
    room: Numbers  # (N, H) of the pools, the last `pools` are needed, the largest is the last
    pool: Numbers  # (N, H) place of each pile's pool in `room`
    classes: Numbers  # (N,) classes that are needed
    pools: Numbers  # (N,) pools that are needed
    settled: Numbers  # (N, K, H) cards of pools that can have one class only; they have no room
    sizes: Numbers  # (N, K) cards of each class besides those
    ways: Floats  # (N,) ways to choose the settled cards, and to deal the pools to their piles


def simplify(asked: Placings) -> Simple:
    """Merge classes and piles between which the questions make no difference."""
    cards, terms = asked.cards.copy(), asked.terms.copy()
    plain = terms <= ANY
    plain_pile: Flags = np.all(plain, axis=1)
    plain_class: Flags = np.all(plain, axis=2)
    _make_any(terms.transpose(0, 2, 1), (asked.room == 0) & plain_pile)
    _make_any(terms, (cards == NO_CARDS) & plain_class)
    for one in range(cards.shape[1]):
        for first in range(one):
            alike = plain_class[:, one] & plain_class[:, first]
            alike &= (terms[:, one] == terms[:, first]).all(axis=1)
            cards[:, first] |= np.where(alike, cards[:, one], NO_CARDS)
            cards[:, one] = np.where(alike, NO_CARDS, cards[:, one])
    empty = (cards == NO_CARDS) & plain_class
    _make_any(terms, empty)
    class_order = np.argsort(empty, axis=1, kind="stable")
    cards = np.take_along_axis(cards, class_order, axis=1)
    terms = np.take_along_axis(terms, class_order[:, :, None], axis=1)

    pool, room, ways = _pool(asked.room, terms, plain_pile)
    settled = _settle(cards, terms, room, ways)
    needed = (room > 0) | (terms > ANY).any(axis=1)
    order = np.argsort(np.where(needed, room, -1), axis=1, kind="stable")
    return Simple(
        settled=np.take_along_axis(settled, order[:, None, :], axis=2),
        sizes=np.maximum(class_sizes(cards) - settled.sum(axis=2), 0),
        cards=cards,
        terms=np.take_along_axis(terms, order[:, None, :], axis=2),
        room=np.take_along_axis(room, order, axis=1),
        pool=np.take_along_axis(np.argsort(order, axis=1), pool, axis=1),
        classes=np.maximum((~empty).sum(axis=1), 1),
        pools=np.maximum(needed.sum(axis=1), 1),
        ways=ways,
    )


def _make_any(terms: Numbers, chosen: Flags) -> None:
    """Who has no card demands nothing."""
    terms[chosen] = ANY


def _pool(room: Numbers, terms: Numbers, plain: Flags) -> tuple[Numbers, Numbers, Floats]:
    """(N, H) the pool of each pile, (N, H) the room of each pool and (N,) the ways to deal it."""
    num_questions, num_piles = room.shape
    everybody = np.arange(num_questions)
    pool = np.tile(np.arange(num_piles), (num_questions, 1))
    pooled = np.zeros_like(room)
    ways = np.ones(num_questions)
    for one in range(num_piles):
        for first in reversed(range(one)):
            alike = plain[:, one] & plain[:, first]
            alike &= (terms[:, :, one] == terms[:, :, first]).all(axis=1)
            pool[:, one] = np.where(alike, first, pool[:, one])
        pooled[everybody, pool[:, one]] += room[:, one]
        ways *= BINOMIAL[pooled[everybody, pool[:, one]], room[:, one]]
    return pool, pooled, ways


def _settle(cards: Cards, terms: Numbers, room: Numbers, ways: Floats) -> Numbers:
    """(N, K, H) what is in the pools that can have cards of one class only.

    They lose their room and their demands; `ways` is multiplied by the ways to choose the cards.
    """
    settled = np.zeros_like(terms)
    sizes = class_sizes(cards)
    everybody = np.arange(len(cards))
    for one in range(room.shape[1]):
        allowed = (terms[:, :, one] != NONE) & (sizes > 0)
        unmet = ((terms[:, :, one] > ANY) & (sizes == 0)).any(axis=1)
        single = (allowed.sum(axis=1) == 1) & (room[:, one] > 0) & ~unmet
        only = allowed.argmax(axis=1)
        taken = np.where(single, room[:, one], 0)
        choices_of_cards = BINOMIAL[sizes[everybody, only], taken]
        weight = choices_of_cards * TERMS[terms[everybody, only, one], taken]
        ways *= np.where(single, weight, 1)
        settled[everybody, only, one] = taken
        sizes[everybody, only] = np.maximum(sizes[everybody, only] - taken, 0)
        room[:, one] -= taken
        _make_any(terms.transpose(0, 2, 1)[:, one], single)
    return settled


def class_sizes(cards: Cards) -> Numbers:
    """Number of cards in each class."""
    return count(cards).astype(np.int64)
