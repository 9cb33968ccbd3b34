"""How many times faster, or slower, the batched core is than others in the same run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from experiments.benchmark_batches import LOOP
from experiments.benchmark_environments import CLASSICS
from experiments.benchmark_peers import fastest

AEC = "PettingZoo"


def best_speed(batches: list[dict[str, Any]], part: str) -> int:
    """Decisions a second of the size of the batch that is fastest at `part`."""
    return max(batch["decisions_per_second"][part] for batch in batches)


def ratios_to_others(figures: dict[str, Any], own: Sequence[str]) -> list[dict[str, Any]]:
    """For each of the games `own` and each rival, the fastest of its kind, ours over theirs.

    The whole loop of the batched core against other libraries, `env()` against PettingZoo's own.
    """
    steps = figures["environments"]["steps_per_second"]
    classics = {name.rpartition(".")[2] for name in CLASSICS} & set(steps)
    rivals = [
        (way, best["game"], best["decisions_per_second"])
        for way, best in fastest(figures["peers"]).items()
    ]
    ratios = [
        _ratio(name, way, game, best_speed(figures["batches"][name], LOOP), speed)
        for way, game, speed in rivals
        for name in own
    ]
    if classics:
        game = max(classics, key=lambda name: steps[name])
        ratios += [_ratio(name, f"{AEC}, env()", game, steps[name], steps[game]) for name in own]
    return ratios


def _ratio(name: str, way: str, game: str, ours: int, theirs: int) -> dict[str, Any]:
    return {
        "game": name,
        "against": way,
        "their_game": game,
        "ours": ours,
        "theirs": theirs,
        "times": round(ours / theirs, 2),
    }


def ratio_table(ratios: list[dict[str, Any]]) -> Table:
    """One row for each rival, one column for each of our games."""
    title = "times as fast as the fastest of each kind: whole loop of the best batch, or env()"
    table = Table(title=title, title_justify="left")
    games = list(dict.fromkeys(ratio["game"] for ratio in ratios))
    for column in ("against", "their fastest", "a second"):
        table.add_column(column)
    for game in games:
        table.add_column(game, justify="right")
    for way in dict.fromkeys(ratio["against"] for ratio in ratios):
        row = {ratio["game"]: ratio for ratio in ratios if ratio["against"] == way}
        some = row[games[0]]
        times = [f"{row[game]['times']:,.3g}" for game in games]
        table.add_row(way, some["their_game"], f"{some['theirs']:,}", *times)
    return table


def ratios_to_limit(limit: dict[str, Any], batches: list[dict[str, Any]]) -> dict[str, float]:
    """The speed of the C program over that of our best batch, by part; none if it has none."""
    speeds = limit.get("decisions_per_second", {})
    return {part: round(speed / best_speed(batches, part), 1) for part, speed in speeds.items()}


def limit_text(limit: dict[str, Any]) -> str:
    """One line for people."""
    if "note" in limit:
        return str(limit["note"])
    told = [
        f"{part} {speed:,} a second, {limit['times_ours'][part]} times ours"
        for part, speed in limit["decisions_per_second"].items()
    ]
    return f"C program, two-trump Spitzer, {limit['games']:,} games: {'; '.join(told)}"
