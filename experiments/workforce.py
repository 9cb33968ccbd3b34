"""Who plays the units of a tournament: this process, several processes, or a Ray cluster.

A unit is a pure function of the tournament's options and of its own numbers, so all give the same
parts, in whatever order. A worker that dies costs the unit that it was at, which is played again.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from typing import TYPE_CHECKING, Any

from experiments.contest import Contest
from experiments.forfeits import StoppedError
from experiments.progress import torn_away
from experiments.work_units import Part, Unit

if TYPE_CHECKING:
    from experiments.tournament import TournamentConfig

Parts = Iterator[tuple[Unit, Part]]
Stopped = Callable[[], bool]

AHEAD = 2  # units handed out for each worker, so that none waits
PATIENCE = 0.2  # seconds until Ctrl-C is heeded
HANGS = 5.0  # seconds after Ctrl-C that an agent may still take to answer
MOST_DEATHS = 5  # in a row


def play_units(contest: Contest, units: Iterator[Unit], stopped: Stopped) -> Parts:
    """The parts of `units` as they are finished; ends early when `stopped` says so."""
    config = contest.config
    if config.ray:
        from experiments.ray_workers import play_on_ray

        return play_on_ray(config, units, stopped)
    if config.workers > 1:
        return play_in_processes(config, units, stopped)
    return play_here(contest, units, stopped)


def play_here(contest: Contest, units: Iterator[Unit], stopped: Stopped) -> Parts:
    """One unit after the other in this process."""
    with suppress(StoppedError):
        for unit in units:
            if stopped():
                return
            with one_thread(), torn_away(stopped, HANGS, StoppedError):
                part = contest.play_unit(unit, stopped)
            yield unit, part


@contextmanager
def one_thread() -> Iterator[None]:
    """Let networks compute in one thread: how many there are changes the last bits of their sums.

    So a tournament is the same on any number of cores; `--workers` makes use of them.
    """
    torch: Any = sys.modules.get("torch")  # not there when nobody needs it
    if torch is None:
        yield
        return
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def play_in_processes(config: TournamentConfig, units: Iterator[Unit], stopped: Stopped) -> Parts:
    """In `config.workers` processes; when one dies, all are started anew."""
    deaths = 0
    left: list[Unit] = []  # that dead workers had in hand
    while True:
        pool = _Pool(config)
        try:
            for done in pool.play(chain(left, units), stopped):
                deaths = 0
                yield done
            return
        except BrokenProcessPool:
            left, deaths = pool.taken, deaths + 1
            if deaths == MOST_DEATHS:
                names = ", ".join(unit.name for unit in left)
                raise RuntimeError(f"{deaths} times in a row a worker died at {names}") from None
        finally:
            pool.close()


class _Pool:
    """Worker processes.

    taken: the units that they have in hand
    """

    def __init__(self, config: TournamentConfig) -> None:
        context = get_context("spawn")
        self.config, self.end = config, context.Event()
        self.taken: list[Unit] = []
        self.executor = ProcessPoolExecutor(
            config.workers, mp_context=context, initializer=_begin, initargs=(self.end,)
        )

    def play(self, units: Iterator[Unit], stopped: Stopped) -> Parts:
        """The parts of `units` as they are finished; BrokenProcessPool when a worker dies."""
        pending: dict[Future[Part], Unit] = {}
        while not stopped():
            for unit in islice(units, AHEAD * self.config.workers - len(pending)):
                self.taken.append(unit)
                pending[self.executor.submit(play_alone, self.config, unit)] = unit
            if not pending:
                return
            for future in wait(pending, PATIENCE, FIRST_COMPLETED).done:
                part = future.result()
                unit = pending.pop(future)
                self.taken.remove(unit)
                yield unit, part

    def close(self) -> None:
        """End the workers, those in the middle of a unit between two moves or once they hang."""
        self.end.set()
        self.executor.shutdown(cancel_futures=True)


_end: Event | None = None  # of a worker process


def _begin(end: Event) -> None:
    """Set up a worker process: Ctrl-C is the parent's matter, and its death ends the worker."""
    global _end
    _end = end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for ending in (_end_with_parent, _end_when_hung):
        threading.Thread(target=ending, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _end_when_hung() -> None:
    assert _end is not None
    _end.wait()
    time.sleep(HANGS)
    os._exit(1)


def play_alone(config: TournamentConfig, unit: Unit) -> Part:
    """Play one unit in a worker, whose agents are made once."""
    contest = _contest(config)
    with one_thread():
        return contest.play_unit(unit, bool if _end is None else _end.is_set)


@lru_cache(maxsize=1)
def _contest(config: TournamentConfig) -> Contest:
    return Contest(config)
