"""MI15, MI16: the duties of Michigan Spitzer, and what playing by them proves."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import CALL_FIRST_TRICK, CALLS, NUM_ACTIONS
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.michigan_trumps import ACES, MICHIGAN_TABLES, TRUMPS
from spitzer_env.play import Actions, Rows
from spitzer_env.state import Bits, SpitzerState
from spitzer_env.trumps import NUM_GROUPS, TRUMP
from trick_taking.arrays import Rows as AnyRows
from trick_taking.arrays import cells, choose, those
from trick_taking.cards import NO_CARD, NO_CARDS, Cards, bit

_GROUP = MICHIGAN_TABLES.group[0]
_FAIL_LEADS = np.arange(NUM_GROUPS + 1) < TRUMP  # the last answers NO_GROUP (a lead)
_ALL = np.uint64(0xFFFFFFFF)
_NO_BITS = np.uint8(0)

CALLED_CARD = np.full(NUM_ACTIONS + 1, NO_CARD, np.int8)  # (44,) by contract, NO_ACTION last
CALLED_CARD[list(CALLS)] = ACES


def _void_bits(chained: bool) -> Bits:
    """(C 5,) what each card proves about its player, by the card and the group led (MI15)."""
    bits = np.zeros((len(_GROUP), NUM_GROUPS), np.uint8)
    for led in range(NUM_GROUPS):
        for card, group in enumerate(_GROUP.tolist()):
            follows, trump = group == led, group == TRUMP
            must_trump = led != TRUMP and (chained or not follows)
            void_in_led = not follows and not (chained and trump)
            bits[card, led] = void_in_led << led | (must_trump and not trump) << TRUMP
    return bits.reshape(-1)


class MichiganDuties:
    """Follow; void in the fail suit led, trump; the called ace falls on a lead of its suit.

    The tables by the group led have a last entry that answers NO_GROUP (a lead): no duty.
    """

    def __init__(self, rules: MichiganRules) -> None:
        self.chain = rules.trump_chain
        self.group_sets: Cards = np.append(MICHIGAN_TABLES.group_sets[0], NO_CARDS)
        self.trump_sets: Cards = np.where(_FAIL_LEADS, TRUMPS, NO_CARDS)
        self.kept_sets: Cards = np.where(np.arange(NUM_GROUPS + 1) < NUM_GROUPS, _ALL, NO_CARDS)
        self.called_sets: Cards = bit(CALLED_CARD)
        self.void_bits = np.stack([_void_bits(False), _void_bits(True)])

    def lawful(self, state: SpitzerState, rows: AnyRows, hands: Cards) -> Cards:
        """(K,) by the first of these duties that the hand can fulfil, else all of it."""
        led = state.led_group[rows].astype(np.intp)
        bound = hands & self.called_sets[state.contract[rows]]
        free = hands ^ (bound & self.kept_sets[led])  # MI16: the ace is not thrown
        free = choose(free != NO_CARDS, free, hands)
        trumps = hands & self.trump_sets[led]
        following = hands & self.group_sets[led]
        lawful = choose(trumps != NO_CARDS, trumps, free)  # MI15
        lawful = choose(following != NO_CARDS, following, lawful)
        if self.chain:
            chained = self.chained(state, rows) & (trumps != NO_CARDS)
            lawful = choose(chained, trumps, lawful)  # MI15
        owed = bound & following
        return choose(owed != NO_CARDS, owed, lawful) if np.count_nonzero(owed) else lawful  # MI16

    def chained(self, state: SpitzerState, rows: AnyRows) -> Any:
        """(K,) whether the second card to a fail lead is a trump, and is on the table (MI15)."""
        second = state.trick[rows, 1]
        trumped = (second != NO_CARD) & (_GROUP[second] == TRUMP)
        return trumped & _FAIL_LEADS[state.led_group[rows]]

    def proven_voids(
        self, state: SpitzerState, rows: Rows, led: npt.NDArray[np.int8], cards: Actions
    ) -> Bits:
        """(K,) a card proves the voids without which another duty would have come first."""
        place = cells(cards, led, NUM_GROUPS)
        if not self.chain:
            return self.void_bits[0, place]
        chained = self.chained(state, rows)
        owed = cards == CALLED_CARD[state.contract[rows]]  # MI16: owed whatever else is held
        follows = _GROUP[cards] == led
        proof = self.void_bits[choose(chained, 1, 0), place]
        return choose(owed & follows, _NO_BITS, proof)

    def show_sides(self, state: SpitzerState, rows: Rows, cards: Actions) -> None:
        """Who is the caller's partner, and who is not (MI9-MI11, MI16)."""
        contract = state.contract[rows]
        ace: Any = CALLED_CARD[contract]
        called, first = ace != NO_CARD, contract == CALL_FIRST_TRICK
        self._show_ace(state, those(rows, called), those(ace, called), those(cards, called))
        taken = first & (state.tricks_played[rows] == 0) & (state.trick_size[rows] == 4)
        winners = those(rows, taken)
        if winners.size:
            state.partner[winners] = state.taker[winners]  # MI11

    def _show_ace(
        self, state: SpitzerState, rows: Rows, ace: npt.NDArray[np.integer], cards: Actions
    ) -> None:
        """The ace falls, or a seat that owed it shows that it lacks it (MI16)."""
        if not rows.size:
            return
        seat, falls = state.seat[rows], cards == ace
        state.partner[rows] = choose(falls, seat, state.partner[rows])
        owes = (state.led_group[rows] == _GROUP[ace]) & (state.trick_size[rows] > 1)
        shown = np.left_shift(np.uint8(1), seat.astype(np.uint8))
        state.without_ace[rows] |= choose(owes & ~falls, shown, _NO_BITS)
