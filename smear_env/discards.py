"""SM7: every hand comes down to six. SMV1: then, in nine-card, each draws to six."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smear_env.play import start_play
from smear_env.rules import KEPT, SmearRules
from smear_env.state import SmearState
from smear_env.tables import SmearTables
from trick_taking.arrays import cells, choose, those
from trick_taking.cards import NO_CARDS, Cards, Ids, bit, count
from trick_taking.seat_view import seats_where

Rows = npt.NDArray[np.intp]


def legal_discards(state: SmearState, rows: Rows, tables: SmearTables) -> Cards:
    """(K,) cards that the seats to act of `rows` may lay down."""
    seat, trump = state.seat[rows], state.trump[rows]
    hand = state.hands.reshape(-1)[cells(rows, seat, state.hands.shape[1])]
    trumps = hand & tables.trump_sets[trump]
    if tables.free_discard:
        keeps_last = (seat == state.pitcher[rows]) & (count(trumps) == 1)
        return choose(keeps_last, hand & ~trumps, hand)
    plain = hand & ~trumps
    unprotected = trumps & ~tables.protected_sets[trump]
    last = choose(unprotected != NO_CARDS, unprotected, trumps)
    return choose(plain != NO_CARDS, plain, last)


def start_discards(state: SmearState, rows: Rows, rules: SmearRules, tables: SmearTables) -> None:
    """Trump was named in `rows`: the pitcher discards first."""
    if tables.only_trumps:  # SMV1: all plain cards go by themselves
        plain = state.hands[rows] & ~tables.trump_sets[state.trump[rows]][:, None]
        state.discarded[rows] |= plain
        state.hands[rows] ^= plain
    _next_discards(state, rows, rules, tables)


def apply_discards(
    state: SmearState,
    rows: Rows,
    cards: npt.NDArray[np.int64],
    rules: SmearRules,
    tables: SmearTables,
) -> None:
    """The seats to act of `rows` lay `cards` face down."""
    laid = bit(cards)
    own = cells(rows, state.seat[rows], rules.players)
    state.discarded.reshape(-1)[own] |= laid
    left = state.hands.reshape(-1)[own] ^ laid
    state.hands.reshape(-1)[own] = left
    ready = those(rows, count(left) <= KEPT)
    if ready.size:
        _next_discards(state, np.atleast_1d(ready), rules, tables)


def _next_discards(state: SmearState, rows: Rows, rules: SmearRules, tables: SmearTables) -> None:
    """The first seat from the pitcher with more than six cards is to act; if none, play begins."""
    too_many = seats_where(count(state.hands[rows]) > KEPT)
    state.seat[rows] = tables.first_seats[state.pitcher[rows], too_many]
    ready = rows[too_many == 0]
    if len(ready):
        if tables.only_trumps:
            draw_to_six(state, ready, rules)
        start_play(state, ready)


def clockwise_from(first: Ids, players: int) -> npt.NDArray[np.intp]:
    """(K, S) the seats in order from `first`."""
    return (first[:, None].astype(np.intp) + np.arange(players)) % players


def draw_to_six(state: SmearState, rows: Rows, rules: SmearRules) -> None:
    """SMV1: from the pitcher's left, the pitcher last, while the stock lasts."""
    first = rules.players * rules.hand_size
    stock = bit(state.order[rows, first:])
    places = np.arange(stock.shape[1])
    size = len(rules.pack) - first
    taken = np.zeros(len(rows), np.intp)
    seats = clockwise_from((state.pitcher[rows] + 1) % rules.players, rules.players)
    for seat in seats.T:
        wanted = KEPT - count(state.hands[rows, seat]).astype(np.intp)
        drawn = np.minimum(np.maximum(wanted, 0), size - taken)
        ends = taken + drawn
        his = (places >= taken[:, None]) & (places < ends[:, None])
        state.hands[rows, seat] |= np.bitwise_or.reduce(np.where(his, stock, NO_CARDS), axis=1)
        state.drawn[rows, seat] = drawn
        taken = ends
