"""The studies of play with secret sides: what they write, and that they go on."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments import cli, study_play
from experiments.study_play import DeceptionConfig, SignalConfig, main

WORDS = "--deals 5 --resamples 50"


@pytest.mark.parametrize(
    ("study", "game"),
    [
        ("schmear", "michigan --oracle-partner"),
        ("reveal", "michigan"),
        ("deception", "spitzer"),
        ("signal", "spitzer"),
        ("signal", "smear"),
    ],
)
def test_a_study_writes_tables_numbers_and_a_picture(
    study: str, game: str, tmp_path: Path, capsys: Any
) -> None:
    run = tmp_path / "run"
    words = [
        "study",
        study,
        *game.split(),
        "--agents",
        "random",
        "rule",
        *WORDS.split(),
        "--run",
        str(run),
    ]
    assert cli.main(words) == 0
    results = json.loads((run / "results.json").read_text())
    assert list(results["figures"]) == ["random", "rule"]
    figures = results["figures"]["rule"]
    assert all(set(figure) == {"value", "low", "high", "count"} for figure in figures.values())
    assert any(figure["count"] for figure in figures.values())
    assert (run / "picture.png").read_bytes().startswith(b"\x89PNG")
    assert "data:image/png" in (run / "report.html").read_text()
    text = (run / "table.txt").read_text()
    assert text in capsys.readouterr().out
    assert all(name in text for name in ("random", "rule"))


def test_what_was_counted_is_not_played_again(tmp_path: Path, monkeypatch: Any) -> None:
    run = tmp_path / "run"
    first = SignalConfig(game="spitzer", agents=("rule",), deals=6, chunk=4, resamples=50, run=run)
    assert main(first) == 0
    before = json.loads((run / "results.json").read_text())["figures"]
    (run / "results.json").unlink()
    (run / "counted" / "0-4.npy").unlink()
    played = []
    tally = study_play.SIGNALLING.tally

    def watched(make_game: Any, agent: Any, deals: range) -> Any:
        played.append(deals)
        return tally(make_game, agent, deals)

    measures = dict(study_play.MEASURES)
    measures[SignalConfig] = dataclasses.replace(study_play.SIGNALLING, tally=watched)
    monkeypatch.setattr(study_play, "MEASURES", measures)
    assert main(SignalConfig(game="spitzer", run=run, resume=True)) == 0
    assert played == [range(4, 6)]
    assert json.loads((run / "results.json").read_text())["figures"] == before
    np.save(run / "counted" / "0-0.npy", np.zeros((4, 3)))
    with pytest.raises(ValueError, match=r"0-0\.npy was counted by another version"):
        main(SignalConfig(game="spitzer", run=run, resume=True))
    (run / "counted" / "0-0.npy").write_bytes(b"")
    with pytest.raises(ValueError, match=r"0-0\.npy cannot be read"):
        main(SignalConfig(game="spitzer", run=run, resume=True))


def test_a_study_that_is_stopped_goes_on(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    run = tmp_path / "run"
    config = DeceptionConfig(game="spitzer", agents=("random",), deals=3, chunk=1, run=run)
    tally = study_play.DECEPTION.tally

    def stopping(make_game: Any, agent: Any, deals: range) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return tally(make_game, agent, deals)

    stops = dataclasses.replace(study_play.DECEPTION, tally=stopping)
    with monkeypatch.context() as patched:
        patched.setitem(study_play.MEASURES, DeceptionConfig, stops)
        assert main(config) == 130
    assert "go on with --run" in capsys.readouterr().out
    assert sorted(file.name for file in (run / "counted").iterdir()) == ["0-0.npy"]
    assert main(DeceptionConfig(game="spitzer", run=run, resume=True)) == 0
    assert (run / "results.json").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("schmear smear", "study schmear: smear has no secret sides"),
        ("signal smear --reveal-teams", "--reveal-teams: smear has no secret sides"),
        ("signal spitzer --agents rule rule", "agents: name one or more, each once"),
        ("reveal spitzer --deals 1", "deals must be in 2"),
        ("deception spitzer --rules blind=2 --agents rule", "no blind"),
        ("deception spitzer --agents nobody", "nobody"),
    ],
)
def test_wrong_options_are_one_line(words: str, message: str, tmp_path: Path, capsys: Any) -> None:
    run = tmp_path / "run"
    assert cli.main(["study", *words.split(), "--run", str(run)]) == 2
    assert message in capsys.readouterr().err
    assert not run.exists()
