"""From a lockstep rollout of whole deals to one trajectory for each seat.

T moves were made in each of G games of S seats. At move t of game g the seat `seats[t, g]` acted
(`NO_SEAT` once the game is over). A seat's trajectory is the chain of its own decisions, and the
moves of other seats lie between two links:

    own_advantages(seats (T, G), stored (T, G), rewards (T, G, S) or (G, S), values (T, G),
                   discount=1.0, trace=0.95) -> Advantages
    chains(seats (T, G), stored (T, G)) -> Chains

Which decisions are links is said by `stored`: those that enter the learner's batch. A forced move
(one legal action) teaches nothing and should not be stored; then the chain passes over it, its
value is not read, and what is paid after it goes to the seat's last stored decision before it. The
same holds for the moves of seats that another policy plays.

A reward that falls to a seat, no matter who made the move that caused it, is credited to the most
recent stored decision of that seat, at that move or earlier. Each is credited once. What falls to a
seat before its first stored decision belongs to no decision and is reported as `uncredited`.
`discount` is counted per link of the chain, not per move of the table. Every chain ends with the
rollout, so the value after the last link is 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from trick_taking.cards import NO_SEAT

Floats = npt.NDArray[np.float32]


class Advantages(NamedTuple):
    """What each decision was worth; entries of moves that are not stored are 0."""

    advantages: Floats  # (T, G) generalised advantage estimate
    returns: Floats  # (T, G) advantage + value: the target of the critic
    uncredited: Floats  # (G, S) rewards before a seat's first stored decision


class Chains(NamedTuple):
    """The stored decisions ordered by game, then seat, then move; N of them in M chains."""

    moves: npt.NDArray[np.int64]  # (N,) first index into (T, G) arrays
    games: npt.NDArray[np.int64]  # (N,) second index
    seats: npt.NDArray[np.int64]  # (N,) the seat that decided
    starts: npt.NDArray[np.int64]  # (M + 1,) chain m is starts[m] : starts[m + 1]


def own_advantages(
    seats: npt.NDArray[np.integer],
    stored: npt.NDArray[np.bool_],
    rewards: npt.NDArray[np.floating],
    values: npt.NDArray[np.floating],
    discount: float = 1.0,
    trace: float = 0.95,
) -> Advantages:
    """Returns and advantages along each seat's own decisions (GAE with lambda = `trace`).

    `seats` (T, G) int, `stored` (T, G) bool (False where nobody acts), `values` (T, G) the critic
    at each decision for the seat that decides. `rewards` is (T, G, S), what each seat received by
    each move, or (G, S) when all is paid at the end. `discount` and `trace` are in [0, 1].
    ValueError on other shapes or ranges, or a stored move of nobody.
    """
    per_move, final = _checked(seats, stored, rewards, values, discount, trace)
    num_moves, num_games = seats.shape
    pending = final.astype(np.float64)
    next_value = np.zeros_like(pending)
    next_advantage = np.zeros_like(pending)
    advantages = np.zeros((num_moves, num_games), np.float64)
    for move in range(num_moves - 1, -1, -1):
        if per_move is not None:
            pending += per_move[move]
        game = np.flatnonzero(stored[move])
        seat = seats[move, game].astype(np.int64)
        value = values[move, game].astype(np.float64)
        error = pending[game, seat] + discount * next_value[game, seat] - value
        advantage = error + discount * trace * next_advantage[game, seat]
        advantages[move, game] = advantage
        next_advantage[game, seat] = advantage
        next_value[game, seat] = value
        pending[game, seat] = 0.0
    returns = np.where(stored, advantages + values, 0.0)
    return Advantages(
        advantages.astype(np.float32), returns.astype(np.float32), pending.astype(np.float32)
    )


def chains(seats: npt.NDArray[np.integer], stored: npt.NDArray[np.bool_]) -> Chains:
    """Where each seat's own stored decisions are, in order; shapes as in `own_advantages`."""
    if seats.ndim != 2 or stored.shape != seats.shape:
        raise ValueError(f"chains: seats {seats.shape} and stored {stored.shape} must be (T, G)")
    moves, games = np.nonzero(stored)
    owners = seats[moves, games].astype(np.int64)
    order = np.lexsort((moves, owners, games))
    moves, games, owners = moves[order], games[order], owners[order]
    begins = np.ones(len(moves), np.bool_)
    begins[1:] = (games[1:] != games[:-1]) | (owners[1:] != owners[:-1])
    starts = np.append(np.flatnonzero(begins), len(moves)).astype(np.int64)
    return Chains(moves, games, owners, starts)


def _checked(
    seats: npt.NDArray[np.integer],
    stored: npt.NDArray[np.bool_],
    rewards: npt.NDArray[np.floating],
    values: npt.NDArray[np.floating],
    discount: float,
    trace: float,
) -> tuple[npt.NDArray[np.floating] | None, npt.NDArray[np.floating]]:
    """The rewards of each move (T, G, S) or None, and those paid at the end (G, S)."""
    if seats.ndim != 2 or stored.shape != seats.shape or values.shape != seats.shape:
        raise ValueError(
            f"own_advantages: seats {seats.shape}, stored {stored.shape} and values "
            f"{values.shape} must all be (T, G)"
        )
    if rewards.ndim not in (2, 3) or rewards.shape[:-1] not in (seats.shape, seats.shape[1:]):
        raise ValueError(
            f"own_advantages: rewards {rewards.shape} must be (T, G, S) or (G, S) "
            f"for seats {seats.shape}"
        )
    if stored.dtype != np.bool_:
        raise ValueError(f"own_advantages: stored must be bool, not {stored.dtype}")
    if not (0.0 <= discount <= 1.0 and 0.0 <= trace <= 1.0):
        raise ValueError(f"own_advantages: discount {discount} and trace {trace} must be in [0, 1]")
    if np.any(stored & (seats == NO_SEAT)):
        raise ValueError("own_advantages: a stored move has no seat")
    if rewards.ndim == 3:
        return rewards, np.zeros(rewards.shape[1:])
    return None, rewards
