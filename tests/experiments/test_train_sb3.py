"""MaskablePPO on our batch: what SB3 expects of a VecEnv, and training runs."""

from __future__ import annotations

import dataclasses
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from agents import registry
from agents.checkpoint import load_checkpoint, save_checkpoint
from experiments import cli
from experiments.sb3_vec_env import SeatVecEnv
from experiments.train import CHECKPOINT, TrainConfig, main
from experiments.train_sb3 import Sb3Training
from spitzer_env.game import SpitzerGame
from spitzer_env.kit import TWO_TRUMP_KIT
from tests.experiments.runs import going_on
from trick_taking.choice import uniform_legal
from trick_taking.counter import random_keys
from trick_taking.seat_vector import SeatVectorEnv

SLOTS = 6


def new_env(divisor: float = 1.0) -> SeatVecEnv:
    games = SeatVectorEnv(TWO_TRUMP_KIT, SLOTS, autoreset_mode="SameStep")
    return SeatVecEnv(games, divisor)


def random_actions(env: SeatVecEnv, move: int) -> Any:
    return uniform_legal(get_action_masks(env), random_keys(1, move, np.arange(SLOTS)))


def test_spaces_masks_and_attributes_are_what_sb3_asks_for() -> None:
    env = new_env()
    env.seed(7)
    observations = env.reset()
    assert env.num_envs == SLOTS
    assert observations.shape == (SLOTS, *env.observation_space.shape)
    assert observations.dtype == env.observation_space.dtype == np.uint8
    assert is_masking_supported(env)
    masks = get_action_masks(env)
    assert masks.shape == (SLOTS, env.action_space.n)
    assert masks.dtype == np.bool_
    assert masks.any(axis=1).all()
    assert np.array_equal(env.env_method("action_masks", indices=[4, 1]), masks[[4, 1]])
    assert env.get_attr("render_mode", indices=0) == [None]
    assert env.env_is_wrapped(object) == [False] * SLOTS
    with pytest.raises(AttributeError, match="no settings of their own"):
        env.set_attr("seat", 3)
    env.seed(7)
    assert np.array_equal(env.reset(), observations)
    assert not np.array_equal(env.reset(), observations)  # without a seed the next deals


def test_steps_are_those_of_the_batch_with_the_last_observations_in_the_infos() -> None:
    env, games = (
        new_env(divisor=4.0),
        SeatVectorEnv(TWO_TRUMP_KIT, SLOTS, autoreset_mode="SameStep"),
    )
    env.seed(7)
    env.reset()
    games.reset(seed=7)
    paid = ended = 0
    for move in range(40):
        actions = random_actions(env, move)
        observations, rewards, done, infos = env.step(actions)
        plain, plain_rewards, plain_done, _, told = games.step(actions)
        assert np.array_equal(observations, plain["observation"])
        assert np.array_equal(done, plain_done)
        assert rewards.dtype == np.float32
        assert np.allclose(rewards * 4, plain_rewards)
        paid, ended = paid + np.abs(rewards).sum(), ended + done.sum()
        for slot, info in enumerate(infos):
            assert ("terminal_observation" in info) == done[slot]
            if done[slot]:
                last = told["final_obs"][slot]["observation"]
                assert np.array_equal(info["terminal_observation"], last)
                assert info["TimeLimit.truncated"] is False
    assert ended > SLOTS
    assert paid > 0


def test_an_action_outside_of_the_mask_stops_it() -> None:
    env = new_env()
    env.reset()
    wrong = get_action_masks(env).argmin(axis=1)
    with pytest.raises(ValueError, match="SP"):
        env.step(wrong)


def tiny(folder: Path, **options: Any) -> TrainConfig:
    base = TrainConfig(
        game="spitzer",
        algo="sb3-maskable-ppo",
        run=folder,
        steps=2 * 8 * 64,
        games=8,
        hidden=(16, 16),
        minibatch=128,
        checkpoint_every=1,
        threads=1,
    )
    return dataclasses.replace(base, **options)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sb3") / "run"
    assert main(tiny(folder)) == 0
    return folder


