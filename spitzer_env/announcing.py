"""SP9: before the first lead each seat that plays speaks once, from eldest."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import PASS, SOLO
from spitzer_env.state import Phase, SpitzerState
from spitzer_env.trumps import TRUMP, TRUMPS
from trick_taking.arrays import choose
from trick_taking.cards import Cards

_PASS_ONLY = np.uint64(1 << PASS)
_PASS_OR_SOLO = np.uint64(1 << PASS | 1 << SOLO)
_TRUMP_VOID = np.uint8(1 << TRUMP)


def legal_announcements(hands: Cards) -> Cards:
    """(G,) `pass`, and `solo` for the holder of both trumps (SP9)."""
    return choose(hands & TRUMPS == TRUMPS, _PASS_OR_SOLO, _PASS_ONLY)


def apply_announcement(
    state: SpitzerState,
    rows: npt.NDArray[np.intp],
    actions: npt.NDArray[np.int64],
    next_seat: npt.NDArray[np.int8],
) -> None:
    """The seats to act of `rows` speak; `next_seat` is the (S, S) table of dealer and seat."""
    if not rows.size:
        return
    seat = state.seat[rows]
    state.spoken[rows] |= np.left_shift(np.uint8(1), seat.astype(np.uint8))
    state.seat[rows] = next_seat[state.dealer[rows], seat]
    announces = actions == SOLO
    solo_rows, soloist = rows[announces], seat[announces]
    state.solo[solo_rows] = soloist
    # Who announces solo holds both trumps (SP9): a proof that nobody else has one.
    state.voids[solo_rows] |= _TRUMP_VOID
    state.voids[solo_rows, soloist] &= ~_TRUMP_VOID
    all_spoke = np.bitwise_count(state.spoken[rows]) == 4
    state.phase[rows] = np.where(all_spoke, Phase.PLAY, Phase.ANNOUNCE)
