"""What a tournament measures: what a seat gains by a deal, or by a match.

Gains are counted in whole parts, so that sums are exact: they do not depend on how the deals were
cut into chunks, and a copy of an agent gains exactly 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import Literal

import numpy as np
import numpy.typing as npt

from trick_taking.cards import Flags
from trick_taking.lockstep import Episode

Score = Literal["units", "relative"]
Whole = npt.NDArray[np.int64]

_LESS = {"units": "", "relative": ", less the mean of the seats"}


@dataclass(frozen=True)
class Measure:
    """The figure of a tournament in games of `num_seats` seats.

    episode: what is duplicated, deals or whole matches
    score: what a seat gains by a deal: its units, or in games whose units do not add up to 0 its
        units less the mean of the seats that played
    """

    episode: Episode
    score: Score
    num_seats: int

    @property
    def key(self) -> str:
        """Name of the figure in files."""
        return "win_share" if self.episode == "match" else "units"

    @property
    def contests(self) -> str:
        """What is counted: "deals" or "matches"."""
        return "matches" if self.episode == "match" else "deals"

    @property
    def rewards(self) -> str:
        """The rewards that the games are played for."""
        return "win" if self.episode == "match" else "units"

    @property
    def texts(self) -> tuple[str, str]:
        """What the figure is of a seat, and what is taken off."""
        if self.episode == "match":
            return "share of a match won by a seat", ", less the fair share"
        return self.score_texts

    @property
    def score_texts(self) -> tuple[str, str]:
        """The same of the score of a deal."""
        return "units per deal of a seat", _LESS[self.score]

    @property
    def parts(self) -> int:
        """Parts of 1 in the gains."""
        return self._splittable if self.episode == "match" else self.score_parts

    @property
    def score_parts(self) -> int:
        """Parts of 1 in the scores of deals."""
        return self._splittable if self.score == "relative" else 1

    @property
    def _splittable(self) -> int:
        """Parts that any number of the seats can share evenly."""
        return lcm(*range(1, self.num_seats + 1))

    def scores(self, units: npt.NDArray[np.integer], plays: Flags) -> Whole:
        """(K, S) what each seat scores by K deals, in `score_parts`; `plays` (K, S) took part."""
        parts = units.astype(np.int64) * self.score_parts
        if self.score == "units":
            return parts
        mean = parts.sum(axis=1, keepdims=True) // plays.sum(axis=1, keepdims=True)
        return np.where(plays, parts - mean, 0)

    def win_gains(self, rewards: npt.NDArray[np.floating]) -> Whole:
        """(K, S) what each seat gains by K matches, in `parts`, from the rewards "win"."""
        return np.rint(rewards * self.parts).astype(np.int64)

    def in_ones(self, gains: Whole) -> npt.NDArray[np.integer | np.floating]:
        """Sums of gains without their parts."""
        return gains / self.parts if self.parts > 1 else gains

    @property
    def fair_share(self) -> int:
        """What every seat of a match would win if all won alike, in `parts`."""
        return self.parts // self.num_seats
