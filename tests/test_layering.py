"""Imports point one way, light things stay light, and files stay short.

`notebooks -> experiments -> agents -> {spitzer_env, smear_env} -> trick_taking -> numpy`: a module
imports only what its layer is allowed, wherever in the file the import stands.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LONGEST_FILE = 300
LONGEST_FUNCTION = 40

ENVIRONMENTS = {"spitzer_env", "smear_env"}
GAMES = {"numpy", "trick_taking"} | ENVIRONMENTS
LEARNING = {"torch", "safetensors"}
PROGRAMS = {"tyro", "rich", "tensorboard", "matplotlib", "openskill"}

# What the modules of each layer may import besides the standard library.
LAYERS: dict[str, set[str]] = {
    "trick_taking": {"numpy", "trick_taking"},
    "spitzer_env": {"numpy", "trick_taking", "spitzer_env"},
    "smear_env": {"numpy", "trick_taking", "smear_env"},
    "agents": GAMES | LEARNING | {"agents"},
    "experiments": GAMES | LEARNING | PROGRAMS | {"agents", "experiments"},
    "notebooks": GAMES | LEARNING | PROGRAMS | {"agents", "experiments", "IPython"},
    # The reference is written from the rules pages alone, without numpy and without the product.
    "tests/reference": {"pytest", "tests/reference"},
}

# Other libraries that one program compares ours with.
PEERS = {"open_spiel", "pyspiel", "rlcard"}
COMPARES = "experiments/benchmark_peers.py"

# The toolkit of the extra `openspiel`, in the module that registers a game with it.
SPIEL = {"open_spiel", "pyspiel"}
REGISTERS = "agents/openspiel_game.py"

# The cluster of the extra `ray`, in one module that is loaded only with --ray.
CLUSTER = {"ray"}
CLUSTERED = "experiments/ray_workers.py"

# The learner of the extra `sb3`, in modules that are loaded only by `--algo sb3-maskable-ppo`.
BORROWED = {"sb3_contrib", "stable_baselines3"}
BORROWING = {"experiments/sb3_vec_env.py", "experiments/train_sb3.py"}

# The compiler of the extra `search`, in modules that are loaded only by a search.
COMPILER = {"numba"}
COMPILED = {
    "agents/double_dummy_kernel.py",
    "agents/double_dummy_moves.py",
    "agents/double_dummy_smear_kernel.py",
}

STANDARD = sys.stdlib_module_names | {"_typeshed"}  # the second exists for type checkers only

# The only files that may import the interfaces of others; rule files import none of these.
INTERFACES = {"gymnasium", "pettingzoo"}
ADAPTERS = {
    "trick_taking/aec.py",
    "trick_taking/flat_views.py",
    "trick_taking/registries.py",
    "trick_taking/replay.py",
    "trick_taking/seat_env.py",
    "trick_taking/seat_vector.py",
    "spitzer_env/__init__.py",
    "spitzer_env/michigan_registration.py",
    "spitzer_env/michigan_v0.py",
    "spitzer_env/registration.py",
    "spitzer_env/spitzer_v0.py",
    "smear_env/__init__.py",
    "smear_env/registration.py",
    "smear_env/smear_v0.py",
}


def parse(path: Path) -> ast.Module:
    """The code of a module, or of a notebook's code cells without their magic lines."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        lines = [line for cell in cells for line in "".join(cell["source"]).splitlines()]
        text = "\n".join(line for line in lines if not line.lstrip().startswith(("%", "!")))
    return ast.parse(text, filename=str(path))


def imported_modules(path: Path, root: Path) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of every import, also in functions and by `import_module("...")`."""
    package = path.relative_to(root).parent.parts
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join((*above, *filter(None, [node.module])))
            yield from ((node.lineno, f"{source}.{name.name}".strip(".")) for name in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = ast.unparse(node.func).rpartition(".")[2]
            if called in ("import_module", "__import__"):
                yield node.lineno, str(node.args[0].value)


def top_level(module: str) -> str:
    """The name that LAYERS knows a module by."""
    parts = module.split(".")
    return "/".join(parts[:2]) if parts[:2] == ["tests", "reference"] else parts[0]


def names_adapter(module: str) -> bool:
    """Whether `a.b` or `a.b.member` is an adapter's module; importing a package is no offence."""
    parts = module.split(".")
    return any(f"{'/'.join(parts[:end])}.py" in ADAPTERS for end in (2, 3))


def sources(root: Path, layer: str) -> list[Path]:
    folder = root / layer
    return sorted([*folder.rglob("*.py"), *folder.rglob("*.ipynb")])


def wrong_arrows(root: Path) -> list[str]:
    """Every import that its layer does not allow, as "file:line imports module"."""
    wrong = []
    for layer, may_import in LAYERS.items():
        rules_layer = layer in {"trick_taking"} | ENVIRONMENTS
        for path in sources(root, layer):
            name = path.relative_to(root).as_posix()
            adapter = name in ADAPTERS
            allowed = may_import | STANDARD | (INTERFACES if adapter else set())
            allowed |= PEERS if name == COMPARES else set()
            allowed |= SPIEL if name == REGISTERS else set()
            allowed |= CLUSTER if name == CLUSTERED else set()
            allowed |= COMPILER if name in COMPILED else set()
            allowed |= BORROWED if name in BORROWING else set()
            wrong += [
                f"{name}:{line} imports {module}"
                for line, module in imported_modules(path, root)
                if top_level(module) not in allowed
                or (rules_layer and not adapter and names_adapter(module))
            ]
    return wrong


