"""The rollout of an iteration in chunks of its games, which several workers can play.

A chunk is played as a batch of its own. Networks give a decision other last bits in a batch of
another size, so the number of games in a chunk is part of the computation; who plays the chunks is
not. They are merged in the order of their games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.match_equity import MatchEquity
from agents.network import ActorCritic
from agents.protocol import Agent
from agents.self_play import Rollout, collect
from experiments.work_units import chunks
from experiments.worker_pool import Workers
from experiments.workforce import one_thread
from trick_taking.cards import NO_SEAT


@dataclass(frozen=True)
class Chunk:
    """Some games of an iteration, from number `start` on, as they stand.

    opponent_seats: (K, S) of these games
    """

    start: int
    state: Any
    opponent_seats: npt.NDArray[np.bool_]

    def __str__(self) -> str:
        return f"games {self.start} to {self.start + len(self.opponent_seats) - 1}"


class Played(NamedTuple):
    """What a chunk brings, and where its games stand then."""

    rollout: Rollout
    state: Any


@dataclass(frozen=True)
class Play:
    """How every chunk of an iteration is played: `model` is a game of the same options.

    The others are arguments of `agents.self_play.collect`.
    """

    model: Any
    network: ActorCritic
    opponent: ActorCritic | Agent | None = None
    teacher: Agent | None = None
    equity: MatchEquity | None = None
    epsilon: float | None = None

    def __call__(self, chunk: Chunk) -> Played:
        """Play on until the chain of every game ends."""
        game = self.model.standing(chunk.state)
        how = self.teacher, self.equity, self.epsilon
        with one_thread():
            rollout = collect(game, self.network, self.opponent, chunk.opponent_seats, *how)
        return Played(rollout, game.state)


def collect_in_chunks(
    game: Any,
    play: Play,
    opponent_seats: npt.NDArray[np.bool_],
    size: int,
    workers: Workers | None = None,
) -> Rollout:
    """The rollout of all games of `game`, `size` of them at a time, by `workers` or here.

    opponent_seats: (G, S). Afterwards the games stand as after `collect`.
    """
    parts = [
        Chunk(part.start, game.state.select(rows), opponent_seats[rows])
        for part in chunks(0, game.num_games, size)
        for rows in [slice(part.start, part.stop)]
    ]
    if workers is None:
        done = {part.start: play(part) for part in parts}
    else:
        done = {part.start: played for part, played in workers.do(play, parts)}
    for start, played in done.items():
        rows = np.arange(start, start + played.state.num_rows)
        game.state.assign(rows, played.state)
    starts = sorted(done)
    return merge_rollouts([done[start].rollout for start in starts], starts)


def merge_rollouts(rollouts: Sequence[Rollout], starts: Sequence[int]) -> Rollout:
    """One rollout of the games of all, side by side; the first game of each is in `starts`.

    Its decisions are in (T, G) order, as those of every rollout.
    """
    moves = max(len(rollout.seats) for rollout in rollouts)
    stored = np.concatenate([_longer(one.stored, moves, False) for one in rollouts], axis=1)
    order = _places(rollouts, starts, stored.shape[1]).argsort()

    def decisions(name: str) -> npt.NDArray[Any]:
        return np.concatenate([getattr(one, name) for one in rollouts])[order]

    def of_moves(name: str, empty: float) -> npt.NDArray[Any]:
        parts = [_longer(getattr(one, name), moves, empty) for one in rollouts]
        return np.concatenate(parts, axis=1)

    return Rollout(
        observations=decisions("observations"),
        critic_observations=decisions("critic_observations"),
        legal=decisions("legal"),
        actions=decisions("actions"),
        log_probabilities=decisions("log_probabilities"),
        seats=of_moves("seats", NO_SEAT),
        stored=stored,
        deal_ends=of_moves("deal_ends", False),
        rewards=of_moves("rewards", 0.0),
        results=[
            replace(results, rows=results.rows + start)
            for one, start in zip(rollouts, starts, strict=True)
            for results in one.results
        ],
    )


def _places(
    rollouts: Sequence[Rollout], starts: Sequence[int], num_games: int
) -> npt.NDArray[np.int64]:
    """(N,) the place of each decision in (T, G) order, the rollouts one after the other."""
    places = []
    for rollout, start in zip(rollouts, starts, strict=True):
        moves, games = np.nonzero(rollout.stored)
        places.append(moves * num_games + games + start)
    return np.concatenate(places)


def _longer(array: npt.NDArray[Any], moves: int, empty: float) -> npt.NDArray[Any]:
    """`array` (T, ..) with `empty` from its last move up to `moves`."""
    longer = np.full((moves, *array.shape[1:]), empty, array.dtype)
    longer[: len(array)] = array
    return longer
