"""Training by Deep Monte Carlo: all games, the run folder, resuming, and what is refused."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from agents import registry
from agents.checkpoint import load_checkpoint
from agents.pretrained import save_pretrained
from experiments.train import CHECKPOINT, RUN_FILE, TrainConfig, main
from experiments.train_dmc import DmcTraining
from experiments.training_options import settle_config
from spitzer_env.game import SpitzerGame
from tests.experiments.runs import checkpoint_bits, going_on, metric_steps

ITERATIONS = 4


def tiny(folder: Path, **options: Any) -> TrainConfig:
    base = TrainConfig(
        game="spitzer",
        algo="dmc",
        run=folder,
        deals=16 * ITERATIONS,
        games=16,
        hidden=(16, 16),
        minibatch=128,
        learning_rate=(1e-3, 1e-3),
        epsilon=0.1,
        checkpoint_every=1,
        threads=1,
    )
    return dataclasses.replace(base, **options)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dmc") / "run"
    assert main(tiny(folder)) == 0
    return folder


def test_the_run_folder_plays_as_dmc_and_as_nothing_else(trained: Path) -> None:
    game = SpitzerGame(8, autoreset=False)
    agent = registry.make(f"dmc:{trained}", game)
    assert agent.name == f"dmc:{trained}"
    while game.seat.max() >= 0:
        game.step(agent.act(game.view()))
    with pytest.raises(ValueError, match="it is played as dmc:"):
        registry.make(f"ppo:{trained}", game)
    with pytest.raises(ValueError, match="unknown option 'greedy'"):
        registry.make(f"dmc:{trained},greedy", game)


def test_its_player_alone_is_still_a_dmc_and_no_start_for_ppo(
    trained: Path, tmp_path: Path
) -> None:
    file, game = tmp_path / "player.safetensors", SpitzerGame(1)
    save_pretrained(trained, file, game, {})
    assert registry.make(f"dmc:{file}", game).name == f"dmc:{file}"
    with pytest.raises(ValueError, match="it is played as dmc:"):
        registry.make(f"ppo:{file}", game)
    with pytest.raises(ValueError, match=r"--start: .* was not trained by --algo ppo"):
        main(TrainConfig(game="spitzer", run=tmp_path / "run", start=file))
    assert not (tmp_path / "run").exists()


def test_a_run_by_ppo_is_no_dmc(tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert main(TrainConfig(game="spitzer", run=run, deals=8, games=8, hidden=(16,))) == 0
    with pytest.raises(ValueError, match="it is played as ppo:"):
        registry.make(f"dmc:{run}", SpitzerGame(1))


def test_the_checkpoint_holds_an_actor_and_counts(trained: Path) -> None:
    saved = load_checkpoint(trained / CHECKPOINT)
    assert saved.counters == {"iteration": ITERATIONS, "deals": 16 * ITERATIONS}
    assert not saved.network.shape.critic
    names = {name.partition(".")[0] for name in saved.network.state_dict()}
    assert names == {"observation_scales", "critic_scales", "actor", "policy_head"}


def test_metrics_of_every_iteration(trained: Path) -> None:
    steps = metric_steps(trained)
    for name in ("update/value_loss", "update/explained_variance", "speed/deals_per_second"):
        assert steps[name] == list(range(1, ITERATIONS + 1))


GAMES: list[dict[str, Any]] = [
    {},
    {"rules": ("blind=2",)},
    {"rules": ("players=5",), "history": True},
    {"game": "michigan"},
    {"game": "smear"},
    {"game": "smear", "episode": "deal"},
    {"episode": "match", "rewards": "win", "rules": ("deals=2",)},
]


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_a_resumed_run_ends_as_one_never_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    whole = tiny(tmp_path / "whole", **options)
    assert main(whole) == 0
    iterate = DmcTraining.iterate

    def failing(training: DmcTraining) -> dict[str, float]:
        if training.iteration == 2:
            raise OSError("the test stops here")
        return iterate(training)

    half = tmp_path / "half"
    with monkeypatch.context() as patch:
        patch.setattr(DmcTraining, "iterate", failing)
        with pytest.raises(OSError, match="the test stops here"):
            main(dataclasses.replace(whole, run=half))
    assert load_checkpoint(half / CHECKPOINT).counters["iteration"] == 2
    assert main(dataclasses.replace(going_on(half), game=whole.game)) == 0
    assert checkpoint_bits(half) == checkpoint_bits(tmp_path / "whole")


def test_what_is_not_given_is_as_in_the_paper(tmp_path: Path) -> None:
    config, _ = settle_config(TrainConfig(game="michigan", algo="dmc", run=tmp_path / "run"))
    assert (config.epsilon, config.minibatch) == (0.01, 3200)
    assert config.learning_rate == (1e-4, 1e-4)
    assert config.own.imitate == 0
    assert config.own.reward_divisor == 12.0  # the game's own stays


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pool": 3}, "--pool is no option of --algo dmc, but of ppo"),
        ({"entropy": (0.1, 0.1)}, "--entropy is no option of --algo dmc"),
        ({"algo": "ppo"}, "--epsilon is no option of --algo ppo, but of dmc"),
        ({"epsilon": 1.5}, "epsilon must be in 0..1, not 1.5"),
    ],
)
def test_options_of_others_are_refused_and_leave_no_folder(
    tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        main(tiny(tmp_path / "run", **options))
    assert not (tmp_path / "run").exists()


def test_run_json_tells_the_algorithm(trained: Path) -> None:
    config = json.loads((trained / RUN_FILE).read_text())["config"]
    assert (config["algo"], config["epsilon"]) == ("dmc", 0.1)
