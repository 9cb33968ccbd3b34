"""What must hold for one learner's seat of any game; `make(**options)` builds a `SeatEnv`."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from trick_taking.choice import uniform_legal
from trick_taking.counter import random_keys
from trick_taking.opponents import UniformOpponent

Make = Callable[..., Any]
LEARNER = 7  # names the keys of the learner's own draws


def sampled(mask: np.ndarray, *names: int) -> int:
    """An action drawn uniformly from a mask (A,) by a key named `names`."""
    assert mask.any()
    return int(uniform_legal(mask.astype(bool)[None], random_keys(LEARNER, *names))[0])


def turns(env: Any, episodes: int, seed: int | None = None) -> Iterator[tuple[Any, ...]]:
    """Sampled-mask play: (observation, reward, done, info) of every reset and step."""
    for episode in range(episodes):
        observation, info = env.reset(seed=seed if episode == 0 else None)
        yield observation, 0.0, False, info
        done, step = False, 0
        while not done:
            action = sampled(observation["action_mask"], episode, step)
            observation, reward, done, truncated, info = env.step(action)
            assert not truncated
            step += 1
            yield observation, reward, done, info


def same(first: Any, second: Any) -> bool:
    """Whether nested dicts of arrays and plain values agree bit for bit."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[k], second[k]) for k in first)
    if isinstance(first, tuple):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, np.ndarray):
        return first.dtype == second.dtype and np.array_equal(first, second)
    return first == second


def check_gymnasium_checker(make: Make) -> None:
    """Gymnasium's own checker, which plays illegal actions; every warning is an error."""
    env = make(illegal="terminate", render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)


def check_spaces_and_masks(make: Make, episodes: int = 20) -> None:
    """Observations lie in the space; the mask is the same wherever it is shown."""
    env = make()
    for observation, _, done, info in turns(env, episodes, seed=3):
        assert observation in env.observation_space
        mask = observation["action_mask"]
        masks = env.get_wrapper_attr("action_masks")()
        assert mask.dtype == info["action_mask"].dtype == np.int8
        assert masks.dtype == np.bool_
        assert masks.shape == (env.action_space.n,)
        assert np.array_equal(mask, info["action_mask"])
        assert np.array_equal(mask, masks)
        assert mask.any() != done


def check_seed(make: Make) -> None:
    """The same seed gives the same play in another object and again in the same one."""
    first, second = make(), make()
    played = list(turns(first, 5, seed=11))
    assert same(tuple(played), tuple(turns(second, 5, seed=11)))
    assert same(tuple(played), tuple(turns(first, 5, seed=11)))
    others = [make().reset(seed=seed)[0]["observation"].tobytes() for seed in range(20)]
    assert len(set(others)) == 20
    starts = [make().reset()[0]["observation"].tobytes() for _ in range(8)]
    assert len(set(starts)) > 1, "without a seed the first deal comes from entropy"


def check_global_generator_is_left_alone(make: Make) -> None:
    """Neither read nor reseeded."""
    np.random.seed(5)  # noqa: NPY002
    expected = np.random.random(3)  # noqa: NPY002
    np.random.seed(5)  # noqa: NPY002
    list(turns(make(), 2, seed=1))
    assert np.array_equal(np.random.random(3), expected)  # noqa: NPY002


def check_rewards_are_the_units(make: Make, episodes: int = 200) -> None:
    """The rewards of an episode add up to the units of the learner's own seat, whoever ended it."""
    env = make()
    total, ends, others = 0.0, 0, 0
    for _, reward, done, info in turns(env, episodes, seed=5):
        total += reward
        if done:
            units = info["deal_result"]["units"]
            assert total == units[info["seat"]]
            others += total != units[(info["seat"] + 1) % len(units)]
            total, ends = 0.0, ends + 1
    assert ends == episodes
    assert others > episodes // 8, "the learner's units must differ from its neighbour's"


