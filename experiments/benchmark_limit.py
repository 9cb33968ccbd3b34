"""The limit: how fast a C program plays the same random rollouts of two-trump Spitzer.

It is built on the spot where there is a compiler, from the folder benchmark_c, which is no part of
an installed package.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from experiments.benchmark_batches import LOOP, RULES

SOURCE = Path(__file__).parent / "benchmark_c" / "rollouts.c"
FLAGS = ("-std=c11", "-O3", "-march=native")
GAMES = 4096


def compiler() -> str | None:
    """The C compiler that there is."""
    return next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


def build(folder: Path) -> Path:
    """Build the program in `folder`; OSError says why it cannot be."""
    found = compiler()
    if found is None:
        raise OSError("there is no C compiler")
    if not SOURCE.exists():
        raise OSError("its source is only in the repository")
    program = folder / "rollouts"
    done = subprocess.run(
        [found, *FLAGS, "-o", str(program), str(SOURCE)], capture_output=True, text=True
    )
    if done.returncode:
        raise OSError(f"{found} failed: {' '.join(done.stderr.split())[:100]}")
    return program


def run(program: Path, *arguments: object) -> str:
    """What the program prints."""
    command = [str(program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def measure_limit(*, seconds: float, repeats: int, seed: int) -> dict[str, Any]:
    """Decisions a second of the C program, the median of `repeats`, or a note why there are none.

    The same parts as of the batched core, but that its bare rules have the random choice in them.
    """
    try:
        with TemporaryDirectory() as folder:
            program = build(Path(folder))
            runs = [json.loads(run(program, GAMES, seconds, seed + n)) for n in range(repeats)]
    except OSError as error:
        return {"note": f"the C program is not measured: {error}"}
    return {
        "games": GAMES,
        "observation_bytes": runs[0]["features"],
        "state_bytes_per_game": runs[0]["bytes"],
        "decisions_per_second": {
            RULES: round(median(found["bare"] for found in runs)),
            LOOP: round(median(found["whole"] for found in runs)),
        },
    }
