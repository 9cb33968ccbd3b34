"""The C program plays the same game: its deals replayed in ours, and its statistics."""

import json

import numpy as np
import pytest

from experiments import benchmark_limit
from experiments.benchmark_limit import build, compiler, measure_limit, run
from spitzer_env import spitzer_v0
from spitzer_env.actions import PACK
from trick_taking.cards import NO_SEAT
from trick_taking.choice import uniform_legal
from trick_taking.counter import random_keys

needs_compiler = pytest.mark.skipif(compiler() is None, reason="there is no C compiler")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return build(tmp_path_factory.mktemp("limit"))


@needs_compiler
def test_its_deals_are_ours_bit_by_bit(program):
    lines = [line.split() for line in run(program, "trace", 300, 11).splitlines()]
    starts, moves, units = ([line[1:] for line in lines if line[0] == word]
                            for word in ("deal", "move", "units"))  # fmt: skip
    game = spitzer_v0.vector_env(len(starts), autoreset=False)
    hands = [[PACK.format(int(cards, 16)) for cards in start[1:]] for start in starts]
    game.reset(deals=[" | ".join(deal) for deal in hands], dealers=[int(s[0]) for s in starts])
    assert len(moves) == 36 * len(starts)
    for turn in range(36):
        now = moves[turn::36]  # a deal of the trace has 36 moves
        assert game.seat.tolist() == [int(move[0]) for move in now]
        assert game.state.legal.tolist() == [int(move[2], 16) for move in now]
        seen = np.frombuffer(bytes.fromhex("".join(move[3] for move in now)), np.uint8)
        assert np.array_equal(game.observe(), seen.reshape(len(starts), -1))
        step = game.step([int(move[1]) for move in now])
    assert step.done.all()
    assert step.results.units.tolist() == [[int(unit) for unit in one] for one in units]


def our_facts(num_games, deals_each):
    """One line for each of our random deals, in the order of `their_means`."""
    game = spitzer_v0.vector_env(num_games, seed=5)
    rows, facts = np.arange(num_games), []
    for move in range(36 * deals_each):
        found = game.step(uniform_legal(game.legal, random_keys(move, rows))).results
        if found is not None:
            both = found.queen_seat == found.seven_seat
            eldest = found.units[np.arange(num_games), (found.dealer + 1) % 4]
            facts.append([found.won, found.schneider, found.schwarz, both, found.solo != NO_SEAT,
                          found.trump_points, (found.units**2).sum(axis=1), eldest])  # fmt: skip
    return np.concatenate([np.array(lines, float).T for lines in facts])


@needs_compiler
def test_its_statistics_are_ours(program):
    found = json.loads(run(program, 64, 0.3, 3))
    names = ("won", "schneider", "schwarz", "both", "solos", "points", "squares", "eldest")
    theirs = np.array([found[name] for name in names]) / found["deals"]
    ours = our_facts(2000, 8)
    error = ours.std(axis=0) * np.sqrt(1 / len(ours) + 1 / found["deals"])
    assert found["deals"] > 5000
    assert (np.abs(ours.mean(axis=0) - theirs) < 4.5 * error).all()


@needs_compiler
def test_its_figures_tell_what_was_played():
    limit = measure_limit(seconds=0.01, repeats=1, seed=0)
    assert limit["observation_bytes"] == spitzer_v0.vector_env(1).layout.size
    assert min(limit["decisions_per_second"].values()) > 0


def test_without_a_compiler_it_is_left_out(monkeypatch):
    monkeypatch.setattr(benchmark_limit, "compiler", lambda: None)
    limit = measure_limit(seconds=0.01, repeats=1, seed=0)
    assert limit == {"note": "the C program is not measured: there is no C compiler"}
