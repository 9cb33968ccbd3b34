"""Positions of both Spitzers, and what they are worth, found by playing every line out.

Every lawful card of every position is tried through the batched game itself, to the end of the
deal, and the units at the ends are carried back by whoever chooses.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from agents.double_dummy import declaring_seats
from spitzer_env.actions import CALL_FIRST_TRICK
from spitzer_env.game import SpitzerGame
from spitzer_env.state import Phase, SpitzerState


def game_at(game: SpitzerGame, state: SpitzerState) -> SpitzerGame:
    """A game of the rules of `game` in the positions `state`."""
    twin = game.copy()
    twin.state, twin.num_games = state, state.num_rows
    twin._first_cells = np.arange(twin.num_games) * twin.num_seats
    twin._refresh_legal()
    return twin


def cards_left(state: SpitzerState) -> npt.NDArray[np.int64]:
    return np.bitwise_count(state.hands).sum(axis=1, dtype=np.int64)


def solvable(state: SpitzerState) -> npt.NDArray[np.bool_]:
    undecided = (state.contract == CALL_FIRST_TRICK) & (state.partner < 0)
    leaster = (state.declarer < 0) & (state.blind != 0)
    return (state.seat >= 0) & (state.phase == Phase.PLAY) & ~undecided & ~leaster


def positions(game: SpitzerGame, cards: int, seed: int = 0) -> SpitzerState:
    """Where games of random lawful actions stand with `cards` cards to play; of two sides."""
    chance = np.random.default_rng(seed)
    found: list[SpitzerState] = []
    while (game.state.seat >= 0).any():
        there = np.flatnonzero(solvable(game.state) & (cards_left(game.state) == cards))
        if len(there):
            found.append(game.state.select(there))
        game.step((game.lawful * (1 + chance.random(game.legal.shape))).argmax(axis=1))
    return joined(found)


def joined(states: list[SpitzerState]) -> SpitzerState:
    parts = [state.arrays() for state in states]
    return SpitzerState(
        **{name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    )


def play_out(game: SpitzerGame, state: SpitzerState) -> npt.NDArray[np.int64]:
    """(G,) the margin of the declaring side when both sides play best; equally many cards left."""
    level, ways = game_at(game, state), []
    declares = declaring_seats(state, game.rules)
    for _ in range(int(cards_left(state)[0])):
        rows, cards = np.nonzero(level.lawful)
        ways.append((rows, declares[np.arange(len(declares)), level.state.seat]))
        level, declares = game_at(level, level.state.select(rows)), declares[rows]
        step = level.step(cards)
    units: Any = step.results.units
    assert len(units) == level.num_games
    values = margin(units, declares, step.results.dealer, game.rules)
    for rows, ours in reversed(ways):
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        most, least = (how.reduceat(values, starts) for how in (np.maximum, np.minimum))
        values = np.where(ours, most, least)
    return values


def margin(units: Any, declares: Any, dealer: Any, rules: Any) -> npt.NDArray[np.int64]:
    """(G,) units of a declaring seat less those of an opponent."""
    plays = np.arange(units.shape[1]) != dealer[:, None]
    against = ~declares & (plays | (not rules.dealer_sits_out))
    mine = np.take_along_axis(units, declares.argmax(axis=1)[:, None], axis=1)[:, 0]
    theirs = np.take_along_axis(units, against.argmax(axis=1)[:, None], axis=1)[:, 0]
    return (mine - theirs).astype(np.int64)
