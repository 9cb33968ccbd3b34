"""Ratings by openskill's Plackett-Luce model, a second view: how often who wins.

Every deal, or match, of a pair is one contest: whoever gains more in its mixed seatings wins it. So
that the order of the contests does not matter, nobody is updated one by one: from the ratings so
far, openskill's update of every kind of result (won, drawn, lost) of every pair is taken, weighted
by how often it happened, and all are applied at once; again and again until the ratings settle.
There the updates of an agent cancel out: it wins as often as its rating says. One drawn contest is
added to every pair, so that who never loses has a finite rating.

What is left of openskill's sequential form are its default scale (mean 25, `beta` 25/6) and its
update; its uncertainty `sigma` is held at 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from experiments.tallies import PairTally

MEAN, SIGMA = 25.0, 1.0
MOST_PASSES = 1000
SETTLED = 1e-7


class Wins(NamedTuple):
    """Contests of a pair that the first agent won, drew and lost."""

    won: int
    drawn: int
    lost: int


class Rating(NamedTuple):
    """The rating of an agent, and the share of its contests that it won, a draw being half a win.

    The share is the mean over all opponents.
    """

    mu: float
    won: float


def count_wins(tally: PairTally) -> Wins:
    """Contests in which either agent of a pair gained more."""
    better = np.sign(tally.gains[:, 0] - tally.gains[:, 1])
    return Wins(int((better > 0).sum()), int((better == 0).sum()), int((better < 0).sum()))


def settle_ratings(count: int, wins: Mapping[tuple[int, int], Wins]) -> list[Rating]:
    """The ratings of `count` agents from the contests of all pairs (a, b), a < b."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MEAN, sigma=SIGMA, tau=0.0)
    # An update is SIGMA**2 / c times how far the result is from what was expected, with
    # c**2 = 2 * (SIGMA**2 + beta**2); steps of twice c times that are the longest that are safe.
    lengthen = 4 * (SIGMA**2 + model.beta**2) / SIGMA**2 / (count - 1)
    mus = np.full(count, MEAN)
    for _ in range(MOST_PASSES):
        steps = np.zeros(count)
        for pair, results in wins.items():
            steps[list(pair)] += lengthen * _mean_update(model, mus[list(pair)], results)
        mus += steps
        if np.abs(steps).max() < SETTLED:
            break
    won = np.zeros(count)
    for pair, (first, drawn, second) in wins.items():
        halves = np.array([2 * first + drawn, 2 * second + drawn])
        won[list(pair)] += halves / (2 * (first + drawn + second)) / (count - 1)
    return [Rating(float(mu), float(share)) for mu, share in zip(mus, won, strict=True)]


def _mean_update(model: Any, mus: npt.NDArray[np.float64], wins: Wins) -> npt.NDArray[np.float64]:
    """(2,) what openskill adds to the ratings of a pair, on average over its results."""
    steps = np.zeros(2)
    for times, ranks in ((wins.won, [1, 2]), (wins.drawn + 1, [1, 1]), (wins.lost, [2, 1])):
        teams = [[model.create_rating([mu, SIGMA])] for mu in mus.tolist()]
        rated = model.rate(teams, ranks=ranks)
        steps += times * (np.array([team[0].mu for team in rated]) - mus)
    return steps / (sum(wins) + 1)
