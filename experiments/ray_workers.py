"""The units of a tournament on a Ray cluster (extra `ray`): one task a unit.

Ray plays a unit again when its worker or its machine dies, five times at most.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any

from experiments.work_units import Part, Unit
from experiments.workforce import AHEAD, PATIENCE, play_alone

if TYPE_CHECKING:
    from experiments.tournament import TournamentConfig

MOST_DEATHS = 5  # of workers in one unit


def play_on_ray(
    config: TournamentConfig, units: Iterator[Unit], stopped: Callable[[], bool]
) -> Iterator[tuple[Unit, Part]]:
    """The parts of `units` as they are finished; on RAY_ADDRESS, an open or a new local cluster.

    A new one has `config.workers` workers, or one for each core where that is 1. ValueError when
    Ray is not installed.
    """
    if find_spec("ray") is None:
        raise ValueError("--ray needs ray: python -m pip install 'hidden-partners[ray]'")
    ray: Any = import_module("ray")
    opened = not ray.is_initialized()
    if opened:
        address = os.environ.get("RAY_ADDRESS")
        local: dict[str, Any] = {} if address else {"include_dashboard": False}
        if not address and config.workers > 1:
            local["num_cpus"] = config.workers
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **local)
    task = ray.remote(play_alone).options(num_cpus=1, max_retries=MOST_DEATHS)
    ahead = AHEAD * int(ray.cluster_resources().get("CPU", 1))
    given = ray.put(config)
    pending: dict[Any, Unit] = {}
    try:
        while not stopped():
            for unit in islice(units, ahead - len(pending)):
                pending[task.remote(given, unit)] = unit
            if not pending:
                return
            done, _ = ray.wait(list(pending), timeout=PATIENCE)
            for reference in done:
                yield pending.pop(reference), ray.get(reference)
    finally:
        for reference in pending:
            ray.cancel(reference, force=True)
        if opened:
            ray.shutdown()
