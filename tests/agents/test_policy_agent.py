"""The network player and the random one: legal, independent of the batch, drawn from keys alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

from agents.checkpoint import save_checkpoint
from agents.network import ActorCritic, policy_logits
from agents.policy_agent import PolicyAgent, load_policy_agent
from agents.protocol import Agent
from agents.random_agent import RandomAgent
from agents.sampling import legal_log_probabilities
from spitzer_env.game import SpitzerGame
from tests.agents.conftest import make_network
from trick_taking.view import View


def lively_network(game: SpitzerGame) -> ActorCritic:
    """One that has opinions: the first policy of a new network is close to uniform."""
    network = make_network(game)
    with torch.no_grad():
        network.policy_head.weight.mul_(400.0)
    return network


AGENTS: list[Callable[[SpitzerGame], Agent]] = [
    lambda game: RandomAgent(),
    lambda game: PolicyAgent(lively_network(game)),
    lambda game: PolicyAgent(lively_network(game), greedy=True),
]


@pytest.mark.parametrize("make_agent", AGENTS)
def test_plays_whole_deals_legally(make_agent: Callable[[SpitzerGame], Agent]) -> None:
    game = SpitzerGame(200, seed=1)
    agent = make_agent(game)
    for _ in range(80):
        actions = agent.act(game.view())
        assert actions.shape == (200,)
        assert actions.dtype == np.int64
        assert game.legal[np.arange(200), actions].all()
        game.step(actions)


@pytest.mark.parametrize("make_agent", AGENTS)
def test_a_row_plays_the_same_in_any_batch(make_agent: Callable[[SpitzerGame], Agent]) -> None:
    game = SpitzerGame(300, seed=2)
    agent = make_agent(game)
    for _ in range(20):
        actions = agent.act(game.view())
        order = np.random.default_rng(3).permutation(300)
        for rows in (order, order[:1], order[:7], order[:129]):
            assert np.array_equal(agent.act(game.view(rows)), actions[rows])
        game.step(actions)


def test_rows_of_finished_games_get_0() -> None:
    game = SpitzerGame(5, autoreset=False)
    agent = PolicyAgent(make_network(game))
    while (game.seat >= 0).any():
        game.step(agent.act(game.view()))
    assert agent.act(game.view()).tolist() == [0] * 5


def synthetic_view(
    observation: npt.NDArray[np.uint8], legal: npt.NDArray[np.bool_], keys: npt.NDArray[np.uint64]
) -> View[None]:
    return View(None, legal, keys, lambda _: observation)


def test_draws_follow_the_policy_and_the_keys_alone() -> None:
    game = SpitzerGame(1, seed=4)
    for _ in range(5):
        game.step(RandomAgent().act(game.view()))
    network = make_network(game)
    count = 20_000
    spread = (np.arange(count, dtype=np.uint64) << np.uint64(11)) * np.uint64(2**53 // count)
    observation = np.repeat(game.observe(), count, axis=0)
    view = synthetic_view(observation, np.repeat(game.legal, count, axis=0), spread)
    actions = PolicyAgent(network).act(view)
    expected = np.exp(legal_log_probabilities(policy_logits(network, game.observe()), game.legal))
    shares = np.bincount(actions, minlength=game.num_actions) / count
    assert np.allclose(shares, expected[0], atol=1e-3)
    assert np.array_equal(PolicyAgent(network).act(view), actions)


def test_greedy_does_not_read_the_keys() -> None:
    game = SpitzerGame(50, seed=5)
    agent = PolicyAgent(lively_network(game), greedy=True)
    views = [
        synthetic_view(game.observe(), game.legal, np.full(50, key, np.uint64))
        for key in (0, 2**64 - 1)
    ]
    assert np.array_equal(agent.act(views[0]), agent.act(views[1]))


def test_extreme_keys_and_weights_stay_legal() -> None:
    game = SpitzerGame(50, seed=6)
    network = make_network(game)
    with torch.no_grad():
        network.policy_head.weight.mul_(1e12)
    for key in (0, 2**64 - 1):
        view = synthetic_view(game.observe(), game.legal, np.full(50, key, np.uint64))
        actions = PolicyAgent(network).act(view)
        assert game.legal[np.arange(50), actions].all()


def test_a_network_that_answers_no_number_is_refused() -> None:
    game = SpitzerGame(3)
    network = make_network(game)
    with torch.no_grad():
        network.policy_head.bias[:] = torch.nan
    for greedy in (False, True):
        with pytest.raises(ValueError, match="not finite"):
            PolicyAgent(network, greedy=greedy).act(game.view())


def test_a_view_of_another_layout_is_refused() -> None:
    agent = PolicyAgent(make_network(SpitzerGame(1)))
    with pytest.raises(ValueError, match="expected uint8 features"):
        agent.act(SpitzerGame(3, episode="match").view())


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("history", [False, True])
def test_a_saved_player_sees_what_it_was_trained_to_see(
    tmp_path: Path, episode: Any, history: bool
) -> None:
    own = SpitzerGame(40, episode=episode, history=history, seed=3)
    network = make_network(own, 5)
    save_checkpoint(tmp_path / "latest.safetensors", network, own)
    expected = PolicyAgent(network).act(own.view())
    for other_episode in ("deal", "match"):
        for other_history in (False, True):
            game = SpitzerGame(40, episode=other_episode, history=other_history, seed=3)
            agent = load_policy_agent(tmp_path, game)
            assert np.array_equal(agent.act(game.view()), expected)
