"""The whole tournament, in small: files, tables, picture, record."""

import csv
import io
import json
import math

import numpy as np
import pytest

from agents.checkpoint import save_checkpoint
from agents.network import ActorCritic
from experiments import tournament, train
from experiments.cli import main as command_line
from experiments.contest import Contest, distinct_labels
from experiments.pictures import short_label
from experiments.seatings import all_seatings, play_out
from experiments.standings import Estimate
from experiments.tables import signed_number, with_interval, without_nan
from experiments.tournament import TournamentConfig
from experiments.work_units import chunks
from spitzer_env import spitzer_v0


def config(**options):
    given = {"agents": ("sampled", "bold"), "deals": 40, "resamples": 200}
    return TournamentConfig(**{"game": "spitzer", **given, **options})


def test_files_of_a_tournament(agents, tmp_path, capsys):
    out = tmp_path / "deep" / "here"
    assert tournament.main(config(out=out, agents=("sampled", "bold", "first"))) == 0
    names = sorted(path.name for path in out.iterdir())
    assert names == [
        "deals.npz", "picture.png", "record.txt", "results.csv", "results.json", "run.json",
        "table.txt",
    ]  # fmt: skip
    printed = capsys.readouterr().out
    assert (out / "table.txt").read_text() in printed
    results = json.loads((out / "results.json").read_text())
    assert results["complete"] is True
    assert results["deals"] == 40
    assert results["config"]["agents"] == ["sampled", "bold", "first"]
    assert results["rules"] == spitzer_v0.Rules().as_dict()
    assert {"revision", "versions", "machine", "started", "seconds"} <= set(results)
    assert len(results["comparisons"]) == 6
    rows = list(csv.DictReader(io.StringIO((out / "results.csv").read_text())))
    for row, comparison in zip(rows, results["comparisons"], strict=True):
        assert (row["agent"], row["opponent"]) == (comparison["agent"], comparison["opponent"])
        assert float(row["units"]) == comparison["units"]["value"]
        assert float(row["QC"]) == comparison["roles"]["QC"]["value"]
    assert (out / "picture.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    per_deal = np.load(out / "deals.npz")
    units = per_deal["agents_0_1"]
    assert units.shape == (40, 2)
    assert units[:, 0].sum() / (28 * 40) == results["comparisons"][0]["units"]["value"]


def test_the_record_is_the_first_deal_of_the_tournament(agents, tmp_path):
    options = {"deals": 1, "seed": 9}
    tournament.main(config(out=tmp_path / "a", **options))
    record = (tmp_path / "a" / "record.txt").read_text()
    env = spitzer_v0.replay(record)
    assert env.unwrapped.record() == record
    units = next(line for line in record.splitlines() if line.startswith("units: "))
    results = json.loads((tmp_path / "a" / "results.json").read_text())
    assert results["record"]["seats"] == ["sampled", "bold", "sampled", "bold"]
    contest = Contest(config(**options))
    batch = contest.make_game(16, np.zeros(16, np.uint64))
    seatings = all_seatings(range(4))
    assert seatings[5].tolist() == [True, False, True, False]
    _, results = play_out(batch, contest.agents, seatings)
    assert units == f"units: {' '.join(map(str, results.units[5]))}"


def test_the_chunk_changes_no_figure(agents, tmp_path):
    found = []
    for chunk in (1, 7, 100):
        out = tmp_path / str(chunk)
        tournament.main(config(out=out, chunk=chunk, deals=15))
        results = json.loads((out / "results.json").read_text())
        found.append((results["means"], results["comparisons"], (out / "record.txt").read_text()))
    assert found[0] == found[1] == found[2]


@pytest.fixture
def checkpoint(tmp_path):
    """A run folder with a small untrained network."""
    game = spitzer_v0.vector_env(1)
    scales = game.layout.scales, game.layout_all.scales
    network = ActorCritic(*scales, game.num_actions, (16,), seed=1)
    save_checkpoint(tmp_path / "run" / "latest.safetensors", network, game)
    return tmp_path / "run"


def test_a_network_plays_alike_in_any_chunk_and_level_with_itself(checkpoint, tmp_path):
    """Sampled play too: the draws are keyed by deal, seat and move."""
    network = f"ppo:{checkpoint}"
    found = []
    for chunk in (2, 5):
        out = tmp_path / str(chunk)
        agents = (network, "random", network, f"{network},greedy")
        assert tournament.main(config(agents=agents, out=out, chunk=chunk, deals=5)) == 0
        found.append(json.loads((out / "results.json").read_text())["comparisons"])
    assert found[0] == found[1]
    units = {(c["agent"], c["opponent"]): c["units"] for c in found[0]}
    assert units[network, f"{network} (2)"] == {"value": 0, "low": 0, "high": 0, "count": 140}
    assert units[network, f"{network},greedy"]["value"] != 0


def test_a_network_of_other_rules_is_refused_in_one_line(checkpoint, tmp_path, capsys):
    given = ["--agents", "random", f"ppo:{checkpoint}", "--out", str(tmp_path / "out")]
    assert command_line(["tournament", "spitzer", *given, "--rules", "solo=False"]) == 2
    said = capsys.readouterr().err
    assert "other rules: solo" in said
    assert said.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_five_players_all_seatings(agents, tmp_path, capsys):
    out = tmp_path / "five"
    assert tournament.main(config(out=out, rules=("players=5",), deals=10)) == 0
    results = json.loads((out / "results.json").read_text())
    assert results["seatings"] == 32
    assert results["comparisons"][0]["units"]["count"] == 10 * 56
    assert "10 deals x 32 seatings, seed 0, players=5" in capsys.readouterr().out
    assert "players=5" in (out / "table.txt").read_text()


def test_results_are_not_overwritten_by_accident(agents, tmp_path):
    out = tmp_path / "here"
    assert tournament.main(config(out=out, deals=3)) == 0
    before = (out / "results.json").read_bytes()
    with pytest.raises(ValueError, match="already has results"):
        tournament.main(config(out=out, deals=4))
    assert (out / "results.json").read_bytes() == before
    assert tournament.main(config(out=out, deals=4, overwrite=True)) == 0
    assert json.loads((out / "results.json").read_text())["deals"] == 4


def test_a_folder_that_cannot_be_written_stops_before_play(agents, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(Contest, "play_unit", lambda *given: pytest.fail("played"))
    with pytest.raises(OSError, match="cannot save"):
        tournament.main(config(out=tmp_path / "file" / "here"))


def test_two_of_one_name_are_told_apart():
    assert distinct_labels(("rule", "random", "rule", "rule")) == [
        "rule", "random", "rule (2)", "rule (3)",
    ]  # fmt: skip


def test_chunks_cover_every_deal_once():
    assert [list(part) for part in chunks(3, 5, 2)] == [[3, 4], [5, 6], [7]]


def test_real_agents_by_the_command_line(tmp_path, capsys):
    given = ["--agents", "random", "rule", "random", "--deals", "30", "--out", str(tmp_path / "a")]
    assert command_line(["tournament", "spitzer", *given, "--rules", "revoke=lose_deal"]) == 0
    assert "random (2)" in capsys.readouterr().out
    results = json.loads((tmp_path / "a" / "results.json").read_text())
    units = {(c["agent"], c["opponent"]): c["units"] for c in results["comparisons"]}
    assert units["random", "random (2)"] == {"value": 0, "low": 0, "high": 0, "count": 840}
    assert units["rule", "random"]["value"] > 0
    assert "revoked" in results["comparisons"][0]["deeds"]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1234, "+0.123"), (-0.0001, "0.000"), (-2.0, "-2.000"), (math.nan, "-")],
)
def test_numbers_carry_their_sign(value, text):
    assert signed_number(value, 3) == text


