"""Checks shared by the rule players: lawful play, and that nobody changes a frozen player."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

import agents
from trick_taking.action_sets import has_action

FOLDER = Path(agents.__file__).parent
FROZEN = json.loads((FOLDER / "frozen.json").read_text(encoding="utf-8"))


def play_moves(game: Any, moves: str) -> None:
    """Take the actions of `moves`, texts separated by commas, in a batch of one."""
    for move in filter(None, (move.strip() for move in moves.split(","))):
        game.step([game.action_names.index(move)])


def play_out(game: Any, agent: Any) -> list[np.ndarray]:
    """Play until every row is finished; the actions of each step, -1 where none was due."""
    moves = []
    while (game.seat >= 0).any():
        live = game.seat >= 0
        actions = agent.act(game.view())
        assert has_action(game.state.lawful, actions)[live].all()
        assert (actions[~live] == 0).all()
        game.step(actions)
        moves.append(np.where(live, actions, -1))
    return moves


def check_sources(player: str, prefix: str, main: str) -> None:
    """Learners were compared with exactly this player; a stronger one gets a name of its own.

    player: its entry in frozen.json; its files are `main` and all whose names begin with `prefix`
    """
    entry = FROZEN[player]
    assert set(entry["sources"]) == {path.name for path in FOLDER.glob(f"{prefix}*.py")} | {main}
    assert sources_digest(entry["sources"]) == entry["sha256"]


def sources_digest(sources: list[str]) -> str:
    """sha256 over the names and texts of the files that make up a player."""
    digest = hashlib.sha256()
    for name in sources:
        digest.update(name.encode() + b"\0")
        digest.update((FOLDER / name).read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


def check_actions(player: str, game: Any, agent: Any) -> None:
    """The actions of `agent` in `game` are those that were frozen."""
    assert actions_digest(game, agent) == FROZEN[player]["actions_sha256"]


def actions_digest(game: Any, agent: Any) -> str:
    """sha256 over all actions of `game` played out by `agent`."""
    return hashlib.sha256(np.stack(play_out(game, agent)).astype("<i1").tobytes()).hexdigest()
