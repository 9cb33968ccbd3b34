"""Properties that every position of every game has, whatever the rules, seed and play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spitzer_env import spitzer_v0
from spitzer_env.spitzer_v0 import Rules
from spitzer_env.state import Phase
from spitzer_env.trumps import GROUP, GROUP_SETS, POINTS

NO_SEAT = -1
WHOLE_PACK = 2**32 - 1

RULES = st.builds(
    Rules,
    players=st.sampled_from([4, 5]),
    solo=st.booleans(),
    trump_lead_must_follow=st.booleans(),
    tie_60=st.sampled_from(["trump_side_loses", "most_tricks"]),
    schneider_bonus=st.booleans(),
    schwarz_bonus=st.booleans(),
    schneider_minimum=st.sampled_from([91, 90]),
    revoke=st.sampled_from(["forbidden", "lose_deal", "fine_4"]),
    double_spitzer=st.booleans(),
)
SEEDS = st.integers(0, 2**63)
EPISODES = st.sampled_from(["deal", "match"])
GAMES = st.integers(1, 5)

Chooser = Callable[[Any], np.ndarray]


def legal_at_random(seed: int) -> Chooser:
    """A player of every row that chooses uniformly among the lawful, rarely among the legal."""
    chance = random.Random(seed)

    def choose(game: Any) -> np.ndarray:
        actions = np.zeros(game.num_games, np.int64)
        allowed = game.legal if chance.random() < 0.05 else game.lawful
        for row in np.flatnonzero(game.seat != NO_SEAT):
            actions[row] = chance.choice(np.flatnonzero(allowed[row]).tolist())
        return actions

    return choose


def play_on(game: Any, seed: int, moves: int) -> Iterator[Any]:
    """Yield each step of random play."""
    choose = legal_at_random(seed)
    for _ in range(moves):
        if (game.seat == NO_SEAT).all():
            return
        yield game.step(choose(game))


def card_points(cards: int) -> int:
    return int(sum(POINTS[card] for card in range(32) if cards >> card & 1))


@given(RULES, SEEDS, GAMES, EPISODES)
def test_cards_are_conserved(rules: Rules, seed: int, games: int, episode: str) -> None:
    game = spitzer_v0.vector_env(games, rules=rules, seed=seed, episode=episode)
    for _ in play_on(game, seed, 45):
        hands, played = game.state.hands, game.state.played
        places = np.concatenate([hands, played], axis=1)
        assert (np.bitwise_or.reduce(places, axis=1) == WHOLE_PACK).all()
        assert (np.bitwise_count(places).sum(axis=1) == 32).all()
        sizes = np.bitwise_count(hands | played)
        assert (np.sort(sizes, axis=1)[:, -4:] == 8).all()


@given(RULES, SEEDS, GAMES, EPISODES)
def test_one_seat_is_to_act_and_has_a_legal_action(
    rules: Rules, seed: int, games: int, episode: str
) -> None:
    game = spitzer_v0.vector_env(games, rules=rules, seed=seed, episode=episode)
    for _ in play_on(game, seed, 45):
        seat, legal, lawful = game.seat, game.legal, game.lawful
        assert ((seat >= 0) & (seat < rules.players)).all()
        assert legal.shape == (games, 43)
        assert lawful.any(axis=1).all()
        assert (legal | ~lawful).all()
        if rules.revoke == "forbidden":
            assert (legal == lawful).all()
        if rules.players == 5:
            assert (seat != game.state.dealer).all()  # SPV6
        hands = game.state.hands[np.arange(games), seat]
        in_play = game.state.phase == Phase.PLAY
        held = (hands[:, None] >> np.arange(32, dtype=np.uint64) & np.uint64(1)).astype(bool)
        assert not (legal[:, :32] & ~(held & in_play[:, None])).any()
        assert (legal[:, 32] == ~in_play).all()
        assert not legal[:, 34:].any()


@given(RULES, SEEDS, GAMES)
def test_points_add_up(rules: Rules, seed: int, games: int) -> None:
    game = spitzer_v0.vector_env(games, rules=rules, seed=seed, autoreset=False)
    for step in play_on(game, seed, 40):
        state = game.state
        for row in range(games):
            left = sum(card_points(int(cards)) for cards in state.hands[row])
            on_table = int(state.trick_points[row])
            assert state.points[row].sum() + on_table + left == 120
        if step.results is not None:
            whole = step.results.revoker == NO_SEAT
            assert (step.results.points.sum(axis=1)[whole] == 120).all()
            assert (step.results.tricks.sum(axis=1)[whole] == 8).all()


@given(RULES, SEEDS, GAMES, EPISODES)
def test_units_are_zero_sum_but_for_fine_4(
    rules: Rules, seed: int, games: int, episode: str
) -> None:
    game = spitzer_v0.vector_env(games, rules=rules, seed=seed, episode=episode)
    for step in play_on(game, seed, 80):
        if step.results is None:
            assert not step.rewards.any()
            assert not step.done.any()
            continue
        fined = (step.results.revoker != NO_SEAT) & (rules.revoke == "fine_4")
        sums = step.results.units.sum(axis=1)
        assert (sums == np.where(fined, -4, 0)).all()
        assert (np.abs(step.results.units) <= rules.largest_stake).all()
        assert (step.rewards[step.results.rows] == step.results.units).all()


@given(RULES, SEEDS, st.sampled_from(["relative", "win"]))
def test_relative_and_win_rewards_are_zero_sum(rules: Rules, seed: int, rewards: str) -> None:
    rules = Rules(**{**rules.as_dict(), "score_limit": 2})
    game = spitzer_v0.vector_env(3, rules=rules, seed=seed, episode="match", rewards=rewards)
    for step in play_on(game, seed, 75):
        assert np.abs(step.rewards.sum(axis=1)).max() < 1e-5


@given(RULES, SEEDS)
def test_proven_voids_are_true_and_complete(rules: Rules, seed: int) -> None:
    game = spitzer_v0.vector_env(3, rules=rules, seed=seed, autoreset=False)
    proven = np.zeros((3, rules.players, 5), bool)
    for _ in range(36):
        before, actions = game.copy().state, legal_at_random(seed)(game)
        lawful = game.lawful[np.arange(3), actions]
        game.step(actions)
        for row in range(3):
            seat, led = before.seat[row], before.led_group[row]
            if seat == NO_SEAT or not lawful[row]:
                continue
            if actions[row] == 33:  # solo: who announces it holds both trumps (SP9)
                proven[row, :, 4] = True
                proven[row, seat, 4] = False
            duty = led >= 0 and (led != 4 or rules.trump_lead_must_follow)
            if actions[row] < 32 and duty and GROUP[actions[row]] != led:
                proven[row, seat, led] = True
        voids = (game.state.voids[:, :, None] >> np.arange(5) & 1).astype(bool)
        assert (voids == proven).all()
        held = (game.state.hands[:, :, None] & GROUP_SETS) != 0
        assert not (voids & held).any()


def everything(game: Any) -> dict[str, np.ndarray]:
    """Every array of the state, and what the seats to act see."""
    return game.state.arrays() | {
        "observation": game.observe(),
        "observation of all": game.observe_all(),
        "legal": game.legal,
        "lawful": game.lawful,
        "keys": game.view().keys,
    }


def assert_same_rows(one: Any, rows: list[int], others: list[Any]) -> None:
    """`rows` of `one` are, in order, the rows of `others`: the same to the last bit."""
    facts = [everything(other) for other in others]
    for name, array in everything(one).items():
        joined = np.concatenate([fact[name] for fact in facts])
        assert np.array_equal(array[rows], joined), name


@given(RULES, SEEDS, st.integers(2, 4), EPISODES, st.booleans())
def test_a_row_of_a_batch_equals_the_single_game(
    rules: Rules, seed: int, games: int, episode: str, history: bool
) -> None:
    settings: dict[str, Any] = {"rules": rules, "episode": episode, "history": history}
    batch = spitzer_v0.vector_env(games, seed=seed, **settings)
    singles = [
        spitzer_v0.vector_env(1, seed=seed, streams=[row], **settings) for row in range(games)
    ]
    choose = legal_at_random(seed)
    for move in range(40):
        actions = choose(batch)
        step = batch.step(actions)
        alone = [single.step(actions[row : row + 1]) for row, single in enumerate(singles)]
        assert np.array_equal(step.rewards, np.concatenate([one.rewards for one in alone]))
        assert np.array_equal(step.done, np.concatenate([one.done for one in alone]))
        if move % 6 == 0 or step.done.any():
            assert_same_rows(batch, list(range(games)), singles)


@given(SEEDS, st.lists(st.integers(0, 5), min_size=1, max_size=5, unique=True), st.booleans())
def test_resetting_rows_changes_no_bit_of_the_others(
    seed: int, rows: list[int], reseed: bool
) -> None:
    game = spitzer_v0.vector_env(6, seed=seed, episode="match")
    for _ in play_on(game, seed, 1 + seed % 60):
        pass
    others = [row for row in range(6) if row not in rows]
    before, seen = game.state.select(others), game.observe()[others]
    game.reset(seed=seed + 1 if reseed else None, rows=rows)
    assert game.state.select(others).equals(before)
    np.testing.assert_array_equal(game.observe()[others], seen)
    assert (game.state.moves[rows] == 0).all()
    assert (game.state.totals[rows] == 0).all()


@given(RULES, SEEDS)
def test_copies_go_their_own_way(rules: Rules, seed: int) -> None:
    game = spitzer_v0.vector_env(4, rules=rules, seed=seed, episode="match")
    for _ in play_on(game, seed, seed % 50):
        pass
    twin, kept = game.copy(), game.state.copy()
    assert twin.state.equals(game.state)
    for _ in play_on(twin, seed, 9):
        pass
    assert game.state.equals(kept)
    assert not twin.state.equals(kept)
    for _ in play_on(game, seed, 9):
        pass
    assert game.state.equals(twin.state)  # same actions, same cards, same deals afterwards


@given(RULES, SEEDS, st.lists(st.integers(0, 3), min_size=1, max_size=6))
def test_select_and_assign_keep_everything(rules: Rules, seed: int, rows: list[int]) -> None:
    game = spitzer_v0.vector_env(4, rules=rules, seed=seed, episode="match", history=True)
    for _ in play_on(game, seed, seed % 50):
        pass
    picked = game.state.select(rows)
    assert picked.num_rows == len(rows)
    bench = spitzer_v0.vector_env(
        len(rows), rules=rules, seed=seed + 1, episode="match", history=True
    )
    bench.state.assign(np.arange(len(rows)), picked)
    assert_same_rows(game, rows, [bench])
    choose = legal_at_random(seed)
    for _ in range(40):
        actions = choose(game)
        game.step(actions)
        bench.step(actions[rows])
    assert_same_rows(game, rows, [bench])


def dealt(game: Any) -> dict[tuple[int, int], tuple[Any, ...]]:
    """The rows that have just been dealt: (stream, k) to the dealer and the hands."""
    state = game.state
    return {
        (int(state.stream[row]), int(state.deal_number[row])): (
            int(state.dealer[row]),
            *state.hands[row].tolist(),
        )
        for row in np.flatnonzero(state.moves == 0)
    }


@given(SEEDS, st.sampled_from([4, 5]), st.integers(1, 4))
def test_deal_k_of_row_r_is_a_pure_function(seed: int, players: int, small: int) -> None:
    """Whatever the batch size, the play and the resets before it."""
    rules = Rules(players=players)
    seen: dict[tuple[int, int], tuple[Any, ...]] = {}
    for games, play_seed in ((small, 1), (small + 3, 2)):
        game = spitzer_v0.vector_env(games, rules=rules, seed=seed)
        found = dealt(game)
        for number, _ in enumerate(play_on(game, play_seed, 72)):
            found |= dealt(game)
            if number == 10:
                game.reset(rows=[0])  # goes on to the next deal of row 0
                found |= dealt(game)
        for key, deal in found.items():
            assert seen.setdefault(key, deal) == deal
    assert (0, 2) in seen
    again = spitzer_v0.vector_env(1, rules=rules, seed=seed + 1)
    again.reset(seed=seed)
    assert dealt(again)[0, 0] == seen[0, 0]
    other = spitzer_v0.vector_env(1, rules=rules, seed=seed + 1)
    assert dealt(other)[0, 0] != seen[0, 0]


@given(SEEDS)
def test_equal_streams_get_equal_deals_and_keys(seed: int) -> None:
    game = spitzer_v0.vector_env(4, seed=seed, streams=[7, 7, 9, 7])
    assert game.state.hands[0].tolist() == game.state.hands[1].tolist()
    assert game.state.hands[0].tolist() != game.state.hands[2].tolist()
    keys = game.view().keys
    assert keys[0] == keys[1] == keys[3] != keys[2]


@given(SEEDS)
def test_returned_arrays_are_the_callers(seed: int) -> None:
    game = spitzer_v0.vector_env(3, seed=seed, episode="match", history=True)
    for _ in play_on(game, seed, seed % 40):
        pass
    kept, info, view = game.state.copy(), game.information_state(), game.view()
    for array in (game.seat, game.legal, game.lawful, game.observe(), game.observe_all()):
        array[...] = 1
    for shown in (info, view.information_state):
        for array in shown.arrays().values():
            array[...] = 1
    view.legal[...] = True
    assert game.state.equals(kept)
    step = game.step(game.legal.argmax(axis=1))
    rewards, done = step.rewards.copy(), step.done.copy()
    for _ in play_on(game, seed, 40):
        pass
    assert (step.rewards == rewards).all()
    assert (step.done == done).all()


@given(SEEDS)
def test_a_buffer_given_is_filled_whole(seed: int) -> None:
    game = spitzer_v0.vector_env(3, seed=seed, history=True)
    for _ in play_on(game, seed, seed % 50):
        pass
    out = np.full((3, game.layout.size), 77, np.uint8)
    assert game.observe(out=out) is out
    np.testing.assert_array_equal(out, game.observe())
    np.testing.assert_array_equal(out, game.observe_seats(game.seat))
    np.testing.assert_array_equal(out, game.view().observation)
    with pytest.raises(ValueError, match="out must be"):
        game.observe(out=out[:, :-1])
