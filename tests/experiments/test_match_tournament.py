"""The whole tournament with whole matches, in small."""

import csv
import io
import json

import numpy as np
import pytest

from experiments import tournament
from experiments.cli import main as command_line
from experiments.contest import Contest
from experiments.seatings import all_seatings, play_out
from experiments.tournament import TournamentConfig
from spitzer_env import spitzer_v0

NAMES = ("sampled", "bold", "first")


def config(**options):
    given = {"agents": NAMES[:2], "deals": 6, "resamples": 100, "rules": ("deals=3",)}
    return TournamentConfig(**{"game": "spitzer", "episode": "match", **given, **options})


def test_files_of_a_tournament_of_matches(agents, tmp_path, capsys):
    out = tmp_path / "here"
    assert tournament.main(config(out=out, agents=NAMES)) == 0
    printed = capsys.readouterr().out
    assert "spitzer: 6 matches x 16 seatings, seed 0, deals=3" in printed
    assert "intervals of fewer than 100 matches" in printed
    assert (out / "table.txt").read_text() in printed
    for words in ("share of a match won by a seat", "matches won", "deals a match", "(mean)"):
        assert words in printed
    results = json.loads((out / "results.json").read_text())
    assert (results["matches"], results["seatings"], results["complete"]) == (6, 16, True)
    assert (results["config"]["episode"], results["rules"]["deals"]) == ("match", 3)
    assert "deals" not in results
    assert (out / "picture.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    rows = list(csv.DictReader(io.StringIO((out / "results.csv").read_text())))
    gained = np.load(out / "deals.npz")
    for row, found in zip(rows, results["comparisons"], strict=True):
        assert float(row["win_share"]) == found["win_share"]["value"]
        assert float(row["won"]) == found["matches"]["won"]["value"]
        assert float(row["deals a match"]) == found["matches"]["deals"]["value"] >= 3
        # Seats hold a quarter each, and in 14 mixed seatings an agent holds two on average.
        assert found["matches"]["won"]["value"] == pytest.approx(
            0.5 + 2 * found["win_share"]["value"]
        )
    assert gained["agents_0_1"].shape == (6, 2)
    assert gained["agents_0_1"][:, 0].sum() / (28 * 6) == pytest.approx(
        results["comparisons"][0]["win_share"]["value"]
    )
    for mean in results["means"]:
        won = [
            found["matches"]["won"]["value"]
            for found in results["comparisons"]
            if found["agent"] == mean["agent"]
        ]
        assert mean["matches"]["won"]["value"] == pytest.approx(np.mean(won))


def test_a_tournament_of_deals_names_no_matches(agents, tmp_path):
    out = tmp_path / "here"
    assert tournament.main(config(out=out, episode="deal")) == 0
    results = json.loads((out / "results.json").read_text())
    assert results["deals"] == 6
    assert "matches" not in results["comparisons"][0] | results["means"][0]
    assert "matches" not in (out / "table.txt").read_text()


def test_the_record_is_the_first_match_of_the_tournament(agents, tmp_path):
    options = {"deals": 1, "seed": 9}
    tournament.main(config(out=tmp_path / "a", **options))
    record = (tmp_path / "a" / "record.txt").read_text()
    env = spitzer_v0.replay(record)
    assert env.unwrapped.record() == record
    results = json.loads((tmp_path / "a" / "results.json").read_text())
    assert results["record"] == {"match": 0, "seats": ["sampled", "bold", "sampled", "bold"]}
    contest = Contest(config(**options))
    batch = contest.make_game(16, np.zeros(16, np.uint64))
    rewards, played = play_out(batch, contest.agents, all_seatings(range(4)))
    units = [f"units: {' '.join(map(str, deal))}" for deal in played.units[played.rows == 5]]
    assert [line for line in record.splitlines() if line.startswith("units: ")] == units
    assert list(env.unwrapped.rewards.values()) == rewards[5].tolist()


def test_the_chunk_changes_no_figure(agents, tmp_path):
    found = []
    for chunk in (1, 4, 100):
        out = tmp_path / str(chunk)
        tournament.main(config(out=out, chunk=chunk, rules=("deals=2",), deals=5))
        results = json.loads((out / "results.json").read_text())
        found.append((results["means"], results["comparisons"], (out / "record.txt").read_text()))
    assert found[0] == found[1] == found[2]


def test_real_agents_by_the_command_line(tmp_path):
    given = ["--agents", "random", "rule", "random", "--episode", "match", "--deals", "3"]
    given += ["--out", str(tmp_path / "a"), "--rules", "deals=4", "--resamples", "50"]
    assert command_line(["tournament", "spitzer", *given]) == 0
    results = json.loads((tmp_path / "a" / "results.json").read_text())
    shares = {(c["agent"], c["opponent"]): c["win_share"] for c in results["comparisons"]}
    assert shares["random", "random (2)"] == {"value": 0, "low": 0, "high": 0, "count": 84}
    assert shares["rule", "random"]["value"] > 0


def test_an_unknown_episode_is_refused(capsys):
    assert command_line(["tournament", "spitzer", "--episode", "evening"]) == 2
    assert "--episode" in capsys.readouterr().err
