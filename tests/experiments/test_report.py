"""The report: one page of runs that needs nothing else."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from experiments import cli

FIGURES = {
    "rule": {"a": {"value": 0.25, "low": 0.125, "high": 0.5, "count": 1200}},
    "<b>": {"a": {"value": None, "low": None, "high": None, "count": 0}},
}
TABLE = {"title": "how & why", "places": "figure", "rows": {"row of a": "a"}}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The folder of a study that is over."""
    folder = tmp_path / "run"
    folder.mkdir()
    results = {"title": "a study", "tables": [TABLE], "figures": FIGURES, "revision": "abc"}
    (folder / "results.json").write_text(json.dumps(results | {"config": {"agents": ["x", "y"]}}))
    (folder / "picture.png").write_bytes(b"\x89PNG..")
    return folder


class Tags(HTMLParser):
    """Every tag with its attributes; tags must close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.seen: list[tuple[str, dict[str, Any]]] = []
        self.feed(page)
        assert self.opened == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "img"):
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag


def test_the_page_holds_tables_and_pictures_and_loads_nothing(run: Path, capsys: Any) -> None:
    assert cli.main(["report", str(run)]) == 0
    assert str(run / "report.html") in capsys.readouterr().out
    page = (run / "report.html").read_text()
    tags = Tags(page).seen
    assert [a["src"] for tag, a in tags if tag == "img"] == ["data:image/png;base64,iVBORy4u"]
    assert not {"script", "link", "iframe"} & {tag for tag, _ in tags}
    assert "http" not in page
    cells = re.findall(r"<td[^>]*>(.*?)</td>", page)
    assert cells == ["row of a", "+0.250 <small>[+0.125, +0.500]</small>", "- <small></small>"]
    assert "how &amp; why" in page
    assert "&lt;b&gt;" in page
    assert "agents=x y" in page
    assert 'title="of 1,200"' in page


def test_a_study_without_laid_out_tables_shows_its_text_and_runs_share_a_page(run: Path) -> None:
    (run / "results.json").write_text("{}")
    (run / "table.txt").write_text("1 < 2")
    out = run / "both.html"
    assert cli.main(["report", str(run), str(run), "--out", str(out)]) == 0
    page = out.read_text()
    assert page.count('<pre class="wide">1 &lt; 2</pre>') == 2
    assert page.count("<section>") == 2


def test_a_folder_that_is_no_finished_run_is_an_error(tmp_path: Path, capsys: Any) -> None:
    assert cli.main(["report", str(tmp_path)]) == 2
    assert "is no run that is over: it has no results.json" in capsys.readouterr().err
    (tmp_path / "results.json").write_text("{")
    assert cli.main(["report", str(tmp_path)]) == 2
    assert "results.json is damaged" in capsys.readouterr().err
