"""`hidden-partners play GAME`: play a deal in the terminal against agents.

You see your own cards and what is public, no more. Type a card ("JC") or an announcement
("pass"); `?` asks for a hint, `quit` ends the game.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.atomic_file import replace_files
from agents.protocol import Agent
from agents.registry import make
from experiments.games import GameName, load_game, make_rules
from experiments.records import ONLY_ROW
from experiments.seatings import ask
from trick_taking.cards import NO_SEAT

BY_SEAT = ("units", "points", "tricks")  # what a result says of every seat
PROMPT = "your move (? for a hint, quit): "


@dataclass(frozen=True, kw_only=True)
class PlayConfig:
    """Play a deal in the terminal against agents; you see your own cards only."""

    game: GameName
    """Game to play."""
    opponents: tuple[str, ...] = ("rule",)
    """Who holds the other seats, clockwise from your left; one agent can hold them all."""
    seat: int = 0
    """Your seat."""
    seed: int | None = None
    """Of the deal and the opponents' draws; default one that is told."""
    hint: str = "rule"
    """Agent that is asked for hints."""
    rules: tuple[str, ...] = ()
    """Options of the rules, as name=value."""
    history: bool = False
    """Show agents the order of play, for networks that were trained with it."""
    record: Path | None = None
    """File for the record of the deal."""


def main(config: PlayConfig) -> int:
    """Play one deal; 0 also when the person quits or the input ends."""
    table = PersonsTable(config)
    print(table.outcome() if table.play() else "good-bye")
    if config.record is not None:
        replace_files({config.record: table.base.record().encode()})
        print(f"record: {config.record}")
    return 0


class PersonsTable:
    """One deal of a game with a person in one seat and agents in the others."""

    def __init__(self, config: PlayConfig) -> None:
        module = load_game(config.game)
        rules = make_rules(module, config.rules)
        self.env = module.env(rules=rules, history=config.history)
        self.base = self.env.unwrapped
        self.person = config.seat
        self.agents = seat_agents(config, self.base.game)
        self.hinter = make(config.hint, self.base.game)
        self.names = [
            "you" if seat == self.person else f"seat {seat}" for seat in range(len(self.agents))
        ]
        self.seed = secrets.randbits(31) if config.seed is None else config.seed
        self.env.reset(seed=self.seed)
        self.heading = ""

    def play(self) -> bool:
        """Play the deal; False when the person leaves before its end."""
        others = [f"{n}: {a.name}" for n, a in zip(self.names, self.agents, strict=True) if a]
        print(f"{self.base.game.name}, seed {self.seed}; you are seat {self.person}")
        print(", ".join(others))
        while self.base.seat != NO_SEAT:
            agent = self.agents[self.base.seat]
            action = self.ask_person() if agent is None else self.ask_agent(agent)
            if action is None:
                return False
            self.tell(action)
            self.env.step(action)
        return True

    def ask_agent(self, agent: Agent) -> int:
        """The action of `agent` for the seat to act."""
        return int(ask(agent, self.base.game, ONLY_ROW)[0])

    def ask_person(self) -> int | None:
        """The person's legal action; asks until there is one, None when the person leaves."""
        print(f"\n{self.base.table_text(self.person, False, self.names)}")
        while True:
            try:
                text = " ".join(input(PROMPT).split()).lower()
            except EOFError:
                print()
                return None
            if text in ("quit", "exit", "q"):
                return None
            if text in ("?", "hint"):
                hint = self.base.action_name(self.ask_agent(self.hinter))
                print(f"{self.hinter.name} would choose {hint}")
                continue
            try:
                return self.read_action(text)
            except ValueError as error:
                print(error)

    def read_action(self, text: str) -> int:
        """The legal action that `text` names, the only one for no text; ValueError says why not."""
        legal = self.base.legal_action_names()
        if not text:
            if len(legal) > 1:
                raise ValueError(f"choose one of {', '.join(legal)}")
            return int(self.base.action_id(legal[0]))
        names = {name.lower(): name for name in self.base.game.action_names}
        if text not in names:
            raise ValueError(f"there is no {text!r}; choose one of {', '.join(legal)}")
        action = int(self.base.action_id(names[text]))
        if names[text] not in legal:
            raise ValueError(self.base.game.explain_illegal(0, action))
        return action

    def tell(self, action: int) -> None:
        """Print the move that is about to be made."""
        heading = self.base.kit.heading(self.base.game, 0)
        if heading != self.heading:
            print(f"-- {heading}")
            self.heading = heading
        print(f"   {self.names[self.base.seat]}: {self.base.action_name(action)}")

    def outcome(self) -> str:
        """The finished deal: units, whatever else each seat has, the hands as they were dealt."""
        result = next(iter(self.env.infos.values()))["deal_result"]
        return outcome_text(result, self.base.deals[-1].deal, self.names)


def seat_agents(config: PlayConfig, game: Any) -> list[Agent | None]:
    """The agent of each seat, None for the person's; ValueError for wrong numbers."""
    seats = game.num_seats
    if not 0 <= config.seat < seats:
        raise ValueError(f"seat must be from 0 to {seats - 1}, not {config.seat}")
    if len(config.opponents) not in (1, seats - 1):
        raise ValueError(f"opponents must be 1 or {seats - 1} agents, not {len(config.opponents)}")
    texts = list(config.opponents)
    if len(texts) == 1:
        texts *= seats - 1
    agents: list[Agent | None] = [None] * seats
    for step, text in enumerate(texts, start=1):
        agents[(config.seat + step) % seats] = make(text, game)
    return agents


def outcome_text(result: dict[str, Any], deal: str, names: Sequence[str]) -> str:
    """A table of what `result` says of every seat, then the rest of it, a line each.

    `deal` is the text of the deal: the hands first, by seat, then any piles.
    """
    columns = {name: result[name] for name in BY_SEAT if name in result}
    hands = deal.split(" | ")
    lines = ["", "   ".join([f"{'':8}", *(f"{column:>8}" for column in columns), "dealt"])]
    for seat, name in enumerate(names):
        numbers = [f"{values[seat]:>8}" for values in columns.values()]
        lines.append("   ".join([f"{name:8}", *numbers, hands[seat]]))
    lines += [f"   {pile}" for pile in hands[len(names) :]]
    for name, value in result.items():
        if name not in columns:
            lines.append(f"{name.replace('_', ' ')}: {_said(value)}")
    return "\n".join(lines)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "nobody" if value is None else str(value)
