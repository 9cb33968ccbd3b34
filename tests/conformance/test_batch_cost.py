"""What a step costs, coarsely and without a clock: no Python loop over games, no growing memory."""

import gc
import sys
import tracemalloc

import numpy as np
import pytest

from experiments.benchmark_batches import mixed_game, step_randomly
from tests.games_under_test import each_game, each_variation

TURNS = 12


def events(call, *arguments):
    """How many lines, calls and calls of C functions `call` takes."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += 1
        return trace

    def profile(frame, event, argument):
        nonlocal count
        count += event == "c_call"

    before = sys.gettrace(), sys.getprofile()
    sys.setprofile(profile)
    sys.settrace(trace)
    try:
        call(*arguments)
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return count


def turn(game, number, buffer):
    game.observe(buffer)
    game.observe_all()
    step_randomly(game, number)  # mask, choice, step, and the deals of finished rows


def most_events(case, num_games, options):
    """The most events of a turn, rows in mixed phases, or of a reset."""
    game = mixed_game(case.module, num_games=num_games, seed=3, **{"rules": None} | options)
    buffer = np.empty((num_games, game.layout.size), np.uint8)
    turns = [events(turn, game, number, buffer) for number in range(TURNS)]
    return max(*turns, events(game.reset))


def test_a_planted_loop_over_games_is_counted():
    def loop(count):
        return [number + 1 for number in range(count)]

    assert events(loop, 1024) > 10 * events(loop, 64)


@each_variation
def test_no_python_loop_over_games(case, options):
    # Seldom branches may be met in the larger batch only; a loop would give 16 times.
    assert most_events(case, 1024, options) <= 1.5 * most_events(case, 64, options)


@each_variation
def test_state_is_small(case, options):
    assert case.module.vector_env(2, **options).state.bytes_per_game() <= 1024


@each_game
def test_memory_stays_flat(case):
    game = mixed_game(case.module, None, 256, seed=0)
    buffer = np.empty((256, game.layout.size), np.uint8)
    tracemalloc.start()
    try:
        held = []
        for number in range(60):
            turn(game, number, buffer)
            if number % 20 == 19:
                gc.collect()
                held.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert held[-1] - held[0] < 256 * 64  # less than 64 bytes a game over 40 turns


@pytest.mark.full
@each_game
def test_memory_stays_flat_over_ten_thousand_steps(case):
    game = mixed_game(case.module, None, 8, seed=0)
    tracemalloc.start()
    try:
        step_randomly(game, 0)
        before = tracemalloc.get_traced_memory()[0]
        for number in range(10_000):
            step_randomly(game, number)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 16_384
    finally:
        tracemalloc.stop()
