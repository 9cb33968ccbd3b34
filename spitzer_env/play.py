"""SP10-SP13: the play of the cards."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spitzer_env.rules import SEATS_PLAYING, TRICKS, TwoTrumpRules
from spitzer_env.state import SpitzerState
from spitzer_env.trumps import GROUP, GROUP_SETS, NUM_GROUPS, POINTS, QUEEN, STRENGTH, TRUMP
from trick_taking.arrays import NO_ROWS, cells, choose, those
from trick_taking.cards import NO_CARD, NO_CARDS, NO_GROUP, NO_SEAT, Cards, bit
from trick_taking.tricks import follow_suit, takes_trick

Rows = npt.NDArray[np.intp]
_NO_VOID = np.uint8(0)


class PlayTables:
    """The look-up tables of play under one set of rules.

    duty_sets: (6,) cards that must be played on each led group; empty is no duty. The last
        entry answers NO_GROUP (a lead), so it can be indexed by `led_group` directly.
    void_bits: (6,) what a card outside that duty proves about its player
    next_seat: (S, S) seat after `seat` when `dealer` deals: [dealer, seat]
    """

    def __init__(self, rules: TwoTrumpRules) -> None:
        duties = GROUP_SETS.copy()
        if not rules.trump_lead_must_follow:  # SP12
            duties[TRUMP] = NO_CARDS
        self.duty_sets: Cards = np.append(duties, NO_CARDS)
        bits = np.left_shift(np.uint8(1), np.arange(NUM_GROUPS + 1, dtype=np.uint8))
        self.void_bits = np.where(self.duty_sets != NO_CARDS, bits, np.uint8(0))
        self.next_seat = next_seat_table(rules.players)


def next_seat_table(players: int) -> npt.NDArray[np.int8]:
    """(S, S) the seat that acts after `seat`: clockwise; with five the dealer sits out (SPV6)."""
    table = np.empty((players, players), np.int8)
    for dealer in range(players):
        for seat in range(players):
            after = (seat + 1) % players
            sits_out = players == 5 and after == dealer
            table[dealer, seat] = (after + 1) % players if sits_out else after
    return table


def lawful_cards(hands: Cards, led_group: npt.NDArray[np.int8], tables: PlayTables) -> Cards:
    """(G,) cards that a seat may play: any to lead (SP10), follow suit if able (SP11, SP12)."""
    return follow_suit(hands, tables.duty_sets[led_group])


def apply_card(
    state: SpitzerState, rows: Rows, cards: npt.NDArray[np.int64], tables: PlayTables
) -> Rows:
    """The seats to act of `rows` play `cards`; returns the rows whose last trick is taken."""
    if not rows.size:
        return NO_ROWS
    seat = state.seat[rows]
    place = state.trick_size[rows]
    group, strength, card_set = GROUP[cards], STRENGTH[cards], bit(cards)
    leads = place == 0
    led = choose(leads, group, state.led_group[rows])
    follows = group == led
    trump = group == TRUMP
    takes = takes_trick(leads, follows, trump, strength, state.best_strength[rows])

    own = cells(rows, seat, state.hands.shape[1])
    state.hands.reshape(-1)[own] ^= card_set
    state.played.reshape(-1)[own] |= card_set
    state.trick.reshape(-1)[cells(rows, place, SEATS_PLAYING)] = cards
    state.trick_size[rows] = place + 1
    state.led_group[rows] = led
    state.taker[rows] = choose(takes, seat, state.taker[rows])  # SP13
    state.best_strength[rows] = choose(takes, strength, state.best_strength[rows])
    state.trick_points[rows] += POINTS[cards]
    # Not following proves a void, since an unlawful card would have ended the deal (SP18).
    state.voids.reshape(-1)[own] |= choose(follows, _NO_VOID, tables.void_bits[led])
    mark_trumps(state, those(rows, trump), those(cards, trump))
    state.seat[rows] = tables.next_seat[state.dealer[rows], seat]
    return take_tricks(state, those(rows, place == 3))


def mark_trumps(state: SpitzerState, rows: Rows, cards: npt.NDArray[np.int64]) -> None:
    """QC or 7D fell in `rows`: everybody sees when, and from whom."""
    if not rows.size:
        return
    which = choose(cards == QUEEN, 0, 1)
    state.trump_trick[rows, which] = state.tricks_played[rows] + 1
    state.trump_seat[rows, which] = state.seat[rows]


def take_tricks(state: SpitzerState, rows: Rows) -> Rows:
    """The full tricks of `rows` go to their takers, who lead next (SP10, SP13)."""
    if not rows.size:
        return NO_ROWS
    taker = state.taker[rows]
    state.points[rows, taker] += state.trick_points[rows]
    state.tricks[rows, taker] += 1
    state.tricks_played[rows] += 1
    state.seat[rows] = taker
    clear_table(state, rows, taker)
    return those(rows, state.tricks_played[rows] == TRICKS)


def clear_table(state: SpitzerState, rows: Rows, leader: npt.NDArray[np.int8]) -> None:
    """An empty trick, to be led by `leader`."""
    state.leader[rows] = leader
    state.trick[rows] = NO_CARD
    state.trick_size[rows] = 0
    state.led_group[rows] = NO_GROUP
    state.taker[rows] = NO_SEAT
    state.best_strength[rows] = -1
    state.trick_points[rows] = 0
