"""Networks for tests of self-play: with opinions, stubborn, and as bytes."""

import torch

from agents.network import ActorCritic
from spitzer_env.game import SpitzerGame
from tests.agents.conftest import make_network


def lively(game: SpitzerGame, seed: int = 0) -> ActorCritic:
    """One with opinions: the policy of a new network is close to uniform."""
    network = make_network(game, seed)
    with torch.no_grad():
        network.policy_head.weight.mul_(300.0)
    return network


def stubborn(game: SpitzerGame, slope: float) -> ActorCritic:
    """One that prefers an action by `slope` to that of the next lower id, whatever it sees."""
    network = make_network(game)
    with torch.no_grad():
        network.policy_head.weight.zero_()
        network.policy_head.bias.copy_(torch.arange(game.num_actions) * slope)
    return network


def bits(network: ActorCritic) -> dict[str, bytes]:
    """Every weight and scale, exactly."""
    return {name: tensor.numpy().tobytes() for name, tensor in network.state_dict().items()}
