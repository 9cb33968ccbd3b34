"""Our vector environment as the `VecEnv` of Stable-Baselines3."""

from __future__ import annotations

from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from trick_taking.flat_views import FlatVectorObservation
from trick_taking.seat_vector import SeatVectorEnv


class SeatVecEnv(VecEnv):
    """One learner's seat in each of G games; `games` must deal anew in the same step.

    Observations are the bare vectors, (G, F) uint8; rewards (G,) are divided by `divisor`.
    MaskablePPO asks `env_method("action_masks")` what is legal. The last observation of an episode
    is in `infos[slot]["terminal_observation"]`; no episode is cut short.
    """

    def __init__(self, games: SeatVectorEnv, divisor: float = 1.0) -> None:
        self.games, self.divisor = FlatVectorObservation(games), divisor
        seen = self.games.single_observation_space
        super().__init__(games.num_envs, seen, games.single_action_space)

    def reset(self) -> Any:
        """New episodes, from deal 0 of the first seed where `seed` was called before."""
        seed = self._seeds[0]
        self._reset_seeds()
        return self.games.reset(seed=seed)[0]

    def step_async(self, actions: Any) -> None:
        """Keep the actions (G,) for `step_wait`."""
        self.actions = actions

    def step_wait(self) -> Any:
        """Observations, rewards, which episodes are over, and infos, of every game."""
        observations, rewards, done, _, told = self.games.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in done]
        for slot in np.flatnonzero(done):
            last = told["final_obs"][slot]
            infos[slot] = {"terminal_observation": last, "TimeLimit.truncated": False}
        return observations, (rewards / self.divisor).astype(np.float32), done, infos

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of the whole batch, once a slot."""
        return [getattr(self.games.unwrapped, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """AttributeError: the slots are one batch, which has no settings a slot."""
        raise AttributeError(f"{attr_name}: the slots of a batch have no settings of their own")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kw: Any) -> list[Any]:
        """What the method of the whole batch answers, by slots."""
        answers = getattr(self.games.unwrapped, method_name)(*args, **kw)
        return [answers[slot] for slot in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No slot is."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing is open."""
