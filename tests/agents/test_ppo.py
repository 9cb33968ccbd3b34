"""The maths of PPO on literal numbers."""

import math

import numpy as np
import pytest
import torch

from agents.ppo import (
    approximate_kl,
    clipped_fraction,
    entropy,
    explained_variance,
    kl_divergence,
    linear_schedule,
    location_loss,
    log_probability,
    masked_log_probabilities,
    normalised,
    policy_loss,
    sides_loss,
    value_loss,
)


def tensor(*numbers: float) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


def test_masked_probabilities_add_up_over_the_legal_actions() -> None:
    logits = torch.tensor([[0.0, math.log(3.0), 50.0]])
    legal = torch.tensor([[True, True, False]])
    probabilities = masked_log_probabilities(logits, legal).exp()
    assert torch.allclose(probabilities, torch.tensor([[0.25, 0.75, 0.0]]))
    assert probabilities[0, 2] == 0.0


def test_one_legal_action_has_probability_one_and_no_entropy() -> None:
    log_probabilities = masked_log_probabilities(
        torch.tensor([[-7.0, 3.0]]), torch.tensor([[True, False]])
    )
    assert log_probability(log_probabilities, torch.tensor([0])).item() == 0.0
    assert entropy(log_probabilities).item() == 0.0


def test_entropy_of_equal_choices_is_the_log_of_their_number() -> None:
    log_probabilities = masked_log_probabilities(
        torch.zeros((2, 5)), torch.tensor([[True] * 4 + [False], [True] * 5])
    )
    assert torch.allclose(entropy(log_probabilities), torch.tensor([math.log(4), math.log(5)]))


def test_no_gradient_is_nan_and_illegal_logits_get_none() -> None:
    logits = torch.tensor([[1.0, 2.0, 3.0], [5.0, 1e4, -1e4]], requires_grad=True)
    legal = torch.tensor([[True, True, False], [True, False, False]])
    log_probabilities = masked_log_probabilities(logits, legal)
    chosen = log_probability(log_probabilities, torch.tensor([1, 0]))
    (chosen.sum() + entropy(log_probabilities).sum()).backward()
    assert logits.grad is not None
    assert torch.isfinite(logits.grad).all()
    assert logits.grad[0, 2] == 0.0
    assert (logits.grad[1] == 0.0).all()


def test_policy_loss_of_unchanged_policy_is_minus_the_mean_advantage() -> None:
    same = tensor(-1.0, -2.0)
    assert policy_loss(same, same, tensor(3.0, -1.0), 0.2).item() == -1.0


def test_policy_loss_clips_only_what_would_gain() -> None:
    old = tensor(0.0, 0.0, 0.0, 0.0)
    new = tensor(1.5, 1.5, 0.5, 0.5).log()
    advantages = tensor(1.0, -1.0, 1.0, -1.0)
    # 1.5 gains only up to 1.2; -1.5 counts in full; 0.5 counts in full; -0.5 is held at -0.8
    assert policy_loss(new, old, advantages, 0.2).item() == pytest.approx(
        -(1.2 - 1.5 + 0.5 - 0.8) / 4
    )


def test_policy_loss_has_no_gradient_beyond_the_clip() -> None:
    new = tensor(1.5, 1.1).log().requires_grad_()
    policy_loss(new, tensor(0.0, 0.0), tensor(1.0, 1.0), 0.2).backward()
    assert new.grad is not None
    assert new.grad.tolist() == pytest.approx([0.0, -0.55])


def test_value_loss_plain_and_clipped() -> None:
    values, returns, old = tensor(1.0, 2.0), tensor(0.0, 4.0), tensor(0.0, 0.0)
    assert value_loss(values, returns).item() == 0.5 * (1.0 + 4.0) / 2
    # held at 0.5: errors 0.25 and 12.25; the larger count: 1 and 12.25
    assert value_loss(values, returns, old, 0.5).item() == 0.5 * (1.0 + 12.25) / 2


