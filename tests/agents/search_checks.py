"""What holds of every agent that searches: checks that its test files share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.shared_checks.game_under_test import GameUnderTest, Options
from tests.shared_checks.leak import Pair, fresh_games, next_actions
from trick_taking.cards import NO_SEAT


def check_whole_deals(agent: Any, game: Any) -> set[int]:
    """The agent plays every seat to the end, lawfully; the phases in which it had a choice."""
    phases: set[int] = set()
    while (game.seat != NO_SEAT).any():
        actions = agent.act(game.view())
        acts = game.seat != NO_SEAT
        assert actions.dtype == np.int64
        assert (actions[~acts] == 0).all()
        assert game.lawful[acts, actions[acts]].all()
        free = game.lawful.sum(axis=1) > 1
        phases |= set(game.state.phase[free].tolist())
        game.step(actions)
    return phases


def check_rows_are_independent(agent: Any, game: Any, rows: Sequence[int]) -> None:
    """An answer is the same alone, in any order, and beside its own twin."""
    view = game.view()
    together = agent.act(view)
    order = np.array([*rows, *rows])
    assert agent.act(view.select(order)).tolist() == together[order].tolist()
    for row in rows:
        assert agent.act(view.select(np.array([row]))).tolist() == [together[row]]


def check_forced_moves_cost_nothing(agent: Any, game: Any) -> None:
    """Where there is one lawful action no world is drawn; `agent.tables` cannot draw any after."""
    agent.tables.determinizer = None
    forced = np.zeros(0, np.intp)
    while (game.seat != NO_SEAT).any():
        lawful = game.lawful
        forced = np.flatnonzero(lawful.sum(axis=1) == 1)
        if len(forced):
            expected = lawful[forced].argmax(axis=1).tolist()
            assert agent.act(game.view(forced)).tolist() == expected
        game.step(lawful.argmax(axis=1))
    assert len(forced)


def check_no_leak(agent: Any, case: GameUnderTest, settings: Options, pairs: list[Pair]) -> None:
    """Exchanging the cards that are hidden from the observer changes no answer."""
    one, two = fresh_games(case, settings, pairs)
    lengths = np.array([len(pair.actions) for pair in pairs])
    first, second = ([pair.actions for pair in pairs], [pair.others for pair in pairs])
    for move in range(int(lengths.max()) + 1):
        acting = np.flatnonzero(lengths == move)
        if len(acting):
            answers = agent.act(one.view(acting)).tolist()
            assert answers == agent.act(two.view(acting)).tolist(), move
        one.step(next_actions(case, one, first, move))
        two.step(next_actions(case, two, second, move))
