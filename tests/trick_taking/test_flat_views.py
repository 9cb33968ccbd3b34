"""Views for libraries that cannot take a Dict observation."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from pettingzoo.test import api_test, seed_test

from spitzer_env import spitzer_v0
from spitzer_env.registration import seat_vector_env
from tests.shared_checks import seat_env as seat_checks
from tests.shared_checks import seat_vector as vector_checks
from trick_taking.flat_views import (
    FlatObservation,
    FlatSeatObservation,
    FlatVectorObservation,
    MaskInInfo,
)

views = pytest.mark.parametrize("view", [MaskInInfo, FlatObservation])


@views
@pytest.mark.parametrize(
    "options", [{}, {"rules": spitzer_v0.Rules(players=5, deals=5), "episode": "match"}]
)
def test_mask_in_infos_is_the_mask_of_the_observation(view, options):
    plain, env = spitzer_v0.env(**options), view(spitzer_v0.env(**options))
    plain.reset(seed=1)
    env.reset(seed=1)
    for step, agent in enumerate(plain.agent_iter()):
        assert agent == env.agent_selection
        assert env.infos.keys() == plain.infos.keys()
        for other in plain.agents:
            mask = env.infos[other]["action_mask"]
            assert mask.dtype == np.int8
            assert np.array_equal(mask, plain.observe(other)["action_mask"])
            rest = {key: value for key, value in env.infos[other].items() if key != "action_mask"}
            assert rest == plain.infos[other]
        expected, *flags, _ = plain.last()
        observation, *others, info = env.last()
        assert flags == others
        if view is FlatObservation:
            assert np.array_equal(observation, expected["observation"])
            assert observation in env.observation_space(agent)
        else:
            assert seat_checks.same(observation, expected)
        over = flags[1]
        action = None if over else seat_checks.sampled(info["action_mask"], step)
        plain.step(action)
        env.step(action)
    assert env.agents == []
    assert env.infos == {}


def test_flat_observation_space_is_one_box():
    env = FlatObservation(spitzer_v0.env())
    space = env.observation_space("player_0")
    assert isinstance(space, gymnasium.spaces.Box)
    assert (space.dtype, len(space.shape)) == (np.uint8, 1)
    assert space is env.observation_space("player_0")


def test_pettingzoo_takes_the_flat_view_without_warnings():
    api_test(FlatObservation(spitzer_v0.env(illegal="terminate")), num_cycles=200)
    seed_test(lambda: FlatObservation(spitzer_v0.env(illegal="terminate")), num_cycles=60)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_pettingzoo_takes_the_mask_in_info():
    """The two warnings are PettingZoo's own, for every Dict observation."""
    api_test(MaskInInfo(spitzer_v0.env(illegal="terminate")), num_cycles=200)


@views
def test_copies_keep_a_game_under_way(view):
    env = view(spitzer_v0.env())
    env.reset(seed=2)
    for step in range(12):
        action = seat_checks.sampled(env.infos[env.agent_selection]["action_mask"], step)
        for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            twin.step(action)
            other = copy.deepcopy(env)
            other.step(action)
            assert seat_checks.same(twin.observe("player_1"), other.observe("player_1"))
            assert seat_checks.same(twin.infos, other.infos)
        env.step(action)


def make_flat(**options):
    return FlatSeatObservation(gymnasium.make("spitzer_env/Spitzer-v0", **options))


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
def test_flat_seat_passes_the_checker():
    check_env(make_flat(illegal="terminate"), skip_render_check=True)


def test_flat_seat_shows_the_vector_and_keeps_the_mask():
    env, plain = make_flat(), gymnasium.make("spitzer_env/Spitzer-v0")
    observation, info = env.reset(seed=3)
    expected, _ = plain.reset(seed=3)
    done, step = False, 0
    while not done:
        assert np.array_equal(observation, expected["observation"])
        assert observation in env.observation_space
        assert np.array_equal(env.action_masks(), expected["action_mask"])
        action = seat_checks.sampled(info["action_mask"], step)
        observation, reward, done, _, info = env.step(action)
        expected, *others = plain.step(action)
        assert [reward, done] == others[:2]
        step += 1
    assert not env.action_masks().any()


def test_flat_seat_is_made_again_from_its_spec():
    again = gymnasium.make(make_flat(seat=2).spec)
    assert isinstance(again, FlatSeatObservation)
    assert again.reset(seed=1)[1]["seat"] == 2


@pytest.mark.parametrize("mode", vector_checks.MODES)
def test_flat_vector(mode):
    env, plain = (seat_vector_env(4, autoreset_mode=mode) for _ in range(2))
    flat = RecordEpisodeStatistics(FlatVectorObservation(env))
    observation, infos = flat.reset(seed=5)
    expected, _ = plain.reset(seed=5)
    ends = 0
    for step in range(30):
        assert observation in flat.observation_space
        assert np.array_equal(observation, expected["observation"])
        assert np.array_equal(flat.env.action_masks(), plain.action_masks())
        actions = vector_checks.sampled_rows(infos["action_mask"], step)
        observation, rewards, done, _, infos = flat.step(actions)
        expected, *others, told = plain.step(actions)
        assert np.array_equal(rewards, others[0])
        for slot in np.flatnonzero(done):
            ends += 1
            if mode is AutoresetMode.SAME_STEP:
                final = infos["final_obs"][slot]
                assert np.array_equal(final, told["final_obs"][slot]["observation"])
                assert final in flat.single_observation_space
        if mode is AutoresetMode.DISABLED and done.any():
            observation, infos = flat.reset(options={"reset_mask": done})
            expected, _ = plain.reset(options={"reset_mask": done})
    assert ends >= 8
