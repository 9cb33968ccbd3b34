"""Perfect-information Monte Carlo."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import agents
from agents.double_dummy import declaring_seats
from agents.pimc import PimcAgent, best_actions
from agents.world_games import WorldGames
from agents.world_values import (
    NoLeaves,
    SolvedLeaves,
    SolvedSmearLeaves,
    WorldValues,
    leaves_of,
)
from smear_env.rules import SmearRules
from smear_env.state import Phase as SmearPhase
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.state import Phase
from tests.agents.play_out import game_at, play_out, positions
from tests.agents.search_checks import (
    check_forced_moves_cost_nothing,
    check_no_leak,
    check_rows_are_independent,
    check_whole_deals,
)
from tests.agents.test_double_dummy_smear import play_out as smear_play_out
from tests.agents.test_double_dummy_smear import positions as smear_positions
from tests.agents.true_worlds import MICHIGANS, SMEARS, SPITZERS, make_game, under_way
from tests.michigan import test_leak as michigan_leak
from tests.michigan.under_test import MICHIGAN
from tests.spitzer import test_blind_leak as blind_leak
from tests.spitzer import test_leak as spitzer_leak
from tests.spitzer.under_test import SPITZER


class LowestAgent:
    """Takes the lawful action of the lowest id."""

    name = "lowest"

    def act(self, view: Any) -> Any:
        return view.legal.argmax(axis=1)


EVERYDAY = [SPITZERS[5], MICHIGANS[1], SMEARS[0]]
LONG = [rules for rules in [*SPITZERS, *MICHIGANS, *SMEARS] if rules not in EVERYDAY]


@pytest.mark.parametrize(
    "rules", [*EVERYDAY, *(pytest.param(rules, marks=pytest.mark.full) for rules in LONG)], ids=str
)
def test_it_plays_whole_deals(rules):
    game = make_game(rules, 4, seed=8)
    phases = check_whole_deals(agents.make("pimc:worlds=1,cards=12", game), game)
    if isinstance(rules, SmearRules):
        assert phases >= {SmearPhase.AUCTION, SmearPhase.TRUMP, SmearPhase.PLAY}
        return
    wanted = {Phase.PLAY} | ({Phase.ANNOUNCE, Phase.BURY} if rules.blind else set())
    assert phases >= wanted | ({Phase.ANNOUNCE} if isinstance(rules, MichiganRules) else set())


@pytest.mark.parametrize("rules", [SPITZERS[0], SPITZERS[3], MICHIGANS[0]], ids=str)
def test_an_answer_does_not_depend_on_the_batch(rules):
    agent = agents.make("pimc:worlds=3,cards=12", make_game(rules, 1))
    for game in under_way(make_game(rules, 30, seed=1), 2, every=7):
        check_rows_are_independent(agent, game, range(3, 30, 13))


def test_it_depends_on_the_key():
    game = make_game(TwoTrumpRules(), 40, seed=1)
    agent = agents.make("pimc:worlds=1,cards=12", game)
    while (game.state.phase != Phase.PLAY).any():
        game.step(game.lawful.argmax(axis=1))
    game.state.seed[:], game.state.hands[:] = np.arange(40), game.state.hands[0]
    game.state.dealer[:], game.state.seat[:] = 3, 0
    game = game.standing(game.state)
    assert len(set(agent.act(game.view()).tolist())) > 1


def test_forced_moves_cost_nothing():
    game = make_game(TwoTrumpRules(), 6)
    check_forced_moves_cost_nothing(agents.make("pimc", game), game)


def test_seatings_of_one_deal_are_answered_once(monkeypatch):
    game = SpitzerGame(8, streams=np.repeat(np.arange(2, dtype=np.uint64), 4))
    agent = agents.make("pimc:worlds=2,cards=12", game)
    while (game.state.phase != Phase.PLAY).any():
        game.step(game.lawful.argmax(axis=1))
    asked, choose = [], PimcAgent._choose
    monkeypatch.setattr(
        PimcAgent, "_choose", lambda self, view: asked.append(len(view)) or choose(self, view)
    )
    actions = agent.act(game.view())
    assert asked == [2]
    assert actions.tolist() == np.repeat(actions[::4], 4).tolist()


@pytest.mark.parametrize("rules", [TwoTrumpRules(), MichiganRules(partner_schneider=True)])
def test_solved_values_are_those_of_all_lines_played_out(rules):
    game = SpitzerGame(30, rules=rules, seed=3, autoreset=False)
    state = positions(game, 2 * rules.seats_playing)
    view = game_at(game, state).view()
    tables, leaves = WorldGames(game), SolvedLeaves(rules, 12)
    worlds = tables.determinizer.draw(view.information_state, view.keys, 3)
    play = tables.start(view.information_state, worlds, view.keys)
    values = WorldValues(LowestAgent(), leaves).of_actions(play)
    rows, cards = np.nonzero(play.lawful)
    after = game_at(game, play.state.select(rows))
    after.step(cards)
    margins = play_out(game, after.state)
    sides = declaring_seats(after.state, rules)
    mine, ours = sides[:, 0], sides.sum(axis=1)
    # 4 own - all = the others' number times the margin, for or against
    expected = np.where(mine, (4 - ours) * margins, -ours * margins)
    assert values[rows, cards].tolist() == expected.tolist()


def test_solved_values_of_smear_are_those_of_all_lines_played_out():
    game = smear_positions(SmearRules(), 7, 20, 5)
    view = game.view()
    tables, leaves = WorldGames(game), leaves_of(game.rules, 8)
    assert isinstance(leaves, SolvedSmearLeaves)
    worlds = tables.determinizer.draw(view.information_state, view.keys, 2)
    play = tables.start(view.information_state, worlds, view.keys)
    values = WorldValues(LowestAgent(), leaves).of_actions(play)
    rows, cards = np.nonzero(play.lawful)
    after = play.standing(play.state.select(rows))
    after.step(cards)
    assert values[rows, cards].tolist() == (2 * smear_play_out(after)).tolist()


def test_where_there_is_no_solver_deals_are_played_to_their_ends():
    for rules in (SMEARS[2], SMEARS[4], SMEARS[5]):
        assert isinstance(leaves_of(rules, 20), NoLeaves)


def test_without_leaves_values_are_those_of_deals_played_to_the_end():
    game = make_game(TwoTrumpRules(blind=2), 12, seed=2)
    view = game.view()
    tables = WorldGames(game)
    worlds = tables.determinizer.draw(view.information_state, view.keys, 2)
    play = tables.start(view.information_state, worlds, view.keys)
    twin, values = play.copy(), WorldValues(LowestAgent(), NoLeaves()).of_actions(play)
    step = twin.step(np.full(24, twin.action_names.index("pick")))
    while step.results is None:
        step = twin.step(twin.legal.argmax(axis=1))
    relative = step.results.units[:, 0] - step.results.units.mean(axis=1)
    assert values[:, 34].tolist() == (4 * relative).tolist()
    assert (values[:, :32] == 0).all()


REST = "TS 9S 7S AH KH QH JD TD | JC 9C 8C JS 8S TH 9H KD | 7C QS JH 8H 7H AD QD 9D"
STRONG = "QC 7D AC TC KC AS KS 8D | " + REST
WEAK = "QC 7D 8C 7S JS 8S 8H 7H | AC KC JC AS AH AD KD TD"
WEAK += " | TC 9C KS QS TH KH QD JD | 7C TS 9S QH JH 9H 9D 8D"


@pytest.mark.parametrize(("deal", "said"), [(STRONG, "solo"), (WEAK, "pass")])
def test_it_announces_solo_where_it_pays(deal, said):
    game = make_game(TwoTrumpRules(), 1)
    game.reset(deals=[deal], dealers=[3])
    leaves = SolvedLeaves(game.rules, 16)
    agent = PimcAgent(game, agents.make("rule", game), leaves, num_worlds=4)
    agent.rule = LowestAgent() if said == "solo" else SaysSolo()  # which of equals it would take
    assert game.action_names[agent.act(game.view())[0]] == said


class SaysSolo:
    """Would say solo."""

    name = "solo"

    def act(self, view: Any) -> Any:
        return np.full(len(view), 33)


def test_ties_go_to_the_rule_player_and_then_to_the_lowest_id():
    values = np.array([[5, 5, 9], [2, 7, 7], [4, 4, 4], [0, 0, 0]])
    lawful = np.array([[1, 1, 0], [1, 1, 1], [1, 1, 1], [0, 0, 1]], np.bool_)
    assert best_actions(values, lawful, np.array([1, 2, 0, 2])).tolist() == [1, 2, 0, 2]
    assert best_actions(values, lawful, np.array([0, 0, 2, 2])).tolist() == [0, 1, 2, 2]
    assert best_actions(values - 0.5, lawful, np.array([0, 0, 2, 2])).tolist() == [0, 1, 2, 2]


def test_nothing_hidden_changes_an_answer():
    for module, case, numbers, extra in (
        (spitzer_leak, SPITZER, (0, 4), (False,)),
        (spitzer_leak, SPITZER, (0,), (True,)),
        (blind_leak, SPITZER, (0, 2), ()),
        (michigan_leak, MICHIGAN, (0,), (michigan_leak.any_exchange,)),
        (michigan_leak, MICHIGAN, (3,), (michigan_leak.silent_solo_or_pair,)),
    ):
        for number in numbers:
            settings, rules = module.for_env(number)
            pairs = module.make_pairs(rules, 5, 7 + number, *extra)
            agent = agents.make("pimc:worlds=2,cards=12", case.vector_env(1, **settings))
            check_no_leak(agent, case, settings, pairs)


def test_the_text(monkeypatch):
    game = SpitzerGame(1)
    agent = agents.make("pimc:worlds=7,cards=30", game)
    assert isinstance(agent, PimcAgent)
    assert (agent.name, agent.num_worlds) == ("pimc:worlds=7,cards=30", 7)
    assert agent.values.leaves.most_cards == 30
    smear = agents.make("pimc", make_game(SmearRules(), 1))
    assert isinstance(smear, PimcAgent)
    assert (smear.num_worlds, smear.values.leaves.most_cards) == (20, 16)
    with pytest.raises(ValueError, match=r"'pimc:world=3' has 'world=3'.*worlds=20, cards=20"):
        agents.make("pimc:world=3", game)
    monkeypatch.setattr("agents.agent_text.find_spec", lambda module: None)
    with pytest.raises(ValueError, match=r"'pimc' needs numba: .*hidden-partners\[search\]"):
        agents.make("pimc", game)
