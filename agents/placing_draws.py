"""Drawing where each unseen card lies, uniformly over all placings that answer the questions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from agents.placing_tables import PlacingTables, draw_in_proportion, table_cells
from agents.placings import Floats, Numbers, Placings, Simple, class_sizes, simplify
from trick_taking.cards import NO_CARDS, Cards, bit, flags
from trick_taking.counter import Keys, random_keys, unit_interval

_CASE, _NUMBERS, _CARDS, _POOLS = range(4)  # what a key is drawn for
_CARD_BITS, _PLACE_BITS = np.uint64(6), np.uint64(4)
_WIDTH = 64
_MOST_CELLS = 1 << 23  # of tables held at a time: 64 MB


def count_placings(asked: Placings, num_rows: int) -> Floats:
    """(G,) in how many ways the unseen cards of each row can lie; exact below 2**53."""
    counts = np.zeros(num_rows)
    simple = simplify(asked)
    for chosen in _portions(asked.row, simple):
        for rows, tables in _tables(simple, chosen):
            np.add.at(counts, asked.row[rows], tables.total * simple.ways[rows])
    return counts


def draw_placings(asked: Placings, keys: Keys, num_worlds: int) -> tuple[Cards, Floats]:
    """(G, W, H) the cards in each pile in W worlds of each row, and (G,) the number of placings.

    Rows without a placing keep empty piles. World w of a row is a function of the row's question,
    its key in `keys` (G,) and w alone.
    """
    num_rows, num_piles = len(keys), asked.room.shape[1]
    piles = np.zeros((num_rows, num_worlds, num_piles), np.uint64)
    counts = np.zeros(num_rows)
    world_keys = random_keys(keys[:, None], np.arange(num_worlds))
    simple = simplify(asked)
    for chosen in _portions(asked.row, simple):
        groups = list(_tables(simple, chosen))
        ways = np.zeros(len(asked.row))
        for rows, tables in groups:
            ways[rows] = tables.total * simple.ways[rows]
        np.add.at(counts, asked.row[chosen], ways[chosen])
        case = _draw_cases(asked.row, chosen, ways, world_keys)
        for rows, tables in groups:
            place = np.full(len(asked.row), -1)
            place[rows] = np.arange(len(rows))
            games, worlds = np.nonzero(np.where(case >= 0, place[case], -1) >= 0)
            if len(games):
                question = place[case[games, worlds]]
                drawn_from = world_keys[games, worlds]
                drawn = tables.draw(question, random_keys(drawn_from, _NUMBERS))
                numbers = simple.settled[rows[question], : drawn.shape[1]]
                numbers[:, :, -drawn.shape[2] :] += drawn
                piles[games, worlds] = _lay_cards(
                    simple, rows[question], numbers, asked.room, drawn_from
                )
    return piles, counts


def _portions(row: Numbers, simple: Simple) -> Iterator[Numbers]:
    """The questions in portions whose tables fit into memory; a row's stay together."""
    order = np.argsort(row, kind="stable")
    cells = table_cells(simple.sizes, simple.room, simple.pools)[order]
    portion_of_row = np.cumsum(cells) // _MOST_CELLS
    starts = np.flatnonzero(np.diff(row[order], prepend=-1))
    portion = np.repeat(portion_of_row[starts], np.diff(starts, append=len(order)))
    for number in np.unique(portion):
        yield order[portion == number]


def _tables(simple: Simple, chosen: Numbers) -> Iterator[tuple[Numbers, PlacingTables]]:
    """The questions `chosen`, those alike in room and classes together, with their tables."""
    unseen = class_sizes(simple.cards[chosen]).sum(axis=1)
    shape = np.column_stack(
        [simple.classes[chosen], simple.pools[chosen], unseen, simple.room[chosen]]
    )
    kinds, kind = np.unique(shape, axis=0, return_inverse=True)
    for number, (classes, pools, *_) in enumerate(kinds.tolist()):
        rows = chosen[kind.reshape(-1) == number]
        yield (
            rows,
            PlacingTables(
                simple.sizes[rows, :classes],
                simple.terms[rows, :classes, -pools:],
                simple.room[rows[0], -pools:],
            ),
        )


