"""What a run folder says about its run: config, seed, revision, versions and machine."""

from __future__ import annotations

import dataclasses
import json
import os
import platform
import subprocess
from collections.abc import Collection
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from agents.atomic_file import replace_files

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Config = TypeVar("Config", bound="DataclassInstance")
RUN_FILE = "run.json"
PACKAGES = ("hidden-partners", "numpy", "gymnasium", "pettingzoo", "torch")


def default_folder(command: str, game: str) -> Path:
    """A folder of its own for a run that was given none: runs/COMMAND-GAME-TIME."""
    return Path("runs") / f"{command}-{game}-{datetime.now(UTC):%Y%m%d-%H%M%S}"


def describe_run(config: Any) -> dict[str, Any]:
    """Everything needed to repeat a run of the config dataclass `config`, as plain JSON."""
    return {
        "config": plain(dataclasses.asdict(config)),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "revision": revision(),
        "versions": {name: package_version(name) for name in PACKAGES}
        | {"python": platform.python_version()},
        "machine": {
            "system": f"{platform.system()} {platform.machine()}",
            "cores": os.cpu_count(),
            "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        },
    }


def settle_folder(
    given: Config, command: str, what: str, free: Collection[str], later: Collection[str] = ()
) -> tuple[Config, Path]:
    """The options of a run and its folder, which is new or, with `resume`, known.

    `given` has the options `game`, `run` and `resume`; `what` it is to go on with is for messages;
    `free` and `later` are those of `stored_config`. ValueError names an option that was given and
    differs, a folder that is already a run, or one that is none.
    """
    options: Any = given
    if options.resume and options.run is None:
        raise ValueError(f"--resume needs --run FOLDER: the {what} to go on with")
    folder = options.run or default_folder(command, options.game)
    facts = folder / RUN_FILE
    if options.resume:
        if not facts.exists():
            raise ValueError(f"--resume: {folder} is no run folder, it has no {RUN_FILE}")
        return stored_config(given, facts, free, later), folder
    if facts.exists():
        raise ValueError(f"run {folder} exists already: go on with it by --resume")
    return given, folder


def stored_config(
    given: Config, facts: Path, free: Collection[str], later: Collection[str] = ()
) -> Config:
    """The config that the file `facts` stores of a run that goes on with the options `given`.

    Those of `free` may be given anew; where the file is older than those of `later`, they have
    their defaults. An option is given when it has not its default. ValueError names an option that
    is given and differs, or a file that is damaged.
    """
    try:
        stored = json.loads(facts.read_text())["config"]
        first = {field.name: field.default for field in dataclasses.fields(given)}
        stored = {name: first[name] for name in later} | stored
        values = {field.name: stored[field.name] for field in dataclasses.fields(given)}
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{facts} does not hold the options of this command: {error}") from error
    changes: dict[str, Any] = {}
    for field in dataclasses.fields(given):
        mine, value = getattr(given, field.name), values[field.name]
        is_given = mine != field.default
        if is_given and field.name not in free and plain(mine) != value:
            raise ValueError(f"--resume: {field.name} was {value!r} in this run, not {mine!r}")
        if not is_given:
            changes[field.name] = tuple(value) if isinstance(value, list) else value
    return dataclasses.replace(given, **changes)


def plain(value: Any) -> Any:
    """Paths as text and tuples as lists, all the way down, as JSON would give them back."""
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def write_json(path: Path, content: Any) -> None:
    """Replace `path` in one step by `content` as readable JSON."""
    replace_files({path: (json.dumps(content, indent=2) + "\n").encode()})


def revision() -> str:
    """The commit of the source tree, with "+" for uncommitted changes; "unknown" outside git."""
    here = Path(__file__).parent
    try:
        commit = _git(here, "rev-parse", "--short", "HEAD")
        changed = _git(here, "status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return commit + ("+" if changed else "")


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def package_version(package: str) -> str:
    """The installed version of `package`, or "not installed"."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
