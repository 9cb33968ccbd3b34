"""`hidden-partners benchmark [GAME]`: how fast the games are on one core, and beside others.

The batched core comes first, for each game and the options of rules that change its work most, then
the one-row PettingZoo environments, several processes against one, and how far a C program is ahead
of two-trump Spitzer. With --peers the card games of other libraries are timed in the same run.

This process is held on one core. Every figure is the median of several repeats, the rounds of what
is compared interleaved. Seconds are those of CPU time, so other work on the machine does little
harm; the share of the core that there was is told.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rich.table import Table
from tyro.conf import Positional

from agents.atomic_file import replace_files
from experiments.benchmark_batches import LOOP, batch_table, measure_batch
from experiments.benchmark_environments import (
    CLASSICS,
    environment_table,
    measure_environments,
)
from experiments.benchmark_limit import measure_limit
from experiments.benchmark_machine import clock, describe_threads, held_on, peak_megabytes
from experiments.benchmark_peers import measure_peers, peer_table
from experiments.benchmark_ratios import (
    limit_text,
    ratio_table,
    ratios_to_limit,
    ratios_to_others,
)
from experiments.benchmark_workers import measure_workers, workers_text
from experiments.games import GAMES, GameName, load_game, make_rules
from experiments.run_folder import describe_run, write_json
from experiments.tables import as_text

# The options of rules that a game is measured with unless others are given.
PRESETS: dict[str, tuple[tuple[str, ...], ...]] = {
    "spitzer": ((), ("blind=2",)),
    "michigan": ((),),
    "smear": ((), ("variant=nine_card",)),
}


@dataclass(frozen=True, kw_only=True)
class BenchmarkConfig:
    """Measure decisions per second on one core."""

    game: Positional[GameName | Literal["all"]] = "all"
    """Game to measure."""
    games: tuple[int, ...] = (1, 64, 1024, 8192, 65536)
    """Sizes of the batch."""
    repeats: int = 5
    """Repeats of each measurement; the median is told."""
    seconds: float = 0.5
    """Least length of one repeat."""
    rules: tuple[str, ...] = ()
    """Options of the rules, as name=value, instead of those that the game is measured with."""
    seed: int = 0
    """Of the deals and the choices."""
    core: int | None = None
    """Core to hold this process on; the last one unless told otherwise."""
    peers: bool = False
    """Time what is installed of OpenSpiel, RLCard and PettingZoo's card games, and print ratios."""
    beside: tuple[str, ...] = ()
    """Modules of other PettingZoo environments to time in the same run."""
    workers: int = 2
    """Processes whose rollouts are measured at once, against one; 1 for none."""
    limit: bool = True
    """Build and time the C program that tells what two-trump Spitzer could reach."""
    json: Path | None = None
    """File for the figures."""
    picture: Path | None = None
    """File for the picture of decisions a second by the size of the batch, a PNG."""


def main(config: BenchmarkConfig) -> int:
    """Measure, print the tables and write the figures where that is asked for."""
    if config.repeats < 1 or not config.games or min(config.games) < 1:
        raise ValueError("repeats and games must be 1 or more")
    if config.workers < 1:
        raise ValueError(f"workers must be 1 or more, not {config.workers}")
    chosen = chosen_presets(config)
    run = describe_run(config) | describe_threads()
    with held_on(config.core) as core:
        print(_about(run, core))
        began, worked = time.perf_counter(), clock()
        figures = _measure(config, chosen)
        share = (clock() - worked) / (time.perf_counter() - began)
        figures |= {"core": core, "cpu_share": share, "peak_megabytes": peak_megabytes()}
        print(f"per second of CPU time; this process had {share:.0%} of a core")
        print(f"most memory of this process: {figures['peak_megabytes']} MB")
        figures |= _measure_limit(config, figures["batches"])
    figures |= _measure_workers(config, *chosen[0])
    _write(config, run | figures)
    return 0


def chosen_presets(config: BenchmarkConfig) -> list[tuple[str, tuple[str, ...]]]:
    """The games with the options of their rules; ValueError for rules without a game."""
    if config.game == "all":
        if config.rules:
            raise ValueError("--rules needs a game")
        return [(game, rules) for game in GAMES for rules in PRESETS[game]]
    rules = (config.rules,) if config.rules else PRESETS[config.game]
    for options in rules:
        make_rules(load_game(config.game), options)
    return [(config.game, options) for options in rules]


def _effort(config: BenchmarkConfig) -> dict[str, Any]:
    return {"seconds": config.seconds, "repeats": config.repeats, "seed": config.seed}


def _measure(config: BenchmarkConfig, chosen: list[tuple[str, tuple[str, ...]]]) -> dict[str, Any]:
    """Everything that is measured on one core, printed as it comes."""
    effort = _effort(config)
    batches: dict[str, list[dict[str, Any]]] = {}
    environments: dict[str, Any] = {}
    for game, options in chosen:
        module, name = load_game(game), " ".join([game, *options])
        rules = make_rules(module, options)
        batches[name] = [measure_batch(module, rules, size, **effort) for size in config.games]
        environments[name] = module.env(rules=rules)
        _print(batch_table(name, batches[name]))
    others = [*config.beside, *(CLASSICS if config.peers else ())]
    figures: dict[str, Any] = {"batches": batches}
    figures["environments"] = measure_environments(environments, others, **effort)
    _print(environment_table(figures["environments"]))
    if config.peers:
        figures["peers"] = measure_peers(**effort)
        _print(peer_table(figures["peers"]))
        figures["ratios"] = ratios_to_others(figures, list(environments))
        _print(ratio_table(figures["ratios"]))
    return figures


def _measure_limit(
    config: BenchmarkConfig, batches: dict[str, list[dict[str, Any]]]
) -> dict[str, Any]:
    """The C program, where two-trump Spitzer under its default rules was measured."""
    if not config.limit or "spitzer" not in batches:
        return {}
    limit = measure_limit(**_effort(config))
    limit["times_ours"] = ratios_to_limit(limit, batches["spitzer"])
    print(limit_text(limit))
    return {"limit": limit}


def _measure_workers(
    config: BenchmarkConfig, game: str, options: tuple[str, ...]
) -> dict[str, Any]:
    """Several processes, which no longer share the core that this one was held on."""
    if config.workers == 1:
        return {}
    workers = measure_workers(game, options, config.workers, **_effort(config))
    print(workers_text(workers))
    return {"workers": workers}


def _write(config: BenchmarkConfig, figures: dict[str, Any]) -> None:
    if config.json is not None:
        write_json(config.json, figures)
        print(f"figures: {config.json}")
    if config.picture is not None:
        from experiments.pictures import speed_picture

        caption = f"{figures['processor']}, core {figures['core']}, {figures['revision']}"
        replace_files({config.picture: speed_picture(figures["batches"], LOOP, caption)})
        print(f"picture: {config.picture}")


def _print(table: Table) -> None:
    print(as_text([table]))


def _about(run: dict[str, Any], core: int | None) -> str:
    machine, versions = run["machine"], run["versions"]
    threads = ", ".join(f"{name}={value or 'unset'}" for name, value in run["threads"].items())
    said = [f"{name} {value}" for name, value in versions.items()]
    held = "not held on a core" if core is None else f"held on core {core}"
    return (
        f"{machine['system']}, {run['processor']}, {machine['cores']} cores, "
        f"load {machine['load']}\nrevision {run['revision']}; {', '.join(said)}\n{threads}; {held}"
    )
