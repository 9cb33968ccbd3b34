"""Records of any game: readable, complete, and replayable at any action."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.shared_checks.aec import advance, everything, same, turns
from tests.shared_checks.game_under_test import GameUnderTest, Options
from trick_taking.counter import random_keys
from trick_taking.record import parse_record


def play_on(env: Any, number: int, turn: int) -> None:
    """One turn; now and then an illegal one where that ends the episode."""
    draw = int(random_keys(32, number, turn)[0])
    live = not env.terminations[env.agent_selection]
    if live and env.illegal == "terminate" and draw % 100 == 0:
        refused = np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)
        env.step((int(refused[draw % len(refused)]), -7, 10**20)[draw % 3])
    else:
        advance(env, number, turn)


def check_random_games_replay(
    case: GameUnderTest, settings: Callable[[int], Options], games: int
) -> dict[str, int]:
    """Games of drawn settings replay at their ends and at a point in between.

    Returns how many were ended by an illegal action or a revoke, or had more than one deal.
    """
    met = {"forfeits": 0, "revokes": 0, "deals": 0}
    for number in range(games):
        env = case.env(**settings(number))
        env.reset(seed=number, options={"deal_number": number % 3})
        stop = int(random_keys(33, number)[0]) % case.longest_deal
        snapshot = None
        for turn in itertools.count():
            if turn == stop:
                snapshot = everything(env)
            if all(env.terminations.values()):
                break
            play_on(env, number, turn)
        text = env.record()
        assert parse_record(text).text() == text
        assert same(everything(case.module.replay(text)), everything(env))
        if snapshot is not None:
            assert same(everything(case.module.replay(text, stop)), snapshot)
        told = [info["deal_result"] for info in env.infos.values() if "deal_result" in info]
        met["forfeits"] += env.deals[-1].moves[-1].heading == "illegal"
        met["revokes"] += any(result.get("revoker") is not None for result in told)
        met["deals"] += len(env.deals) > 1
    return met


def check_replay_at_every_action(case: GameUnderTest, settings: Options, seed: int) -> None:
    """A record replays to the very position after each of its actions."""
    env = case.env(**settings)
    env.reset(seed=seed)
    snapshots = [everything(env)]
    while not all(env.terminations.values()):
        advance(env, seed, len(snapshots))
        snapshots.append(everything(env))
    text = env.record()
    for upto, snapshot in enumerate(snapshots):
        assert same(everything(case.module.replay(text, upto)), snapshot), upto


def check_match_goes_on_after_a_replay(case: GameUnderTest, settings: Options) -> None:
    """The deals that follow a record are those of its seed."""
    env = case.env(episode="match", **settings)
    env.reset(seed=77)
    moved = case.longest_deal + 4
    for turn in turns(env):
        if turn == moved:
            assert len(env.deals) > 1
            twin = case.module.replay(env.record())
        if turn >= moved:
            assert same(everything(twin), everything(env))
            advance(twin, 0, turn)
    assert turn > moved
