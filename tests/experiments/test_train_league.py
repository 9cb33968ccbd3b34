"""PPO against others: exploiters, leagues and a magnet, each resumed to the bit."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.checkpoint import load_checkpoint
from experiments.train import CHECKPOINT, Training, main
from experiments.training_options import settle_config
from tests.experiments.runs import ITERATIONS, checkpoint_bits, going_on, metric_steps, tiny


def options_of(kind: str, exploited: Path) -> dict[str, Any]:
    return {
        "exploiter": {"opponents": f"ppo:{exploited}", "pool_share": None},
        "against rule": {"opponents": "rule", "imitate": 16, "pool_share": None},
        "league": {"league": (exploited,), "pool_share": 1.0},
        "magnet": {"kl": 0.5},
    }[kind]


@pytest.mark.parametrize("kind", ["exploiter", "against rule", "league", "magnet"])
def test_a_resumed_run_ends_as_one_never_stopped(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    whole = tiny(tmp_path / "whole", **options_of(kind, trained))
    assert main(whole) == 0
    iterate = Training.iterate

    def failing(training: Training) -> dict[str, float]:
        if training.iteration == 3:
            raise OSError("the test stops here")
        return iterate(training)

    half = tmp_path / "half"
    with monkeypatch.context() as patch:
        patch.setattr(Training, "iterate", failing)
        with pytest.raises(OSError, match="the test stops here"):
            main(dataclasses.replace(whole, run=half))
    assert main(going_on(half)) == 0
    assert checkpoint_bits(half) == checkpoint_bits(tmp_path / "whole")
    assert load_checkpoint(half / CHECKPOINT).counters["iteration"] == ITERATIONS
    assert checkpoint_bits(half) != checkpoint_bits(trained)  # the option does something


def test_a_magnet_pulls_from_the_first_past_self_on(tmp_path: Path) -> None:
    assert main(tiny(tmp_path / "run", kl=0.5)) == 0
    assert metric_steps(tmp_path / "run")["update/magnet_kl"] == [3, 4, 5, 6]  # past selves at 2..


def test_an_exploiter_learns_from_one_seat_of_each_game(tmp_path: Path) -> None:
    training = Training(*settle_config(tiny(tmp_path, opponents="random", pool_share=None)))
    rollout = training._roll_out()
    moves, games = np.nonzero(rollout.stored)
    seats = rollout.seats[moves, games]
    pairs = set(zip(games.tolist(), seats.tolist(), strict=True))
    assert len(pairs) == len({game for game, _ in pairs}) == 16
    assert len({seat for _, seat in pairs}) > 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": "rule", "pool_share": 0.5}, "--opponents holds all other seats"),
        ({"opponents": "rule", "rule_share": 0.5}, "--opponents holds all other seats"),
        ({"opponents": "rule", "league": (Path("x"),)}, "--opponents holds all other seats"),
        ({"opponents": "genius"}, "agent 'genius' is unknown"),
        ({"league": (Path("nowhere"),)}, "there is no such file or folder"),
        ({"kl": 0.1, "pool": 0}, "--kl needs a --pool"),
        ({"kl": -0.1}, "kl must be in"),
    ],
)
def test_wrong_options_are_refused_and_leave_no_folder(
    tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    if "opponents" in options:
        options = {"pool_share": None} | options
    with pytest.raises(ValueError, match=message):
        main(tiny(tmp_path / "run", **options))
    assert not (tmp_path / "run").exists()
