"""Checks at the door of a batched game: public functions verify, inner functions trust."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from trick_taking.cards import Ids
from trick_taking.counter import Keys, as_key


def check_choice(name: str, value: object, choices: Any) -> None:
    """ValueError unless `value` is one of the `Literal` type `choices`."""
    if value not in get_args(choices):
        raise ValueError(f"{name} must be one of {list(get_args(choices))}, not {value!r}")


def whole(name: str, value: Any) -> int | None:
    """`value` as int, None as it is; ValueError when it is no whole number (a bool is none)."""
    if value is None:
        return None
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None


def check_seed(seed: object) -> int | None:
    """The seed, None as it is; ValueError for one that would stand for the deals of another."""
    number = whole("seed", seed)
    if number is not None and not 0 <= number < 2**64:
        raise ValueError(f"seed must be from 0 to 2**64 - 1, not {number}")
    return number


def check_flags(**flags: object) -> None:
    """ValueError naming the first option that is neither True nor False."""
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise ValueError(f"{name} must be True or False, not {value!r}")


def check_instance(name: str, value: object, kind: type) -> None:
    """ValueError unless `value` is a `kind`."""
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be {kind.__name__}, not {value!r}")


def check_num_games(num_games: object) -> int:
    """The number of games; ValueError unless it is a whole number of 1 or more."""
    number = whole("num_games", num_games)
    if number is None or number < 1:
        raise ValueError(f"num_games must be a whole number of 1 or more, not {num_games!r}")
    return number


def check_streams(streams: npt.ArrayLike | None, num_games: int) -> Keys:
    """(num_games,) stream numbers, 0.. when None; ValueError for a wrong shape or dtype."""
    if streams is None:
        return as_key(np.arange(num_games))
    numbers = np.asarray(streams)
    if numbers.shape != (num_games,) or numbers.dtype.kind not in "iu":
        raise ValueError(
            f"streams must be ({num_games},) whole numbers, not {numbers.shape} {numbers.dtype}"
        )
    return as_key(numbers)


def one_per_row(name: str, values: Any, num_rows: int) -> Sequence[Any]:
    """`values` if it has one entry for each row, Nones for None; else ValueError."""
    if values is None:
        return [None] * num_rows
    if not isinstance(values, Sequence | np.ndarray) or isinstance(values, str | bytes):
        raise ValueError(f"{name} must be a list, not {values!r}")
    if len(values) != num_rows:
        raise ValueError(f"{name} needs one entry for each of {num_rows} games")
    return list(values)


def check_dealers(dealers: Any, num_rows: int, num_seats: int) -> list[int | None]:
    """A dealer for each row, None where the seed decides; ValueError when one does not exist."""
    seats = [whole("dealer", seat) for seat in one_per_row("dealers", dealers, num_rows)]
    for seat in seats:
        if seat is not None and not 0 <= seat < num_seats:
            raise ValueError(f"dealer must be a seat from 0 to {num_seats - 1}, not {seat}")
    return seats


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
