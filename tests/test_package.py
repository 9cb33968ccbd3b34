"""The distribution: a wheel holds every module and works where nothing else of ours is."""

import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PACKAGES = PROJECT["tool"]["setuptools"]["packages"]


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that no build folder is left in the working tree."""
    source = tmp_path_factory.mktemp("source")
    for package in PACKAGES:
        copytree(ROOT / package, source / package, ignore=ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        (source / name).write_bytes((ROOT / name).read_bytes())
    build = ["-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", "dist", "."]
    run(sys.executable, *build, cwd=source)
    (built,) = (source / "dist").glob("hidden_partners-*.whl")
    return built


# Results and what is compared are for readers of the repository, not for users.
NOT_PACKED = {ROOT / "experiments" / "results", ROOT / "experiments" / "benchmark_c"}


def test_wheel_holds_every_file_of_the_packages(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    packed = {name for name in names if ".dist-info/" not in name}
    expected = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and NOT_PACKED.isdisjoint(path.parents)
    }
    assert packed == expected
    assert {f"{package}/py.typed" for package in PACKAGES} <= packed
    assert any(name.endswith("/licenses/LICENSE") for name in names)


def test_installed_wheel_works_outside_the_repository(wheel, tmp_path):
    """The libraries we need are lent from this environment by path, our own packages are not."""
    place = tmp_path / "venv"
    venv.create(place, with_pip=False)
    scheme = {"base": str(place), "platbase": str(place)}
    site = Path(sysconfig.get_path("purelib", "venv", vars=scheme))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = Path(sysconfig.get_path("scripts", "venv", vars=scheme)) / "python"
    install = ["install", "--no-deps", "--no-index", "--no-compile", wheel]
    run(sys.executable, "-m", "pip", "--python", python, *install, cwd=tmp_path)

    code = (
        "from spitzer_env import spitzer_v0\n"
        "env = spitzer_v0.env()\n"
        "env.reset(seed=7)\n"
        "print(spitzer_v0.__file__, env.agent_selection)"
    )
    where, agent = run(python, "-I", "-c", code, cwd=tmp_path).split()
    assert Path(where).is_relative_to(site)
    assert re.fullmatch("player_[0-3]", agent)
    assert "tournament" in run(python.parent / "hidden-partners", "--help", cwd=tmp_path)


def test_core_install_is_light():
    names = {re.split(r"[<>=~! ]", item)[0] for item in PROJECT["project"]["dependencies"]}
    assert names == {"numpy", "gymnasium", "pettingzoo"}


def test_constraints_pin_every_requirement():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    wanted = [*PROJECT["project"]["dependencies"]]
    wanted += [
        item for extra in PROJECT["project"]["optional-dependencies"].values() for item in extra
    ]
    normal = {re.sub("[-_.]+", "-", name).lower() for name in pins}
    assert {re.split(r"[<>=~! \[]", item)[0] for item in wanted} <= normal
    assert pins["torch"] == "2.13.0"
    assert not [line for line in lines if re.search(r"://|@|file:", line)]
