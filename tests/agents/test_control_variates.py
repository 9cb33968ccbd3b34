"""A mean that luck is taken off: unbiased, exact without differences, better where it can be."""

import numpy as np
import pytest

from agents.control_variates import FOLDS, controlled_mean


def normal(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


def test_luck_that_explains_all_leaves_the_error_of_its_mean():
    """Value = 3 + 2 x exactly; every coefficient by hand, from the units of the other folds."""
    features, extra = normal(1, 60, 1), normal(2, 240, 1)
    values = 3 + 2 * features[:, 0]
    mean = controlled_mean(values, features, extra)
    expected, spread = extra.mean(), extra.std()
    slopes, corrected = [], []
    for unit in range(60):
        others = [features[i, 0] for i in range(60) if i % 10 != unit % 10]
        squares = sum((x - np.mean(others)) ** 2 for x in others) / spread**2
        slopes.append(2 * squares / (squares + 20))  # ridge: as if 20 more said 0
        corrected.append(values[unit] - 0.8 * slopes[-1] * (features[unit, 0] - expected))
    assert mean.value == pytest.approx(np.mean(corrected), rel=1e-12)
    luck = (0.8 * np.mean(slopes)) ** 2 * extra.var(ddof=1) / 240
    variance = np.var(corrected, ddof=1) / 60 + luck
    assert mean.error == pytest.approx(np.sqrt(variance), rel=1e-12)
    # Without the ridge it would be the error of a mean of 300 values.
    assert 2 / np.sqrt(300) < mean.error < 0.8 * 2 / np.sqrt(60)


def test_a_deal_does_not_correct_itself():
    """The coefficients of a fold come from the other folds: here from none that differ."""
    features, extra = np.zeros((40, 1)), normal(3, 80, 1) * 0.1
    extra -= extra.mean()
    values = np.zeros(40)
    features[0], values[0] = 1.0, 5.0
    mean = controlled_mean(values, features, extra)
    # Deal 0 sees no feature that varies, so it keeps its value; the others learn 5 a feature.
    assert mean.value == pytest.approx(5 / 40)
    assert FOLDS == 10


@pytest.mark.parametrize("related", [0.0, 0.9])
def test_unbiased_and_honest_over_many_small_samples(related):
    """True mean 1; skewed features; 400 samples of 40 units."""
    draw = np.random.default_rng(4)
    means = []
    for _ in range(400):
        features, extra = draw.exponential(size=(40, 3)), draw.exponential(size=(160, 3))
        noise = draw.normal(size=40) * np.sqrt(1 - related**2)
        values = 1 + related * (features[:, 0] - 1) + noise
        means.append(controlled_mean(values, features, extra))
    found, errors = np.array(means).T
    spread = found.std(ddof=1)
    assert abs(found.mean() - 1) < 4 * spread / 20
    assert np.sqrt((errors**2).mean()) == pytest.approx(spread, rel=0.15)
    plain = 1 / np.sqrt(40)
    assert (spread < 0.75 * plain) if related else (spread < 1.15 * plain)


def test_no_difference_is_exactly_none_and_signs_turn():
    features, extra = normal(5, 50, 4), normal(6, 90, 4)
    assert controlled_mean(np.zeros(50), features, extra) == (0, 0)
    values = normal(7, 50)
    ours, theirs = (
        controlled_mean(values, features, extra),
        controlled_mean(-values, features, extra),
    )
    assert (ours.value, ours.error) == (-theirs.value, theirs.error)


def test_features_that_depend_on_each_other_do_no_harm():
    features, extra = normal(8, 50, 1), normal(9, 90, 1)
    values = normal(10, 50) + features[:, 0]
    one = controlled_mean(values, features, extra)
    twice = controlled_mean(values, np.hstack([features] * 2), np.hstack([extra] * 2))
    assert twice == pytest.approx(one, rel=0.05)
    constant = controlled_mean(values, np.ones((50, 1)), np.ones((90, 1)))
    assert constant.value == pytest.approx(values.mean())
    assert constant.error == pytest.approx(values.std(ddof=1) / np.sqrt(50))


def test_too_few_units_have_no_figure():
    for units, others in ((19, 90), (50, 1)):
        assert np.isnan(
            controlled_mean(np.ones(units), normal(1, units, 4), normal(2, others, 4))
        ).all()
    with pytest.raises(ValueError, match="control variate: values"):
        controlled_mean(np.ones(5), normal(1, 5, 4), normal(2, 9, 3))
