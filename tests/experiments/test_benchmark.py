"""The benchmark in small: every figure is there, and rows stand in mixed phases."""

import json

import numpy as np
import pytest

from experiments.benchmark import PRESETS, BenchmarkConfig, chosen_presets
from experiments.benchmark_batches import LOOP, PARTS, mixed_game
from experiments.benchmark_machine import held_on, usable_cores
from experiments.benchmark_workers import measure_workers, workers_text
from experiments.cli import main
from experiments.games import GAMES
from experiments.pictures import speed_picture
from spitzer_env import spitzer_v0

SMALL = ["--seconds", "0.01", "--repeats", "2", "--workers", "1", "--no-limit"]


def test_figures_are_told_and_written(tmp_path, capsys):
    out, picture = tmp_path / "speed.json", tmp_path / "speed.png"
    given = ["--games", "1", "40", "--json", str(out), "--picture", str(picture), *SMALL]
    before = usable_cores()
    assert main(["benchmark", "spitzer", *given, "--beside", "no.such.game"]) == 0
    assert usable_cores() == before
    printed = capsys.readouterr().out
    assert "no.such.game is not measured" in printed
    assert "OMP_NUM_THREADS" in printed
    figures = json.loads(out.read_text())
    assert list(figures["batches"]) == ["spitzer", "spitzer blind=2"]
    for batches in figures["batches"].values():
        assert [batch["games"] for batch in batches] == [1, 40]
        for batch in batches:
            assert set(batch["ns"]) == set(PARTS)
            speeds = list(batch["decisions_per_second"].values())
            assert speeds[:3] == sorted(speeds[:3], reverse=True)
            assert min(speeds) > 0
            assert 0 < batch["state_bytes_per_game"] <= 1024
            assert batch["peak_megabytes"] > 0
    assert list(figures["environments"]["steps_per_second"]) == ["spitzer", "spitzer blind=2"]
    assert {"machine", "versions", "threads", "revision", "core", "processor"} <= set(figures)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_another_environment_is_timed_beside_it(capsys):
    given = ["--games", "1", *SMALL, "--rules", "blind=4", "--beside", "spitzer_env.spitzer_v0"]
    assert main(["benchmark", "spitzer", *given]) == 0
    printed = capsys.readouterr().out
    assert "spitzer_v0 " in printed
    assert "spitzer blind=4" in printed
    assert "spitzer blind=2" not in printed


def test_every_game_and_preset_is_measured():
    chosen = chosen_presets(BenchmarkConfig())
    assert {game for game, _ in chosen} == set(GAMES) == set(PRESETS)
    assert ("spitzer", ("blind=2",)) in chosen
    assert ("smear", ("variant=nine_card",)) in chosen
    assert chosen_presets(BenchmarkConfig(game="michigan")) == [("michigan", ())]


def test_rows_stand_in_mixed_phases():
    game = mixed_game(spitzer_v0, spitzer_v0.Rules(), 72, seed=0)
    assert len(np.unique(game.state.moves)) == 36


def test_the_process_is_held_on_one_core_and_let_go():
    before = usable_cores()
    with held_on(None) as core:
        assert usable_cores() == ([core] if before else [])
    assert usable_cores() == before


def test_processes_at_once_are_measured_against_one():
    effort = {"seconds": 0.02, "repeats": 1, "seed": 0}
    workers = measure_workers("spitzer", ("blind=2",), 2, games=40, **effort)
    assert workers["decisions_per_second"]["all"] > 0
    assert workers["times_one"] > 0
    assert "spitzer blind=2, rollouts in 2 processes" in workers_text(workers)


@pytest.mark.parametrize("sizes", [(1,), (1, 64, 1024)])
def test_a_picture_of_any_sizes(sizes):
    batches = [{"games": size, "decisions_per_second": {LOOP: 100 * size}} for size in sizes]
    assert speed_picture({"a": batches, "b": batches}, LOOP, "here").startswith(b"\x89PNG")
