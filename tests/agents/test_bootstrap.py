"""The bootstrap on literal numbers, and whether its intervals cover what they promise."""

import math

import numpy as np
import pytest

from agents.bootstrap import (
    percentile_interval,
    ratio_standard_error,
    resample_counts,
    resampled_ratios,
)


def test_counts_draw_as_many_deals_as_there_are():
    counts = resample_counts(7, 50, seed=3)
    assert counts.shape == (50, 7)
    assert (counts.sum(axis=1) == 7).all()
    assert counts.min() >= 0


def test_a_resample_does_not_depend_on_its_block():
    whole = resample_counts(9, 20, seed=1)
    parts = [resample_counts(9, 5, 1), resample_counts(9, 15, 1, start=5)]
    np.testing.assert_array_equal(whole, np.concatenate(parts))
    assert not np.array_equal(whole, resample_counts(9, 20, seed=2))


def test_every_deal_is_drawn_equally_often():
    counts = resample_counts(10, 20_000, seed=0)
    assert np.abs(counts.mean(axis=0) - 1).max() < 0.03  # four standard errors
    assert counts.var(axis=0).mean() == pytest.approx(0.9, abs=0.02)  # binomial: 1 - 1/10


def test_ratios_of_literal_numbers():
    """One deal has only one resample; equal deals give the same ratio in all."""
    one = resampled_ratios(np.array([[6, 0]]), np.array([[4, 0]]), 3, seed=0)
    np.testing.assert_array_equal(one[:, 0], [1.5, 1.5, 1.5])
    assert np.isnan(one[:, 1]).all()
    same = resampled_ratios(np.full((5, 1), 3), np.full((5, 1), 12), 100, seed=0)
    np.testing.assert_array_equal(same, np.full((100, 1), 0.25))


def test_ratios_follow_the_counts():
    top, bottom = np.array([[1], [5], [9]]), np.array([[2], [1], [3]])
    counts = resample_counts(3, 40, seed=8)
    expected = (counts @ top) / (counts @ bottom)
    np.testing.assert_array_equal(resampled_ratios(top, bottom, 40, seed=8), expected)


def test_figures_share_their_resamples():
    values = np.arange(30).reshape(30, 1)
    ratios = resampled_ratios(np.hstack([values, -values]), np.ones((30, 2)), 200, seed=4)
    np.testing.assert_array_equal(ratios[:, 0], -ratios[:, 1])


def test_many_deals_are_taken_in_blocks(monkeypatch):
    top = np.arange(50).reshape(50, 1)
    whole = resampled_ratios(top, np.ones_like(top), 30, seed=2)
    monkeypatch.setattr("agents.bootstrap._BLOCK", 120)
    np.testing.assert_array_equal(whole, resampled_ratios(top, np.ones_like(top), 30, seed=2))


@pytest.mark.parametrize(
    ("top", "bottom", "resamples"),
    [((3, 1), (3, 2), 5), ((0, 1), (0, 1), 5), ((3,), (3,), 5), ((3, 1), (3, 1), 0)],
)
def test_wrong_shapes_are_refused(top, bottom, resamples):
    with pytest.raises(ValueError, match="bootstrap"):
        resampled_ratios(np.ones(top), np.ones(bottom), resamples, seed=0)


def test_interval_of_literal_numbers():
    samples = np.stack([np.arange(101.0), np.full(101, np.nan)], axis=1)
    samples[::2, 1] = 7.0
    low, high = percentile_interval(samples, 0.9)
    np.testing.assert_allclose(low, [5, 7])
    np.testing.assert_allclose(high, [95, 7])
    low, high = percentile_interval(np.full((4, 1), np.nan))
    assert np.isnan([low[0], high[0]]).all()
    with pytest.raises(ValueError, match="level"):
        percentile_interval(samples, 1.0)


def test_standard_error_of_a_plain_mean():
    """Weights of 1: the ratio is the mean and its error the usual one."""
    x = np.array([1.0, 2, 4, 9])
    mean, n = x.mean(), len(x)
    error = ratio_standard_error(mean, (x * x).sum(), x.sum(), n, n, n)
    assert error == pytest.approx(x.std(ddof=1) / math.sqrt(n))
    assert math.isnan(ratio_standard_error(1.0, 1.0, 1.0, 1.0, 1.0, 1))


def test_standard_error_of_a_ratio_that_is_exact_is_zero():
    w = np.array([1.0, 2, 3])
    x = 2.5 * w
    error = ratio_standard_error(2.5, (x * x).sum(), (x * w).sum(), (w * w).sum(), w.sum(), 3)
    assert error == pytest.approx(0, abs=1e-7)


def test_intervals_cover_the_truth(full):
    """95% intervals of a skewed whole-number figure contain its mean 95 +- 3% of the time."""
    rounds, deals = (2000, 300) if full else (500, 200)
    generator = np.random.default_rng(11)
    scores = np.array([-20, -8, 0, 0, 10, 40])  # as skewed as deals between unequal players
    odds = np.array([0.05, 0.3, 0.2, 0.1, 0.31, 0.04])
    truth = float(scores @ odds)
    drawn = generator.choice(scores, p=odds, size=(deals, rounds))
    covered = 0
    for column in range(rounds):
        values = drawn[:, column : column + 1]
        low, high = percentile_interval(resampled_ratios(values, np.ones_like(values), 600, column))
        covered += low[0] <= truth <= high[0]
    assert 0.92 <= covered / rounds <= 0.98
