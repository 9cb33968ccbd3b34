"""The metrics of a run, as files that TensorBoard reads."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from torch.utils.tensorboard import SummaryWriter


class MetricsLog:
    """Scalars by step in `folder`, to be used as a context.

    A process that was killed may have written steps beyond `last_step`, from which this one goes
    on: TensorBoard drops those. OSError names the folder when it cannot be written.
    """

    def __init__(self, folder: Path, last_step: int) -> None:
        self.folder, self.last_step = folder, last_step

    def __enter__(self) -> Self:
        self._old_hook = threading.excepthook
        threading.excepthook = self._report
        with self._named():
            self._writer = SummaryWriter(str(self.folder), purge_step=self.last_step + 1)
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(OSError):  # every step was flushed, or its error was told
            self._writer.close()
        threading.excepthook = self._old_hook

    def write(self, metrics: Mapping[str, float], step: int) -> None:
        """Add the `metrics` of `step`; they are in the file when this returns."""
        with self._named():
            for name, value in metrics.items():
                self._writer.add_scalar(name, value, step)
            self._writer.flush()

    def _report(self, told: Any) -> None:
        """Leave it to `write` to tell of an OSError in the writer's own thread."""
        if not issubclass(told.exc_type, OSError):
            self._old_hook(told)

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            cause = f"cannot write metrics in {self.folder}: {error.strerror}"
            raise OSError(error.errno, cause) from error
