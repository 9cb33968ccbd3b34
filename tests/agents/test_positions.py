"""Positions of a batch, taken and put back."""

import numpy as np
import pytest

from agents.positions import game_arrays, restore_games
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules


def new_game(num_games: int = 8, seed: int = 3) -> SpitzerGame:
    rules = TwoTrumpRules(deals=3)
    return SpitzerGame(num_games, rules=rules, episode="match", seed=seed, autoreset=False)


def play(game: SpitzerGame, moves: int) -> None:
    for _ in range(moves):
        game.step(game.legal.argmax(axis=1))


def test_restored_games_go_on_as_the_ones_that_were_left() -> None:
    game, other = new_game(), new_game(seed=4)
    play(game, 50)  # in the second deal
    restore_games(other, {name: array.copy() for name, array in game_arrays(game).items()})
    for _ in range(100):
        assert np.array_equal(game.legal, other.legal)
        assert np.array_equal(game.action_keys(), other.action_keys())
        assert game.observe_all().tobytes() == other.observe_all().tobytes()
        play(game, 1)
        play(other, 1)
    assert game.state.equals(other.state)


@pytest.mark.parametrize("change", ["missing", "rows", "dtype"])
def test_arrays_that_do_not_fit_change_nothing(change: str) -> None:
    game = new_game()
    play(game, 5)
    before = game.state.copy()
    arrays = game_arrays(new_game(7) if change == "rows" else new_game(8))
    if change == "missing":
        del arrays["game/totals"]
    if change == "dtype":
        arrays["game/totals"] = arrays["game/totals"].astype(np.int64)
    with pytest.raises(ValueError, match=r"does not fit 8 games"):
        restore_games(game, arrays)
    assert game.state.equals(before)
