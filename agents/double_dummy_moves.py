"""The compiled plays of `double_dummy`: what a card does, what may be played, what to try first.

It knows no rules: what may be played and what takes a trick come as tables
(double_dummy_tables.py). Card sets are int64, and a card's id here is its place by group and
strength, so neighbours in a group are neighbours in the numbers.

A position is one int64 array, the table: a row for every card that can be played, the nodes of the
search, then rows for what stays the same. One array is passed quickly; numba is slow with many.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from agents.double_dummy_tables import GROUP, NO_GROUP, OVER, STRENGTH, WORTH
from spitzer_env.trumps import TRUMP

MOST_CARDS = 32  # of all hands together

# Columns of a node: the trick on the table; the declaring side so far, tricks taken, points still
# to take and cards still held; whether the second card is a trump; the plays of the node.
SEAT, SIZE, LED, BEST, TAKER, POT, TABLE = range(7)
TRICKS, POINTS, TAKEN, REST, LEFT, TRUMPED = range(7, 13)
COUNT, NEXT, HINT = range(13, 16)
PLAYS = 16
WIDTH = 32

# Rows after the nodes, by seat: card sets, the seat that plays next, 1 for the declaring side.
HANDS, AFTER, DECLARES, PROMISE, FIXED = range(MOST_CARDS + 2, MOST_CARDS + 7)
ROWS = MOST_CARDS + 7
# Columns of the row FIXED: cards of a trick, tricks of the deal, row of duties, way to score, key.
TRICK_SIZE, ALL_TRICKS, BOUND, SCORING, KEY = range(5)

BITS = np.zeros(32, np.int64)  # the place of the only bit of a set, by a product (de Bruijn)
for _place in range(32):
    BITS[((0x077CB531 << _place) & 0xFFFFFFFF) >> 27] = _place


@njit(cache=True)
def place_of(bit: Any) -> Any:
    """The id of the only card of a set."""
    return BITS[((bit * 0x077CB531) & 0xFFFFFFFF) >> 27]


@njit(cache=True)
def takes_over(cards: Any, card: Any, best: Any, led: Any) -> Any:
    """Whether `card` takes the trick from `best` when the group `led` was led."""
    return cards[OVER + led, best] >> card & 1 == 1


@njit(cache=True)
def lay(table: Any, cards: Any, depth: Any, card: Any) -> None:
    """Play `card` in the node at `depth` and fill in the next one (`apply_card` of the game)."""
    then, seat, bit = depth + 1, table[depth, SEAT], np.int64(1) << card
    table[HANDS, seat] ^= bit
    table[then, LEFT] = table[depth, LEFT] ^ bit
    led, best, taker = table[depth, LED], table[depth, BEST], table[depth, TAKER]
    size = table[depth, SIZE] + 1
    if size == 1:
        led, best, taker = cards[GROUP, card], card, seat
    elif takes_over(cards, card, best, led):
        best, taker = card, seat
    pot = table[depth, POT] + cards[WORTH, card]
    tricks, points = table[depth, TRICKS], table[depth, POINTS]
    taken, rest = table[depth, TAKEN], table[depth, REST]
    on_table, trumped = table[depth, TABLE] | bit, table[depth, TRUMPED]
    if size == 2:
        trumped = np.int64(cards[GROUP, card] == TRUMP)
    seat = table[AFTER, seat]
    if size == table[FIXED, TRICK_SIZE]:
        ours = table[DECLARES, taker]
        tricks, points, taken, rest = tricks + ours, points + ours * pot, taken + 1, rest - pot
        seat, size, led, pot, on_table, trumped = taker, 0, NO_GROUP, 0, 0, 0
    table[then, SEAT], table[then, SIZE], table[then, LED] = seat, size, led
    table[then, BEST], table[then, TAKER], table[then, POT] = best, taker, pot
    table[then, TABLE], table[then, TRUMPED] = on_table, trumped
    table[then, TRICKS], table[then, POINTS] = tricks, points
    table[then, TAKEN], table[then, REST] = taken, rest


@njit(cache=True)
def playable(table: Any, duties: Any, depth: Any) -> Any:
    """The set that the seat to act may play: the first duty that its hand can meet, else all."""
    hand = table[HANDS, table[depth, SEAT]]
    bound, trumped, led = table[FIXED, BOUND], table[depth, TRUMPED], table[depth, LED]
    for duty in range(duties.shape[3]):
        owed = hand & duties[bound, trumped, led, duty]
        if owed:
            return owed
    return hand


@njit(cache=True)
def are_equal(lower: Any, card: Any, others: Any, cards: Any) -> Any:
    """Whether two cards of one hand, neighbours in it, do the same: same points, none between.

    others: the cards of the other hands and on the table
    """
    if cards[GROUP, card] != cards[GROUP, lower] or cards[WORTH, card] != cards[WORTH, lower]:
        return False
    return others & ((np.int64(1) << card) - (np.int64(2) << lower)) == 0


@njit(cache=True)
def promise_of(card: Any, table: Any, depth: Any, cards: Any, foes: Any, friends: Any) -> Any:
    """How early to try a card: points to the own side, cheap cards elsewhere.

    foes, friends: the cards of the seats that play after this one in the trick
    """
    points, strength = cards[WORTH, card], cards[STRENGTH, card]
    led, best, ours = table[depth, LED], table[depth, BEST], True
    if table[depth, SIZE] == 0:
        led, best = cards[GROUP, card], card
    elif takes_over(cards, card, best, led):
        best = card
    else:
        ours = table[DECLARES, table[depth, TAKER]] == table[DECLARES, table[depth, SEAT]]
    over = cards[OVER + led, best]
    if ours and foes & over == 0:
        return 200 + 8 * points - strength
    if not ours and friends & over == 0:
        return -8 * points - strength
    return 100 - 4 * points - strength


@njit(cache=True)
def find_plays(table: Any, cards: Any, duties: Any, depth: Any) -> None:
    """List the plays of a node, the most promising first, one of each run of equal cards."""
    seat, hint = table[depth, SEAT], table[depth, HINT]
    others = table[depth, LEFT] & ~table[HANDS, seat] | table[depth, TABLE]
    foes, friends, turn = np.int64(0), np.int64(0), table[AFTER, seat]
    for _ in range(table[FIXED, TRICK_SIZE] - table[depth, SIZE] - 1):
        if table[DECLARES, turn] == table[DECLARES, seat]:
            friends |= table[HANDS, turn]
        else:
            foes |= table[HANDS, turn]
        turn = table[AFTER, turn]
    rest, count, last = playable(table, duties, depth), 0, np.int64(-1)
    while rest:
        card = place_of(rest & -rest)
        rest &= rest - 1
        equal = last >= 0 and are_equal(last, card, others, cards)
        last = card
        if equal and card != hint:
            continue
        value = promise_of(card, table, depth, cards, foes, friends)
        if card == hint:
            value += 10000
        at = count
        while at > 0 and table[PROMISE, at - 1] < value:
            table[PROMISE, at] = table[PROMISE, at - 1]
            table[depth, PLAYS + at] = table[depth, PLAYS + at - 1]
            at -= 1
        table[PROMISE, at], table[depth, PLAYS + at] = value, card
        count += 1
    table[depth, COUNT], table[depth, NEXT] = count, 0
