"""Single-observer information-set Monte Carlo tree search, for every game.

Each iteration draws a world uniformly from all that the seat's information state leaves
(agents/determinize.py), walks down one tree by the actions that are lawful in that world, adds one
node, plays on at random to the end of the deal, and books for every action on the way what the seat
that took it scored, in units of the deal. Every seat seeks its own units. The most visited action
of the root is played; of equals the one of the better mean, then the lowest id (Cowling, Powley and
Whitehouse, "Information Set Monte Carlo Tree Search", 2012: SO-ISMCTS).

A play-out by the rule player takes eight times as long as one at random (two-trump Spitzer, 64 rows
at once: 2.2 against 0.27 ms an iteration and row). With as much time, 25 iterations for 200, it was
not seen to be stronger, so play-outs are at random.

A card that another seat lays face down is not seen (SPV4, SM7): all such cards are one edge. A
forced action costs nothing. Worlds and play-outs are drawn by `view.keys`, so an answer does not
depend on the batch, unless a time limit ends the search.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.search_trees import Forest, Places
from agents.world_search import Actions, WorldSearch
from smear_env.game import SmearGame
from smear_env.state import Phase as SmearPhase
from spitzer_env.state import Phase
from trick_taking.action_sets import action_flags
from trick_taking.cards import NO_SEAT
from trick_taking.choice import uniform_member
from trick_taking.counter import random_keys
from trick_taking.lockstep import LockstepGame
from trick_taking.view import View

WORLDS_AT_ONCE = 32  # drawn together; part of the computation
Playout = Callable[[Any], Actions]


def play_at_random(play: Any) -> Actions:
    """(N,) a uniform lawful action of each row, by its key."""
    return uniform_member(play.state.lawful, play.action_keys())


class IsmctsAgent(WorldSearch):
    """Plays every seat by a tree for each decision.

    game: the game it will play, for its options
    iterations: of each tree, None for no limit
    milliseconds: of each decision, None for no limit; rows that are searched together share theirs
    playout: what every seat does below the tree
    """

    rows_at_once = 256

    def __init__(
        self,
        game: LockstepGame,
        iterations: int | None = 200,
        milliseconds: int | None = None,
        name: str = "ismcts",
        playout: Playout = play_at_random,
    ) -> None:
        if iterations is None and milliseconds is None:
            raise ValueError("ismcts needs a number of iterations or of milliseconds")
        super().__init__(game, name)
        self.iterations, self.milliseconds = iterations, milliseconds
        self._playout = playout
        is_smear = isinstance(game, SmearGame)
        self._face_down = SmearPhase.DISCARD if is_smear else Phase.BURY

    def _choose(self, view: View[Any]) -> Actions:
        """(G,) the best actions; every row has a choice."""
        num_rows = len(view)
        forest = Forest(num_rows, self._num_actions + 1)  # the last edge: a card face down
        until = time.monotonic() + (self.milliseconds or 0) / 1000 * num_rows
        done = 0
        while done != self.iterations:
            ahead = (self.iterations or done + WORLDS_AT_ONCE) - done
            for play in self._worlds(view, done // WORLDS_AT_ONCE, min(ahead, WORLDS_AT_ONCE)):
                self._iterate(play, forest)
                done += 1
                if self.milliseconds is not None and time.monotonic() >= until:
                    return most_visited(forest, num_rows)
        return most_visited(forest, num_rows)

    def _worlds(self, view: View[Any], block: int, size: int) -> list[Any]:
        """`size` games of the rows of `view`, each in a world of its own."""
        information, keys = view.information_state, random_keys(view.keys, block)
        play = self.tables.draw(information, keys, size)
        return [
            play.standing(play.state.select(slice(number, None, size))) for number in range(size)
        ]

    def _iterate(self, play: Any, forest: Forest) -> None:
        """Walk every tree down once, play on to the end and book the units."""
        nodes, inside = np.arange(play.num_games), np.ones(play.num_games, np.bool_)
        path: list[tuple[Places, Places, Actions, Places]] = []  # nodes, trees, edges, seats
        units = np.zeros((play.num_games, play.num_seats), np.int64)
        while (play.state.seat != NO_SEAT).any():
            actions = self._playout(play)
            trees = np.flatnonzero(inside & (play.state.seat != NO_SEAT))
            if len(trees):
                edges, fresh = self._descend(play, forest, nodes[trees], trees, actions)
                path.append((nodes[trees], trees, edges, play.state.seat[trees].astype(np.intp)))
                nodes[trees] = forest.follow(nodes[trees], edges)
                inside[trees[fresh]] = False
            results = play.advance(actions).results
            if results is not None:
                units[results.rows] = results.units
        for passed, trees, edges, seats in path:
            forest.reward(passed, trees, edges, units[trees, seats])

    def _descend(
        self, play: Any, forest: Forest, nodes: Places, trees: Places, actions: Actions
    ) -> tuple[Actions, npt.NDArray[np.bool_]]:
        """(K,) edges of `trees` and whether they are new; `actions` are filled in for them."""
        state = play.state
        allowed = np.zeros((len(trees), self._num_actions + 1), np.bool_)
        allowed[:, :-1] = action_flags(state.lawful[trees], self._num_actions)
        unseen = (state.phase[trees] == self._face_down) & (state.seat[trees] != 0)
        allowed[unseen] = np.arange(self._num_actions + 1) == self._num_actions
        edges, fresh = forest.choose(nodes, trees, allowed, play.action_keys(trees))
        actions[trees[~unseen]] = edges[~unseen]
        return edges, fresh


def most_visited(forest: Forest, num_rows: int) -> Actions:
    """(G,) the most visited edge of each root; of equals the better mean, then the first."""
    visits, totals = forest.visits[:num_rows, :-1], forest.totals[:num_rows, :-1]
    most = visits == visits.max(axis=1, keepdims=True)
    means = np.where(most, totals / np.maximum(visits, 1), -np.inf)
    return means.argmax(axis=1)
