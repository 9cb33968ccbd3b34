"""Checks at the door of a batched game: public functions verify, inner functions trust."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from trick_taking.cards import Ids


def check_choice(name: str, value: object, choices: Any) -> None:
    """ValueError unless `value` is one of the `Literal` type `choices`."""
    if value not in get_args(choices):
        raise ValueError(f"{name} must be one of {list(get_args(choices))}, not {value!r}")


def check_num_games(num_games: object) -> int:
    """The number of games; ValueError unless it is a whole number of 1 or more."""
    if not isinstance(num_games, int | np.integer) or num_games < 1:
        raise ValueError(f"num_games must be a whole number of 1 or more, not {num_games!r}")
    return int(num_games)


def check_rows(rows: npt.ArrayLike | None, num_games: int) -> npt.NDArray[np.intp]:
    """Game indices, all when None; ValueError when one is outside or repeated."""
    if rows is None:
        return np.arange(num_games)
    chosen = np.atleast_1d(np.asarray(rows))
    if chosen.ndim != 1 or chosen.dtype.kind not in "iu":
        raise ValueError(f"rows must be a list of games, not {chosen.shape} {chosen.dtype}")
    outside = (chosen < 0) | (chosen >= num_games)
    if outside.any() or len(np.unique(chosen)) < len(chosen):
        raise ValueError(f"rows must be different games from 0 to {num_games - 1}")
    return chosen.astype(np.intp)


def check_seats(seats: npt.ArrayLike, num_rows: int, num_seats: int) -> Ids:
    """(num_rows,) int8 seats, one seat standing for all; ValueError when one does not exist."""
    viewers = np.broadcast_to(np.asarray(seats), (num_rows,))
    if viewers.dtype.kind not in "iu" or ((viewers < 0) | (viewers >= num_seats)).any():
        raise ValueError(f"seats must be whole numbers from 0 to {num_seats - 1}")
    return viewers.astype(np.int8)


def check_actions(actions: npt.ArrayLike, num_games: int, game: str) -> npt.NDArray[np.int64]:
    """(num_games,) int64 actions; ValueError for a wrong shape or dtype."""
    chosen = np.asarray(actions)
    if chosen.shape != (num_games,) or chosen.dtype.kind not in "iu":
        raise ValueError(
            f"{game}: actions must be ({num_games},) whole numbers, "
            f"not {chosen.shape} {chosen.dtype}"
        )
    return chosen.astype(np.int64)
