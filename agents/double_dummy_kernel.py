"""The compiled search of `double_dummy`: proves whether one side reaches a level of the score.

Alpha-beta with a window of one level, so every node is won or lost; a hash table remembers what was
proved at the starts of tricks. See double_dummy_moves.py for the table that is passed around.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from agents.double_dummy_moves import (
    AFTER,
    ALL_TRICKS,
    BOUND,
    COUNT,
    DECLARES,
    FIXED,
    HANDS,
    HINT,
    KEY,
    LED,
    LEFT,
    NEXT,
    PLAYS,
    POINTS,
    REST,
    ROWS,
    SCORING,
    SEAT,
    SIZE,
    TABLE,
    TAKEN,
    TRICK_SIZE,
    TRICKS,
    WIDTH,
    are_equal,
    find_plays,
    lay,
    place_of,
    playable,
)
from agents.double_dummy_tables import (
    ALIKE,
    CEILING,
    FLOOR,
    LEVEL,
    LOST_TO,
    NO_GROUP,
    PROVED,
    WON_FROM,
)


@njit(cache=True)
def key_of(table: Any, worth: Any, depth: Any, level: Any) -> Any:
    """The key of the start of a trick and a level to prove; it leaves the points out."""
    row, taken = table[FIXED, SCORING], table[depth, TAKEN]
    alike = worth[row, ALIKE, taken, table[depth, TRICKS]]
    state = table[depth, LEFT] | table[depth, SEAT] << 32 | alike << 35
    return state | level << 39 | table[FIXED, KEY] << 43


@njit(cache=True)
def slot_of(memory: Any, key: Any) -> Any:
    """Where `key` is kept or can be: one of two neighbours, preferably one that is not in use."""
    mixed = key * np.int64(-7046029254386353131)
    slot = (mixed ^ mixed >> 29) & (len(memory) - 1)
    if memory[slot, 0] == key or memory[slot, 0] >> 43 != key >> 43:
        return slot
    return slot ^ 1


@njit(cache=True)
def look_up(table: Any, worth: Any, memory: Any, depth: Any, level: Any) -> Any:
    """1 where the level is known to be reached at the start of a trick, 0 where not, else -1."""
    row, tricks, points = table[FIXED, SCORING], table[depth, TRICKS], table[depth, POINTS]
    table[depth, HINT] = -1
    if table[depth, LEFT] == 0:
        return np.int64(worth[row, LEVEL, tricks, points] >= level)
    if worth[row, FLOOR, tricks, points] >= level:
        return np.int64(1)
    most = tricks + table[FIXED, ALL_TRICKS] - table[depth, TAKEN]
    if worth[row, CEILING, most, points + table[depth, REST]] < level:
        return np.int64(0)
    key = key_of(table, worth, depth, level)
    slot = slot_of(memory, key)
    if memory[slot, 0] == key:
        table[depth, HINT] = memory[slot, PROVED]
        if points >= memory[slot, WON_FROM]:
            return np.int64(1)
        if points <= memory[slot, LOST_TO]:
            return np.int64(0)
    return np.int64(-1)


@njit(cache=True)
def remember(table: Any, worth: Any, memory: Any, depth: Any, level: Any, won: Any) -> None:
    """Note what was proved at the start of a trick, and by which card."""
    key = key_of(table, worth, depth, level)
    slot, points = slot_of(memory, key), table[depth, POINTS]
    if memory[slot, 0] != key:
        memory[slot, 0] = key
        memory[slot, WON_FROM], memory[slot, LOST_TO] = 1000, -1
    memory[slot, PROVED] = table[depth, PLAYS + table[depth, NEXT] - 1]
    if won:
        memory[slot, WON_FROM] = min(memory[slot, WON_FROM], points)
    else:
        memory[slot, LOST_TO] = max(memory[slot, LOST_TO], points)


@njit(cache=True)
def proves(
    table: Any, cards: Any, duties: Any, worth: Any, memory: Any, root: Any, level: Any
) -> Any:
    """Whether the declaring side reaches `level` from the node at depth `root` on."""
    depth, won = root, np.int64(-1)
    while True:
        if won < 0:  # a node just reached
            if table[depth, SIZE] == 0:
                won = look_up(table, worth, memory, depth, level)
            else:
                table[depth, HINT] = -1
            if won < 0:
                find_plays(table, cards, duties, depth)
        if won >= 0:  # a node just decided
            if depth == root:
                return won == 1
            depth -= 1
            seat, card = table[depth, SEAT], table[depth, PLAYS + table[depth, NEXT] - 1]
            table[HANDS, seat] ^= np.int64(1) << card
            if won == table[DECLARES, seat] or table[depth, NEXT] == table[depth, COUNT]:
                if table[depth, SIZE] == 0:
                    remember(table, worth, memory, depth, level, won)
                continue
        card = table[depth, PLAYS + table[depth, NEXT]]
        table[depth, NEXT] += 1
        lay(table, cards, depth, card)
        depth, won = depth + 1, np.int64(-1)


@njit(cache=True)
def set_up(table: Any, cards: Any, batch: Any, row: Any) -> None:
    """Lay out position `row` as the node at depth 0, the trick on the table played anew."""
    table[0] = 0
    for seat in range(batch.hands.shape[1]):
        table[HANDS, seat], table[AFTER, seat] = batch.hands[row, seat], batch.after[row, seat]
        table[DECLARES, seat] = batch.declares[row, seat]
        table[0, LEFT] |= batch.hands[row, seat]
    table[FIXED, BOUND], table[FIXED, SCORING] = batch.bound[row], batch.worth[row]
    table[FIXED, KEY] = row + 1
    table[0, SEAT], table[0, LED], table[0, REST] = batch.leader[row], NO_GROUP, batch.rest[row]
    table[0, TRICKS], table[0, POINTS] = batch.tricks[row], batch.points[row]
    table[0, TAKEN] = batch.taken[row]
    for place in range(batch.size[row]):
        card = batch.trick[row, place]
        bit = np.int64(1) << card
        table[HANDS, table[0, SEAT]] |= bit
        table[0, LEFT] |= bit
        lay(table, cards, 0, card)
        table[0] = table[1]


@njit(cache=True)
def highest(
    table: Any, cards: Any, duties: Any, worth: Any, memory: Any, root: Any, low: Any, high: Any
) -> Any:
    """The highest level from `low` to `high` that is reached from `root`; `low` is known to be."""
    while low < high:
        middle = (low + high + 1) // 2
        if proves(table, cards, duties, worth, memory, root, middle):
            low = middle
        else:
            high = middle - 1
    return low


@njit(cache=True)
def solve_row(
    table: Any, cards: Any, duties: Any, worth: Any, memory: Any, levels: Any, asked: Any
) -> Any:
    """The level of the position at depth 0, and those of its plays in `levels` (C,).

    asked: 0 for no plays, 1 for those that keep the level (others stay -1), 2 for all
    """
    row, tricks, points = table[FIXED, SCORING], table[0, TRICKS], table[0, POINTS]
    floor = worth[row, FLOOR, tricks, points]
    most = tricks + table[FIXED, ALL_TRICKS] - table[0, TAKEN]
    ceiling = worth[row, CEILING, most, points + table[0, REST]]
    best = highest(table, cards, duties, worth, memory, 0, floor, ceiling)
    seat, last = table[0, SEAT], np.int64(-1)
    rest = playable(table, duties, 0) if asked else np.int64(0)
    others = table[0, LEFT] & ~table[HANDS, seat] | table[0, TABLE]
    low, high = (floor, best) if table[DECLARES, seat] else (best, ceiling)
    while rest:
        card = place_of(rest & -rest)
        rest &= rest - 1
        if last >= 0 and are_equal(last, card, others, cards):
            levels[card] = levels[last]
        else:
            lay(table, cards, 0, card)
            keeps = low == high
            if not keeps:  # a declarer keeps what he still reaches, an opponent what is not beaten
                next_up = best + 1 - table[DECLARES, seat]
                reached = proves(table, cards, duties, worth, memory, 1, next_up)
                keeps = reached == (table[DECLARES, seat] == 1)
            if keeps:
                levels[card] = best
            elif asked == 2:
                worse = (low, best - 1) if table[DECLARES, seat] else (best + 1, high)
                levels[card] = highest(table, cards, duties, worth, memory, 1, worse[0], worse[1])
            table[HANDS, seat] ^= np.int64(1) << card
        last = card
    return best


@njit(cache=True)
def solve_batch(
    batch: Any,
    cards: Any,
    duties: Any,
    worth: Any,
    memory: Any,
    sizes: Any,
    asked: Any,
    levels: Any,
    plays: Any,
) -> None:
    """Solve every position: `levels` (G,), and `plays` (G, C) as `asked`, see `solve_row`.

    sizes: cards of a trick, tricks of the deal
    """
    table = np.zeros((ROWS, WIDTH), np.int64)
    table[FIXED, TRICK_SIZE], table[FIXED, ALL_TRICKS] = sizes
    for row in range(len(levels)):
        set_up(table, cards, batch, row)
        levels[row] = solve_row(table, cards, duties, worth, memory, plays[row], asked)
