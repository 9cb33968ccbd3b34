"""`hidden-partners report RUN ..`: run folders as one HTML page that needs nothing else.

A section a run: what was run and where, its tables and its picture. Tables come from
`results.json` where it says how they are laid out (`tables`: title, what the rows are, and the
figure of each row), else from `table.txt` as it is. Pictures are embedded; the page has no script
and loads nothing.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from agents.atomic_file import replace_files
from experiments.standings import Estimate
from experiments.tables import with_interval

PAGE = "report.html"
RESULTS, TEXT = "results.json", "table.txt"
_STYLE = """
:root { color-scheme: light dark; --line: #8886; --quiet: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 75rem; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; } h3 { font-size: 1rem; }
img { display: block; height: auto; margin: 1rem 0; max-width: 100%; background: #fff; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .75rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
td { white-space: nowrap; } td:first-child { white-space: normal; min-width: 9rem; }
tbody tr:nth-child(odd) { background: var(--quiet); }
dl { display: grid; gap: .1rem 1rem; grid-template-columns: max-content 1fr; font-size: .875rem; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
pre { font-size: .75rem; }
@media (max-width: 40rem) {
  body { padding: .75rem; } th, td { padding: .25rem .3rem; } td:first-child { min-width: 5rem; }
  table { font-size: .8125rem; } td small { display: block; } dl { display: block; }
}
"""


@dataclass(frozen=True, kw_only=True)
class ReportConfig:
    """One page of run folders: tables and pictures, to be read without a network."""

    runs: tuple[Path, ...]
    """Folders of studies or tournaments that are over."""
    out: Path | None = None
    """File to write; default report.html in the first folder."""


def main(config: ReportConfig) -> int:
    """Write the page and say where it is; ValueError names a folder that is no finished run."""
    if not config.runs:
        raise ValueError("runs: name a run folder or more")
    out = config.out or config.runs[0] / PAGE
    replace_files({out: page_of(config.runs).encode()})
    print(f"the report is {out}")
    return 0


def page_of(runs: tuple[Path, ...]) -> str:
    """The HTML page."""
    sections = "\n".join(_section(run) for run in runs)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>hidden-partners: report</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>hidden-partners: report</h1>\n{sections}\n</body>\n</html>\n"
    )


def _section(run: Path) -> str:
    results = _results(run)
    parts = [f"<section>\n<h2>{escape(results.get('title', run.name))}</h2>"]
    if "tables" in results:
        parts += [_table(table, results["figures"]) for table in results["tables"]]
    elif (run / TEXT).exists():
        parts.append(f'<pre class="wide">{escape((run / TEXT).read_text())}</pre>')
    for picture in sorted(run.glob("*.png")):
        data = base64.b64encode(picture.read_bytes()).decode()
        parts.append(f'<img alt="{escape(picture.stem)}" src="data:image/png;base64,{data}">')
    facts = "\n".join(
        f"<dt>{escape(name)}</dt><dd>{escape(fact)}</dd>" for name, fact in _facts(results)
    )
    return "\n".join([*parts, f"<h3>The run</h3>\n<dl>\n{facts}\n</dl>\n</section>"])


def _results(run: Path) -> dict[str, Any]:
    """What the run found; ValueError for a folder that has not found anything."""
    if not (run / RESULTS).exists():
        raise ValueError(f"{run} is no run that is over: it has no {RESULTS}")
    try:
        results: dict[str, Any] = json.loads((run / RESULTS).read_text())
    except ValueError as error:
        raise ValueError(f"{run / RESULTS} is damaged: {error}") from error
    return results


def _table(table: dict[str, Any], figures: dict[str, dict[str, Any]]) -> str:
    """One table, which scrolls by itself where the page is narrow: a column for each agent."""
    names = [table["places"], *figures]
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    rows = [
        f"<td>{escape(row)}</td>" + "".join(_figure(own[name]) for own in figures.values())
        for row, name in table["rows"].items()
    ]
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f"<h3>{escape(table['title'])}</h3>\n"
        f'<div class="wide"><table>\n<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table></div>"
    )


def _figure(figure: dict[str, Any]) -> str:
    """A figure with its interval; the mouse shows how many things it is of."""
    value, low, high = (
        float("nan") if figure[name] is None else figure[name] for name in ("value", "low", "high")
    )
    estimate = Estimate(value, low, high, figure["count"])
    text, _, interval = with_interval(estimate).partition(" \\")
    return f'<td title="of {estimate.count:,}">{text} <small>{interval}</small></td>'


def _facts(results: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Options, revision, versions and machine, a line each."""
    for name in ("started", "revision"):
        if name in results:
            yield name, str(results[name])
    for group in ("config", "versions", "machine"):
        known = results.get(group)
        if isinstance(known, dict):
            shown = (f"{name}={_said(value)}" for name, value in known.items() if value is not None)
            yield group, ", ".join(shown)


def _said(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
