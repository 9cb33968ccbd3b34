"""Rollouts in several processes at once, against one: what they lose to each other."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import mean, median
from typing import Any

import numpy as np

from experiments.benchmark_batches import mixed_game, timed_loop
from experiments.benchmark_machine import hold_on, usable_cores
from experiments.games import load_game, make_rules

GAMES = 8192
ROUNDS_AT_A_TIME = 4


def measure_workers(
    game: str,
    rules: Sequence[str],
    count: int,
    *,
    seconds: float,
    repeats: int,
    seed: int,
    games: int = GAMES,
) -> dict[str, Any]:
    """Decisions a second of wall-clock time of `count` processes at once and of each alone.

    A process has a core of its own while they last. Nothing passes between the processes but when
    to begin and what was counted. By CPU time they are told too, which leaves out that others use
    the cores.
    """
    with _working(count, (game, tuple(rules), games, seed)) as pipes:
        samples = [_one_repeat(pipes, seconds) for _ in range(repeats)]
    middle = {name: median(sample[name] for sample in samples) for name in samples[0]}
    return {
        "game": " ".join([game, *rules]),
        "games_each": games,
        "processes": count,
        "decisions_per_second": {name: round(middle[name]) for name in ("one", "all")},
        "times_one": round(median(s["all"] / s["one"] for s in samples), 2),
        "times_one_by_cpu_time": round(median(s["all_cpu"] / s["one_cpu"] for s in samples), 2),
        "cpu_share": round(middle["share"], 3),
    }


@contextmanager
def _working(count: int, task: tuple[Any, ...]) -> Iterator[list[Connection]]:
    """The pipes to `count` processes that stand ready; they end when it is over."""
    cores: Sequence[int | None] = usable_cores() or [None]
    context = get_context("spawn")
    pipes: list[Connection] = []
    processes = []
    for number in range(count):
        mine, theirs = context.Pipe()
        given = (theirs, cores[number % len(cores)], number, *task)
        process = context.Process(target=_work, args=given, daemon=True)
        process.start()
        theirs.close()
        pipes.append(mine)
        processes.append(process)
    try:
        for pipe in pipes:
            pipe.recv()
        yield pipes
    finally:
        for pipe in pipes:
            pipe.close()
        for process in processes:
            process.join()


def _one_repeat(pipes: Sequence[Connection], seconds: float) -> dict[str, float]:
    alone = [_ask([pipe], seconds)[0] for pipe in pipes]
    together = _ask(pipes, seconds)
    return {
        "one": mean(decisions / wall for decisions, wall, _ in alone),
        "all": sum(decisions / wall for decisions, wall, _ in together),
        "one_cpu": mean(decisions / cpu for decisions, _, cpu in alone),
        "all_cpu": sum(decisions / cpu for decisions, _, cpu in together),
        "share": mean(cpu / wall for _, wall, cpu in together),
    }


def _ask(pipes: Sequence[Connection], seconds: float) -> list[tuple[int, float, float]]:
    """Let the processes behind `pipes` work: decisions, wall-clock and CPU seconds of each."""
    for pipe in pipes:
        pipe.send(seconds)
    return [pipe.recv() for pipe in pipes]


def _work(
    pipe: Connection,
    core: int | None,
    number: int,
    game: str,
    rules: Sequence[str],
    games: int,
    seed: int,
) -> None:
    """A worker: plays for as long as it is asked to, until the pipe is closed."""
    hold_on(core)
    module = load_game(game)
    batch = mixed_game(module, make_rules(module, rules), games, seed + number)
    buffer = np.empty((games, batch.layout.size), np.uint8)
    pipe.send("ready")
    while True:
        try:
            seconds = pipe.recv()
        except EOFError:
            return
        rounds, cpu, start = 0, 0.0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            cpu += timed_loop(batch, buffer, ROUNDS_AT_A_TIME)
            rounds += ROUNDS_AT_A_TIME
        pipe.send((rounds * games, time.perf_counter() - start, cpu))


def workers_text(workers: dict[str, Any]) -> str:
    """One line for people."""
    speeds = workers["decisions_per_second"]
    return (
        f"{workers['game']}, rollouts in {workers['processes']} processes: {speeds['all']:,} "
        f"decisions a second of wall-clock time, {workers['times_one']} times one "
        f"({speeds['one']:,}); by CPU time {workers['times_one_by_cpu_time']} times; "
        f"each had {workers['cpu_share']:.0%} of a core"
    )
