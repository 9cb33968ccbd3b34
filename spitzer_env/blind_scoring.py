"""SPV4: what a deal with a blind is worth besides the score of two-trump Spitzer."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spitzer_env.rules import TwoTrumpRules
from spitzer_env.state import SpitzerState
from spitzer_env.trumps import POINTS
from trick_taking.cards import NO_SEAT, Cards, Flags, Ids, flags

Rows = npt.NDArray[np.intp]
Points = npt.NDArray[np.int16]


def card_points(cards: Cards) -> Points:
    """(K,) the points of each card set."""
    return (flags(cards, len(POINTS)) @ POINTS).astype(np.int16)


def points_with_piles(state: SpitzerState, rows: Rows, rules: TwoTrumpRules) -> Points:
    """(K, S) captured points: the picker's buried cards are his, a leaster's blind goes with the
    last trick.
    """
    points = state.points[rows]
    picker = state.declarer[rows]
    played_out = state.tricks_played[rows] == rules.tricks
    leaster = (picker == NO_SEAT) & played_out
    owner = np.where(leaster, state.leader[rows], picker)
    pile = card_points(np.where(leaster, state.blind[rows], state.buried[rows]))
    owns = np.arange(points.shape[1]) == owner[:, None]
    return points + np.where(owns, pile[:, None], 0).astype(np.int16)


def leaster_units(
    points: Points, tricks: Ids, revoker: Ids, rules: TwoTrumpRules
) -> npt.NDArray[np.int64]:
    """(K, S) each other seat pays the only one with the fewest points 1, or 2 if it took no trick.

    A revoke that loses the deal pays 1 to each other seat.
    """
    fewest = points == points.min(axis=1, keepdims=True)
    alone = fewest.sum(axis=1, keepdims=True) == 1
    stake = np.where(tricks == 0, 2, 1)
    units = _pay(fewest & alone, stake)
    if rules.revoke == "lose_deal":
        revoked = revoker[:, None] != NO_SEAT
        revokes = np.arange(points.shape[1]) == revoker[:, None]
        units = np.where(revoked, _pay(revokes, np.full_like(stake, -1)), units)
    return units


def _pay(receives: Flags, stake: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(K, S) the seat that `receives` gets its `stake` from each other seat; 0 without one."""
    each = np.where(receives, stake, 0).sum(axis=1, keepdims=True)
    return np.where(receives, each * (receives.shape[1] - 1), -each)
