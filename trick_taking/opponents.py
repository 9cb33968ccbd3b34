"""Who plays the seats that are not the learner's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from trick_taking.choice import uniform_legal
from trick_taking.view import View


class Opponent(Protocol):
    """Whoever plays a seat that is not the learner's."""

    def act(self, view: View[Any]) -> npt.NDArray[np.integer]:
        """(G,) a legal action for each row of `view`."""
        ...


Opponents = Opponent | Sequence[Opponent] | None


class UniformOpponent:
    """Plays uniformly random legal actions, drawn from the keys of the view."""

    name = "random"

    def act(self, view: View[Any]) -> npt.NDArray[np.int64]:
        """(G,) an action uniform over the legal ones."""
        return uniform_legal(view.legal, view.keys)


def one_per_place(opponents: Opponents, num_seats: int) -> list[Opponent]:
    """The agents of the other seats, clockwise from the learner's left."""
    if opponents is None:
        opponents = UniformOpponent()
    agents = [*opponents] if isinstance(opponents, Sequence) else [opponents] * (num_seats - 1)
    if len(agents) != num_seats - 1:
        raise ValueError(f"opponents must be one agent or {num_seats - 1}, not {len(agents)}")
    for agent in agents:
        if not callable(getattr(agent, "act", None)):
            raise ValueError(f"an opponent needs act(view) -> actions; {agent!r} has none")
    return agents
