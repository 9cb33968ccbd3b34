"""Other libraries beside ours: what is missing is told, what is there is timed in one run."""

import json
import sys
from types import SimpleNamespace

import pytest

from experiments import benchmark_peers
from experiments.benchmark_batches import LOOP
from experiments.benchmark_peers import BARE, ENGINE, RLCARD, TENSOR, fastest, measure_peers
from experiments.benchmark_ratios import ratios_to_limit, ratios_to_others
from experiments.cli import main
from experiments.tables import as_text

EFFORT = {"seconds": 0.01, "repeats": 2, "seed": 0}


class ThreeTurns:
    """A game of RLCard's interface, in which action 5 is legal three times."""

    def reset(self):
        self.left = 3
        return {"legal_actions": {5: None}}, 0

    def is_over(self):
        return self.left == 0

    def step(self, action):
        assert action == 5
        assert self.left > 0
        self.left -= 1
        return {"legal_actions": {5: None}}, 0


@pytest.fixture
def only_rlcard(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setitem(sys.modules, "rlcard", SimpleNamespace(make=lambda name: ThreeTurns()))


@pytest.mark.usefixtures("only_rlcard")
def test_what_is_missing_is_told_and_the_rest_is_timed():
    peers = measure_peers(**EFFORT)
    assert {figure["way"] for figure in peers["figures"]} == {RLCARD}
    assert min(figure["decisions_per_second"] for figure in peers["figures"]) > 0
    assert len(peers["notes"]) == 1
    assert peers["notes"][0].startswith("open_spiel is not measured: ")
    assert "open_spiel is not measured" in as_text([benchmark_peers.peer_table(peers)])


@pytest.mark.usefixtures("only_rlcard")
def test_ratios_come_from_the_same_run(tmp_path, capsys):
    out = tmp_path / "speed.json"
    given = ["--games", "40", "--seconds", "0.01", "--repeats", "1", "--workers", "1"]
    given += ["--rules", "tie_60=most_tricks", "--no-limit", "--peers", "--json", str(out)]
    assert main(["benchmark", "spitzer", *given]) == 0
    assert "their fastest" in capsys.readouterr().out
    figures = json.loads(out.read_text())
    ratio = figures["ratios"][0]
    assert ratio["against"] == RLCARD
    assert ratio["theirs"] == fastest(figures["peers"])[RLCARD]["decisions_per_second"]
    assert ratio["times"] == round(ratio["ours"] / ratio["theirs"], 2)


def test_ratios_are_to_the_fastest_of_each_kind():
    batches = [{"decisions_per_second": {LOOP: speed}} for speed in (100, 600, 500)]
    figures = {
        "batches": {"ours": batches},
        "environments": {"steps_per_second": {"ours": 90, "hanabi_v5": 10, "leduc_holdem_v4": 30}},
        "peers": {
            "figures": [
                {"way": RLCARD, "game": "slow", "decisions_per_second": 100},
                {"way": RLCARD, "game": "fast", "decisions_per_second": 200},
            ]
        },
    }
    times = {ratio["their_game"]: ratio["times"] for ratio in ratios_to_others(figures, ["ours"])}
    assert times == {"fast": 3, "leduc_holdem_v4": 3}
    assert ratios_to_limit({"decisions_per_second": {LOOP: 2400}}, batches) == {LOOP: 4}
    assert ratios_to_limit({"note": "no compiler"}, batches) == {}


def test_open_spiel_is_timed_in_three_ways():
    pytest.importorskip("pyspiel", reason="the extra peers is not installed")
    ways = {figure["way"] for figure in measure_peers(**EFFORT)["figures"]}
    assert {BARE, TENSOR, ENGINE} <= ways
