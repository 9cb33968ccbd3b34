"""The notebooks as they are committed: no outputs, public names, nothing of one machine."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
ABSOLUTE_PATH = re.compile(r"(?<![\w.:/])/(home|tmp|root|usr|var|opt|mnt|work|Users)/|\b[A-Z]:\\")

pytestmark = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)


def cells(notebook: Path, kind: str) -> list[dict[str, Any]]:
    """The cells of one kind, "code" or "markdown"."""
    read = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in read if cell["cell_type"] == kind]


def test_outputs_are_stripped(notebook: Path) -> None:
    for cell in cells(notebook, "code"):
        assert cell["outputs"] == [], cell["id"]
        assert cell["execution_count"] is None, cell["id"]


def test_no_absolute_path(notebook: Path) -> None:
    assert not ABSOLUTE_PATH.search(notebook.read_text(encoding="utf-8"))


def test_links_lead_somewhere(notebook: Path) -> None:
    prose = "\n".join("".join(cell["source"]) for cell in cells(notebook, "markdown"))
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", prose):
        assert (FOLDER / link).is_file(), link


def test_only_public_names(notebook: Path) -> None:
    code = "\n".join("".join(cell["source"]) for cell in cells(notebook, "code"))
    nodes = list(ast.walk(ast.parse(code)))
    names = [node.attr for node in nodes if isinstance(node, ast.Attribute)]
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            paths = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
            names += [part for path in paths for part in path.split(".")]
    assert not [name for name in names if name.startswith("_")]


@pytest.mark.full
def test_runs_without_a_warning(notebook: Path, tmp_path: Path) -> None:
    """`make notebooks` fails on an error only; this fails on stderr and on any warning shown."""
    program = Path(sys.executable).with_name("jupyter-execute")
    executed = tmp_path / notebook.name
    command = [program, "--timeout", "600", "--output", executed, notebook]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    for cell in cells(executed, "code"):
        shown = json.dumps(cell["outputs"])
        assert '"stderr"' not in shown, cell["id"]
        assert "Warning" not in shown, cell["id"]
