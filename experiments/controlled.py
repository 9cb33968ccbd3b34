"""The figure of one agent against another with a control variate (`agents/control_variates.py`).

The unit is the deal; its value is the mean gain of the agent's seats over the mixed seatings, and
its features are those of `baselines.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from agents.control_variates import controlled_mean
from experiments.baselines import Baseline
from experiments.measures import Measure
from experiments.tallies import PairTally

NORMAL_95 = 1.959964  # standard errors to either side


@dataclass(frozen=True)
class Controlled:
    """A figure less the luck that a baseline tells; NaN for too few deals.

    low, high: 95% interval, by the normal distribution
    variance_saved: share of the variance of the duplicate figure; below 0 where it costs some
    """

    value: float
    error: float
    low: float
    high: float
    variance_saved: float


def controlled_figure(
    tally: PairTally, side: int, measure: Measure, baseline: Baseline, duplicate_error: float
) -> Controlled:
    """The figure of the agent of `side` against the other, whose `tally` is of the same deals."""
    gains, seats = tally.gains[:, side], tally.seats[:, side]
    mean = controlled_mean(gains / (seats.mean() * measure.parts), *baseline)
    reach = NORMAL_95 * mean.error
    return Controlled(
        value=mean.value,
        error=mean.error,
        low=mean.value - reach,
        high=mean.value + reach,
        variance_saved=variance_saved(duplicate_error, mean.error),
    )


def variance_saved(before: float, after: float) -> float:
    """Share of the variance that a smaller standard error saves; NaN where there was none."""
    return 1 - (after / before) ** 2 if before else float("nan")
