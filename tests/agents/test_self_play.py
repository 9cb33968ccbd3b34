"""Rollouts: who plays which seat, what is stored, and that each reward is credited once."""

from dataclasses import fields
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

from agents import self_play
from agents.network import policy_logits
from agents.registry import make
from agents.sampling import legal_log_probabilities
from agents.self_play import (
    Rollout,
    advantages_and_returns,
    announcement_rates,
    collect,
    values_of,
)
from agents.trajectories import chains
from spitzer_env.actions import PACK
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from tests.agents.networks import lively, stubborn
from trick_taking.cards import NO_SEAT
from trick_taking.deal_text import format_deal

GAMES = 48


def new_game(**options: object) -> SpitzerGame:
    return SpitzerGame(GAMES, seed=7, autoreset=False, **options)  # type: ignore[arg-type]


def no_opponent(game: SpitzerGame) -> npt.NDArray[np.bool_]:
    return np.zeros((game.num_games, game.num_seats), np.bool_)


def some_seats(game: SpitzerGame) -> npt.NDArray[np.bool_]:
    """Every pattern of seats, from none to all."""
    patterns = np.arange(game.num_games)[:, None] % 2**game.num_seats
    return (patterns >> np.arange(game.num_seats)) & 1 == 1


def units_of(rollout: Rollout, game: SpitzerGame) -> npt.NDArray[np.int64]:
    """(G, S) units of all deals of each game."""
    units = np.zeros((game.num_games, game.num_seats), np.int64)
    for results in rollout.results:
        np.add.at(units, results.rows, results.units)
    return units


def returns_of(rollout: Rollout) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """(N,) advantages and (N,) returns against a critic that always says 0."""
    nothing = np.zeros(len(rollout.actions), np.float32)
    return advantages_and_returns(rollout, nothing, reward_scale=1.0, trace=1.0)


def owners(rollout: Rollout) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """(N,) game and (N,) seat of every stored decision."""
    moves, games = np.nonzero(rollout.stored)
    return games, rollout.seats[moves, games].astype(np.int64)


@pytest.fixture
def played() -> tuple[SpitzerGame, Rollout]:
    game = new_game()
    return game, collect(game, lively(game), None, no_opponent(game))


def test_arrays_have_the_shapes_and_types_that_are_promised(
    played: tuple[SpitzerGame, Rollout],
) -> None:
    game, rollout = played
    count, moves = len(rollout.actions), len(rollout.seats)
    expected = {
        "observations": ((count, game.layout.size), np.uint8),
        "critic_observations": ((count, game.layout_all.size), np.uint8),
        "legal": ((count, game.num_actions), np.bool_),
        "actions": ((count,), np.int64),
        "log_probabilities": ((count,), np.float32),
        "seats": ((moves, GAMES), np.int8),
        "stored": ((moves, GAMES), np.bool_),
        "deal_ends": ((moves, GAMES), np.bool_),
        "rewards": ((moves, GAMES, game.num_seats), np.float32),
    }
    assert {field.name for field in fields(rollout)} == {*expected, "results"}
    for name, (shape, dtype) in expected.items():
        array = getattr(rollout, name)
        assert (array.shape, array.dtype) == (shape, dtype), name
    assert rollout.stored.sum() == count


def test_every_game_is_played_to_its_end_once(played: tuple[SpitzerGame, Rollout]) -> None:
    game, rollout = played
    rows = np.concatenate([results.rows for results in rollout.results])
    assert sorted(rows) == list(range(GAMES))
    assert (game.seat == NO_SEAT).all()
    # SP9, SP10: four seats speak once and play eight cards
    acted = rollout.seats != NO_SEAT
    assert acted.sum(axis=0).tolist() == [36] * GAMES


def test_masks_are_respected_in_what_is_stored(played: tuple[SpitzerGame, Rollout]) -> None:
    _, rollout = played
    taken = rollout.legal[np.arange(len(rollout.actions)), rollout.actions]
    assert taken.all()
    assert (rollout.log_probabilities <= 0).all()
    assert np.isfinite(rollout.log_probabilities).all()


def test_the_same_game_and_network_give_the_same_rollout() -> None:
    games = new_game(), new_game()
    one, other = (collect(g, lively(g), lively(g, 1), some_seats(g)) for g in games)
    for field in fields(Rollout):
        if field.name != "results":
            assert getattr(one, field.name).tobytes() == getattr(other, field.name).tobytes()


