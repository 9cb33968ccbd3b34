"""The PPO learner: from one rollout to one update of the actor-critic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from agents import ppo
from agents.network import ActorCritic, PolicyOutput
from agents.self_play import Rollout, advantages_and_returns, logits_of, values_of
from trick_taking.layout import Layout

# In the privileged observation of games with secret partners: who is on the trump side.
SIDES_FIELD = "true_trump_side"


@dataclass(frozen=True, kw_only=True)
class UpdateSettings:
    """One update; the schedules have already been evaluated at its step."""

    learning_rate: float
    entropy: float  # weight of the entropy of a card play
    announcement_entropy: float  # weight of the entropy of an announcement or bid
    epochs: int = 3
    minibatch: int = 8192  # decisions
    clip: float = 0.2
    value_weight: float = 0.5
    auxiliary_weight: float = 0.1
    gradient_norm: float = 0.5
    target_kl: float = 0.03  # no further epoch once the policy has moved so far
    trace: float = 0.95  # lambda of GAE
    reward_scale: float = 1.0
    imitates: bool = False  # learn the actions as they are, not by what they brought
    kl: float = 0.0  # weight of KL(policy || magnet), where there is a magnet


class Learner:
    """An actor-critic with its Adam optimiser; `num_cards` actions of the table are cards."""

    def __init__(self, network: ActorCritic, layout_all: Layout, num_cards: int) -> None:
        self.network = network
        self.layout_all = layout_all
        self.num_cards = num_cards
        self.optimizer = torch.optim.Adam(network.parameters(), lr=0.0, eps=1e-5)

    def update(
        self,
        rollout: Rollout,
        settings: UpdateSettings,
        seed: int,
        magnet: ActorCritic | None = None,
    ) -> dict[str, float]:
        """Some epochs over the rollout in an order drawn from `seed`; returns the metrics.

        A `magnet` is a past policy from which the policy is kept from straying.
        """
        for group in self.optimizer.param_groups:
            group["lr"] = settings.learning_rate
        values = values_of(self.network, rollout.critic_observations)
        advantages, returns = advantages_and_returns(
            rollout, values, settings.reward_scale, settings.trace
        )
        batch = self._batch(rollout, advantages, returns, settings)
        if magnet is not None:
            logits = torch.from_numpy(logits_of(magnet, rollout.observations))
            logits = logits.to(batch["legal"].device)
            batch["magnet"] = ppo.masked_log_probabilities(logits, batch["legal"])
        generator = torch.Generator().manual_seed(seed)
        metrics: list[dict[str, float]] = []
        for _ in range(settings.epochs):
            order = torch.randperm(len(values), generator=generator)
            parts = [self._step(batch, rows, settings) for rows in order.split(settings.minibatch)]
            metrics.extend(parts)
            moved = np.mean([part["kl"] for part in parts])
            if moved > settings.target_kl and not settings.imitates:
                break
        averages = {name: float(np.mean([m[name] for m in metrics])) for name in metrics[0]}
        return averages | {
            "kl_last": metrics[-1]["kl"],
            "first_ratio_error": metrics[0]["ratio_error"],
            "explained_variance": ppo.explained_variance(values, returns),
            "epochs": len(metrics) / -(-len(values) // settings.minibatch),
        }

    def _batch(
        self,
        rollout: Rollout,
        advantages: npt.NDArray[np.float32],
        returns: npt.NDArray[np.float32],
        settings: UpdateSettings,
    ) -> dict[str, Tensor]:
        """The rollout as tensors on the network's device, one row a decision."""
        announces = rollout.legal[:, self.num_cards :].any(axis=1)
        weights = np.where(announces, settings.announcement_entropy, settings.entropy)
        arrays: dict[str, npt.NDArray[Any]] = {
            "observations": rollout.observations,
            "critic_observations": rollout.critic_observations,
            "legal": rollout.legal,
            "actions": rollout.actions,
            "old": rollout.log_probabilities,
            "advantages": advantages,
            "returns": returns,
            "entropy_weights": weights.astype(np.float32),
        }
        device = self.network.observation_scales.device
        batch = {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
        batch["advantages"] = ppo.normalised(batch["advantages"])
        return batch

    def _step(
        self, batch: dict[str, Tensor], rows: Tensor, settings: UpdateSettings
    ) -> dict[str, float]:
        """One gradient step on the decisions `rows`."""
        part = {name: tensor[rows] for name, tensor in batch.items()}
        output = self.network.policy(part["observations"])
        log_probabilities = ppo.masked_log_probabilities(output.logits, part["legal"])
        new = ppo.log_probability(log_probabilities, part["actions"])
        entropy = ppo.entropy(log_probabilities)
        if settings.imitates:
            policy_loss = -new.mean()
        else:
            policy_loss = ppo.policy_loss(new, part["old"], part["advantages"], settings.clip)
        values = self.network.values(part["critic_observations"])
        value_loss = ppo.value_loss(values, part["returns"])
        loss = policy_loss + settings.value_weight * value_loss
        loss = loss - (part["entropy_weights"] * entropy).mean()
        metrics = {"policy_loss": policy_loss, "value_loss": value_loss, "entropy": entropy.mean()}
        if "magnet" in part:
            metrics["magnet_kl"] = ppo.kl_divergence(log_probabilities, part["magnet"]).mean()
            loss = loss + settings.kl * metrics["magnet_kl"]
        if guesses := self._guesses(output, part["critic_observations"]):
            loss = loss + settings.auxiliary_weight * sum(guesses.values())
            metrics |= guesses
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), settings.gradient_norm)
        self.optimizer.step()
        with torch.no_grad():
            metrics["kl"] = ppo.approximate_kl(new, part["old"])
            metrics["clipped"] = ppo.clipped_fraction(new, part["old"], settings.clip)
            metrics["ratio_error"] = ((new - part["old"]).exp() - 1.0).abs().max()
        return {name: float(value.detach()) for name, value in metrics.items()}

    def _guesses(self, output: PolicyOutput, critic_observations: Tensor) -> dict[str, Tensor]:
        """The losses of the auxiliary heads that the network has."""
        losses: dict[str, Tensor] = {}
        if output.location is not None:
            holders = hidden_holders(self.layout_all, critic_observations)
            losses["location_loss"] = ppo.location_loss(output.location, holders)
        if output.sides is not None:
            sides = critic_observations[:, self.layout_all.slices[SIDES_FIELD]].bool()
            losses["sides_loss"] = ppo.sides_loss(output.sides, sides)
        return losses


def hidden_holders(layout_all: Layout, critic_observations: Tensor) -> Tensor:
    """(N, C) int64 what the location head is to guess, read from privileged rows (N, F') uint8.

    It is the relative seat that holds each card hidden in another hand, else `ppo.NOT_HIDDEN`: no
    guess is asked for of cards in the own hand, played, laid down or never dealt.
    """
    field = layout_all.fields["other_hands"]
    hands = critic_observations[:, layout_all.slices["other_hands"]].unflatten(-1, field.shape)
    seats = torch.arange(1, field.shape[0] + 1, device=hands.device)
    return (hands.long() * seats[:, None]).sum(dim=1)
