"""`hidden-partners play GAME`: play a deal, or a match, in the terminal against agents.

You see your own cards and what is public, no more. Type a card ("JC") or what else you choose
("pass"); `?` asks for a hint, `quit` ends the game.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.atomic_file import replace_files
from agents.protocol import Agent
from agents.registry import make
from experiments.games import GameName, load_game, make_rules
from experiments.outcomes import outcome_text
from experiments.records import ONLY_ROW
from experiments.seatings import ask
from trick_taking.cards import NO_SEAT
from trick_taking.lockstep import Episode

PROMPT = "your move (? for a hint, quit): "


@dataclass(frozen=True, kw_only=True)
class PlayConfig:
    """Play a deal or a match in the terminal against agents; you see your own cards only."""

    game: GameName
    """Game to play."""
    opponents: tuple[str, ...] = ()
    """Who holds the other seats, clockwise from your left; one agent can hold them all. Default
    the trained player of these rules, or the rule player where there is none."""
    seat: int = 0
    """Your seat."""
    episode: Episode = "deal"
    """What to play: one deal, or a whole match."""
    seed: int | None = None
    """Of the deal and the opponents' draws; default one that is told."""
    hint: str = "rule"
    """Agent that is asked for hints."""
    rules: tuple[str, ...] = ()
    """Options of the rules, as name=value."""
    history: bool = False
    """Show agents the order of play, for networks that were trained with it."""
    record: Path | None = None
    """File for the record of what was played."""


def main(config: PlayConfig) -> int:
    """Play one deal or match; 0 also when the person quits or the input ends."""
    table = PersonsTable(config)
    if not table.play():
        print("good-bye")
    if config.record is not None:
        replace_files({config.record: table.base.record().encode()})
        print(f"record: {config.record}")
    return 0


class PersonsTable:
    """One deal or match of a game with a person in one seat and agents in the others."""

    def __init__(self, config: PlayConfig) -> None:
        module = load_game(config.game)
        rules = make_rules(module, config.rules)
        self.env = module.env(rules=rules, episode=config.episode, history=config.history)
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
        """Play to the end and tell what came of it; False when the person leaves before."""
        others = [f"{n}: {a.name}" for n, a in zip(self.names, self.agents, strict=True) if a]
        print(f"{self.base.game.name}, seed {self.seed}; you are seat {self.person}")
        print(", ".join(others))
        while self.base.seat != NO_SEAT:
            agent = self.agents[self.base.seat]
            action = self.ask_person() if agent is None else self.ask_agent(agent)
            if action is None:
                return False
            self.act(action)
        if self.base.game.episode == "match":
            print(self.standing())
        return True

    def act(self, action: int) -> None:
        """Take a legal action for the seat to act and tell what the person sees of it."""
        seat, deals = self.base.seat, len(self.base.deals)
        heading = self.base.kit.heading(self.base.game, 0)
        if heading != self.heading:
            print(f"-- {heading}")
            self.heading = heading
        self.env.step(action)
        print(f"   {self.names[seat]}: {self.as_seen(action)}")
        if self.base.deals[deals - 1].units is not None:
            print(self.outcome())
        elif len(self.base.deals) > deals:
            print("-- dealt again")

    def as_seen(self, action: int) -> str:
        """The action just taken, as the person's seat saw it.

        The history that a seat is shown has no action of the table where a card was laid face down.
        """
        game = self.base.game
        history = game.information_state(seats=[self.person]).history[0]
        seen = history[history >= 0]
        if len(seen) and seen[-1] >= game.num_actions:
            return "a card, face down"
        return str(self.base.action_name(action))

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

    def outcome(self) -> str:
        """The last finished deal: units, what else each seat has, the hands as they were dealt."""
        result = next(iter(self.env.infos.values()))["deal_result"]
        finished = [deal for deal in self.base.deals if deal.units is not None]
        return outcome_text(result, finished[-1].deal, self.names, self.base.rules.fixed_sides)

    def standing(self) -> str:
        """The match that is over: how every seat ended, and who won."""
        state, seats = self.base.game.state, range(len(self.names))
        totals = ", ".join(f"{self.names[seat]} {state.totals.item(0, seat)}" for seat in seats)
        won = [self.names[seat] for seat in seats if state.contenders.item(0) >> seat & 1]
        return f"\nthe match is over: {totals}\nwon by {' and '.join(won)}"


def usual_opponent(game: Any) -> str:
    """The trained player of these rules, or the rule player where there is none."""
    from agents.pretrained import pretrained_file  # loads torch

    try:
        pretrained_file(game)
    except ValueError:
        return "rule"
    return "pretrained"


def seat_agents(config: PlayConfig, game: Any) -> list[Agent | None]:
    """The agent of each seat, None for the person's; ValueError for wrong numbers."""
    seats = game.num_seats
    if not 0 <= config.seat < seats:
        raise ValueError(f"seat must be from 0 to {seats - 1}, not {config.seat}")
    texts = list(config.opponents) or [usual_opponent(game)]
    if len(texts) not in (1, seats - 1):
        raise ValueError(f"opponents must be 1 or {seats - 1} agents, not {len(texts)}")
    if len(texts) == 1:
        texts *= seats - 1
    agents: list[Agent | None] = [None] * seats
    for step, text in enumerate(texts, start=1):
        agents[(config.seat + step) % seats] = make(text, game)
    return agents
