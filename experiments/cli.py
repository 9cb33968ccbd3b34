"""The command line: `hidden-partners train|tournament|play|benchmark GAME ...`.

Every command is a module of this package with a typed config dataclass, which tyro turns into
options, and `main(config)`. They are imported when they are called, so that `--help` stays light
and an install without the extras can say what it lacks.
"""

from __future__ import annotations

import io
import os
import re
import sys
import traceback
from collections.abc import Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

PROGRAM = "hidden-partners"
DISTRIBUTION = "hidden-partners"
TRACEBACK = "HIDDEN_PARTNERS_TRACEBACK"
USER_ERROR = 2
STOPPED = 130  # what shells report after Ctrl-C
CLOSED_PIPE = 141  # and after writing to a pipe that nobody reads
# Modules that come with an extra; a missing one is the user's to install, not a bug.
EXTRAS = {
    "train": {"matplotlib", "openskill", "rich", "safetensors", "tensorboard", "torch", "tyro"},
    "sb3": {"sb3_contrib", "stable_baselines3"},
}


@dataclass(frozen=True)
class Command:
    """One command: where its config dataclass and its `main` live, and what it does."""

    module: str
    config: str
    summary: str


COMMANDS = {
    "train": Command("experiments.train", "TrainConfig", "train an agent by self-play"),
    "tournament": Command(
        "experiments.tournament", "TournamentConfig", "compare agents on duplicate deals"
    ),
    "play": Command("experiments.play", "PlayConfig", "play yourself against agents"),
    "export": Command("experiments.export", "ExportConfig", "keep the player of a training run"),
    "study best-response": Command(
        "experiments.study_best_response",
        "BestResponseConfig",
        "train exploiters of an agent and say what they gain",
    ),
    "study schmear": Command(
        "experiments.study_play", "SchmearConfig", "who gives points to whose tricks"
    ),
    "study reveal": Command(
        "experiments.study_play",
        "RevealConfig",
        "when the sides are told, and what a reveal is worth",
    ),
    "study deception": Command(
        "experiments.study_play", "DeceptionConfig", "what others believe of a silent soloist"
    ),
    "study signal": Command(
        "experiments.study_play", "SignalConfig", "whether earlier cards of a partner are heeded"
    ),
    "study belief": Command(
        "experiments.study_belief",
        "BeliefConfig",
        "what can be known of secret partners, and what agents know",
    ),
    "study price": Command(
        "experiments.study_price", "PriceConfig", "what hidden roles cost, on a deck solved exactly"
    ),
    "report": Command(
        "experiments.report", "ReportConfig", "write the tables and pictures of runs as one page"
    ),
    "benchmark": Command("experiments.benchmark", "BenchmarkConfig", "measure the speed of a game"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command of `arguments` (default: those of the process); returns its exit code.

    A user's error prints one line on stderr and returns 2; Ctrl-C returns 130.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _dispatch(given)
        sys.stdout.flush()
        return code
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        for extra, modules in EXTRAS.items():
            if missing in modules:
                return _fail(f"{missing} is not installed: pip install '{DISTRIBUTION}[{extra}]'")
        raise
    except BrokenPipeError:
        # The reader has gone; keep the interpreter from flushing into the closed pipe at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except (ValueError, OSError) as error:
        if os.environ.get(TRACEBACK):
            traceback.print_exc()
        return _fail(" ".join(str(error).split()))
    except KeyboardInterrupt:
        print(f"{PROGRAM}: stopped", file=sys.stderr)
        return STOPPED


def _dispatch(given: list[str]) -> int:
    if not given or given[0] in ("-h", "--help"):
        print(usage())
        return 0 if given else USER_ERROR
    if given[0] == "--version":
        print(f"{PROGRAM} {_version()}")
        return 0
    words = 2 if " ".join(given[:2]) in COMMANDS else 1
    name, rest = " ".join(given[:words]), given[words:]
    if name not in COMMANDS:
        kinds = [command for command in COMMANDS if command.startswith(f"{given[0]} ")]
        if kinds and given[1:] in (["-h"], ["--help"]):
            print(usage(kinds))
            return 0
        raise ValueError(_unknown(given, kinds))
    command = COMMANDS[name]
    module = import_module(command.module)
    config = parse_config(getattr(module, command.config), f"{PROGRAM} {name}", rest)
    return int(module.main(config) or 0)


def _unknown(given: list[str], kinds: list[str]) -> str:
    """What is wrong with the command `given`, whose first word may begin those of `kinds`."""
    if not kinds:
        return f"unknown command {given[0]!r}: known are {', '.join(COMMANDS)}"
    known = ", ".join(command.partition(" ")[2] for command in kinds)
    if not given[1:]:
        return f"say which {given[0]}: {PROGRAM} {given[0]} NAME GAME, where NAME is one of {known}"
    return f"unknown {given[0]} {given[1]!r}: known are {known}"


def usage(names: Sequence[str] = tuple(COMMANDS)) -> str:
    """The text of `hidden-partners --help`, about the commands `names`."""
    from experiments.games import GAMES

    lines = [f"usage: {PROGRAM} COMMAND GAME [options]", "", "commands:"]
    width = max(map(len, names)) + 2
    lines += [f"  {name:<{width}}{COMMANDS[name].summary}" for name in names]
    lines += ["", f"games: {', '.join(GAMES)}"]
    lines += ["", f"{PROGRAM} COMMAND --help lists the options of a command."]
    lines += [f"With {TRACEBACK}=1 in the environment an error shows where it arose."]
    return "\n".join(lines)


def parse_config(config: type[Any], program: str, arguments: Sequence[str]) -> Any:
    """The config dataclass filled from `arguments`; ValueError in one line for wrong ones.

    Fields without a default are positional. `--help` prints and raises SystemExit(0).
    """
    import tyro

    complaint = io.StringIO()
    try:
        with redirect_stderr(complaint):
            return tyro.cli(
                config,
                prog=program,
                args=list(arguments),
                config=(tyro.conf.PositionalRequiredArgs,),
            )
    except SystemExit as end:
        if not end.code:
            raise
        said = first_paragraph(complaint.getvalue()) or "wrong options"
        raise ValueError(f"{said} (see {program} --help)") from None


def first_paragraph(box: str) -> str:
    """The first paragraph of a framed message as one line, without frame and colours."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", box)
    paragraph: list[str] = []
    for line in plain.splitlines():
        words = line.strip("│╭╮╰╯ ")
        if line.startswith("╭"):
            continue
        if not words.strip("─"):
            break
        paragraph.append(words)
    return " ".join(" ".join(paragraph).split())


def _version() -> str:
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "(not installed)"


def _fail(message: str) -> int:
    print(f"{PROGRAM}: error: {message}", file=sys.stderr)
    return USER_ERROR


if __name__ == "__main__":
    sys.exit(main())