def check_match_rewards(make: Make, episodes: int = 3) -> None:
    """In a match every deal is paid once, to the learner's seat."""
    env = make(episode="match")
    paid, units = [], []
    for _, reward, _, info in turns(env, episodes, seed=6):
        if reward:
            paid.append(reward)
        if "deal_result" in info and info["deal_result"]["units"][info["seat"]]:
            units.append(info["deal_result"]["units"][info["seat"]])
    assert paid == units
    assert len(paid) > episodes


def check_equals_aec(make: Make, make_aec: Make, episodes: int = 10) -> None:
    """The learner sees and is paid what the PettingZoo environment shows and pays that seat."""
    env, aec, others = make(), make_aec(), UniformOpponent()
    for episode in range(episodes):
        seed = 40 + episode
        observation, info = env.reset(seed=seed)
        aec.reset(seed=seed)
        me = f"player_{info['seat']}"
        total, paid, done, step = 0.0, 0.0, False, 0
        while True:
            while aec.agent_selection != me and not all(aec.terminations.values()):
                aec.step(int(others.act(aec.unwrapped.game.view())[0]))
                paid += aec.rewards[me]
            assert same(observation, aec.observe(me))
            if done:
                break
            action = sampled(observation["action_mask"], seed, step)
            observation, reward, done, _, info = env.step(action)
            aec.step(action)
            paid += aec.rewards[me]
            total, step = total + reward, step + 1
        assert total == paid
        assert info["deal_result"] == aec.infos[me]["deal_result"]


def check_illegal_is_refused(make: Make, wrong: int, message: str) -> None:
    """`wrong` is illegal at the first turn: refused by a ValueError, and nothing has changed."""
    env, twin = make(illegal="raise"), make(illegal="raise")
    before = env.reset(seed=2)
    assert same(before, twin.reset(seed=2))
    for action in (wrong, -1, 10_000):
        with pytest.raises(ValueError, match=message):
            env.step(action)
    for action in (1.5, None, "QC", [3]):
        with pytest.raises(ValueError, match="whole number"):
            env.step(action)
    action = sampled(before[0]["action_mask"], 0)
    assert same(env.step(action), twin.step(action))


def check_illegal_terminates(make: Make, wrong: int, stake: float) -> None:
    """An illegal action ends the episode at the largest stake; the next episode is whole."""
    env = make(illegal="terminate")
    env.reset(seed=2)
    observation, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (-stake, True, False)
    assert not observation["action_mask"].any()
    assert observation in env.observation_space
    assert "deal_result" not in info
    with pytest.raises(ValueError, match="reset"):
        env.unwrapped.step(wrong)
    assert env.reset()[0]["action_mask"].any()


def check_returned_arrays_are_the_callers(make: Make) -> None:
    """Writing into what was returned changes no later answer."""
    env, twin = make(), make()
    for mine, theirs in zip(turns(env, 3, seed=9), turns(twin, 3, seed=9), strict=True):
        assert same(mine, theirs)
        mine[0]["observation"][:] = 77
        mine[3]["action_mask"][:] = 1


def check_copies_go_on_alike(make: Make) -> None:
    """deepcopy and pickle keep a game under way whole, and the copy stands on its own."""
    env = make().unwrapped
    observation, _ = env.reset(seed=4)
    for step in range(4):
        copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        action = sampled(observation["action_mask"], step)
        expected = env.step(action)
        for twin in copies:
            assert same(twin.step(action), expected)
        observation = expected[0]


class Spy:
    """A uniformly random opponent that notes which seats it played."""

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def act(self, view: Any) -> np.ndarray:
        self.seats |= set(view.information_state.seat.tolist())
        return UniformOpponent().act(view)


def check_opponents_keep_their_places(make: Make, num_seats: int) -> None:
    """A list of opponents sits clockwise from the learner's left; nobody plays its seat."""
    for seat in range(num_seats):
        spies = [Spy() for _ in range(num_seats - 1)]
        list(turns(make(opponents=spies, seat=seat), 2, seed=1))
        expected = [{(seat + step) % num_seats} for step in range(1, num_seats)]
        assert [spy.seats for spy in spies] == expected
