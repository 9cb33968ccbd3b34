"""One learner's seat of Michigan Spitzer, as the registry of Gymnasium makes it."""

from __future__ import annotations

from typing import Any

from spitzer_env.kit import MICHIGAN_KIT
from trick_taking.seat_env import SeatEnv
from trick_taking.seat_vector import SeatVectorEnv


def seat_env(**options: Any) -> SeatEnv:
    """One seat of Michigan Spitzer for a learner; options as for `SeatEnv`."""
    return SeatEnv(MICHIGAN_KIT, **options)


def seat_vector_env(num_envs: int = 1, **options: Any) -> SeatVectorEnv:
    """Many games with one seat each for a learner; options as for `SeatVectorEnv`."""
    return SeatVectorEnv(MICHIGAN_KIT, num_envs, **options)