def test_value_loss_clip_needs_the_old_values() -> None:
    with pytest.raises(ValueError, match="old_values"):
        value_loss(tensor(1.0), tensor(1.0), clip=0.2)


def test_approximate_kl_is_zero_for_the_same_policy_and_else_positive() -> None:
    old = tensor(0.0, 0.0)
    assert approximate_kl(old, old).item() == 0.0
    expected = ((2.0 - 1.0 - math.log(2.0)) + (0.5 - 1.0 + math.log(2.0))) / 2
    assert approximate_kl(tensor(2.0, 0.5).log(), old).item() == pytest.approx(expected)


def test_kl_divergence_is_exact_over_the_legal_actions() -> None:
    legal = torch.tensor([[True, True, False]] * 2)
    policy = masked_log_probabilities(torch.tensor([[0.75, 0.25, 9.0]]).log(), legal[:1])
    even = masked_log_probabilities(torch.zeros(1, 3), legal[:1])
    # 3/4 log(3/2) + 1/4 log(1/2), and the other way round 1/2 log(2/3) + 1/2 log 2
    assert kl_divergence(policy, even).item() == pytest.approx(0.130812, abs=1e-6)
    assert kl_divergence(even, policy).item() == pytest.approx(0.143841, abs=1e-6)
    assert kl_divergence(policy, policy).item() == 0.0


def test_clipped_fraction_counts_both_sides() -> None:
    new = tensor(1.3, 1.1, 0.7, 0.9).log()
    assert clipped_fraction(new, torch.zeros(4, dtype=torch.float64), 0.2).item() == 0.5


def test_normalised_advantages() -> None:
    assert normalised(tensor(1.0, 3.0)).tolist() == pytest.approx([-1.0, 1.0])
    assert normalised(tensor(2.0, 2.0)).tolist() == [0.0, 0.0]


def test_location_loss_counts_hidden_cards_only() -> None:
    logits = torch.zeros((1, 3, 3))
    logits[0, 0] = torch.tensor([0.0, math.log(2.0), 0.0])
    logits[0, 2] = 99.0
    holders = torch.tensor([[2, 1, 0]])  # the third card is not hidden
    expected = (math.log(2.0) + math.log(3.0)) / 2
    assert location_loss(logits, holders).item() == pytest.approx(expected)


def test_location_loss_of_no_hidden_card_is_zero() -> None:
    assert location_loss(torch.ones((2, 3, 3)), torch.zeros((2, 3), dtype=torch.int64)).item() == 0


def test_sides_loss() -> None:
    logits = torch.tensor([[math.log(3.0), 0.0]])
    trump_side = torch.tensor([[True, False]])
    expected = (math.log(4.0 / 3.0) + math.log(2.0)) / 2
    assert sides_loss(logits, trump_side).item() == pytest.approx(expected)


def test_explained_variance() -> None:
    returns = np.array([1.0, 2.0, 3.0])
    assert explained_variance(returns, returns) == 1.0
    assert explained_variance([2.0, 2.0, 2.0], returns) == 0.0
    assert explained_variance(-returns, returns) == -3.0
    assert explained_variance([1.0, 5.0, 2.0], [4.0, 4.0, 4.0]) == 0.0


def test_linear_schedule() -> None:
    assert linear_schedule(3.0, 1.0, 0, 10) == 3.0
    assert linear_schedule(3.0, 1.0, 5, 10) == 2.0
    assert linear_schedule(3.0, 1.0, 10, 10) == 1.0
    assert linear_schedule(3.0, 1.0, 99, 10) == 1.0


@pytest.mark.parametrize(("step", "steps"), [(-1, 10), (0, 0), (3, -3)])
def test_linear_schedule_refuses_steps_off_the_line(step: int, steps: int) -> None:
    with pytest.raises(ValueError, match="linear_schedule"):
        linear_schedule(1.0, 0.0, step, steps)
