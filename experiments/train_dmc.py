"""`hidden-partners train GAME --algo dmc`: Deep Monte Carlo from self-play (`agents.dmc`).

Every seat is played by the same network, also where an announcement or a bid is due.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np

from agents.dmc import ValueLearner, ValueSettings
from agents.network import ActorCritic
from agents.ppo import linear_schedule
from agents.self_play import Rollout
from experiments.self_play_training import SelfPlayTraining
from experiments.training_options import TrainConfig


class DmcTraining(SelfPlayTraining):
    """Deep Monte Carlo between two iterations."""

    player = "dmc"
    headline: ClassVar = {
        "speed/deals_per_second": "{:,.0f} deals/s",
        "update/value_loss": "loss {:.3f}",
        "update/explained_variance": "explained {:.2f}",
    }
    learner: ValueLearner

    def __init__(self, config: TrainConfig, folder: Path) -> None:
        super().__init__(config, folder)
        self._begin()

    def _fresh_network(self) -> ActorCritic:
        return self._network(critic=False)

    def _learner(self, network: ActorCritic) -> ValueLearner:
        return ValueLearner(network.train())

    def _play(self) -> Rollout:
        nobody = np.zeros((self.own.games, self.game.num_seats), np.bool_)
        return self._collect(None, nobody, epsilon=self.config.epsilon)

    def _learn(self, rollout: Rollout, shuffle: int) -> dict[str, float]:
        last = max(self.config.iterations - 1, 1)
        settings = ValueSettings(
            learning_rate=linear_schedule(*self.own.learning_rate, self.iteration, last),
            minibatch=self.own.minibatch,
            reward_scale=1.0 / self.own.reward_divisor,
        )
        return self.learner.update(rollout, settings, shuffle)
