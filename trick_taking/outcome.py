"""What falls to the learners of a batch between two of their decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from trick_taking.arrays import GameArrays
from trick_taking.cards import Flags, Ids
from trick_taking.step import Step

Rows = npt.NDArray[np.intp]


@dataclass
class Outcome:
    """What fell to the learners of G games since their last decisions.

    rewards: (G,) float64
    done: (G,) bool, the episode is over
    deal_ended: (G,) bool, where `results` has a deal
    results: the game's results with one row a game, None before any deal ended. Where two deals
        ended since the last decision, because the learner sat the second out, they are the first.
    """

    rewards: npt.NDArray[np.float64]
    done: Flags
    deal_ended: Flags
    results: GameArrays | None = None

    @classmethod
    def nothing(cls, num_games: int) -> Outcome:
        """No reward and no deal yet."""
        return cls(
            np.zeros(num_games), np.zeros(num_games, np.bool_), np.zeros(num_games, np.bool_)
        )

    def add(self, step: Step[Any], learners: Ids) -> None:
        """Book a step of all games for `learners`, one seat a game."""
        self.rewards += step.rewards[np.arange(len(learners)), learners]
        self.done |= step.done
        if step.results is None:
            return
        if self.results is None:
            self.results = blank_like(step.results, len(learners))
        first = np.flatnonzero(~self.deal_ended[step.results.rows])
        rows = step.results.rows[first]
        self.results.assign(rows, step.results.select(first))
        self.deal_ended[rows] = True

    def take_deals(self, rows: Rows, later: Outcome) -> None:
        """Let the deals of `rows` be those of `later`."""
        self.deal_ended[rows] = later.deal_ended[rows]
        if self.results is None:
            self.results = later.results
        elif later.results is not None:
            self.results.assign(rows, later.results.select(rows))

    def forget(self, rows: Rows) -> None:
        """Drop what was booked for `rows`."""
        self.rewards[rows] = 0
        self.done[rows] = False
        self.deal_ended[rows] = False


def blank_like(arrays: GameArrays, num_rows: int) -> GameArrays:
    """The same fields with `num_rows` rows of zeros."""
    blank = {
        name: np.zeros((num_rows, *array.shape[1:]), array.dtype)
        for name, array in arrays.arrays().items()
    }
    return type(arrays)(**blank)
