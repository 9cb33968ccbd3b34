"""Counting placings exactly by dynamic programming, and drawing numbers of cards in proportion.

Classes are placed one after the other, and within a class pile after pile; the last pile takes what
is left. A table says in how many ways a state can be reached: how many cards of the class are
placed, and how many cards each pile but the last has.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.placings import BINOMIAL, NONE, TERMS, Floats, Numbers
from trick_taking.counter import Keys, random_keys, unit_interval


def draw_in_proportion(weights: Floats, draws: Floats) -> Numbers:
    """(V,) a column of each row of `weights` (V, J), with a chance in proportion to its weight.

    `draws` (V,) in [0, 1) say how the choice falls. A column of weight 0 is never chosen.
    """
    total = np.cumsum(weights, axis=1)
    return np.count_nonzero(total <= (draws * total[:, -1])[:, None], axis=1)


@dataclass
class _Class:
    """The tables of one class: N questions, D states of the piles.

    before: (N, D) ways before it is placed
    after: by pile but the last, (N, J, D) ways when j cards are placed up to that pile
    last: (N, J) ways to choose the j cards, times the weight of what is left for the last pile
    """

    before: Floats
    after: list[Floats]
    last: Floats


def table_cells(sizes: Numbers, room: Numbers, pools: Numbers) -> Numbers:
    """(N,) about how many numbers the tables of each question have.

    sizes: (N, K) cards of each class; room: (N, H); pools: (N,) how many of the piles are needed
    """
    states, free = (room[:, :-1] + 1).prod(axis=1), room[:, :-1].sum(axis=1)
    return states * pools * (np.minimum(sizes, free[:, None]) + 1).sum(axis=1)


class PlacingTables:
    """The tables of N questions with the same room in their L pools.

    sizes: (N, K) cards of each class; terms: (N, K, L) places in TERMS; room: (L,)
    total: (N,) number of placings; exact below 2**53
    """

    def __init__(self, sizes: Numbers, terms: Numbers, room: Numbers) -> None:
        self.sizes, self.terms, self.room = sizes, terms, room
        self.dims = [int(cards) + 1 for cards in room[:-1]]
        self.strides = [int(np.prod(self.dims[pile + 1 :])) for pile in range(len(self.dims))]
        self.states = int(np.prod(self.dims))
        ways = np.zeros((len(sizes), self.states))
        ways[:, 0] = 1
        self.classes: list[_Class] = []
        for one in range(sizes.shape[1]):
            ways = self._place_class(ways, one)
        self.total = ways[:, -1]

    def _place_class(self, before: Floats, one: int) -> Floats:
        """(N, D) ways once class `one` lies in the piles."""
        sizes = self.sizes[:, one]
        open_piles = (self.terms[:, one, :-1] != NONE).any(axis=0)
        most = min(int(sizes.max()), int(self.room[:-1][open_piles].sum()))
        table, after = before[:, None], []
        for pile, is_open in enumerate(open_piles):
            if is_open:
                table = self._place_in_pile(table, self.terms[:, one, pile], pile, most)
            after.append(table)
        left = sizes[:, None] - np.arange(table.shape[1])
        weight = np.where(left >= 0, TERMS[self.terms[:, one, -1, None], np.maximum(left, 0)], 0)
        last = weight * BINOMIAL[sizes, : table.shape[1]]
        ways = np.zeros_like(before)
        for placed in range(table.shape[1]):
            ways += last[:, placed, None] * table[:, placed]
        self.classes.append(_Class(before, after, last))
        return ways

    def _place_in_pile(self, table: Floats, terms: Numbers, pile: int, most: int) -> Floats:
        """(N, J', D) from (N, J, D): `pile` takes n of the cards placed so far, for every n."""
        num_questions, placed, states = table.shape
        room, stride = self.dims[pile] - 1, self.strides[pile]
        shape = (-1, states // (stride * (room + 1)), room + 1, stride)
        wider = np.zeros((num_questions, min(placed + room, most + 1), states))
        source = table.reshape(num_questions, placed, *shape[1:])
        target = wider.reshape(num_questions, wider.shape[1], *shape[1:])
        for cards in range(min(room, most) + 1):
            weight = TERMS[terms, cards]
            if not weight.any():
                continue
            width = min(placed, wider.shape[1] - cards)
            choices = weight[:, None] * BINOMIAL[cards : cards + width, cards]
            target[:, cards : cards + width, :, cards:] += (
                choices[:, :, None, None, None] * source[:, :width, :, : room + 1 - cards]
            )
        return wider

    def draw(self, question: Numbers, keys: Keys) -> Numbers:
        """(V, K, L) how many cards of each class lie in each pool, uniform over the placings.

        question: (V,) which question each draw is of; keys: (V,) what it draws from
        """
        counts = np.zeros((len(question), *self.terms.shape[1:]), np.int64)
        state = np.full(len(question), self.states - 1)
        for one in reversed(range(len(self.classes))):
            sizes = self.sizes[question, one]
            if not self.dims:
                counts[:, one, -1] = sizes
                continue
            draws = random_keys(keys, one)
            tables = self.classes[one]
            weights = tables.after[-1][question, :, state] * tables.last[question]
            placed = draw_in_proportion(weights, unit_interval(draws))
            counts[:, one, -1] = sizes - placed
            for pile in reversed(range(1, len(self.dims))):
                draw = unit_interval(random_keys(draws, pile))
                weights = self._weights_of_pile(question, one, pile, placed, state)
                cards = draw_in_proportion(weights, draw)
                counts[:, one, pile] = cards
                placed, state = placed - cards, state - cards * self.strides[pile]
            counts[:, one, 0] = placed
            state = state - placed * self.strides[0]
        return counts

    def _weights_of_pile(
        self, question: Numbers, one: int, pile: int, placed: Numbers, state: Numbers
    ) -> Floats:
        """(V, n) in how many ways `pile` has n of the `placed` cards of class `one`."""
        table = self.classes[one].after[pile - 1]
        stride, room = self.strides[pile], self.dims[pile] - 1
        cards = np.arange(min(room, int(placed.max())) + 1)
        earlier = placed[:, None] - cards
        held = state // stride % (room + 1)
        possible = (earlier >= 0) & (earlier < table.shape[1]) & (cards <= held[:, None])
        ways = table[
            question[:, None],
            np.where(possible, earlier, 0),
            np.where(possible, state[:, None] - cards * stride, 0),
        ]
        weight = TERMS[self.terms[question, one, pile, None], cards]
        return np.where(possible, ways * weight * BINOMIAL[placed[:, None], cards], 0)
