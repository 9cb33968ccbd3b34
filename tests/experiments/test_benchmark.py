"""The benchmark in small: every figure is there, and rows stand in mixed phases."""

import json

import numpy as np

from experiments.benchmark import PARTS, mixed_game
from experiments.cli import main
from spitzer_env import spitzer_v0


def test_figures_are_told_and_written(tmp_path, capsys):
    out = tmp_path / "speed.json"
    given = ["--games", "1", "40", "--seconds", "0.02", "--repeats", "2", "--json", str(out)]
    assert main(["benchmark", "spitzer", *given, "--beside", "no.such.game"]) == 0
    printed = capsys.readouterr().out
    assert "no.such.game is not measured" in printed
    assert "OMP_NUM_THREADS" in printed
    figures = json.loads(out.read_text())
    assert [batch["games"] for batch in figures["batches"]] == [1, 40]
    for batch in figures["batches"]:
        assert set(batch["ns"]) == set(PARTS)
        speeds = list(batch["decisions_per_second"].values())
        assert speeds[:3] == sorted(speeds[:3], reverse=True)
        assert min(speeds) > 0
    assert figures["environments"]["steps_per_second"]["spitzer"] > 0
    assert {"machine", "versions", "threads", "revision"} <= set(figures)


def test_another_environment_is_timed_beside_it(capsys):
    given = ["--games", "1", "--seconds", "0.02", "--repeats", "1"]
    assert main(["benchmark", "spitzer", *given, "--beside", "spitzer_env.spitzer_v0"]) == 0
    assert "spitzer_v0 " in capsys.readouterr().out


def test_rows_stand_in_mixed_phases():
    game = mixed_game(spitzer_v0, spitzer_v0.Rules(), 72, seed=0)
    assert len(np.unique(game.state.moves)) == 36
