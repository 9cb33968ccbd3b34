"""What the seats are given after a finished deal, in one of three kinds."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from trick_taking.cards import Flags

Rewards = Literal["units", "relative", "win"]


def deal_rewards(
    kind: Rewards,
    units: npt.NDArray[np.int32],
    plays: Flags,
    over: Flags,
    winners: npt.NDArray[np.uint8],
) -> npt.NDArray[np.float32]:
    """(K, S) rewards of K finished deals, from the score `units` (K, S).

    "units": the score; "relative": minus the mean of the seats that played, `plays` (K, S); "win":
    nothing until the match is `over` (K,), then 1 shared by the `winners` (K,), seat bits, minus
    the mean.
    """
    if kind == "win":
        return np.where(over[:, None], win_rewards(winners, units.shape[1]), np.float32(0))
    scores = units.astype(np.float32)
    if kind == "units":
        return scores
    mean = scores.sum(axis=1, keepdims=True) / plays.sum(axis=1, keepdims=True)
    return np.where(plays, scores - mean, 0).astype(np.float32)


def win_rewards(winners: npt.NDArray[np.uint8], num_seats: int) -> npt.NDArray[np.float32]:
    """(K, S) 1 shared by the winners, minus the mean over the seats: zero-sum."""
    seats = np.arange(num_seats, dtype=np.uint8)
    wins = (winners[:, None] >> seats & 1).astype(np.float32)
    return wins / wins.sum(axis=1, keepdims=True) - np.float32(1 / num_seats)
