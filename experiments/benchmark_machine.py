"""Where a benchmark runs: the machine, its threads, and the one core that it is held on."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

clock = time.process_time
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def describe_threads() -> dict[str, Any]:
    """The processor, the cores that this process may use and what limits its threads."""
    return {
        "processor": _processor(),
        "usable_cores": usable_cores(),
        "threads": {name: os.environ.get(name) for name in THREADS},
    }


def usable_cores() -> list[int]:
    """The cores that this process may use; empty where the system does not tell."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def hold_on(core: int | None) -> int | None:
    """Keep this process on `core`, None: on the last that it may use; returns the core.

    None where the system cannot. ValueError for a core that may not be used.
    """
    usable = usable_cores()
    if core is not None and core not in usable:
        raise ValueError(f"core must be one of {usable}, not {core}")
    if not usable:
        return None
    chosen = usable[-1] if core is None else core
    os.sched_setaffinity(0, {chosen})
    return chosen


@contextmanager
def held_on(core: int | None) -> Iterator[int | None]:
    """`hold_on`, and the cores of before when it is over."""
    before = usable_cores()
    try:
        yield hold_on(core)
    finally:
        if before:
            os.sched_setaffinity(0, before)


def peak_megabytes() -> float | None:
    """The most memory that this process has had so far; None where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
