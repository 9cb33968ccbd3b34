"""Deep Monte Carlo: learn what each action brings from what it brought (DouZero, arXiv 2106.06135).

A network answers for an observation what each action is expected to bring its seat, in rewards to
the end of the chain. It is one with a value for every action, so that all legal actions cost one
pass; DouZero feeds observation and action together, a pass for each action. Self-play of all seats
is greedy by these values, but for a chance epsilon; the target of a value is the return that the
seat then got, without any estimate of a critic. Epsilon 0.01, RMSprop with alpha 0.99 and epsilon
1e-5 and the bound on the gradient's norm are DouZero's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from agents.network import ActorCritic
from agents.ppo import explained_variance
from agents.self_play import Rollout, advantages_and_returns

GRADIENT_NORM = 40.0


@dataclass(frozen=True, kw_only=True)
class ValueSettings:
    """One update."""

    learning_rate: float
    minibatch: int  # decisions
    reward_scale: float = 1.0


class ValueLearner:
    """A network of action values, the actor's logits, with its RMSprop optimiser."""

    def __init__(self, network: ActorCritic) -> None:
        self.network = network
        self.optimizer = torch.optim.RMSprop(network.parameters(), lr=0.0, alpha=0.99, eps=1e-5)

    def update(self, rollout: Rollout, settings: ValueSettings, seed: int) -> dict[str, float]:
        """One pass over the rollout in an order drawn from `seed`; returns the metrics."""
        for group in self.optimizer.param_groups:
            group["lr"] = settings.learning_rate
        returns = returns_of(rollout, settings.reward_scale)
        device = self.network.observation_scales.device
        batch = [
            torch.from_numpy(array).to(device)
            for array in (rollout.observations, rollout.actions, returns)
        ]
        order = torch.randperm(len(returns), generator=torch.Generator().manual_seed(seed))
        values, losses = np.zeros_like(returns), []
        for rows in order.split(settings.minibatch):
            chosen, loss = self._step(*(part[rows] for part in batch))
            values[rows.numpy()] = chosen
            losses.append(loss)
        return {
            "value_loss": float(np.mean(losses)),
            "explained_variance": explained_variance(values, returns),
        }

    def _step(
        self, observations: Tensor, actions: Tensor, returns: Tensor
    ) -> tuple[npt.NDArray[np.float32], float]:
        """One gradient step; the values (N,) of the actions and the loss before it."""
        chosen = self.network.logits(observations).gather(1, actions[:, None])[:, 0]
        loss = (chosen - returns).square().mean()
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), GRADIENT_NORM)
        self.optimizer.step()
        return chosen.detach().cpu().numpy(), float(loss.detach())


def returns_of(rollout: Rollout, reward_scale: float) -> npt.NDArray[np.float32]:
    """(N,) what each stored decision's seat got from then to the end of the chain, scaled."""
    nothing = np.zeros(len(rollout.actions), np.float32)
    _, returns = advantages_and_returns(rollout, nothing, reward_scale, trace=1.0)
    return returns
