"""Entries in the registries of other libraries; making one again is safe."""

from __future__ import annotations

import gymnasium
import pettingzoo


def add_to_gymnasium(name: str, seat_env: str) -> None:
    """Let `gymnasium.make` and `make_vec` know `name`.

    `seat_env` is "module:function" of one learner's seat; the same module has `seat_vector_env`.
    """
    if name not in gymnasium.registry:
        vector = f"{seat_env.partition(':')[0]}:seat_vector_env"
        gymnasium.register(name, entry_point=seat_env, vector_entry_point=vector)


def add_to_pettingzoo(name: str, env: str) -> None:
    """Let `pettingzoo.make("aec", ..)` know `name`, made by `env`, "module:function".

    Releases before 1.27 have no registry: there is nothing to do then.
    """
    known = getattr(pettingzoo, "aec_registry", None)
    if known is not None and name not in known:
        pettingzoo.register("aec", name, entry_point=env)
