"""The smallest Spitzer in OpenSpiel: its NashConv is ours, and its algorithms run."""

from __future__ import annotations

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")

from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.policy import UniformRandomPolicy

from agents.exact_game import all_deals, grow
from agents.exact_values import expected_units, regard, uniform
from agents.openspiel_game import NAME, GivenPolicy, SpitzerSpielGame
from agents.tabular_cfr import TabularCfr
from spitzer_env import spitzer_v0
from spitzer_env.spitzer_v0 import Rules

RULES = Rules(cards_each=2)
SOME = tuple(all_deals(RULES))[::80]
both_games = pytest.mark.parametrize("public_teams", [False, True])


def check_nash_conv(public_teams: bool, deals: tuple[str, ...], iterations: int) -> None:
    """OpenSpiel finds our NashConv, of the uniform policy and of CFR's, seat by seat."""
    tree = grow(RULES, public_teams, deals)
    game = SpitzerSpielGame({"public_teams": public_teams}, tree)
    learner = TabularCfr(tree)
    for _ in range(iterations):
        learner.iterate()
    for policy in (uniform(tree), learner.policy()):
        ours = regard(tree, policy)
        theirs = exploitability.nash_conv(game, GivenPolicy(game, policy), False)
        assert abs(ours.nash_conv - theirs.nash_conv) < 1e-9
        assert np.abs(ours.best - ours.units - theirs.player_improvements).max() < 1e-9


@both_games
def test_spv7_nash_conv_is_openspiels(public_teams: bool) -> None:
    check_nash_conv(public_teams, SOME, iterations=2)


@pytest.mark.full
@both_games
def test_spv7_nash_conv_of_all_deals_is_openspiels(public_teams: bool) -> None:
    check_nash_conv(public_teams, tuple(all_deals(RULES)), iterations=8)


def test_its_uniform_policy_and_its_cfr_run() -> None:
    tree = grow(RULES, deals=SOME[:8])
    game = SpitzerSpielGame(tree=tree)
    theirs = exploitability.nash_conv(game, UniformRandomPolicy(game))
    assert abs(theirs - regard(tree, uniform(tree)).nash_conv) < 1e-9
    solver = cfr.CFRSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < theirs


@both_games
def test_the_registered_game_plays_as_spitzer_v0_does(public_teams: bool) -> None:
    game = pyspiel.load_game(NAME, {"public_teams": public_teams})
    pyspiel.random_sim_test(game, 2, False, False)
    deals = tuple(all_deals(RULES))
    chance = np.random.default_rng(11)
    for deal in chance.choice(len(deals), 20):
        ours = spitzer_v0.vector_env(1, rules=RULES, autoreset=False)
        ours.reset(deals=[deals[deal]], dealers=[3])
        state = game.new_initial_state()
        state.apply_action(int(deal))
        while ours.legal.any():
            legal = np.flatnonzero(ours.legal[0])
            action = int(chance.choice(legal))
            if len(legal) > 1:  # moves without a choice are taken by themselves
                assert state.legal_actions() == legal.tolist()
                assert state.current_player() == ours.seat[0]
                text = state.information_state_string()
                assert ("trump side" in text) == public_teams
                other = (int(ours.seat[0]) + 1) % 4
                hand = deals[deal].split(" | ")[other]
                record = text.partition("; ")[2]
                assert state.information_state_string(other) == (
                    f"seat {other} holds {hand}; {record}"
                )
                state.apply_action(action)
            results = ours.step([action]).results
        assert state.is_terminal()
        assert state.returns() == results.units[0].tolist()


def test_the_value_of_uniform_play_is_known() -> None:
    # Whoever leads, the four seats score zero together (SP17).
    tree = grow(RULES, deals=SOME)
    assert abs(expected_units(tree, uniform(tree)).sum()) < 1e-12
