"""The compiled search of `double_dummy_smear`: alpha-beta on the margin of two sides.

It knows no rules: groups, strengths, duties, points and what an end is worth come as tables. Card
sets are int64, and a card's id here is its place by group and strength, the highest trump first, so
that neighbours in a group are neighbours in the numbers. Side 0 wants much, side 1 little. A hash
table remembers bounds that were proved at the starts of tricks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

TRUMP, NO_GROUP = 4, 5  # groups; the last is the place in the duties that answers a lead
# Columns of what each card is (C, 5): group, strength, points, game value, points in a tie.
GROUP, STRENGTH, WORTH, VALUE, TIED = range(5)
# Columns of a position: to act, cards on the table, group led, best card, its seat; points, game
# value and points of a tie on the table, then those of side 1 so far; tricks over; their set.
SEAT, SIZE, LED, BEST, TAKER = range(5)
POT, POT_VALUE, POT_TIED, POINTS, GAME, TIES, TRICKS, TABLE = range(5, 13)
WIDTH = 13
# Columns of the search of a node: window, what is left of it, cards not yet tried, the last one
# seen, the set of the one being tried, the margin so far, key and place in the memory.
LOW, HIGH, FLOOR, CEILING, UNTRIED, LAST, CARD, MARGIN, KEY, SLOT = range(10)
PLAN = 10
DEPTH = 50  # of 48 cards at most, and an end
LEFT, REST, LOWER, UPPER = range(4)  # columns of the memory
INFINITE = 1000

PLACES = np.zeros(67, np.int64)  # of the only card of a set, by its remainder
for _place in range(63):
    PLACES[(1 << _place) % 67] = _place


@njit(cache=True)
def playable(hand: Any, node: Any, duties: Any) -> Any:
    """What a hand may play: one of its duty or a trump, if it has one of its duty, else all."""
    if node[SIZE] == 0:
        led = TRUMP if node[TRICKS] == 0 else NO_GROUP
    else:
        led = node[LED]
    if hand & duties[led]:
        return hand & (duties[led] | duties[TRUMP])
    return hand


@njit(cache=True)
def lay(node: Any, then: Any, card: Any, cards: Any, sides: Any) -> None:
    """The position `then` after the seat to act of `node` plays `card`."""
    then[:] = node
    group, strength = cards[card, GROUP], cards[card, STRENGTH]
    if node[SIZE] == 0:
        then[LED], then[BEST], then[TAKER] = group, card, node[SEAT]
    elif (group == node[LED] or group == TRUMP) and strength > cards[node[BEST], STRENGTH]:
        then[BEST], then[TAKER] = card, node[SEAT]
    then[POT] += cards[card, WORTH]
    then[POT_VALUE] += cards[card, VALUE]
    then[POT_TIED] += cards[card, TIED]
    then[TABLE] |= np.int64(1) << card
    then[SIZE] += 1
    then[SEAT] = (node[SEAT] + 1) % len(sides)
    if then[SIZE] == len(sides):
        taker = then[TAKER]
        if sides[taker] == 1:
            then[POINTS] += then[POT]
            then[GAME] += then[POT_VALUE]
            then[TIES] += then[POT_TIED]
        then[POT], then[POT_VALUE], then[POT_TIED], then[TABLE], then[SIZE] = 0, 0, 0, 0, 0
        then[SEAT], then[LED], then[TRICKS] = taker, NO_GROUP, then[TRICKS] + 1


@njit(cache=True)
def worth_of(node: Any, all_value: Any, ends: Any) -> Any:
    """The margin of an end: by who has the most game value, and the points of side 1."""
    theirs = all_value - node[GAME]
    if node[GAME] > theirs:
        return ends[2, node[POINTS]]
    if node[GAME] < theirs:
        return ends[0, node[POINTS]]
    return ends[1, node[POINTS] + node[TIES]]


@njit(cache=True)
def slot_of(memory: Any, left: Any, rest: Any) -> Any:
    """Where a position is kept or can be."""
    mixed = (left ^ rest * np.int64(-7046029254386353131)) * np.int64(-4658895280553007687)
    return (mixed ^ mixed >> 31) & (len(memory) - 1)


@njit(cache=True)
def are_equal(last: Any, card: Any, others: Any, cards: Any) -> Any:
    """Whether two cards of one hand, `last` the higher one, do the same and none lies between."""
    for column in (GROUP, WORTH, VALUE, TIED):
        if cards[card, column] != cards[last, column]:
            return False
    return others & ((np.int64(1) << card) - (np.int64(2) << last)) == 0


@njit(cache=True)
def remember(entry: Any, left: Any, rest: Any, best: Any, low: Any, high: Any) -> None:
    """Note what a search of the window from `low` to `high` has proved."""
    if entry[LEFT] != left or entry[REST] != rest:
        entry[LEFT], entry[REST] = left, rest
        entry[LOWER], entry[UPPER] = -INFINITE, INFINITE
    if best > low:
        entry[LOWER] = max(entry[LOWER], best)
    if best < high:
        entry[UPPER] = min(entry[UPPER], best)


@njit(cache=True)
def cards_of(hands: Any) -> Any:
    """The cards of all hands."""
    held = np.int64(0)
    for seat in range(len(hands)):
        held |= hands[seat]
    return held


@njit(cache=True)
def look_up(node: Any, plan: Any, left: Any, memory: Any, row: Any) -> Any:
    """Whether the worth of the start of a trick is known as far as it matters; it is then noted."""
    plan[SLOT] = -1
    if node[SIZE]:
        return False
    plan[KEY] = node[SEAT] | node[POINTS] << 3 | node[GAME] << 8 | node[TIES] << 16 | row << 20
    plan[SLOT] = slot_of(memory, left, plan[KEY])
    entry = memory[plan[SLOT]]
    if entry[LEFT] != left or entry[REST] != plan[KEY]:
        return False
    if entry[LOWER] >= plan[HIGH] or entry[LOWER] == entry[UPPER]:
        plan[MARGIN] = entry[LOWER]
        return True
    plan[MARGIN] = entry[UPPER]
    return entry[UPPER] <= plan[LOW]


@njit(cache=True)
def next_card(node: Any, plan: Any, hand: Any, left: Any, cards: Any) -> Any:
    """The set of the next card to try at a node, 0 when it is decided."""
    others = left & ~hand | node[TABLE]
    while plan[UNTRIED] and plan[FLOOR] < plan[CEILING]:
        bit = plan[UNTRIED] & -plan[UNTRIED]
        plan[UNTRIED] ^= bit
        card, last = PLACES[bit % 67], plan[LAST]
        plan[LAST] = card
        if last < 0 or not are_equal(last, card, others, cards):
            return bit
    return np.int64(0)


@njit(cache=True)
def heed(plan: Any, margin: Any, wants_much: Any) -> None:
    """Note at a node what the card that was just tried leads to."""
    if wants_much:
        plan[MARGIN] = max(plan[MARGIN], margin)
        plan[FLOOR] = max(plan[FLOOR], margin)
    else:
        plan[MARGIN] = min(plan[MARGIN], margin)
        plan[CEILING] = min(plan[CEILING], margin)


@njit(cache=True)
def best_of(
    nodes: Any, plans: Any, root: Any, hands: Any, tables: Any, memory: Any, row: Any
) -> Any:
    """The margin of the position at depth `root`.

    tables: cards, duties, sides, all game value, what ends are worth
    """
    cards, duties, sides, all_value, ends = tables
    depth, arrives, left = root, True, cards_of(hands)
    plans[root, LOW], plans[root, HIGH] = -INFINITE, INFINITE
    while True:
        node, plan = nodes[depth], plans[depth]
        seat, bit = node[SEAT], np.int64(0)
        if arrives and left == 0:
            plan[MARGIN] = worth_of(node, all_value, ends)
        elif not arrives or not look_up(node, plan, left, memory, row):
            if arrives:
                plan[UNTRIED], plan[LAST] = playable(hands[seat], node, duties), -1
                plan[FLOOR], plan[CEILING] = plan[LOW], plan[HIGH]
                plan[MARGIN] = -INFINITE if sides[seat] == 0 else INFINITE
            bit = next_card(node, plan, hands[seat], left, cards)
            if bit == 0 and plan[SLOT] >= 0:
                entry = memory[plan[SLOT]]
                remember(entry, left, plan[KEY], plan[MARGIN], plan[LOW], plan[HIGH])
        if bit:
            plan[CARD], arrives = bit, True
            lay(node, nodes[depth + 1], plan[LAST], cards, sides)
            plans[depth + 1, LOW], plans[depth + 1, HIGH] = plan[FLOOR], plan[CEILING]
            hands[seat] ^= bit
            left ^= bit
            depth += 1
            continue
        if depth == root:
            return plan[MARGIN]
        depth, arrives = depth - 1, False
        mover, card = nodes[depth, SEAT], plans[depth, CARD]
        hands[mover] ^= card
        left ^= card
        heed(plans[depth], plan[MARGIN], sides[mover] == 0)


@njit(cache=True)
def solve_batch(
    batch: Any, sides: Any, memory: Any, each_card: Any, margins: Any, card_margins: Any
) -> None:
    """Fill in the margins (G,) of all positions and, with `each_card`, (G, C) after each card."""
    nodes = np.zeros((DEPTH, WIDTH), np.int64)
    plans = np.zeros((DEPTH, PLAN), np.int64)
    for row in range(len(margins)):
        hands = batch.hands[row].copy()
        tables = (batch.cards[row], batch.duties[row], sides, batch.value[row], batch.ends[row])
        nodes[0] = batch.nodes[row]
        if not each_card:
            margins[row] = best_of(nodes, plans, 0, hands, tables, memory, row)
            continue
        seat = nodes[0, SEAT]
        untried = playable(hands[seat], nodes[0], batch.duties[row])
        plans[0, MARGIN] = -INFINITE if sides[seat] == 0 else INFINITE
        while untried:
            bit = untried & -untried
            untried ^= bit
            card = PLACES[bit % 67]
            lay(nodes[0], nodes[1], card, batch.cards[row], sides)
            hands[seat] ^= bit
            card_margins[row, card] = best_of(nodes, plans, 1, hands, tables, memory, row)
            hands[seat] ^= bit
            heed(plans[0], card_margins[row, card], sides[seat] == 0)
        margins[row] = plans[0, MARGIN]
