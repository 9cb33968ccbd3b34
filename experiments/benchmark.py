"""`hidden-partners benchmark GAME`: how fast a game is on one core.

The batched core is timed with autoreset on and its rows in mixed phases of the deal, then the
one-row PettingZoo environment, beside one of PettingZoo's own where that is installed. Every figure
is the median of several repeats, the rounds of the parts interleaved. Seconds are those of CPU
time, so other work on the machine does little harm; the share of a core that there was is told.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from rich.table import Table

from experiments.games import GameName, load_game, make_rules
from experiments.run_folder import describe_run, write_json
from experiments.tables import as_text
from trick_taking.choice import uniform_legal
from trick_taking.counter import random_keys

clock = time.process_time
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
PARTS = ("step", "mask", "observe", "choose")


@dataclass(frozen=True, kw_only=True)
class BenchmarkConfig:
    """Measure decisions per second on one core."""

    game: GameName
    """Game to measure."""
    games: tuple[int, ...] = (1, 64, 1024, 8192)
    """Sizes of the batch."""
    repeats: int = 5
    """Repeats of each measurement; the median is told."""
    seconds: float = 0.5
    """Least length of one repeat."""
    rules: tuple[str, ...] = ()
    """Options of the rules, as name=value."""
    seed: int = 0
    """Of the deals and the choices."""
    beside: str = "pettingzoo.classic.leduc_holdem_v4"
    """Module of another PettingZoo environment to time in the same run; empty for none."""
    json: Path | None = None
    """File for the figures."""


def main(config: BenchmarkConfig) -> int:
    """Measure, print the tables and write the figures where that is asked for."""
    if config.repeats < 1 or not config.games or min(config.games) < 1:
        raise ValueError("repeats and games must be 1 or more")
    module = load_game(config.game)
    rules = make_rules(module, config.rules)
    run = describe_run(config) | {"threads": {name: os.environ.get(name) for name in THREADS}}
    print(_about(run))
    began, worked = time.perf_counter(), clock()
    batches = [measure_batch(module, rules, num_games, config) for num_games in config.games]
    print(as_text([batch_table(batches)]))
    single = measure_environments(module, rules, config)
    print(as_text([environment_table(single)]))
    share = (clock() - worked) / (time.perf_counter() - began)
    print(f"per second of CPU time; this process had {share:.0%} of a core")
    if config.json is not None:
        write_json(
            config.json, run | {"cpu_share": share, "batches": batches, "environments": single}
        )
        print(f"figures: {config.json}")
    return 0


def measure_batch(
    module: Any, rules: Any, num_games: int, config: BenchmarkConfig
) -> dict[str, Any]:
    """Decisions a second of `num_games` games by what is asked for at each, and ns by part."""
    game = mixed_game(module, rules, num_games, config.seed)
    buffer = np.empty((num_games, game.layout.size), np.uint8)
    rounds = calibrate(lambda: timed_parts(game, buffer, 1), config.seconds)
    samples = [timed_parts(game, buffer, rounds) for _ in range(config.repeats)]
    whole = [timed_loop(game, buffer, rounds) for _ in range(config.repeats)]
    decisions = num_games * rounds
    parts = {part: median(sample[part] for sample in samples) / decisions * 1e9 for part in PARTS}
    upto = np.cumsum([parts[part] for part in PARTS[:3]])
    return {
        "games": num_games,
        "ns": {part: round(ns, 1) for part, ns in parts.items()},
        "decisions_per_second": {
            "step": round(1e9 / upto[0]),
            "with mask": round(1e9 / upto[1]),
            "with observation": round(1e9 / upto[2]),
            "whole loop": round(decisions / median(whole)),
        },
    }


def mixed_game(module: Any, rules: Any, num_games: int, seed: int) -> Any:
    """A batch whose rows stand at different moves of their deals."""
    game = module.vector_env(num_games, rules=rules, seed=seed, autoreset=True)
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
    rows = np.arange(game.num_games)
    start = clock()
    for number in range(rounds):
        game.observe(buffer)
        game.step(uniform_legal(game.legal, random_keys(number, rows)))
    return clock() - start


def calibrate(once: Callable[[], object], seconds: float) -> int:
    """How many calls of `once` take about `seconds`."""
    once()
    start, calls = clock(), 0
    while clock() - start < seconds / 10 or not calls:
        once()
        calls += 1
    return max(1, round(calls * seconds / (clock() - start)))


def measure_environments(module: Any, rules: Any, config: BenchmarkConfig) -> dict[str, Any]:
    """Steps a second of the one-row environment and of the one beside it, in turns."""
    environments: dict[str, Any] = {config.game: module.env(rules=rules)}
    note = ""
    if config.beside:
        try:
            environments[config.beside.rpartition(".")[2]] = import_module(config.beside).env()
        except Exception as error:
            # Whatever a foreign module raises on import, the game's own figures still stand.
            note = f"{config.beside} is not measured: {' '.join(str(error).split())[:100]}"
    samples: dict[str, list[float]] = {name: [] for name in environments}
    for _ in range(config.repeats):
        for name, env in environments.items():
            samples[name].append(steps_per_second(env, config.seconds, config.seed))
    speeds = {name: round(median(values)) for name, values in samples.items()}
    return {"steps_per_second": speeds, "note": note}


def steps_per_second(env: Any, seconds: float, seed: int) -> float:
    """Steps a second of whole random episodes; each step reads the observation with its mask."""
    generator = np.random.default_rng(seed)
    steps, start = 0, clock()
    while clock() - start < seconds:
        env.reset(seed=int(generator.integers(1 << 31)))
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[generator.integers(len(legal))]))
            steps += 1
    return steps / (clock() - start)


def batch_table(batches: list[dict[str, Any]]) -> Table:
    """Decisions a second, in thousands, and where the time goes."""
    title = "thousand decisions a second on one core, and ns per decision by part"
    table = Table(title=title, title_justify="left")
    table.add_column("games", justify="right")
    for name in batches[0]["decisions_per_second"]:
        table.add_column(name, justify="right")
    for part in PARTS:
        table.add_column(f"ns {part}", justify="right")
    for batch in batches:
        speeds = [f"{speed / 1000:,.0f}" for speed in batch["decisions_per_second"].values()]
        parts = [f"{batch['ns'][part]:,.0f}" for part in PARTS]
        table.add_row(f"{batch['games']:,}", *speeds, *parts)
    return table


def environment_table(single: dict[str, Any]) -> Table:
    """Steps a second of the one-row environments."""
    title = "one-row environments, observation and mask read at each step"
    table = Table(title=title, title_justify="left", caption=single["note"] or None)
    table.add_column("environment")
    table.add_column("steps a second", justify="right")
    for name, speed in single["steps_per_second"].items():
        table.add_row(name, f"{speed:,}")
    return table


def _about(run: dict[str, Any]) -> str:
    machine, versions = run["machine"], run["versions"]
    threads = ", ".join(f"{name}={value or 'unset'}" for name, value in run["threads"].items())
    said = [f"{name} {value}" for name, value in versions.items()]
    return (
        f"{machine['system']}, {machine['cores']} cores, load {machine['load']}\n"
        f"revision {run['revision']}; {', '.join(said)}\n{threads}"
    )
