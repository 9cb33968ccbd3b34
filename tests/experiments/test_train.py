"""Training runs of a few iterations, in this process: their folders, options and resuming."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from agents import registry
from agents.checkpoint import load_checkpoint, save_checkpoint
from experiments.train import CHECKPOINT, RUN_FILE, TrainConfig, Training, main
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from tests.experiments.runs import ITERATIONS, checkpoint_bits, going_on, metric_steps, tiny


@pytest.fixture
def halfway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a run that stopped after 3 iterations, by an error."""
    return stopped_halfway(tiny(tmp_path / "halfway"), monkeypatch)


def stopped_halfway(config: TrainConfig, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run `config` for 3 iterations; its folder."""
    assert config.run is not None
    iterate = Training.iterate

    def failing(training: Training) -> dict[str, float]:
        if training.iteration == 3:
            raise OSError("the test stops here")
        return iterate(training)

    with monkeypatch.context() as patch:
        patch.setattr(Training, "iterate", failing)
        with pytest.raises(OSError, match="the test stops here"):
            main(config)
    return config.run


def test_run_json_says_what_was_run(trained: Path) -> None:
    facts = json.loads((trained / RUN_FILE).read_text())
    assert facts.keys() == {"config", "started", "revision", "versions", "machine"}
    config = facts["config"]
    assert config.keys() == {field.name for field in dataclasses.fields(TrainConfig)}
    assert config["game"] == "spitzer"
    assert config["run"] == str(trained)
    assert (config["seed"], config["deals"], config["hidden"]) == (0, 16 * ITERATIONS, [16, 16])
    assert facts["versions"]["torch"] == torch.__version__
    assert facts["versions"]["numpy"] == np.__version__


def test_the_run_folder_holds_what_the_program_promises(trained: Path) -> None:
    names = {str(file.relative_to(trained)) for file in trained.rglob("*") if file.is_file()}
    events = {name for name in names if name.startswith("metrics/events.out.tfevents.")}
    assert len(events) == 1
    past = {f"snapshots/iteration-{i:06d}" for i in (2, 4, 6)}
    files = {name + end for name in (*past, "latest") for end in (".safetensors", ".json")}
    assert names - events == {RUN_FILE, *files}


def test_the_checkpoint_counts_iterations_and_deals(trained: Path) -> None:
    saved = load_checkpoint(trained / CHECKPOINT)
    assert saved.counters == {"iteration": ITERATIONS, "deals": 16 * ITERATIONS}
    assert saved.extra == {"past_selves": [4, 6]}  # a pool of two
    past = load_checkpoint(trained / "snapshots" / "iteration-000006.safetensors")
    theirs = past.network.state_dict()
    for name, tensor in saved.network.state_dict().items():
        assert torch.equal(tensor, theirs[name])


def test_tensorboard_shows_every_metric_at_every_iteration(trained: Path) -> None:
    steps = metric_steps(trained)
    expected = {
        *("update/entropy", "update/kl", "update/first_ratio_error", "update/policy_loss"),
        *("update/value_loss", "update/explained_variance", "update/location_loss"),
        *("speed/deals_per_second", "rollout/stored_decisions"),
    }
    assert expected <= steps.keys()
    for name in expected:
        assert steps[name] == list(range(1, ITERATIONS + 1)), name
    # few games: not every iteration deals one seat both trumps
    assert {"announce/solo", "announce_greedy/solo"} <= steps.keys()


def test_the_ratio_is_1_before_the_first_step_of_every_iteration(trained: Path) -> None:
    events = EventAccumulator(str(trained / "metrics"))
    events.Reload()
    errors = [event.value for event in events.Scalars("update/first_ratio_error")]
    assert len(errors) == ITERATIONS
    assert max(errors) < 1e-4


@pytest.mark.parametrize("text", ["ppo:{}", "ppo:{},greedy", "ppo:{}/snapshots"])
def test_the_run_plays(trained: Path, text: str) -> None:
    game = SpitzerGame(8, autoreset=False)
    agent = registry.make(text.format(trained), game)
    while game.seat.max() >= 0:
        game.step(agent.act(game.view()))
    assert game.state.totals.shape == (8, 4)


COMBINATIONS: list[dict[str, Any]] = [
    {"rules": ("players=5",)},
    {"episode": "match", "rewards": "win", "rules": ("deals=2",)},
    {"episode": "match", "rewards": "units", "rules": ("players=5", "deals=5")},
    {"history": True},
    {"auxiliary_weight": 0.0},
    {"rules": ("solo=False", "revoke=fine_4"), "rewards": "units"},
    {"pool": 0},
    {"imitate": 16, "pool_share": 1.0},
    {"pool_share": 1.0, "pool": 1, "hidden": (16,)},
]


@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_combinations_of_options_train_and_resume(tmp_path: Path, options: dict[str, Any]) -> None:
    config = tiny(tmp_path / "run", deals=32, snapshot_every=1, **options)
    assert main(config) == 0
    assert max(metric_steps(tmp_path / "run")["update/first_ratio_error"]) == 2
    bits = checkpoint_bits(tmp_path / "run")
    assert main(going_on(tmp_path / "run")) == 0  # there is nothing left to do
    assert checkpoint_bits(tmp_path / "run") == bits


def test_a_resumed_run_ends_as_one_never_stopped(trained: Path, halfway: Path) -> None:
    assert load_checkpoint(halfway / CHECKPOINT).counters["iteration"] == 3
    assert main(going_on(halfway)) == 0
    assert checkpoint_bits(halfway) == checkpoint_bits(trained)


MATCHES: list[dict[str, Any]] = [
    {"episode": "match", "rules": ("deals=2",)},
    {"episode": "match", "rewards": "win", "rules": ("deals=2",), "deals": 64},
]


@pytest.mark.parametrize("options", MATCHES, ids=str)
def test_a_resumed_run_of_matches_ends_as_one_never_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    assert main(tiny(tmp_path / "whole", **options)) == 0
    run = stopped_halfway(tiny(tmp_path / "halfway", **options), monkeypatch)
    assert main(going_on(run)) == 0
    assert checkpoint_bits(run) == checkpoint_bits(tmp_path / "whole")


def test_matches_under_way_are_in_the_checkpoint(tmp_path: Path) -> None:
    config = tiny(tmp_path / "run", episode="match", rules=("deals=2",), deals=48)
    assert main(config) == 0
    arrays = load_checkpoint(tmp_path / "run" / CHECKPOINT).arrays
    # two deals of every match, then an extra deal (SP20) or the first deal of the next match
    assert arrays["game/deals_played"].shape == (16,)
    assert set(arrays["game/deals_played"].tolist()) == {1, 3}


def test_the_checkpoint_of_a_run_by_win_counts_matches(tmp_path: Path) -> None:
    config = tiny(tmp_path / "run", **MATCHES[1] | {"deals": 32})
    assert main(config) == 0
    saved = load_checkpoint(tmp_path / "run" / CHECKPOINT)
    assert saved.counters == {"iteration": 2, "matches": 32}
    assert not saved.arrays


def test_smear_by_the_match_won_starts_from_a_run_and_goes_on(tmp_path: Path) -> None:
    first = tiny(tmp_path / "first", game="smear", deals=32, imitate=16)
    assert main(first) == 0
    second = tiny(
        tmp_path / "second",
        game="smear",
        deals=32,
        imitate=0,
        rewards="win",
        start=tmp_path / "first",
    )
    assert main(second) == 0
    assert max(metric_steps(tmp_path / "second")["update/first_ratio_error"]) == 2
    bits = checkpoint_bits(tmp_path / "second")
    assert main(dataclasses.replace(second, resume=True)) == 0  # there is nothing left to do
    assert checkpoint_bits(tmp_path / "second") == bits


def test_an_equity_needs_a_game_of_two_sides(tmp_path: Path) -> None:
    three = tiny(tmp_path / "run", game="smear", rewards="win", rules=("players=3",))
    with pytest.raises(ValueError, match="two sides, not 3: give --equity False"):
        main(three)


def test_a_run_of_matches_needs_its_positions(tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert main(tiny(run, **MATCHES[0])) == 0
    shutil.copy(run / "snapshots" / "iteration-000006.safetensors", run / CHECKPOINT)
    saved = load_checkpoint(run / CHECKPOINT)
    game = SpitzerGame(16, rules=TwoTrumpRules(deals=2), episode="match")
    kept: dict[str, Any] = {"counters": {"iteration": 6}, "extra": {"past_selves": []}}
    optimizer = torch.optim.Adam(saved.network.parameters())
    save_checkpoint(run / CHECKPOINT, saved.network, game, optimizer=optimizer, **kept)
    with pytest.raises(ValueError, match="is not the checkpoint of a training run"):
        main(going_on(run))


def test_a_run_killed_before_its_first_checkpoint_starts_anew(trained: Path, halfway: Path) -> None:
    (halfway / CHECKPOINT).unlink()
    assert main(going_on(halfway)) == 0
    assert checkpoint_bits(halfway) == checkpoint_bits(trained)
    assert metric_steps(halfway)["update/kl"] == list(range(1, ITERATIONS + 1))


def test_metrics_of_a_resumed_run_have_each_iteration_once(halfway: Path) -> None:
    saved = (halfway / CHECKPOINT).read_bytes()
    assert main(going_on(halfway)) == 0
    assert metric_steps(halfway)["update/kl"] == list(range(1, ITERATIONS + 1))
    (halfway / CHECKPOINT).write_bytes(saved)  # as if killed: 4 to 6 come again
    assert main(going_on(halfway)) == 0
    assert metric_steps(halfway)["update/kl"] == list(range(1, ITERATIONS + 1))


def test_a_resumed_run_keeps_its_options_threads_too(
    halfway: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    monkeypatch.setattr(torch, "set_num_threads", seen.append)
    assert main(going_on(halfway)) == 0
    assert main(dataclasses.replace(going_on(halfway), threads=2)) == 0
    assert seen == [1, 2]


def test_a_run_of_the_first_release_goes_on(trained: Path, halfway: Path) -> None:
    facts = json.loads((halfway / RUN_FILE).read_text())
    for later in ("equity", "imitate", "start"):
        del facts["config"][later]
    (halfway / RUN_FILE).write_text(json.dumps(facts))
    assert main(going_on(halfway)) == 0
    assert checkpoint_bits(halfway) == checkpoint_bits(trained)


def test_equal_options_may_be_repeated(halfway: Path) -> None:
    assert main(dataclasses.replace(tiny(halfway), resume=True)) == 0


def test_the_default_folder_is_a_new_one_under_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(dataclasses.replace(tiny(tmp_path), run=None, deals=16)) == 0
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("train-spitzer-")
    told = capsys.readouterr().out
    assert f"done: play it as ppo:{folder.relative_to(tmp_path)}" in told
    assert (folder / CHECKPOINT).is_file()
