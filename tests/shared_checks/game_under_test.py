"""What the shared checks need to know of a game; the tests of each game declare one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
from hypothesis import settings
from hypothesis.strategies import SearchStrategy

from trick_taking.cards import NO_SEAT
from trick_taking.game_kit import GameKit
from trick_taking.seat_env import SeatEnv
from trick_taking.seat_vector import SeatVectorEnv

Options = dict[str, Any]  # of `env` and `vector_env`
Chooser = Callable[[Any], np.ndarray]


def nothing_more(*_: Any) -> None:
    """A check of a game that has nothing to add to the shared one."""


def nobody(_: Any) -> bool:
    """Every seat plays every deal."""
    return False


@dataclass(frozen=True, kw_only=True)
class GameUnderTest:
    """One game as the shared checks take it.

    module, kit: its public page and what it gives the adapters
    package: the package whose import registers `registered`, the id in the registries
    rules: rules of every kind; short_matches: of them, such whose matches end after a few deals
    plain_rules: one of each number of players, in which deal k is dealt by the first dealer of k
    variations: by name, options of `env` that differ in what an environment is and shows
    match: options of a match of two deals or a few; many_seats: of one with the most seats
    revoke: options under which one can revoke, empty where no rules allow it
    deal: a deal text of the default rules; faults: wrong ones, each to a part of its message
    stakes: options of `env` to the stake that an illegal action costs under them
    sits_out: (rules) to whether a seat may sit a deal out
    share: part of the repetitions of a check that an everyday run makes; less for long deals
    never_legal: an action that no rules allow at the first turn
    piles: (game) to the card sets (G, K) of all places, which together are the pack
    pack: (rules) to the set of the cards that are dealt from
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
    variations: dict[str, Options]
    match: Options
    many_seats: Options
    revoke: Options
    deal: str
    faults: dict[str, str]
    stakes: tuple[tuple[Options, float], ...]
    never_legal: str
    piles: Callable[[Any], np.ndarray]
    pack: Callable[[Any], int]
    tally: Callable[[Any], np.ndarray]
    whole_tally: int
    groups: Callable[[Any], np.ndarray]
    proves: Callable[[Any, Any, int, int], Iterable[tuple[int, int]]]
    sits_out: Callable[[Any], bool] = nobody
    share: float = 1.0
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

    def seat_env(self, **options: Any) -> SeatEnv:
        """One learner's seat, for Gymnasium."""
        return SeatEnv(self.kit, **options)

    def seat_vector_env(self, num_envs: int = 1, **options: Any) -> SeatVectorEnv:
        """Many games with one learner's seat each."""
        return SeatVectorEnv(self.kit, num_envs, **options)

    def registered_seat(self, **options: Any) -> Any:
        """One learner's seat as Gymnasium's registry makes it."""
        return gymnasium.make(self.registered, **options)

    def times(self, count: int) -> int:
        """How often to repeat what is worth `count` repetitions: all of them in a long run."""
        everyday = settings.default.max_examples <= 100  # conftest.py sets it by --full
        return max(2, round(count * self.share)) if everyday else count

    @property
    def longest_deal(self) -> int:
        """The most actions of a deal."""
        return int(self.vector_env(1).longest_deal)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The text of every action."""
        return tuple(self.vector_env(1).action_names)

    @cached_property
    def ids(self) -> dict[str, int]:
        """The id of every action text."""
        return {name: action for action, name in enumerate(self.names)}


def lawful_at_random(seed: int, unlawful: float = 0.05) -> Chooser:
    """A player of every row that chooses among the lawful, rarely among the legal.

    It passes half the time, so that an auction does not always run up to its end.
    """
    chance = random.Random(seed)

    def choose(game: Any) -> np.ndarray:
        actions = np.zeros(game.num_games, np.int64)
        allowed = game.legal if chance.random() < unlawful else game.lawful
        passing = game.action_names.index("pass")
        for row in np.flatnonzero(game.seat != NO_SEAT):
            if allowed[row, passing] and chance.random() < 0.5:
                actions[row] = passing
            else:
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


def held_cards(env: Any, seat: int) -> list[str]:
    """The cards that a seat of an environment holds, by text."""
    names, held = env.game.action_names[: env.game.num_cards], int(env.game.state.hands[0, seat])
    return [name for card, name in enumerate(names) if held >> card & 1]
