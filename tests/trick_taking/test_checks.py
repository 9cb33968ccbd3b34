"""Wrong input at the door of the batched game: one clear error, nothing changed."""

import numpy as np
import pytest

from spitzer_env import spitzer_v0
from tests.games_under_test import each_game


@each_game
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"streams": [0]}, "streams must be"),
        ({"streams": 5}, "streams must be"),
        ({"streams": [0.5, 1.0]}, "streams must be"),
        ({"streams": [True, False]}, "streams must be"),
        ({"streams": [None, 1]}, "streams must be"),
        ({"seed": 1.5}, "seed must be a whole number"),
        ({"seed": "7"}, "seed must be a whole number"),
        ({"seed": True}, "seed must be a whole number"),
        ({"seed": float("nan")}, "seed must be a whole number"),
        ({"seed": -1}, r"seed must be from 0 to 2\*\*64 - 1, not -1"),
        ({"seed": 2**64}, r"seed must be from 0 to 2\*\*64 - 1"),
        ({"rules": "x"}, "rules must be .*Rules"),
        ({"rules": object}, "rules must be .*Rules"),
        ({"autoreset": "no"}, "autoreset must be True or False"),
        ({"history": 2}, "history must be True or False"),
    ],
)
def test_wrong_options_are_named(case, options, message):
    with pytest.raises(ValueError, match=message):
        case.vector_env(2, **options)


@each_game
@pytest.mark.parametrize("num_games", [0, -1, True, 1.5, "2", None])
def test_wrong_number_of_games(case, num_games):
    with pytest.raises(ValueError, match="num_games must be a whole number"):
        case.vector_env(num_games)


@each_game
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"dealers": [None, 1.5]}, "dealer must be a whole number"),
        ({"dealers": [True, None]}, "dealer must be a whole number"),
        ({"dealers": ["1", None]}, "dealer must be a whole number"),
        ({"dealers": [4, None]}, "dealer must be a seat from 0 to 3"),
        ({"dealers": 3}, "dealers must be a list"),
        ({"deals": 3}, "deals must be a list"),
        ({"deals": [5, None]}, "a deal must be str"),
        ({"deals": [b"QC", None]}, "a deal must be str"),
        ({"deals": [None]}, "deals needs one entry for each of 2 games"),
        ({"seed": 1.5}, "seed must be a whole number"),
        ({"rows": [0, 0]}, "rows must be different games"),
    ],
)
def test_a_wrong_reset_changes_nothing(case, given, message):
    game = case.vector_env(2, seed=3)
    before = game.state.copy()
    with pytest.raises(ValueError, match=message):
        game.reset(**given)
    assert game.state.equals(before)


@each_game
@pytest.mark.parametrize("row", [3, 1.5, "a", None])
def test_a_deal_is_injected_into_a_game_that_exists(case, row):
    game = case.vector_env(2, seed=3)
    before = game.state.copy()
    with pytest.raises(ValueError, match="rows must be"):
        game.inject_deal(row, "x")
    assert game.state.equals(before)


def test_sp19_a_match_has_no_more_deals_than_can_be_counted():
    with pytest.raises(ValueError, match="max_deals must be in"):
        spitzer_v0.Rules(deals=40_000, max_deals=40_000)


class FailsLater:
    """Plays the first legal action six times, then answers nonsense."""

    name = "fails later"

    def __init__(self):
        self.calls = 0

    def act(self, view):
        self.calls += 1
        if self.calls > 5:
            return np.full(len(view), 0.5)
        return view.legal.argmax(axis=1)


def play_on(env):
    while True:
        env.step(int(env.action_masks().argmax()))


@each_game
def test_an_opponent_that_fails_ends_the_episode_and_shows_no_other_seat(case):
    env = case.registered_seat(opponents=FailsLater(), seat=3).unwrapped
    env.reset(seed=1)
    with pytest.raises(ValueError, match="fails later"):
        play_on(env)
    assert not env.action_masks().any()
    with pytest.raises(ValueError, match="the episode is over"):
        env.step(0)


@each_game
def test_a_refused_reset_of_a_seat_leaves_its_seed(case):
    env = case.registered_seat().unwrapped
    env.reset(seed=5)
    generator = env.np_random
    with pytest.raises(ValueError, match="a deal for 4 seats"):
        env.reset(seed=6, options={"deal": "x"})
    assert env.np_random is generator
