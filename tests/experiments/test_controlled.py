"""The control variate of a tournament: what it is made of and what it saves."""

import json

import numpy as np
import pytest

from agents.checkpoint import save_checkpoint
from agents.network import ActorCritic
from experiments import tournament
from experiments.baselines import EXTRA, deal_features, extra_deals, tamed
from experiments.contest import Contest
from experiments.controlled import variance_saved
from experiments.deeds import Deeds
from experiments.measures import Measure
from experiments.tournament import TournamentConfig
from experiments.work_units import Unit
from spitzer_env import spitzer_v0
from tests.experiments.test_measures import duplicates


def config(**options):
    given = {"agents": ("random", "rule", "random"), "deals": 60, "resamples": 50}
    return TournamentConfig(**{"game": "spitzer", **given, **options})


def test_features_by_hand():
    """Two matches of two deals and one; seat 0 has role 0, seat 3 sits out, the others role 1."""
    units = np.array([[2, -1, -1, 0], [-4, 1, 3, 0], [5, -5, 0, 0]])
    roles = np.array([[0, 1, 1, -1]] * 3, np.int8)
    played = duplicates(units, rows=[0, 0, 1], rewards=np.zeros((4, 4)))
    deeds = Deeds(("a", "b"), roles, {}, {})
    features = deal_features(played.results, deeds, Measure("deal", "units", 4))
    assert features.tolist() == [[-2, 2, 6, 6], [5, -5, 5, 5]]


def test_the_baseline_is_the_rule_player_alone():
    """The seating of `rule` alone plays the same deals, so its scores are the features."""
    contest = Contest(config(agents=("rule", "random"), deals=5))
    part = contest.play_unit(Unit(None, 0, 5))
    pair = contest.play_unit(Unit((0, 1), 0, 5))
    assert part.arrays["features"].shape == (5, 8)
    assert pair.facts["roles"] == ["QC", "7D", "both", "neither"]
    assert not part.arrays["features"][:, :4].sum(axis=1).any()  # zero-sum
    again = contest.play_unit(Unit(None, 3, 5)).arrays["features"]
    np.testing.assert_array_equal(part.arrays["features"][3:], again)
    extra = contest.play_unit(Unit(None, EXTRA, EXTRA + 5)).arrays["features"]
    assert not np.array_equal(part.arrays["features"], extra)


def test_random_against_rule_and_a_copy(tmp_path, capsys):
    assert tournament.main(config(out=tmp_path)) == 0
    assert "controlled" in capsys.readouterr().out
    results = json.loads((tmp_path / "results.json").read_text())
    found = {(one["agent"], one["opponent"]): one for one in results["comparisons"]}
    ours, theirs = found["rule", "random"], found["random", "rule"]
    control = ours["controlled"]
    assert control["value"] == -theirs["controlled"]["value"]
    assert control["low"] < control["value"] < control["high"]
    # Both estimate one number, and differ by no more than the part that luck explains.
    assert abs(control["value"] - ours["units"]["value"]) < 2 * ours["duplicate_error"]
    saved = 1 - (control["error"] / ours["duplicate_error"]) ** 2
    assert control["variance_saved"] == pytest.approx(saved)
    copy = found["random", "random (2)"]
    assert copy["controlled"] == {
        "value": 0, "error": 0, "low": 0, "high": 0, "variance_saved": None,
    }  # fmt: skip
    ratings = results["ratings"]
    assert ratings["random"] == ratings["random (2)"]
    assert ratings["rule"]["mu"] > ratings["random"]["mu"]
    rows = (tmp_path / "results.csv").read_text().splitlines()
    assert "controlled value,controlled error" in rows[0]


def test_the_same_weights_under_two_names_are_level_in_every_figure(tmp_path):
    """Sampled play too; the baseline corrects nothing where there is nothing to correct."""
    game = spitzer_v0.vector_env(1)
    scales = game.layout.scales, game.layout_all.scales
    for name in ("one", "two"):
        network = ActorCritic(*scales, game.num_actions, (16,), seed=1)
        save_checkpoint(tmp_path / name / "latest.safetensors", network, game)
    agents = (f"ppo:{tmp_path / 'one'}", f"ppo:{tmp_path / 'two'}")
    assert tournament.main(config(agents=agents, deals=20, out=tmp_path / "out")) == 0
    results = json.loads((tmp_path / "out" / "results.json").read_text())
    for found in results["comparisons"]:
        assert found["units"] == {"value": 0, "low": 0, "high": 0, "count": 560}
        assert found["duplicate_error"] == 0 < found["raw_error"]
        assert (found["controlled"]["value"], found["controlled"]["error"]) == (0, 0)
    assert list(results["ratings"].values()) == [{"mu": 25, "won": 0.5}] * 2


def test_without_a_baseline(tmp_path):
    assert tournament.main(config(out=tmp_path, deals=10, baseline_deals=0)) == 0
    results = json.loads((tmp_path / "results.json").read_text())
    assert "controlled" not in results["comparisons"][0]


def test_square_roots_keep_their_signs():
    assert tamed(np.array([[4, -9], [0, 1]])).tolist() == [[2, -3], [0, 1]]


def test_how_many_deals_only_rule_plays():
    assert [extra_deals(None, deals) for deals in (100, 2000, 40_000, 100_000)] == [
        400,
        8000,
        10_000,
        0,
    ]
    assert extra_deals(7, 100) == extra_deals(7, 100_000) == 7
    assert extra_deals(0, 100) == 0


def test_share_of_the_variance():
    assert variance_saved(2.0, 1.0) == 0.75
    assert variance_saved(1.0, 1.5) == -1.25
    assert np.isnan(variance_saved(0.0, 0.0))
