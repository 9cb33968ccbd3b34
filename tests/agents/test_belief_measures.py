"""Measures of beliefs on literal numbers."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.belief_heads import NetworkReader, Probe, nearest_sides
from agents.belief_measures import (
    brier_scores,
    calibration_error,
    calibration_sums,
    inference_ratio,
    log_losses,
    open_seats,
    place_losses,
)
from agents.belief_sides import seat_chances
from agents.policy_agent import PolicyAgent
from spitzer_env.game import SpitzerGame
from tests.agents.conftest import make_network


def beliefs(**chances: float) -> np.ndarray:
    """One row of chances by sets such as `s01`: seats 0 and 1."""
    row = np.zeros((1, 16))
    for name, chance in chances.items():
        row[0, sum(1 << int(seat) for seat in name[1:])] = chance
    return row


THIRDS = beliefs(s01=1 / 3, s02=1 / 3, s03=1 / 3)


def test_log_loss_and_brier_score() -> None:
    chances = np.repeat(beliefs(s01=0.5, s02=0.3, s03=0.2), 3, axis=0)
    truth = np.array([0b0011, 0b0101, 0b0110])
    assert np.allclose(log_losses(chances, truth), [np.log(2), -np.log(0.3), np.inf])
    assert np.allclose(brier_scores(chances, truth), [0.38, 0.78, 1.38])


def test_calibration_counts_open_seats_by_their_chance() -> None:
    """Twice the seats of chance .6, .2, .2: of .6 one of two declares, of .2 one of four."""
    chances = np.repeat(beliefs(s01=0.6, s02=0.2, s03=0.2), 2, axis=0)
    counted = open_seats(chances)
    assert counted.all()
    sums = calibration_sums(chances, np.array([0b0011, 0b0101]), counted).sum(axis=0)
    assert sums[:, 0].tolist() == [0, 0, 4, 0, 0, 0, 2, 0, 0, 0]
    assert sums[:, 2].tolist() == [0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    assert np.isclose(calibration_error(sums), (0.2 + 0.2) / 6)
    assert not open_seats(beliefs(s03=1.0)).any()


def test_place_losses_of_the_cards_that_others_hold() -> None:
    """Cards 0 and 2 in the first hand with .5 and .25, card 3 in the second with 1."""
    chances = np.full((1, 4, 2), 0.5)
    chances[0, 2], chances[0, 3] = [0.25, 0.75], [0.0, 1.0]
    hands = np.array([[0b0101, 0b1000]], np.uint64)
    assert np.allclose(place_losses(chances, hands), [[np.log(2) + np.log(4), 3]])


def test_inference_ratio() -> None:
    assert inference_ratio(1.0, 1.0, 0.6) == 0
    assert inference_ratio(1.0, 0.6, 0.6) == 1
    assert inference_ratio(1.0, 1.2, 0.6) == pytest.approx(-0.5)
    assert np.isnan(inference_ratio(1.0, 0.9, 1.0))


def test_nearest_sides_gives_each_seat_its_own_chance() -> None:
    told = np.array([[1.0, 0.6, 0.3, 0.1]])
    assert np.allclose(nearest_sides(THIRDS, told), beliefs(s01=0.6, s02=0.3, s03=0.1), atol=1e-4)
    pairs = beliefs(s12=0.25, s13=0.25, s23=0.2, s1=0.1, s2=0.1, s3=0.1)
    assert np.allclose(nearest_sides(pairs, seat_chances(pairs)), pairs)
    found = nearest_sides(pairs, np.array([[0.0, 0.9, 0.4, 0.5]]))
    assert np.allclose(seat_chances(found), [[0.0, 0.9, 0.4, 0.5]], atol=1e-3)
    assert (found[pairs == 0] == 0).all()


def test_nearest_sides_compromises_where_no_distribution_fits() -> None:
    """A holder of one trump has one partner: chances that add up to 1.5 are shared out."""
    found = nearest_sides(THIRDS, np.array([[1.0, 0.5, 0.5, 0.5]]))
    assert np.allclose(found, THIRDS)


def test_a_probe_finds_what_a_feature_tells() -> None:
    """A feature that names the partner three times in four, and one that says nothing."""
    chance = np.random.default_rng(1)
    partner = chance.integers(1, 4, 3000)
    named = np.where(chance.random(3000) < 0.75, partner, chance.integers(1, 4, 3000))
    features = np.column_stack([named == 1, named == 2, named == 3, chance.random(3000)])
    truth, rule = 1 | 1 << partner, np.repeat(THIRDS, 3000, axis=0)
    probe = Probe.fit(features[:1500], rule[:1500], truth[:1500])
    found = probe.chances(features[1500:], rule[1500:])
    right = 0.75 + 0.25 / 3
    best = -(right * np.log(right) + (1 - right) * np.log((1 - right) / 2))
    loss = log_losses(found, truth[1500:]).mean()
    assert best - 0.04 < loss < best + 0.06 < np.log(3)
    assert (found[:, [0, 2, 15]] == 0).all()
    with pytest.raises(ValueError, match="a row or more"):
        Probe.fit(features[:0], rule[:0], truth[:0])


def test_the_reader_gives_last_layer_and_head() -> None:
    game = SpitzerGame(300, seed=1)
    network = make_network(game)
    observation = game.observe()
    features, told, places = NetworkReader(PolicyAgent(network)).read(observation)
    assert features.shape == (300, network.shape.hidden[-1])
    assert told is not None
    assert told.shape == (300, 4)
    weight = network.policy_head.weight.detach().numpy()
    logits = features @ weight.T + network.policy_head.bias.detach().numpy()
    own = PolicyAgent(network).logits(game.view())
    assert np.allclose(logits, own, atol=1e-5)
    assert places is not None
    assert places.shape == (300, 32, 3)
    located = network.location_head(torch.from_numpy(features)).detach().numpy()
    odds = np.exp(located.reshape(300, 32, 3))
    assert np.allclose(places, odds / odds.sum(axis=2, keepdims=True), atol=1e-5)
    logits = network.sides_head(torch.from_numpy(features)).detach().numpy()
    assert np.allclose(told, 1 / (1 + np.exp(-logits)), atol=1e-5)
