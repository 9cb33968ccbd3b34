"""Long work: a bar with the time that is left, and a clean stop."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


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
