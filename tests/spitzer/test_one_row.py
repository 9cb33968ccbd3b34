"""A single game runs on numbers where many run on arrays: the same lines, the same bytes."""

import numpy as np
import pytest

from spitzer_env import spitzer_v0
from spitzer_env.one_row import observe_row
from trick_taking.choice import uniform_legal
from trick_taking.counter import random_keys

Rules = spitzer_v0.Rules
OPTIONS = [
    {},
    {"history": True},
    {"episode": "match", "history": True, "rules": Rules(deals=2, double_spitzer=True)},
    {"episode": "match", "rewards": "win", "rules": Rules(players=5, deals=5, score_limit=2)},
    {"rules": Rules(revoke="lose_deal", trump_lead_must_follow=False)},
    {"rewards": "relative", "rules": Rules(revoke="fine_4", players=5, solo=False)},
]
ROWS = 24


def drawn_actions(game, move):
    return uniform_legal(game.legal, random_keys(41, move, np.arange(game.num_games)))


@pytest.mark.parametrize("options", OPTIONS)
def test_observation_of_a_row_is_that_of_the_batch(options):
    game = spitzer_v0.vector_env(ROWS, seed=3, **options)
    for move in range(100):
        for seat in range(game.num_seats):
            views = game.observe_seats(seat)
            for row in range(move % 5, ROWS, 5):
                assert observe_row(game, row, seat).tobytes() == views[row].tobytes()
        game.step(drawn_actions(game, move))


@pytest.mark.parametrize("autoreset", [True, False])
@pytest.mark.parametrize("options", OPTIONS)
def test_single_game_is_a_row_of_the_batch(options, autoreset):
    rows = range(0, ROWS, 8)
    game = spitzer_v0.vector_env(ROWS, seed=3, autoreset=autoreset, **options)
    singles = [
        spitzer_v0.vector_env(1, seed=3, streams=[row], autoreset=autoreset, **options)
        for row in rows
    ]
    for move in range(100):
        actions = drawn_actions(game, move)
        step = game.step(actions)
        for row, single in zip(rows, singles, strict=True):
            alone = single.step(actions[row : row + 1])
            assert alone.rewards[0].tobytes() == step.rewards[row].tobytes()
            assert alone.done[0] == step.done[row]
            assert single.state.equals(game.state.select(np.array([row])))


def test_steps_of_checked_actions_are_steps():
    game = spitzer_v0.vector_env(ROWS, seed=3, rules=Rules(revoke="lose_deal"))
    twin = game.copy()
    for move in range(60):
        actions = drawn_actions(game, move)
        game.step(actions)
        twin.advance(actions)
        assert twin.state.equals(game.state)
