"""`study belief`: what can be known of secret partners, on few deals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.random_agent import RandomAgent
from experiments import study_belief
from experiments.belief_estimates import estimate, groups_of, probe_across
from experiments.belief_pages import curves
from experiments.belief_states import Observer, States, true_sides
from experiments.cli import main as run_command
from experiments.standings import Estimate
from experiments.study_belief import BeliefConfig
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules


def silent_states(deals: int) -> States:
    """Uniform random play without announcements (SPV1 off), where a pass tells nothing."""
    rules = TwoTrumpRules(solo=False)
    model = SpitzerGame(1, rules=rules)
    game = SpitzerGame(deals, rules=rules, seed=3, autoreset=False)
    return Observer(model, RandomAgent(), 0, 0.05).watch(game, range(deals), 7)


def test_random_play_is_calibrated_and_beats_the_prior(full: bool) -> None:
    """On the full deck, by the rules' belief; in the long run with an error below .01."""
    deals = 12_500 if full else 800
    states = silent_states(deals)
    assert len(states.deal) == 8 * deals
    figures = estimate(states, study_belief.ROLES["spitzer"], 100, 0)
    assert figures["rule"]["all"]["calibration"].value < (0.01 if full else 0.02)
    rule, prior = figures["rule"]["all"]["log_loss"], figures["prior"]["all"]["log_loss"]
    assert rule.high < prior.low
    neither = figures["prior"]["neither"]["log_loss"].value
    pair, solo = 128 / 552, 56 / 552
    assert np.isclose(neither, -3 * (pair * np.log(pair) + solo * np.log(solo)), atol=0.03)
    for role in ("QC", "7D"):
        assert np.isclose(figures["prior"][role]["log_loss"].value, np.log(3))
    assert figures["prior"]["both"]["log_loss"].value == 0
    tricks = [figures["rule"][f"trick {trick}"]["log_loss"].value for trick in range(1, 9)]
    assert tricks == sorted(tricks, reverse=True)


def test_estimates_on_literal_states() -> None:
    """Two deals: one state of loss ln 2 and two of ln 4; a head that is right with chance .8."""
    sides = np.zeros((3, 16))
    sides[0, [3, 5]] = 0.5
    sides[1:, [3, 5, 6, 10]] = 0.25
    head, policy = sides * 0.4, sides.copy()
    head[:, 3] = [0.8, 0.7, 0.7]
    policy[:] = 0
    policy[:, 3] = 1
    nothing = np.zeros((3, 0))
    features = np.zeros((3, 0), np.float32)
    tricks, roles = np.array([1, 1, 2]), np.array([0, 3, 3])
    states = States(
        np.array([5, 9, 9]), tricks, roles, np.full(3, 3), sides, sides, policy, head,
        nothing, features, np.array([[6.0, 10], [3, 5], [1, 5]]), nothing,
    )  # fmt: skip
    found = estimate(states, ("QC", "7D", "both", "neither"), 50, 0)
    rule = (np.log(2) + 2 * np.log(4)) / 3
    agent = -(np.log(0.8) + 2 * np.log(0.7)) / 3
    assert np.isclose(found["rule"]["all"]["log_loss"].value, rule)
    assert np.isclose(found["rule"]["trick 1"]["log_loss"].value, np.log(8) / 2)
    assert np.isclose(found["rule"]["neither"]["log_loss"].value, np.log(4))
    assert np.isnan(found["rule"]["both"]["log_loss"].value)
    assert np.isclose(found["rule"]["all"]["brier"].value, (0.5 + 2 * 0.75) / 3)
    assert np.isclose(found["rule"]["all"]["places"].value, 10 / 20)
    assert np.isnan(found["head"]["all"]["places"].value)
    assert np.isclose(found["head"]["all"]["ratio"].value, (rule - agent) / rule)
    # Of one deal the loss is ln 2, of the other ln 4: those are the ends of the resamples.
    interval = found["rule"]["all"]["log_loss"]
    assert np.allclose([interval.low, interval.high], [np.log(2), np.log(4)])
    assert found["rule"]["all"]["log_loss"].count == 3
    assert [name for name, _ in groups_of(states, ("QC",))] == ["all", "trick 1", "trick 2", "QC"]


def test_the_picture_has_a_panel_an_agent_and_a_line_a_belief() -> None:
    """An agent without a head has a gap there, not a line."""

    def losses(first: float) -> dict[str, dict[str, Estimate]]:
        values = {"all": first, "trick 1": first, "trick 2": first / 2, "QC": 9.0}
        return {name: {"log_loss": Estimate(x, x, x, 5)} for name, x in values.items()}

    found = {"a": {"rule": losses(1.0)}, "b": {"rule": losses(0.8), "head": losses(0.6)}}
    panels, lines = curves(found)
    assert [panel.title for panel in panels] == ["a", "b"]
    assert panels[0].ticks == ("1", "2")
    assert list(lines) == ["and the cards played", "the network's head"]
    shown = {
        line: [[own[name].value for name in panel.figures] for panel in panels]
        for line, own in lines.items()
    }
    assert shown["and the cards played"] == [[1.0, 0.5], [0.8, 0.4]]
    assert np.isnan(shown["the network's head"][0]).all()
    assert shown["the network's head"][1] == [0.6, 0.3]


