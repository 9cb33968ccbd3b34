"""The trained players that come with the package, one file a game and rules.

    pretrained_file(game) -> Path                      the player of that very game
    save_pretrained(run, file, game, results)          a run's player alone, as such a file

A file is a checkpoint without its optimiser. Its facts, which the `.json` beside it shows, hold
the options of the run, its revision, versions and machine, and what a tournament said of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agents.checkpoint import digest_of, load_checkpoint, newest_checkpoint, save_checkpoint
from trick_taking.lockstep import LockstepGame

FOLDER = Path(__file__).parent / "pretrained"


def pretrained_file(game: LockstepGame, folder: Path = FOLDER) -> Path:
    """The file of the player for the rules of `game`.

    ValueError where there is none: it names the rules that there are players for.
    """
    known = {file: json.loads(file.read_text()) for file in sorted(folder.glob("*.json"))}
    own = {file: facts for file, facts in known.items() if facts["game"] == game.name}
    for file, facts in own.items():
        if facts["rules_digest"] == digest_of(game.rules.as_dict()):
            return file.with_suffix(".safetensors")
    usual = type(game.rules)().as_dict()
    there = [_options(facts["rules"], usual) for facts in own.values()]
    raise ValueError(
        f"there is no pretrained player of {game.name} with {_options(game.rules.as_dict(), usual)}"
        f"; there are some with: {'; '.join(there) or 'no rules at all'}"
    )


def save_pretrained(run: Path, file: Path, game: LockstepGame, results: Mapping[str, Any]) -> None:
    """Write the player of the run folder `run` as the checkpoint `file`.

    results: what is to be told of its strength, plain JSON
    ValueError where the run has no checkpoint of `game`.
    """
    saved = load_checkpoint(newest_checkpoint(run), game)
    extra = {"run": json.loads((run / "run.json").read_text()), "results": dict(results)}
    if "player" in saved.extra:  # what trained it, where that was not PPO
        extra["player"] = saved.extra["player"]
    save_checkpoint(file, saved.network, game, counters=saved.counters, extra=extra)


def _options(rules: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    changed = [f"{name}={value!r}" for name, value in rules.items() if value != usual.get(name)]
    return " ".join(changed) or "the usual rules"
