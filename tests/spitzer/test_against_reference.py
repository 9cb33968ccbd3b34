"""Random deals and matches: the batched game and the slow reference agree after every action."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from spitzer_env import spitzer_v0
from spitzer_env.spitzer_v0 import Rules
from tests.reference.spitzer import PACK, ReferenceDeal, ReferenceMatch, write_hands
from tests.spitzer.tables import IDS, NAMES

DEAL_OPTIONS: dict[str, list[Any]] = {
    "players": [4, 5],
    "solo": [True, False],
    "trump_lead_must_follow": [True, False],
    "tie_60": ["trump_side_loses", "most_tricks"],
    "schneider_bonus": [True, False],
    "schwarz_bonus": [True, False],
    "schneider_minimum": [91, 90],
    "revoke": ["forbidden", "lose_deal", "fine_4"],
    "double_spitzer": [False, True],
}
ALL_COMBINATIONS = [
    dict(zip(DEAL_OPTIONS, values, strict=True))
    for values in itertools.product(*DEAL_OPTIONS.values())
]
PRESETS: list[dict[str, Any]] = [
    {},
    {"players": 5, "double_spitzer": True, "tie_60": "most_tricks"},
    {"revoke": "lose_deal", "trump_lead_must_follow": False},
]
MATCH_OPTIONS: list[dict[str, Any]] = [
    {},
    {"deals": 1},
    {"deals": 2, "next_dealer": "left_of_loser", "double_spitzer": True},
    {"deals": 16, "score_limit": 5},
    {"score_limit": 3, "revoke": "fine_4"},
    {"players": 5, "deals": 5, "revoke": "lose_deal"},
    {"players": 5, "score_limit": 4, "next_dealer": "left_of_loser"},
    {"deals": 3, "max_deals": 4, "solo": False},
]


def some_combinations(count: int, seed: int) -> list[dict[str, Any]]:
    return random.Random(seed).sample(ALL_COMBINATIONS, count)


def random_hands(chance: random.Random, players: int, dealer: int) -> list[list[str]]:
    """Hands by seat, none for the dealer of five."""
    pack = chance.sample(PACK, 32)
    hands = [pack[place : place + 8] for place in range(0, 32, 8)]
    if players == 5:
        hands.insert(dealer, [])
    return hands


def hands_of(game: Any, row: int) -> list[list[str]]:
    """The cards that each seat of `row` holds, by text."""
    return [
        [name for card, name in enumerate(PACK) if int(cards) >> card & 1]
        for cards in game.state.hands[row]
    ]


def action_sets(allowed: np.ndarray) -> list[int]:
    """(G, A) flags as one number a game, bit by action id."""
    packed = np.packbits(allowed, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def id_set(actions: list[str]) -> int:
    return sum(1 << IDS[action] for action in actions)


def choose(chance: random.Random, legal: list[str], lawful: list[str]) -> str:
    """A lawful action, now and then a card that is not; solo half the time."""
    unlawful = [action for action in legal if action not in lawful]
    if unlawful and chance.random() < 0.06:
        return chance.choice(unlawful)
    return chance.choice(lawful)


def check_agreement(game: Any, deals: list[ReferenceDeal | None]) -> list[tuple[list[str], ...]]:
    """Every running deal agrees with its row; the legal and lawful actions of each."""
    state, seats = game.state, game.seat.tolist()
    legal, lawful = action_sets(game.legal), action_sets(game.lawful)
    takers, led = state.taker.tolist(), state.led_group.tolist()
    points, tricks, solo = state.points.tolist(), state.tricks.tolist(), state.solo.tolist()
    choices = []
    for row, deal in enumerate(deals):
        if deal is None:
            assert (seats[row], legal[row], lawful[row]) == (-1, 0, 0)
            choices.append(([], []))
            continue
        actions = deal.legal(), deal.lawful()
        choices.append(actions)
        assert seats[row] == deal.seat
        assert legal[row] == id_set(actions[0])
        assert lawful[row] == id_set(actions[1])
        assert takers[row] == (-1 if deal.taker is None else deal.taker)
        assert led[row] == (
            -1 if deal.led_group is None else ("C", "S", "H", "D", "trump").index(deal.led_group)
        )
        assert points[row] == deal.points
        assert tricks[row] == deal.tricks
        assert solo[row] == (-1 if deal.solo_seat is None else deal.solo_seat)
    return choices


def check_result(results: Any, place: int, deal: ReferenceDeal) -> None:
    """The result of a finished deal, each component of its score."""
    found = {name: array[place].tolist() for name, array in results.arrays().items()}
    assert deal.finished
    assert found["units"] == deal.units
    assert found["dealer"] == deal.dealer
    assert found["points"] == deal.points
    assert found["tricks"] == deal.tricks
    assert found["trump_side"] == deal.trump_side
    assert (found["queen_seat"], found["seven_seat"]) == (deal.queen_seat, deal.seven_seat)
    assert found["solo"] == (-1 if deal.solo_seat is None else deal.solo_seat)
    assert found["revoker"] == (-1 if deal.revoker is None else deal.revoker)
    if deal.won is not None:  # after fine_4 nobody has won and nothing is counted
        assert found["won"] == deal.won
        assert found["trump_points"] == deal.trump_points
        assert found["schneider"] == deal.schneider
        assert found["schwarz"] == deal.schwarz
        assert found["multiplier"] == deal.multiplier


def play_deals(options: dict[str, Any], batch: int, seed: int) -> int:
    """Play `batch` deals under `options`, half of them injected; returns how many were revoked."""
    chance = random.Random(f"{seed} {sorted(options.items())}")
    rules = Rules(**options)
    game = spitzer_v0.vector_env(batch, rules=rules, autoreset=False, seed=seed)
    dealers: list[int | None] = [None] * batch
    texts: list[str | None] = [None] * batch
    for row in range(batch):
        if chance.random() < 0.5:
            dealers[row] = chance.randrange(rules.players)
            texts[row] = write_hands(random_hands(chance, rules.players, dealers[row]))
    game.reset(seed=seed, deals=texts, dealers=dealers)
    started = [
        ReferenceDeal(options, hands_of(game, row), int(game.state.dealer[row]))
        for row in range(batch)
    ]
    for row, dealer in enumerate(dealers):
        assert dealer is None or started[row].dealer == dealer
    running: list[ReferenceDeal | None] = list(started)
    while any(running):
        choices = check_agreement(game, running)
        actions = np.zeros(batch, np.int64)
        for row, deal in enumerate(running):
            if deal is not None:
                action = choose(chance, *choices[row])
                deal.apply(action)
                actions[row] = IDS[action]
        step = game.step(actions)
        ended = [row for row, deal in enumerate(running) if deal is not None and deal.finished]
        assert np.flatnonzero(step.done).tolist() == ended
        assert ([] if step.results is None else step.results.rows.tolist()) == ended
        for place, row in enumerate(ended):
            check_result(step.results, place, started[row])
            assert step.rewards[row].tolist() == started[row].units
            running[row] = None
    check_agreement(game, running)
    return sum(deal.revoker is not None for deal in started)


@pytest.mark.parametrize("part", range(8))
def test_deals_of_every_option_combination_at_batch_1(part: int, full: bool) -> None:
    revoked = 0
    for options in ALL_COMBINATIONS[part::8]:
        for seed in range(4 if full else 1):
            revoked += play_deals(options, 1, seed)
    assert revoked > 0


@pytest.mark.parametrize("preset", range(len(PRESETS)))
def test_deals_at_batch_512(preset: int) -> None:
    revoked = play_deals(PRESETS[preset], 512, seed=preset)
    assert (revoked > 0) == ("revoke" in PRESETS[preset])


@pytest.mark.full
@pytest.mark.parametrize("options", some_combinations(34, seed=2), ids=repr)
def test_deals_of_sampled_combinations_at_batch_512(options: dict[str, Any]) -> None:
    revoked = play_deals(options, 512, seed=77)
    assert (revoked > 0) == (options["revoke"] != "forbidden")


def check_match(game: Any, row: int, match: ReferenceMatch) -> None:
    """Totals, deals and contenders of a match that goes on or has just ended."""
    state = game.state
    assert state.totals[row].tolist() == match.totals
    assert state.deals_played[row] == match.deals_played
    contenders = [seat for seat in range(match.players) if state.contenders[row] >> seat & 1]
    assert contenders == match.contenders
    if not match.finished:
        assert state.dealer[row] == match.dealer
        left = 0 if match.in_extra_deals else match.deals - match.deals_played
        assert game.information_state([row]).deals_left[0] == left


def win_shares(match: ReferenceMatch) -> list[float]:
    """1 shared by the winners, minus the mean."""
    share = 1 / len(match.winners)
    return [share * (seat in match.winners) - 1 / match.players for seat in range(match.players)]


def play_matches(options: dict[str, Any], batch: int, seed: int) -> list[ReferenceMatch]:
    """Play `batch` whole matches under `options` to their ends."""
    chance = random.Random(f"{seed} {options}")
    rules = Rules(**options)
    game = spitzer_v0.vector_env(
        batch, rules=rules, episode="match", rewards="win", autoreset=False, seed=seed
    )
    plain = {name: value for name, value in options.items() if name != "max_deals"}
    matches = [
        ReferenceMatch(plain, int(game.state.dealer[row]), options.get("max_deals", 500))
        for row in range(batch)
    ]
    running: list[ReferenceDeal | None] = [
        match.start(hands_of(game, row)) for row, match in enumerate(matches)
    ]
    while any(running):
        choices = check_agreement(game, running)
        actions = np.zeros(batch, np.int64)
        for row, deal in enumerate(running):
            if deal is not None:
                action = choose(chance, *choices[row])
                matches[row].apply(action)
                actions[row] = IDS[action]
        step = game.step(actions)
        ended = [row for row, deal in enumerate(running) if deal is not None and deal.finished]
        assert ([] if step.results is None else step.results.rows.tolist()) == ended
        for place, row in enumerate(ended):
            match = matches[row]
            check_result(step.results, place, match.deal)
            check_match(game, row, match)
            assert step.done[row] == match.finished
            rewards = win_shares(match) if match.finished else [0] * match.players
            assert step.rewards[row].tolist() == pytest.approx(rewards, abs=1e-6)
            running[row] = None if match.finished else match.start(hands_of(game, row))
    for match in matches:
        assert rules.following_dealer(match.totals, match.dealer) == match.next_dealer()
    return matches


@pytest.mark.parametrize("number", range(len(MATCH_OPTIONS)))
def test_whole_matches(number: int, full: bool) -> None:
    matches = play_matches(MATCH_OPTIONS[number], 250 if full else 6, seed=number)
    assert all(match.finished for match in matches)


def test_matches_reach_extra_deals_shared_wins_and_the_limit() -> None:
    short = play_matches({"deals": 1, "solo": False}, 40, seed=9)
    assert any(match.extra_deals > 1 for match in short)
    limited = play_matches({"score_limit": 2}, 10, seed=9)
    assert any(match.deals_played < 12 for match in limited)
    shared = play_matches({"deals": 1, "max_deals": 2, "solo": False}, 20, seed=9)
    assert any(len(match.winners) > 1 for match in shared)


def test_the_action_table_is_that_of_the_rules() -> None:
    assert list(NAMES) == [
        *PACK,
        *("pass", "solo", "pick", "call AC", "call AS", "call AH", "call first trick"),
        *("zola", "zola schneider", "zola schneider schwartz", "schneider"),
    ]
