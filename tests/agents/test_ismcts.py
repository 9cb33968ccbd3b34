"""Information-set Monte Carlo tree search."""

from __future__ import annotations

import numpy as np
import pytest

import agents
from agents.ismcts import IsmctsAgent, most_visited
from agents.search_trees import EXPLORATION, Forest
from agents.world_games import WorldGames
from agents.world_values import SolvedLeaves, WorldValues
from smear_env.rules import SmearRules
from smear_env.state import Phase as SmearPhase
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.state import Phase
from tests.agents.play_out import game_at, positions
from tests.agents.search_checks import (
    check_forced_moves_cost_nothing,
    check_no_leak,
    check_rows_are_independent,
    check_whole_deals,
)
from tests.agents.true_worlds import MICHIGANS, SMEARS, SPITZERS, make_game, under_way
from tests.michigan import test_leak as michigan_leak
from tests.michigan.under_test import MICHIGAN
from tests.smear import test_leak as smear_leak
from tests.smear.under_test import SMEAR
from tests.smear.worlds import make_pairs as smear_pairs
from tests.spitzer import test_blind_leak as blind_leak
from tests.spitzer.under_test import SPITZER

EVERYDAY = [SPITZERS[5], MICHIGANS[0], SMEARS[4]]
LONG = [rules for rules in [*SPITZERS, *MICHIGANS, *SMEARS] if rules not in EVERYDAY]


@pytest.mark.parametrize(
    "rules", [*EVERYDAY, *(pytest.param(rules, marks=pytest.mark.full) for rules in LONG)], ids=str
)
def test_it_plays_whole_deals(rules, full):
    game = make_game(rules, 3, seed=8)
    phases = check_whole_deals(agents.make(f"ismcts:iterations={5 if full else 2}", game), game)
    if isinstance(rules, SmearRules):
        assert phases >= {SmearPhase.AUCTION, SmearPhase.TRUMP, SmearPhase.PLAY}
    elif rules in MICHIGANS or rules.blind:
        assert phases >= {Phase.ANNOUNCE, Phase.PLAY}


@pytest.mark.parametrize("rules", [SPITZERS[3], SMEARS[6]], ids=str)
def test_an_answer_does_not_depend_on_the_batch(rules, full):
    agent = agents.make("ismcts:iterations=34", make_game(rules, 1))
    for game in under_way(make_game(rules, 9, seed=1), 2, every=24):
        check_rows_are_independent(agent, game, [3, 7] if full else [7])


def test_forced_moves_cost_nothing():
    game = make_game(TwoTrumpRules(), 6)
    check_forced_moves_cost_nothing(agents.make("ismcts", game), game)


def test_nothing_hidden_changes_an_answer(full):
    for module, case, number, make_pairs, extra in (
        (blind_leak, SPITZER, 0, blind_leak.make_pairs, ()),
        (michigan_leak, MICHIGAN, 1, michigan_leak.make_pairs, (michigan_leak.any_exchange,)),
        (smear_leak, SMEAR, 1, smear_pairs, ()),
        (smear_leak, SMEAR, 6, smear_pairs, ()),
        (smear_leak, SMEAR, 9, smear_pairs, ()),
    ):
        settings, rules = module.for_env(number)
        iterations = 6 if full else 2
        agent = agents.make(f"ismcts:iterations={iterations}", case.vector_env(1, **settings))
        check_no_leak(agent, case, settings, make_pairs(rules, 6, 7 + number, *extra))


def test_with_few_cards_it_finds_the_best_card():
    rules = TwoTrumpRules()
    game = SpitzerGame(200, rules=rules, seed=3, autoreset=False)
    view = game_at(game, positions(game, 8)).view()
    tables, leaves = WorldGames(game), SolvedLeaves(rules, 8)
    worlds = tables.determinizer.draw(view.information_state, view.keys, 60)
    play = tables.start(view.information_state, worlds, view.keys)
    values = WorldValues(agents.make("rule", game), leaves).of_actions(play)
    values = values.reshape(len(view), 60, -1).sum(axis=1)
    lawful = view.legal
    matters = np.flatnonzero(
        np.where(lawful, values, 999).min(axis=1) < np.where(lawful, values, -999).max(axis=1) - 60
    )
    assert len(matters) > 12
    chosen = agents.make("ismcts:iterations=200", game).act(view.select(matters))
    best = np.where(lawful, values, -999)[matters].max(axis=1)
    lost = (best - values[matters, chosen]) / 60
    assert (lost < 0.2).mean() > 0.8


def test_the_time_limit_ends_a_search():
    game = make_game(MICHIGANS[0], 1, seed=4)
    agent = agents.make("ismcts:ms=1", game)
    assert isinstance(agent, IsmctsAgent)
    assert (agent.iterations, agent.milliseconds) == (None, 1)
    assert check_whole_deals(agent, game)


def test_ucb_by_hand():
    forest = Forest(1, 4)
    forest.visits[0], forest.available[0] = [0, 3, 2, 5], [0, 9, 5, 9]
    forest.totals[0] = [0, 6, -2, 10]
    forest.lowest[0], forest.highest[0] = -2, 4
    root, keys = np.zeros(1, np.intp), np.zeros(1, np.uint64)
    allowed = np.array([[False, True, True, True]])
    edges, fresh = forest.choose(root, root, allowed, keys)
    bounds = [  # mean scaled to 0..1, then what is added for the visits; available now 10, 6, 10
        (2 + 2) / 6 + EXPLORATION * np.sqrt(np.log(10) / 3),
        (-1 + 2) / 6 + EXPLORATION * np.sqrt(np.log(6) / 2),
        (2 + 2) / 6 + EXPLORATION * np.sqrt(np.log(10) / 5),
    ]
    assert (edges[0], fresh[0]) == (1 + int(np.argmax(bounds)), False)
    assert forest.available[0].tolist() == [0, 10, 6, 10]
    edges, fresh = forest.choose(root, root, np.array([[True, True, True, True]]), keys)
    assert (edges[0], fresh[0]) == (0, True)
    node = forest.follow(root, edges)
    assert node.tolist() == [1]
    assert forest.follow(root, edges).tolist() == [1]
    forest.reward(root, root, edges, np.array([7]))
    assert (forest.visits[0, 0], forest.totals[0, 0], forest.highest[0]) == (1, 7, 7)


def test_the_most_visited_action_is_played():
    forest = Forest(3, 4)
    forest.visits[:3] = [[4, 5, 2, 9], [3, 1, 3, 0], [3, 0, 3, 0]]
    forest.totals[:3] = [[40, 5, 2, 9], [3, 9, 4, 0], [3, 0, 3, 0]]
    assert most_visited(forest, 3).tolist() == [1, 2, 0]


def test_the_text():
    game = SpitzerGame(1)
    agent = agents.make("ismcts:iterations=7", game)
    assert isinstance(agent, IsmctsAgent)
    assert (agent.iterations, agent.milliseconds) == (7, None)
    both = agents.make("ismcts:iterations=7,ms=9", game)
    assert isinstance(both, IsmctsAgent)
    assert (both.iterations, both.milliseconds) == (7, 9)
    usual = agents.make("ismcts", game)
    assert isinstance(usual, IsmctsAgent)
    assert (usual.iterations, usual.name) == (200, "ismcts")
    with pytest.raises(ValueError, match="whole number from 1 for one of: iterations=200"):
        agents.make("ismcts:iterations=0", game)
    with pytest.raises(ValueError, match="iterations or of milliseconds"):
        IsmctsAgent(game, None)
