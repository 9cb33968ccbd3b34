"""Names under which the registries of other libraries know our environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import pettingzoo

from spitzer_env.kit import TWO_TRUMP_KIT
from trick_taking.seat_env import SeatEnv
from trick_taking.seat_vector import SeatVectorEnv

GYMNASIUM_ID = "spitzer_env/Spitzer-v0"
PETTINGZOO_ID = "spitzer_env/Spitzer-v0"


def seat_env(**options: Any) -> SeatEnv:
    """One seat of two-trump Spitzer for a learner; options as for `SeatEnv`."""
    return SeatEnv(TWO_TRUMP_KIT, **options)


def seat_vector_env(num_envs: int = 1, **options: Any) -> SeatVectorEnv:
    """Many games with one seat each for a learner; options as for `SeatVectorEnv`."""
    return SeatVectorEnv(TWO_TRUMP_KIT, num_envs, **options)


def register_gymnasium() -> None:
    """Let `gymnasium.make` and `gymnasium.make_vec` know the game; safe to call again."""
    if GYMNASIUM_ID not in gymnasium.registry:
        gymnasium.register(
            GYMNASIUM_ID,
            entry_point="spitzer_env.registration:seat_env",
            vector_entry_point="spitzer_env.registration:seat_vector_env",
        )


def register_pettingzoo() -> None:
    """Let `pettingzoo.make("aec", ..)` know the game; safe to call again.

    Releases before 1.27 have no registry: there is nothing to do then.
    """
    known = getattr(pettingzoo, "aec_registry", None)
    if known is not None and PETTINGZOO_ID not in known:
        pettingzoo.register("aec", PETTINGZOO_ID, entry_point="spitzer_env.spitzer_v0:env")
