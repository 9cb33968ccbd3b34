"""Workers that do tasks for a program: processes of this machine, or a Ray cluster (extra `ray`).

A task is a pure function of what it is given, so it does not matter who does it, in which order, or
how often: a worker that dies costs the tasks that it had in hand, which are done again.

    with closing(make_workers(2, ray=False)) as workers:
        for task, result in workers.do(deed, tasks, stopped):     # as they are finished
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_bool
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from typing import Protocol, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Stopped = Callable[[], bool]

AHEAD = 2  # tasks handed out for each worker, so that none waits
PATIENCE = 0.2  # seconds until Ctrl-C is heeded
HANGS = 5.0  # seconds after the end that a task may still take
MOST_DEATHS = 5  # in a row


class Workers(Protocol):
    """Who does tasks."""

    def do(
        self, deed: Callable[[Task], Result], tasks: Iterable[Task], stopped: Stopped = bool
    ) -> Iterator[tuple[Task, Result]]:
        """What `deed` makes of each of `tasks`, as it is finished; ends early when `stopped`."""
        ...

    def close(self) -> None:
        """Let go of the workers."""
        ...


def make_workers(number: int, ray: bool) -> Workers:
    """So many processes; or with `ray` a cluster, see `RayWorkers`."""
    if ray:
        from experiments.ray_workers import RayWorkers

        return RayWorkers(number)
    return ProcessWorkers(number)


class ProcessWorkers:
    """Processes of this machine; when one dies, all are started anew.

    Ctrl-C is their parent's matter, and its death ends them.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self._end = context.RawValue(c_bool, False)  # no lock, which the dead might hold
        self._executor = ProcessPoolExecutor(
            self.number, mp_context=context, initializer=_begin, initargs=(self._end,)
        )

    def do(
        self, deed: Callable[[Task], Result], tasks: Iterable[Task], stopped: Stopped = bool
    ) -> Iterator[tuple[Task, Result]]:
        """See `Workers.do`; RuntimeError when workers die again and again."""
        left, deaths = iter(tasks), 0
        while True:
            taken: list[Task] = []  # what is in hand
            try:
                for done in self._do(deed, left, stopped, taken):
                    deaths = 0
                    yield done
                return
            except BrokenProcessPool:
                deaths += 1
                if deaths == MOST_DEATHS:
                    names = ", ".join(map(str, taken))
                    raise RuntimeError(
                        f"{deaths} times in a row a worker died at {names}"
                    ) from None
                left = chain(taken, left)
                self.close()
                self._start()

    def _do(
        self,
        deed: Callable[[Task], Result],
        tasks: Iterator[Task],
        stopped: Stopped,
        taken: list[Task],
    ) -> Iterator[tuple[Task, Result]]:
        pending: dict[Future[Result], Task] = {}
        while not stopped():
            for task in islice(tasks, AHEAD * self.number - len(pending)):
                taken.append(task)
                pending[self._executor.submit(deed, task)] = task
            if not pending:
                return
            for future in wait(pending, PATIENCE, FIRST_COMPLETED).done:
                result = future.result()
                task = pending.pop(future)
                taken[:] = pending.values()
                yield task, result

    def close(self) -> None:
        """End the workers, those in the middle of a task by `is_over` or once they hang."""
        self._end.value = True
        self._executor.shutdown(cancel_futures=True)


_end: c_bool | None = None  # of a worker process


def is_over() -> bool:
    """Whether the worker that asks is to end."""
    return _end is not None and _end.value


def _begin(end: c_bool) -> None:
    """Set up a worker process."""
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
    while not is_over():
        time.sleep(PATIENCE)
    time.sleep(HANGS)
    os._exit(1)
