"""The open-card solver against every line played out, and what must hold of its answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.double_dummy import NO_MARGIN, DoubleDummy
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.rules import TwoTrumpRules
from trick_taking.cards import bit
from tests.agents.play_out import game_at, play_out, positions

pytest.importorskip("numba", reason="the solver needs the extra search")

TWO_TRUMP: list[dict[str, Any]] = [
    {},
    {"solo": False},
    {"double_spitzer": True},
    {"trump_lead_must_follow": False},
    {"tie_60": "most_tricks"},
    {"schneider_bonus": False},
    {"schwarz_bonus": False},
    {"schneider_minimum": 90},
    {"revoke": "lose_deal"},
    {"players": 5},
    {"blind": 2},
    {"blind": 4, "tie_60": "most_tricks"},
    {"players": 3, "blind": 2},
    {"players": 5, "blind": 2, "trump_lead_must_follow": False},
]
MICHIGAN: list[dict[str, Any]] = [
    {},
    {"trump_chain": True},
    {"negative_scores": "declarers"},
    {"partner_schneider": True, "trump_chain": True},
    {"zola_needs_queens": True},
    {"first_announcement_ends": True, "partner_schneider": True},
]
RULES: list[SpitzerRules] = [TwoTrumpRules(**options) for options in TWO_TRUMP]
RULES += [MichiganRules(**options) for options in MICHIGAN]


def name_of(rules: SpitzerRules) -> str:
    changed = [
        f"{name}={value}"
        for name, value in rules.as_dict().items()
        if value != type(rules)().as_dict().get(name)
    ]
    return " ".join([type(rules).__name__, *changed])


every_rules = pytest.mark.parametrize("rules", RULES, ids=name_of)


@every_rules
def test_values_and_cards_are_those_of_all_lines_played_out(rules, full):
    seats = rules.seats_playing
    for cards, games in ((3 * seats, 40), (3 * seats - 2, 40), (2 * seats - 1, 60), (1, 20)):
        game = SpitzerGame(games * (10 if full else 1), rules=rules, seed=cards, autoreset=False)
        state = positions(game, cards)
        solutions = DoubleDummy(rules).solve(state, plays="all")
        assert solutions.margins.tolist() == play_out(game, state).tolist()
        check_cards(game, state, solutions)


@every_rules
def test_last_four_tricks(rules, full):
    seats = rules.seats_playing
    game = SpitzerGame(50 if full else 6, rules=rules, seed=4, autoreset=False)
    state = positions(game, 4 * seats - 1)
    state = state.select(np.arange(min(state.num_rows, 40 if full else 3)))
    found = DoubleDummy(rules).solve(state, plays="none").margins
    assert found.tolist() == [play_out(game, state.select(np.array([row])))[0] for row in range(len(found))]


def check_cards(game: SpitzerGame, state: Any, solutions: Any) -> None:
    """Every lawful card has the value of the position it leads to; the best keep the value."""
    position = game_at(game, state)
    lawful = position.lawful[:, : position.num_cards]
    assert ((solutions.card_margins != NO_MARGIN) == lawful).all()
    rows, cards = np.nonzero(lawful)
    margins = solutions.card_margins[rows, cards]
    after = game_at(game, state.select(rows))
    step = after.step(cards)
    if step.results is None:
        assert margins.tolist() == DoubleDummy(game.rules).solve(after.state, "none").margins.tolist()
    keeps = margins == solutions.margins[rows]
    assert (((solutions.best[rows] & bit(cards)) != 0) == keeps).all()
