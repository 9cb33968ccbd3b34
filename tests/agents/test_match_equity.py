"""The chance to win a match of two sides, and how deals are paid by it."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from agents.match_equity import MatchEquity, match_equity, sample_deals
from agents.network import ActorCritic
from agents.registry import make
from agents.self_play import collect
from smear_env.rules import SmearRules
from smear_env.scoring import DealResults
from smear_env.smear_v0 import vector_env
from spitzer_env import spitzer_v0


@pytest.fixture(scope="module")
def sample() -> DealResults:
    game = vector_env(1)
    return sample_deals(game.rules, make("rule", game), seed=1)


def certain(sample: DealResults, ours: int, theirs: int) -> DealResults:
    """One deal that the pitcher, seat 0, makes: points of its side and of the other."""
    one = sample.select(np.array([0]))
    units = np.array([[ours, theirs, ours, theirs]], np.int32)
    return replace(one, units=units, pitcher=np.zeros(1, np.int8), made=np.ones(1, np.bool_))


def at(equity: MatchEquity, mine: int, theirs: int) -> float:
    """The chance of the side with total `mine`."""
    return float(equity.chances(np.array([[mine, theirs, mine, theirs]]))[0])


def test_sm13_one_certain_outcome_by_hand(sample: DealResults) -> None:
    # Whichever side pitches, each with chance 1/2, scores 7 and the other 3; a match is to 21.
    equity = MatchEquity(SmearRules(), certain(sample, 7, 3))
    assert at(equity, 14, 14) == pytest.approx(0.5)  # who pitches next has 21
    assert at(equity, 18, 14) == pytest.approx(0.5)  # both reach 21: the pitcher first
    assert at(equity, 18, 13) == pytest.approx(0.5 + 0.5)  # 25 or 21 of mine, 16 or 20 of theirs
    assert at(equity, 14, 7) == pytest.approx(0.75)  # 21, or 17 to 14 and again 1/2


def test_smv8_a_floor_ends_a_match(sample: DealResults) -> None:
    equity = MatchEquity(SmearRules(floor=-21), certain(sample, 2, -8))
    assert at(equity, 0, -13) == pytest.approx(0.5 + 0.5 * 0.5)  # theirs sinks; or -8 to -11
    assert at(equity, -14, -14) == pytest.approx(0.5)


def test_chances_of_both_sides_add_up_and_rise(sample: DealResults) -> None:
    equity = MatchEquity(SmearRules(), sample)
    assert np.allclose(equity.table + equity.table.T, 1, atol=1e-9)
    assert (np.diff(equity.table, axis=0) > -1e-3).all()
    assert at(equity, 0, 0) == pytest.approx(0.5)
    assert 0.9 < at(equity, 20, 0) < 1


def test_shares_are_zero_sum_by_seat(sample: DealResults) -> None:
    equity = MatchEquity(SmearRules(), sample)
    shares = equity.shares(np.array([[20, 0, 20, 0], [5, 5, 5, 5]]))
    assert np.allclose(shares.sum(axis=1), 0, atol=1e-6)
    assert shares[0, 0] == shares[0, 2] > 0.2
    assert np.allclose(shares[1], 0, atol=1e-6)


def test_a_table_needs_two_sides_of_smear(sample: DealResults) -> None:
    with pytest.raises(ValueError, match="two sides, not 4"):
        MatchEquity(SmearRules(teams=0), sample)
    with pytest.raises(ValueError, match="spitzer_v0 has no match equity"):
        match_equity(spitzer_v0.vector_env(1), make("random", vector_env(1)), 0)


def nobody(games: int) -> npt.NDArray[np.bool_]:
    return np.zeros((games, 4), np.bool_)


def test_what_deals_are_paid_adds_up_to_the_match(sample: DealResults) -> None:
    """Along a match the changes of the chance add up to the share that was won."""
    game = vector_env(64, episode="match", rewards="win", seed=3, autoreset=False)
    equity, rule = MatchEquity(game.rules, sample), make("rule", game)
    network = ActorCritic(
        game.layout.scales, game.layout_all.scales, game.num_actions, (16,), num_seats=4
    )
    paid = np.zeros((64, 4))
    while (game.seat >= 0).any():
        paid += collect(game, network, None, nobody(64), rule, equity).rewards.sum(axis=0)
    won = game.state.contenders[:, None] >> np.arange(4) & 1
    assert np.allclose(paid, won / 2 - 0.25, atol=1e-5)
