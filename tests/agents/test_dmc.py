"""Deep Monte Carlo: what a decision's target is, and that values are learned and played."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
import torch

from agents.dmc import ValueLearner, ValueSettings, returns_of
from agents.network import ActorCritic
from agents.policy_agent import PolicyAgent
from agents.random_agent import RandomAgent
from agents.self_play import Rollout, collect
from experiments.seatings import all_seatings, play_out
from spitzer_env.game import SpitzerGame

DEALS = 32


def new_game() -> SpitzerGame:
    return SpitzerGame(DEALS, seed=5, autoreset=False)


def new_network(game: SpitzerGame) -> ActorCritic:
    scales = game.layout.scales, game.layout_all.scales
    return ActorCritic(*scales, game.num_actions, (64, 64), critic=False)


def play(game: SpitzerGame, network: ActorCritic, epsilon: float) -> Rollout:
    game.reset(seed=5)
    nobody = np.zeros((DEALS, 4), np.bool_)
    return collect(game, network, None, nobody, epsilon=epsilon)


def units_of_decisions(rollout: Rollout) -> npt.NDArray[np.int64]:
    """(N,) the units of the deal for the seat that decided."""
    (results,) = rollout.results
    moves, games = np.nonzero(rollout.stored)
    return results.units[np.argsort(results.rows)][games, rollout.seats[moves, games]]


def test_the_target_of_a_decision_is_what_its_seat_got_by_the_deal() -> None:
    game = new_game()
    rollout = play(game, new_network(game), epsilon=1.0)
    assert np.allclose(returns_of(rollout, 0.25), units_of_decisions(rollout) / 4)
    assert (rollout.legal.sum(axis=1) > 1).all()  # no forced move is learned from
    assert rollout.critic_observations.shape == (len(rollout.actions), 0)


def test_without_chance_the_action_of_the_highest_value_is_played() -> None:
    game = new_game()
    network = new_network(game)
    with torch.no_grad():
        network.policy_head.weight.zero_()
        network.policy_head.bias.copy_(torch.arange(game.num_actions))
    greedy = play(game, network, epsilon=0.0)
    last = game.num_actions - 1 - greedy.legal[:, ::-1].argmax(axis=1)
    assert np.array_equal(greedy.actions, last)
    some = play(game, network, epsilon=0.5)
    last = game.num_actions - 1 - some.legal[:, ::-1].argmax(axis=1)
    assert 0.5 < (some.actions == last).mean() < 0.9  # half of them, and by chance


def test_the_loss_is_the_mean_square_of_what_is_missing() -> None:
    game = new_game()
    network = new_network(game)
    with torch.no_grad():
        network.policy_head.weight.zero_()  # every value is 0
    rollout = play(game, network, epsilon=1.0)
    whole = ValueSettings(learning_rate=0.0, minibatch=len(rollout.actions), reward_scale=0.5)
    metrics = ValueLearner(network).update(rollout, whole, seed=0)
    assert metrics["value_loss"] == pytest.approx(
        np.square(units_of_decisions(rollout) / 2).mean(), rel=1e-5
    )
    assert metrics["explained_variance"] == pytest.approx(0.0, abs=1e-6)


def test_a_step_moves_the_values_of_the_actions_taken_towards_their_returns() -> None:
    game = new_game()
    network = new_network(game)
    rollout = play(game, network, epsilon=1.0)
    learner = ValueLearner(network)
    once = ValueSettings(learning_rate=1e-4, minibatch=len(rollout.actions))
    losses = [learner.update(rollout, once, seed)["value_loss"] for seed in range(10)]
    assert losses == sorted(losses, reverse=True)


def test_it_learns_a_few_deals_and_beats_random_play_on_them() -> None:
    game = new_game()
    network = new_network(game)
    learner = ValueLearner(network)
    settings = ValueSettings(learning_rate=1e-3, minibatch=64, reward_scale=1 / 6)
    losses = [
        learner.update(play(game, network, epsilon=0.1), settings, seed)["value_loss"]
        for seed in range(45)
    ]
    assert np.mean(losses[-5:]) < 0.6 * losses[0]
    mixed = all_seatings(range(4))[1:-1]
    streams = np.repeat(np.arange(DEALS, dtype=np.uint64), len(mixed))
    holds = np.tile(mixed, (DEALS, 1))
    table = SpitzerGame(len(holds), seed=5, autoreset=False, streams=streams)
    rewards, _ = play_out(table, [PolicyAgent(network, greedy=True), RandomAgent()], holds)
    assert rewards[holds].mean() > 0.05
