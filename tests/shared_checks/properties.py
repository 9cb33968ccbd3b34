"""What every position of any batched game has, whatever the rules, seed and play.

Each check takes a game and draws what it needs; the tests of a game run all of `CHECKS`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from tests.shared_checks.game_under_test import GameUnderTest, lawful_at_random, play_on
from trick_taking.cards import NO_SEAT

SEEDS = st.integers(0, 2**63)
GAMES = st.integers(1, 5)
EPISODES = st.sampled_from(["deal", "match"])


def drawn_game(case: GameUnderTest, data: st.DataObject, seed: int, **options: Any) -> Any:
    """A batch of a few games under drawn rules, of drawn episodes unless `options` say which."""
    settings = {
        "rules": data.draw(case.rules, label="rules"),
        "episode": data.draw(EPISODES, label="episode"),
    }
    games = data.draw(GAMES, label="games")
    return case.vector_env(games, seed=seed, **{**settings, **options})


def check_cards_are_conserved(case: GameUnderTest, data: st.DataObject) -> None:
    seed = data.draw(SEEDS, label="seed")
    game = drawn_game(case, data, seed)
    for _ in play_on(game, seed, case.longest_deal + 9):
        piles, pack = case.piles(game), case.pack(game.rules)
        assert (np.bitwise_or.reduce(piles, axis=1) == pack).all()
        assert (np.bitwise_count(piles).sum(axis=1) == pack.bit_count()).all()


def check_one_seat_is_to_act_and_has_a_legal_action(
    case: GameUnderTest, data: st.DataObject
) -> None:
    seed = data.draw(SEEDS, label="seed")
    game = drawn_game(case, data, seed)
    for _ in play_on(game, seed, case.longest_deal + 9):
        seats, legal, lawful = game.seat, game.legal, game.lawful
        assert ((seats >= 0) & (seats < game.rules.players)).all()
        assert legal.shape == lawful.shape == (game.num_games, game.num_actions)
        assert lawful.any(axis=1).all()
        assert (legal | ~lawful).all()
        if game.rules.revoke == "forbidden":
            assert (legal == lawful).all()
        hands = game.state.hands[np.arange(game.num_games), seats]
        cards = np.arange(game.num_cards, dtype=np.uint64)
        held = (hands[:, None] >> cards & np.uint64(1)).astype(bool)
        assert not (legal[:, : game.num_cards] & ~held).any()
        case.check_position(game)


def check_points_add_up(case: GameUnderTest, data: st.DataObject) -> None:
    seed = data.draw(SEEDS, label="seed")
    game = drawn_game(case, data, seed, episode="deal", autoreset=False)
    for step in play_on(game, seed, case.longest_deal + 4):
        assert (case.tally(game) == case.whole_tally).all()
        if step.results is not None:
            case.check_results(step.results, game.rules)


def check_units_are_paid_once(case: GameUnderTest, data: st.DataObject) -> None:
    seed = data.draw(SEEDS, label="seed")
    game = drawn_game(case, data, seed)
    for step in play_on(game, seed, 2 * case.longest_deal + 8):
        if step.results is None:
            assert not step.rewards.any()
            assert not step.done.any()
            continue
        units, rows = step.results.units, step.results.rows
        case.check_results(step.results, game.rules)
        assert (np.abs(units) <= game.rules.largest_stake).all()
        assert (step.rewards[rows] == units).all()
        others = np.setdiff1d(np.arange(game.num_games), rows)
        assert not step.rewards[others].any()
        assert not step.done[others].any()
        if game.episode == "deal":
            assert step.done[rows].all()


def check_relative_and_win_rewards_are_zero_sum(case: GameUnderTest, data: st.DataObject) -> None:
    seed = data.draw(SEEDS, label="seed")
    rewards = data.draw(st.sampled_from(["relative", "win"]), label="rewards")
    rules = data.draw(case.short_matches, label="rules")
    game = case.vector_env(3, rules=rules, seed=seed, episode="match", rewards=rewards)
    for step in play_on(game, seed, 2 * case.longest_deal + 3):
        assert np.abs(step.rewards.sum(axis=1)).max() < 1e-5
        if rewards == "win":
            assert not step.rewards[~step.done].any()
            assert (np.abs(step.rewards) < 1).all()


def check_proven_voids_are_true_and_complete(case: GameUnderTest, data: st.DataObject) -> None:
    seed = data.draw(SEEDS, label="seed")
    rules = data.draw(case.rules, label="rules")
    game = case.vector_env(3, rules=rules, seed=seed, autoreset=False)
    choose = lawful_at_random(seed)
    proven = np.zeros((3, rules.players, case.groups(game).shape[1]), bool)
    for _ in range(case.longest_deal):
        before, actions = game.copy(), choose(game)
        game.step(actions)
        for row in np.flatnonzero(before.seat != NO_SEAT):
            if game.state.deal_number[row] != before.state.deal_number[row]:  # dealt again
                proven[row] = False
                continue
            for seat, group in case.proves(before, game, int(row), int(actions[row])):
                proven[row, seat, group] = True
        groups = np.arange(proven.shape[2])
        voids = (game.state.voids[:, :, None] >> groups & 1).astype(bool)
        assert (voids == proven).all()
        held = (game.state.hands[:, :, None] & case.groups(game)[:, None, :]) != 0
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


def check_a_row_of_a_batch_equals_the_single_game(case: GameUnderTest, data: st.DataObject) -> None:
    seed = data.draw(SEEDS, label="seed")
    games = data.draw(st.integers(2, 4), label="games")
    settings = {
        "rules": data.draw(case.rules, label="rules"),
        "episode": data.draw(EPISODES, label="episode"),
        "history": data.draw(st.booleans(), label="history"),
    }
    batch = case.vector_env(games, seed=seed, **settings)
    singles = [case.vector_env(1, seed=seed, streams=[row], **settings) for row in range(games)]
    choose = lawful_at_random(seed)
    for move in range(case.longest_deal + 4):
        actions = choose(batch)
        step = batch.step(actions)
        alone = [single.step(actions[row : row + 1]) for row, single in enumerate(singles)]
        assert np.array_equal(step.rewards, np.concatenate([one.rewards for one in alone]))
        assert np.array_equal(step.done, np.concatenate([one.done for one in alone]))
        if move % 6 == 0 or step.done.any():
            assert_same_rows(batch, list(range(games)), singles)


def check_resetting_rows_changes_no_bit_of_the_others(
    case: GameUnderTest, data: st.DataObject
) -> None:
    seed = data.draw(SEEDS, label="seed")
    some = st.lists(st.integers(0, 5), min_size=1, max_size=5, unique=True)
    rows, reseed = data.draw(some, label="rows"), data.draw(st.booleans(), label="reseed")
    rules = data.draw(st.sampled_from(case.plain_rules), label="rules")
    game = case.vector_env(6, rules=rules, seed=seed, episode="match")
    for _ in play_on(game, seed, 1 + seed % (2 * case.longest_deal)):
        pass
    others = [row for row in range(6) if row not in rows]
    before, seen = game.state.select(others), game.observe()[others]
    game.reset(seed=seed + 1 if reseed else None, rows=rows)
    assert game.state.select(others).equals(before)
    np.testing.assert_array_equal(game.observe()[others], seen)
    assert (game.state.moves[rows] == 0).all()
    assert (game.state.totals[rows] == 0).all()


def check_dealing_anew_by_itself_is_a_reset_of_the_finished_rows(
    case: GameUnderTest, data: st.DataObject
) -> None:
    seed = data.draw(SEEDS, label="seed")
    settings = {"rules": data.draw(case.short_matches, label="rules"), "seed": seed}
    settings["episode"] = data.draw(EPISODES, label="episode")
    game = case.vector_env(3, **settings)
    by_hand = case.vector_env(3, **settings, autoreset=False)
    choose = lawful_at_random(seed)
    for move in range(2 * case.longest_deal):
        actions = choose(game)
        step, twin = game.step(actions), by_hand.step(actions)
        assert np.array_equal(step.rewards, twin.rewards)
        assert np.array_equal(step.done, twin.done)
        assert (by_hand.seat[twin.done] == NO_SEAT).all()
        assert not by_hand.legal[twin.done].any()
        if twin.done.any():
            by_hand.reset(rows=np.flatnonzero(twin.done))
        if twin.done.any() or move % 6 == 0:
            assert by_hand.state.equals(game.state)


def check_copies_go_their_own_way(case: GameUnderTest, data: st.DataObject) -> None:
    seed = data.draw(SEEDS, label="seed")
    rules = data.draw(case.rules, label="rules")
    game = case.vector_env(4, rules=rules, seed=seed, episode="match")
    for _ in play_on(game, seed, seed % (case.longest_deal + 14)):
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


def check_select_and_assign_keep_everything(case: GameUnderTest, data: st.DataObject) -> None:
    seed = data.draw(SEEDS, label="seed")
    rows = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=6), label="rows")
    settings = {"rules": data.draw(case.rules, label="rules"), "episode": "match", "history": True}
    game = case.vector_env(4, seed=seed, **settings)
    for _ in play_on(game, seed, seed % (case.longest_deal + 14)):
        pass
    picked = game.state.select(rows)
    assert picked.num_rows == len(rows)
    bench = case.vector_env(len(rows), seed=seed + 1, **settings)
    bench.state.assign(np.arange(len(rows)), picked)
    assert_same_rows(game, rows, [bench])
    choose = lawful_at_random(seed)
    for _ in range(case.longest_deal + 4):
        actions = choose(game)
        game.step(actions)
        bench.step(actions[rows])
    assert_same_rows(game, rows, [bench])


def dealt(case: GameUnderTest, game: Any) -> dict[tuple[int, int], tuple[int, str]]:
    """The rows that have just been dealt: (stream, k) to the dealer and all cards."""
    state = game.state
    return {
        (int(state.stream[row]), int(state.deal_number[row])): (
            int(state.dealer[row]),
            case.kit.deal_text(game, int(row)),
        )
        for row in np.flatnonzero(state.moves == 0)
    }


def check_deal_k_of_row_r_is_a_pure_function(case: GameUnderTest, data: st.DataObject) -> None:
    """Whatever the batch size, the play and the resets before it."""
    seed, small = data.draw(SEEDS, label="seed"), data.draw(st.integers(1, 4), label="small")
    rules = data.draw(st.sampled_from(case.plain_rules), label="rules")
    seen: dict[tuple[int, int], tuple[int, str]] = {}
    for games, play_seed in ((small, 1), (small + 3, 2)):
        game = case.vector_env(games, rules=rules, seed=seed)
        found = dealt(case, game)
        for number, _ in enumerate(play_on(game, play_seed, 2 * case.longest_deal)):
            found |= dealt(case, game)
            if number == 10:
                game.reset(rows=[0])  # goes on to the next deal of row 0
                found |= dealt(case, game)
        for key, deal in found.items():
            assert seen.setdefault(key, deal) == deal
    assert (0, 2) in seen
    again = case.vector_env(1, rules=rules, seed=seed + 1)
    again.reset(seed=seed)
    assert dealt(case, again)[0, 0] == seen[0, 0]
    other = case.vector_env(1, rules=rules, seed=seed + 1)
    assert dealt(case, other)[0, 0] != seen[0, 0]


def check_equal_streams_get_equal_deals_and_keys(case: GameUnderTest, data: st.DataObject) -> None:
    game = case.vector_env(4, seed=data.draw(SEEDS, label="seed"), streams=[7, 7, 9, 7])
    assert game.state.hands[0].tolist() == game.state.hands[1].tolist()
    assert game.state.hands[0].tolist() != game.state.hands[2].tolist()
    keys = game.view().keys
    assert keys[0] == keys[1] == keys[3] != keys[2]


def check_returned_arrays_are_the_callers(case: GameUnderTest, data: st.DataObject) -> None:
    seed = data.draw(SEEDS, label="seed")
    game = case.vector_env(3, seed=seed, episode="match", history=True)
    for _ in play_on(game, seed, seed % (case.longest_deal + 4)):
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
    for _ in play_on(game, seed, case.longest_deal + 4):
        pass
    assert (step.rewards == rewards).all()
    assert (step.done == done).all()


def check_a_buffer_given_is_filled_whole(case: GameUnderTest, data: st.DataObject) -> None:
    seed = data.draw(SEEDS, label="seed")
    game = case.vector_env(3, seed=seed, history=True)
    for _ in play_on(game, seed, seed % (case.longest_deal + 14)):
        pass
    out = np.full((3, game.layout.size), 77, np.uint8)
    assert game.observe(out=out) is out
    np.testing.assert_array_equal(out, game.observe())
    np.testing.assert_array_equal(out, game.observe_seats(game.seat))
    np.testing.assert_array_equal(out, game.view().observation)
    with pytest.raises(ValueError, match="out must be"):
        game.observe(out=out[:, :-1])


CHECKS = tuple(check for name, check in globals().items() if name.startswith("check_"))
