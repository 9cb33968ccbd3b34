"""One trajectory a seat, on numbers worked by hand."""

import numpy as np
import pytest

from agents.trajectories import chains, own_advantages

# One game of two seats: moves 0..4 by seats 0 1 0 1 1, then nobody.
SEATS = np.array([[0], [1], [0], [1], [1], [-1]], np.int8)
STORED = SEATS >= 0
VALUES = np.array([[1.0], [2.0], [3.0], [4.0], [5.0], [99.0]], np.float32)
FINAL = np.array([[10.0, -10.0]], np.float32)


def test_lambda_one_two_seats_interleaved() -> None:
    worth = own_advantages(SEATS, STORED, FINAL, VALUES, trace=1.0)
    assert worth.returns[:, 0].tolist() == [10.0, -10.0, 10.0, -10.0, -10.0, 0.0]
    assert worth.advantages[:, 0].tolist() == [9.0, -12.0, 7.0, -14.0, -15.0, 0.0]
    assert worth.uncredited.tolist() == [[0.0, 0.0]]


def test_lambda_zero_looks_to_the_seats_own_next_value() -> None:
    worth = own_advantages(SEATS, STORED, FINAL, VALUES, trace=0.0)
    # seat 0: 3 - 1, 10 - 3; seat 1: 4 - 2, 5 - 4, -10 - 5
    assert worth.advantages[:, 0].tolist() == [2.0, 2.0, 7.0, 1.0, -15.0, 0.0]
    assert worth.returns[:, 0].tolist() == [3.0, 4.0, 10.0, 5.0, -10.0, 0.0]


def test_lambda_half() -> None:
    worth = own_advantages(SEATS, STORED, FINAL, VALUES, trace=0.5)
    # seat 0: 7, then 2 + 7/2; seat 1: -15, then 1 - 15/2 = -6.5, then 2 - 6.5/2 = -1.25
    assert worth.advantages[:, 0].tolist() == [5.5, -1.25, 7.0, -6.5, -15.0, 0.0]


def test_discount_is_counted_per_own_decision() -> None:
    worth = own_advantages(SEATS, STORED, FINAL, VALUES, discount=0.5, trace=1.0)
    assert worth.returns[:, 0].tolist() == [5.0, -2.5, 10.0, -5.0, -10.0, 0.0]


def test_reward_that_falls_while_another_seat_acts_goes_to_the_last_own_decision() -> None:
    rewards = np.zeros((6, 1, 2), np.float32)
    rewards[1, 0] = [7.0, 0.0]  # seat 1 moves, seat 0 is paid: its move 0 earned it
    rewards[2, 0] = [1.0, 2.0]  # seat 0 is paid for its move 2, seat 1 for its move 1
    worth = own_advantages(SEATS, STORED, rewards, np.zeros_like(VALUES), trace=0.0)
    assert worth.advantages[:, 0].tolist() == [7.0, 2.0, 1.0, 0.0, 0.0, 0.0]


def test_reward_after_the_last_move_goes_to_each_seats_last_decision() -> None:
    rewards = np.zeros((6, 1, 2), np.float32)
    rewards[4, 0] = [10.0, -10.0]
    stepwise = own_advantages(SEATS, STORED, rewards, VALUES)
    at_the_end = own_advantages(SEATS, STORED, FINAL, VALUES)
    assert np.array_equal(stepwise.advantages, at_the_end.advantages)


def test_forced_moves_are_passed_over() -> None:
    stored = STORED.copy()
    stored[[2, 4]] = False
    worth = own_advantages(SEATS, stored, FINAL, VALUES, trace=0.5)
    # seat 0: 10 - 1; seat 1: -10 - 4, then 4 - 2 - 14/2
    assert worth.advantages[:, 0].tolist() == [9.0, -5.0, 0.0, -14.0, 0.0, 0.0]
    assert worth.returns[:, 0].tolist() == [10.0, -3.0, 0.0, -10.0, 0.0, 0.0]


def test_reward_of_a_seat_without_decisions_is_uncredited() -> None:
    stored = STORED & (SEATS == 1)
    worth = own_advantages(SEATS, stored, FINAL, VALUES, trace=1.0)
    assert worth.uncredited.tolist() == [[10.0, 0.0]]
    assert worth.advantages[[0, 2], 0].tolist() == [0.0, 0.0]


