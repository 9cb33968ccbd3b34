"""Deals that one agent played in all seats, with every position: what measures of play look at.

deals = watch(game, agent)
deals.states[m], deals.actions[m]        # (G,) games before the action m, and what was done
play_on(game.standing(state), agent)     # (G, S) units: from a position, changed or not
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.protocol import Agent
from spitzer_env.actions import PASS
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_scoring import MichiganResults
from spitzer_env.play import PlayTables
from spitzer_env.state import Phase, SpitzerState
from spitzer_env.trumps import TRUMP
from trick_taking.arrays import Rows
from trick_taking.cards import NO_SEAT, Flags
from trick_taking.cards import flags as card_flags
from trick_taking.lockstep import LockstepGame
from trick_taking.tricks import takes_trick

Actions = npt.NDArray[np.int64]


@dataclass(frozen=True)
class WatchedDeals:
    """G deals that were played to their end.

    game: of their kind, to make games that stand in a position
    states: before each action; a game that is over has nobody to act
    actions: (G,) of each; any number in games that are over
    sides: (G, S) who was on the trump side, in Michigan the declaring one
    scores: (G, S) units less their mean
    """

    game: SpitzerGame
    states: list[SpitzerState]
    actions: list[Actions]
    sides: Flags
    scores: npt.NDArray[np.float64]

    def deciding(self, move: int) -> npt.NDArray[np.intp]:
        """The games in which the action `move` is a card, and not the only legal one."""
        state = self.states[move]
        plays = (state.seat != NO_SEAT) & (state.phase == Phase.PLAY)
        return np.flatnonzero(plays & (np.bitwise_count(state.legal) > 1))

    def at(self, move: int, rows: Rows) -> SpitzerGame:
        """New games in the positions of `rows` before the action `move`."""
        return self.game.standing(self.states[move].select(rows))


def check_sides(rules: Any) -> None:
    """ValueError unless four play and the sides are secret: with a blind they are not (SPV4)."""
    if getattr(rules, "blind", 0) or rules.players != 4 or rules.revoke != "forbidden":
        raise ValueError("rules: secret partners are studied with 4 players, no blind, no revokes")


def watch(game: SpitzerGame, agent: Agent, silent: bool = False) -> WatchedDeals:
    """Play the deals of `game`, which must not deal anew, to their end; `silent`: everybody passes.

    ValueError for what the agent must not do.
    """
    check_sides(game.rules)
    shape = game.num_games, game.num_seats
    sides, scores = np.zeros(shape, np.bool_), np.zeros(shape)
    states, actions = [], []
    while (game.seat != NO_SEAT).any():
        chosen = choose(game, agent)
        if silent:
            chosen = np.where(game.state.phase == Phase.ANNOUNCE, PASS, chosen)
        states.append(game.state.copy())
        actions.append(chosen)
        results = game.step(chosen).results
        if results is not None:
            is_michigan = isinstance(results, MichiganResults)
            sides[results.rows] = results.declarers if is_michigan else results.trump_side
            scores[results.rows] = results.units - results.units.mean(axis=1, keepdims=True)
    return WatchedDeals(game, states, actions, sides, scores)


def choose(game: LockstepGame, agent: Agent) -> Actions:
    """(G,) what `agent` does in every game; it is asked where it has a choice."""
    legal = game.legal
    actions: Actions = legal.argmax(axis=1)
    rows = np.flatnonzero(legal.sum(axis=1) > 1)
    if len(rows):
        actions[rows] = agent.act(game.view(rows))
    return actions


def play_on(game: SpitzerGame, agent: Agent) -> npt.NDArray[np.float64]:
    """(G, S) the scores, units less their mean, when `agent` goes on from here in all seats."""
    scores = np.zeros((game.num_games, game.num_seats))
    while (game.seat != NO_SEAT).any():
        results = game.step(choose(game, agent)).results
        if results is not None:
            scores[results.rows] = results.units - results.units.mean(axis=1, keepdims=True)
    return scores


def cards_to_play(state: SpitzerState, tables: PlayTables) -> tuple[Flags, Flags]:
    """(G, C) which cards the seats to act may play, and which of these would take the trick."""
    num_cards = len(tables.group)
    legal = card_flags(state.legal, num_cards).astype(np.bool_)
    takes = takes_trick(
        (state.trick_size == 0)[:, None],
        tables.group == state.led_group[:, None],
        tables.group == TRUMP,
        tables.strength[None, :],
        state.best_strength[:, None],
    )
    return legal, legal & takes