def too_long(root: Path) -> list[str]:
    """Every file and function of the product that is longer than we allow."""
    found = []
    for layer in LAYERS:
        for path in (root / layer).rglob("*.py") if not layer.startswith("tests") else ():
            name = path.relative_to(root).as_posix()
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > LONGEST_FILE:
                found.append(f"{name}: {lines} lines")
            for node in ast.walk(parse(path)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    length = (node.end_lineno or node.lineno) - node.lineno + 1
                    if length > LONGEST_FUNCTION:
                        found.append(f"{name}:{node.lineno} {node.name}: {length} lines")
    return found


def plant(root: Path, name: str, text: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def run_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_imports_point_one_way():
    assert wrong_arrows(ROOT) == []


def test_every_layer_and_adapter_is_there():
    """A renamed file must not leave a hole in the lists above."""
    assert [name for name in sorted(ADAPTERS) if not (ROOT / name).is_file()] == []
    expected = set(LAYERS) - {"smear_env"}
    assert {layer for layer in expected if sources(ROOT, layer)} == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("trick_taking/cards.py", "import spitzer_env"),
        ("trick_taking/cards.py", "from agents.rule import RuleAgent"),
        ("trick_taking/cards.py", "import scipy"),
        ("trick_taking/tricks.py", "import gymnasium"),
        ("trick_taking/tricks.py", "from trick_taking import aec"),
        ("trick_taking/tricks.py", "from .aec import TrickTakingEnv"),
        ("trick_taking/aec.py", "import torch"),
        ("trick_taking/deep/inner.py", "from ...experiments import cli"),
        ("spitzer_env/game.py", "from smear_env import smear_v0"),
        ("smear_env/game.py", "from spitzer_env.scoring import score"),
        ("spitzer_env/game.py", "from pettingzoo.utils import agent_selector"),
        ("spitzer_env/game.py", "def play():\n    from agents import make"),
        ("spitzer_env/game.py", "import importlib\nimportlib.import_module('agents')"),
        ("spitzer_env/game.py", "if TYPE_CHECKING:\n    import torch"),
        ("spitzer_env/game.py", "import numpy, torch.nn"),
        ("spitzer_env/spitzer_v0.py", "import agents"),
        ("agents/rule.py", "from experiments.cli import main"),
        ("agents/rule.py", "import gymnasium"),
        ("agents/rule.py", "import matplotlib"),
        ("experiments/train.py", "from notebooks import tour"),
        ("experiments/train.py", "import pettingzoo"),
        ("experiments/tournament.py", "from importlib import import_module\nimport_module('ray')"),
        ("tests/reference/spitzer.py", "import numpy"),
        ("tests/reference/spitzer.py", "from spitzer_env.rules import TwoTrumpRules"),
        ("tests/reference/spitzer.py", "from tests.conftest import full"),
    ],
)
def test_planted_wrong_arrow_is_found(tmp_path, name, text):
    plant(tmp_path, name, f'"""A module."""\n{text}\n')
    assert len(wrong_arrows(tmp_path)) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("trick_taking/tricks.py", "from . import cards\nfrom trick_taking.cards import PACK_32"),
        ("trick_taking/aec.py", "from pettingzoo import AECEnv\nimport gymnasium.spaces"),
        ("trick_taking/seat_vector.py", "from trick_taking.seat_env import SeatEnv"),
        ("spitzer_env/game.py", "from trick_taking import layout\nimport spitzer_env.rules"),
        ("agents/ppo.py", "import torch\nfrom spitzer_env import spitzer_v0"),
        ("agents/double_dummy_kernel.py", "from numba import njit"),
        ("experiments/benchmark_peers.py", "import pyspiel"),
        ("agents/openspiel_game.py", "import pyspiel"),
        ("experiments/train.py", "import tyro\nfrom agents import make"),
        ("experiments/ray_workers.py", "import ray"),
        ("tests/reference/spitzer.py", "import random\nfrom tests.reference import spitzer_deals"),
    ],
)
def test_right_arrows_pass(tmp_path, name, text):
    plant(tmp_path, name, text)
    assert wrong_arrows(tmp_path) == []


def test_wrong_arrow_in_a_notebook_is_found(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": ["import pettingzoo"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "import numpy\n", "import ray"]},
    ]
    plant(tmp_path, "notebooks/01_tour.ipynb", json.dumps({"cells": cells}))
    assert wrong_arrows(tmp_path) == ["notebooks/01_tour.ipynb:2 imports ray"]


def test_files_and_functions_are_short():
    assert too_long(ROOT) == []


def test_planted_long_file_and_function_are_found(tmp_path):
    body = "".join(f"    a{number} = {number}\n" for number in range(LONGEST_FUNCTION))
    plant(tmp_path, "agents/longwinded.py", f"def explain():\n{body}")
    plant(tmp_path, "experiments/endless.py", "0\n" * (LONGEST_FILE + 1))
    assert sorted(too_long(tmp_path)) == [
        "agents/longwinded.py:1 explain: 41 lines",
        "experiments/endless.py: 301 lines",
    ]


def test_importing_the_games_loads_no_torch():
    code = "import sys, spitzer_env, spitzer_env.spitzer_v0; print('torch' in sys.modules)"
    assert run_python(code).strip() == "False"


def test_help_loads_no_torch():
    code = (
        "import sys; sys.argv = ['hidden-partners', '--help']\n"
        "from experiments.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit as end:\n    assert not end.code, end.code\n"
        "print('loaded:', 'torch' in sys.modules)"
    )
    printed = run_python(code)
    assert "tournament" in printed
    assert printed.strip().endswith("loaded: False")
