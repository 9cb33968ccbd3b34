"""From logits to actions, on literal numbers."""

import math

import numpy as np
import pytest

from agents.sampling import (
    epsilon_greedy_actions,
    greedy_actions,
    legal_log_probabilities,
    sampled_actions,
)

LOGITS = np.log(np.array([[1.0, 100.0, 2.0, 1.0]], np.float32))
LEGAL = np.array([[True, False, True, True]])
JUST_UNDER_ONE = np.nextafter(1.0, 0.0)


def test_log_probabilities_are_over_the_legal_actions() -> None:
    assert np.allclose(np.exp(legal_log_probabilities(LOGITS, LEGAL)), [[0.25, 0.0, 0.5, 0.25]])


@pytest.mark.parametrize(
    ("draw", "action"),
    [(0.0, 0), (0.24, 0), (0.26, 2), (0.5, 2), (0.74, 2), (0.76, 3), (JUST_UNDER_ONE, 3)],
)
def test_draws_divide_the_unit_interval(draw: float, action: int) -> None:
    assert sampled_actions(LOGITS, LEGAL, np.array([draw])).tolist() == [action]


def test_greedy_takes_the_highest_legal_logit_and_the_lowest_id_of_equals() -> None:
    assert greedy_actions(LOGITS, LEGAL).tolist() == [2]
    assert greedy_actions(np.zeros((1, 4)), LEGAL).tolist() == [0]


@pytest.mark.parametrize(
    ("draw", "action"),
    [(0.0, 0), (0.09, 0), (0.11, 2), (0.19, 2), (0.21, 3), (0.29, 3), (0.31, 2), (0.99, 2)],
)
def test_small_draws_explore_the_legal_actions_evenly(draw: float, action: int) -> None:
    assert epsilon_greedy_actions(LOGITS, LEGAL, np.array([draw]), 0.3).tolist() == [action]
    assert epsilon_greedy_actions(LOGITS, LEGAL, np.array([draw]), 0.0).tolist() == [2]


def test_exploring_by_every_draw_reaches_no_illegal_action() -> None:
    random = np.random.default_rng(3)
    legal = random.random((20_000, 9)) < 0.3
    legal[:, 4] = True
    for draws in (random.random(20_000), np.zeros(20_000), np.full(20_000, JUST_UNDER_ONE)):
        actions = epsilon_greedy_actions(np.zeros((20_000, 9)), legal, draws, 1.0)
        assert legal[np.arange(20_000), actions].all()


def test_no_draw_reaches_an_illegal_action() -> None:
    random = np.random.default_rng(3)
    logits = (random.normal(size=(20_000, 9)) * 300).astype(np.float32)
    legal = random.random((20_000, 9)) < 0.3
    legal[np.arange(20_000), random.integers(0, 9, 20_000)] = True
    rows = np.arange(20_000)
    for draws in (random.random(20_000), np.zeros(20_000), np.full(20_000, JUST_UNDER_ONE)):
        assert legal[rows, sampled_actions(logits, legal, draws)].all()
    assert legal[rows, greedy_actions(logits, legal)].all()


def test_frequencies_follow_the_probabilities() -> None:
    count = 40_000
    draws = (np.arange(count) + 0.5) / count
    actions = sampled_actions(np.tile(LOGITS, (count, 1)), np.tile(LEGAL, (count, 1)), draws)
    assert np.allclose(np.bincount(actions, minlength=4) / count, [0.25, 0, 0.5, 0.25], atol=1e-4)


def test_rows_are_independent() -> None:
    random = np.random.default_rng(4)
    logits = random.normal(size=(333, 43)).astype(np.float32)
    legal = random.random((333, 43)) < 0.5
    legal[:, 0] = True
    draws = random.random(333)
    whole = legal_log_probabilities(logits, legal)
    actions = sampled_actions(logits, legal, draws)
    for some in (slice(5, 6), slice(40, 47), slice(0, 333, 2)):
        assert np.array_equal(legal_log_probabilities(logits[some], legal[some]), whole[some])
        some_actions = sampled_actions(logits[some], legal[some], draws[some])
        assert np.array_equal(some_actions, actions[some])


def test_a_row_without_legal_action_is_refused() -> None:
    with pytest.raises(ValueError, match="row 1 has no legal action"):
        greedy_actions(np.zeros((2, 2)), np.array([[True, True], [False, False]]))


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_a_legal_logit_that_is_no_number_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="row 0 has a legal logit"):
        greedy_actions(np.array([[wrong, 0.0]]), np.array([[True, True]]))
    assert greedy_actions(np.array([[wrong, 0.0]]), np.array([[False, True]])).tolist() == [1]


@pytest.mark.parametrize("draws", [[1.0], [-0.1], [math.nan], [0.5, 0.5]])
def test_draws_outside_the_interval_are_refused(draws: list[float]) -> None:
    with pytest.raises(ValueError, match="draws"):
        sampled_actions(LOGITS, LEGAL, np.array(draws))


def test_other_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="sampling: logits"):
        greedy_actions(LOGITS, LEGAL.astype(np.int8))
    with pytest.raises(ValueError, match="sampling: logits"):
        greedy_actions(LOGITS, LEGAL[:, :2])
    assert math.isclose(legal_log_probabilities(LOGITS, LEGAL)[0, 2], math.log(0.5), rel_tol=1e-6)
