"""What actions are worth in worlds: a rule player plays on until the open cards can be solved.

    values = WorldValues(rule, leaves)
    values.of_actions(play)     # (N, A) for seat 0, of a game of agents/world_games.py
    values.after(play, actions) # (N,) the same when `actions` are taken

Worth is the units of seat 0 less the mean of all seats, times the number of seats, so that it is a
whole number: what `rewards="relative"` pays. Where the score is zero-sum that is the own units;
elsewhere (MI19, SM12) it heeds what the others get too.

Leaves tell where a position is valued exactly, and what it is worth there. Where they cannot, every
seat plays on by the rule player, on its own information in that world.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from agents.double_dummy import DoubleDummy, can_be_solved
from agents.double_dummy_smear import NO_MARGIN, SmearDoubleDummy, has_two_sides, in_play
from agents.protocol import Agent
from smear_env.rules import SmearRules
from smear_env.state import SmearState
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.state import SpitzerState
from trick_taking.cards import NO_SEAT, Flags, count

Worth = npt.NDArray[np.int64]


class Leaves(Protocol):
    """Positions whose exact worth is known."""

    def reached(self, state: Any) -> Flags:
        """(N,) where it is."""
        ...

    def worth(self, state: Any) -> Worth:
        """(N,) for seat 0."""
        ...

    def card_worth(self, state: Any) -> Worth:
        """(N, C) for seat 0, which is to act, after each of its lawful cards, else 0."""
        ...


class NoLeaves:
    """No position is known: deals are played to their ends."""

    def reached(self, state: Any) -> Flags:
        """(N,) nowhere."""
        return np.zeros(state.num_rows, np.bool_)

    def worth(self, state: Any) -> Worth:
        """Never asked for."""
        raise NotImplementedError

    def card_worth(self, state: Any) -> Worth:
        """Never asked for."""
        raise NotImplementedError


class SolvedLeaves:
    """Positions of a Spitzer with two fixed sides and at most `most_cards` cards in the hands."""

    def __init__(self, rules: SpitzerRules, most_cards: int) -> None:
        self.rules, self.most_cards = rules, most_cards
        self.solver = DoubleDummy(rules)

    def reached(self, state: SpitzerState) -> Flags:
        """(N,) where the solver is asked."""
        few = count(state.hands).sum(axis=1) <= self.most_cards
        return few & can_be_solved(state, self.rules)

    def worth(self, state: SpitzerState) -> Worth:
        """(N,) for seat 0 when both sides play best with open cards."""
        return relative_worth(self.solver.solve(state, plays="none").units)

    def card_worth(self, state: SpitzerState) -> Worth:
        """(N, C) the same after each lawful card of seat 0."""
        solutions = self.solver.solve(state, plays="all")
        units = solutions.card_units.astype(np.int64)
        declaring = solutions.declares.sum(axis=1)[:, None]
        seats = self.rules.seats_playing
        total = declaring * units[..., 0] + (seats - declaring) * units[..., 1]
        mine = np.where(solutions.declares[:, :1], units[..., 0], units[..., 1])
        return self.rules.players * mine - total


class SolvedSmearLeaves:
    """Positions of Smear with two teams and at most `most_cards` cards in the hands."""

    def __init__(self, rules: SmearRules, most_cards: int) -> None:
        self.most_cards, self._seats_of_a_side = most_cards, rules.players // 2
        self.solver = SmearDoubleDummy(rules)

    def reached(self, state: SmearState) -> Flags:
        """(N,) where the solver is asked."""
        return in_play(state) & (count(state.hands).sum(axis=1) <= self.most_cards)

    def worth(self, state: SmearState) -> Worth:
        """(N,) for seat 0 when both sides play best with open cards."""
        return self._seats_of_a_side * self.solver.solve(state).margins

    def card_worth(self, state: SmearState) -> Worth:
        """(N, C) the same after each lawful card of seat 0."""
        margins = self.solver.solve(state, each_card=True).card_margins
        return self._seats_of_a_side * np.where(margins == NO_MARGIN, 0, margins)


def relative_worth(units: npt.NDArray[np.integer]) -> Worth:
    """(N,) for seat 0 from the units (N, S) of all seats."""
    wide = units.astype(np.int64)
    return units.shape[1] * wide[:, 0] - wide.sum(axis=1)


def leaves_of(rules: Any, most_cards: int) -> Leaves:
    """Solved ones where there is a solver for `rules`, else none."""
    if not isinstance(rules, SmearRules):
        return SolvedLeaves(rules, most_cards)
    return SolvedSmearLeaves(rules, most_cards) if has_two_sides(rules) else NoLeaves()


class WorldValues:
    """Values actions in games of worlds for seat 0, the observer.

    rule: plays every seat where no leaf is reached
    """

    def __init__(self, rule: Agent, leaves: Leaves) -> None:
        self.rule, self.leaves = rule, leaves

    def of_actions(self, play: Any) -> Worth:
        """(N, A) after each lawful action of seat 0, which is to act; 0 for the others."""
        values = np.zeros((play.num_games, play.num_actions), np.int64)
        solved = self.leaves.reached(play.state)
        if solved.any():
            values[solved, : play.num_cards] = self.leaves.card_worth(play.state.select(solved))
        rows, actions = np.nonzero(play.lawful & ~solved[:, None])
        if len(rows):
            branches = play.standing(play.state.select(rows))
            values[rows, actions] = self.after(branches, actions)
        return values

    def after(self, play: Any, actions: npt.NDArray[np.int64]) -> Worth:
        """(N,) when `actions` are taken; `play` itself is played on."""
        worth = np.zeros(play.num_games, np.int64)
        places = np.arange(play.num_games)
        while True:
            results = play.advance(actions).results
            if results is not None:
                worth[places[results.rows]] = relative_worth(results.units)
            going = play.seat != NO_SEAT
            leaf = going & self.leaves.reached(play.state)
            if leaf.any():
                worth[places[leaf]] = self.leaves.worth(play.state.select(leaf))
                going &= ~leaf
            if not going.any():
                return worth
            if not going.all():
                places, play = places[going], play.standing(play.state.select(going))
            actions = self.rule.act(play.view())
