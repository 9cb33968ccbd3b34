"""How fast the batched core is: decisions a second by the size of the batch, and memory.

Autoreset is on and the rows stand in mixed phases of the deal.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from rich.table import Table

from experiments.benchmark_machine import clock
from trick_taking.choice import uniform_legal
from trick_taking.counter import random_keys

PARTS = ("step", "mask", "observe", "choose")
RULES, MASK, OBSERVATION, LOOP = "rules only", "with mask", "with observation", "whole loop"


def measure_batch(
    module: Any, rules: Any, num_games: int, *, seconds: float, repeats: int, seed: int
) -> dict[str, Any]:
    """Decisions a second of `num_games` games by what is asked for at each, ns by part, memory.

    The median of `repeats` measurements of about `seconds` each.
    """
    tracemalloc.start()
    game = mixed_game(module, rules, num_games, seed)
    buffer = np.empty((num_games, game.layout.size), np.uint8)
    timed_loop(game, buffer, 2)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    rounds = calibrate(lambda: timed_parts(game, buffer, 1), seconds)
    samples, whole = [], []
    for _ in range(repeats):
        samples.append(timed_parts(game, buffer, rounds))
        whole.append(timed_loop(game, buffer, rounds))
    decisions = num_games * rounds
    parts = {part: median(sample[part] for sample in samples) / decisions * 1e9 for part in PARTS}
    upto = np.cumsum([parts[part] for part in PARTS[:3]])
    speeds = {name: 1e9 / ns for name, ns in zip((RULES, MASK, OBSERVATION), upto, strict=True)}
    speeds[LOOP] = decisions / median(whole)
    return {
        "games": num_games,
        "ns": {part: round(ns, 1) for part, ns in parts.items()},
        "decisions_per_second": {name: round(speed) for name, speed in speeds.items()},
        "state_bytes_per_game": game.state.bytes_per_game(),
        "observation_bytes": game.layout.size,
        "peak_megabytes": round(peak / 1e6, 3),
    }


def mixed_game(module: Any, rules: Any, num_games: int, seed: int, **options: Any) -> Any:
    """A batch whose rows stand at different moves of their deals; `options` of `vector_env`."""
    game = module.vector_env(num_games, rules=rules, seed=seed, autoreset=True, **options)
    for move in range(game.longest_deal):  # one row after the other starts anew
        step_randomly(game, move)
        late = np.flatnonzero(np.arange(num_games) % game.longest_deal == move)
        if len(late):
            game.reset(rows=late)
    return game


def step_randomly(game: Any, number: int) -> None:
    """One uniformly random legal action in every row."""
    keys = random_keys(number, np.arange(game.num_games))
    game.step(uniform_legal(game.legal, keys))


def timed_parts(game: Any, buffer: Any, rounds: int) -> dict[str, float]:
    """Seconds spent in each part of `rounds` rounds."""
    spent = dict.fromkeys(PARTS, 0.0)
    rows = np.arange(game.num_games)
    for number in range(rounds):
        start = clock()
        legal = game.legal
        masked = clock()
        game.observe(buffer)
        observed = clock()
        actions = uniform_legal(legal, random_keys(number, rows))
        chosen = clock()
        game.step(actions)
        stepped = clock()
        spent["mask"] += masked - start
        spent["observe"] += observed - masked
        spent["choose"] += chosen - observed
        spent["step"] += stepped - chosen
    return spent


def timed_loop(game: Any, buffer: Any, rounds: int) -> float:
    """Seconds of `rounds` rounds of mask, observation, random choice and step."""
    start = clock()
    for number in range(rounds):
        game.observe(buffer)
        step_randomly(game, number)
    return clock() - start


def calibrate(once: Callable[[], object], seconds: float) -> int:
    """How many calls of `once` take about `seconds`."""
    once()
    start, calls = clock(), 0
    while clock() - start < seconds / 10 or not calls:
        once()
        calls += 1
    return max(1, round(calls * seconds / (clock() - start)))


def batch_table(name: str, batches: list[dict[str, Any]]) -> Table:
    """Decisions a second, in thousands, where the time goes, and memory."""
    some = batches[0]
    title = f"{name}: thousand decisions a second on one core, ns per decision by part, MB at most"
    note = (
        f"state {some['state_bytes_per_game']} bytes a game, "
        f"observation {some['observation_bytes']} bytes"
    )
    table = Table(title=title, title_justify="left", caption=note, caption_justify="left")
    columns = ["games", *some["decisions_per_second"], *(f"ns {part}" for part in PARTS), "MB"]
    for column in columns:
        table.add_column(column, justify="right")
    for batch in batches:
        speeds = [f"{speed / 1000:,.0f}" for speed in batch["decisions_per_second"].values()]
        parts = [f"{batch['ns'][part]:,.0f}" for part in PARTS]
        table.add_row(f"{batch['games']:,}", *speeds, *parts, f"{batch['peak_megabytes']:,.1f}")
    return table
