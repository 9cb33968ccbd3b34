"""`hidden-partners train GAME --algo sb3-maskable-ppo`: MaskablePPO of sb3-contrib.

It holds one seat of every game, the other seats are played by `--opponents`. A step is one decision
of the learner. Its policy has the shape of our actor, and the checkpoint holds that actor, so it
plays as `sb3:PATH` without Stable-Baselines3 and, unlike one of its zip files, which hold pickles,
loading it runs no code of the file. The rest of the model, for going on, is beside it as numbers.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.utils import set_random_seed
from torch import Tensor, nn

from agents import optimizer_state
from agents.checkpoint import load_checkpoint, save_checkpoint
from agents.network import ActorCritic
from agents.positions import game_arrays, restore_games
from agents.ppo import linear_schedule
from agents.registry import make
from experiments.algorithms import STEPS_A_ROLLOUT
from experiments.games import load_game, make_rules, switches_of
from experiments.sb3_vec_env import SeatVecEnv
from experiments.self_play_training import of_a_run
from experiments.training_options import CHECKPOINT, TrainConfig
from trick_taking.counter import random_keys
from trick_taking.seat_vector import SeatVectorEnv

_POLICY, _OPTIMIZER = "policy/", "optimizer/"  # arrays of the checkpoint
_OUR_NAMES = {"mlp_extractor.policy_net.": "actor.", "action_net.": "policy_head."}


class ScaledFeatures(BaseFeaturesExtractor):
    """Observations (N, F) times the scales (F,) of their layout."""

    scales: Tensor

    def __init__(self, observation_space: Any, scales: npt.NDArray[np.float32]) -> None:
        super().__init__(observation_space, len(scales))
        self.register_buffer("scales", torch.from_numpy(scales))

    def forward(self, observations: Tensor) -> Tensor:
        """(N, F)."""
        return observations * self.scales


class Sb3Training:
    """MaskablePPO between two iterations: a rollout of some steps in every game, and its update.

    All but the weights and the games under way is a function of the seed and the iteration.
    """

    player = "sb3"
    headline: ClassVar = {
        "speed/steps_per_second": "{:,.0f} steps/s",
        "rollout/reward": "reward {:+.2f}",
        "update/approx_kl": "kl {:.4f}",
        "update/explained_variance": "explained {:.2f}",
    }

    def __init__(self, config: TrainConfig, folder: Path) -> None:
        self.config, self.own, self.folder, self.iteration = config, config.own, folder, 0
        self.games = seats_of_a_learner(config)
        self.game: Any = self.games.play.game
        self.env = SeatVecEnv(self.games, self.own.reward_divisor)
        self.model = self._model()
        self.model.set_logger(Logger(None, []))
        file = folder / CHECKPOINT
        if config.resume and file.exists():
            self._go_on(file)

    def _model(self) -> MaskablePPO:
        hidden = list(self.config.hidden)
        return MaskablePPO(
            "MlpPolicy",
            self.env,
            learning_rate=lambda _: self._scheduled(self.own.learning_rate),
            n_steps=STEPS_A_ROLLOUT,
            batch_size=self.own.minibatch,
            n_epochs=self.config.epochs,
            gamma=1.0,
            gae_lambda=self.config.trace,
            target_kl=self.config.target_kl,
            policy_kwargs={
                "net_arch": {"pi": hidden, "vf": hidden},
                "activation_fn": nn.ReLU,
                "features_extractor_class": ScaledFeatures,
                "features_extractor_kwargs": {"scales": self.game.layout.scales},
            },
            seed=self._seed(),
            device=self.config.device,
        )

    def _seed(self) -> int:
        """For SB3 and torch, which want 32 bits."""
        return int(random_keys(self.config.seed, self.iteration)[0] >> np.uint64(32))

    def _scheduled(self, ends: tuple[float, float]) -> float:
        return linear_schedule(*ends, self.iteration, max(self.config.iterations - 1, 1))

    def iterate(self) -> dict[str, float]:
        """One rollout and the update by it; returns the metrics."""
        began = time.perf_counter()
        set_random_seed(self._seed())
        self.model.ent_coef = self._scheduled(self.own.entropy)
        steps = self.own.games * STEPS_A_ROLLOUT
        # one rollout; at the second SB3 would report by itself
        self.model.learn(steps, log_interval=2, reset_num_timesteps=False)
        self.iteration += 1
        found = self.model.logger.name_to_value
        seconds = time.perf_counter() - began
        buffer = self.model.rollout_buffer
        episodes = buffer.episode_starts[1:].sum()  # those that ended before the last step
        paid = float(buffer.rewards[:-1].sum()) * self.own.reward_divisor
        return {
            **{f"update/{name.removeprefix('train/')}": float(found[name]) for name in found},
            "rollout/reward": paid / max(episodes, 1),
            "speed/steps_per_second": steps / seconds,
        }

    def _actor(self) -> ActorCritic:
        """The policy as a network of ours, a copy."""
        scales = self.game.layout.scales, self.game.layout_all.scales
        sizes = {"num_seats": self.game.num_seats, "num_cards": self.game.num_cards}
        actor = ActorCritic(
            *scales, self.game.num_actions, self.config.hidden, critic=False, **sizes
        )
        weights = {
            ours + name.removeprefix(theirs): tensor
            for name, tensor in self.model.policy.state_dict().items()
            for theirs, ours in _OUR_NAMES.items()
            if name.startswith(theirs)
        }
        scales_too = {n: t for n, t in actor.state_dict().items() if n.endswith("_scales")}
        actor.load_state_dict(weights | scales_too)
        return actor

    def close(self) -> None:
        """It holds memory alone."""

    def save(self) -> None:
        """Replace the checkpoint by one of this moment."""
        policy, play = self.model.policy, self.games.play
        arrays = {_POLICY + n: t.cpu().numpy() for n, t in policy.state_dict().items()}
        averages = optimizer_state.arrays_of(policy.optimizer)
        arrays |= {_OPTIMIZER + name: array for name, array in averages.items()}
        arrays |= game_arrays(self.game) | {"learner": play.learner, "owed": play.owed}
        save_checkpoint(
            self.folder / CHECKPOINT,
            self._actor(),
            self.game,
            counters={
                "iteration": self.iteration,
                "steps": self.iteration * self.own.games * STEPS_A_ROLLOUT,
            },
            extra={
                "player": self.player,
                "optimizer": optimizer_state.groups_of(policy.optimizer),
            },
            arrays=arrays,
        )

    def _go_on(self, file: Path) -> None:
        saved = load_checkpoint(file, self.game)
        policy, play = self.model.policy, self.games.play
        with of_a_run(file):
            self.iteration = saved.counters["iteration"]
            weights = {n: torch.from_numpy(a) for n, a in _part(saved.arrays, _POLICY).items()}
            policy.load_state_dict(weights)
            groups, averages = saved.extra["optimizer"], _part(saved.arrays, _OPTIMIZER)
            shapes = [tuple(parameter.shape) for parameter in policy.parameters()]
            optimizer_state.check(groups, averages, shapes)
            optimizer_state.restore(policy.optimizer, groups, averages)
            restore_games(self.game, saved.arrays)
            play.learner[:], play.owed[:] = saved.arrays["learner"], saved.arrays["owed"]
        # where SB3 keeps what it saw last; it would begin with new deals otherwise
        self.model._last_obs = play.observe()
        self.model._last_episode_starts = np.ones(self.own.games, np.bool_)


def _part(arrays: dict[str, Any], prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): a for name, a in arrays.items() if name.startswith(prefix)}


def seats_of_a_learner(config: TrainConfig) -> SeatVectorEnv:
    """The games of a run, with one seat each for the learner; ValueError for unknown opponents."""
    module, own = load_game(config.game), config.own
    rules = make_rules(module, config.rules)
    like: dict[str, Any] = {"rules": rules, "episode": own.episode, "history": config.history}
    like |= switches_of(config)
    opponents = make(config.opponents or "random", module.vector_env(1, **like))
    return SeatVectorEnv(
        module.env(rules=rules).unwrapped.kit,
        own.games,
        opponents=opponents,
        rewards=own.rewards,
        autoreset_mode="SameStep",
        **like,
    )
