"""SP9: before the first lead each seat that plays speaks once, from eldest."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from spitzer_env.actions import PASS, SOLO
from spitzer_env.play import Actions, PlayTables, Rows
from spitzer_env.state import Phase, SpitzerState
from spitzer_env.trumps import TRUMP, TRUMPS
from trick_taking.arrays import NO_ROWS, choose
from trick_taking.arrays import Rows as AnyRows
from trick_taking.cards import Cards, Ids

_PASS_ONLY = np.uint64(1 << PASS)
_PASS_OR_SOLO = np.uint64(1 << PASS | 1 << SOLO)
_TRUMP_VOID = np.uint8(1 << TRUMP)


class Speech(Protocol):
    """What a rule set puts before the first lead."""

    def legal(self, state: SpitzerState, rows: AnyRows, hands: Cards) -> Cards:
        """(K,) set over the actions of the seats to act of `rows`, who hold `hands`."""
        ...

    def apply(self, state: SpitzerState, rows: Rows, actions: Actions) -> Rows:
        """The seats to act of `rows` take `actions`; returns the rows to be dealt again."""
        ...


class Announcing:
    """SP9: `pass`, and `solo` for the holder of both trumps."""

    def __init__(self, tables: PlayTables) -> None:
        self.tables = tables

    def legal(self, state: SpitzerState, rows: AnyRows, hands: Cards) -> Cards:
        """(K,) what the seats to act may say."""
        return choose(hands & TRUMPS == TRUMPS, _PASS_OR_SOLO, _PASS_ONLY)

    def apply(self, state: SpitzerState, rows: Rows, actions: Actions) -> Rows:
        """The seats to act of `rows` speak."""
        if not rows.size:
            return NO_ROWS
        seat = speak(state, rows, actions, self.tables)
        announces = actions == SOLO
        solo_rows, soloist = rows[announces], seat[announces]
        state.solo[solo_rows] = soloist
        # Who announces solo holds both trumps (SP9): a proof that nobody else has one.
        state.voids[solo_rows] |= _TRUMP_VOID
        state.voids[solo_rows, soloist] &= ~_TRUMP_VOID
        state.phase[rows] = choose(all_spoke(state, rows, 4), Phase.PLAY, Phase.ANNOUNCE)
        return NO_ROWS


def speak(state: SpitzerState, rows: Rows, actions: Actions, tables: PlayTables) -> Ids:
    """Note what the seats to act of `rows` say and pass the turn on; returns the seats."""
    seat = state.seat[rows]
    state.spoken[rows] |= np.left_shift(np.uint8(1), seat.astype(np.uint8))
    state.said[rows, seat] = actions
    state.seat[rows] = tables.next_seat[state.dealer[rows], seat]
    return seat


def all_spoke(state: SpitzerState, rows: Rows, seats: int) -> Any:
    """(K,) whether all `seats` of a deal have spoken."""
    return np.bitwise_count(state.spoken[rows]) == seats
