"""Rows of agents that played against a panel, and the file that holds them.

The figure against a member is that of a tournament. The mean over the members has a standard error
that counts every deal once, however many members it was played against.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from rich.markup import escape
from rich.table import Table

from experiments.controlled import NORMAL_95
from experiments.panels import Panel
from experiments.run_folder import write_json
from experiments.tables import signed_number

Floats = npt.NDArray[np.float64]


class Mean(NamedTuple):
    """A mean over members and its standard error."""

    value: float
    error: float


def mean_of_members(values: Sequence[Floats]) -> Mean:
    """The mean over the members of the means of `values`, (D,) by deal from the first one on.

    Members may have been played on different numbers of the same deals.
    """
    shares = np.zeros(max(map(len, values)))  # how far each deal moves the mean
    for own in values:
        shares[: len(own)] += (own - own.mean()) / len(own) / len(values)
    units = len(shares)
    error = math.sqrt((shares**2).sum() * units / (units - 1)) if units > 1 else math.nan
    return Mean(float(np.mean([own.mean() for own in values])), error)


def read_row(panel: Panel, agent: str, folders: Sequence[Path]) -> dict[str, Any]:
    """The row of `agent` from the folders of its tournaments against the members, in order."""
    members, values = {}, []
    for member, folder in zip(panel.members, folders, strict=True):
        results = json.loads((folder / "results.json").read_text())
        found = results["comparisons"][0]
        figure = found["units"]
        gains = np.load(folder / "deals.npz")["agents_0_1"][:, 0]
        values.append(gains * (len(gains) / figure["count"]))
        members[member.agent] = {
            "value": figure["value"],
            "low": figure["low"],
            "high": figure["high"],
            "error": found["duplicate_error"],
            "controlled": found.get("controlled"),
            "deals": results["deals"],
            "forfeits": found["forfeits"],
        }
    mean = mean_of_members(values)
    reach = NORMAL_95 * mean.error
    return {
        "agent": agent,
        "mean": mean._asdict() | {"low": mean.value - reach, "high": mean.value + reach},
        "members": members,
        "started": results["started"],
        "revision": results["revision"],
        "time_cap": results["config"]["time_cap"],
    }


def read_leaderboard(file: Path | None, panel: Panel) -> dict[str, Any]:
    """The leaderboard in `file`, else an empty one; ValueError for that of another panel."""
    fresh = {"panel": panel.name, "game": panel.game, "panel_sha256": panel.digest, "rows": []}
    if file is None or not file.exists():
        return fresh
    try:
        board: dict[str, Any] = json.loads(file.read_text())
        stored = {name: board[name] for name in fresh if name != "rows"} | {"rows": []}
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"--leaderboard: {file} is no leaderboard: {error}") from error
    if stored != fresh:
        raise ValueError(
            f"--leaderboard: {file} is of the panel {stored['panel']} of {stored['game']}, "
            f"SHA-256 {stored['panel_sha256']}, not of {panel.name} of {panel.game}, {panel.digest}"
        )
    return board


def add_row(board: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    """The leaderboard with `row`, in place of an earlier one of that agent; the best first."""
    others = [other for other in board["rows"] if other["agent"] != row["agent"]]
    rows = sorted([*others, row], key=lambda one: -one["mean"]["value"])
    return board | {"rows": rows}


def write_leaderboard(file: Path, board: dict[str, Any]) -> None:
    """Replace `file` in one step."""
    write_json(file, board)


def leaderboard_table(board: dict[str, Any], score: str) -> Table:
    """A row an agent, a column a member; `score` says what the figures are."""
    title = f"{board['game']}, panel {board['panel']}: {score}, with 95% intervals"
    table = Table(title=title, title_justify="left")
    table.add_column("agent")
    members = list(board["rows"][0]["members"])
    for member in members:
        table.add_column(f"against {member}", justify="right")
    table.add_column("mean", justify="right")
    table.add_column("forfeits", justify="right")
    for row in board["rows"]:
        figures = [*(row["members"][member] for member in members), row["mean"]]
        forfeits = sum(figure["forfeits"] for figure in row["members"].values())
        table.add_row(row["agent"], *map(_cell, figures), f"{forfeits:,}")
    return table


def _cell(figure: dict[str, Any]) -> str:
    ends = ", ".join(signed_number(figure[end], 3) for end in ("low", "high"))
    return escape(f"{signed_number(figure['value'], 3)} [{ends}]")
