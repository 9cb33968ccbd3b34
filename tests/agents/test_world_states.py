"""States of worlds: those of the true hands are the true states, seen from the observer."""

from __future__ import annotations

import numpy as np
import pytest

from agents.determinize import Determinizer, Worlds
from agents.world_states import world_states
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.rules import TwoTrumpRules
from tests.agents.play_out import game_at, positions

RULES = [
    TwoTrumpRules(),
    TwoTrumpRules(players=5),
    TwoTrumpRules(blind=4),
    MichiganRules(partner_schneider=True),
]
SAME = ("phase", "trick", "trick_size", "led_group", "best_strength", "trick_points")
SAME += ("tricks_played", "contract", "buried")
BY_SEAT = ("hands", "played", "points", "tricks")
SEATS = ("seat", "dealer", "leader", "taker", "solo", "declarer", "partner")


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("cards", [32, 18, 13])
def test_the_world_of_the_true_hands_is_the_true_state(rules, cards):
    cards = min(cards, rules.tricks * rules.seats_playing)
    game = SpitzerGame(40, rules=rules, seed=6, autoreset=False)
    state = positions(game, cards)
    information = game_at(game, state).information_state()
    turn = (state.seat[:, None] + np.arange(rules.players)) % rules.players
    hands = np.take_along_axis(state.hands, turn.astype(np.intp), axis=1)
    laid = np.zeros_like(hands)
    if rules.blind:
        laid[np.arange(len(laid)), information.declarer] = state.buried
    nothing = np.zeros((len(hands), 1), np.uint64)
    worlds = Worlds(hands[:, None], laid[:, None], nothing, nothing, np.ones(len(hands)))
    made = world_states(information, worlds, rules)
    for name in SAME:
        assert np.array_equal(getattr(made, name), getattr(state, name)), name
    for name in BY_SEAT:
        seen = np.take_along_axis(getattr(state, name), turn.astype(np.intp), axis=1)
        assert np.array_equal(getattr(made, name), seen), name
    names = (*SEATS, "holders") if not rules.blind else SEATS
    for name in names:
        seats = getattr(state, name)
        mine = state.seat if seats.ndim == 1 else state.seat[:, None]
        seen = np.where(seats >= 0, (seats - mine) % rules.players, seats)
        assert np.array_equal(getattr(made, name), seen), name
    assert np.array_equal(game_at(game, made).state.lawful, game_at(game, state).state.lawful)


@pytest.mark.parametrize("rules", RULES)
def test_drawn_worlds_can_be_played(rules):
    game = SpitzerGame(20, rules=rules, seed=6, autoreset=False)
    state = positions(game, 3 * rules.seats_playing)
    view = game_at(game, state).view()
    worlds = Determinizer(game).draw(view.information_state, view.keys, 5)
    states = world_states(view.information_state, worlds, rules)
    assert states.num_rows == 5 * state.num_rows
    assert np.array_equal(states.hands, worlds.hands.reshape(states.hands.shape))
    play, step = game_at(game, states), None
    while (play.state.seat >= 0).any():
        step = play.step(play.lawful.argmax(axis=1))
    assert len(step.results.units) == states.num_rows