def _draw_cases(row: Numbers, chosen: Numbers, ways: Floats, world_keys: Keys) -> Numbers:
    """(G, W) the question that each world answers; -1 in rows without a placing, or not chosen."""
    num_rows, num_worlds = world_keys.shape
    case = np.full((num_rows, num_worlds), -1)
    rows, first, number = np.unique(row[chosen], return_index=True, return_counts=True)
    if not len(rows):
        return case
    places = first[:, None] + np.arange(number.max())
    own = np.arange(number.max()) < number[:, None]
    questions = chosen[np.where(own, places, 0)]  # (rows, cases)
    weights = np.where(own, ways[questions], 0)
    draws = unit_interval(random_keys(world_keys[rows], _CASE))
    drawn = draw_in_proportion(np.repeat(weights, num_worlds, axis=0), draws.reshape(-1))
    drawn = np.minimum(drawn, number.max() - 1).reshape(len(rows), num_worlds)
    answered = np.take_along_axis(questions, drawn, axis=1)
    case[rows] = np.where(weights.sum(axis=1)[:, None] > 0, answered, -1)
    return case


def _lay_cards(
    simple: Simple, question: Numbers, numbers: Numbers, room: Numbers, keys: Keys
) -> Cards:
    """(V, H) the cards in each pile, given the numbers (V, K, H) of each class in each pool."""
    num_worlds, num_classes, num_pools = numbers.shape
    cards, of_class = _cards_by_class(simple.cards[question, :num_classes])
    pools = np.zeros_like(of_class)
    if np.count_nonzero(numbers.any(axis=1), axis=1).max() > 1:
        cards = _shuffled(cards, of_class, random_keys(keys, _CARDS))
        names = np.tile(np.arange(num_pools), num_worlds * num_classes)
        pools = np.repeat(names, numbers.reshape(-1)).reshape(cards.shape)
    cards = _shuffled(cards, pools, random_keys(keys, _POOLS))
    bits = bit(cards)

    num_piles = room.shape[1]
    order = np.argsort(simple.pool[question], axis=1, kind="stable")  # piles, pool by pool
    ends = np.cumsum(np.take_along_axis(room[question], order, axis=1), axis=1)
    place = np.arange(cards.shape[1])
    piles = np.zeros((num_worlds, num_piles), np.uint64)
    start = np.zeros(num_worlds, np.int64)
    for number in range(num_piles):
        inside = (place >= start[:, None]) & (place < ends[:, number, None])
        laid = np.bitwise_or.reduce(np.where(inside, bits, NO_CARDS), axis=1)
        piles[np.arange(num_worlds), order[:, number]] = laid
        start = ends[:, number]
    return piles


def _cards_by_class(classes: Cards) -> tuple[Numbers, Numbers]:
    """(V, C) ids of the cards in the disjoint sets (V, K), and the class of each, ascending."""
    held = flags(classes, _WIDTH)  # (V, K, 64)
    worlds, of_class, cards = np.nonzero(held)
    shape = len(classes), -1 if len(worlds) else 0
    return cards.reshape(shape), of_class.reshape(shape)


def _shuffled(cards: Numbers, parts: Numbers, keys: Keys) -> npt.NDArray[np.int64]:
    """(V, C) the cards ordered by part and at random within each; `keys` (V,).

    The card's id rides in the low bits of its sort key: one sort, no argsort.
    """
    drawn = random_keys(keys[:, None], cards)
    drawn = (drawn >> (_CARD_BITS + _PLACE_BITS) << _CARD_BITS) | cards.astype(np.uint64)
    drawn |= parts.astype(np.uint64) << (np.uint64(_WIDTH) - _PLACE_BITS)
    drawn.sort(axis=1)
    return (drawn & np.uint64(_WIDTH - 1)).astype(np.int64)
