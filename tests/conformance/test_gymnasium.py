"""Gymnasium: the registry, its checker, and one learner's seat against the PettingZoo game."""

import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from spitzer_env import registration, spitzer_v0
from tests.shared_checks import seat_env as checks
from trick_taking.seat_env import SeatEnv
from trick_taking.seat_vector import SeatVectorEnv

ROOT = Path(__file__).resolve().parents[2]
ID = "spitzer_env/Spitzer-v0"
MATCH = {"rules": spitzer_v0.Rules(deals=3), "episode": "match"}
OPTIONS = [
    {},
    {"history": True},
    {"rewards": "relative", "seat": 2},
    {"rules": spitzer_v0.Rules(revoke="lose_deal")},
    {"rules": spitzer_v0.Rules(players=5)},
    {**MATCH, "rewards": "win"},
]


def make(**options):
    return gymnasium.make(ID, **options)


@pytest.mark.parametrize("options", OPTIONS)
def test_gymnasium_checker_passes_without_warnings(options):
    checks.check_gymnasium_checker(lambda **more: make(**options, **more))


def test_made_environment_holds_the_contract():
    checks.check_spaces_and_masks(make)
    checks.check_seed(make)
    checks.check_returned_arrays_are_the_callers(make)
    checks.check_global_generator_is_left_alone(make)


@pytest.mark.parametrize(
    "options", [{}, MATCH, {"rules": spitzer_v0.Rules(players=5)}, {"seat": 1}]
)
def test_learner_sees_and_earns_what_the_aec_seat_does(options):
    aec = {key: value for key, value in options.items() if key != "seat"}
    checks.check_equals_aec(
        lambda: make(**options), lambda: spitzer_v0.env(**aec), 10 if options != MATCH else 4
    )


def test_registry_makes_ours():
    env = make()
    assert isinstance(env.unwrapped, SeatEnv)
    assert env.spec.id == ID
    vector = gymnasium.make_vec(ID, num_envs=3, vectorization_mode="vector_entry_point")
    assert isinstance(vector, SeatVectorEnv)
    assert vector.num_envs == 3
    assert vector.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert isinstance(gymnasium.make_vec(ID, num_envs=2), SeatVectorEnv)
    registration.register_gymnasium()  # again: no warning


def test_make_vec_takes_the_options():
    vector = gymnasium.make_vec(
        ID,
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


def test_sync_vectorisation_batches_the_infos():
    vector = gymnasium.make_vec(ID, num_envs=2, vectorization_mode="sync")
    assert isinstance(vector, SyncVectorEnv)
    observation, infos = vector.reset(seed=3)
    assert np.array_equal(infos["action_mask"], observation["action_mask"])


@pytest.mark.parametrize(
    "code",
    [
        f"import spitzer_env, gymnasium; gymnasium.make('{ID}').reset(seed=1)",
        f"import gymnasium; gymnasium.make('spitzer_env:{ID}').reset(seed=1)",
    ],
)
def test_make_in_a_fresh_process_loads_no_torch(code):
    code += "; import sys; print('torch' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout.strip() == "False", done.stderr
