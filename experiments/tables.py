"""The tables of a tournament: for the terminal, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console, Group
from rich.table import Table

from experiments.controlled import variance_saved
from experiments.ratings import Rating
from experiments.standings import Comparison, Estimate, Standing, Standings

WIDEST = 200
DEEDS_ABREAST = 7  # in one table


def all_tables(standings: Standings) -> list[Table]:
    """Every table that tells something."""
    matches = [match_table(standings)] if standings.measure.episode == "match" else []
    deeds = list(next(iter(standings.comparisons.values())).deeds)
    count = -(-len(deeds) // DEEDS_ABREAST)
    shares = [deeds[len(deeds) * n // count : len(deeds) * (n + 1) // count] for n in range(count)]
    by_deed = [deed_table(standings, share) for share in shares]
    tables = [cross_table(standings), *matches, error_table(standings)]
    if standings.ratings:
        tables.append(rating_table(standings.ratings))
    return [*tables, role_table(standings), *by_deed]


def cross_table(standings: Standings) -> Table:
    """Every agent against every other: the figure, with intervals."""
    text, less = standings.measure.texts
    title = f"{text} held by the agent of the row{less}, with 95% intervals"
    table = Table(title=title, title_justify="left")
    table.add_column("agent")
    for standing in standings.means:
        table.add_column(f"against {standing.agent}", justify="right")
    table.add_column("mean", justify="right")
    for standing in standings.means:
        cells = [
            ""
            if other.agent == standing.agent
            else with_interval(standings.comparisons[standing.agent, other.agent].figure)
            for other in standings.means
        ]
        table.add_row(standing.agent, *cells, with_interval(standing.figure))
    return table


def match_table(standings: Standings) -> Table:
    """How many matches the agents won, each ordered pair and the mean over all opponents."""
    title = "matches won by the agent's seats; 50% is level"
    table = Table(title=title, title_justify="left")
    table.add_column("agent")
    table.add_column("against")
    for name in ("matches won", "deals a match"):
        table.add_column(name, justify="right")
    for standing in standings.means:
        against = [c for names, c in standings.comparisons.items() if names[0] == standing.agent]
        rows = {comparison.opponent: comparison.matches for comparison in against}
        if len(rows) > 1:
            rows["(mean)"] = standing.matches
        for opponent, matches in rows.items():
            won, deals = matches["won"], matches["deals"]
            ends = rf"\[{won.low:.1%}, {won.high:.1%}]"
            table.add_row(standing.agent, opponent, f"{won.value:.1%} {ends}", f"{deals.value:.1f}")
    return table


def error_table(standings: Standings) -> Table:
    """Three figures of every ordered pair with standard errors, and who forfeited games."""
    note = "raw: had every game its own cards; controlled: by what rule made of the deals"
    title = "standard errors, and the variance that each step saves"
    table = Table(title=title, title_justify="left", caption=note, caption_justify="left")
    table.add_column("agent")
    table.add_column("against")
    for name in ("raw", "duplicate", "saved", "controlled", "saved"):
        table.add_column(name, justify="right")
    forfeits = any(comparison.forfeits for comparison in standings.comparisons.values())
    if forfeits:
        table.add_column("forfeited games", justify="right")
    for found in standings.comparisons.values():
        control = found.controlled
        cells = [
            with_error(found.figure.value, found.raw_error),
            with_error(found.figure.value, found.duplicate_error),
            percent(variance_saved(found.raw_error, found.duplicate_error)),
            "-" if control is None else with_error(control.value, control.error),
            "-" if control is None else percent(control.variance_saved),
        ]
        lost = [f"{found.forfeits:,}"] if forfeits else []
        table.add_row(found.agent, found.opponent, *cells, *lost)
    return table


def rating_table(ratings: dict[str, Rating]) -> Table:
    """The ratings, the best first."""
    title = "ratings by who gains more (openskill)"
    table = Table(title=title, title_justify="left")
    table.add_column("agent")
    table.add_column("rating", justify="right")
    table.add_column("won, a draw is half", justify="right")
    for agent, rating in sorted(ratings.items(), key=lambda one: -one[1].mu):
        table.add_row(agent, f"{rating.mu:.2f}", f"{rating.won:.1%}")
    return table


def role_table(standings: Standings) -> Table:
    """Every ordered pair by the role of the agent's seats."""
    some, measure = next(iter(standings.comparisons.values())), standings.measure
    title = "by the role of the agent's seats"
    if measure.episode == "match":
        title = f"{''.join(measure.score_texts)}, {title}"
    table = Table(title=title, title_justify="left")
    table.add_column("agent")
    table.add_column("against")
    for role in some.roles:
        table.add_column(role, justify="right")
    for comparison in standings.comparisons.values():
        cells = [with_interval(estimate) for estimate in comparison.roles.values()]
        table.add_row(comparison.agent, comparison.opponent, *cells)
    return table


