"""What the agents that search in worlds share: whom they answer, and whom only once."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from agents.world_games import WorldGames
from trick_taking.action_sets import action_flags
from trick_taking.lockstep import LockstepGame
from trick_taking.view import View

Actions = npt.NDArray[np.int64]


class WorldSearch:
    """Searches where a seat has a choice; a forced action costs nothing.

    Rows that are alike, as in the seatings of one duplicate deal, are answered once.
    """

    rows_at_once: ClassVar[int] = 64  # what the worlds of so many rows take of memory stays small

    def __init__(self, game: LockstepGame, name: str) -> None:
        """`game` gives its options, and nothing else."""
        self.name, self.tables = name, WorldGames(game)
        self._num_actions = game.num_actions

    def act(self, view: View[Any]) -> Actions:
        """(G,) a lawful action of each row; 0 where nobody is to act."""
        lawful = action_flags(view.information_state.lawful, self._num_actions)
        actions = lawful.argmax(axis=1)
        free = np.flatnonzero(lawful.sum(axis=1) > 1)
        if len(free):
            one_of_each, places = distinct_rows(view.select(free))
            rows = free[one_of_each]
            parts = [
                self._choose(view.select(rows[start : start + self.rows_at_once]))
                for start in range(0, len(rows), self.rows_at_once)
            ]
            actions[free] = np.concatenate(parts)[places]
        return actions

    def _choose(self, view: View[Any]) -> Actions:
        """(G,) the best actions; every row has a choice."""
        raise NotImplementedError


def distinct_rows(view: View[Any]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """One row of each that knows the same and has the same key, and (G,) the place of its twin."""
    arrays = [*view.information_state.arrays().values(), view.keys]
    columns = [
        np.ascontiguousarray(array).reshape(len(view), -1).view(np.uint8) for array in arrays
    ]
    whole = np.concatenate(columns, axis=1)
    _, first, places = np.unique(whole, axis=0, return_index=True, return_inverse=True)
    return first, places.reshape(-1)
