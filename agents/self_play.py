"""Self-play on the batched core: deals or matches in lockstep, stored as flat decisions.

A rollout plays one chain in each of G games: what a seat decides until it has been paid for it, so
a deal, or with rewards "win" a match. The learner's network holds every seat except those that a
frozen past self holds; only the learner's own unforced decisions are stored (a move with one legal
action teaches nothing), each with what its seat saw and with what a privileged critic sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from agents.network import ActorCritic
from agents.sampling import greedy_actions, legal_log_probabilities, sampled_actions
from agents.trajectories import own_advantages
from trick_taking.cards import NO_SEAT
from trick_taking.choice import unit_interval
from trick_taking.game_kit import held_back


@dataclass(frozen=True)
class Rollout:
    """N stored decisions out of T moves in each of G games of S seats."""

    observations: npt.NDArray[np.uint8]  # (N, F)
    critic_observations: npt.NDArray[np.uint8]  # (N, F')
    legal: npt.NDArray[np.bool_]  # (N, A)
    actions: npt.NDArray[np.int64]  # (N,)
    log_probabilities: npt.NDArray[np.float32]  # (N,) of the actions, under the policy that played
    seats: npt.NDArray[np.int8]  # (T, G) seat that acted, NO_SEAT once the chain was over
    stored: npt.NDArray[np.bool_]  # (T, G) which moves are the N decisions, in (T, G) order
    deal_ends: npt.NDArray[np.bool_]  # (T, G) which moves finished a deal
    rewards: npt.NDArray[np.float32]  # (T, G, S)
    results: list[Any]  # the finished deals, as the game reports them


@torch.inference_mode()
def logits_of(network: ActorCritic, observations: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """(N, A) raw logits in one pass on the network's device, whose last bits vary with N."""
    device = network.observation_scales.device
    return network.logits(torch.from_numpy(observations).to(device)).cpu().numpy()


@torch.inference_mode()
def values_of(
    network: ActorCritic, critic_observations: npt.NDArray[np.uint8], rows: int = 8192
) -> npt.NDArray[np.float32]:
    """(N,) critic values, `rows` at a time."""
    device = network.critic_scales.device
    parts = [
        network.values(torch.from_numpy(critic_observations[first : first + rows]).to(device))
        for first in range(0, len(critic_observations), rows)
    ]
    return torch.cat(parts).cpu().numpy() if parts else np.zeros(0, np.float32)


def collect(
    game: Any,
    network: ActorCritic,
    opponent: ActorCritic | None,
    opponent_seats: npt.NDArray[np.bool_],
) -> Rollout:
    """Play every game of `game` on until its chain ends; none where its episode is over already.

    `game` does without autoreset. Afterwards a match that goes on stands at its next deal.
    `opponent_seats` (G, S) says which seats `opponent` holds; it is not read without an opponent.
    """
    kept: list[tuple[npt.NDArray[Any], ...]] = []
    record: list[tuple[npt.NDArray[Any], ...]] = []
    results: list[Any] = []
    waits = np.zeros(game.num_games, np.bool_)
    while (seats := np.where(waits, NO_SEAT, game.seat)).max() != NO_SEAT:
        active = np.flatnonzero(seats != NO_SEAT)
        legal, observations = game.legal[active], game.observe()[active]
        logits = logits_of(network, observations)
        learns = legal.sum(axis=1) > 1
        if opponent is not None:
            theirs = opponent_seats[active, seats[active]]
            learns &= ~theirs
            if theirs.any():
                logits[theirs] = logits_of(opponent, observations[theirs])
        chosen = sampled_actions(logits, legal, unit_interval(game.action_keys()[active]))
        seen_by_critic = game.observe_all()[active[learns]]
        taken = _taken(logits[learns], legal[learns], chosen[learns])
        kept.append((observations[learns], seen_by_critic, legal[learns], chosen[learns], taken))
        actions, stored = np.zeros(len(seats), np.int64), np.zeros(len(seats), np.bool_)
        actions[active], stored[active] = chosen, learns
        with held_back(game, np.flatnonzero(waits)):
            step = game.step(actions)
        deal_ends = np.zeros(len(seats), np.bool_)
        if step.results is not None:
            results.append(step.results)
            deal_ends[step.results.rows] = True
        waits |= step.done if game.rewards == "win" else deal_ends
        record.append((seats, stored, deal_ends, step.rewards))
    decisions = [np.concatenate(parts) for parts in zip(*kept, strict=True)]
    moves = [np.stack(parts) for parts in zip(*record, strict=True)]
    columns: list[Any] = [*decisions, *moves, results]
    return Rollout(*columns)


def _taken(
    logits: npt.NDArray[np.float32], legal: npt.NDArray[np.bool_], actions: npt.NDArray[np.int64]
) -> npt.NDArray[np.float32]:
    """(N,) log-probabilities of the `actions` (N,)."""
    return legal_log_probabilities(logits, legal)[np.arange(len(actions)), actions].astype(
        np.float32
    )


def advantages_and_returns(
    rollout: Rollout, values: npt.NDArray[np.float32], reward_scale: float, trace: float
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """(N,) advantages and (N,) returns of the stored decisions; `values` (N,) are the critic's."""
    grid = np.zeros(rollout.seats.shape, np.float32)
    grid[rollout.stored] = values
    estimates = own_advantages(
        rollout.seats, rollout.stored, rollout.rewards * reward_scale, grid, trace=trace
    )
    return estimates.advantages[rollout.stored], estimates.returns[rollout.stored]


def announcement_rates(game: Any, network: ActorCritic, rollout: Rollout) -> dict[str, float]:
    """How often each announcement is chosen where there is a choice, sampled and greedy.

    The greedy rate is the one to watch: play that always passes hides behind sampled logs.
    """
    rows = np.flatnonzero(rollout.legal[:, game.num_cards :].any(axis=1))
    if not len(rows):
        return {}
    legal = rollout.legal[rows]
    logits = logits_of(network, rollout.observations[rows])
    greedy = greedy_actions(logits, legal)
    rates = {}
    for action in np.flatnonzero(legal.any(axis=0)):
        able, name = legal[:, action], game.action_names[action]
        rates[f"announce/{name}"] = float((rollout.actions[rows] == action)[able].mean())
        rates[f"announce_greedy/{name}"] = float((greedy == action)[able].mean())
    return rates
