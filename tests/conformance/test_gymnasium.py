"""Gymnasium: the registry, its checker, and one learner's seat against the PettingZoo game."""

import subprocess
import sys
from functools import partial
from importlib import import_module
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from tests.games_under_test import ALL, each_game
from tests.shared_checks import seat_env as checks
from trick_taking.seat_env import SeatEnv
from trick_taking.seat_vector import SeatVectorEnv

ROOT = Path(__file__).resolve().parents[2]


def seat_variations(case):
    """By name, the options of a learner's seat that differ in what it is and is shown."""
    return {
        **case.variations,
        "revoke": case.revoke,
        "second seat": {"rewards": "relative", "seat": 2},
        "units of a match": {**case.match, "episode": "match"},
    }


def each_seat_variation(wanted):
    return pytest.mark.parametrize(
        ("case", "options"),
        [
            pytest.param(case, options, id=f"{case}-{name}")
            for case in ALL
            for name, options in seat_variations(case).items()
            if wanted(case, options)
        ],
    )


def ends_early(case, options):
    """Whether a revoke may end a deal before the learner has had a turn."""
    return options.get("rules", case.module.Rules()).revoke != "forbidden"


@each_seat_variation(lambda case, options: True)
def test_gymnasium_checker_passes_without_warnings(case, options):
    checks.check_gymnasium_checker(partial(case.registered_seat, **options))


@each_game
def test_made_environment_holds_the_contract(case):
    checks.check_spaces_and_masks(case.registered_seat)
    checks.check_seed(case.registered_seat)
    checks.check_returned_arrays_are_the_callers(case.registered_seat)
    checks.check_global_generator_is_left_alone(case.registered_seat)


@each_seat_variation(lambda case, options: not ends_early(case, options))
def test_learner_sees_and_earns_what_the_aec_seat_does(case, options):
    aec = {key: value for key, value in options.items() if key != "seat"}
    episodes = case.times(4 if options.get("episode") == "match" else 10)
    checks.check_equals_aec(
        partial(case.registered_seat, **options), partial(case.env, **aec), episodes
    )


@each_game
def test_registry_makes_ours(case):
    env = case.registered_seat()
    assert isinstance(env.unwrapped, SeatEnv)
    assert env.spec.id == case.registered
    name, entry = case.registered, "vector_entry_point"
    vector = gymnasium.make_vec(name, num_envs=3, vectorization_mode=entry)
    assert isinstance(vector, SeatVectorEnv)
    assert vector.num_envs == 3
    assert vector.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert isinstance(gymnasium.make_vec(name, num_envs=2), SeatVectorEnv)
    import_module(f"{case.package}.registration").register_gymnasium()  # again: no warning


@each_game
def test_make_vec_takes_the_options(case):
    vector = gymnasium.make_vec(
        case.registered,
        num_envs=3,
        seat=2,
        episode="match",
        history=True,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    assert vector.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observation, infos = vector.reset(seed=1)
    assert infos["seat"].tolist() == [2, 2, 2]
    assert observation["observation"].shape == (3, vector.play.game.layout.size)


@each_game
def test_sync_vectorisation_batches_the_infos(case):
    vector = gymnasium.make_vec(case.registered, num_envs=2, vectorization_mode="sync")
    assert isinstance(vector, SyncVectorEnv)
    observation, infos = vector.reset(seed=3)
    assert np.array_equal(infos["action_mask"], observation["action_mask"])


@each_game
@pytest.mark.parametrize("by_name", [False, True])
def test_make_in_a_fresh_process_loads_no_torch(case, by_name):
    load = "gymnasium" if by_name else f"{case.package}, gymnasium"
    name = f"{case.package}:{case.registered}" if by_name else case.registered
    code = f"import {load}; gymnasium.make('{name}').reset(seed=1)"
    code += "; import sys; print('torch' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout.strip() == "False", done.stderr
