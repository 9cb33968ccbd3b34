"""Where the games of a batch stand, as arrays of a checkpoint.

    game_arrays(game) -> arrays by name        restore_games(game, arrays)

Matches that are paid by the deal go on from one rollout to the next, so a run that is resumed needs
the positions it left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy.typing as npt

from trick_taking.lockstep import LockstepGame

_PREFIX = "game/"


def game_arrays(game: LockstepGame) -> dict[str, npt.NDArray[Any]]:
    """`"game/totals"` and so on: the true state of every game; not copies."""
    return {_PREFIX + name: array for name, array in game.state.arrays().items()}


def restore_games(game: LockstepGame, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Put `game` where `arrays` were taken; others among them are left alone.

    ValueError, with `game` as it was, unless they are the state of as many games of its kind.
    """
    state = game.state.arrays()
    for name, array in state.items():
        saved = arrays.get(_PREFIX + name)
        if saved is None or (saved.shape, saved.dtype) != (array.shape, array.dtype):
            raise ValueError(f"{_PREFIX + name!r} does not fit {game.num_games} games")
    for name, array in state.items():
        array[:] = arrays[_PREFIX + name]
