"""SPV4: the blind is picked or not; the picker buries as many cards and plays alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from spitzer_env.actions import PASS, PICK
from spitzer_env.announcing import all_spoke, speak
from spitzer_env.play import Actions, PlayTables, Rows
from spitzer_env.rules import MAX_REDEALS, TwoTrumpRules
from spitzer_env.state import Phase, SpitzerState
from trick_taking.arrays import NO_ROWS, cells, choose, those
from trick_taking.arrays import Rows as AnyRows
from trick_taking.cards import Cards, bit, count

_PICK_ONLY = np.uint64(1 << PICK)
_PICK_OR_PASS = np.uint64(1 << PICK | 1 << PASS)


class Picking:
    """From eldest each seat picks or passes, until one picks; who has picked buries."""

    def __init__(self, rules: TwoTrumpRules, tables: PlayTables) -> None:
        self.tables, self.blind, self.seats = tables, rules.blind, rules.players
        self.redeals = rules.all_pass == "redeal"
        # Deals passed in a row after which the dealer may not pass; never in a leaster.
        must_after = {"leaster": MAX_REDEALS + 1, "redeal": MAX_REDEALS, "dealer_picks": 0}
        self.must_after = must_after[rules.all_pass]

    def legal(self, state: SpitzerState, rows: AnyRows, hands: Cards) -> Cards:
        """(K,) pick or pass; in the bury phase any card of the hand."""
        is_dealer = state.seat[rows] == state.dealer[rows]
        must = is_dealer & (state.redeals[rows] >= self.must_after)
        words = choose(must, _PICK_ONLY, _PICK_OR_PASS)
        return choose(state.phase[rows] == Phase.BURY, hands, words)

    def apply(self, state: SpitzerState, rows: Rows, actions: Actions) -> Rows:
        """The seats to act of `rows` pick, pass or bury."""
        if not rows.size:
            return NO_ROWS
        buries = state.phase[rows] == Phase.BURY
        self._bury(state, those(rows, buries), those(actions, buries))
        return self._speak(state, those(rows, ~buries), those(actions, ~buries))

    def _bury(self, state: SpitzerState, rows: Rows, cards: Actions) -> None:
        """A card of the picker is laid away, face down; after the last one eldest leads."""
        if not rows.size:
            return
        card_sets = bit(cards)
        own = cells(rows, state.seat[rows], self.seats)
        state.hands.reshape(-1)[own] ^= card_sets
        state.buried[rows] |= card_sets
        done = count(state.buried[rows]) == self.blind
        state.phase[rows] = choose(done, Phase.PLAY, Phase.BURY)
        self._let_eldest_act(state, those(rows, done))

    def _speak(self, state: SpitzerState, rows: Rows, actions: Actions) -> Rows:
        if not rows.size:
            return NO_ROWS
        seat: Any = speak(state, rows, actions, self.tables)
        picks = actions == PICK
        self._take_blind(state, those(rows, picks), those(seat, picks))
        passed_out = ~picks & all_spoke(state, rows, self.seats)
        if self.redeals:
            again = np.atleast_1d(those(rows, passed_out))
            state.redeals[again] += 1
            return again
        state.phase[rows] = choose(passed_out, Phase.PLAY, state.phase[rows])  # a leaster
        return NO_ROWS

    def _take_blind(self, state: SpitzerState, rows: Rows, pickers: Any) -> None:
        if not rows.size:
            return
        state.hands.reshape(-1)[cells(rows, pickers, self.seats)] |= state.blind[rows]
        state.contract[rows] = PICK
        state.declarer[rows] = state.seat[rows] = pickers
        state.phase[rows] = Phase.BURY
        state.redeals[rows] = 0

    def _let_eldest_act(self, state: SpitzerState, rows: Rows) -> None:
        if rows.size:
            state.seat[rows] = self.tables.eldest[state.dealer[rows]]
