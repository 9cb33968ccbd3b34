"""The open-card solver of Smear against all lines played out through the game itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents import double_dummy_smear
from agents.double_dummy_smear import NO_MARGIN, SmearDoubleDummy
from smear_env.rules import SmearRules
from smear_env.state import Phase
from spitzer_env.rules import TwoTrumpRules
from tests.agents.true_worlds import make_game, under_way

RULES = [
    SmearRules(),
    SmearRules(low_to="holder", high="highest_played", game_tie="low_captor"),
    SmearRules(variant="widow", revoke="lose_deal", joker_rank="around_jick"),
    SmearRules(variant="no_jick", jokers=0, players=6, teams=2),
    SmearRules(variant="five_point", game_tie="low_captor"),
    SmearRules(players=8, teams=2, low_to="holder"),
]


def positions(rules: Any, cards: int, num_games: int, seed: int) -> Any:
    """A game whose rows are in play with `cards` cards in hands, after random lawful play."""
    for game in under_way(make_game(rules, num_games, seed=seed), seed):
        left = np.bitwise_count(game.state.hands).sum(axis=1)
        ready = (game.state.phase == Phase.PLAY) & (left == cards) & (game.seat >= 0)
        if ready.sum() > num_games // 3:
            return game.standing(game.state.select(ready))
    raise AssertionError("no such positions")


def play_out(game: Any) -> np.ndarray:
    """(G,) the margin when side 0 takes the most and side 1 the least; equally many cards left."""
    level, ways = game, []
    for _ in range(int(np.bitwise_count(game.state.hands).sum(axis=1)[0])):
        rows, cards = np.nonzero(level.lawful)
        sides = np.array(level.rules.fixed_sides)[level.state.seat]
        ways.append((rows, sides == 0))
        level = level.standing(level.state.select(rows))
        step = level.step(cards)
    units: Any = step.results.units
    values = units[:, 0] - units[:, 1]
    for rows, ours in reversed(ways):
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        most, least = (how.reduceat(values, starts) for how in (np.maximum, np.minimum))
        values = np.where(ours, most, least)
    return values


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_values_are_those_of_all_lines_played_out(rules, full):
    for cards in (2 * rules.players, 2 * rules.players - 3, 3):
        few = rules.players == 8 and cards > 12
        game = positions(rules, min(cards, 12) if few else cards, 100 if full else 12, cards)
        solutions = SmearDoubleDummy(rules).solve(game.state, each_card=True)
        assert solutions.margins.tolist() == play_out(game).tolist()
        alone = SmearDoubleDummy(rules).solve(game.state)
        assert alone.margins.tolist() == solutions.margins.tolist()


def test_the_last_three_tricks(full):
    game = positions(SmearRules(), 12, 30 if full else 8, 1)
    game = game.standing(game.state.select(slice(0, 30 if full else 3)))
    found = SmearDoubleDummy(game.rules).solve(game.state).margins
    assert found.tolist() == play_out(game).tolist()


def test_each_card_has_the_value_of_what_it_leads_to():
    for rules in (RULES[1], RULES[4]):
        game, solver = positions(rules, 7, 30, 2), SmearDoubleDummy(rules)
        margins = solver.solve(game.state, each_card=True).card_margins
        lawful = game.lawful[:, : game.num_cards]
        assert ((margins != NO_MARGIN) == lawful).all()
        rows, cards = np.nonzero(lawful)
        after = game.standing(game.state.select(rows))
        after.step(cards)
        assert margins[rows, cards].tolist() == solver.solve(after.state).margins.tolist()


def test_what_cannot_be_solved(monkeypatch):
    for rules in (SmearRules(players=3), SmearRules(variant="nine_card"), SmearRules(teams=0)):
        with pytest.raises(ValueError, match="needs two teams, no nine-card"):
            SmearDoubleDummy(rules)
    with pytest.raises(ValueError, match="no deal can be solved"):
        SmearDoubleDummy(TwoTrumpRules())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"rows \[0, 1\] cannot be solved: they are not in play"):
        SmearDoubleDummy(SmearRules()).solve(make_game(SmearRules(), 2).state)
    monkeypatch.setattr(double_dummy_smear, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"hidden-partners\[search\]"):
        SmearDoubleDummy(SmearRules())
