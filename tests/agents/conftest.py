"""One thread, for the tests share the machine and compare bits; and a small checkpoint."""

from pathlib import Path

import numpy as np
import pytest
import torch

from agents.checkpoint import save_checkpoint
from agents.network import ActorCritic
from spitzer_env.game import SpitzerGame


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


COUNTERS = {"decisions": 12_345_678_901, "updates": 3}
EXTRA = {"config": {"lr": 3e-4, "hidden": [8]}, "note": None}


@pytest.fixture
def game() -> SpitzerGame:
    return SpitzerGame(32, seed=3)


def make_network(game: SpitzerGame, seed: int = 0) -> ActorCritic:
    scales = game.layout.scales, game.layout_all.scales
    return ActorCritic(*scales, game.num_actions, (16, 32), auxiliary=True, seed=seed)


def train(
    network: ActorCritic, optimizer: torch.optim.Optimizer, game: SpitzerGame, steps: int
) -> None:
    observation = torch.from_numpy(game.observe())
    everything = torch.from_numpy(game.observe_all())
    for _ in range(steps):
        output = network.policy(observation)
        assert output.location is not None
        assert output.sides is not None
        loss = output.logits.square().mean() + (network.values(everything) - 1.0).square().mean()
        loss = loss + output.location.square().mean() + (output.sides - 1).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@pytest.fixture
def saved(game: SpitzerGame, tmp_path: Path) -> Path:
    network = make_network(game)
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-4, eps=1e-5)
    train(network, optimizer, game, 2)
    path = tmp_path / "a.safetensors"
    arrays = {"returns": np.arange(4, dtype=np.int64)}
    save_checkpoint(
        path, network, game, optimizer=optimizer, counters=COUNTERS, extra=EXTRA, arrays=arrays
    )
    return path
