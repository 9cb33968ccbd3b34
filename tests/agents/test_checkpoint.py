"""Checkpoints: what is saved comes back to the bit, and a failed save leaves the old one."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from agents.checkpoint import load_checkpoint, newest_checkpoint, save_checkpoint
from agents.network import ActorCritic, policy_logits, state_values
from agents.tensor_file import pack, unpack
from spitzer_env.game import SpitzerGame
from tests.agents.conftest import COUNTERS, EXTRA, make_network, train


def test_everything_comes_back(saved: Path, game: SpitzerGame) -> None:
    checkpoint = load_checkpoint(saved, game)
    assert checkpoint.game == "spitzer_v0"
    assert checkpoint.rules == game.rules.as_dict()
    assert checkpoint.counters == COUNTERS
    assert checkpoint.extra == EXTRA
    assert checkpoint.arrays["returns"].tolist() == [0, 1, 2, 3]
    assert not checkpoint.network.training


def test_weights_come_back_to_the_bit(game: SpitzerGame, tmp_path: Path) -> None:
    network = make_network(game, seed=7)
    save_checkpoint(tmp_path / "a.safetensors", network, game)
    again = load_checkpoint(tmp_path / "a.safetensors", game).network
    assert again.shape == network.shape
    own = network.state_dict()
    assert all(torch.equal(tensor, own[name]) for name, tensor in again.state_dict().items())
    assert np.array_equal(
        policy_logits(again, game.observe()), policy_logits(network, game.observe())
    )
    everything = game.observe_all()
    assert np.array_equal(state_values(again, everything), state_values(network, everything))


def test_a_checkpoint_of_the_first_release_comes_back(saved: Path, game: SpitzerGame) -> None:
    arrays, facts = unpack(saved.read_bytes())
    del facts["network"]["sides"], facts["network"]["critic"]
    old = saved.with_name("old.safetensors")
    old.write_bytes(pack(arrays, facts))
    assert load_checkpoint(old, game).network.shape == load_checkpoint(saved, game).network.shape


def test_saving_again_gives_the_same_bytes(saved: Path, game: SpitzerGame) -> None:
    checkpoint = load_checkpoint(saved)
    optimizer = torch.optim.Adam(checkpoint.network.parameters(), eps=1e-5)
    checkpoint.restore_optimizer(optimizer)
    save_checkpoint(
        saved.with_name("b.safetensors"),
        checkpoint.network,
        game,
        optimizer=optimizer,
        counters=checkpoint.counters,
        extra=checkpoint.extra,
        arrays=checkpoint.arrays,
    )
    assert saved.with_name("b.safetensors").read_bytes() == saved.read_bytes()


OPTIMIZERS: list[Callable[[ActorCritic], torch.optim.Optimizer]] = [
    lambda network: torch.optim.Adam(network.parameters(), lr=1e-2, eps=1e-5),
    lambda network: torch.optim.AdamW(network.parameters(), lr=1e-2, amsgrad=True),
    lambda network: torch.optim.Adam(
        [
            {"params": list(network.parameters())[:3], "lr": 0.1},
            {"params": list(network.parameters())[3:], "betas": (0.8, 0.9)},
        ]
    ),
    lambda network: torch.optim.RMSprop(network.parameters(), lr=1e-2, alpha=0.9, eps=1e-5),
]


@pytest.mark.parametrize("make_optimizer", OPTIMIZERS)
@pytest.mark.parametrize("before", [0, 3])
def test_resumed_training_ends_bit_identical(
    game: SpitzerGame,
    tmp_path: Path,
    make_optimizer: Callable[[ActorCritic], torch.optim.Optimizer],
    before: int,
) -> None:
    through = make_network(game)
    optimizer = make_optimizer(through)
    train(through, optimizer, game, before)
    save_checkpoint(tmp_path / "a.safetensors", through, game, optimizer=optimizer)
    train(through, optimizer, game, 4)
    checkpoint = load_checkpoint(tmp_path / "a.safetensors", game)
    resumed = make_optimizer(checkpoint.network)
    checkpoint.restore_optimizer(resumed)
    train(checkpoint.network, resumed, game, 4)
    own = through.state_dict()
    other = checkpoint.network.state_dict()
    assert all(torch.equal(tensor, own[name]) for name, tensor in other.items())
    assert resumed.state_dict()["param_groups"] == optimizer.state_dict()["param_groups"]


def test_restored_optimizer_does_not_share_memory_with_the_checkpoint(
    saved: Path, game: SpitzerGame
) -> None:
    checkpoint = load_checkpoint(saved, game)
    before = {name: array.copy() for name, array in checkpoint.optimizer_arrays.items()}
    optimizer = torch.optim.Adam(checkpoint.network.parameters())
    checkpoint.restore_optimizer(optimizer)
    train(checkpoint.network, optimizer, game, 1)
    assert all(np.array_equal(checkpoint.optimizer_arrays[name], before[name]) for name in before)


def test_json_beside_it_shows_the_facts(saved: Path) -> None:
    facts = json.loads(saved.with_suffix(".json").read_text())
    assert facts["counters"] == COUNTERS
    assert facts["rules"]["solo"] is True
    saved.with_suffix(".json").write_text("nonsense that nobody reads")
    load_checkpoint(saved)


def test_nothing_else_is_left_in_the_folder(saved: Path) -> None:
    assert sorted(os.listdir(saved.parent)) == ["a.json", "a.safetensors"]


# What is refused on saving


def test_name_must_end_in_safetensors(game: SpitzerGame, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"must end in \.safetensors"):
        save_checkpoint(tmp_path / "a.pt", make_network(game), game)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"counters": {"steps": 1.5}}, "counter 'steps'"),
        ({"extra": {"loss": float("nan")}}, "plain JSON"),
        ({"extra": {"path": Path("x")}}, "plain JSON"),
    ],
)
def test_facts_that_cannot_be_stored_are_refused(
    game: SpitzerGame, tmp_path: Path, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=rf"a\.safetensors: .*{message}"):
        save_checkpoint(tmp_path / "a.safetensors", make_network(game), game, **given)
    assert os.listdir(tmp_path) == []


def test_optimizer_of_another_network_is_refused(game: SpitzerGame, tmp_path: Path) -> None:
    optimizer = torch.optim.Adam(make_network(game).parameters())
    with pytest.raises(ValueError, match=r"not over network.parameters"):
        save_checkpoint(tmp_path / "a.safetensors", make_network(game), game, optimizer=optimizer)


FULL_DISK = """
import resource, sys
from pathlib import Path
from agents.checkpoint import load_checkpoint, save_checkpoint
from agents.network import ActorCritic
from agents.tensor_file import pack, unpack
from spitzer_env.game import SpitzerGame

