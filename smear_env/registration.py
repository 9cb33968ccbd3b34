"""Names under which the registries of other libraries know our environments."""

from __future__ import annotations

from typing import Any

from smear_env.kit import SMEAR_KIT
from trick_taking.registries import add_to_gymnasium, add_to_pettingzoo
from trick_taking.seat_env import SeatEnv
from trick_taking.seat_vector import SeatVectorEnv

GYMNASIUM_ID = "smear_env/Smear-v0"
PETTINGZOO_ID = "smear_env/Smear-v0"


def seat_env(**options: Any) -> SeatEnv:
    """One seat of Smear for a learner; options as for `SeatEnv`."""
    return SeatEnv(SMEAR_KIT, **options)


def seat_vector_env(num_envs: int = 1, **options: Any) -> SeatVectorEnv:
    """Many games with one seat each for a learner; options as for `SeatVectorEnv`."""
    return SeatVectorEnv(SMEAR_KIT, num_envs, **options)


def register_gymnasium() -> None:
    """Let `gymnasium.make` and `gymnasium.make_vec` know the game; safe to call again."""
    add_to_gymnasium(GYMNASIUM_ID, "smear_env.registration:seat_env")


def register_pettingzoo() -> None:
    """Let `pettingzoo.make("aec", ..)` know the game; safe to call again."""
    add_to_pettingzoo(PETTINGZOO_ID, "smear_env.smear_v0:env")
