"""Names under which the registries of other libraries know our environments."""

from __future__ import annotations

from typing import Any

from spitzer_env.kit import TWO_TRUMP_KIT
from trick_taking.registries import add_to_gymnasium, add_to_pettingzoo
from trick_taking.seat_env import SeatEnv
from trick_taking.seat_vector import SeatVectorEnv

GYMNASIUM_ID = "spitzer_env/Spitzer-v0"
PETTINGZOO_ID = "spitzer_env/Spitzer-v0"
MICHIGAN_ID = "spitzer_env/Michigan-v0"


def seat_env(**options: Any) -> SeatEnv:
    """One seat of two-trump Spitzer for a learner; options as for `SeatEnv`."""
    return SeatEnv(TWO_TRUMP_KIT, **options)


def seat_vector_env(num_envs: int = 1, **options: Any) -> SeatVectorEnv:
    """Many games with one seat each for a learner; options as for `SeatVectorEnv`."""
    return SeatVectorEnv(TWO_TRUMP_KIT, num_envs, **options)


def register_gymnasium() -> None:
    """Let `gymnasium.make` and `gymnasium.make_vec` know the games; safe to call again."""
    add_to_gymnasium(GYMNASIUM_ID, "spitzer_env.registration:seat_env")
    add_to_gymnasium(MICHIGAN_ID, "spitzer_env.michigan_registration:seat_env")


def register_pettingzoo() -> None:
    """Let `pettingzoo.make("aec", ..)` know the games; safe to call again."""
    add_to_pettingzoo(PETTINGZOO_ID, "spitzer_env.spitzer_v0:env")
    add_to_pettingzoo(MICHIGAN_ID, "spitzer_env.michigan_v0:env")
