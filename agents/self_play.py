"""Self-play on the batched core: deals or matches in lockstep, stored as flat decisions.

A rollout plays one chain in each of G games: what a seat decides until it has been paid for it, so
a deal, or with rewards "win" a match, which the best total wins where it goes on for too long. The
learner's network holds every seat except those of an opponent: a frozen past self or any agent.
Only the learner's own unforced decisions are stored (a move with one legal action teaches nothing),
each with what its seat saw and with what a privileged critic sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from agents.match_equity import MatchEquity
from agents.network import ActorCritic
from agents.protocol import Agent
from agents.sampling import (
    epsilon_greedy_actions,
    greedy_actions,
    legal_log_probabilities,
    sampled_actions,
)
from agents.trajectories import own_advantages
from trick_taking.cards import NO_SEAT
from trick_taking.choice import unit_interval
from trick_taking.game_kit import held_back
from trick_taking.rewards import win_rewards
from trick_taking.step import Step
from trick_taking.totals import leaders_among

MOST_DEALS = 40  # of one match in a rollout


@dataclass(frozen=True)
class Rollout:
    """N stored decisions out of T moves in each of G games of S seats."""

    observations: npt.NDArray[np.uint8]  # (N, F)
    critic_observations: npt.NDArray[np.uint8]  # (N, F'), without a critic (N, 0)
    legal: npt.NDArray[np.bool_]  # (N, A)
    actions: npt.NDArray[np.int64]  # (N,)
    log_probabilities: npt.NDArray[np.float32]  # (N,) of the actions, by the network's logits
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
    opponent: ActorCritic | Agent | None,
    opponent_seats: npt.NDArray[np.bool_],
    teacher: Agent | None = None,
    equity: MatchEquity | None = None,
    epsilon: float | None = None,
) -> Rollout:
    """Play every game of `game` on until its chain ends; none where its episode is over already.

    `game` does without autoreset; afterwards a match that goes on stands at its next deal. If there
    is an `opponent`, it holds the seats `opponent_seats` (G, S). A `teacher` plays all, to be
    imitated. With an `equity` each deal of a match is paid by what it changed of the chance to win.
    With an `epsilon` the highest logit is played, or with that chance any legal action.
    """
    kept: list[tuple[npt.NDArray[Any], ...]] = []
    record: list[tuple[npt.NDArray[Any], ...]] = []
    results: list[Any] = []
    waits, played = np.zeros(game.num_games, np.bool_), np.zeros(game.num_games, np.int64)
    while (seats := np.where(waits, NO_SEAT, game.seat)).max() != NO_SEAT:
        active = np.flatnonzero(seats != NO_SEAT)
        legal, observations = game.legal[active], game.observe()[active]
        theirs = opponent_seats[active, seats[active]] & (opponent is not None)
        learns = (legal.sum(axis=1) > 1) & ~theirs
        logits = _logits(network, opponent, observations, theirs)
        agent, by_agent = (opponent, theirs) if teacher is None else (teacher, seats[active] >= 0)
        chosen = _choose(game, active, logits, legal, agent, by_agent, epsilon)
        seen_by_critic = _for_critic(game, network, active[learns])
        taken = _taken(logits[learns], legal[learns], chosen[learns])
        kept.append((observations[learns], seen_by_critic, legal[learns], chosen[learns], taken))
        stored = np.zeros(len(seats), np.bool_)
        stored[active] = learns
        step = _step_others(game, waits, active, chosen)
        results += [] if step.results is None else [step.results]
        deal_ends = _deal_ends(step, len(seats))
        played += deal_ends
        waits |= _chain_ends(game, step, deal_ends, played, equity)
        record.append((seats, stored, deal_ends, step.rewards))
    return _rollout(kept, record, results)


def _rollout(
    kept: list[tuple[npt.NDArray[Any], ...]],
    record: list[tuple[npt.NDArray[Any], ...]],
    results: list[Any],
) -> Rollout:
    """The fields of a `Rollout`: those of decisions, one after the other, and those of moves."""
    decisions = [np.concatenate(parts) for parts in zip(*kept, strict=True)]
    moves = [np.stack(parts) for parts in zip(*record, strict=True)]
    columns: list[Any] = [*decisions, *moves, results]
    return Rollout(*columns)


def _logits(
    network: ActorCritic,
    opponent: ActorCritic | Agent | None,
    observations: npt.NDArray[np.uint8],
    theirs: npt.NDArray[np.bool_],
) -> npt.NDArray[np.float32]:
    """(N, A) logits of the network, in the rows `theirs` (N,) those of a past self."""
    logits = logits_of(network, observations)
    if isinstance(opponent, ActorCritic) and theirs.any():
        logits[theirs] = logits_of(opponent, observations[theirs])
    return logits


def _choose(
    game: Any,
    active: npt.NDArray[np.intp],
    logits: npt.NDArray[np.float32],
    legal: npt.NDArray[np.bool_],
    agent: ActorCritic | Agent | None,
    by_agent: npt.NDArray[np.bool_],
    epsilon: float | None,
) -> npt.NDArray[np.int64]:
    """(N,) actions in the games `active`, drawn by the logits, or with `epsilon` the highest's.

    In the rows `by_agent` an agent that is no network chooses instead.
    """
    by_logits = ~by_agent if isinstance(agent, Agent) else np.ones(len(active), np.bool_)
    draws = unit_interval(game.action_keys()[active[by_logits]])
    chosen = np.zeros(len(active), np.int64)
    asked = logits[by_logits], legal[by_logits], draws
    if epsilon is None:
        chosen[by_logits] = sampled_actions(*asked)
    else:
        chosen[by_logits] = epsilon_greedy_actions(*asked, epsilon)
    if isinstance(agent, Agent) and by_agent.any():
        chosen[by_agent] = agent.act(game.view(active[by_agent]))
    return chosen


def _for_critic(
    game: Any, network: ActorCritic, rows: npt.NDArray[np.intp]
) -> npt.NDArray[np.uint8]:
    """(N, F') what the critic of `network` sees of the games `rows`; (N, 0) where it has none."""
    if not network.shape.critic:
        return np.zeros((len(rows), 0), np.uint8)
    seen: npt.NDArray[np.uint8] = game.observe_all()[rows]
    return seen


def _step_others(
    game: Any,
    waits: npt.NDArray[np.bool_],
    active: npt.NDArray[np.intp],
    chosen: npt.NDArray[np.int64],
) -> Step[Any]:
    """The actions `chosen` in the games `active`, which are those that do not wait."""
    actions = np.zeros(game.num_games, np.int64)
    actions[active] = chosen
    with held_back(game, np.flatnonzero(waits)):
        step: Step[Any] = game.step(actions)
    return step


def _deal_ends(step: Step[Any], num_games: int) -> npt.NDArray[np.bool_]:
    """(G,) where `step` finished a deal."""
    ends = np.zeros(num_games, np.bool_)
    if step.results is not None:
        ends[step.results.rows] = True
    return ends


def _chain_ends(
    game: Any,
    step: Step[Any],
    deal_ends: npt.NDArray[np.bool_],
    played: npt.NDArray[np.int64],
    equity: MatchEquity | None,
) -> npt.NDArray[np.bool_]:
    """(G,) where chains end by `step`, which is given the reward of a match that is cut short.

    `played` (G,) counts the deals of the chains: untrained bidders may never end a match.
    """
    if equity is not None:
        _pay_by_equity(game, step, equity)
    if game.rewards != "win" or equity is not None:
        return deal_ends
    cut = deal_ends & ~step.done & (played >= MOST_DEALS)
    totals = game.state.totals[cut]
    everybody = np.full(len(totals), (1 << game.num_seats) - 1, np.uint8)
    step.rewards[cut] = win_rewards(leaders_among(totals, everybody), game.num_seats)
    return step.done | cut


def _pay_by_equity(game: Any, step: Step[Any], equity: MatchEquity) -> None:
    """Replace the rewards of finished deals by the change of what the match is worth."""
    if step.results is None:
        return
    rows, totals = step.results.rows, game.state.totals[step.results.rows]
    over = step.done[rows][:, None]
    now = np.where(over, step.rewards[rows], equity.shares(totals))
    step.rewards[rows] = now - equity.shares(totals - step.results.units)


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
