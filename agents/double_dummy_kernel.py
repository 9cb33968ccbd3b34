"""The compiled search of `double_dummy`: proves whether one side reaches a level of the score.

Only this module imports numba. It knows no rules: what may be played, what takes a trick and what
a deal is worth come as tables (double_dummy_tables.py). Card sets are int64, and a card's id here is
its place by group and strength, so cards next to each other in a group are next to each other in
the numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from agents.double_dummy_tables import NO_GROUP
from spitzer_env.trumps import TRUMP

MOST_CARDS = 32  # of all hands together
MOST_HELD = 16
BITS = np.zeros(32, np.int64)  # the place of the only bit of a set, by a product (de Bruijn)
for _place in range(32):
    BITS[((0x077CB531 << _place) & 0xFFFFFFFF) >> 27] = _place

# What a node of the search holds: columns of an int64 array with a row for each card played.
SEAT, SIZE, LED, BEST, TAKER, POT, TABLE = range(7)  # the trick on the table
TRICKS, POINTS, TAKEN, REST, LEFT = range(7, 12)  # of the declaring side; played; still to take
TRUMPED, COUNT, NEXT, HINT = range(12, 16)  # second card a trump; plays, the next one; the best
COLUMNS = 16


class Table(NamedTuple):
    """One position as it is searched."""

    hands: Any  # (S,) int64, changed by every play and put back
    after: Any  # (S,)
    declares: Any  # (S,)
    nodes: Any  # (33, COLUMNS)
    plays: Any  # (33, MOST_HELD) cards of each node, the most promising first
    promise: Any  # (MOST_HELD,)
    fixed: Any  # (5,) seats of a trick, tricks of the deal, rows of duties and worth, key of the row


@njit(cache=True)
def place_of(bit: Any) -> Any:
    """The id of the only card of a set."""
    return BITS[((bit * 0x077CB531) & 0xFFFFFFFF) >> 27]


@njit(cache=True)
def lay(table: Any, cards: Any, depth: Any, card: Any) -> None:
    """Play `card` in the node at `depth` and fill in the next one (`apply_card` of the game)."""
    here, then = table.nodes[depth], table.nodes[depth + 1]
    seat, bit = here[SEAT], np.int64(1) << card
    table.hands[seat] ^= bit
    leads = here[SIZE] == 0
    group = cards.group[card]
    led = group if leads else here[LED]
    takes = leads
    if not leads and (group == led or group == TRUMP):
        takes = cards.strength[card] > cards.strength[here[BEST]]
    taker = seat if takes else here[TAKER]
    pot, size = here[POT] + cards.points[card], here[SIZE] + 1
    then[LEFT] = here[LEFT] ^ bit
    if size == table.fixed[0]:
        ours = table.declares[taker]
        then[SEAT], then[SIZE], then[LED], then[BEST] = taker, 0, NO_GROUP, 0
        then[TAKER], then[POT], then[TABLE], then[TRUMPED] = taker, 0, 0, 0
        then[TRICKS], then[POINTS] = here[TRICKS] + ours, here[POINTS] + ours * pot
        then[TAKEN], then[REST] = here[TAKEN] + 1, here[REST] - pot
    else:
        then[SEAT], then[SIZE], then[LED] = table.after[seat], size, led
        then[BEST], then[TAKER], then[POT] = card if takes else here[BEST], taker, pot
        then[TABLE] = here[TABLE] | bit
        then[TRUMPED] = group == TRUMP if size == 2 else here[TRUMPED]
        then[TRICKS], then[POINTS] = here[TRICKS], here[POINTS]
        then[TAKEN], then[REST] = here[TAKEN], here[REST]


@njit(cache=True)
def playable(table: Any, cards: Any, node: Any) -> Any:
    """The set that the seat to act may play: the first duty that its hand can meet, else all."""
    hand = table.hands[node[SEAT]]
    duties = cards.duties[table.fixed[2], node[TRUMPED], node[LED]]
    for duty in range(len(duties)):
        if hand & duties[duty]:
            return hand & duties[duty]
    return hand


@njit(cache=True)
def promise_of(card: Any, node: Any, table: Any, cards: Any, foes: Any, friends: Any) -> Any:
    """How early to try a card: points to the own side, cheap cards elsewhere.

    foes, friends: the cards of the seats that play after this one in the trick
    """
    group, points = cards.group[card], cards.points[card]
    led, best, ours = node[LED], node[BEST], True
    if node[SIZE] == 0:
        led, best = group, card
    else:
        takes = (group == led or group == TRUMP) and cards.strength[card] > cards.strength[best]
        if takes:
            best = card
        else:
            ours = table.declares[node[TAKER]] == table.declares[node[SEAT]]
    safe = foes & cards.over[led, best] == 0
    if ours and safe:
        return 200 + 8 * points - cards.strength[card]
    if not ours and friends & cards.over[led, best] == 0:
        return -8 * points - cards.strength[card]
    return 100 - 4 * points - cards.strength[card]


@njit(cache=True)
def are_equal(lower: Any, card: Any, others: Any, cards: Any) -> Any:
    """Whether two cards of one hand, neighbours in it, do the same: same points, none between.

    others: the cards of the other hands and on the table
    """
    if cards.group[card] != cards.group[lower] or cards.points[card] != cards.points[lower]:
        return False
    return others & ((np.int64(1) << card) - (np.int64(2) << lower)) == 0


@njit(cache=True)
def find_plays(table: Any, cards: Any, depth: Any) -> None:
    """List the plays of a node, the most promising first, one of each run of equal cards."""
    node, plays, promise = table.nodes[depth], table.plays[depth], table.promise
    seat = node[SEAT]
    others = node[LEFT] & ~table.hands[seat] | node[TABLE]
    foes, friends, turn = np.int64(0), np.int64(0), table.after[seat]
    for _ in range(table.fixed[0] - node[SIZE] - 1):
        if table.declares[turn] == table.declares[seat]:
            friends |= table.hands[turn]
        else:
            foes |= table.hands[turn]
        turn = table.after[turn]
    rest, count, last = playable(table, cards, node), 0, np.int64(-1)
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = place_of(bit)
        equal = last >= 0 and are_equal(last, card, others, cards)
        last = card
        if equal and card != node[HINT]:
            continue
        value = promise_of(card, node, table, cards, foes, friends)
        value += 10000 * (card == node[HINT])
        at = count
        while at > 0 and promise[at - 1] < value:
            promise[at], plays[at] = promise[at - 1], plays[at - 1]
            at -= 1
        promise[at], plays[at] = value, card
        count += 1
    node[COUNT], node[NEXT] = count, 0


@njit(cache=True)
def key_of(table: Any, worth: Any, node: Any, level: Any) -> Any:
    """The key in `Memory` of the start of a trick and a level to prove."""
    alike = worth.alike[table.fixed[3], node[TAKEN], node[TRICKS]]
    return (
        node[LEFT] | node[SEAT] << 32 | alike << 35 | level << 39 | np.int64(table.fixed[4]) << 43
    )


@njit(cache=True)
def slot_of(memory: Any, key: Any) -> Any:
    """Where `key` is kept: one of two neighbours, preferably its own."""
    mixed = key * np.int64(-7046029254386353131)
    slot = (mixed ^ mixed >> 29) & (len(memory.keys) - 1)
    return slot ^ 1 if memory.keys[slot ^ 1] == key else slot


@njit(cache=True)
def look_up(table: Any, worth: Any, memory: Any, node: Any, level: Any) -> Any:
    """1 where the level is known to be reached at the start of a trick, 0 where not, else -1."""
    row, won = table.fixed[3], -1
    if node[LEFT] == 0:
        return 1 if worth.level[row, node[TRICKS], node[POINTS]] >= level else 0
    if worth.floor[row, node[TRICKS], node[POINTS]] >= level:
        return 1
    most = node[TRICKS] + table.fixed[1] - node[TAKEN]
    if worth.ceiling[row, most, node[POINTS] + node[REST]] < level:
        return 0
    key = key_of(table, worth, node, level)
    slot = slot_of(memory, key)
    node[HINT] = -1
    if memory.keys[slot] == key:
        node[HINT] = memory.hint[slot]
        if node[POINTS] >= memory.won_from[slot]:
            won = 1
        elif node[POINTS] <= memory.lost_to[slot]:
            won = 0
    return won


@njit(cache=True)
def remember(table: Any, worth: Any, memory: Any, node: Any, level: Any, won: Any, card: Any) -> None:
    """Note what was proved at the start of a trick."""
    key = key_of(table, worth, node, level)
    slot = slot_of(memory, key)
    if memory.keys[slot] != key:
        if memory.keys[slot] >> 43 == key >> 43:
            slot ^= 1
        memory.keys[slot] = key
        memory.won_from[slot], memory.lost_to[slot] = 1000, -1
    memory.hint[slot] = card
    if won:
        memory.won_from[slot] = min(memory.won_from[slot], node[POINTS])
    else:
        memory.lost_to[slot] = max(memory.lost_to[slot], node[POINTS])


@njit(cache=True)
def proves(table: Any, cards: Any, worth: Any, memory: Any, root: Any, level: Any) -> Any:
    """Whether the declaring side reaches `level` from the node at depth `root` on."""
    nodes, depth, won = table.nodes, root, -1
    while True:
        node = nodes[depth]
        if won < 0:  # a node just reached
            if node[SIZE] == 0:
                won = look_up(table, worth, memory, node, level)
            else:
                node[HINT] = -1
            if won < 0:
                find_plays(table, cards, depth)
                lay(table, cards, depth, table.plays[depth, 0])
                depth += 1
                continue
        if depth == root:
            return won == 1
        depth -= 1
        node = nodes[depth]
        seat, card = node[SEAT], table.plays[depth, node[NEXT]]
        table.hands[seat] ^= np.int64(1) << card
        node[NEXT] += 1
        if won != table.declares[seat] and node[NEXT] < node[COUNT]:
            lay(table, cards, depth, table.plays[depth, node[NEXT]])
            depth, won = depth + 1, -1
        elif node[SIZE] == 0:
            remember(table, worth, memory, node, level, won, card)


@njit(cache=True)
def set_up(table: Any, cards: Any, batch: Any, row: Any) -> None:
    """Lay out position `row` as the node at depth 0, the trick on the table played anew."""
    node, left, rest = table.nodes[0], np.int64(0), batch.rest[row]
    for seat in range(batch.hands.shape[1]):
        table.hands[seat] = batch.hands[row, seat]
        table.after[seat], table.declares[seat] = batch.after[row, seat], batch.declares[row, seat]
        left |= table.hands[seat]
    table.fixed[2], table.fixed[3], table.fixed[4] = batch.bound[row], batch.worth[row], row + 1
    node[:] = 0
    node[SEAT], node[LED], node[LEFT], node[REST] = batch.leader[row], NO_GROUP, left, rest
    node[TRICKS], node[POINTS], node[TAKEN] = batch.tricks[row], batch.points[row], batch.taken[row]
    for place in range(batch.size[row]):
        card = batch.trick[row, place]
        bit = np.int64(1) << card
        table.hands[node[SEAT]] |= bit
        node[LEFT] |= bit
        lay(table, cards, 0, card)
        node[:] = table.nodes[1]
    node[HINT] = -1


@njit(cache=True)
def highest(
    table: Any, cards: Any, worth: Any, memory: Any, root: Any, low: Any, high: Any
) -> Any:
    """The highest level from `low` to `high` that is reached from `root`; `low` is known to be."""
    while low < high:
        middle = (low + high + 1) // 2
        if proves(table, cards, worth, memory, root, middle):
            low = middle
        else:
            high = middle - 1
    return low


@njit(cache=True)
def level_of_play(
    table: Any, cards: Any, worth: Any, memory: Any, best: Any, limits: Any, exact: Any
) -> Any:
    """The level after the play just laid at depth 0, where `best` is the level of the best one.

    Without `exact` only the best plays are told; others are -1.
    """
    if table.declares[table.nodes[0, SEAT]]:
        if proves(table, cards, worth, memory, 1, best):
            return best
        low, high = limits[0], best - 1
    else:
        if best == limits[1] or not proves(table, cards, worth, memory, 1, best + 1):
            return best
        low, high = best + 1, limits[1]
    return highest(table, cards, worth, memory, 1, low, high) if exact else -1


@njit(cache=True)
def solve_row(
    table: Any, cards: Any, worth: Any, memory: Any, levels: Any, with_plays: Any, exact: Any
) -> Any:
    """The level of the position at depth 0, and those of its plays in `levels` (C,)."""
    node = table.nodes[0]
    most = node[TRICKS] + table.fixed[1] - node[TAKEN]
    low = worth.floor[table.fixed[3], node[TRICKS], node[POINTS]]
    high = worth.ceiling[table.fixed[3], most, node[POINTS] + node[REST]]
    best = highest(table, cards, worth, memory, 0, low, high)
    rest, last = playable(table, cards, node) if with_plays else np.int64(0), np.int64(-1)
    others = node[LEFT] & ~table.hands[node[SEAT]] | node[TABLE]
    while rest:
        card = place_of(rest & -rest)
        rest &= rest - 1
        if last >= 0 and are_equal(last, card, others, cards):
            levels[card] = levels[last]
        else:
            lay(table, cards, 0, card)
            limits = (low, high)
            levels[card] = level_of_play(table, cards, worth, memory, best, limits, exact)
            table.hands[node[SEAT]] ^= np.int64(1) << card
        last = card
    return best


@njit(cache=True)
def solve_batch(
    batch: Any,
    cards: Any,
    worth: Any,
    memory: Any,
    sizes: Any,
    with_plays: Any,
    exact: Any,
    levels: Any,
    plays: Any,
) -> None:
    """Solve every position: `levels` (G,), and `plays` (G, C) where `with_plays`.

    sizes: seats of a trick, tricks of the deal
    """
    table = Table(
        np.zeros(batch.hands.shape[1], np.int64),
        np.zeros(batch.hands.shape[1], np.int64),
        np.zeros(batch.hands.shape[1], np.int64),
        np.zeros((MOST_CARDS + 2, COLUMNS), np.int64),
        np.zeros((MOST_CARDS + 2, MOST_HELD), np.int64),
        np.zeros(MOST_HELD, np.int64),
        np.zeros(5, np.int64),
    )
    table.fixed[0], table.fixed[1] = sizes
    for row in range(len(levels)):
        set_up(table, cards, batch, row)
        levels[row] = solve_row(table, cards, worth, memory, plays[row], with_plays, exact)
