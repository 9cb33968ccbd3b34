"""Long work: a bar with the time that is left, and a clean stop."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

_TICK = 0.25  # seconds between two looks at whether to end


@contextmanager
def stop_flag() -> Iterator[list[str]]:
    """A list that Ctrl-C or a termination request fills, so that an iteration can end first.

    A second Ctrl-C stops at once.
    """
    asked: list[str] = []

    def ask(number: int, frame: object) -> None:
        asked.append(signal.Signals(number).name)
        signal.signal(number, old[signal.Signals(number)])

    old = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in old:
        signal.signal(number, ask)
    try:
        yield asked
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)


@contextmanager
def torn_away(
    stopped: Callable[[], bool], patience: float, error: type[BaseException]
) -> Iterator[None]:
    """Raise `error` within, wherever it is, once `stopped` has said so for `patience` seconds.

    So what never looks at `stopped` ends as well. No effect without timers or in a thread.
    """
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return
    ticks = 0

    def tick(number: int, frame: object) -> None:
        nonlocal ticks
        ticks += stopped()
        if ticks > patience / _TICK:
            raise error

    old = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def progress_bar() -> Progress:
    """A bar with the iterations, the time that is left and a note."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("ETA"),
        TimeRemainingColumn(elapsed_when_finished=False),
        TextColumn("{task.fields[note]}"),
        console=Console(force_jupyter=False),
    )
