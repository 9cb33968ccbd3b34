"""SP10-SP13, MI14-MI17: the play of the cards."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.state import Bits, SpitzerState
from spitzer_env.trumps import POINTS, TRUMP
from trick_taking.arrays import NO_ROWS, cells, choose, those
from trick_taking.arrays import Rows as AnyRows
from trick_taking.cards import NO_CARD, NO_GROUP, NO_SEAT, Cards, bit
from trick_taking.tables import TrumpTables
from trick_taking.tricks import takes_trick

Rows = npt.NDArray[np.intp]
Actions = npt.NDArray[np.int64]


class Duties(Protocol):
    """What a rule set demands of a card, and what a card tells everybody."""

    def lawful(self, state: SpitzerState, rows: AnyRows, hands: Cards) -> Cards:
        """(K,) the cards that the seats to act of `rows`, who hold `hands`, may play."""
        ...

    def proven_voids(
        self, state: SpitzerState, rows: Rows, led: npt.NDArray[np.int8], cards: Actions
    ) -> Bits:
        """(K,) groups in which the seats to act prove themselves void by playing `cards`.

        `led` is the group led, by this card when it leads.
        """
        ...

    def show_sides(self, state: SpitzerState, rows: Rows, cards: Actions) -> None:
        """Note what `cards`, which now lie on the table, tell of the sides besides."""
        ...


class PlayTables:
    """What play looks up under one set of rules.

    group, strength: (C,) of each card
    side_cards: the two cards whose holders make a side (SP8, MI7)
    side_place: (C,) place of a card in `side_cards`, -1 for the others
    eldest: (S,) seat that speaks and leads first when a seat deals
    next_seat: (S, S) seat after `seat` when `dealer` deals: [dealer, seat]
    seats, tricks: cards of a trick and tricks of a deal
    """

    def __init__(
        self,
        rules: SpitzerRules,
        trumps: TrumpTables,
        side_cards: tuple[int, int],
        duties: Duties,
    ) -> None:
        self.group, self.strength = trumps.group[0], trumps.strength[0]
        self.side_cards, self.duties = side_cards, duties
        self.side_place = np.full(len(self.group), -1, np.int8)
        self.side_place[list(side_cards)] = 0, 1
        self.seats, self.tricks = rules.seats_playing, rules.tricks
        self.eldest = ((np.arange(rules.players) + 1) % rules.players).astype(np.int8)
        self.next_seat = next_seat_table(rules.players, rules.dealer_sits_out)


def next_seat_table(players: int, dealer_sits_out: bool) -> npt.NDArray[np.int8]:
    """(S, S) the seat that acts after `seat`: clockwise, past a dealer who sits out (SPV6)."""
    table = np.empty((players, players), np.int8)
    for dealer in range(players):
        for seat in range(players):
            after = (seat + 1) % players
            skips = dealer_sits_out and after == dealer
            table[dealer, seat] = (after + 1) % players if skips else after
    return table


def apply_card(state: SpitzerState, rows: Rows, cards: Actions, tables: PlayTables) -> Rows:
    """The seats to act of `rows` play `cards`; returns the rows whose last trick is taken."""
    if not rows.size:
        return NO_ROWS
    seat = state.seat[rows]
    place = state.trick_size[rows]
    group, strength, card_set = tables.group[cards], tables.strength[cards], bit(cards)
    leads = place == 0
    led = choose(leads, group, state.led_group[rows])
    takes = takes_trick(leads, group == led, group == TRUMP, strength, state.best_strength[rows])
    own = cells(rows, seat, state.hands.shape[1])
    # Not following proves a void, since an unlawful card would have ended the deal (SP18).
    state.voids.reshape(-1)[own] |= tables.duties.proven_voids(state, rows, led, cards)

    state.hands.reshape(-1)[own] ^= card_set
    state.played.reshape(-1)[own] |= card_set
    state.trick.reshape(-1)[cells(rows, place, tables.seats)] = cards.astype(np.int8)
    state.trick_size[rows] = place + 1
    state.led_group[rows] = led
    state.taker[rows] = choose(takes, seat, state.taker[rows])  # SP13, MI17
    state.best_strength[rows] = choose(takes, strength, state.best_strength[rows])
    state.trick_points[rows] += POINTS[cards]
    side: Any = tables.side_place[cards]
    mark_side_cards(state, those(rows, side >= 0), those(side, side >= 0))
    tables.duties.show_sides(state, rows, cards)
    state.seat[rows] = tables.next_seat[state.dealer[rows], seat]
    return take_tricks(state, those(rows, place == tables.seats - 1), tables.tricks)


def mark_side_cards(state: SpitzerState, rows: Rows, places: npt.NDArray[np.integer]) -> None:
    """A card that makes the sides fell in `rows`: everybody sees when, and from whom."""
    if not rows.size:
        return
    state.side_trick[rows, places] = state.tricks_played[rows] + 1
    state.side_seat[rows, places] = state.seat[rows]


def take_tricks(state: SpitzerState, rows: Rows, tricks: int) -> Rows:
    """The full tricks of `rows` go to their takers, who lead next (SP10, SP13)."""
    if not rows.size:
        return NO_ROWS
    taker = state.taker[rows]
    own = cells(rows, taker, state.tricks.shape[1])
    state.points.reshape(-1)[own] += state.trick_points[rows]
    state.tricks.reshape(-1)[own] += 1
    state.tricks_played[rows] += 1
    state.seat[rows] = taker
    clear_table(state, rows, taker)
    return those(rows, state.tricks_played[rows] == tricks)


def clear_table(state: SpitzerState, rows: Rows, leader: npt.NDArray[np.int8]) -> None:
    """An empty trick, to be led by `leader`."""
    state.leader[rows] = leader
    state.trick[rows] = NO_CARD
    state.trick_size[rows] = 0
    state.led_group[rows] = NO_GROUP
    state.taker[rows] = NO_SEAT
    state.best_strength[rows] = -1
    state.trick_points[rows] = 0
