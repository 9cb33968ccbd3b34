"""Stable-Baselines3: its checker, and masked PPO on one learner's seat of every game."""

import numpy as np
import pytest

from tests.games_under_test import each_game
from trick_taking.flat_views import FlatSeatObservation

contrib = pytest.importorskip("sb3_contrib")
checker = pytest.importorskip("stable_baselines3.common.env_checker")
masking = pytest.importorskip("sb3_contrib.common.maskable.utils")
vectors = pytest.importorskip("stable_baselines3.common.vec_env")


def dict_seat(case, **options):
    return case.registered_seat(**options)


def flat_seat(case, **options):
    return FlatSeatObservation(case.registered_seat(**options))


each_build = pytest.mark.parametrize("build", [dict_seat, flat_seat])


@each_game
@each_build
@pytest.mark.parametrize("options", [{}, {"episode": "match", "rewards": "win"}])
def test_checker_passes_without_warnings(case, build, options):
    checker.check_env(build(case, illegal="terminate", **options))


@each_game
@each_build
def test_masks_are_found(case, build):
    env = build(case)
    env.reset(seed=1)
    assert masking.is_masking_supported(env)
    assert np.array_equal(masking.get_action_masks(env), env.unwrapped.action_masks())
    batch = vectors.DummyVecEnv([lambda: build(case), lambda: build(case)])
    batch.reset()
    assert masking.is_masking_supported(batch)
    assert masking.get_action_masks(batch).shape == (2, env.action_space.n)


@each_game
@pytest.mark.parametrize(
    ("policy", "build"), [("MultiInputPolicy", dict_seat), ("MlpPolicy", flat_seat)]
)
def test_masked_ppo_learns_and_plays_by_the_mask(case, policy, build, full):
    """illegal="raise" is the proof: one action outside the mask would stop the training."""
    env = build(case)
    model = contrib.MaskablePPO(policy, env, n_steps=128, batch_size=64, n_epochs=2, seed=1)
    model.learn(2_000 if full else 256)
    env = build(case, seat=0)
    observation, _ = env.reset(seed=7)
    for _ in range(30):
        action, _ = model.predict(observation, action_masks=masking.get_action_masks(env))
        assert masking.get_action_masks(env)[action]
        observation, _, done, _, _ = env.step(action)
        if done:
            observation, _ = env.reset()
