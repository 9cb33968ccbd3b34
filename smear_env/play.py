"""SM8-SM10, SMV1: the play of the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from smear_env.actions import PACK
from smear_env.state import Phase, SmearState
from smear_env.trumps import NUM_GROUPS, TRUMP, VALUES
from trick_taking.arrays import NO_ROWS, cells, choose, those
from trick_taking.cards import NO_CARD, NO_CARDS, NO_GROUP, NO_SEAT, Cards, bit
from trick_taking.tricks import takes_trick

if TYPE_CHECKING:
    from smear_env.tables import SmearTables

Rows = npt.NDArray[np.intp]
TRICKS = 6  # SM8
_NO_VOID = np.uint8(0)
_TRUMP_VOID = np.uint8(1 << TRUMP)


def start_play(state: SmearState, rows: Rows) -> None:
    """The pitchers of `rows` lead to the first trick (SM8)."""
    state.phase[rows] = Phase.PLAY
    state.play_start[rows] = state.moves[rows]
    state.seat[rows] = state.pitcher[rows]
    clear_table(state, rows, state.pitcher[rows])


def clear_table(state: SmearState, rows: Rows, leader: npt.NDArray[np.int8]) -> None:
    """An empty trick, to be led by `leader`."""
    state.leader[rows] = leader
    state.table[rows] = 0
    state.trick_size[rows] = 0
    state.table_value[rows] = 0
    state.led_group[rows] = NO_GROUP
    state.taker[rows] = NO_SEAT
    state.best_card[rows] = NO_CARD


def follows_by_duty(state: SmearState, rows: Rows, hands: Cards, tables: SmearTables) -> Cards:
    """(K,) cards that `hands` may play: follow suit or trump (SM9), lead a trump first (SM8)."""
    trump, led = state.trump[rows].astype(np.intp), state.led_group[rows]
    first = (state.tricks_played[rows] == 0) & (state.trick_size[rows] == 0)
    owed = cells(trump, choose(first, TRUMP, led) + 1, NUM_GROUPS + 1)
    duty = tables.duty_sets.reshape(-1)[owed]
    restricted = hands & (duty | tables.trump_sets[trump])
    return choose((hands & duty) != NO_CARDS, restricted, hands)


def apply_cards(
    state: SmearState, rows: Rows, cards: npt.NDArray[np.int64], tables: SmearTables
) -> Rows:
    """The seats to act of `rows` play `cards`; returns the rows whose last trick is taken."""
    if not rows.size:
        return NO_ROWS
    seat, trump, size = state.seat[rows], state.trump[rows].astype(np.intp), state.trick_size[rows]
    strengths, place = tables.strength.reshape(-1), cells(trump, cards, PACK.size)
    card_set = bit(cards)
    group, strength = tables.group.reshape(-1)[place], strengths[place]
    leads = size == 0
    led = choose(leads, group, state.led_group[rows])
    follows, is_trump = group == led, group == TRUMP
    best = strengths[cells(trump, state.best_card[rows], PACK.size)]  # any for a lead
    takes = takes_trick(leads, follows, is_trump, strength, best)

    own = cells(rows, seat, state.hands.shape[1])
    state.hands.reshape(-1)[own] ^= card_set
    state.played.reshape(-1)[own] |= card_set
    state.table[rows] |= card_set
    state.trick_size[rows] = size + 1
    state.table_value[rows] += VALUES[cards]
    state.led_group[rows] = led
    state.taker[rows] = choose(takes, seat, state.taker[rows])  # SM10
    state.best_card[rows] = choose(takes, cards.astype(np.int8), state.best_card[rows])
    # Neither following nor a trump proves a void: an unlawful card would end the deal (SM14).
    free = follows | is_trump
    state.voids.reshape(-1)[own] |= choose(free, _NO_VOID, tables.void_bits[led])
    if tables.only_trumps:
        return _next_trump_holder(state, np.atleast_1d(rows), tables)
    state.seat[rows] = tables.next_seat[seat]
    return take_tricks(state, those(rows, size == state.hands.shape[1] - 1), tables)


def take_tricks(state: SmearState, rows: Rows, tables: SmearTables) -> Rows:
    """The full tricks of `rows` go to their takers, who lead next; returns the rows at an end."""
    if not rows.size:
        return NO_ROWS
    taker = state.taker[rows]
    own = cells(rows, tables.sides[taker], state.captured.shape[1])
    state.captured.reshape(-1)[own] |= state.table[rows]
    state.game_value.reshape(-1)[own] += state.table_value[rows]
    state.tricks_played[rows] += 1
    state.seat[rows] = taker
    clear_table(state, rows, taker)
    return those(rows, state.tricks_played[rows] == TRICKS)


def _next_trump_holder(state: SmearState, rows: Rows, tables: SmearTables) -> Rows:
    """SMV1: who has no trump is skipped; a lead passes left; returns the rows without a trump."""
    seat, leader, players = state.seat[rows], state.leader[rows], state.hands.shape[1]
    holds = holds_trump(state, rows, tables)
    left = (leader - seat - 1) % players  # seats that have not had their turn in this trick
    found = _first_holder(state, rows, holds, (seat + 1) % players, left)
    taken = found == NO_SEAT
    state.seat[rows] = found
    full = rows[taken]
    take_tricks(state, full, tables)
    leads = _first_holder(state, full, holds[taken], state.seat[full], np.full(len(full), players))
    state.seat[full] = leads
    state.leader[full] = leads
    return full[leads == NO_SEAT]


def holds_trump(state: SmearState, rows: Rows, tables: SmearTables) -> npt.NDArray[np.bool_]:
    """(K, S) whether each seat holds a trump."""
    return (state.hands[rows] & tables.trump_sets[state.trump[rows]][:, None]) != NO_CARDS


def _first_holder(
    state: SmearState,
    rows: Rows,
    holds: npt.NDArray[np.bool_],
    first: npt.NDArray[Any],
    seats: npt.NDArray[Any],
) -> npt.NDArray[np.int8]:
    """(K,) the first of `seats` seats from `first` that holds a trump, else NO_SEAT.

    Whoever is passed over has shown that he holds none.
    """
    players = holds.shape[1]
    found = np.full(len(rows), NO_SEAT, np.int8)
    for step in range(players):
        seat = (first + step) % players
        asked = (found == NO_SEAT) & (step < seats)
        has_one = holds[np.arange(len(rows)), seat]
        state.voids[rows, seat] |= np.where(asked & ~has_one, _TRUMP_VOID, _NO_VOID)
        found = np.where(asked & has_one, seat, found).astype(np.int8)
    return found
