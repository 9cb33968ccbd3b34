"""`hidden-partners train GAME`: self-play PPO on the batched core.

A run lives in one folder: `run.json` (config, seed, revision, versions, machine), TensorBoard
metrics in `metrics/`, `latest.safetensors` (all that going on needs) and the past selves that the
run plays against in `snapshots/`. Stopped by Ctrl-C or killed, it goes on with `--resume`, and ends
with the same bits as if it had never stopped (with one thread).
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import torch

from agents.checkpoint import load_checkpoint, newest_checkpoint, save_checkpoint
from agents.learner import SIDES_FIELD, Learner, UpdateSettings
from agents.match_equity import MatchEquity, match_equity
from agents.network import ActorCritic
from agents.past_selves import PastSelves
from agents.positions import game_arrays, restore_games
from agents.ppo import linear_schedule
from agents.registry import make
from agents.self_play import Rollout, announcement_rates, collect
from agents.suit_order import suit_tables
from experiments.games import load_game, make_rules
from experiments.metrics import MetricsLog
from experiments.progress import progress_bar, stop_flag
from experiments.rollout_figures import rollout_figures
from experiments.run_folder import describe_run, write_json
from experiments.training_options import RUN_FILE, TrainConfig, settle_config
from trick_taking.cards import NO_SEAT
from trick_taking.counter import random_keys

__all__ = ["CHECKPOINT", "RUN_FILE", "TrainConfig", "Training", "main", "settle_config"]

CHECKPOINT = "latest.safetensors"


def main(config: TrainConfig) -> int:
    """Train until the last iteration or until Ctrl-C; returns 0, or 130 when stopped."""
    config, folder = settle_config(config)
    torch.set_num_threads(config.threads or os.cpu_count() or 1)
    training = Training(config, folder)
    if not config.resume:  # only now are all options known to be right
        write_json(folder / RUN_FILE, describe_run(config))
    start, played = training.iteration, f"{config.own.games} {config.unit}"
    print(f"run {folder}: iterations {start + 1} to {config.iterations} of {played}")
    with (
        stop_flag() as stopped,
        progress_bar() as bar,
        MetricsLog(folder / "metrics", start) as log,
    ):
        task = bar.add_task("train", total=config.iterations, completed=start, note="")
        while training.iteration < config.iterations and not stopped:
            metrics = training.iterate()
            log.write(metrics, training.iteration)
            if training.iteration % config.checkpoint_every == 0:
                training.save()
            bar.update(task, advance=1, note=headline(metrics))
            if not bar.console.is_terminal and training.iteration % config.lines_every == 0:
                print(f"iteration {training.iteration}: {headline(metrics)}", flush=True)
        training.save()
    if training.iteration < config.iterations:
        print(f"stopped after iteration {training.iteration}; go on with --run {folder} --resume")
        return 130
    print(f"done: play it as ppo:{folder}")
    return 0


def headline(metrics: dict[str, float]) -> str:
    """The metrics to watch, in one line."""
    return (
        f"{metrics['speed/deals_per_second']:,.0f} deals/s"
        f"  entropy {metrics['update/entropy']:.2f}  kl {metrics['update/kl']:.4f}"
        f"  explained {metrics['update/explained_variance']:.2f}"
    )


class Training:
    """A run between two iterations.

    All but the weights and the matches under way is a function of the seed and the iteration.
    """

    def __init__(self, config: TrainConfig, folder: Path) -> None:
        self.config, self.own, self.folder, self.iteration = config, config.own, folder, 0
        module = load_game(config.game)
        self.game = module.vector_env(
            self.own.games,
            rules=make_rules(module, config.rules),
            episode=self.own.episode,
            rewards=self.own.rewards,
            seed=int(random_keys(config.seed, 0)[0]),
            autoreset=False,
            history=config.history,
        )
        self.rule = make("rule", self.game) if self.own.imitate or self.own.rule_share else None
        self.equity = None
        if self.own.rewards == "win" and self.own.equity:
            self.equity = self._match_equity()
        file = folder / CHECKPOINT
        self.past = PastSelves(folder / "snapshots", self.game, config.pool)
        if config.resume and file.exists():
            self._go_on(file)
        else:
            self.learner = self._learner(self._fresh_network().to(config.device))

    def _match_equity(self) -> MatchEquity:
        try:
            return match_equity(self.game, make("rule", self.game), self.config.seed)
        except ValueError as error:
            raise ValueError(f"{error}: give --equity False") from error

    def _go_on(self, file: Path) -> None:
        saved = load_checkpoint(file, self.game, self.config.device)
        self.learner = self._learner(saved.network)
        saved.restore_optimizer(self.learner.optimizer)
        try:
            self.iteration = saved.counters["iteration"]
            past_selves = [int(iteration) for iteration in saved.extra["past_selves"]]
            if self._matches_go_on:
                restore_games(self.game, saved.arrays)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"--resume: {file} is not the checkpoint of a training run") from error
        self.past.restore(past_selves, saved.network)

    @property
    def _matches_go_on(self) -> bool:
        """Whether a match goes on from one rollout to the next: where every deal is paid."""
        return self.own.episode == "match" and (self.own.rewards != "win" or self.own.equity)

    def _fresh_network(self) -> ActorCritic:
        if self.config.start is not None:
            started = load_checkpoint(newest_checkpoint(self.config.start), self.game)
            return started.network.requires_grad_(True)
        return ActorCritic(
            self.game.layout.scales,
            self.game.layout_all.scales,
            self.game.num_actions,
            self.config.hidden,
            num_seats=self.game.num_seats,
            num_cards=self.game.num_cards,
            auxiliary=self.config.auxiliary_weight > 0,
            sides=SIDES_FIELD in self.game.layout_all.fields,
            suits=suit_tables(self.game),
            seed=self.config.seed,
        )

    def _learner(self, network: ActorCritic) -> Learner:
        network.train()
        return Learner(network, self.game.layout_all, self.game.num_cards)

    def iterate(self) -> dict[str, float]:
        """One rollout, one update, and the past self that is due; returns the metrics."""
        began = time.perf_counter()
        rollout = self._roll_out()
        rolled = time.perf_counter()
        shuffle = int(random_keys(self.config.seed, self.iteration)[0] >> 1)
        update = self.learner.update(rollout, self._settings(), shuffle)
        self.iteration += 1
        if self.iteration % self.config.snapshot_every == 0:
            self.past.add(self.iteration, self.learner.network)
        seconds = time.perf_counter() - began
        return {
            **{f"update/{name}": value for name, value in update.items()},
            **announcement_rates(self.game, self.learner.network, rollout),
            **rollout_figures(self.config.game, self.game, self.learner.network, rollout),
            "speed/deals_per_second": float(rollout.deal_ends.sum()) / seconds,
            "speed/decisions_per_second": float((rollout.seats >= 0).sum()) / seconds,
            "speed/rollout_share": (rolled - began) / seconds,
            "rollout/stored_decisions": float(len(rollout.actions)),
        }

    def _roll_out(self) -> Rollout:
        seed, iteration = self.config.seed, self.iteration
        if self._matches_go_on:
            self.game.reset(rows=np.flatnonzero(self.game.seat == NO_SEAT))
        else:
            self.game.reset(seed=int(random_keys(seed, iteration)[0]))
        seats = self.past.seats(seed, iteration, self.own.pool_share)
        if self._imitates:
            return collect(self.game, self.learner.network, None, seats, self.rule, self.equity)
        opponent = self.past.choose(seed, iteration, self.rule, self.own.rule_share)
        return collect(self.game, self.learner.network, opponent, seats, None, self.equity)

    @property
    def _imitates(self) -> bool:
        """Whether this iteration is one of the first, in which the learner imitates."""
        return self.iteration * self.own.games < self.own.imitate

    def _settings(self) -> UpdateSettings:
        config, step, last = self.config, self.iteration, max(self.config.iterations - 1, 1)
        entropy = linear_schedule(*self.own.entropy, step, last)
        return UpdateSettings(
            learning_rate=linear_schedule(*self.own.learning_rate, step, last),
            entropy=entropy,
            announcement_entropy=max(entropy, self.own.announcement_entropy),
            epochs=config.epochs,
            minibatch=config.minibatch,
            auxiliary_weight=config.auxiliary_weight,
            target_kl=config.target_kl,
            trace=config.trace,
            reward_scale=1.0 / self.own.reward_divisor,
            imitates=self._imitates,
        )

    def save(self) -> None:
        """Replace the checkpoint by one of this moment."""
        save_checkpoint(
            self.folder / CHECKPOINT,
            self.learner.network,
            self.game,
            optimizer=self.learner.optimizer,
            counters={
                "iteration": self.iteration,
                self.config.unit: self.iteration * self.own.games,
            },
            extra={"past_selves": sorted(self.past.networks)},
            arrays=game_arrays(self.game) if self._matches_go_on else None,
        )
