"""A batched game and a slow reference of its rules agree after every action.

An episode of the reference has the `deal` under way, `apply(action)` and `finished`. Its deal plays
in card text: a `seat` to act, `legal()` and `lawful()` actions, `finished`, and `units`, which stay
None when the deal does not count.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.shared_checks.game_under_test import GameUnderTest, Options
from trick_taking.cards import NO_SEAT

Deal = Any
Episode = Any
Actions = tuple[list[str], list[str]]  # legal and lawful ones


@dataclass(frozen=True, kw_only=True)
class Referee:
    """How one game and its reference are held against each other.

    draw_deal: (chance, options, dealer) to a random deal text
    open_episode: (options, game, row) to the reference's deal or match of a row
    start_deal: (episode, game, row) gives it the deal that the row shows
    position: (game) to public facts by name, one entry a row
    expected: (deal) to the same facts as the reference has them
    check_result: (results, place, deal) asserts that a finished deal was scored alike
    check_match: (game, row, episode) asserts the same of a match after a deal
    winners: (episode) to the seats that won a match
    choose: (chance, deal, legal, lawful) to an action
    """

    case: GameUnderTest
    draw_deal: Callable[[random.Random, Options, int], str]
    open_episode: Callable[[Options, Any, int], Episode]
    start_deal: Callable[[Episode, Any, int], None]
    position: Callable[[Any], dict[str, list[Any]]]
    expected: Callable[[Deal], dict[str, Any]]
    check_result: Callable[[Any, int, Deal], None]
    check_match: Callable[[Any, int, Episode], None]
    winners: Callable[[Episode], list[int]]
    choose: Callable[[random.Random, Deal, list[str], list[str]], str]


def action_sets(allowed: np.ndarray) -> list[int]:
    """(G, A) flags as one number a game, bit by action id."""
    packed = np.packbits(allowed, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def check_position(referee: Referee, game: Any, episodes: list[Episode]) -> list[Actions | None]:
    """Every running deal agrees with its row; the legal and lawful actions of each."""
    seats, ids = game.seat.tolist(), referee.case.ids
    legal, lawful = action_sets(game.legal), action_sets(game.lawful)
    position = referee.position(game)
    choices: list[Actions | None] = []
    for row, episode in enumerate(episodes):
        if episode.finished:
            assert (seats[row], legal[row], lawful[row]) == (NO_SEAT, 0, 0)
            choices.append(None)
            continue
        actions = episode.deal.legal(), episode.deal.lawful()
        choices.append(actions)
        assert seats[row] == episode.deal.seat
        assert legal[row] == sum(1 << ids[action] for action in actions[0])
        assert lawful[row] == sum(1 << ids[action] for action in actions[1])
        for name, fact in referee.expected(episode.deal).items():
            assert position[name][row] == fact, (name, row)
    return choices


def check_step(referee: Referee, game: Any, episodes: list[Episode], ended: list[int], step: Any):
    """The deals `ended` by this step are scored and paid as the reference does it."""
    scored = [row for row in ended if episodes[row].deal.units is not None]
    over = [row for row in ended if episodes[row].finished]
    assert ([] if step.results is None else step.results.rows.tolist()) == scored
    assert np.flatnonzero(step.done).tolist() == over
    rewards = np.zeros(step.rewards.shape)
    for place, row in enumerate(scored):
        referee.check_result(step.results, place, episodes[row].deal)
        if game.episode == "deal":
            rewards[row] = episodes[row].deal.units
            continue
        referee.check_match(game, row, episodes[row])
        if episodes[row].finished:
            winners = referee.winners(episodes[row])
            rewards[row, winners] = 1 / len(winners)
            rewards[row] -= 1 / game.num_seats
    assert (np.abs(step.rewards - rewards) < 1e-6).all()


def play_all(referee: Referee, options: Options, chance: random.Random, game: Any) -> list[Episode]:
    """Play every game of a batch and its reference to their ends."""
    episodes = [referee.open_episode(options, game, row) for row in range(game.num_games)]
    for row, episode in enumerate(episodes):
        referee.start_deal(episode, game, row)
    while not all(episode.finished for episode in episodes):
        choices = check_position(referee, game, episodes)
        actions = np.zeros(game.num_games, np.int64)
        for row, allowed in enumerate(choices):
            if allowed is not None:
                action = referee.choose(chance, episodes[row].deal, *allowed)
                episodes[row].apply(action)
                actions[row] = referee.case.ids[action]
        step = game.step(actions)
        ended = [row for row, had in enumerate(choices) if had and episodes[row].deal.finished]
        check_step(referee, game, episodes, ended, step)
        for row in ended:
            if not episodes[row].finished:
                referee.start_deal(episodes[row], game, row)
    check_position(referee, game, episodes)
    return episodes


def play_deals(referee: Referee, options: Options, batch: int, seed: int) -> list[Deal]:
    """Play `batch` deals under `options`, half of them injected; the reference's deals."""
    chance = random.Random(f"{seed} {sorted(options.items())}")
    rules = referee.case.module.Rules(**options)
    game = referee.case.vector_env(batch, rules=rules, autoreset=False, seed=seed)
    dealers: list[int | None] = [None] * batch
    texts: list[str | None] = [None] * batch
    for row in range(batch):
        if chance.random() < 0.5:
            dealers[row] = dealer = chance.randrange(rules.players)
            texts[row] = referee.draw_deal(chance, options, dealer)
    game.reset(seed=seed, deals=texts, dealers=dealers)
    for row, dealer in enumerate(dealers):
        assert dealer is None or game.state.dealer[row] == dealer
    return [episode.deal for episode in play_all(referee, options, chance, game)]


def play_matches(referee: Referee, options: Options, batch: int, seed: int) -> list[Episode]:
    """Play `batch` whole matches under `options` to their ends."""
    chance = random.Random(f"{seed} {options}")
    game = referee.case.vector_env(
        batch,
        rules=referee.case.module.Rules(**options),
        episode="match",
        rewards="win",
        autoreset=False,
        seed=seed,
    )
    return play_all(referee, options, chance, game)