def test_a_probe_is_not_asked_about_deals_that_it_learned_from() -> None:
    """Were it, a feature that names each state would tell the truth of that state."""
    states = silent_states(16)
    states.features = np.eye(len(states.deal), dtype=np.float32) * 100
    chances = probe_across(states)
    gained = np.take_along_axis(chances - states.rule, states.truth[:, None], axis=1)
    assert gained.mean() < 0.01


@pytest.mark.parametrize("rules", [TwoTrumpRules(players=5), TwoTrumpRules(cards_each=2)])
def test_every_deal_has_an_observer_who_plays_it(rules: TwoTrumpRules) -> None:
    """SPV6, SPV7: with five the dealer has no turn; each card of the observer is a state."""
    model = SpitzerGame(1, rules=rules)
    game = SpitzerGame(20, rules=rules, seed=3, autoreset=False)
    states = Observer(model, RandomAgent(), 4, 0.05).watch(game, range(20), 7)
    assert np.bincount(states.deal).tolist() == [rules.tricks] * 20
    assert (states.policy[states.rule > 0] > 0).all()
    assert (np.take_along_axis(states.rule, states.truth[:, None], axis=1) > 0).all()


def test_the_truth_is_relative_to_who_acts() -> None:
    game = SpitzerGame(200, seed=2)
    holders = (game.state.holders - game.seat[:, None]) % 4
    assert (true_sides(game) == (1 << holders[:, 0] | 1 << holders[:, 1])).all()


def config(run: Path, **options: Any) -> BeliefConfig:
    small: dict[str, Any] = {"deals": 6, "chunk": 3, "worlds": 8, "resamples": 20}
    return BeliefConfig(**{"game": "spitzer", "run": run} | small | options)


def test_the_run_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    assert study_belief.main(config(run, chunk=6)) == 0
    printed = capsys.readouterr().out
    assert "a linear probe of it" in printed
    assert "of 8 worlds" in printed
    assert (run / "table.txt").read_text() in printed
    facts = json.loads((run / "results.json").read_text())
    assert set(facts["figures"]) == {"random", "rule", "pretrained"}
    assert set(facts["figures"]["random"]) == {"prior", "rule", "policy"}
    assert set(facts["figures"]["pretrained"]["probe"]["all"]) == {
        "log_loss", "brier", "places", "calibration", "ratio",
    }  # fmt: skip
    assert facts["states"] == dict.fromkeys(facts["figures"], 48)
    assert (run / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_michigan_is_studied_too(tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert study_belief.main(config(run, game="michigan", agents=("pretrained",))) == 0
    figures = json.loads((run / "results.json").read_text())["figures"]["pretrained"]
    assert set(figures) == {"prior", "rule", "policy", "head", "probe"}
    assert set(figures["rule"]) >= {"QC", "QS", "both queens", "neither", "trick 8"}


def test_a_study_that_was_stopped_goes_on(tmp_path: Path) -> None:
    """The second half of the deals is computed anew, in other chunks: the figures are the same."""
    first, second = tmp_path / "first", tmp_path / "second"
    study_belief.main(config(first, agents=("random",)))
    study_belief.main(config(second, agents=("random",), chunk=6))
    kept = first / "states" / "0-0.npz"
    before = kept.stat().st_mtime_ns
    (first / "states" / "0-3.npz").unlink()
    study_belief.main(BeliefConfig(game="spitzer", run=first, resume=True))
    assert kept.stat().st_mtime_ns == before
    found = [json.loads((run / "results.json").read_text())["figures"] for run in (first, second)]
    for group, figures in found[0]["random"]["policy"].items():
        for name, figure in figures.items():
            other = found[1]["random"]["policy"][group][name]
            assert figure == pytest.approx(other, nan_ok=True) if None not in figure.values() else 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--agents", "random", "random"], "agents: name one or more, each once"),
        (["--deals", "1"], "deals must be in 2"),
        (["--tremble", "0"], "tremble must be in"),
        (["--rules", "blind=2"], "rules: beliefs are studied without a blind"),
        (["--rules", "revoke=lose_deal"], "and without revokes"),
    ],
)
def test_wrong_options_are_named(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["--run", str(tmp_path / "run")]
    assert run_command(["study", "belief", "spitzer", *run, *options]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