def test_text_of_an_estimate():
    assert with_interval(Estimate(0.5, 0.25, 0.75, 9)) == r"+0.500 \[+0.250, +0.750]"
    assert with_interval(Estimate(math.nan, math.nan, math.nan, 0)) == "-"


@pytest.mark.parametrize(("low", "high", "verdict"), [(1, 2, 1), (-2, -1, -1), (-1, 1, 0)])
def test_verdict_of_an_interval(low, high, verdict):
    assert Estimate(0.0, low, high, 1).verdict == verdict


def test_json_has_no_nan():
    assert without_nan({"a": {"b": math.nan, "c": 1.5}}) == {"a": {"b": None, "c": 1.5}}


def test_long_labels_keep_their_end():
    assert short_label("rule") == "rule"
    label = short_label("ppo:runs/train-spitzer-20300101-000000,greedy")
    assert len(label) == 26
    assert label.endswith("000000,greedy")


@pytest.mark.parametrize(
    ("game", "rules"), [("michigan", ()), ("spitzer", ("players=5", "blind=2"))]
)
def test_other_spitzers_train_and_compete(tmp_path, game, rules):
    run = train.TrainConfig(
        game=game, rules=rules, run=tmp_path / "run", deals=32, games=16, hidden=(16,), threads=1
    )
    assert train.main(run) == 0
    out = tmp_path / "out"
    contest = config(game=game, rules=rules, agents=("random", f"ppo:{run.run}"), deals=4, out=out)
    assert tournament.main(contest) == 0
    results = json.loads((out / "results.json").read_text())
    assert results["game"] == f"{game}_v0"
    assert results["deals"] == 4
