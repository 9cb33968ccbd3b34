"""What must hold for many games with one learner's seat each.

`make_vector(num_envs, **options)` builds a `SeatVectorEnv`, `make(**options)` a `SeatEnv`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from tests.shared_checks.seat_env import LEARNER, same
from trick_taking.choice import uniform_legal
from trick_taking.counter import random_keys

MakeVector = Callable[..., Any]
MODES = tuple(AutoresetMode)


def sampled_rows(masks: np.ndarray, step: int) -> np.ndarray:
    """(G,) actions, each drawn uniformly from its mask; 0 where a mask is empty."""
    keys = random_keys(LEARNER, step, np.arange(len(masks)))
    return uniform_legal(masks.astype(bool), keys)


def turns(env: Any, steps: int, seed: int | None) -> Iterator[tuple[Any, ...]]:
    """Sampled-mask play in any mode: the answer of the first reset, then of every step.

    Under DISABLED the games that are over are reset between the steps, and what the reset shows
    takes the place of what the step showed.
    """
    observation, infos = env.reset(seed=seed)
    yield observation, infos
    for step in range(steps):
        answer = env.step(sampled_rows(observation["action_mask"], step))
        yield answer
        observation, done = answer[0], answer[2]
        if env.metadata["autoreset_mode"] == AutoresetMode.DISABLED and done.any():
            observation, _ = env.reset(options={"reset_mask": done})


class Slot:
    """One game of a batch, played by itself: the single environment in the same mode."""

    def __init__(self, env: Any, mode: AutoresetMode, number: int) -> None:
        self.env, self.mode, self.number = env, mode, number
        self.over = False

    def reset(self, seed: int | None) -> dict[str, Any]:
        self.shown, self.info = self.env.reset(seed=seed)
        self.over = False
        return self.shown

    def step(self, action: int) -> tuple[dict[str, Any], float, bool]:
        """What the batch must show of this game after the step."""
        self.final = None
        if self.over and self.mode == AutoresetMode.NEXT_STEP:
            return self.reset(None), 0.0, False
        self.shown, reward, self.over, _, self.info = self.env.step(action)
        done = self.over
        if done and self.mode == AutoresetMode.SAME_STEP:
            self.final, self.final_info = self.shown, self.info
            self.reset(None)
        return self.shown, reward, done


def check_slots_equal_single_envs(
    make_vector: MakeVector, make: MakeVector, mode: AutoresetMode, steps: int = 60, **options: Any
) -> None:
    """Slot i shows and pays what the single environment of stream i does, in every step."""
    num_envs, seed = 5, 21
    env = make_vector(num_envs, autoreset_mode=mode, **options)
    slots = [Slot(make(stream=i, **options), mode, i) for i in range(num_envs)]
    observation, infos = env.reset(seed=seed)
    expected = [slot.reset(seed) for slot in slots]
    for step in range(steps):
        for i, slot in enumerate(slots):
            assert same({k: v[i] for k, v in observation.items()}, expected[i])
            assert_info(infos, i, slot.info)
        actions = sampled_rows(observation["action_mask"], step)
        observation, rewards, done, truncated, infos = env.step(actions)
        answers = [slot.step(int(actions[i])) for i, slot in enumerate(slots)]
        expected = [answer[0] for answer in answers]
        assert rewards.tolist() == [answer[1] for answer in answers]
        assert done.tolist() == [answer[2] for answer in answers]
        assert not truncated.any()
        for i, slot in enumerate(slots):
            assert (slot.final is not None) == bool(infos.get("_final_obs", np.zeros(9))[i])
            if slot.final is not None:
                assert same(infos["final_obs"][i], slot.final)
                assert_info(infos["final_info"], i, slot.final_info)
        if mode == AutoresetMode.DISABLED and done.any():
            observation, infos = env.reset(options={"reset_mask": done})
            for i in np.flatnonzero(done):
                expected[i] = slots[i].reset(None)
            for i in np.flatnonzero(~done):
                slots[i].info.pop("deal_result", None)


def assert_info(infos: dict[str, Any], slot: int, expected: dict[str, Any]) -> None:
    """The batch's infos say the same of `slot` as the single environment's info."""
    for key in ("action_mask", "seat", "lawful_mask"):
        assert (key in infos) == (key in expected)
        if key in expected:
            assert infos[f"_{key}"][slot]
            assert np.array_equal(infos[key][slot], expected[key])
    ended = "deal_result" in infos and bool(infos["_deal_result"][slot])
    assert ended == ("deal_result" in expected)
    if ended:
        for name in ("units", "deal_number", "dealer"):
            value = infos["deal_result"][name][slot]
            assert value.tolist() == expected["deal_result"][name]
            assert infos["deal_result"][f"_{name}"][slot]


def check_containment(make_vector: MakeVector, mode: AutoresetMode) -> None:
    """Every batch lies in the batched space and every slot in the single one."""
    env = make_vector(6, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    assert env.autoreset_mode is mode
    for answer in turns(env, 40, seed=2):
        assert answer[0] in env.observation_space
        slot = {key: values[3] for key, values in answer[0].items()}
        assert slot in env.single_observation_space
        if len(answer) == 5:
            _, rewards, done, truncated, infos = answer
            assert rewards.shape == done.shape == truncated.shape == (6,)
            assert (rewards.dtype, done.dtype, truncated.dtype) == (np.float64, bool, bool)
            for key in infos:
                assert key.startswith("_") or infos[f"_{key}"].shape == (6,)


def check_statistics_wrapper(
    make_vector: MakeVector, mode: AutoresetMode, one_length: bool
) -> None:
    """RecordEpisodeStatistics counts each episode once, with the units of the learner's seat.

    one_length: whether a seat has the same number of turns in every deal
    """
    env = RecordEpisodeStatistics(make_vector(6, autoreset_mode=mode), buffer_length=10_000)
    expected = []
    for answer in turns(env, 90, seed=2):
        infos = answer[-1]
        told = infos.get("final_info", infos)
        if "episode" in infos:
            for slot in np.flatnonzero(infos["_episode"]):
                units = told["deal_result"]["units"][slot]
                assert infos["episode"]["r"][slot] == units[told["seat"][slot]]
                expected.append(infos["episode"]["r"][slot])
    assert len(expected) > 20
    assert env.episode_count == len(expected)
    assert list(env.return_queue) == expected
    lengths = set(env.length_queue)
    assert min(lengths) > 1
    assert len(lengths) == 1 or not one_length, f"every episode has as many turns, not {lengths}"


def check_reset_mask_touches_no_other_row(make_vector: MakeVector) -> None:
    """A partial reset deals only its rows anew; the others go on as if nothing had been."""
    env = make_vector(6, autoreset_mode=AutoresetMode.DISABLED)
    observation, _ = env.reset(seed=8)
    env.step(sampled_rows(observation["action_mask"], 0))
    twin = copy.deepcopy(env)
    mask = np.array([False, True, False, False, True, False])
    options = {"reset_mask": mask}
    after, infos = env.reset(options=options)
    assert options["reset_mask"] is mask
    untouched = twin.action_masks()
    assert np.array_equal(env.action_masks()[~mask], untouched[~mask])
    assert "deal_result" not in infos
    actions = sampled_rows(after["action_mask"], 1)
    legal = np.where(mask, sampled_rows(untouched, 1), actions)
    mine, theirs = env.step(actions), twin.step(legal)
    for key in ("observation", "action_mask"):
        assert np.array_equal(mine[0][key][~mask], theirs[0][key][~mask])
    assert not np.array_equal(mine[0]["observation"][mask], theirs[0]["observation"][mask])


def check_returned_arrays_are_kept(make_vector: MakeVector, mode: AutoresetMode) -> None:
    """No array returned earlier changes later, and writing into one changes no later answer."""
    env, twin = (make_vector(4, autoreset_mode=mode) for _ in range(2))
    kept = []
    for mine, theirs in zip(turns(env, 25, seed=3), turns(twin, 25, seed=3), strict=True):
        assert same_infos(mine, theirs)
        kept.append((theirs, copy.deepcopy(theirs)))
        mine[0]["observation"][:] = 99
        mine[-1]["action_mask"][:] = 1
        for entry in mine[1:-1]:
            entry[:] = 0 if entry.dtype == np.float64 else entry
    for answer, snapshot in kept:
        assert same_infos(answer, snapshot)


def same_infos(first: Any, second: Any) -> bool:
    """`same`, with object arrays compared entry by entry."""
    if isinstance(first, np.ndarray) and first.dtype == object:
        return all(same_infos(one, other) for one, other in zip(first, second, strict=True))
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same_infos(first[k], second[k]) for k in first)
    if isinstance(first, tuple):
        return all(same_infos(one, other) for one, other in zip(first, second, strict=True))
    return same(first, second)
