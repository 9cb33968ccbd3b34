"""Search with a trained network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import agents
from agents.checkpoint import save_checkpoint
from agents.determinize import weigh
from agents.policy_agent import PolicyAgent
from agents.policy_search import SearchAgent, sure_gains
from agents.record_likelihood import RecordLikelihood
from agents.sampling import legal_log_probabilities
from agents.world_games import WorldGames
from smear_env.rules import SmearRules
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.rules import TwoTrumpRules
from tests.agents.networks import lively
from tests.agents.search_checks import (
    check_forced_moves_cost_nothing,
    check_no_leak,
    check_rows_are_independent,
    check_whole_deals,
)
from tests.agents.true_worlds import SMEARS, SPITZERS, make_game, true_worlds, under_way
from tests.michigan import test_leak as michigan_leak
from tests.michigan.under_test import MICHIGAN
from tests.shared_checks.game_under_test import lawful_at_random
from tests.smear import test_leak as smear_leak
from tests.smear.under_test import SMEAR
from tests.smear.worlds import make_pairs as smear_pairs
from trick_taking.cards import NO_SEAT


def policy_of(game):
    return PolicyAgent(lively(game, 1))


def searcher(game, worlds=2):
    return SearchAgent(game, policy_of(game), worlds)


GAMES = 6
IN_FULL_VIEW = [  # nothing is laid face down, so a world leaves nothing open
    TwoTrumpRules(),
    TwoTrumpRules(players=5),
    MichiganRules(partner_schneider=True),
    SmearRules(players=8),
]


@pytest.mark.parametrize("rules", IN_FULL_VIEW, ids=str)
def test_in_the_true_world_the_likelihood_is_that_of_what_was_done(rules):
    game, choose = make_game(rules, GAMES, seed=3), lawful_at_random(4, 0.0)
    policy, tables = policy_of(game), WorldGames(game)
    told = np.zeros((GAMES, rules.players))  # of what each seat has done so far
    for move in range(game.longest_deal):
        rows = np.flatnonzero(game.seat != NO_SEAT)
        if not len(rows):
            break
        view, seats = game.view(rows), game.seat[rows]
        if move % 6 == 5:
            worlds = true_worlds(game.standing(game.state.select(rows)), seats)
            play = tables.start(view.information_state, worlds, view.keys)
            others = told[rows].sum(axis=1) - told[rows, seats]
            assert np.allclose(RecordLikelihood(policy)(play), others)
        actions = choose(game)
        chances = legal_log_probabilities(policy.logits(view), view.legal)
        told[rows, seats] += chances[np.arange(len(rows)), actions[rows]]
        game.step(actions)
    assert move > 20


def everyday(rules, few):
    """The `few` of `rules`, and the others as long checks."""
    marks = [() if rule in few else pytest.mark.full for rule in rules]
    return [pytest.param(rule, marks=mark) for rule, mark in zip(rules, marks, strict=True)]


LAID_DOWN = everyday([*SPITZERS[3:6], *SMEARS], [SPITZERS[3], SMEARS[3], SMEARS[5]])


@pytest.mark.parametrize("rules", LAID_DOWN, ids=str)
def test_the_record_can_be_played_again_in_every_world(rules):
    game = make_game(rules, 6, seed=2)
    policy, tables = policy_of(game), WorldGames(game)
    for true in under_way(game, 1, every=8):
        rows = np.flatnonzero(true.seat != NO_SEAT)
        view = true.view(rows)
        worlds = tables.determinizer.draw(view.information_state, view.keys, 3)
        play = tables.start(view.information_state, worlds, view.keys)
        before = play.state.copy()
        logs = RecordLikelihood(policy)(play)
        assert np.isfinite(logs).all()
        assert (logs <= 0).all()
        assert play.state.equals(before)


def test_worlds_in_which_the_policy_would_not_have_done_it_weigh_less():
    game = make_game(MichiganRules(), 30, seed=5)
    policy, tables = policy_of(game), WorldGames(game)
    for _ in range(12):
        game.step(policy.act(game.view()))
    view = game.view()
    worlds = tables.determinizer.draw(view.information_state, view.keys, 30)
    drawn = tables.start(view.information_state, worlds, view.keys)
    true = tables.start(view.information_state, true_worlds(game, game.seat), view.keys)
    likelihood = RecordLikelihood(policy)
    ranks = (likelihood(drawn).reshape(30, 30) < likelihood(true)[:, None]).mean()
    assert ranks > 0.6  # the truth came about by the policy, drawn worlds did not


def test_gains_by_hand():
    values = np.array([[[0, 4, 1], [0, 0, 1], [0, 2, 1]]])  # three worlds, three actions
    even = weigh(np.zeros((1, 3)))
    own = np.zeros(1, np.int64)
    error = np.sqrt(8 / 3 / 2)  # differences 4, 0, 2: variance 8/3, over the root of 3 - 1
    assert np.allclose(sure_gains(values, even, own, 1.0), [[0, 2 - error, 1]], atol=1e-8)
    weights = weigh(np.log([[0.5, 0.5, 1e-300]]))  # only two worlds count
    error = np.sqrt(4 / 1)
    assert np.allclose(sure_gains(values, weights, own, 0.5), [[0, 2 - error / 2, 1]], atol=1e-8)
    one = weigh(np.array([[0.0, -np.inf, -np.inf]]))
    assert sure_gains(values, one, own, 1.0)[0, 1:].tolist() == [-np.inf, -np.inf]


WHOLE = everyday([SPITZERS[3], SMEARS[3], SMEARS[4]], [SPITZERS[3], SMEARS[3]])


@pytest.mark.parametrize("rules", WHOLE, ids=str)
def test_it_plays_whole_deals(rules):
    game = make_game(rules, 2, seed=8)
    assert len(check_whole_deals(searcher(game), game)) > 1


def test_an_answer_does_not_depend_on_the_batch():
    agent = searcher(make_game(MichiganRules(), 1), worlds=4)
    for game in under_way(make_game(MichiganRules(), 8, seed=1), 2, every=11):
        check_rows_are_independent(agent, game, [2, 5])


def test_forced_moves_cost_nothing():
    game = make_game(TwoTrumpRules(), 6)
    check_forced_moves_cost_nothing(searcher(game), game)


def test_nothing_hidden_changes_an_answer():
    settings, rules = michigan_leak.for_env(1)
    agent = searcher(MICHIGAN.vector_env(1, **settings))
    pairs = michigan_leak.make_pairs(rules, 5, 7, michigan_leak.any_exchange)
    check_no_leak(agent, MICHIGAN, settings, pairs)
    settings, rules = smear_leak.for_env(9)
    agent = searcher(SMEAR.vector_env(1, **settings))
    check_no_leak(agent, SMEAR, settings, smear_pairs(rules, 4, 7))


def test_the_text(tmp_path: Path):
    game = SpitzerGame(1)
    save_checkpoint(tmp_path / "step_1.safetensors", lively(game), game)
    agent = agents.make(f"search:ppo:{tmp_path},worlds=3", game)
    assert isinstance(agent, SearchAgent)
    assert (agent.name, agent.num_worlds) == (f"search:ppo:{tmp_path},worlds=3", 3)
    assert agents.make(f"search:ppo:{tmp_path}", game).num_worlds == 16
    with pytest.raises(ValueError, match=r"'search:rule' .*ppo:PATH, sb3:PATH or pretrained"):
        agents.make("search:rule", game)
    with pytest.raises(ValueError, match="has 'world=3'"):
        agents.make(f"search:ppo:{tmp_path},world=3", game)
