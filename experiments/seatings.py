"""Duplicate deals: two agents play every deal in all 2^S seatings.

The rows of one deal share its stream, so they hold equal cards and draw equal random keys. Where
two agents are copies of each other, all seatings of a deal therefore go the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.protocol import Agent
from trick_taking.arrays import GameArrays
from trick_taking.cards import NO_SEAT, Flags

MakeGame = Callable[[int, npt.NDArray[np.uint64]], Any]  # (number of rows, their streams) -> game


def all_seatings(num_seats: int) -> Flags:
    """(2**S, S) every seating: whether the first of two agents holds the seat.

    Row 0 is the second agent alone, the last row the first agent alone.
    """
    seatings = np.arange(1 << num_seats)
    return (seatings[:, None] >> np.arange(num_seats) & 1).astype(np.bool_)


def play_duplicates(
    make_game: MakeGame, pair: Sequence[Agent], deals: range, num_seats: int
) -> tuple[Any, Flags]:
    """Play `deals` in all seatings of `pair`, deals first, then seatings.

    Returns the results of the K = deals x 2**S games in that order, and (K, S) whether the first
    agent held the seat. ValueError names an agent that cannot answer or plays illegally.
    """
    seatings = all_seatings(num_seats)
    holds = np.tile(seatings, (len(deals), 1))
    streams = np.repeat(np.array(deals, np.uint64), len(seatings))
    return play_out(make_game(len(streams), streams), pair, holds), holds


def play_out(game: Any, pair: Sequence[Agent], holds: Flags) -> Any:
    """Play every row of `game` to its end; results in the order of the rows.

    `holds` (G, S): whether the first agent of `pair` holds the seat.
    """
    results: list[Any] = []
    everyone = np.arange(game.num_games)
    while True:
        seat = game.seat
        acts = seat != NO_SEAT
        if not acts.any():
            break
        first = holds[everyone, np.maximum(seat, 0)]
        actions = np.zeros(game.num_games, np.int64)
        for agent, held in zip(pair, (first, ~first), strict=True):
            rows = np.flatnonzero(acts & held)
            if len(rows):
                actions[rows] = ask(agent, game, rows)
        step = game.step(actions)
        if step.results is not None:
            results.append(step.results)
    return in_row_order(results)


def ask(agent: Agent, game: Any, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.int64]:
    """(K,) legal actions of `agent` for the seats to act in `rows`; ValueError names the agent."""
    view = game.view(rows)
    try:
        actions = np.asarray(agent.act(view))
    except ValueError as error:
        raise ValueError(f"agent {agent.name!r}: {error}") from error
    if actions.shape != (len(rows),) or actions.dtype.kind not in "iu":
        raise ValueError(
            f"agent {agent.name!r} must answer ({len(rows)},) whole numbers, "
            f"not {actions.shape} {actions.dtype}"
        )
    inside = (actions >= 0) & (actions < game.num_actions)
    legal = inside & view.legal[np.arange(len(rows)), np.where(inside, actions, 0)]
    if not legal.all():
        worst = int(np.argmin(legal))
        reason = game.explain_illegal(int(rows[worst]), int(actions[worst]))
        raise ValueError(f"agent {agent.name!r} plays illegally: {reason}")
    return actions.astype(np.int64)


def in_row_order(results: Sequence[GameArrays]) -> Any:
    """One record of all finished games, sorted by their row; each row must be there once."""
    names = results[0].arrays()
    order = np.argsort(np.concatenate([part.arrays()["rows"] for part in results]), kind="stable")
    joined = {
        name: np.concatenate([part.arrays()[name] for part in results])[order] for name in names
    }
    return type(results[0])(**joined)