def test_reward_before_the_first_decision_is_uncredited() -> None:
    rewards = np.zeros((6, 1, 2), np.float32)
    rewards[0, 0] = [0.0, 3.0]
    worth = own_advantages(SEATS, STORED, rewards, np.zeros_like(VALUES), trace=1.0)
    assert worth.uncredited.tolist() == [[0.0, 3.0]]
    assert not worth.returns.any()


def random_rollout(seed: int) -> tuple[np.ndarray, ...]:
    random = np.random.default_rng(seed)
    seats = random.integers(0, 3, (12, 7)).astype(np.int8)
    for game, length in enumerate(random.integers(3, 13, 7)):
        seats[length:, game] = -1
    stored = (seats >= 0) & (random.random((12, 7)) < 0.7)
    rewards = random.normal(size=(12, 7, 3)).astype(np.float32)
    return seats, stored, rewards, random.normal(size=(12, 7)).astype(np.float32)


@pytest.mark.parametrize("seed", range(20))
def test_random_rollouts_agree_with_one_chain_at_a_time(seed: int) -> None:
    seats, stored, rewards, values = random_rollout(seed)
    discount, trace = 0.9, 0.8
    worth = own_advantages(seats, stored, rewards, values, discount, trace)
    for game in range(seats.shape[1]):
        for seat in range(3):
            own = [move for move in range(12) if stored[move, game] and seats[move, game] == seat]
            ends = [*own[1:], 12] if own else []
            advantage, following = 0.0, 0.0
            for move, end in reversed(list(zip(own, ends, strict=True))):
                paid = float(rewards[move:end, game, seat].sum())
                value = float(values[move, game])
                advantage = paid + discount * following - value + discount * trace * advantage
                following = value
                assert worth.advantages[move, game] == pytest.approx(advantage, abs=1e-5)
            before = rewards[: own[0] if own else 12, game, seat].sum()
            assert worth.uncredited[game, seat] == pytest.approx(float(before), abs=1e-5)


def test_games_do_not_influence_each_other() -> None:
    seats, stored, rewards, values = random_rollout(99)
    whole = own_advantages(seats, stored, rewards, values)
    for game in range(seats.shape[1]):
        one = slice(game, game + 1)
        alone = own_advantages(seats[:, one], stored[:, one], rewards[:, one], values[:, one])
        assert np.array_equal(alone.advantages, whole.advantages[:, one])


def test_chains_hold_each_seats_own_decisions_in_order() -> None:
    seats = np.array([[0, 1], [1, 1], [0, -1]], np.int8)
    stored = np.array([[True, True], [True, True], [True, False]])
    found = chains(seats, stored)
    assert found.games.tolist() == [0, 0, 0, 1, 1]
    assert found.seats.tolist() == [0, 0, 1, 1, 1]
    assert found.moves.tolist() == [0, 2, 1, 0, 1]
    assert found.starts.tolist() == [0, 2, 3, 5]


def test_chains_of_nothing() -> None:
    found = chains(SEATS, np.zeros_like(STORED))
    assert found.starts.tolist() == [0]
    assert len(found.moves) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stored": STORED[:2]}, r"stored \(2, 1\)"),
        ({"values": VALUES[:, 0]}, r"values \(6,\)"),
        ({"rewards": np.zeros((5, 1, 2))}, r"rewards \(5, 1, 2\)"),
        ({"rewards": np.zeros(2)}, r"rewards \(2,\)"),
        ({"stored": STORED.astype(np.int8)}, "must be bool"),
        ({"stored": np.ones_like(STORED)}, "has no seat"),
        ({"discount": 1.1}, "discount 1.1"),
        ({"trace": -0.1}, "trace -0.1"),
    ],
)
def test_wrong_input_is_refused(change: dict[str, object], message: str) -> None:
    given = {"seats": SEATS, "stored": STORED, "rewards": FINAL, "values": VALUES} | change
    with pytest.raises(ValueError, match=message):
        own_advantages(**given)  # type: ignore[arg-type]
