"""What a trained network believes of the sides: its own head, and probes of its last layer.

    reader = NetworkReader(policy)                  # a frozen PolicyAgent
    features, told, places = reader.read(observation)   # its last layer and what its heads say
    head = nearest_sides(rule, told)                # (N, 2**S) as chances of sets of seats
    probe = Probe.fit(features, rule, truth)        # what a linear reader finds in the last layer
    probe.chances(features, rule)                   # (N, 2**S)

Beliefs about the sides begin from the exact chances `rule` (N, 2**S) that the cards alone leave, so
they are not better or worse than those for reasons of counting: what is measured is what the
network adds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from agents.belief_sides import members, seat_chances
from agents.network import BLOCK_ROWS
from agents.placings import Floats, Numbers
from agents.policy_agent import PolicyAgent

_STEPS = 200  # of `nearest_sides`
_SURE = 1e-9
_PENALTY = 100.0  # rows that the squared weights of a probe count as; features have variance 1
_ROUNDS = 60  # of LBFGS


class NetworkReader:
    """Reads what the actor of `policy` computes before it answers; the network stays as it is."""

    def __init__(self, policy: PolicyAgent) -> None:
        self.network = policy.network

    @torch.inference_mode()
    def read(
        self, observation: npt.NDArray[np.uint8]
    ) -> tuple[npt.NDArray[np.float32], Floats | None, Floats | None]:
        """(N, H) the last hidden layer, and chances by its heads: (N, S) of each seat to declare
        and (N, C, S - 1) of each card to lie in each other hand; None where it lacks the head.

        observation: (N, F) uint8 as the network sees it
        """
        layers: list[Tensor] = []

        def keep(module: nn.Module, inputs: tuple[Tensor, ...]) -> None:
            layers.append(inputs[0])

        sides: list[Tensor] = []
        places: list[Tensor] = []
        hook = self.network.policy_head.register_forward_pre_hook(keep)
        try:
            for first in range(0, len(observation), BLOCK_ROWS):
                rows = np.ascontiguousarray(observation[first : first + BLOCK_ROWS])
                output = self.network.policy(torch.from_numpy(rows))
                if output.sides is not None:
                    sides.append(torch.sigmoid(output.sides.double()))
                if output.location is not None:
                    places.append(torch.softmax(output.location.double(), dim=2))
        finally:
            hook.remove()
        return torch.cat(layers).float().numpy(), _whole(sides), _whole(places)


def _whole(parts: list[Tensor]) -> Floats | None:
    return torch.cat(parts).numpy() if parts else None


def nearest_sides(rule: Floats, told: Floats) -> Floats:
    """(N, 2**S) the chances of sets nearest to `rule` (N, 2**S) that give each seat its own.

    told: (N, S) a chance of each seat to declare. Where they agree with those of `rule` the result
        is `rule`; a seat that the cards leave in no doubt is not asked. Seats' chances that fit no
        distribution are met as nearly as possible: each is scaled in turn by its ratio, all at once
        and damped, until it settles (simultaneous proportional fitting).
    """
    inside = members(told.shape[1])  # (2**S, S)
    chances, target = rule.copy(), np.clip(told, 1e-6, 1 - 1e-6)
    now = seat_chances(rule)
    doubtful = (now > _SURE) & (now < 1 - _SURE)
    for _ in range(_STEPS):
        now = np.clip(seat_chances(chances), 1e-12, 1 - 1e-12)
        more = np.where(doubtful, np.log(target / now), 0)
        less = np.where(doubtful, np.log((1 - target) / (1 - now)), 0)
        tilt = (more @ inside.T + less @ (1 - inside.T)) / told.shape[1]
        chances *= np.exp(tilt)
        chances /= chances.sum(axis=1, keepdims=True)
    return chances


@dataclass(frozen=True)
class Probe:
    """A linear reader of features (N, H): by how much each seat is likelier to declare.

    The logit of a set of seats is that of the rules and the sum of its seats'.

    mean, scale: (H,) of the features; weights: (H + 1, S), the last row the bias
    """

    mean: Floats
    scale: Floats
    weights: Floats

    @classmethod
    def fit(
        cls, features: npt.NDArray[np.floating], rule: Floats, truth: Numbers, rounds: int = _ROUNDS
    ) -> Self:
        """Logistic regression of the sets `truth` (N,) by LBFGS, with a penalty.

        ValueError without a row.
        """
        if not len(features):
            raise ValueError("a probe needs a row or more to learn from")
        mean = features.mean(axis=0, dtype=np.float64)
        scale = np.maximum(features.std(axis=0, dtype=np.float64), 1e-3)
        num_seats = rule.shape[1].bit_length() - 1
        probe = cls(mean, scale, np.zeros((features.shape[1] + 1, num_seats)))
        inputs = torch.from_numpy(probe._inputs(features))
        base, inside = torch.from_numpy(_logs(rule)), torch.from_numpy(members(num_seats).T)
        target = torch.from_numpy(truth.astype(np.int64))
        weights = torch.zeros(probe.weights.shape, dtype=torch.float64, requires_grad=True)
        solver = torch.optim.LBFGS([weights], max_iter=rounds, line_search_fn="strong_wolfe")

        def loss() -> Any:
            solver.zero_grad()
            logits = inputs @ weights @ inside + base
            found = nn.functional.cross_entropy(logits, target)
            found = found + _PENALTY / len(rule) * weights[:-1].square().sum()
            found.backward()
            return found

        solver.step(loss)
        return cls(mean, scale, weights.detach().numpy())

    def chances(self, features: npt.NDArray[np.floating], rule: Floats) -> Floats:
        """(N, 2**S) of sum 1; 0 where the rules' are."""
        inside = members(self.weights.shape[1]).T
        logits = self._inputs(features) @ self.weights @ inside + _logs(rule)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return chances / chances.sum(axis=1, keepdims=True)

    def _inputs(self, features: npt.NDArray[np.floating]) -> Floats:
        scaled = (features - self.mean) / self.scale
        return np.hstack([scaled, np.ones((len(scaled), 1))])


def _logs(rule: Floats) -> Floats:
    """Logarithms, for 0 a number that no probe makes up for."""
    return np.where(rule > 0, np.log(np.maximum(rule, 1e-300)), -1e4)
