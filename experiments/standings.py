"""From the tallies of all pairs to figures with intervals.

The figure of A against B is the mean gain of a seat held by A over the mixed seatings: units per
deal, or in matches the share of the winning less the fair share. All intervals come from the same
resamples of the deals (or matches), so the mean of an agent over its opponents is paired as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from agents.bootstrap import (
    Floats,
    percentile_interval,
    ratio_standard_error,
    resampled_ratios,
)
from experiments.controlled import Controlled
from experiments.measures import Measure
from experiments.ratings import Rating
from experiments.tallies import PairTally, Sums

Pair = tuple[int, int]  # places of the two agents, first < second
Names = tuple[str, str]  # an agent and its opponent


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

    duplicate_error: standard error of `figure`, the deal as the unit
    raw_error: what it would be had every mixed seating been dealt cards of its own
    roles: score of a deal by the role of the seat; deeds, alone: rates of deeds in mixed seatings
        and in the seating of the agent alone
    matches: where matches were played, "won", the share of them that the agent's seats won, and
        "deals", how many a match took, both over the mixed seatings, which they count
    controlled: the figure with a control variate, None where there is no baseline
    forfeits: games of the pair, in any seating, that the agent forfeited
    """

    agent: str
    opponent: str
    figure: Estimate
    duplicate_error: float
    raw_error: float
    roles: dict[str, Estimate]
    deeds: dict[str, Estimate]
    alone: dict[str, Estimate]
    matches: dict[str, Estimate]
    controlled: Controlled | None = None
    forfeits: int = 0


@dataclass(frozen=True)
class Standing:
    """An agent's means over all the others, each opponent alike; the fields of a `Comparison`."""

    agent: str
    figure: Estimate
    matches: dict[str, Estimate]


@dataclass(frozen=True)
class Standings:
    """A round robin: every ordered pair, and every agent by its mean.

    deals: how many deals, or matches, were duplicated
    ratings: of every agent, None before they are made
    """

    measure: Measure
    deals: int
    comparisons: dict[Names, Comparison]
    means: list[Standing]
    ratings: dict[str, Rating] | None = None


@dataclass(frozen=True)
class _Column:
    """One figure of an ordered pair as a ratio of sums over deals, times `parts`.

    part: the field of `Comparison` that it belongs to; name: its name in there
    """

    part: str
    name: str
    top: Sums  # (D,)
    bottom: Sums  # (D,)
    parts: int = 1


def find_standings(
    agents: Sequence[str],
    tallies: Mapping[Pair, PairTally],
    role_names: Sequence[str],
    deed_names: Sequence[str],
    measure: Measure,
    resamples: int,
    seed: int,
) -> Standings:
    """The standings of `agents`, whose names differ; the tallies are of the same deals."""
    sides = {
        (agents[pair[side]], agents[pair[1 - side]]): (tally, side)
        for pair, tally in tallies.items()
        for side in (0, 1)
    }
    columns = {
        names: _columns(tally, side, role_names, deed_names, measure)
        for names, (tally, side) in sides.items()
    }
    every = [column for own in columns.values() for column in own]
    samples = resampled_ratios(
        np.stack([column.top for column in every], axis=1),
        np.stack([column.bottom for column in every], axis=1),
        resamples,
        seed,
    ) / np.array([column.parts for column in every])
    comparisons, samples_of = {}, {}
    for place, (names, own) in enumerate(columns.items()):
        samples_of[names] = samples[:, place * len(own) : (place + 1) * len(own)]
        comparisons[names] = _compare(names, own, samples_of[names], *sides[names])
    means = [_mean_standing(agent, comparisons, columns, samples_of) for agent in agents]
    deals = next(iter(tallies.values())).num_rows
    return Standings(measure, deals, comparisons, means)


def _columns(
    tally: PairTally,
    side: int,
    role_names: Sequence[str],
    deed_names: Sequence[str],
    measure: Measure,
) -> list[_Column]:
    gains, seats, seatings = (sums[:, side] for sums in (tally.gains, tally.seats, tally.seatings))
    columns = [_Column("figure", "", gains, seats, measure.parts)]
    for part, names, tops, bottoms, parts in (
        ("roles", role_names, tally.role_scores, tally.role_seats, measure.score_parts),
        ("deeds", deed_names, tally.done, tally.occasions, 1),
        ("alone", deed_names, tally.alone_done, tally.alone_occasions, 1),
    ):
        columns += [
            _Column(part, name, tops[:, side, place], bottoms[:, side, place], parts)
            for place, name in enumerate(names)
        ]
    if measure.episode == "match":
        won = gains + seats * measure.fair_share
        columns.append(_Column("matches", "won", won, seatings, measure.parts))
        columns.append(_Column("matches", "deals", tally.dealt[:, side], seatings))
    return columns


def _compare(
    names: Names, columns: list[_Column], samples: Floats, tally: PairTally, side: int
) -> Comparison:
    lows, highs = percentile_interval(samples)
    found: dict[str, dict[str, Estimate]] = {
        part: {} for part in ("figure", "roles", "deeds", "alone", "matches")
    }
    for column, low, high in zip(columns, lows, highs, strict=True):
        total, count = int(column.top.sum()), int(column.bottom.sum())
        value = total / count / column.parts if count else float("nan")
        found[column.part][column.name] = Estimate(value, float(low), float(high), count)
    figure, parts = found["figure"][""], columns[0].parts
    ratio, weight = figure.value * parts, float(figure.count)
    gains, seats = tally.gains[:, side], tally.seats[:, side]
    return Comparison(
        *names,
        figure,
        duplicate_error=ratio_standard_error(
            ratio,
            float((gains * gains).sum()),
            float((gains * seats).sum()),
            float((seats * seats).sum()),
            weight,
            tally.num_rows,
        )
        / parts,
        raw_error=ratio_standard_error(
            ratio,
            float(tally.gains_squared[:, side].sum()),
            float(tally.gains_seats[:, side].sum()),
            float(tally.seats_squared[:, side].sum()),
            weight,
            int(tally.seatings[:, side].sum()),
        )
        / parts,
        roles=found["roles"],
        deeds=found["deeds"],
        alone=found["alone"],
        matches=found["matches"],
    )


def _mean_standing(
    agent: str,
    comparisons: Mapping[Names, Comparison],
    columns: Mapping[Names, list[_Column]],
    samples: Mapping[Names, Floats],
) -> Standing:
    own = [names for names in comparisons if names[0] == agent]
    means: dict[tuple[str, str], Estimate] = {}
    for place, column in enumerate(columns[own[0]]):
        if column.part not in ("figure", "matches"):
            continue
        estimates = [_found(comparisons[names], column) for names in own]
        value = float(np.mean([estimate.value for estimate in estimates]))
        mean_samples = np.mean([samples[names][:, place] for names in own], axis=0)
        low, high = percentile_interval(mean_samples[:, None])
        count = sum(estimate.count for estimate in estimates)
        means[column.part, column.name] = Estimate(value, float(low[0]), float(high[0]), count)
    figure = means.pop(("figure", ""))
    return Standing(agent, figure, {name: estimate for (_, name), estimate in means.items()})


def _found(comparison: Comparison, column: _Column) -> Estimate:
    if column.part == "figure":
        return comparison.figure
    return comparison.matches[column.name]
