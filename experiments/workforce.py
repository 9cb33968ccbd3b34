"""Who plays the units of a tournament: this process, several processes, or a Ray cluster.

A unit is a pure function of the tournament's options and of its own numbers, so all give the same
parts, in whatever order. A worker that dies costs the unit that it was at, which is played again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from experiments.contest import Contest
from experiments.forfeits import StoppedError
from experiments.progress import torn_away
from experiments.work_units import Part, Unit
from experiments.worker_pool import HANGS, is_over, make_workers

if TYPE_CHECKING:
    from experiments.tournament import TournamentConfig

Parts = Iterator[tuple[Unit, Part]]
Stopped = Callable[[], bool]


def play_units(contest: Contest, units: Iterator[Unit], stopped: Stopped) -> Parts:
    """The parts of `units` as they are finished; ends early when `stopped` says so."""
    if contest.config.ray or contest.config.workers > 1:
        return play_elsewhere(contest.config, units, stopped)
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


def play_elsewhere(config: TournamentConfig, units: Iterator[Unit], stopped: Stopped) -> Parts:
    """In `config.workers` processes, or on a Ray cluster."""
    with closing(make_workers(config.workers, config.ray)) as workers:
        yield from workers.do(partial(play_alone, config), units, stopped)


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


def play_alone(config: TournamentConfig, unit: Unit) -> Part:
    """Play one unit in a worker, whose agents are made once."""
    contest = _contest(config)
    with one_thread():
        return contest.play_unit(unit, is_over)


@lru_cache(maxsize=1)
def _contest(config: TournamentConfig) -> Contest:
    return Contest(config)
