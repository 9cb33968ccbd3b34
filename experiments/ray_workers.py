"""Tasks on a Ray cluster (extra `ray`).

Ray does a task again when its worker or its machine dies, five times at most.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any

from experiments.worker_pool import AHEAD, MOST_DEATHS, PATIENCE, Result, Stopped, Task


class RayWorkers:
    """The cluster of RAY_ADDRESS, one that is open, or a new local one.

    A new one has `number` workers, or one for each core where that is 1. ValueError when Ray is not
    installed.
    """

    def __init__(self, number: int) -> None:
        if find_spec("ray") is None:
            raise ValueError("--ray needs ray: python -m pip install 'hidden-partners[ray]'")
        self.ray: Any = import_module("ray")
        self.opened = not self.ray.is_initialized()
        if self.opened:
            address = os.environ.get("RAY_ADDRESS")
            local: dict[str, Any] = {} if address else {"include_dashboard": False}
            if not address and number > 1:
                local["num_cpus"] = number
            self.ray.init(
                address=address, logging_level=logging.ERROR, log_to_driver=False, **local
            )
        self.ahead = AHEAD * int(self.ray.cluster_resources().get("CPU", 1))

    def do(
        self, deed: Callable[[Task], Result], tasks: Iterable[Task], stopped: Stopped = bool
    ) -> Iterator[tuple[Task, Result]]:
        """See `experiments.worker_pool.Workers.do`."""
        given, left = self.ray.put(deed), iter(tasks)
        remote = self.ray.remote(_do).options(num_cpus=1, max_retries=MOST_DEATHS)
        pending: dict[Any, Task] = {}
        try:
            while not stopped():
                for task in islice(left, self.ahead - len(pending)):
                    pending[remote.remote(given, task)] = task
                if not pending:
                    return
                done, _ = self.ray.wait(list(pending), timeout=PATIENCE)
                for reference in done:
                    yield pending.pop(reference), self.ray.get(reference)
        finally:
            for reference in pending:
                self.ray.cancel(reference, force=True)

    def close(self) -> None:
        """Leave the cluster where it was opened here."""
        if self.opened:
            self.ray.shutdown()


def _do(deed: Callable[[Task], Result], task: Task) -> Result:
    return deed(task)
