"""`hidden-partners study price spitzer`: what it costs the trump side that roles are hidden.

The smallest reduced deck (SPV7, 2 cards each) is solved as a whole, twice: secret, as it is played,
and as its public-team twin, in which all are told at the start who is of the trump side. The price
is the value of the secret game less that of the twin: what the trump side together gets more a
deal when nobody else knows it, and its members do not know each other.

Both are games of four seats, each for its own units, which tabular CFR plays against itself.
Nothing promises that this ends in an equilibrium, or which of several: the price is that of the
two profiles found, and NashConv says exactly how far each is from an equilibrium. The agents that
are named are measured by the same NashConv.

The run folder gets `results.json`, `table.txt` and `nash_conv.png`. Stopped by Ctrl-C the study
tells what it has found so far.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.table import Table

from agents.atomic_file import replace_files
from agents.exact_game import ExactGame, Reals, grow
from agents.exact_policies import policy_of_agent
from agents.exact_values import regard, trump_side_units
from agents.registry import make
from agents.tabular_cfr import TabularCfr
from experiments.games import GameName, load_game, parse_options
from experiments.option_checks import check_ranges
from experiments.pictures import descent_picture
from experiments.progress import progress_bar, stop_flag
from experiments.run_folder import RUN_FILE, default_folder, describe_run, write_json
from experiments.tables import as_text, signed_number

GAMES = ("secret", "public teams")
CFR = "tabular CFR"
_RANGES = {"iterations": (1.0, 1e9), "draws": (1.0, 1e6)}


@dataclass(frozen=True, kw_only=True)
class PriceConfig:
    """The price of hidden roles on the smallest reduced deck, solved exactly."""

    game: GameName
    """Game to study: spitzer, the one with reduced decks."""
    iterations: int = 256
    """Iterations of tabular CFR in each game."""
    agents: tuple[str, ...] = ("random",)
    """Whose NashConv is told besides, as in tournaments: those that can play the deck."""
    draws: int = 100
    """How often an agent is asked in each situation, where it may draw its answers."""
    rules: tuple[str, ...] = ()
    """Options of the rules, as name=value, beside cards_each=2."""
    run: Path | None = None
    """Folder of the study; default a new one under runs/."""


class Point(NamedTuple):
    """Where CFR stood: iterations, seconds of them, NashConv and what the trump side gets."""

    iterations: int
    seconds: float
    nash_conv: float
    value: float


class Measured(NamedTuple):
    """A profile of policies in one of the two games."""

    player: str
    game: str
    nash_conv: float
    best: list[float]  # what each seat would get by its best response
    units: list[float]  # what each seat gets
    trump_side: dict[str, float]  # what the trump side gets together, by kind of deal


def main(config: PriceConfig) -> int:
    """Solve both games, print the table and write the run folder."""
    folder = _settle(config)
    rules = load_game(config.game).Rules.from_dict({"cards_each": 2} | parse_options(config.rules))
    model = load_game(config.game).vector_env(1, rules=rules)
    agents = {text: make(text, model) for text in config.agents}
    trees = dict(zip(GAMES, (grow(rules), grow(rules, public_teams=True)), strict=True))
    write_json(folder / RUN_FILE, describe_run(config))
    measured = [
        _measure(text, name, tree, policy_of_agent(tree, agent, config.draws))
        for text, agent in agents.items()
        for name, tree in trees.items()
    ]
    paths: dict[str, list[Point]] = {}
    for name, tree in trees.items():
        cfr = TabularCfr(tree)
        paths[name] = list(_descend(cfr, name, config.iterations))
        measured.append(_measure(CFR, name, tree, cfr.policy()))
    text = _text(measured, paths)
    print(text)
    write_json(folder / "results.json", describe_run(config) | _facts(trees, measured, paths))
    curves = {
        name: [(point.iterations, point.nash_conv) for point in path]
        for name, path in paths.items()
    }
    picture = descent_picture(curves, f"{config.game}, 2 cards each, tabular CFR of four seats")
    replace_files({folder / "table.txt": text.encode(), folder / "nash_conv.png": picture})
    print(f"results are in {folder}")
    return 0


def _settle(config: PriceConfig) -> Path:
    """The folder of the study; ValueError names what is wrong with the options."""
    if config.game != "spitzer":
        raise ValueError(f"game {config.game} has no reduced decks: spitzer has (SPV7)")
    check_ranges(config, _RANGES)
    folder = config.run or default_folder("price", config.game)
    if (folder / RUN_FILE).exists():
        raise ValueError(f"run {folder} exists already")
    return folder


def _measure(player: str, name: str, tree: ExactGame, policy: Reals) -> Measured:
    found = regard(tree, policy)
    shares = trump_side_units(tree, policy)
    return Measured(
        player, name, found.nash_conv, found.best.tolist(), found.units.tolist(), shares
    )


def _descend(cfr: TabularCfr, name: str, iterations: int) -> Iterator[Point]:
    """Iterate; a point at each power of two and at the end, Ctrl-C being one."""
    seconds = 0.0
    with stop_flag() as stopped, progress_bar() as bar:
        task = bar.add_task(name, total=iterations, note="")
        while cfr.iterations < iterations and not stopped:
            start = time.perf_counter()
            cfr.iterate()
            seconds += time.perf_counter() - start
            done = cfr.iterations
            bar.advance(task)
            if done & (done - 1) == 0 or done == iterations or stopped:
                policy = cfr.policy()
                conv = regard(cfr.game, policy).nash_conv
                bar.update(task, note=f"NashConv {conv:.5f}")
                yield Point(done, seconds, conv, trump_side_units(cfr.game, policy)["all"])


def price_of(measured: list[Measured]) -> dict[str, float]:
    """What the trump side gets more in the secret game, by kind of deal, both under CFR."""
    secret, public = (
        next(one.trump_side for one in measured if (one.player, one.game) == (CFR, name))
        for name in GAMES
    )
    return {kind: secret[kind] - public[kind] for kind in secret}


def _text(measured: list[Measured], paths: dict[str, list[Point]]) -> str:
    kinds = list(measured[0].trump_side)
    table = Table(
        title="units a deal that the trump side gets together, and NashConv of the four seats",
        title_justify="left",
    )
    for name in ("player", "game", *kinds, "NashConv", "iterations", "seconds"):
        table.add_column(name, justify="left" if name in ("player", "game") else "right")
    for one in measured:
        last = paths[one.game][-1] if one.player == CFR else None
        work = (f"{last.iterations:,}", f"{last.seconds:.1f}") if last else ("", "")
        values = [signed_number(one.trump_side[kind], 4) for kind in kinds]
        table.add_row(one.player, one.game, *values, f"{one.nash_conv:.6f}", *work)
    price = price_of(measured)
    prices = ", ".join(f"{kind} {signed_number(price[kind], 4)}" for kind in kinds)
    return as_text([table]) + f"price of hidden roles (secret less public): {prices}\n"


def _facts(
    trees: dict[str, ExactGame], measured: list[Measured], paths: dict[str, list[Point]]
) -> dict[str, Any]:
    """The same as plain JSON."""
    return {
        "rules": trees[GAMES[0]].rules.as_dict(),
        "trees": {
            name: {
                "deals": len(tree.deals),
                "ends": len(tree.deal),
                "information_sets": len(tree.set_seat),
                "by_seat": np.bincount(tree.set_seat, minlength=tree.num_seats).tolist(),
            }
            for name, tree in trees.items()
        },
        "profiles": [one._asdict() for one in measured],
        "cfr": {name: [point._asdict() for point in path] for name, path in paths.items()},
        "price": price_of(measured),
    }