def test_the_run_plays_as_the_model_does(tmp_path: Path) -> None:
    """The exported actor answers as the policy of SB3 that it was read from."""
    training = Sb3Training(tiny(tmp_path, rewards="units", minibatch=64), tmp_path)
    training.iterate()
    training.save()
    game = SpitzerGame(64, autoreset=False)
    agent = registry.make(f"sb3:{tmp_path},greedy", game)
    while game.seat.max() >= 0:
        acts = game.seat >= 0
        legal = game.legal
        legal[~acts, 0] = True
        expected, _ = training.model.predict(game.observe(), deterministic=True, action_masks=legal)
        actions = agent.act(game.view())
        assert np.array_equal(actions[acts], expected[acts])
        game.step(actions)


def test_a_run_is_named_by_what_trained_it(trained: Path) -> None:
    game = SpitzerGame(8, autoreset=False)
    assert registry.make(f"sb3:{trained}", game).name == f"sb3:{trained}"
    with pytest.raises(ValueError, match="it is played as sb3:"):
        registry.make(f"dmc:{trained}", game)


def arrays_of(folder: Path) -> dict[str, bytes]:
    saved = load_checkpoint(folder / CHECKPOINT)
    network = {name: t.numpy() for name, t in saved.network.state_dict().items()}
    return {name: array.tobytes() for name, array in (network | saved.arrays).items()}


RUNS: list[dict[str, Any]] = [
    {"opponents": "rule"},
    {"game": "smear", "rewards": "win"},
]


@pytest.mark.parametrize("options", RUNS, ids=str)
def test_a_resumed_run_ends_as_one_never_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    whole = tiny(tmp_path / "whole", **options)
    assert main(whole) == 0
    iterate = Sb3Training.iterate

    def failing(training: Sb3Training) -> dict[str, float]:
        if training.iteration == 1:
            raise OSError("the test stops here")
        return iterate(training)

    half = tmp_path / "half"
    with monkeypatch.context() as patch:
        patch.setattr(Sb3Training, "iterate", failing)
        with pytest.raises(OSError, match="the test stops here"):
            main(dataclasses.replace(whole, run=half))
    assert load_checkpoint(half / CHECKPOINT).counters == {"iteration": 1, "steps": 8 * 64}
    assert main(dataclasses.replace(going_on(half), game=whole.game)) == 0
    assert arrays_of(half) == arrays_of(tmp_path / "whole")
    assert load_checkpoint(half / CHECKPOINT).counters["iteration"] == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": 100}, "--deals is no option of --algo sb3-maskable-ppo, but of ppo and dmc"),
        ({"algo": "dmc"}, "--steps is no option of --algo dmc, but of sb3-maskable-ppo"),
        ({"opponents": "genius"}, "agent 'genius' is unknown"),
        ({"steps": 0}, "steps must be in"),
    ],
)
def test_wrong_options_are_refused_and_leave_no_folder(
    tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        main(tiny(tmp_path / "run", **options))
    assert not (tmp_path / "run").exists()


def test_a_damaged_checkpoint_is_refused(trained: Path, tmp_path: Path) -> None:
    run = shutil.copytree(trained, tmp_path / "run")
    saved = load_checkpoint(run / CHECKPOINT)
    counters, extra = saved.counters, saved.extra
    some = {name: a for name, a in saved.arrays.items() if "value_net" not in name}
    game = SpitzerGame(8)
    save_checkpoint(
        run / CHECKPOINT, saved.network, game, counters=counters, extra=extra, arrays=some
    )
    with pytest.raises(ValueError, match="is not the checkpoint of a training run"):
        main(going_on(run))


def test_without_the_extra_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "experiments.train_sb3")
    monkeypatch.setitem(sys.modules, "sb3_contrib", None)
    assert cli.main(["train", "spitzer", "--algo", "sb3-maskable-ppo"]) == 2
    assert "pip install 'hidden-partners[sb3]'" in capsys.readouterr().err
