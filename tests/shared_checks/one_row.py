"""A single game runs on numbers where many run on arrays: the same lines, the same bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.shared_checks.game_under_test import GameUnderTest, Options
from trick_taking.choice import uniform_legal
from trick_taking.counter import random_keys

ROWS = 24


def drawn_actions(game: Any, move: int) -> np.ndarray:
    """(G,) actions drawn from the mask by a key of the move."""
    return uniform_legal(game.legal, random_keys(41, move, np.arange(game.num_games)))


def check_observation_of_a_row_is_that_of_the_batch(
    case: GameUnderTest, options: Options, every: int = 5
) -> None:
    """Every seat's view of a row, to act or not, is the row of `observe_seats`.

    At each move one row in `every` is looked at, in turn.
    """
    game = case.vector_env(ROWS, seed=3, **options)
    for move in range(100):
        for seat in range(game.num_seats):
            views = game.observe_seats(seat)
            for row in range(move % every, ROWS, every):
                assert case.kit.observe_row(game, row, seat).tobytes() == views[row].tobytes()
        game.step(drawn_actions(game, move))


def check_single_game_is_a_row_of_the_batch(
    case: GameUnderTest, options: Options, autoreset: bool
) -> None:
    """Rewards, ends and every bit of the state agree after each step."""
    rows = range(0, ROWS, 8)
    game = case.vector_env(ROWS, seed=3, autoreset=autoreset, **options)
    singles = [
        case.vector_env(1, seed=3, streams=[row], autoreset=autoreset, **options) for row in rows
    ]
    for move in range(100):
        actions = drawn_actions(game, move)
        step = game.step(actions)
        for row, single in zip(rows, singles, strict=True):
            alone = single.step(actions[row : row + 1])
            assert alone.rewards[0].tobytes() == step.rewards[row].tobytes()
            assert alone.done[0] == step.done[row]
            assert single.state.equals(game.state.select(np.array([row])))


def check_steps_of_checked_actions_are_steps(case: GameUnderTest, options: Options) -> None:
    """`advance` does what `step` does with actions that are legal."""
    game = case.vector_env(ROWS, seed=3, **options)
    twin = game.copy()
    for move in range(60):
        actions = drawn_actions(game, move)
        game.step(actions)
        twin.advance(actions)
        assert twin.state.equals(game.state)