def retrace(game: SpitzerGame, rollout: Rollout, row: int) -> int:
    """Play the deal of `row` alone, given as text, and compare what was stored; returns how much.

    Every seat is the learner's, so a move that is not stored is a forced one.
    """
    fresh = new_game(history=game.history)
    deal = format_deal([int(hand) for hand in fresh.state.hands[row]], PACK)
    alone = SpitzerGame(1, autoreset=False, history=game.history)
    alone.reset(deals=[deal], dealers=[int(fresh.state.dealer[row])])
    places = np.cumsum(rollout.stored.ravel()).reshape(rollout.stored.shape) - 1
    compared = 0
    for move, seat in enumerate(rollout.seats[:, row]):
        assert alone.seat[0] == seat
        legal = alone.legal[0]
        assert rollout.stored[move, row] == (legal.sum() > 1)
        action = int(legal.argmax())
        if rollout.stored[move, row]:
            place = places[move, row]
            assert rollout.observations[place].tobytes() == alone.observe()[0].tobytes()
            assert rollout.critic_observations[place].tobytes() == alone.observe_all()[0].tobytes()
            assert np.array_equal(rollout.legal[place], legal)
            action = int(rollout.actions[place])
            compared += 1
        alone.step([action])
    assert alone.seat[0] == NO_SEAT
    return compared


@pytest.mark.parametrize("history", [False, True])
def test_a_stored_row_is_what_the_seat_saw_in_that_deal_played_alone(history: bool) -> None:
    game = new_game(history=history)
    rollout = collect(game, lively(game), None, no_opponent(game))
    for row in (0, 17, GAMES - 1):
        assert retrace(game, rollout, row) == rollout.stored[:, row].sum() > 10


def test_log_probabilities_are_those_of_the_policy_that_played(
    played: tuple[SpitzerGame, Rollout],
) -> None:
    game, rollout = played
    logits = policy_logits(lively(game), rollout.observations)
    again = legal_log_probabilities(logits, rollout.legal)
    taken = again[np.arange(len(rollout.actions)), rollout.actions]
    assert np.abs(np.exp(taken - rollout.log_probabilities) - 1).max() < 1e-4
    assert taken.std() > 0.3  # the policy has opinions, so this says something


