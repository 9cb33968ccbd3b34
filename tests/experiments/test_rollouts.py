"""Rollouts in chunks: merged as if played together, and the same bits whoever plays them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.network import ActorCritic
from agents.registry import make
from agents.self_play import Rollout, collect
from experiments import train
from experiments.rollouts import Play, collect_in_chunks
from experiments.training_options import TrainConfig, settle_config
from smear_env import smear_v0
from spitzer_env import spitzer_v0
from tests.experiments.runs import checkpoint_bits, going_on, tiny
from trick_taking.cards import NO_SEAT

GAMES = 12
EXACT = ("observations", "critic_observations", "legal", "actions", "seats", "stored")
MORTAL = "import:tests.experiments.players:Mortal"


def fresh(module: Any) -> Any:
    return module.vector_env(
        GAMES, episode="match", rewards="relative", seed=5, autoreset=False, history=True
    )


@pytest.mark.parametrize("size", [5, GAMES])
@pytest.mark.parametrize("module", [spitzer_v0, smear_v0])
def test_chunks_are_merged_as_if_played_together(module: Any, size: int) -> None:
    """Both play by rules, so no last bits of logits come in; leaders of tricks differ by game."""
    whole, parts = fresh(module), fresh(module)
    network = ActorCritic(
        whole.layout.scales, whole.layout_all.scales, whole.num_actions, (16,),
        num_seats=whole.num_seats,
    )  # fmt: skip
    rule = make("rule", whole)
    seats = np.arange(GAMES * whole.num_seats).reshape(GAMES, -1) % 3 == 0
    for _ in range(2):  # the second rollout goes on from where the first left the matches
        together = collect(whole, network, rule, seats, rule)
        model = parts.standing(parts.state.select(slice(0, 1)))
        merged = collect_in_chunks(parts, Play(model, network, rule, rule), seats, size)
        for name in (*EXACT, "deal_ends", "rewards"):
            mine, theirs = getattr(merged, name), getattr(together, name)
            assert mine.dtype == theirs.dtype, name
            assert np.array_equal(mine, theirs), name
        assert np.allclose(merged.log_probabilities, together.log_probabilities, atol=1e-5)
        assert units_by_game(merged) == units_by_game(together)
        assert parts.state.equals(whole.state)
        for game in (whole, parts):
            game.reset(rows=np.flatnonzero(game.seat == NO_SEAT))


def units_by_game(rollout: Rollout) -> dict[int, Any]:
    return {
        int(row): units
        for results in rollout.results
        for row, units in zip(results.rows, results.units.tolist(), strict=True)
    }


def bits(folder: Path, **options: Any) -> dict[str, bytes]:
    given = {"deals": 32, "snapshot_every": 1} | options
    assert train.main(tiny(folder, **given)) == 0
    return checkpoint_bits(folder)


def test_a_chunk_of_all_games_changes_nothing(tmp_path: Path) -> None:
    assert bits(tmp_path / "whole", imitate=16) == bits(tmp_path / "chunk", imitate=16, chunk=16)


DMC = {"algo": "dmc", "pool": 20, "pool_share": None, "snapshot_every": 10}


@pytest.mark.parametrize(
    "options", [{"imitate": 16}, pytest.param(DMC, marks=pytest.mark.full)], ids=["ppo", "dmc"]
)
def test_two_processes_give_the_bits_of_one(options: dict[str, Any], tmp_path: Path) -> None:
    here = bits(tmp_path / "here", chunk=8, **options)
    assert bits(tmp_path / "two", workers=2, **options) == here  # a half of the games each


def exploiter(**options: Any) -> dict[str, Any]:
    return {"opponents": MORTAL, "pool_share": None, "chunk": 8} | options


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """An exploiter of one process, in which nobody dies; then the next worker will."""
    monkeypatch.setenv("MORTAL", str(tmp_path))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    found = bits(tmp_path / "alone", **exploiter())
    monkeypatch.setenv("MORTAL", str(tmp_path / "died"))
    return found


@pytest.mark.full
def test_a_worker_that_dies_costs_its_chunk(alone: dict[str, bytes], tmp_path: Path) -> None:
    assert bits(tmp_path / "two", **exploiter(workers=2)) == alone
    assert (tmp_path / "died").exists()


@pytest.mark.full
@pytest.mark.skipif(find_spec("ray") is None, reason="the extra ray is not installed")
@pytest.mark.filterwarnings("ignore::FutureWarning:ray.*", "ignore::DeprecationWarning:ray.*")
def test_a_ray_cluster_of_two_workers_of_which_one_dies(
    alone: dict[str, bytes], tmp_path: Path
) -> None:
    import ray

    try:
        assert bits(tmp_path / "ray", **exploiter(workers=2, ray=True)) == alone
        assert not ray.is_initialized()
    finally:
        ray.shutdown()
    assert (tmp_path / "died").exists()


def test_workers_are_refused_where_they_would_change_bits(trained: Path, tmp_path: Path) -> None:
    given = going_on(trained)
    with pytest.raises(ValueError, match="--workers: without --chunk this run plays all"):
        settle_config(TrainConfig(**{**vars(given), "workers": 2}))
    with pytest.raises(ValueError, match="--ray plays on processors: give --device cpu"):
        settle_config(tiny(tmp_path / "new", ray=True, device="meta"))
    with pytest.raises(ValueError, match="--workers is no option of --algo sb3-maskable-ppo"):
        settle_config(TrainConfig(game="spitzer", algo="sb3-maskable-ppo", workers=2))


def test_the_usual_chunk_is_the_share_of_a_worker(tmp_path: Path) -> None:
    for given, chunk in (({"workers": 3}, 6), ({"ray": True}, 2), ({}, None)):
        assert settle_config(tiny(tmp_path / "new", **given))[0].chunk == chunk
