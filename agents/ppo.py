"""The maths of PPO on flat batches of decisions, as small functions on torch tensors.

N is the number of decisions in a minibatch, A the number of actions, S seats, C cards.

    masked_log_probabilities(logits (N, A), legal (N, A)) -> (N, A)
    log_probability(log_probabilities (N, A), actions (N,)) -> (N,)
    entropy(log_probabilities (N, A)) -> (N,)
    normalised(advantages (N,)) -> (N,)
    policy_loss(new (N,), old (N,), advantages (N,), clip) -> ()
    value_loss(values (N,), returns (N,), old_values=None, clip=None) -> ()
    approximate_kl(new (N,), old (N,)) -> ()       clipped_fraction(new, old, clip) -> ()
    location_loss(logits (N, C, S-1), holders (N, C)) -> ()
    sides_loss(logits (N, S), trump_side (N, S)) -> ()
    kl_divergence(log_probabilities (N, A), reference (N, A)) -> (N,)
    explained_variance(values, returns) -> float   linear_schedule(start, end, step, steps) -> float

Log-probabilities are natural; `new` and `old` are those of the actions taken under the policy being
learned and under the one that played.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

# Finite, so that 0 * log(0) is 0 and no gradient is NaN; far below any logit a network gives.
ILLEGAL_LOGIT = -1e9
# In `holders` of location_loss: the card is not hidden from this seat.
NOT_HIDDEN = 0


def masked_log_probabilities(logits: Tensor, legal: Tensor) -> Tensor:
    """(N, A) log-probabilities over the legal actions; illegal ones get about `ILLEGAL_LOGIT`.

    `logits` (N, A) float, `legal` (N, A) bool with at least one True in a row. The probability of
    an illegal action is exactly 0, and so is the gradient of its logit.
    """
    return torch.log_softmax(logits.masked_fill(~legal, ILLEGAL_LOGIT), dim=-1)


def log_probability(log_probabilities: Tensor, actions: Tensor) -> Tensor:
    """(N,) log-probability of `actions` (N,) int64 in the rows of `log_probabilities` (N, A)."""
    return log_probabilities.gather(-1, actions.unsqueeze(-1)).squeeze(-1)


def entropy(log_probabilities: Tensor) -> Tensor:
    """(N,) entropy in nats of each row of (N, A) masked log-probabilities, in [0, log A]."""
    return -(log_probabilities.exp() * log_probabilities).sum(dim=-1)


def normalised(advantages: Tensor, epsilon: float = 1e-8) -> Tensor:
    """(N,) advantages with mean 0 and standard deviation 1; all 0 when they are all equal."""
    centred = advantages - advantages.mean()
    return centred / (centred.square().mean().sqrt() + epsilon)


def policy_loss(new: Tensor, old: Tensor, advantages: Tensor, clip: float) -> Tensor:
    """() mean of PPO's clipped surrogate, negated: lower is better.

    `new`, `old`, `advantages` are (N,); `clip` is the greatest step of the ratio from 1.
    """
    ratio = (new - old).exp()
    clipped = ratio.clamp(1.0 - clip, 1.0 + clip)
    return -torch.minimum(ratio * advantages, clipped * advantages).mean()


def value_loss(
    values: Tensor, returns: Tensor, old_values: Tensor | None = None, clip: float | None = None
) -> Tensor:
    """() half the mean squared error of `values` (N,) against `returns` (N,).

    With `clip` (then `old_values` (N,) is needed, else ValueError) it is the larger of the errors
    of the value and of the value held within `clip` of the old one.
    """
    error = (values - returns).square()
    if clip is not None:
        if old_values is None:
            raise ValueError("value_loss: clip needs old_values")
        held = old_values + (values - old_values).clamp(-clip, clip)
        error = torch.maximum(error, (held - returns).square())
    return 0.5 * error.mean()


def approximate_kl(new: Tensor, old: Tensor) -> Tensor:
    """() estimate of KL(old || new) in nats from the actions taken: mean of r - 1 - log r, >= 0."""
    log_ratio = new - old
    return (log_ratio.exp() - 1.0 - log_ratio).mean()


def kl_divergence(log_probabilities: Tensor, reference: Tensor) -> Tensor:
    """(N,) KL(policy || reference) in nats, >= 0, of rows of (N, A) masked log-probabilities.

    With `reference` a past policy it is the pull of magnetic mirror descent (Sokota et al.,
    arXiv 2206.05825), in which that policy is the magnet.
    """
    return (log_probabilities.exp() * (log_probabilities - reference)).sum(dim=-1)


def clipped_fraction(new: Tensor, old: Tensor, clip: float) -> Tensor:
    """() share of decisions, in [0, 1], whose ratio has moved further than `clip` from 1."""
    return (((new - old).exp() - 1.0).abs() > clip).float().mean()


def location_loss(logits: Tensor, holders: Tensor) -> Tensor:
    """() mean cross-entropy in nats of "who holds this card", over the hidden cards of the batch.

    `logits` (N, C, S-1): entry k of a card is the relative seat k + 1. `holders` (N, C) int64: the
    relative seat 1..S-1 that holds the card, or `NOT_HIDDEN`. 0 when no card is hidden.
    """
    hidden = holders != NOT_HIDDEN
    target = (holders - 1).clamp(min=0)
    each = functional.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none")
    return (each * hidden.flatten()).sum() / hidden.sum().clamp(min=1)


def sides_loss(logits: Tensor, trump_side: Tensor) -> Tensor:
    """() mean binary cross-entropy in nats of "is this relative seat on the trump side".

    `logits` (N, S) float, `trump_side` (N, S) bool, relative seats.
    """
    return functional.binary_cross_entropy_with_logits(logits, trump_side.to(logits.dtype))


def explained_variance(values: npt.ArrayLike, returns: npt.ArrayLike) -> float:
    """Share of the variance of `returns` (N,) that `values` (N,) explain: 1 is perfect.

    0 when the returns do not vary; negative when the values are worse than a constant.
    """
    target = np.asarray(returns, np.float64)
    spread = float(target.var())
    if spread == 0.0:
        return 0.0
    return 1.0 - float((target - np.asarray(values, np.float64)).var()) / spread


def linear_schedule(start: float, end: float, step: int, steps: int) -> float:
    """Value at `step` on the line from `start` (step 0) to `end` (step `steps` and later).

    ValueError when `step` is negative or `steps` is not positive.
    """
    if steps <= 0 or step < 0:
        raise ValueError(f"linear_schedule: step {step} of {steps} is no point of a schedule")
    share = min(step / steps, 1.0)
    return start + (end - start) * share
