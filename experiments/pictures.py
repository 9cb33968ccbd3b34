"""The pictures of a tournament (the cross table, the means with their intervals) and of speed."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.play_figures import Panel
from experiments.standings import Estimate, Standings
from experiments.tables import signed_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LONGEST_LABEL = 26
COLUMN_LABEL = 15


def tournament_picture(standings: Standings, caption: str) -> bytes:
    """A PNG; `caption` is one line below it. Nothing is shown on a screen."""
    count = len(standings.means)
    figure = _new_figure(5.5 + 2.0 * count, 2.2 + 0.75 * count)
    table, means = figure.subplots(1, 2, width_ratios=[0.6 + 0.5 * count, 1.5])
    _draw_cross_table(table, standings)
    _draw_means(means, standings)
    return _finish(figure, caption)


def speed_picture(batches: dict[str, list[dict[str, Any]]], part: str, caption: str) -> bytes:
    """A PNG: decisions a second by the size of the batch, a line for each game of `batches`.

    `part` says what is asked for at each decision; `caption` is one line below.
    """
    figure = _new_figure(8, 5)
    axes = figure.subplots()
    for name, sizes in batches.items():
        games = [batch["games"] for batch in sizes]
        speeds = [batch["decisions_per_second"][part] for batch in sizes]
        axes.plot(games, speeds, marker="o", label=name)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xticks(games, [f"{size:,}" for size in games])
    axes.set_xlabel("games in the batch")
    axes.set_ylabel("decisions a second on one core")
    axes.set_title(part, fontsize=10)
    axes.grid(color="0.9")
    axes.legend(frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return _finish(figure, caption)


def curves_picture(
    title: str, panels: Sequence[Panel], found: dict[str, dict[str, Estimate]], caption: str
) -> bytes:
    """A PNG: in each panel the figures of each agent of `found` as a line with their intervals."""
    figure = _new_figure(max(6.5, 4.2 * len(panels)), 4.5)
    places_of = figure.subplots(1, len(panels), squeeze=False, sharey=True)[0]
    for axes, panel in zip(places_of, panels, strict=True):
        for number, (agent, own) in enumerate(found.items()):
            row = [own[name] for name in panel.figures]
            values = np.array([estimate.value for estimate in row])
            ends: Any = np.array([[e.value - e.low, e.high - e.value] for e in row]).T
            places = np.arange(len(row)) + 0.06 * (number - (len(found) - 1) / 2)
            label, colour = short_label(agent), f"C{number}"
            axes.errorbar(
                places, values, np.maximum(ends, 0), fmt="o-", capsize=3, label=label, color=colour
            )
        axes.set_xticks(range(len(panel.ticks)), panel.ticks, fontsize=8)
        axes.set_xlabel(panel.places)
        axes.set_title(panel.title, fontsize=10)
        axes.grid(axis="y", color="0.9")
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    figure.axes[0].legend(frameon=False, fontsize=8)
    figure.suptitle(title, fontsize=11)
    return _finish(figure, caption)


def descent_picture(curves: dict[str, list[tuple[int, float]]], caption: str) -> bytes:
    """A PNG: NashConv by iterations, a line for each game of `curves`; `caption` is below."""
    figure = _new_figure(7, 4.5)
    axes = figure.subplots()
    for (name, points), style in zip(curves.items(), ("-", "--", ":", "-."), strict=False):
        iterations, convs = zip(*points, strict=True)
        axes.plot(iterations, np.maximum(convs, 1e-9), style, marker="o", label=name)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("iterations")
    axes.set_ylabel("NashConv in units a deal")
    axes.set_title("how far the mean policy is from an equilibrium", fontsize=10)
    axes.grid(color="0.9")
    axes.legend(frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return _finish(figure, caption)


def _new_figure(width: float, height: float) -> Figure:
    """A figure in inches that needs no screen."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", dpi=120)
    FigureCanvasAgg(figure)
    return figure


def _finish(figure: Figure, caption: str) -> bytes:
    """The figure with `caption` below, as a PNG."""
    figure.supxlabel(caption, fontsize=8, color="0.35")
    page = io.BytesIO()
    figure.savefig(page, format="png")
    return page.getvalue()


def short_label(agent: str) -> str:
    """The end of a long agent text, which tells more than its beginning."""
    return agent if len(agent) <= LONGEST_LABEL else f"..{agent[2 - LONGEST_LABEL :]}"


def _draw_cross_table(axes: Axes, standings: Standings) -> None:
    labels = [short_label(standing.agent) for standing in standings.means]
    values = np.full((len(labels), len(labels)), np.nan)
    for row, standing in enumerate(standings.means):
        for column, other in enumerate(standings.means):
            if row == column:
                continue
            figure = standings.comparisons[standing.agent, other.agent].figure
            values[row, column] = figure.value
            text = f"{signed_number(figure.value, 3)}\n"
            text += f"[{signed_number(figure.low, 3)}, {signed_number(figure.high, 3)}]"
            axes.text(column, row, text, ha="center", va="center", fontsize=9)
    reach = max(float(np.nanmax(np.abs(values))), 1e-9)
    # The paler middle of the colours, so that black figures stay readable on them.
    axes.imshow(values, cmap="RdYlGn", vmin=-2 * reach, vmax=2 * reach, aspect="auto")
    columns = [textwrap.fill(label, COLUMN_LABEL) for label in labels]
    axes.set_xticks(range(len(labels)), columns, fontsize=9)
    axes.set_yticks(range(len(labels)), labels, fontsize=9)
    axes.xaxis.tick_top()
    text, less = standings.measure.texts
    axes.set_title(f"row against column: {text}{less}", fontsize=10)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=0)


def _draw_means(axes: Axes, standings: Standings) -> None:
    places = range(len(standings.means))
    means = [standing.figure for standing in standings.means]
    values = np.array([estimate.value for estimate in means])
    ends: Any = np.array([[e.value - e.low, e.high - e.value] for e in means]).T
    axes.axvline(0, color="0.7", linewidth=1)
    axes.errorbar(values, list(places), xerr=np.maximum(ends, 0), fmt="o", capsize=4, color="C0")
    axes.set_yticks(list(places), [short_label(s.agent) for s in standings.means], fontsize=9)
    axes.set_ylim(len(means) - 0.5, -0.5)
    axes.margins(x=0.15)
    axes.set_title("mean over all opponents, 95%", fontsize=10)
    axes.grid(axis="x", color="0.9")
    for name in ("top", "right", "left"):
        axes.spines[name].set_visible(False)
    axes.tick_params(axis="y", length=0)
