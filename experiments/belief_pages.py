"""The tables and the picture of `study belief`."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
from rich.table import Table

from experiments.belief_estimates import FIGURES, Figures
from experiments.belief_states import States
from experiments.pictures import curves_picture
from experiments.play_figures import Panel
from experiments.standings import Estimate

_FEW = 10
_NOTHING = Estimate(math.nan, math.nan, math.nan, 0)
MEANING = {
    "prior": "own cards and words",
    "rule": "and the cards played",
    "policy": "who knows the policy",
    "head": "the network's head",
    "probe": "a linear probe of it",
}
TITLES = {
    "log_loss": "log-loss, nats",
    "brier": "Brier score",
    "places": "place of a card, nats",
    "calibration": "calibration error",
    "ratio": "inference ratio",
}


def main_table(found: dict[str, Figures]) -> Table:
    """Every belief of every agent, over all tricks and roles."""
    title = "beliefs about the sides, by one seat a deal at each of its cards"
    note = (
        "calibration: of the seats that the cards leave open; ratio: 0 counts cards, 1 reads play"
    )
    table = Table(title=title, title_justify="left", caption=note, caption_justify="left")
    for name in ("agent", "belief"):
        table.add_column(name)
    for name in FIGURES:
        table.add_column(TITLES[name], justify="right")
    for agent, figures in found.items():
        for belief, groups in figures.items():
            cells = [interval_text(groups["all"].get(name)) for name in FIGURES]
            table.add_row(agent, MEANING[belief], *cells)
    return table


def group_table(found: dict[str, Figures], roles: tuple[str, ...], by_role: bool) -> Table:
    """The log-loss of every belief by trick, or by the role of who believes."""
    title = f"log-loss in nats by {'the role of who believes' if by_role else 'trick'}"
    table = Table(title=title, title_justify="left")
    for name in ("agent", "belief"):
        table.add_column(name)
    groups = [
        group
        for group in next(iter(next(iter(found.values())).values()))
        if group != "all" and (group in roles) == by_role
    ]
    for group in groups:
        table.add_column(group, justify="right")
    for agent, figures in found.items():
        for belief, by_group in figures.items():
            cells = (interval_text(by_group[group]["log_loss"], 2) for group in groups)
            table.add_row(agent, MEANING[belief], *cells)
    return table


def effective_text(agent: str, states: States, worlds: int) -> str:
    """How many of the weighted worlds were effective; empty where there are none."""
    if not states.effective.size:
        return ""
    few = float((states.effective < _FEW).mean())
    text = f"{agent}: of {worlds} worlds {np.median(states.effective):.0f} are effective (median)"
    return f"{text}, fewer than {_FEW} in {few:.1%} of the states"


def interval_text(estimate: Estimate | None, places: int = 3) -> str:
    """For instance "0.782 [0.771, 0.794]"; a dash where there was nothing to measure."""
    if estimate is None or math.isnan(estimate.value):
        return "-"
    value, low, high = (
        f"{number:.{places}f}" for number in (estimate.value, estimate.low, estimate.high)
    )
    return rf"{value} \[{low}, {high}]"


def belief_picture(found: dict[str, Figures], caption: str) -> bytes:
    """A PNG: the log-loss of every belief by trick, a panel for each agent."""
    return curves_picture("log-loss of the sides, nats", *curves(found), caption)


def curves(found: dict[str, Figures]) -> tuple[list[Panel], dict[str, dict[str, Estimate]]]:
    """The panels, one an agent, and the log-losses of each belief by the names that these have."""
    panels: list[Panel] = []
    lines: dict[str, dict[str, Estimate]] = {
        MEANING[belief]: {} for belief in MEANING if any(belief in own for own in found.values())
    }
    for agent, figures in found.items():
        tricks = [group for group in figures["rule"] if group.startswith("trick ")]
        names = {f"{agent}, {trick}": trick for trick in tricks}
        ticks = tuple(trick.removeprefix("trick ") for trick in tricks)
        panels.append(Panel(title=agent, places="trick", ticks=ticks, figures=tuple(names)))
        for belief, meaning in MEANING.items():
            own = figures.get(belief)
            if meaning in lines:
                lines[meaning] |= {
                    name: own[trick]["log_loss"] if own else _NOTHING
                    for name, trick in names.items()
                }
    return panels, lines


def as_json(found: dict[str, Figures]) -> dict[str, Any]:
    """The figures as plain values; None for NaN."""
    return {
        agent: {
            belief: {
                group: {name: _plain(estimate) for name, estimate in by_name.items()}
                for group, by_name in groups.items()
            }
            for belief, groups in figures.items()
        }
        for agent, figures in found.items()
    }


def _plain(estimate: Estimate) -> dict[str, float | int | None]:
    return {n: x if math.isfinite(x) else None for n, x in dataclasses.asdict(estimate).items()}
