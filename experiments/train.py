"""`hidden-partners train GAME --algo ppo|dmc|sb3-maskable-ppo`: train an agent.

A run lives in one folder: `run.json` (config, seed, revision, versions, machine), TensorBoard
metrics in `metrics/` and `latest.safetensors` (all that playing and going on need). Stopped by
Ctrl-C or killed, it goes on with `--resume`, and ends with the same bits as if it had never stopped
(with one thread). With `--workers` or `--ray` others play the rollouts in chunks of their games,
which are part of the computation (`experiments.rollouts`). Each algorithm is a file of its own,
which `experiments.algorithms` names.
"""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import ClassVar, Protocol

import torch

from experiments.algorithms import load_training
from experiments.metrics import MetricsLog
from experiments.progress import progress_bar, stop_flag
from experiments.run_folder import RUN_FILE, describe_run, write_json
from experiments.train_ppo import Training
from experiments.training_options import CHECKPOINT, TrainConfig, settle_config

__all__ = ["CHECKPOINT", "RUN_FILE", "TrainConfig", "Training", "main", "settle_config"]


class AnyTraining(Protocol):
    """A run between two iterations, whatever the algorithm."""

    player: ClassVar[str]  # the word of agents' texts for what it trains
    headline: ClassVar[dict[str, str]]  # the metrics to watch, and how they are shown
    iteration: int

    def iterate(self) -> dict[str, float]:
        """One iteration; returns the metrics."""
        ...

    def save(self) -> None:
        """Replace the checkpoint by one of this moment."""
        ...

    def close(self) -> None:
        """Let go of what it holds besides memory."""
        ...


def main(config: TrainConfig) -> int:
    """Train until the last iteration or until Ctrl-C; returns 0, or 130 when stopped."""
    config, folder = settle_config(config)
    torch.set_num_threads(config.threads or os.cpu_count() or 1)
    training: AnyTraining = load_training(config.algo)(config, folder)
    if not config.resume:  # only now are all options known to be right
        write_json(folder / RUN_FILE, describe_run(config))
    with closing(training):
        finished = run(training, config, folder)
    if not finished:
        print(f"stopped after iteration {training.iteration}; go on with --run {folder} --resume")
        return 130
    print(f"done: play it as {training.player}:{folder}")
    return 0


def run(training: AnyTraining, config: TrainConfig, folder: Path) -> bool:
    """Iterate with metrics, progress and checkpoints; False when it was stopped early."""
    start = training.iteration
    print(f"run {folder}: iterations {start + 1} to {config.iterations} of {config.size}")
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
            shown = training.headline.items()
            note = "  ".join(text.format(metrics[name]) for name, text in shown)
            bar.update(task, advance=1, note=note)
            if not bar.console.is_terminal and training.iteration % config.lines_every == 0:
                print(f"iteration {training.iteration}: {note}", flush=True)
        training.save()
    return training.iteration >= config.iterations
