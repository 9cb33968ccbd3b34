"""What the seats are given after a finished deal, in one of three kinds."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from spitzer_env.match import win_rewards
from spitzer_env.scoring import DealResults
from trick_taking.cards import Flags

Rewards = Literal["units", "relative", "win"]


def deal_rewards(
    kind: Rewards, results: DealResults, over: Flags, winners: npt.NDArray[np.uint8]
) -> npt.NDArray[np.float32]:
    """(K, S) rewards of K finished deals.

    "units": the score; "relative": minus the mean of the seats that played; "win": nothing until
    the match is `over` (K,), then 1 shared by the `winners` (K,), seat bits, minus the mean.
    """
    num_seats = results.units.shape[1]
    if kind == "win":
        return np.where(over[:, None], win_rewards(winners, num_seats), np.float32(0))
    units = results.units.astype(np.float32)
    if kind == "units":
        return units
    plays = np.arange(num_seats) != results.dealer[:, None]
    plays |= num_seats == 4  # SPV6: only with five the dealer sits out
    mean = units.sum(axis=1, keepdims=True) / plays.sum(axis=1, keepdims=True)
    return np.where(plays, units - mean, 0).astype(np.float32)
