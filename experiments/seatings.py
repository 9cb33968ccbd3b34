"""Duplicate deals: two agents play every deal, or every match, in all seatings.

A fixed side is held by one agent, so N sides have 2^N seatings; where every seat is alone, or sides
are secret, the seats are the sides. The rows of one deal share its stream, so they hold equal
cards, have the same dealer and draw equal random keys; so have the deals of a match, one by one.
Where two agents are copies of each other, all seatings therefore go the same way.

And as long as seatings of one deal have gone the same way, their position is one and the same, so
an agent that acts in several of them is asked once. Where only one action is legal nobody is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.protocol import Agent
from experiments.forfeits import (
    Actions,
    Forfeit,
    RowNumbers,
    Umpire,
    WrongAnswerError,
    legal_answers,
    score_deals,
    share_matches,
    whole_actions,
)
from trick_taking.arrays import GameArrays
from trick_taking.cards import NO_SEAT, Flags
from trick_taking.choice import uniform_legal

MakeGame = Callable[[int, npt.NDArray[np.uint64]], Any]  # (number of rows, their streams) -> game


@dataclass(frozen=True)
class Duplicates:
    """K games that a pair has played to their end, all seatings of one deal after the other.

    seatings: of each deal
    holds: (K, S) whether the first agent held the seat
    rewards: (K, S) of the whole game
    results: the deals of the games in order, a match has several; `rows` tells the game of each
    forfeits: games that an agent lost by itself, in the order of the games; scored already
    """

    seatings: int
    holds: Flags
    rewards: npt.NDArray[np.float64]
    results: Any
    forfeits: tuple[Forfeit, ...] = ()


def all_seatings(sides: Sequence[int]) -> Flags:
    """(2**N, S) every seating: whether the first of two agents holds the seat.

    `sides` (S,): the side of each seat, 0..N-1, which one agent holds wholly. Row 0 is the second
    agent alone, the last row the first agent alone.
    """
    seatings = np.arange(1 << len(set(sides)))
    return (seatings[:, None] >> np.array(sides) & 1).astype(np.bool_)


def play_duplicates(
    make_game: MakeGame,
    pair: Sequence[Agent],
    deals: range,
    sides: Sequence[int],
    umpire: Umpire | None = None,
) -> Duplicates:
    """Play `deals`, or the matches of these numbers, in all seatings of `pair`.

    With an umpire an agent that fails forfeits that game; without one ValueError names it.
    """
    seatings = all_seatings(sides)
    holds = np.tile(seatings, (len(deals), 1))
    numbers = np.repeat(np.array(deals), len(seatings))
    table = Table(make_game(len(numbers), numbers.astype(np.uint64)), pair, holds, numbers, umpire)
    rewards, results = table.play()
    forfeits = [
        Forfeit(
            agent=int(not holds[row, seat]),
            game=int(numbers[row]),
            seating=row % len(seatings),
            seat=seat,
            reason=reason,
        )
        for row, (seat, reason) in sorted(table.lost.items())
    ]
    if forfeits:
        rows, seats = np.array(sorted(table.lost)), np.array([lost.seat for lost in forfeits])
        if table.game.episode == "match":
            share_matches(rewards, rows, seats, sides)
        else:
            score_deals(results.units, rows, seats, table.game.rules.largest_stake)
    return Duplicates(len(seatings), holds, rewards, results, tuple(forfeits))


def play_out(game: Any, pair: Sequence[Agent], holds: Flags) -> tuple[npt.NDArray[np.float64], Any]:
    """Play every row of `game` to its end: its rewards (G, S) and its deals, in order.

    `holds` (G, S): whether the first agent of `pair` holds the seat. ValueError names an agent that
    fails.
    """
    return Table(game, pair, holds, np.arange(game.num_games)).play()


class Table:
    """Two agents at the rows of a game.

    holds: (G, S) whether the first agent of `pair` holds the seat
    numbers: (G,) equal for rows that are in one and the same position; what is equal stays so
        while the actions are
    umpire: lets agents forfeit; without one their failures are errors
    lost: the rows that were forfeited, by which seat and why
    """

    def __init__(
        self,
        game: Any,
        pair: Sequence[Agent],
        holds: Flags,
        numbers: RowNumbers,
        umpire: Umpire | None = None,
    ) -> None:
        self.game, self.pair, self.holds, self.umpire = game, pair, holds, umpire
        self.positions = _renumbered(numbers)
        self.lost: dict[int, tuple[int, str]] = {}

    def play(self) -> tuple[npt.NDArray[np.float64], Any]:
        """Play every row to its end: rewards (G, S) and the deals, sorted by row."""
        game = self.game
        rewards = np.zeros(self.holds.shape)
        results: list[Any] = []
        while (game.seat != NO_SEAT).any():
            actions = self._choose()
            step = game.step(actions)
            rewards += step.rewards
            if step.results is not None:
                results.append(step.results)
            self.positions = _renumbered(self.positions * game.num_actions + actions)
        return rewards, in_row_order(results)

    def _choose(self) -> Actions:
        """(G,) a legal action for each row; any number where nobody is to act."""
        game, seat, legal = self.game, self.game.seat, self.game.legal
        actions = legal.argmax(axis=1)
        first = self.holds[np.arange(game.num_games), np.maximum(seat, 0)]
        asked = legal.sum(axis=1) > 1
        asked[list(self.lost)] = False
        for agent, held in zip(self.pair, (first, ~first), strict=True):
            rows = np.flatnonzero(asked & held)
            if len(rows):
                actions[rows] = self._ask(agent, rows)
        if self.lost:
            rows = np.array(sorted(self.lost))
            actions[rows] = uniform_legal(legal[rows], game.action_keys(rows))
        return actions

    def _ask(self, agent: Agent, rows: RowNumbers) -> Actions:
        """(K,) what `agent` answers in `rows`, each position asked once."""
        _, firsts, places = np.unique(self.positions[rows], return_index=True, return_inverse=True)
        if self.umpire is None:
            return ask(agent, self.game, rows[firsts])[places]
        answers = self.umpire.ask(agent, self.game, rows[firsts])
        for place, reason in answers.failures.items():
            for row in rows[places == place]:
                self.lost[int(row)] = int(self.game.seat[row]), reason
        return answers.actions[places]


def ask(agent: Agent, game: Any, rows: RowNumbers) -> Actions:
    """(K,) legal actions of `agent` for the seats to act in `rows`; ValueError names the agent."""
    view = game.view(rows)
    allowed = view.legal.copy()  # whatever the agent does to its view
    try:
        actions = whole_actions(agent.act(view), len(rows))
    except WrongAnswerError as error:
        raise ValueError(f"agent {agent.name!r} {error}") from error
    except ValueError as error:
        raise ValueError(f"agent {agent.name!r}: {error}") from error
    legal = legal_answers(allowed, actions)
    if not legal.all():
        worst = int(np.argmin(legal))
        reason = game.explain_illegal(int(rows[worst]), int(actions[worst]))
        raise ValueError(f"agent {agent.name!r} plays illegally: {reason}")
    return actions


def _renumbered(numbers: npt.NDArray[np.integer]) -> RowNumbers:
    """(G,) the same numbers as 0, 1, .., so that they stay small."""
    return np.unique(numbers, return_inverse=True)[1]


def in_row_order(results: Sequence[GameArrays]) -> Any:
    """One record of all finished deals, sorted by their row, those of a row in order of play."""
    names = results[0].arrays()
    order = np.argsort(np.concatenate([part.arrays()["rows"] for part in results]), kind="stable")
    joined = {
        name: np.concatenate([part.arrays()[name] for part in results])[order] for name in names
    }
    return type(results[0])(**joined)
