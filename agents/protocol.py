"""What every player is: the `Agent` protocol."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from trick_taking.view import View


@runtime_checkable
class Agent(Protocol):
    """A player of many games at once.

    An agent sees a `View` and nothing else: what the seat to act knows in each of G games, never
    the true state. It holds no randomness of its own. A draw is a pure function of `view.keys`,
    which is a pure function of seed, stream, deal, seat and move, so an agent answers the same in
    any batch, in any order, in any process.
    """

    name: str

    def act(self, view: View[Any]) -> npt.NDArray[np.int64]:
        """(G,) int64 action ids: a legal action for each row of `view`, 0 where nobody is to act.

        ValueError when the agent cannot answer; it never returns an illegal action in place of one.
        """
        ...
