"""Checkpoints that are damaged, hostile or of something else: one ValueError each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from agents.checkpoint import load_checkpoint, save_checkpoint
from agents.network import policy_logits
from agents.tensor_file import pack, unpack
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from tests.agents.conftest import make_network


def test_checkpoint_of_another_game_is_refused(saved: Path, game: SpitzerGame) -> None:
    game.name = "other_v0"
    with pytest.raises(ValueError, match=r"a\.safetensors: it is of the game 'spitzer_v0', not"):
        load_checkpoint(saved, game)


def test_checkpoint_of_other_rules_is_refused_naming_the_option(saved: Path) -> None:
    other = SpitzerGame(1, rules=TwoTrumpRules(solo=False, deals=16))
    with pytest.raises(ValueError, match=r"deals=None there, 16 here; solo=True there, False here"):
        load_checkpoint(saved, other)


@pytest.mark.parametrize("options", [{"history": True}, {"episode": "match"}])
def test_checkpoint_of_another_layout_is_refused(saved: Path, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"a\.safetensors: another observation layout"):
        load_checkpoint(saved, SpitzerGame(1, **options))


def test_missing_file_and_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "no.safetensors", tmp_path):
        with pytest.raises(ValueError, match="there is no such file"):
            load_checkpoint(path)


Change = Callable[[dict[str, Any], dict[str, Any]], object]
WEIGHT, MOMENT = "network/actor.0.weight", "optimizer/0/exp_avg_sq"
HOSTILE: list[tuple[str, Change]] = [
    ("'game' is missing", lambda a, f: f.pop("game")),
    ("'network' is missing", lambda a, f: f.pop("network")),
    ("'optimizer' is missing", lambda a, f: f.pop("optimizer")),
    ("format 2 is not 1", lambda a, f: f.update(format=2)),
    ("format None is not 1", lambda a, f: f.pop("format")),
    ("format True is not 1", lambda a, f: f.update(format=True)),
    ("'game' is no text", lambda a, f: f.update(game=["spitzer_v0"])),
    ("'rules' is no object", lambda a, f: f.update(rules="default")),
    ("rules do not match their digest", lambda a, f: f["rules"].update(solo=False)),
    ("'counters' is no object", lambda a, f: f.update(counters=[])),
    ("counter 'updates' is no whole number", lambda a, f: f["counters"].update(updates=True)),
    ("'extra' is no object", lambda a, f: f.update(extra=None)),
    ("network shape must be", lambda a, f: f["network"].pop("hidden")),
    ("network shape must be", lambda a, f: f["network"].update(hidden="wide")),
    ("network shape must be", lambda a, f: f["network"].update(layers=3)),
    (r"hidden\[0\] must be a whole", lambda a, f: f["network"].update(hidden=[10**12, 16])),
    (r"hidden\[0\] must be a whole", lambda a, f: f["network"].update(hidden=[{}, 16])),
    ("hidden must have 1..16", lambda a, f: f["network"].update(hidden=[])),
    ("another num_actions", lambda a, f: f["network"].update(num_actions=42)),
    ("another observation_size", lambda a, f: f["network"].update(observation_size=10**9)),
    ("auxiliary must be", lambda a, f: f["network"].update(auxiliary="yes")),
    (r"is float32 \(16, 335\), not", lambda a, f: f["network"].update(hidden=[65_536, 65_536])),
    ("'network/location_head.bias' is unknown", lambda a, f: f["network"].update(auxiliary=False)),
    ("'network/actor.0.weight' is missing", lambda a, f: a.pop(WEIGHT)),
    ("'network/x' is unknown", lambda a, f: a.update({"network/x": np.zeros(1, np.float32)})),
    ("unknown tensor 'x'", lambda a, f: a.update(x=np.zeros(1, np.float32))),
    ("is float64", lambda a, f: a.update({WEIGHT: a[WEIGHT].astype(np.float64)})),
    (r"is float32 \(335, 16\)", lambda a, f: a.update({WEIGHT: a[WEIGHT].T})),
    ("holds NaN", lambda a, f: a[WEIGHT].__setitem__((0, 0), np.nan)),
    ("holds NaN", lambda a, f: a["network/critic_scales"].__setitem__(0, np.inf)),
    ("optimizer tensor '0/exp_avg_sq' holds", lambda a, f: a[MOMENT].__setitem__((0, 0), -1.0)),
    ("optimizer tensor '0/exp_avg_sq' holds", lambda a, f: a[MOMENT].__setitem__((0, 0), np.nan)),
    ("optimizer tensor '0/exp_avg_sq' does", lambda a, f: a.update({MOMENT: a[MOMENT][:1]})),
    ("optimizer tensor '0/exp_avg_sq' is missing", lambda a, f: a.pop(MOMENT)),
    ("'99/step' does not fit", lambda a, f: a.update({"optimizer/99/step": np.float32([1])[0]})),
    ("'x' does not fit", lambda a, f: a.update({"optimizer/x": np.zeros(1, np.float32)})),
    ("groups must be a list", lambda a, f: f.update(optimizer=None)),
    ("groups must be a list", lambda a, f: f.update(optimizer=["adam"])),
    ("lacks a finite lr", lambda a, f: f["optimizer"][0].pop("lr")),
    ("lacks a finite lr", lambda a, f: f["optimizer"][0].update(eps="small")),
    ("lacks a finite lr", lambda a, f: f["optimizer"][0].update(betas=[0.9])),
    ("lacks its size", lambda a, f: f["optimizer"][0].update(size=16.0)),
    ("do not hold 16 parameters", lambda a, f: f["optimizer"][0].update(size=15)),
    ("do not hold 16 parameters", lambda a, f: f.update(optimizer=[])),
]


@pytest.mark.parametrize(("message", "change"), HOSTILE)
def test_hostile_content_is_refused(
    saved: Path, game: SpitzerGame, message: str, change: Change
) -> None:
    arrays, facts = unpack(saved.read_bytes())
    change(arrays, facts)
    saved.write_bytes(pack(arrays, facts))
    with pytest.raises(ValueError, match=message) as refused:
        load_checkpoint(saved, game)
    assert str(saved) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_truncated_anywhere_it_is_refused(saved: Path, game: SpitzerGame) -> None:
    data = saved.read_bytes()
    for length in np.random.default_rng(5).integers(0, len(data), 200):
        saved.write_bytes(data[:length])
        with pytest.raises(ValueError, match=r"a\.safetensors: (damaged|truncated)"):
            load_checkpoint(saved, game)


def test_flipped_bytes_are_refused(saved: Path, game: SpitzerGame) -> None:
    data = saved.read_bytes()
    random = np.random.default_rng(6)
    header = 8 + int.from_bytes(data[:8], "little")
    places = np.concatenate([random.integers(0, header, 300), random.integers(0, len(data), 200)])
    for place in places:
        broken = bytearray(data)
        broken[place] ^= int(random.integers(1, 256))
        saved.write_bytes(broken)
        try:
            network = load_checkpoint(saved, game).network
        except ValueError:
            continue
        assert np.isfinite(policy_logits(network, game.observe())).all()


def test_restoring_what_was_not_saved_is_refused(game: SpitzerGame, tmp_path: Path) -> None:
    save_checkpoint(tmp_path / "a.safetensors", make_network(game), game)
    checkpoint = load_checkpoint(tmp_path / "a.safetensors", game)
    with pytest.raises(ValueError, match="without an optimizer"):
        checkpoint.restore_optimizer(torch.optim.Adam(checkpoint.network.parameters()))


def test_restoring_into_other_groups_is_refused(saved: Path, game: SpitzerGame) -> None:
    checkpoint = load_checkpoint(saved, game)
    some = torch.optim.Adam(list(checkpoint.network.parameters())[:2])
    with pytest.raises(ValueError, match=r"a\.safetensors: the optimizer has groups of \[2\]"):
        checkpoint.restore_optimizer(some)
    other = torch.optim.RMSprop(checkpoint.network.parameters())
    with pytest.raises(ValueError, match=r"a\.safetensors: .* another kind of optimizer"):
        checkpoint.restore_optimizer(other)
