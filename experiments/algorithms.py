"""The algorithms of `hidden-partners train`: where they are, which options they know, their usual.

A new one adds its name to `Algo` and a line to `ALGORITHMS`; an option that not every algorithm
knows has a line in `KNOWN_BY`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal, NamedTuple, get_args

Algo = Literal["ppo", "dmc", "sb3-maskable-ppo"]
STEPS_A_ROLLOUT = 64  # of `sb3-maskable-ppo`, in every game


class Algorithm(NamedTuple):
    """One algorithm."""

    training: str  # "module:class" of its run between two iterations
    usual: dict[str, Any]  # options in which it departs from the recipe of a game


ALGORITHMS: dict[Algo, Algorithm] = {
    "ppo": Algorithm("experiments.train_ppo:Training", {}),
    "dmc": Algorithm(
        "experiments.train_dmc:DmcTraining",
        # DouZero's: 32 pieces of 100 decisions in a step, a learning rate that stays
        {"imitate": 0, "minibatch": 3200, "learning_rate": (1e-4, 1e-4)},
    ),
    "sb3-maskable-ppo": Algorithm(
        "experiments.train_sb3:Sb3Training",
        {"imitate": 0, "games": 256, "equity": False, "powers": False},
    ),
}

_PPO_ALONE: tuple[Algo, ...] = ("ppo",)
_BOTH_PPO: tuple[Algo, ...] = ("ppo", "sb3-maskable-ppo")
_SELF_PLAY: tuple[Algo, ...] = ("ppo", "dmc")
KNOWN_BY: dict[str, tuple[Algo, ...]] = {
    "start": _PPO_ALONE,
    "imitate": _PPO_ALONE,
    "auxiliary_weight": _PPO_ALONE,
    "announcement_entropy": _PPO_ALONE,
    "pool": _PPO_ALONE,
    "pool_share": _PPO_ALONE,
    "rule_share": _PPO_ALONE,
    "snapshot_every": _PPO_ALONE,
    "league": _PPO_ALONE,
    "kl": _PPO_ALONE,
    "epochs": _BOTH_PPO,
    "entropy": _BOTH_PPO,
    "trace": _BOTH_PPO,
    "target_kl": _BOTH_PPO,
    "epsilon": ("dmc",),
    "deals": _SELF_PLAY,
    "equity": _SELF_PLAY,
    "powers": _SELF_PLAY,
    "chunk": _SELF_PLAY,
    "workers": _SELF_PLAY,
    "ray": _SELF_PLAY,
    "steps": ("sb3-maskable-ppo",),
    "opponents": _BOTH_PPO,
}


def check_known(config: Any, given: set[str]) -> None:
    """ValueError naming the first option of `given` that the algorithm of `config` lacks."""
    for name in sorted(given):
        known = KNOWN_BY.get(name, get_args(Algo))
        if config.algo not in known:
            option = "--" + name.replace("_", "-")
            raise ValueError(
                f"{option} is no option of --algo {config.algo}, but of {' and '.join(known)}"
            )


def load_training(algo: Algo) -> Any:
    """The class of a run by `algo`; ModuleNotFoundError where its extra is not installed."""
    module, _, name = ALGORITHMS[algo].training.partition(":")
    return getattr(import_module(module), name)