class Highest:
    """Plays the legal action of the highest id."""

    name = "highest"

    def act(self, view: Any) -> Any:
        return view.legal.shape[1] - 1 - view.legal[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize("opponent", ["past self", "agent"])
def test_each_seat_is_played_by_its_holder_and_only_the_learners_moves_are_stored(
    opponent: str,
) -> None:
    game, theirs = new_game(), some_seats(new_game())
    highest = stubborn(game, 9.0) if opponent == "past self" else Highest()
    rollout = collect(game, stubborn(game, -9.0), highest, theirs)
    again = new_game()
    rows = np.arange(GAMES)
    for seats, stored in zip(rollout.seats, rollout.stored, strict=True):
        assert np.array_equal(seats, again.seat)
        legal, held = again.legal, theirs[rows, np.maximum(seats, 0)]
        unforced = (seats != NO_SEAT) & (legal.sum(axis=1) > 1)
        assert np.array_equal(stored, unforced & ~held)
        last = game.num_actions - 1 - legal[:, ::-1].argmax(axis=1)
        again.step(np.where(held, last, legal.argmax(axis=1)))
    assert (again.seat == NO_SEAT).all()
    assert np.array_equal(rollout.actions, rollout.legal.argmax(axis=1))


def test_with_every_seat_the_opponents_nothing_of_these_games_is_stored() -> None:
    game = new_game()
    theirs = no_opponent(game)
    theirs[1:] = True
    rollout = collect(game, lively(game), lively(game, 1), theirs)
    assert rollout.stored[:, 0].any()
    assert not rollout.stored[:, 1:].any()


def test_without_an_opponent_the_learner_plays_the_seats_set_aside_for_one() -> None:
    game, other = new_game(), new_game()
    alone = collect(game, lively(game), None, no_opponent(game))
    marked = collect(other, lively(other), None, some_seats(other))
    assert np.array_equal(alone.actions, marked.actions)
    assert np.array_equal(alone.stored, marked.stored)


@pytest.mark.parametrize("opponent", [False, True])
def test_the_batch_keeps_one_trajectory_a_seat(opponent: bool) -> None:
    game = new_game()
    theirs = some_seats(game) if opponent else no_opponent(game)
    rollout = collect(game, lively(game), lively(game, 1) if opponent else None, theirs)
    found = chains(rollout.seats, rollout.stored)
    pairs = set()
    for first, end in zip(found.starts[:-1], found.starts[1:], strict=True):
        chain = slice(first, end)
        assert len(set(found.games[chain])) == len(set(found.seats[chain])) == 1
        assert (np.diff(found.moves[chain]) > 0).all()
        pairs.add((int(found.games[first]), int(found.seats[first])))
    assert len(pairs) == len(found.starts) - 1  # no seat has two
    assert pairs == {(g, s) for g, s in np.ndindex(theirs.shape) if not theirs[g, s]}


@pytest.mark.parametrize("rules", [{}, {"players": 5}, {"solo": False}, {"double_spitzer": True}])
def test_the_rewards_credited_to_a_seat_add_up_to_its_units(rules: dict[str, object]) -> None:
    game = new_game(rules=TwoTrumpRules(**rules))  # type: ignore[arg-type]
    rollout = collect(game, lively(game), lively(game, 1), some_seats(game))
    nothing = np.zeros(len(rollout.actions), np.float32)
    credited, _ = advantages_and_returns(rollout, nothing, reward_scale=1.0, trace=0.0)
    games, seats = owners(rollout)
    sums = np.zeros((game.num_games, game.num_seats), np.float64)
    np.add.at(sums, (games, seats), credited)
    learns = np.zeros(sums.shape, np.bool_)
    learns[games, seats] = True
    assert np.array_equal(sums, np.where(learns, units_of(rollout, game), 0))
    assert np.count_nonzero(sums) > GAMES


def test_every_decision_of_a_seat_looks_to_the_units_of_its_own_seat() -> None:
    game = new_game()
    rollout = collect(game, lively(game), None, no_opponent(game))
    values = values_of(lively(game), rollout.critic_observations)
    _, returns = advantages_and_returns(rollout, values, reward_scale=0.25, trace=1.0)
    games, seats = owners(rollout)
    assert np.allclose(returns, units_of(rollout, game)[games, seats] / 4, atol=1e-5)


MATCH = TwoTrumpRules(deals=2)


@pytest.mark.parametrize("rewards", ["units", "relative"])
def test_a_rollout_of_matches_that_are_paid_by_the_deal_is_their_next_deals(rewards: str) -> None:
    game = new_game(rules=MATCH, episode="match", rewards=rewards)
    before = np.zeros_like(game.state.totals)
    for deal in range(2):
        playing = game.seat != NO_SEAT
        rollout = collect(game, lively(game), None, no_opponent(game))
        assert playing.all()
        assert rollout.deal_ends.sum(axis=0).tolist() == [1] * GAMES
        assert rollout.deal_ends[-1].all()  # SP9, SP10: all deals are 36 moves long
        assert (game.seat != NO_SEAT).all() == (deal == 0)
        _, returns = returns_of(rollout)
        games, seats = owners(rollout)
        units = game.state.totals - before
        assert np.array_equal(returns, units[games, seats])
        before = game.state.totals.copy()


def test_matches_that_are_over_wait_for_the_others() -> None:
    game = new_game(rules=MATCH, episode="match", rewards="relative")
    for _ in range(2):
        collect(game, lively(game), None, no_opponent(game))
    over = game.seat == NO_SEAT
    assert 0 < over.sum() < GAMES  # SP20: extra deals
    totals = game.state.totals.copy()
    rollout = collect(game, lively(game), None, no_opponent(game))
    assert np.array_equal(rollout.deal_ends.sum(axis=0) == 0, over)
    assert np.array_equal(game.state.totals[over], totals[over])
    assert not rollout.stored[:, over].any()


def test_a_match_played_deal_by_deal_is_the_match_played_in_one_go() -> None:
    stepwise = new_game(rules=MATCH, episode="match", rewards="relative")
    at_once = new_game(rules=MATCH, episode="match", rewards="win")
    network = lively(stepwise)
    deals = 0
    while stepwise.seat.max() != NO_SEAT:
        collect(stepwise, network, None, no_opponent(stepwise))
        deals += 1
    whole = collect(at_once, network, None, no_opponent(at_once))
    assert whole.deal_ends.sum(axis=0).max() == deals > 2
    assert np.array_equal(stepwise.state.totals, at_once.state.totals)


def test_with_win_every_decision_of_a_match_looks_to_its_end() -> None:
    game = new_game(rules=MATCH, episode="match", rewards="win")
    rollout = collect(game, lively(game), None, no_opponent(game))
    assert (game.seat == NO_SEAT).all()
    acted = (rollout.seats != NO_SEAT).sum(axis=0)
    assert np.array_equal(acted, 36 * rollout.deal_ends.sum(axis=0))
    assert len(set(acted.tolist())) > 1
    _, returns = returns_of(rollout)
    games, seats = owners(rollout)
    contenders = game.state.contenders
    won = contenders[:, None] >> np.arange(4, dtype=np.uint8) & 1
    shares = won / np.bitwise_count(contenders)[:, None]
    assert np.allclose(returns, shares[games, seats] - 0.25, atol=1e-6)


def test_a_match_that_goes_on_for_too_long_is_won_by_the_best_total(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(self_play, "MOST_DEALS", 2)
    game = new_game(rules=TwoTrumpRules(deals=4), episode="match", rewards="win")
    rollout = collect(game, lively(game), None, no_opponent(game))
    assert rollout.deal_ends.sum(axis=0).tolist() == [2] * GAMES
    totals = game.state.totals
    leads = totals == totals.max(axis=1, keepdims=True)
    _, returns = returns_of(rollout)
    games, seats = owners(rollout)
    shares = leads / leads.sum(axis=1, keepdims=True)
    assert np.allclose(returns, shares[games, seats] - 0.25, atol=1e-6)


def test_the_dealer_of_five_players_decides_nothing() -> None:
    game = new_game(rules=TwoTrumpRules(players=5))
    dealer = game.state.dealer.copy()
    rollout = collect(game, lively(game), None, no_opponent(game))
    assert not (rollout.seats == dealer).any()


@pytest.mark.parametrize(("slope", "solos"), [(9.0, 1.0), (-9.0, 0.0)])
def test_announcement_rates_of_a_network_that_always_does_the_same(
    slope: float, solos: float
) -> None:
    game = new_game()
    network = stubborn(game, slope)  # solo has the highest id
    rollout = collect(game, network, None, no_opponent(game))
    assert announcement_rates(game, network, rollout) == {
        "announce/pass": 1.0 - solos,
        "announce_greedy/pass": 1.0 - solos,
        "announce/solo": solos,
        "announce_greedy/solo": solos,
    }


def test_greedy_announcements_are_told_apart_from_sampled_ones() -> None:
    game = new_game()
    network = stubborn(game, 0.0)
    with torch.no_grad():
        network.policy_head.bias[32] = 0.1  # passing is a little more probable
    rates = announcement_rates(game, network, collect(game, network, None, no_opponent(game)))
    assert rates["announce_greedy/solo"] == 0.0
    assert 0.1 < rates["announce/solo"] < 0.9


def test_no_announcement_rates_where_nobody_announces() -> None:
    game = new_game(rules=TwoTrumpRules(solo=False))
    network = lively(game)
    rollout = collect(game, network, None, no_opponent(game))
    assert announcement_rates(game, network, rollout) == {}


def test_values_in_parts_are_those_of_one_pass(played: tuple[SpitzerGame, Rollout]) -> None:
    game, rollout = played
    network = lively(game)
    whole = values_of(network, rollout.critic_observations)
    parts = values_of(network, rollout.critic_observations, rows=100)
    assert np.allclose(whole, parts, atol=1e-5)
    assert values_of(network, rollout.critic_observations[:0]).shape == (0,)


def test_a_teacher_plays_every_seat() -> None:
    game, alone = new_game(), new_game()
    rule = make("rule", game)
    rollout = collect(game, lively(game), None, no_opponent(game), rule)
    taken, forced = [], []
    while (alone.seat != NO_SEAT).any():
        view = alone.view()
        forced.append(view.legal.sum(axis=1) == 1)
        taken.append(rule.act(view))
        alone.step(taken[-1])
    stored = ~np.stack(forced)
    assert np.array_equal(rollout.stored, stored)
    assert np.array_equal(rollout.actions, np.stack(taken)[stored])
    assert np.isfinite(rollout.log_probabilities).all()