def deed_table(standings: Standings, deeds: Sequence[str]) -> Table:
    """How often seats of the agent did what they could do, mixed and among themselves."""
    table = Table(title="how often, of the seats that could", title_justify="left")
    for agent in ("agent", "against"):
        table.add_column(agent, no_wrap=True)
    for deed in deeds:
        table.add_column(deed, justify="right")
    shown: set[str] = set()
    for comparison in standings.comparisons.values():
        if comparison.agent not in shown:
            alone = _rates(comparison.alone, deeds)
            table.add_row(comparison.agent, "(itself)", *alone)
            shown.add(comparison.agent)
        table.add_row(comparison.agent, comparison.opponent, *_rates(comparison.deeds, deeds))
    return table


def with_interval(estimate: Estimate) -> str:
    """For instance "+0.41 [+0.38, +0.44]"; a dash where there was nothing to measure."""
    if math.isnan(estimate.value):
        return "-"
    ends = ", ".join(signed_number(end, 3) for end in (estimate.low, estimate.high))
    return rf"{signed_number(estimate.value, 3)} \[{ends}]"


def signed_number(value: float, places: int) -> str:
    """With its sign, 0 without one; a dash for NaN."""
    if math.isnan(value):
        return "-"
    rounded = round(value, places)
    return f"{rounded:+.{places}f}" if rounded else f"{0:.{places}f}"


def with_error(value: float, error: float) -> str:
    """For instance "+0.412 ± 0.0041"; a dash where there was too little to measure."""
    return "-" if math.isnan(error) else f"{signed_number(value, 3)} ± {error:.4f}"


def percent(share: float) -> str:
    """A whole number of percent; a dash for NaN."""
    return "-" if math.isnan(share) else f"{share:.0%}"


def _rates(estimates: dict[str, Estimate], deeds: Sequence[str]) -> list[str]:
    values = [estimates[deed].value for deed in deeds]
    return ["-" if math.isnan(value) else f"{value:.1%}" for value in values]


def as_text(tables: Sequence[Table]) -> str:
    """The tables without colours, as wide as they need to be."""
    page = io.StringIO()
    Console(file=page, width=WIDEST, no_color=True, force_jupyter=False).print(Group(*tables))
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines()) + "\n"


def as_csv(standings: Standings) -> str:
    """One row an ordered pair."""
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    rows = [_csv_row(comparison, standings) for comparison in standings.comparisons.values()]
    writer.writerow(rows[0])
    writer.writerows(row.values() for row in rows)
    return page.getvalue()


def _csv_row(comparison: Comparison, standings: Standings) -> dict[str, Any]:
    row: dict[str, Any] = {
        "agent": comparison.agent,
        "opponent": comparison.opponent,
        standings.measure.contests: standings.deals,
        standings.measure.key: comparison.figure.value,
        "low": comparison.figure.low,
        "high": comparison.figure.high,
        "duplicate_error": comparison.duplicate_error,
        "raw_error": comparison.raw_error,
        "forfeits": comparison.forfeits,
    }
    if comparison.controlled:
        row |= {f"controlled {name}": x for name, x in asdict(comparison.controlled).items()}
    if comparison.matches:
        won, deals = comparison.matches["won"], comparison.matches["deals"]
        row |= {"won": won.value, "won low": won.low, "won high": won.high}
        row["deals a match"] = deals.value
    for role, estimate in comparison.roles.items():
        row |= {f"{role}": estimate.value, f"{role} low": estimate.low}
        row |= {f"{role} high": estimate.high, f"{role} seats": estimate.count}
    row |= {deed: estimate.value for deed, estimate in comparison.deeds.items()}
    row |= {f"alone: {deed}": estimate.value for deed, estimate in comparison.alone.items()}
    return {name: "" if value != value else value for name, value in row.items()}


def as_json(standings: Standings) -> dict[str, Any]:
    """Means and comparisons as plain values; None for NaN.

    The figure has the name of the measure; "matches" are only where matches were played.
    """
    names = {"figure": standings.measure.key}

    def plain(record: Standing | Comparison) -> dict[str, Any]:
        fields = asdict(record)
        for name in ("matches", "controlled"):
            if not fields.get(name, True):
                del fields[name]
        return without_nan({names.get(name, name): value for name, value in fields.items()})

    ratings = {agent: rating._asdict() for agent, rating in (standings.ratings or {}).items()}
    return {
        "means": [plain(standing) for standing in standings.means],
        "comparisons": [plain(comparison) for comparison in standings.comparisons.values()],
        "ratings": ratings,
    }


def without_nan(value: Any) -> Any:
    """None in place of NaN, which JSON does not know, all the way down."""
    if isinstance(value, dict):
        return {name: without_nan(item) for name, item in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value
