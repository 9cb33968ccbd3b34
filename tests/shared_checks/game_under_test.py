"""What the shared checks need to know of a game; the tests of each game declare one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from hypothesis.strategies import SearchStrategy

from trick_taking.cards import NO_SEAT
from trick_taking.game_kit import GameKit

Options = dict[str, Any]  # of `env` and `vector_env`
Chooser = Callable[[Any], np.ndarray]


def nothing_more(*_: Any) -> None:
    """A check of a game that has nothing to add to the shared one."""


@dataclass(frozen=True, kw_only=True)
class GameUnderTest:
    """One game as the shared checks take it.

    module, kit: its public page and what it gives the adapters
    package: the package whose import registers `registered`, the id in the registries
    rules: rules of every kind; short_matches: of them, such whose matches end after a few deals
    plain_rules: one of each number of players, in which deal k is dealt by the first dealer of k
    settings: by name, options of `env` that differ in what an environment is and shows
    deal: a deal text of the default rules; faults: wrong ones, each to a part of its message
    stakes: options of `env` to the stake that an illegal action costs under them
    never_legal: an action that no rules allow at the first turn
    piles: (game) to the card sets (G, K) of all places, which together are the pack
    tally, whole_tally: (game) to (G,) what every game counts, and its one value
    groups: (game) to (G, N) the cards of each group that can be led
    proves: (game before, game after, row, action) to the voids, (seat, group), that it proves
    check_position: (game) asserts what holds of every position besides
    check_results: (results, rules) asserts what holds of the score of any deal
    """

    name: str
    module: ModuleType
    kit: GameKit
    package: str
    registered: str
    rules: SearchStrategy[Any]
    short_matches: SearchStrategy[Any]
    plain_rules: tuple[Any, ...]
    settings: dict[str, Options]
    deal: str
    faults: dict[str, str]
    stakes: tuple[tuple[Options, float], ...]
    never_legal: str
    piles: Callable[[Any], np.ndarray]
    tally: Callable[[Any], np.ndarray]
    whole_tally: int
    groups: Callable[[Any], np.ndarray]
    proves: Callable[[Any, Any, int, int], Iterable[tuple[int, int]]]
    check_position: Callable[[Any], None] = nothing_more
    check_results: Callable[[Any, Any], None] = nothing_more

    def __str__(self) -> str:
        return self.name

    def vector_env(self, num_games: int, **options: Any) -> Any:
        """The batched game."""
        return self.module.vector_env(num_games, **options)

    def env(self, **options: Any) -> Any:
        """The PettingZoo environment."""
        return self.module.env(**options)

    @property
    def longest_deal(self) -> int:
        """The most actions of a deal."""
        return int(self.kit.make.longest_deal)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The text of every action."""
        return tuple(self.vector_env(1).action_names)

    @cached_property
    def ids(self) -> dict[str, int]:
        """The id of every action text."""
        return {name: action for action, name in enumerate(self.names)}


def lawful_at_random(seed: int, unlawful: float = 0.05) -> Chooser:
    """A player of every row that chooses uniformly among the lawful, rarely among the legal."""
    chance = random.Random(seed)

    def choose(game: Any) -> np.ndarray:
        actions = np.zeros(game.num_games, np.int64)
        allowed = game.legal if chance.random() < unlawful else game.lawful
        for row in np.flatnonzero(game.seat != NO_SEAT):
            actions[row] = chance.choice(np.flatnonzero(allowed[row]).tolist())
        return actions

    return choose


def play_on(game: Any, seed: int, moves: int) -> Iterator[Any]:
    """Yield each step of random play, at most `moves` of them."""
    choose = lawful_at_random(seed)
    for _ in range(moves):
        if (game.seat == NO_SEAT).all():
            return
        yield game.step(choose(game))
