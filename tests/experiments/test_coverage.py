"""Whether intervals hold what they promise: 95 of 100 contain the long-run mean."""

import dataclasses

import numpy as np
import pytest

from agents.bootstrap import percentile_interval, resampled_ratios
from agents.control_variates import controlled_mean
from experiments.baselines import EXTRA, tamed
from experiments.contest import Contest
from experiments.controlled import NORMAL_95
from experiments.tournament import TournamentConfig
from experiments.work_units import Unit, chunks

TOURNAMENTS, DEALS = 400, 75
CONFIG = TournamentConfig(game="spitzer", agents=("random", "rule"), seed=400_75, deals=DEALS)


def play(deals):
    """By deal: gains and seats of `random`, features, and the features of as many other deals."""
    contest = Contest(dataclasses.replace(CONFIG, deals=deals))
    pairs = [
        contest.play_unit(Unit((0, 1), chunk.start, chunk.stop)).arrays
        for chunk in chunks(0, deals, 256)
    ]
    own, extra = (
        np.concatenate(
            [
                contest.play_unit(Unit(None, chunk.start, chunk.stop)).arrays["features"]
                for chunk in chunks(first, deals, 4096)
            ]
        )
        for first in (0, EXTRA)
    )
    gains, seats = (
        np.concatenate([part[name][:, 0] for part in pairs]) for name in ("gains", "seats")
    )
    return gains, seats, own, extra


def share_inside(lows, highs, mean):
    """The share of the intervals that contain `mean`."""
    return float(np.mean((np.array(lows) <= mean) & (mean <= np.array(highs))))


def coverage(gains, seats, own, extra, deals):
    """The shares of tournaments of `deals` deals whose intervals contain the mean of all."""
    truth = gains.sum() / seats.sum()
    ends, controlled = [], []
    for number, block in enumerate(chunks(0, len(gains), deals)):
        part = slice(block.start, block.stop)
        top, bottom = gains[part, None], seats[part, None]
        samples = resampled_ratios(top, bottom, CONFIG.resamples, seed=number)
        ends.append([end[0] for end in percentile_interval(samples)])
        values = gains[part] / seats[part].mean()
        mean = controlled_mean(values, tamed(own[part]), tamed(extra[part]))
        reach = NORMAL_95 * mean.error
        controlled.append([mean.value - reach, mean.value + reach])
    return tuple(share_inside(*np.transpose(pairs), truth) for pairs in (ends, controlled))


@pytest.mark.full
def test_95_of_100_intervals_contain_the_long_run_mean():
    """400 tournaments of 75 deals of their own; the long run is all 30,000 deals."""
    duplicate, controlled = coverage(*play(TOURNAMENTS * DEALS), DEALS)
    assert 0.92 <= duplicate <= 0.98
    assert 0.92 <= controlled <= 0.98


def test_intervals_of_known_numbers():
    """The same computation where deals are normal: 200 tournaments of 100 deals."""
    draw = np.random.default_rng(9)
    luck, extra = draw.normal(size=(2, 20_000, 2))
    gains = (draw.normal(size=20_000) + luck.sum(axis=1)) * 28
    seats = np.full(20_000, 28)
    duplicate, controlled = coverage(gains, seats, luck, extra, 100)
    assert 0.9 <= duplicate <= 0.98
    assert 0.9 <= controlled <= 0.98


def test_shares_are_counted():
    assert share_inside([0, 2, -1, 3], [1, 3, 0.4, 4], 0.5) == 0.25
