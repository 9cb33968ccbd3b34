"""Duplicate deals: two agents play every deal, or every match, in all seatings.

A fixed side is held by one agent, so N sides have 2^N seatings; where every seat is alone, or sides
are secret, the seats are the sides. The rows of one deal share its stream, so they hold equal
cards, have the same dealer and draw equal random keys; so have the deals of a match, one by one.
Where two agents are copies of each other, all seatings therefore go the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.protocol import Agent
from trick_taking.arrays import GameArrays
from trick_taking.cards import NO_SEAT, Flags

MakeGame = Callable[[int, npt.NDArray[np.uint64]], Any]  # (number of rows, their streams) -> game


@dataclass(frozen=True)
class Duplicates:
    """K games that a pair has played to their end, all seatings of one deal after the other.

    seatings: of each deal
    holds: (K, S) whether the first agent held the seat
    rewards: (K, S) of the whole game
    results: the deals of the games in order, a match has several; `rows` tells the game of each
    """

    seatings: int
    holds: Flags
    rewards: npt.NDArray[np.float64]
    results: Any


def all_seatings(sides: Sequence[int]) -> Flags:
    """(2**N, S) every seating: whether the first of two agents holds the seat.

    `sides` (S,): the side of each seat, 0..N-1, which one agent holds wholly. Row 0 is the second
    agent alone, the last row the first agent alone.
    """
    seatings = np.arange(1 << len(set(sides)))
    return (seatings[:, None] >> np.array(sides) & 1).astype(np.bool_)


def play_duplicates(
    make_game: MakeGame, pair: Sequence[Agent], deals: range, sides: Sequence[int]
) -> Duplicates:
    """Play `deals`, or the matches of these numbers, in all seatings of `pair`.

    ValueError names an agent that cannot answer or plays illegally.
    """
    seatings = all_seatings(sides)
    holds = np.tile(seatings, (len(deals), 1))
    streams = np.repeat(np.array(deals, np.uint64), len(seatings))
    rewards, results = play_out(make_game(len(streams), streams), pair, holds)
    return Duplicates(len(seatings), holds, rewards, results)


def play_out(game: Any, pair: Sequence[Agent], holds: Flags) -> tuple[npt.NDArray[np.float64], Any]:
    """Play every row of `game` to its end: its rewards (G, S) and its deals, in order.

    `holds` (G, S): whether the first agent of `pair` holds the seat.
    """
    rewards = np.zeros(holds.shape)
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
        rewards += step.rewards
        if step.results is not None:
            results.append(step.results)
    return rewards, in_row_order(results)


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
    """One record of all finished deals, sorted by their row, those of a row in order of play."""
    names = results[0].arrays()
    order = np.argsort(np.concatenate([part.arrays()["rows"] for part in results]), kind="stable")
    joined = {
        name: np.concatenate([part.arrays()[name] for part in results])[order] for name in names
    }
    return type(results[0])(**joined)
