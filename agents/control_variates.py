"""A mean with a control variate: less what is known to be luck.

    mean = controlled_mean(values (N,), features (N, F), extra (M, F))

Each of N units (deals) has a value and some features; the features of M further units, which have
no value, say what features are on average. The value of a unit is corrected by

    shrink * (its features - the mean features of the M others) @ coefficients

The coefficients of a unit come from a regression on the units of the other folds only, unit i being
in fold i mod `FOLDS`. So they are independent of the unit and of the M others, whose mean features
are by design the expectation of the unit's own: the correction has the expectation 0 and the mean
stays unbiased, however badly the regression fits. It is a ridge regression, as if beside the units
there were `RIDGE` others that say that features mean nothing, so that rare features of few units
do no harm. `shrink = M / (M + N)` is the best factor where the mean features are estimated too.

Its standard error has two parts: that of the corrected values, and that of the mean features.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
FOLDS = 10
RIDGE = 20.0


class ControlledMean(NamedTuple):
    """An unbiased mean and its standard error; NaN where there are too few units."""

    value: float
    error: float


def controlled_mean(
    values: Floats, features: npt.NDArray[np.number], extra: npt.NDArray[np.number]
) -> ControlledMean:
    """The mean of `values` (N,) controlled by `features` (N, F) and `extra` (M, F), one row a unit.

    NaN for fewer than 2 units a fold, or fewer than two others. ValueError for other shapes.
    """
    if features.ndim != 2 or len(features) != len(values) or extra.shape[1:] != features.shape[1:]:
        raise ValueError(
            f"control variate: values {values.shape} need features (N, F) and others (M, F), "
            f"not {features.shape} and {extra.shape}"
        )
    units, others = len(values), len(extra)
    if units < 2 * FOLDS or others < 2:
        return ControlledMean(float("nan"), float("nan"))
    expected, spread = extra.mean(axis=0), extra.std(axis=0)
    spread[spread == 0] = 1
    deviations, strange = (features - expected) / spread, (extra - expected) / spread
    shrink = others / (others + units)
    fold = np.arange(units) % FOLDS
    corrected, coefficients = np.empty(units), np.zeros(features.shape[1])
    for one in range(FOLDS):
        inside = fold == one
        fitted = _coefficients(deviations[~inside], values[~inside])
        corrected[inside] = values[inside] - shrink * (deviations[inside] @ fitted)
        coefficients += fitted / FOLDS
    luck = shrink * (strange @ coefficients)
    variance = corrected.var(ddof=1) / units + luck.var(ddof=1) / others
    return ControlledMean(float(corrected.mean()), float(np.sqrt(variance)))


def _coefficients(features: Floats, values: Floats) -> Floats:
    """(F,) ridge regression beside a constant."""
    centred = features - features.mean(axis=0)
    squares = centred.T @ centred + RIDGE * np.eye(features.shape[1])
    return np.linalg.solve(squares, centred.T @ (values - values.mean())).astype(np.float64)
