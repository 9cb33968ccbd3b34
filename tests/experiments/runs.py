"""Tiny training runs for tests, here or in child processes that can be stopped and killed.

Children are forked by a server process that has imported torch once, so each costs some
milliseconds, and nothing of the test process (threads, torch's state) reaches them.
"""

from __future__ import annotations

import dataclasses
import multiprocessing
import os
import resource
import signal
import sys
from collections.abc import Callable
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from agents.tensor_file import unpack
from experiments import cli, train
from experiments.train import TrainConfig, Training

SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload([__name__])
torch.optim.Adam([torch.zeros(1)])  # imports some seconds' worth of torch, once for all children

ITERATIONS = 6


def tiny(folder: Path, **options: Any) -> TrainConfig:
    """Six iterations of 16 games; a past self every second one."""
    base = TrainConfig(
        game="spitzer",
        run=folder,
        deals=16 * ITERATIONS,
        games=16,
        hidden=(16, 16),
        minibatch=128,
        pool=2,
        pool_share=0.5,
        snapshot_every=2,
        checkpoint_every=1,
        threads=1,
    )
    return dataclasses.replace(base, **options)


def going_on(folder: Path) -> TrainConfig:
    """`--run folder --resume`, and nothing else."""
    return TrainConfig(game="spitzer", run=folder, resume=True)


def checkpoint_bits(folder: Path) -> dict[str, bytes]:
    """Every tensor of the newest checkpoint and its counters, which must be whole."""
    arrays, facts = unpack((folder / train.CHECKPOINT).read_bytes())
    bits = {name: array.tobytes() for name, array in arrays.items()}
    assert any(name.startswith("network/") for name in bits)
    assert any(name.startswith("optimizer/") for name in bits)
    return bits | {"counters": repr((facts["counters"], facts["extra"])).encode()}


def metric_steps(folder: Path) -> dict[str, list[int]]:
    """The steps of each metric that TensorBoard shows."""
    events = EventAccumulator(str(folder / "metrics"), size_guidance={"scalars": 0})
    events.Reload()
    return {tag: [e.step for e in events.Scalars(tag)] for tag in events.Tags()["scalars"]}


def start(deed: Callable[..., int], log: Path, *arguments: Any) -> ForkServerProcess:
    """A child process that does `deed(*arguments)` and exits with what it returns."""
    child = SERVER.Process(target=_in_child, args=(deed, log, *arguments))
    child.start()
    return child


def finish(child: ForkServerProcess, seconds: float = 300.0) -> int:
    """Wait for a child; its exit code, negative for the signal that killed it."""
    child.join(seconds)
    assert child.exitcode is not None, "the child hangs"
    return child.exitcode


def _in_child(deed: Callable[..., int], log: Path, *arguments: Any) -> None:
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(output, stream)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    torch.set_num_threads(1)
    sys.exit(deed(*arguments))


def train_in_child(config: TrainConfig) -> int:
    """Train to the end."""
    return train.main(config)


def command_in_child(*words: str) -> int:
    """One command line."""
    return cli.main(words)


def command_with_interrupts(iteration: int, times: int, *words: str) -> int:
    """A command line whose training gets SIGINT, as by Ctrl-C, `times` in that `iteration`."""
    roll_out = Training._roll_out

    def interrupted(training: Training) -> Any:
        if training.iteration == iteration:
            for _ in range(times):
                os.kill(os.getpid(), signal.SIGINT)
        return roll_out(training)

    Training._roll_out = interrupted  # type: ignore[method-assign, assignment]
    return cli.main(words)


def command_with_small_files(largest: int, *words: str) -> int:
    """A command line of a process that cannot write files of more than `largest` bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    return cli.main(words)


def train_until_killed(config: TrainConfig, calls: int) -> int:
    """Train until `calls` of the calls `fsync` and `replace` were made; the next one is SIGKILL."""
    left = calls

    def deadly(call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*arguments)

        return counted

    os.fsync, os.replace = deadly(os.fsync), deadly(os.replace)
    return train.main(config)
