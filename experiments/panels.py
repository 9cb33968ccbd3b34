"""Frozen panels of opponents: `hidden-partners tournament GAME --panel v1 --agent X`.

A panel is a file a game, `panels/NAME/GAME.json`: rules, sealed deals by their seed, and members,
each with the files of `agents/` that it is made of and a SHA-256 over them. X plays every member on
the same deals; its row is printed beside those of the leaderboard `--leaderboard FILE`, which gets
it too. Nothing is written elsewhere but in the run folder.

`python -m experiments.panels FILE ..` prints the entry of a member made of these files of
`agents/`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import agents
from experiments.run_folder import RUN_FILE

if TYPE_CHECKING:
    from experiments.tournament import TournamentConfig

PANELS = Path(__file__).parent / "panels"
AGENTS = Path(agents.__file__).parent
PLAIN_TEXT = (".py", ".json")
FIXED = ("agents", "episode", "deals", "seed", "rules")  # options that a panel decides


@dataclass(frozen=True, kw_only=True)
class Member:
    """One opponent.

    agent: its text; sources: its files in `agents/`; sha256: of these
    deals: how many X plays against it; chunk: of these at once, None for the usual number
    """

    agent: str
    sources: tuple[str, ...]
    sha256: str
    deals: int
    chunk: int | None = None


@dataclass(frozen=True, kw_only=True)
class Panel:
    """Opponents, rules and sealed deals of a game; digest: SHA-256 of the panel's file."""

    name: str
    game: str
    rules: tuple[str, ...]
    seed: int
    members: tuple[Member, ...]
    digest: str

    def contest(self, config: TournamentConfig, member: Member, out: Path) -> TournamentConfig:
        """The tournament of `config.agent` against `member`; it goes on where it was begun."""
        assert config.agent is not None
        return replace(
            config,
            agents=(config.agent, member.agent),
            panel=None,
            agent=None,
            leaderboard=None,
            rules=self.rules,
            seed=self.seed,
            deals=member.deals,
            chunk=member.chunk or config.chunk,
            out=out,
            resume=config.resume and (out / RUN_FILE).exists(),
        )


def load_panel(name: str, game: str) -> Panel:
    """The panel `name` of `game`; ValueError when there is none, or when a member has changed."""
    path = PANELS / name / f"{game}.json"
    if not path.is_file():
        known = ", ".join(sorted(folder.parent.name for folder in PANELS.glob(f"*/{game}.json")))
        raise ValueError(f"there is no panel {name!r} for {game}; there are: {known or 'none'}")
    content = path.read_bytes()
    facts = json.loads(content)
    members = tuple(
        Member(**{"deals": facts["deals"]} | member | {"sources": tuple(member["sources"])})
        for member in facts["members"]
    )
    for member in members:
        check_member(name, member)
    return Panel(
        name=name,
        game=game,
        rules=tuple(facts["rules"]),
        seed=facts["seed"],
        members=members,
        digest=_digest_of(content),
    )


def check_member(panel: str, member: Member) -> None:
    """ValueError unless the files of `member` are those that were frozen."""
    try:
        found = digest_sources(member.sources)
    except FileNotFoundError as error:
        raise ValueError(
            f"panel {panel}: {member.agent!r} needs the file {error.filename}, which is not there"
        ) from error
    if found != member.sha256:
        raise ValueError(
            f"panel {panel}: {member.agent!r} is not the member that was frozen: SHA-256 {found} "
            f"over its files ({', '.join(member.sources)}), not {member.sha256}"
        )


def digest_sources(sources: Sequence[str]) -> str:
    """SHA-256 over names and contents of files of `agents/`, as `agents/frozen.json` has it."""
    digest = hashlib.sha256()
    for name in sources:
        digest.update(name.encode() + b"\0")
        digest.update(_content(AGENTS / name) + b"\0")
    return digest.hexdigest()


def _content(path: Path) -> bytes:
    content = path.read_bytes()
    return content.replace(b"\r\n", b"\n") if path.suffix in PLAIN_TEXT else content


def _digest_of(content: bytes) -> str:
    return hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()


def check_panel_options(config: TournamentConfig, defaults: Mapping[str, Any]) -> None:
    """ValueError for options that do not go with `--panel`, or only with it."""
    if config.panel is None:
        for name in ("agent", "leaderboard"):
            if getattr(config, name) is not None:
                raise ValueError(f"--{name} goes with --panel")
        return
    if config.agent is None:
        raise ValueError("--panel needs --agent, who plays against its members")
    for name in FIXED:
        if getattr(config, name) != defaults[name]:
            raise ValueError(f"--{name} is decided by the panel {config.panel}: leave it out")


if __name__ == "__main__":
    print(json.dumps({"sources": sys.argv[1:], "sha256": digest_sources(sys.argv[1:])}, indent=2))
