"""`hidden-partners train GAME --algo ppo`: PPO from self-play, with a critic that sees every hand.

Beside the checkpoint the run folder has `snapshots/`, the past selves that the run plays against,
and with `--league` copies of the policies of other runs that sit among them. With `--opponents` it
is an exploiter: it learns one seat of every game, the others are held by that agent, which is
frozen and which it may imitate first; and with `--league EXPLOITER` another run of the exploited
one may then meet it.

With `--kl W` the loss has W times the mean KL(policy || newest past self), exact over the legal
actions: magnetic mirror descent (arXiv 2206.05825), whose magnet moves every `--snapshot-every`
iterations, and in which the clip of PPO stands for the step's own KL to the policy that played.
There is no such term before the first past self and while the run imitates.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from agents.checkpoint import Checkpoint, load_checkpoint, newest_checkpoint
from agents.learner import SIDES_FIELD, Learner, UpdateSettings
from agents.network import ActorCritic
from agents.past_selves import PastSelves, all_but_one
from agents.ppo import linear_schedule
from agents.registry import make
from agents.self_play import Rollout
from experiments.self_play_training import SelfPlayTraining, of_a_run
from experiments.training_options import TrainConfig


class Training(SelfPlayTraining):
    """PPO between two iterations."""

    player = "ppo"
    headline: ClassVar = {
        "speed/deals_per_second": "{:,.0f} deals/s",
        "update/entropy": "entropy {:.2f}",
        "update/kl": "kl {:.4f}",
        "update/explained_variance": "explained {:.2f}",
    }
    learner: Learner

    def __init__(self, config: TrainConfig, folder: Path) -> None:
        super().__init__(config, folder)
        self.rule = make("rule", self.game) if self.own.imitate or self.own.rule_share else None
        self.past = PastSelves(folder / "snapshots", self.game, config.pool)
        self.exploited = make(config.opponents, self.game) if config.opponents else None
        self._begin()
        self.past.invite(config.league, config.device)

    def _fresh_network(self) -> ActorCritic:
        if self.config.start is not None:
            started = load_checkpoint(newest_checkpoint(self.config.start), self.game)
            if not started.network.shape.critic:
                raise ValueError(f"--start: {started.path} was not trained by --algo ppo")
            return started.network.requires_grad_(True)
        return self._network(
            auxiliary=self.config.auxiliary_weight > 0,
            sides=SIDES_FIELD in self.game.layout_all.fields,
        )

    def _learner(self, network: ActorCritic) -> Learner:
        network.train()
        return Learner(network, self.game.layout_all, self.game.num_cards)

    def _go_on(self, file: Path) -> Checkpoint:
        saved = super()._go_on(file)
        with of_a_run(file):
            past_selves = [int(iteration) for iteration in saved.extra["past_selves"]]
        self.past.restore(past_selves, saved.network)
        return saved

    def _play(self) -> Rollout:
        seed, iteration = self.config.seed, self.iteration
        seats = self.past.seats(seed, iteration, self.own.pool_share)
        if self._imitates:
            teacher = self.rule if self.exploited is None else self.exploited
            return self._collect(None, seats, teacher)
        if self.exploited is not None:
            return self._collect(self.exploited, all_but_one(self.game, seed, iteration))
        opponent = self.past.choose(seed, iteration, self.rule, self.own.rule_share)
        return self._collect(opponent, seats)

    @property
    def _imitates(self) -> bool:
        """Whether this iteration is one of the first, in which the learner imitates."""
        return self.iteration * self.own.games < self.own.imitate

    def _learn(self, rollout: Rollout, shuffle: int) -> dict[str, float]:
        magnet = self.past.newest if self.config.kl and not self._imitates else None
        update = self.learner.update(rollout, self._settings(), shuffle, magnet)
        done = self.iteration + 1
        if done % self.config.snapshot_every == 0:
            self.past.add(done, self.learner.network)
        return update

    def _settings(self) -> UpdateSettings:
        config, step, last = self.config, self.iteration, max(self.config.iterations - 1, 1)
        entropy = linear_schedule(*self.own.entropy, step, last)
        return UpdateSettings(
            learning_rate=linear_schedule(*self.own.learning_rate, step, last),
            entropy=entropy,
            announcement_entropy=max(entropy, self.own.announcement_entropy),
            epochs=config.epochs,
            minibatch=self.own.minibatch,
            auxiliary_weight=config.auxiliary_weight,
            target_kl=config.target_kl,
            trace=config.trace,
            reward_scale=1.0 / self.own.reward_divisor,
            imitates=self._imitates,
            kl=config.kl,
        )

    def _extra(self) -> dict[str, Any]:
        return {"past_selves": sorted(self.past.networks)}
