"""Wrong options and damaged run folders: one clear error each, and nothing changed."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch

from agents.checkpoint import load_checkpoint, save_checkpoint
from experiments import cli
from experiments.train import CHECKPOINT, RUN_FILE, TrainConfig, main
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from tests.experiments.runs import going_on, tiny


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": 1}, "--resume: seed was 0 in this run, not 1"),
        ({"games": 32}, "--resume: games was 16 in this run, not 32"),
        ({"hidden": (32, 32)}, r"--resume: hidden was \[16, 16\] in this run, not \(32, 32\)"),
        ({"rules": ("players=5",)}, r"--resume: rules was \[\] in this run, not"),
        ({"learning_rate": (1e-3, 1e-4)}, "--resume: learning_rate was"),
    ],
)
def test_resume_with_another_option_is_refused(
    trained: Path, options: dict[str, Any], message: str
) -> None:
    before = contents(trained)
    with pytest.raises(ValueError, match=message):
        main(dataclasses.replace(going_on(trained), **options))
    assert contents(trained) == before


def test_a_run_that_exists_is_left_as_it_is(trained: Path) -> None:
    before = contents(trained)
    with pytest.raises(ValueError, match=r"run .* exists already: go on with it by --resume"):
        main(tiny(trained))
    assert contents(trained) == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rules": ("playerz=5",)}, "unknown option 'playerz'"),
        ({"rules": ("players=7",)}, "option players must be"),
        ({"rules": ("players",)}, "must be name=value"),
        ({"rewards": "win"}, 'rewards="win" needs episode="match"'),
        ({"deals": 0}, "deals must be in 1..1e[+]09, not 0"),
        ({"games": 0}, "games must be in"),
        ({"epochs": 0}, "epochs must be in"),
        ({"minibatch": 0}, "minibatch must be in"),
        ({"snapshot_every": 0}, "snapshot_every must be in"),
        ({"checkpoint_every": 0}, "checkpoint_every must be in"),
        ({"threads": 0}, "threads must be in"),
        ({"pool": -1}, "pool must be in"),
        ({"pool_share": 1.5}, "pool_share must be in 0..1, not 1.5"),
        ({"trace": float("nan")}, "trace must be in"),
        ({"learning_rate": (1e-3, -1e-3)}, r"learning_rate must be in 0..1, not \(0.001, -0.001"),
        ({"reward_divisor": 0.0}, "reward_divisor must be in"),
        ({"hidden": (10,)}, "hidden widths must be multiples of 16"),
        ({"hidden": ()}, "hidden must have 1..16 layers"),
        ({"device": "abacus"}, "device 'abacus' cannot be used: Expected one of cpu"),
        ({"device": "meta"}, "device 'meta' cannot be used"),
    ],
)
def test_wrong_options_are_refused_and_leave_no_folder(
    tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        main(tiny(tmp_path / "run", **options))
    assert not (tmp_path / "run").exists()


def test_resume_needs_a_run(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="--resume needs --run"):
        main(TrainConfig(game="spitzer", resume=True))
    with pytest.raises(ValueError, match=r"is no run folder, it has no run\.json"):
        main(going_on(tmp_path))
    with pytest.raises(ValueError, match=r"is no run folder, it has no run\.json"):
        main(going_on(tmp_path / "nowhere"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", r"run\.json does not hold the options"),
        ("[]", r"run\.json does not hold the options"),
        ('{"config": {"game": "spitzer"}}', r"run\.json does not hold the options .*'run'"),
    ],
)
def test_resume_with_a_damaged_run_json_is_refused(
    trained: Path, tmp_path: Path, text: str, message: str
) -> None:
    run = shutil.copytree(trained, tmp_path / "run")
    (run / RUN_FILE).write_text(text)
    before = contents(run)
    with pytest.raises(ValueError, match=message):
        main(going_on(run))
    assert contents(run) == before


DAMAGES = {
    "truncated": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "noise": lambda data: bytes(reversed(data)),
    "pickle": lambda data: b"cos\nsystem\n(S'touch hacked'\ntR.",
}


@pytest.mark.parametrize("damage", list(DAMAGES))
def test_a_damaged_checkpoint_is_one_clear_error_and_left_as_it_is(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    run = shutil.copytree(trained, tmp_path / "run")
    (run / CHECKPOINT).write_bytes(DAMAGES[damage]((trained / CHECKPOINT).read_bytes()))
    before = contents(run)
    assert cli.main(["train", "spitzer", "--run", str(run), "--resume"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"hidden-partners: error: checkpoint {run / CHECKPOINT}: ")
    assert len(told.splitlines()) == 1
    assert contents(run) == before


def test_a_checkpoint_that_no_run_saved_is_refused(trained: Path, tmp_path: Path) -> None:
    run = shutil.copytree(trained, tmp_path / "run")
    file, game = run / CHECKPOINT, SpitzerGame(1)
    saved = load_checkpoint(file, game)
    optimizer = torch.optim.Adam(saved.network.parameters())
    kept = {"optimizer": optimizer, "counters": {"iteration": 1}}
    for extra in ({}, {"past_selves": 3}, {"past_selves": ["../../x"]}):
        save_checkpoint(file, saved.network, game, extra=extra, **kept)
        with pytest.raises(
            ValueError, match=r"latest\.safetensors is not the checkpoint of a training run"
        ):
            main(going_on(run))
    shutil.copy(run / "snapshots" / "iteration-000006.safetensors", file)
    with pytest.raises(ValueError, match="it was saved without an optimizer"):
        main(going_on(run))


def test_a_checkpoint_of_other_rules_is_refused(trained: Path, tmp_path: Path) -> None:
    run = shutil.copytree(trained, tmp_path / "run")
    saved = load_checkpoint(run / CHECKPOINT)
    other = SpitzerGame(1, rules=TwoTrumpRules(tie_60="most_tricks"))
    save_checkpoint(run / CHECKPOINT, saved.network, other)
    with pytest.raises(ValueError, match="other rules: tie_60='most_tricks' there"):
        main(going_on(run))
