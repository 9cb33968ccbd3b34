"""Stable-Baselines3: its checker, and masked PPO on one learner's seat."""

import gymnasium
import numpy as np
import pytest

import spitzer_env  # noqa: F401
from trick_taking.flat_views import FlatSeatObservation

contrib = pytest.importorskip("sb3_contrib")
checker = pytest.importorskip("stable_baselines3.common.env_checker")
masking = pytest.importorskip("sb3_contrib.common.maskable.utils")
vectors = pytest.importorskip("stable_baselines3.common.vec_env")

ID = "spitzer_env/Spitzer-v0"


def make(**options):
    return gymnasium.make(ID, **options)


def flat(**options):
    return FlatSeatObservation(make(**options))


@pytest.mark.parametrize("build", [make, flat])
@pytest.mark.parametrize("options", [{}, {"episode": "match", "rewards": "win"}])
def test_checker_passes_without_warnings(build, options):
    checker.check_env(build(illegal="terminate", **options))


@pytest.mark.parametrize("build", [make, flat])
def test_masks_are_found(build):
    env = build()
    env.reset(seed=1)
    assert masking.is_masking_supported(env)
    assert np.array_equal(masking.get_action_masks(env), env.unwrapped.action_masks())
    batch = vectors.DummyVecEnv([build, build])
    batch.reset()
    assert masking.is_masking_supported(batch)
    assert masking.get_action_masks(batch).shape == (2, env.action_space.n)


@pytest.mark.parametrize(("policy", "build"), [("MultiInputPolicy", make), ("MlpPolicy", flat)])
def test_masked_ppo_learns_and_plays_by_the_mask(policy, build, full):
    """illegal="raise" is the proof: one action outside the mask would stop the training."""
    model = contrib.MaskablePPO(policy, build(), n_steps=128, batch_size=64, n_epochs=2, seed=1)
    model.learn(2_000 if full else 256)
    env = build(seat=0)
    observation, _ = env.reset(seed=7)
    for _ in range(30):
        action, _ = model.predict(observation, action_masks=masking.get_action_masks(env))
        assert masking.get_action_masks(env)[action]
        observation, _, done, _, _ = env.step(action)
        if done:
            observation, _ = env.reset()
