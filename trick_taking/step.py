"""What one step of a batched game returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

Results = TypeVar("Results")


@dataclass(frozen=True)
class Step(Generic[Results]):
    """One action of every unfinished game; fresh arrays that the caller may keep.

    rewards: (G, S) float32, for absolute seats, due to this step
    done: (G,) bool, True where the episode ended by this step
    results: the deals that this step finished, None when there are none
    """

    rewards: npt.NDArray[np.float32]
    done: npt.NDArray[np.bool_]
    results: Results | None
