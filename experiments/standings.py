"""From the tallies of all pairs to figures with intervals.

The figure of A against B is the mean units per deal of a seat held by A over the mixed seatings.
All intervals come from the same resamples of the deals, so the mean of an agent over its opponents
is paired as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.bootstrap import (
    Floats,
    percentile_interval,
    ratio_standard_error,
    resampled_ratios,
)
from experiments.tallies import PairTally

Pair = tuple[int, int]  # places of the two agents, first < second


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95% interval; NaN where there was nothing to measure.

    count: seats (of a deal and a seating) that the figure is the mean of
    """

    value: float
    low: float
    high: float
    count: int

    @property
    def verdict(self) -> int:
        """1 when the interval lies above 0, -1 below, else 0."""
        return int(self.low > 0) - int(self.high < 0)


@dataclass(frozen=True)
class Comparison:
    """One agent against another.

    duplicate_error: standard error of `units`, the deal as the unit
    raw_error: what it would be had every mixed seating been dealt cards of its own
    roles: units by the role of the seat; deeds, alone: rates of deeds in mixed seatings and in the
        seating of the agent alone
    """

    agent: str
    opponent: str
    units: Estimate
    duplicate_error: float
    raw_error: float
    roles: dict[str, Estimate]
    deeds: dict[str, Estimate]
    alone: dict[str, Estimate]


@dataclass(frozen=True)
class Standing:
    """An agent's mean over all the others, each opponent alike."""

    agent: str
    units: Estimate


@dataclass(frozen=True)
class Standings:
    """A round robin: every ordered pair, and every agent by its mean."""

    deals: int
    comparisons: dict[tuple[str, str], Comparison]
    means: list[Standing]


def find_standings(
    agents: Sequence[str],
    tallies: Mapping[Pair, PairTally],
    role_names: Sequence[str],
    deed_names: Sequence[str],
    resamples: int,
    seed: int,
) -> Standings:
    """The standings of `agents`, whose names differ; the tallies are of the same deals."""
    sides = {
        (agents[pair[side]], agents[pair[1 - side]]): (tally, side)
        for pair, tally in tallies.items()
        for side in (0, 1)
    }
    tops, bottoms = zip(*[_columns(tally, side) for tally, side in sides.values()], strict=True)
    width = tops[0].shape[1]
    samples = resampled_ratios(np.hstack(tops), np.hstack(bottoms), resamples, seed)
    comparisons, unit_samples = {}, {}
    for place, (names, (tally, side)) in enumerate(sides.items()):
        own = samples[:, place * width : (place + 1) * width]
        estimates = _estimates(tops[place], bottoms[place], own)
        comparisons[names] = _compare(names, estimates, tally, side, role_names, deed_names)
        unit_samples[names] = own[:, 0]
    means = [_mean_standing(agent, comparisons, unit_samples) for agent in agents]
    deals = next(iter(tallies.values())).num_rows
    return Standings(deals, comparisons, means)


def _columns(tally: PairTally, side: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """(N, K) numerators and denominators: units, units by role, deeds, deeds alone."""
    top = [tally.units[:, side, None], tally.role_units[:, side]]
    bottom = [tally.seats[:, side, None], tally.role_seats[:, side]]
    top += [tally.done[:, side], tally.alone_done[:, side]]
    bottom += [tally.occasions[:, side], tally.alone_occasions[:, side]]
    return np.hstack(top), np.hstack(bottom)


def _estimates(
    top: npt.NDArray[np.int64], bottom: npt.NDArray[np.int64], samples: Floats
) -> list[Estimate]:
    low, high = percentile_interval(samples)
    sums, counts = top.sum(axis=0), bottom.sum(axis=0)
    values = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts != 0)
    columns = zip(values, low, high, counts, strict=True)
    return [Estimate(float(v), float(a), float(b), int(n)) for v, a, b, n in columns]


def _compare(
    names: tuple[str, str],
    estimates: list[Estimate],
    tally: PairTally,
    side: int,
    role_names: Sequence[str],
    deed_names: Sequence[str],
) -> Comparison:
    units, *rest = estimates
    roles, deeds = len(role_names), len(deed_names)
    weight = float(tally.seats[:, side].sum())
    own_units, own_seats = tally.units[:, side], tally.seats[:, side]
    return Comparison(
        agent=names[0],
        opponent=names[1],
        units=units,
        duplicate_error=ratio_standard_error(
            units.value,
            float((own_units * own_units).sum()),
            float((own_units * own_seats).sum()),
            float((own_seats * own_seats).sum()),
            weight,
            tally.num_rows,
        ),
        raw_error=ratio_standard_error(
            units.value,
            float(tally.units_squared[:, side].sum()),
            float(tally.units_seats[:, side].sum()),
            float(tally.seats_squared[:, side].sum()),
            weight,
            int(tally.seatings[:, side].sum()),
        ),
        roles=dict(zip(role_names, rest[:roles], strict=True)),
        deeds=dict(zip(deed_names, rest[roles : roles + deeds], strict=True)),
        alone=dict(zip(deed_names, rest[roles + deeds :], strict=True)),
    )


def _mean_standing(
    agent: str,
    comparisons: Mapping[tuple[str, str], Comparison],
    unit_samples: Mapping[tuple[str, str], Floats],
) -> Standing:
    own = [names for names in comparisons if names[0] == agent]
    value = float(np.mean([comparisons[names].units.value for names in own]))
    mean_samples = np.mean([unit_samples[names] for names in own], axis=0)
    low, high = percentile_interval(mean_samples[:, None])
    count = sum(comparisons[names].units.count for names in own)
    return Standing(agent, Estimate(value, float(low[0]), float(high[0]), count))
