"""What an agent may see when it chooses: a snapshot that holds no true state."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from trick_taking.arrays import Rows
from trick_taking.counter import Keys

Information = TypeVar("Information")


class View(Generic[Information]):
    """The seats to act in G games, each seen from its own place.

    information_state: own cards and the public record, games first, seats relative (0 = me)
    legal: (G, A) bool, True = allowed
    keys: (G,) uint64, the draw of each seat: a pure function of (seed, stream, deal, seat, move)
    observation: (G, F) uint8, computed from the information state when first asked for
    """

    def __init__(
        self,
        information_state: Information,
        legal: npt.NDArray[np.bool_],
        keys: Keys,
        observe: Callable[[Information], npt.NDArray[np.uint8]],
    ) -> None:
        self.information_state = information_state
        self.legal = legal
        self.keys = keys
        self._observe = observe

    def __len__(self) -> int:
        return len(self.keys)

    def select(self, rows: Rows) -> View[Information]:
        """The view of the games `rows` alone."""
        known: Any = self.information_state
        return View(known.select(rows), self.legal[rows], self.keys[rows], self._observe)

    @cached_property
    def observation(self) -> npt.NDArray[np.uint8]:
        """(G, F) uint8."""
        return self._observe(self.information_state)
