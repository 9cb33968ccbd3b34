"""How fast one-row PettingZoo environments are, ours and others, each with observation and mask."""

from __future__ import annotations

import random
import warnings
from collections.abc import Sequence
from importlib import import_module
from statistics import median
from typing import Any

import numpy as np
from rich.table import Table

from experiments.benchmark_machine import clock

# PettingZoo's own card games.
CLASSICS = (
    "pettingzoo.classic.leduc_holdem_v4",
    "pettingzoo.classic.texas_holdem_v4",
    "pettingzoo.classic.texas_holdem_no_limit_v6",
    "pettingzoo.classic.hanabi_v5",
)


def measure_environments(
    own: dict[str, Any], others: Sequence[str], *, seconds: float, repeats: int, seed: int
) -> dict[str, Any]:
    """Steps a second of our environments `own` and of the modules `others`, in turns."""
    environments, notes = dict(own), []
    for name in others:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # theirs, about their own spaces
                environments[name.rpartition(".")[2]] = import_module(name).env()
        except Exception as error:
            # Whatever a foreign module raises on import, the other figures still stand.
            notes.append(f"{name} is not measured: {' '.join(str(error).split())[:100]}")
    samples: dict[str, list[float]] = {name: [] for name in environments}
    for _ in range(repeats):
        for name, env in environments.items():
            samples[name].append(steps_per_second(env, seconds, seed))
    speeds = {name: round(median(values)) for name, values in samples.items()}
    return {"steps_per_second": speeds, "notes": notes}


def steps_per_second(env: Any, seconds: float, seed: int) -> float:
    """Steps a second of whole random episodes; each step reads the observation with its mask.

    The action is drawn from the mask, which costs a twentieth of what the space's `sample` does.
    """
    generator = random.Random(seed)
    steps, start = 0, clock()
    while clock() - start < seconds:
        env.reset(seed=generator.getrandbits(31))
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal.item(int(generator.random() * len(legal))))
            steps += 1
    return steps / (clock() - start)


def environment_table(single: dict[str, Any]) -> Table:
    """Steps a second of the one-row environments."""
    title = "one-row environments, observation and mask read at each step"
    note = "\n".join(single["notes"]) or None
    table = Table(title=title, title_justify="left", caption=note, caption_justify="left")
    table.add_column("environment")
    table.add_column("steps a second", justify="right")
    for name, speed in single["steps_per_second"].items():
        table.add_row(name, f"{speed:,}")
    return table
