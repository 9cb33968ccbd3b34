"""Two ways to play a deal by card text through the public interface: one AEC game, or a batch.

Both show the same few facts, so that a test of a rule runs on either.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np

from spitzer_env import spitzer_v0
from spitzer_env.scoring import DealResults
from spitzer_env.spitzer_v0 import Rules
from tests.reference.spitzer_deals import DEALER, PlayedDeal

NAMES = spitzer_v0.vector_env(1).action_names
IDS = {name: action for action, name in enumerate(NAMES)}


class Table(Protocol):
    """A deal under way, played by text."""

    seat: int | None
    result: dict[str, Any] | None  # as `deal_result` tells it
    rewards: list[float]

    def legal(self) -> list[str]:
        """Legal actions of the seat to act, in id order."""

    def play(self, action: str) -> None:
        """The seat to act takes `action`."""


def plain_result(results: DealResults, place: int) -> dict[str, Any]:
    """One deal of a batch's results in the words of `deal_result`."""
    found = {name: array[place].tolist() for name, array in results.arrays().items()}
    found["trump_side"] = [seat for seat, holds in enumerate(found["trump_side"]) if holds]
    for name in ("solo", "revoker"):
        found[name] = None if found[name] == -1 else found[name]
    return found


class BatchTable:
    """Row 1 of three games; the others play other deals beside it."""

    def __init__(self, rules: Rules, deal: str, dealer: int | None = DEALER, **settings: Any):
        self.game = spitzer_v0.vector_env(3, rules=rules, autoreset=False, **settings)
        self.game.reset(seed=5, deals=[None, deal, None], dealers=[None, dealer, None])
        self.result: dict[str, Any] | None = None
        self.rewards = [0.0] * rules.players

    @property
    def seat(self) -> int | None:
        """The seat to act, None when finished."""
        seat = int(self.game.seat[1])
        return None if seat < 0 else seat

    def legal(self) -> list[str]:
        """Legal actions of the seat to act, in id order."""
        return [NAMES[action] for action in np.flatnonzero(self.game.legal[1])]

    def lawful(self) -> list[str]:
        """Actions without penalty."""
        return [NAMES[action] for action in np.flatnonzero(self.game.lawful[1])]

    def play(self, action: str) -> None:
        """The seat to act takes `action`; the games beside it their first lawful one."""
        actions = self.game.lawful.argmax(axis=1)
        actions[1] = IDS[action]
        step = self.game.step(actions)
        self.rewards = [a + b for a, b in zip(self.rewards, step.rewards[1].tolist(), strict=True)]
        if step.results is not None and 1 in step.results.rows:
            place = step.results.rows.tolist().index(1)
            self.result = plain_result(step.results, place)


class EnvTable:
    """One game of the AEC environment."""

    def __init__(self, rules: Rules, deal: str, dealer: int | None = DEALER, **settings: Any):
        self.env = spitzer_v0.env(rules=rules, **settings)
        options: dict[str, Any] = {"deal": deal}
        if dealer is not None:
            options["dealer"] = dealer
        self.env.reset(seed=5, options=options)
        self.base = self.env.unwrapped
        self.result: dict[str, Any] | None = None
        self.rewards = [0.0] * rules.players

    @property
    def seat(self) -> int | None:
        """The seat to act, None when finished."""
        if not self.env.agents or any(self.base.terminations.values()):
            return None
        return int(self.env.agent_selection.removeprefix("player_"))

    def legal(self) -> list[str]:
        """Legal actions of the seat to act, in id order."""
        names = self.base.legal_action_names()
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        assert names == [NAMES[action] for action in np.flatnonzero(mask)]
        return names

    def lawful(self) -> list[str]:
        """Actions without penalty."""
        infos = self.base.infos[self.env.agent_selection]
        if "lawful_mask" not in infos:
            return self.legal()
        return [NAMES[action] for action in np.flatnonzero(infos["lawful_mask"])]

    def play(self, action: str) -> None:
        """The seat to act takes `action`."""
        self.env.step(self.base.action_id(action))
        for seat in range(len(self.rewards)):
            self.rewards[seat] += self.base.rewards.get(f"player_{seat}", 0.0)
        for info in self.base.infos.values():
            self.result = info.get("deal_result", self.result)


TABLES = {"env": EnvTable, "vector_env": BatchTable}


def announce(table: Table, solo: bool = False) -> None:
    """Let everybody speak: "solo" from the seat that may, if `solo`."""
    while "pass" in table.legal():
        table.play("solo" if solo and "solo" in table.legal() else "pass")


def play_cards(table: Table, cards: Iterable[str]) -> None:
    """Play `cards` in turn."""
    for card in cards:
        table.play(card)


def play_line(kind: str, line: PlayedDeal, solo: bool = False, **options: Any) -> Table:
    """A table of `kind` after the announcements and all cards of `line`."""
    table = TABLES[kind](Rules(**options), line.deal)
    announce(table, solo)
    for trick in line.tricks:
        assert table.seat == trick.leader
        play_cards(table, trick.cards)
    return table
