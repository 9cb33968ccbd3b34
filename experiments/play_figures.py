"""From sums over deals to figures with intervals: what every measure of play shares.

A measure counts columns over each deal. A figure is a function of the columns' sums, a ratio as a
rule, and its interval comes from resampling the deals. All figures share their resamples.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from agents.bootstrap import Floats, percentile_interval, resample_counts
from agents.protocol import Agent
from experiments.seatings import MakeGame
from experiments.standings import Estimate

_BLOCK = 1 << 22  # draws held in memory at once
Sums = Mapping[str, Floats]  # sums of every column, (B,) in B resamples


@dataclass(frozen=True)
class Figure:
    """One figure.

    value: (B,) from the sums of the columns, NaN where there was nothing to measure
    count: the column that says how many things it is the figure of
    """

    name: str
    value: Callable[[Sums], Floats]
    count: str


@dataclass(frozen=True)
class Panel:
    """A part of the picture: some figures of each agent as a line with intervals."""

    title: str
    places: str  # what the ticks are
    ticks: tuple[str, ...]
    figures: tuple[str, ...]  # one a tick


@dataclass(frozen=True)
class PlayMeasure:
    """A measure of how an agent plays deals in which it holds all seats.

    columns: K names
    tally: (make_game, agent, numbers of D deals) to (D, K) sums, a pure function of these
    """

    title: str
    columns: tuple[str, ...]
    tally: Callable[[MakeGame, Agent, range], Floats]
    figures: tuple[Figure, ...]
    panels: tuple[Panel, ...]


def ratio(name: str, top: str, bottom: str) -> Figure:
    """The sum of one column over that of another."""
    return Figure(name, lambda sums: over(sums[top], sums[bottom]), bottom)


def difference(name: str, first: tuple[str, str], second: tuple[str, str]) -> Figure:
    """One ratio less another, each (top, bottom)."""

    def value(sums: Sums) -> Floats:
        return over(sums[first[0]], sums[first[1]]) - over(sums[second[0]], sums[second[1]])

    return Figure(name, value, first[1])


def over(top: Floats, bottom: Floats) -> Floats:
    """`top` / `bottom`, NaN where that is 0."""
    nothing = np.full(np.shape(top), np.nan)
    return np.divide(top, bottom, out=nothing, where=np.asarray(bottom) != 0)


def estimates(
    measure: PlayMeasure, tallies: Floats, resamples: int, seed: int
) -> dict[str, Estimate]:
    """Every figure of the deals `tallies` (D, K), with 95% intervals by bootstrap over deals."""
    total = _by_name(measure.columns, tallies.sum(axis=0, keepdims=True))
    drawn = _by_name(measure.columns, resampled_sums(tallies, resamples, seed))
    found = {}
    for figure in measure.figures:
        low, high = percentile_interval(figure.value(drawn)[:, None])
        value, count = float(figure.value(total)[0]), int(total[figure.count][0])
        found[figure.name] = Estimate(value, float(low[0]), float(high[0]), count)
    return found


def as_json(found: Mapping[str, Estimate]) -> dict[str, dict[str, float | int | None]]:
    """The same as plain JSON, which knows no NaN."""
    return {
        name: {n: None if math.isnan(x) else x for n, x in asdict(estimate).items()}
        for name, estimate in found.items()
    }


def _by_name(columns: Sequence[str], sums: Floats) -> dict[str, Floats]:
    return dict(zip(columns, sums.T, strict=True))


def resampled_sums(tallies: Floats, resamples: int, seed: int) -> Floats:
    """(B, K) the sums of the columns of `tallies` (D, K) in each resample of the deals."""
    num_deals = len(tallies)
    block = max(1, _BLOCK // num_deals)
    return np.concatenate(
        [
            resample_counts(num_deals, min(block, resamples - start), seed, start) @ tallies
            for start in range(0, resamples, block)
        ]
    )
