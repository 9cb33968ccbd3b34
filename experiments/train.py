"""`hidden-partners train GAME`: self-play PPO on the batched core.

A run lives in one folder: `run.json` (config, seed, revision, versions, machine), TensorBoard
metrics in `metrics/`, `latest.safetensors` (all that going on needs) and the past selves that the
run plays against in `snapshots/`. Stopped by Ctrl-C or killed, it goes on with `--resume`, and ends
with the same bits as if it had never stopped (with one thread).
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import torch

from agents.checkpoint import load_checkpoint, save_checkpoint
from agents.learner import Learner, UpdateSettings
from agents.network import ActorCritic
from agents.past_selves import PastSelves
from agents.ppo import linear_schedule
from agents.self_play import Rollout, announcement_rates, collect
from experiments.games import GameName, load_game, make_rules
from experiments.metrics import MetricsLog
from experiments.option_checks import check_device, check_ranges
from experiments.progress import progress_bar, stop_flag
from experiments.run_folder import default_folder, describe_run, stored_config, write_json
from trick_taking.counter import random_keys

CHECKPOINT = "latest.safetensors"
RUN_FILE = "run.json"
_FREE = ("run", "resume", "device", "threads")  # options that a resumed run may be given anew
_AT_LEAST_ONE = ("deals", "games", "epochs", "minibatch", "snapshot_every", "checkpoint_every")
_RANGES = dict.fromkeys((*_AT_LEAST_ONE, "threads"), (1.0, 1e9)) | {
    "learning_rate": (0.0, 1.0),
    "entropy": (0.0, 1e3),
    "announcement_entropy": (0.0, 1e3),
    "auxiliary_weight": (0.0, 1e3),
    "target_kl": (0.0, 1e3),
    "reward_divisor": (1e-3, 1e6),
    "pool": (0.0, 1e6),
    "pool_share": (0.0, 1.0),
    "seed": (0, 2**63 - 1),
    "trace": (0.0, 1.0),
}


@dataclass(frozen=True, kw_only=True)
class TrainConfig:
    """Options of a training run. Schedules go by the deals played, never by the clock."""

    game: GameName
    """Game to train."""
    run: Path | None = None
    """Folder of the run; default a new one under runs/."""
    resume: bool = False
    """Go on with the run in `--run` from its last checkpoint, with its own options."""
    rules: tuple[str, ...] = ()
    """Options of the rules, as name=value."""
    episode: Literal["deal", "match"] = "deal"
    """What ends an episode."""
    rewards: Literal["units", "relative", "win"] = "relative"
    """What is learned from."""
    history: bool = False
    """Add the order of play to the observation."""
    reward_divisor: float = 6.0
    """Units that count as 1 for the critic: the largest usual stake."""
    seed: int = 0
    """Of the deals, the weights, the draws and the order of minibatches."""
    deals: int = 900_000
    """Episodes to play in all."""
    games: int = 1024
    """Episodes in lockstep; one iteration plays each once, then updates."""
    hidden: tuple[int, ...] = (256, 256)
    """Widths of the hidden layers of actor and critic."""
    auxiliary_weight: float = 0.1
    """Weight of the heads that guess where each card is and who is on the trump side; 0: none."""
    epochs: int = 2
    """Passes over each rollout."""
    minibatch: int = 2048
    """Decisions in a gradient step."""
    learning_rate: tuple[float, float] = (1e-3, 5e-5)
    """At the first and at the last iteration."""
    entropy: tuple[float, float] = (0.03, 0.003)
    """Weight of the entropy, at the first and at the last iteration."""
    announcement_entropy: float = 0.02
    """Least weight of the entropy of announcements."""
    trace: float = 0.95
    """Lambda of the generalised advantage estimate."""
    target_kl: float = 0.03
    """No further pass over a rollout once the policy has moved so far."""
    pool: int = 20
    """Past selves to play against."""
    pool_share: float = 0.2
    """Share of the games in which a past self holds some seats."""
    snapshot_every: int = 10
    """Iterations between past selves."""
    checkpoint_every: int = 5
    """Iterations between checkpoints."""
    device: str = "cpu"
    """Where torch computes."""
    threads: int | None = None
    """Threads of torch; default every core."""

    @property
    def iterations(self) -> int:
        """Rollouts in the whole run."""
        return -(-self.deals // self.games)

    @property
    def lines_every(self) -> int:
        """Iterations between the lines of a log, where no bar can be drawn."""
        return max(1, self.iterations // 20)


def main(config: TrainConfig) -> int:
    """Train until the last iteration or until Ctrl-C; returns 0, or 130 when stopped."""
    config, folder = settle_config(config)
    torch.set_num_threads(config.threads or os.cpu_count() or 1)
    training = Training(config, folder)
    if not config.resume:  # only now are all options known to be right
        write_json(folder / RUN_FILE, describe_run(config))
    start = training.iteration
    print(f"run {folder}: iterations {start + 1} to {config.iterations} of {config.games} deals")
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
    """A run between two iterations; everything else is a function of the seed and the iteration."""

    def __init__(self, config: TrainConfig, folder: Path) -> None:
        self.config, self.folder, self.iteration = config, folder, 0
        module = load_game(config.game)
        self.game = module.vector_env(
            config.games,
            rules=make_rules(module, config.rules),
            episode=config.episode,
            rewards=config.rewards,
            autoreset=False,
            history=config.history,
        )
        file = folder / CHECKPOINT
        self.past = PastSelves(folder / "snapshots", self.game, config.pool)
        if config.resume and file.exists():
            saved = load_checkpoint(file, self.game, config.device)
            self.learner = self._learner(saved.network)
            saved.restore_optimizer(self.learner.optimizer)
            try:
                self.iteration = saved.counters["iteration"]
                past_selves = [int(iteration) for iteration in saved.extra["past_selves"]]
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(
                    f"--resume: {file} is not the checkpoint of a training run"
                ) from error
            self.past.restore(past_selves, saved.network)
        else:
            self.learner = self._learner(self._fresh_network().to(config.device))

    def _fresh_network(self) -> ActorCritic:
        return ActorCritic(
            self.game.layout.scales,
            self.game.layout_all.scales,
            self.game.num_actions,
            self.config.hidden,
            num_seats=self.game.num_seats,
            num_cards=self.game.num_cards,
            auxiliary=self.config.auxiliary_weight > 0,
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
            "speed/deals_per_second": self.config.games / seconds,
            "speed/decisions_per_second": float((rollout.seats >= 0).sum()) / seconds,
            "speed/rollout_share": (rolled - began) / seconds,
            "rollout/stored_decisions": float(len(rollout.actions)),
        }

    def _roll_out(self) -> Rollout:
        seed, iteration = self.config.seed, self.iteration
        self.game.reset(seed=int(random_keys(seed, iteration)[0]))
        opponent = self.past.choose(seed, iteration)
        seats = self.past.seats(seed, iteration, self.config.pool_share)
        return collect(self.game, self.learner.network, opponent, seats)

    def _settings(self) -> UpdateSettings:
        config, step, last = self.config, self.iteration, max(self.config.iterations - 1, 1)
        entropy = linear_schedule(*config.entropy, step, last)
        return UpdateSettings(
            learning_rate=linear_schedule(*config.learning_rate, step, last),
            entropy=entropy,
            announcement_entropy=max(entropy, config.announcement_entropy),
            epochs=config.epochs,
            minibatch=config.minibatch,
            auxiliary_weight=config.auxiliary_weight,
            target_kl=config.target_kl,
            trace=config.trace,
            reward_scale=1.0 / config.reward_divisor,
        )

    def save(self) -> None:
        """Replace the checkpoint by one of this moment."""
        save_checkpoint(
            self.folder / CHECKPOINT,
            self.learner.network,
            self.game,
            optimizer=self.learner.optimizer,
            counters={"iteration": self.iteration, "deals": self.iteration * self.config.games},
            extra={"past_selves": sorted(self.past.networks)},
        )


def settle_config(config: TrainConfig) -> tuple[TrainConfig, Path]:
    """The options of the run and its folder, which is new or, with `resume`, known.

    A resumed run keeps its own options; ValueError names an option that was given and differs,
    one out of range, a folder that is already a run, or one that is none.
    """
    if config.resume and config.run is None:
        raise ValueError("--resume needs --run FOLDER: the run to go on with")
    folder = config.run or default_folder("train", config.game)
    facts = folder / RUN_FILE
    if config.resume:
        if not facts.exists():
            raise ValueError(f"--resume: {folder} is no run folder, it has no {RUN_FILE}")
        config = stored_config(config, facts, _FREE)
    elif facts.exists():
        raise ValueError(f"run {folder} exists already: go on with it by --resume")
    check_ranges(config, _RANGES)
    check_device(config.device)
    return config, folder
