"""Intervals by bootstrap over deals.

The unit is the deal: figures are ratios of sums over deals, and every resample draws as many deals
as there are, with replacement. All figures of one call share their resamples, so differences and
means of figures on the same deals are paired.

    resample_counts(num_deals, resamples, seed) -> (B, N) times that each deal was drawn
    resampled_ratios(numerators (N, K), denominators (N, K), resamples, seed) -> (B, K)
    percentile_interval(samples (B, K), level) -> (K,) low, (K,) high
    ratio_standard_error(squares, products, weights_squared, ...) -> standard error of a ratio
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from trick_taking.counter import random_keys

Floats = npt.NDArray[np.float64]

_PURPOSE = 0x626F6F74  # keeps these keys apart from those of deals and actions
_BLOCK = 1 << 22  # draws held in memory at once


def resample_counts(
    num_deals: int, resamples: int, seed: int, start: int = 0
) -> npt.NDArray[np.int64]:
    """(B, N) how often each of `num_deals` deals is drawn in resamples start..start+B-1.

    A draw is a pure function of (seed, resample, place). Every row sums to `num_deals`.
    """
    numbers = np.arange(start, start + resamples)[:, None]
    keys = random_keys(_PURPOSE, seed, numbers, np.arange(num_deals)[None, :])
    drawn = (keys % np.uint64(num_deals)).astype(np.int64)
    drawn += np.arange(resamples)[:, None] * num_deals
    counts = np.bincount(drawn.ravel(), minlength=resamples * num_deals)
    return counts.reshape(resamples, num_deals)


def resampled_ratios(
    numerators: npt.NDArray[np.number],
    denominators: npt.NDArray[np.number],
    resamples: int,
    seed: int,
) -> Floats:
    """(B, K) sum of numerators over sum of denominators in each resample of the deals.

    `numerators` and `denominators` are (N, K), deals first. NaN where a resample's denominator is
    0. ValueError for other shapes, no deals or no resamples. Whole numbers give exact sums.
    """
    if numerators.ndim != 2 or numerators.shape != denominators.shape or not len(numerators):
        raise ValueError(
            f"bootstrap: numerators {numerators.shape} and denominators {denominators.shape} "
            "must both be (deals, figures) with a deal or more"
        )
    if resamples < 1:
        raise ValueError(f"bootstrap: resamples must be 1 or more, not {resamples}")
    num_deals, figures = numerators.shape
    columns = np.hstack([numerators, denominators]).astype(np.float64)
    block = max(1, _BLOCK // num_deals)
    sums = np.concatenate(
        [
            resample_counts(num_deals, min(block, resamples - start), seed, start) @ columns
            for start in range(0, resamples, block)
        ]
    )
    top, bottom = sums[:, :figures], sums[:, figures:]
    return np.divide(top, bottom, out=np.full_like(top, np.nan), where=bottom != 0)


def percentile_interval(samples: Floats, level: float = 0.95) -> tuple[Floats, Floats]:
    """(K,) low and (K,) high ends of the middle `level` of each column of `samples` (B, K).

    NaN entries are left out; a column of nothing but NaN gives NaN. With fewer than a hundred
    deals such intervals are a little too narrow. ValueError unless 0 < level < 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"bootstrap: level must be between 0 and 1, not {level}")
    ends = np.full((2, samples.shape[1]), np.nan)
    known = ~np.isnan(samples).all(axis=0)
    tails = [(1 - level) / 2, (1 + level) / 2]
    if known.any():
        ends[:, known] = np.nanquantile(samples[:, known], tails, axis=0)
    return ends[0], ends[1]


def ratio_standard_error(
    ratio: float, squares: float, products: float, weights_squared: float, weight: float, units: int
) -> float:
    """Standard error of a ratio of sums over independent units (the linearised estimator).

    squares, products, weights_squared: sums of x*x, x*w, w*w over the units whose ratio is
    sum(x) / sum(w); weight: sum(w); units: how many, two or more (else NaN).
    """
    if units < 2 or weight == 0:
        return float("nan")
    residual = squares - 2 * ratio * products + ratio * ratio * weights_squared
    return float(np.sqrt(max(residual, 0.0) * units / (units - 1)) / weight)