folder, game = Path(sys.argv[1]), SpitzerGame(1)
def network(seed):
    return ActorCritic(game.layout.scales, game.layout_all.scales, 43, (16, 32), seed=seed)
path = folder / "a.safetensors"
save_checkpoint(path, network(0), game, counters={"steps": 1})
old = path.read_bytes(), path.with_suffix(".json").read_bytes()
for limit in (0, 1, 100, 10_000, len(old[0]) - 1):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    for target in (path, folder / "b.safetensors"):
        try:
            save_checkpoint(target, network(1), game, counters={"steps": 2})
        except OSError as error:
            assert str(target) in str(error) and "File too large" in str(error), error
            assert "\\n" not in str(error)
        else:
            raise AssertionError("nothing was raised")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert (path.read_bytes(), path.with_suffix(".json").read_bytes()) == old
assert load_checkpoint(path, game).counters == {"steps": 1}
assert sorted(file.name for file in folder.iterdir()) == ["a.json", "a.safetensors"]
save_checkpoint(path, network(1), game, counters={"steps": 2})
assert load_checkpoint(path, game).counters == {"steps": 2}
"""


def test_full_disk_leaves_the_old_checkpoint_whole(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL_DISK, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr


# Which checkpoint a path means


def touch(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


def test_a_file_means_itself(tmp_path: Path) -> None:
    touch(tmp_path, "a.safetensors")
    assert newest_checkpoint(tmp_path / "a.safetensors") == tmp_path / "a.safetensors"


def test_a_run_folder_means_its_newest_by_step(tmp_path: Path) -> None:
    names = ("step_9", "step_10", "step_2")
    touch(tmp_path, *(f"checkpoints/{name}.safetensors" for name in names))
    touch(tmp_path, "checkpoints/.step_11.safetensors.tmp", "checkpoints/.x_12.safetensors")
    expected = tmp_path / "checkpoints" / "step_10.safetensors"
    assert newest_checkpoint(tmp_path) == expected
    assert newest_checkpoint(tmp_path / "checkpoints") == expected
    touch(tmp_path, "latest.safetensors")
    assert newest_checkpoint(tmp_path) == tmp_path / "latest.safetensors"


def test_nothing_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no such file or folder"):
        newest_checkpoint(tmp_path / "no")
    with pytest.raises(ValueError, match=r"holds no \.safetensors"):
        newest_checkpoint(tmp_path)
