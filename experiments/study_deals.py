"""What the studies of agents share: fresh deals, counted chunk by chunk and kept in the folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from agents.atomic_file import replace_files
from experiments.forfeits import StoppedError
from experiments.progress import progress_bar, stop_flag
from experiments.seatings import MakeGame
from trick_taking.counter import random_keys

STOPPED = 130  # exit status after Ctrl-C
Part = TypeVar("Part")


def fresh_games(module: Any, rules: Any, study: int, seed: int, **switches: bool) -> MakeGame:
    """Makes games of `module` whose deals are of `seed`, and apart from those of training.

    They differ from one `study`, a number of its own, to the other.
    """

    def make_game(num_games: int, streams: npt.NDArray[np.uint64]) -> Any:
        return module.vector_env(
            num_games,
            rules=rules,
            seed=int(random_keys(study, seed)[0]),
            autoreset=False,
            streams=streams,
            **switches,
        )

    return make_game


def check_agents(agents: Sequence[str]) -> None:
    """ValueError unless there are some, each once."""
    if len(set(agents)) < len(agents) or not agents:
        raise ValueError("agents: name one or more, each once")


def kept_parts(
    agent: str,
    num_deals: int,
    chunk: int,
    file_of: Callable[[int], Path],
    count: Callable[[range], bytes],
    read: Callable[[Path, int], Part],
) -> list[Part]:
    """What `read` (file, deals in it) gives of each chunk; `count` fills the files not yet there.

    `file_of` tells the file of the chunk that begins with a deal. StoppedError after the chunk in
    which Ctrl-C was pressed.
    """
    parts = []
    with stop_flag() as stopped, progress_bar() as bar:
        task = bar.add_task(agent, total=num_deals, note="")
        for first in range(0, num_deals, chunk):
            deals = range(first, min(first + chunk, num_deals))
            file = file_of(first)
            if not file.exists():
                replace_files({file: count(deals)})
            parts.append(read(file, len(deals)))
            bar.update(task, advance=len(deals))
            if stopped:
                raise StoppedError
    return parts
