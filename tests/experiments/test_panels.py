"""Frozen panels: the shipped ones, a small one, and its leaderboard."""

import json
import math
import os
import signal
import subprocess
import sys

import numpy as np
import pytest

from experiments import panels
from experiments.cli import main as command_line
from experiments.contest import Contest
from experiments.games import GAMES, load_game, make_rules
from experiments.leaderboards import mean_of_members
from experiments.panels import digest_sources, load_panel

BOLD = "import:tests.experiments.players:bold"


@pytest.mark.parametrize("game", GAMES)
def test_the_members_of_the_panel_are_those_that_were_frozen(game):
    panel = load_panel("v1", game)
    make_rules(load_game(game), panel.rules)
    agents = {member.agent: member for member in panel.members}
    assert agents.keys() >= {"random", "rule", "pimc:worlds=20", "pretrained"}
    assert (agents["pimc:worlds=20"].chunk or 256) < 50  # a chunk of it takes a minute
    assert min(member.deals for member in panel.members) > 0
    frozen = json.loads((panels.AGENTS / "frozen.json").read_text())
    name = "rule" if game == "spitzer" else f"rule_{game}"
    assert agents["rule"].sha256 == frozen[name]["sha256"]


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A panel `small` of 7 deals, of which `rule` gets 5; the path of its file."""
    sources = json.loads((panels.AGENTS / "frozen.json").read_text())["rule"]["sources"]
    random = ["random_agent.py"]
    members = [
        {"agent": "random", "sources": random, "sha256": digest_sources(random)},
        {"agent": "rule", "sources": sources, "sha256": digest_sources(sources), "deals": 5},
    ]
    path = tmp_path / "panels" / "small" / "spitzer.json"
    path.parent.mkdir(parents=True)
    facts = {"rules": ["solo=False"], "seed": 11, "deals": 7, "members": members}
    path.write_text(json.dumps(facts))
    monkeypatch.setattr(panels, "PANELS", tmp_path / "panels")
    return path


def play(out, agent, *options):
    given = ["tournament", "spitzer", "--panel", "small", "--agent", agent, "--resamples", "50"]
    return command_line([*given, "--out", str(out), *options])


def test_a_row_and_a_leaderboard(small, tmp_path, capsys):
    board = tmp_path / "board.json"
    for agent in ("rule", BOLD):
        assert play(tmp_path / agent[:4], agent, "--leaderboard", str(board)) == 0
    printed = capsys.readouterr().out
    assert "spitzer, panel small: units per deal of a seat" in printed
    stored = json.loads(board.read_text())
    assert [row["agent"] for row in stored["rows"]] == ["rule", BOLD]
    rule = stored["rows"][0]
    assert rule["members"]["rule"]["value"] == 0
    assert (rule["members"]["rule"]["deals"], rule["members"]["random"]["deals"]) == (5, 7)
    assert rule["mean"]["value"] == pytest.approx(rule["members"]["random"]["value"] / 2)
    assert rule["mean"]["error"] == pytest.approx(rule["members"]["random"]["error"] / 2)
    assert json.loads((tmp_path / "rule" / "row.json").read_text()) == rule
    # The deals are those of the panel's seed and rules.
    results = json.loads((tmp_path / "rule" / "member1" / "results.json").read_text())
    assert results["config"]["seed"] == 11
    assert results["rules"]["solo"] is False
    # The same agent again takes its own place.
    assert play(tmp_path / "again", BOLD, "--leaderboard", str(board)) == 0
    assert len(json.loads(board.read_text())["rows"]) == 2


def test_without_the_option_no_leaderboard_is_written(small, tmp_path, capsys):
    assert play(tmp_path / "out", "random") == 0
    assert "against rule" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "panels"]
    assert [path.name for path in small.parent.iterdir()] == ["spitzer.json"]


def test_a_stopped_panel_goes_on(small, tmp_path, monkeypatch, capsys):
    play_unit = Contest.play_unit

    def stopping(contest, unit, stopped=bool):
        if contest.labels[1] == "rule":
            os.kill(os.getpid(), signal.SIGINT)
        return play_unit(contest, unit, stopped)

    with monkeypatch.context() as patch:
        patch.setattr(Contest, "play_unit", stopping)
        assert play(tmp_path / "out", "random") == 130
    assert f"--agent random --out {tmp_path / 'out'} --resume goes on" in capsys.readouterr().out
    assert play(tmp_path / "out", "random", "--resume") == 0
    assert "member1 is complete" in capsys.readouterr().out
    assert play(tmp_path / "whole", "random") == 0
    rows = [json.loads((tmp_path / name / "row.json").read_text()) for name in ("out", "whole")]
    assert rows[0]["members"] == rows[1]["members"]
    assert rows[0]["mean"] == rows[1]["mean"]


def change(path, **facts):
    content = json.loads(path.read_text())
    content["members"][1] |= facts
    path.write_text(json.dumps(content))


def refused(capsys):
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def test_a_member_that_changed_is_refused_in_one_line(small, tmp_path, capsys):
    change(small, sha256="0" * 64)
    assert play(tmp_path / "out", "random") == 2
    error = refused(capsys)
    assert "panel small: 'rule' is not the member that was frozen" in error
    assert f"not {'0' * 64}" in error
    change(small, sources=["rule_skat.py"])
    assert play(tmp_path / "out", "random") == 2
    assert "'rule' needs the file" in refused(capsys)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--panel", "v0", "--agent", "rule"], "no panel 'v0' for spitzer; there are: small"),
        (["--panel", "small"], "--panel needs --agent"),
        (["--agent", "rule"], "--agent goes with --panel"),
        (["--leaderboard", "x.json"], "--leaderboard goes with --panel"),
        (["--panel", "small", "--agent", "rule", "--seed", "3"], "--seed is decided by the panel"),
        (["--panel", "small", "--agent", "rule", "--deals", "3"], "--deals is decided by"),
    ],
)
@pytest.mark.usefixtures("small")
def test_options_that_do_not_fit(options, message, capsys):
    assert command_line(["tournament", "spitzer", *options]) == 2
    assert message in refused(capsys)


def test_the_leaderboard_of_another_panel_is_refused(small, tmp_path, capsys):
    board = tmp_path / "board.json"
    assert play(tmp_path / "out", "random", "--leaderboard", str(board)) == 0
    change(small, deals=4)
    before = board.read_bytes()
    capsys.readouterr()
    assert play(tmp_path / "more", "random", "--leaderboard", str(board)) == 2
    assert "is of the panel small of spitzer, SHA-256" in refused(capsys)
    board.write_text("[]")
    assert play(tmp_path / "more", "random", "--leaderboard", str(board)) == 2
    assert "is no leaderboard" in refused(capsys)
    assert before != b"[]"


def test_the_error_of_a_mean_over_members_by_hand():
    """The same deals of two members count together: here they cancel, there they add up."""
    ups, downs = np.array([1.0, -1.0, 3.0]), np.array([-1.0, 1.0, -3.0])
    assert mean_of_members([ups, downs]) == (0, 0)
    error = ups.std(ddof=1) / math.sqrt(3)
    assert mean_of_members([ups, ups]) == pytest.approx((1, error))
    alone = mean_of_members([ups, np.array([2.0])])  # one deal moves nothing by itself
    assert alone == pytest.approx((1.5, error / 2))


def test_the_entry_of_a_member_is_printed():
    command = [sys.executable, "-m", "experiments.panels", "random_agent.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    digest = digest_sources(["random_agent.py"])
    assert json.loads(done.stdout) == {"sources": ["random_agent.py"], "sha256": digest}
