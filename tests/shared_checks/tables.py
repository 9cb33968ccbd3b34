"""Two ways to play a deal by card text through the public interface: one AEC game, or a batch.

Both show the same few facts, so that a test of a rule runs on either.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, ClassVar, Self

import numpy as np

from tests.shared_checks.game_under_test import GameUnderTest


class Table:
    """A deal under way, played by text; each game derives its own two and sets `case`.

    game, row: the batched game and the row of this deal in it
    result: the finished deal as `deal_result` tells it
    rewards: what each seat was given so far
    """

    case: ClassVar[GameUnderTest]
    game: Any
    row: int
    result: dict[str, Any] | None
    rewards: list[float]

    @property
    def seat(self) -> int | None:
        """The seat to act, None when finished."""
        raise NotImplementedError

    def legal(self) -> list[str]:
        """Legal actions of the seat to act, in id order."""
        raise NotImplementedError

    def lawful(self) -> list[str]:
        """Actions without penalty."""
        raise NotImplementedError

    def play(self, action: str) -> None:
        """The seat to act takes `action`."""
        raise NotImplementedError

    def inject(self, deal: str) -> None:
        """Replace the cards of a deal in which nobody has acted."""
        raise NotImplementedError

    def copy(self) -> Self:
        """An independent table in the same position."""
        raise NotImplementedError

    def play_all(self, actions: Iterable[str]) -> None:
        """Take `actions` in turn."""
        for action in actions:
            self.play(action)

    def known(self, seat: int = 0) -> Any:
        """What `seat` knows, one row; as seat 0 sees them, relative seats are absolute ones."""
        return self.game.information_state([self.row], [seat])


class BatchTable(Table):
    """Row 1 of three games; the others play other deals beside it."""

    row = 1

    def __init__(self, rules: Any, deal: str, dealer: int | None, **settings: Any) -> None:
        self.game = self.case.vector_env(3, rules=rules, autoreset=False, **settings)
        self.game.reset(seed=5, deals=[None, deal, None], dealers=[None, dealer, None])
        self.result = None
        self.rewards = [0.0] * rules.players

    @staticmethod
    def plain_result(results: Any, place: int) -> dict[str, Any]:
        """One deal of a batch's results in the words of `deal_result`."""
        raise NotImplementedError

    @property
    def seat(self) -> int | None:
        """The seat to act, None when finished."""
        seat = int(self.game.seat[1])
        return None if seat < 0 else seat

    def legal(self) -> list[str]:
        """Legal actions of the seat to act, in id order."""
        return [self.case.names[action] for action in np.flatnonzero(self.game.legal[1])]

    def lawful(self) -> list[str]:
        """Actions without penalty."""
        return [self.case.names[action] for action in np.flatnonzero(self.game.lawful[1])]

    def play(self, action: str) -> None:
        """The seat to act takes `action`; the games beside it their first lawful one."""
        actions = self.game.lawful.argmax(axis=1)
        actions[1] = self.case.ids[action]
        step = self.game.step(actions)
        self.rewards = [a + b for a, b in zip(self.rewards, step.rewards[1].tolist(), strict=True)]
        if step.results is not None and 1 in step.results.rows:
            place = step.results.rows.tolist().index(1)
            self.result = self.plain_result(step.results, place)

    def inject(self, deal: str) -> None:
        """Replace the cards of a deal in which nobody has acted."""
        self.game.inject_deal(1, deal)

    def copy(self) -> Self:
        """An independent table in the same position."""
        twin = copy.copy(self)
        twin.game = self.game.copy()
        return twin


class EnvTable(Table):
    """One game of the AEC environment."""

    row = 0

    def __init__(self, rules: Any, deal: str, dealer: int | None, **settings: Any) -> None:
        self.env = self.case.env(rules=rules, **settings)
        options: dict[str, Any] = {"deal": deal}
        if dealer is not None:
            options["dealer"] = dealer
        self.env.reset(seed=5, options=options)
        self.result = None
        self.rewards = [0.0] * rules.players

    @property
    def base(self) -> Any:
        """The environment without wrappers."""
        return self.env.unwrapped

    @property
    def game(self) -> Any:
        """The batched game below it."""
        return self.base.game

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
        assert names == [self.case.names[action] for action in np.flatnonzero(mask)]
        return names

    def lawful(self) -> list[str]:
        """Actions without penalty."""
        infos = self.base.infos[self.env.agent_selection]
        if "lawful_mask" not in infos:
            return self.legal()
        return [self.case.names[action] for action in np.flatnonzero(infos["lawful_mask"])]

    def play(self, action: str) -> None:
        """The seat to act takes `action`."""
        self.env.step(self.base.action_id(action))
        for seat in range(len(self.rewards)):
            self.rewards[seat] += self.base.rewards.get(f"player_{seat}", 0.0)
        for info in self.base.infos.values():
            self.result = info.get("deal_result", self.result)

    def inject(self, deal: str) -> None:
        """Replace the cards of a deal in which nobody has acted."""
        self.base.inject_deal(deal)

    def copy(self) -> Self:
        """An independent table in the same position."""
        twin = copy.copy(self)
        twin.env, twin.rewards = copy.copy(self.env), list(self.rewards)
        return twin
