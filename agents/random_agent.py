"""The player that every other one is measured from: uniform over the legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from trick_taking.choice import uniform_legal
from trick_taking.view import View


class RandomAgent:
    """Draws each action from the legal ones with equal chance, by the row's key alone."""

    name = "random"

    def act(self, view: View[Any]) -> npt.NDArray[np.int64]:
        """(G,) int64 action ids."""
        return uniform_legal(view.legal, view.keys)
