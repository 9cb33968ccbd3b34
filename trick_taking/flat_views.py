"""Views of our environments for libraries that cannot take a Dict observation.

The flat views give the bare (F,) uint8 vector as observation; the mask is in the infos.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector import VectorEnv, VectorWrapper
from pettingzoo.utils.wrappers import BaseWrapper

from trick_taking.cards import Flags
from trick_taking.layout import Observations
from trick_taking.seat_env import SeatObservation

MASK = "action_mask"
ROW = "observation"
VectorStep = tuple[Observations, npt.NDArray[Any], Flags, Flags, dict[str, Any]]


class MaskInInfo(BaseWrapper):
    """A PettingZoo environment of ours whose `infos[agent]` also has "action_mask".

    (A,) int8, 1 = allowed, for the agent to act; all zero for the others. The observation stays.
    """

    infos: dict[str, dict[str, Any]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start an episode; see the environment."""
        super().reset(seed=seed, options=options)
        self._show_masks()

    def step(self, action: int | None) -> None:
        """Act for the selected agent; see the environment."""
        super().step(action)
        self._show_masks()

    def _show_masks(self) -> None:
        self.infos = {}
        for agent, info in self.env.infos.items():
            if agent == self.env.agent_selection:
                mask = self.env.observe(agent)[MASK]
            else:
                mask = np.zeros(self.env.action_space(agent).n, np.int8)
            self.infos[agent] = {**info, MASK: mask}


class FlatObservation(MaskInInfo):
    """A PettingZoo environment of ours whose observation is the bare vector, (F,) uint8.

    The mask is in `infos[agent]["action_mask"]`.
    """

    def observation_space(self, agent: str) -> spaces.Box:
        """The same object at each call."""
        return self.env.observation_space(agent)[ROW]

    def observe(self, agent: str) -> Observations:
        """(F,) what `agent` sees now; a new array."""
        return self.env.observe(agent)[ROW]


class FlatSeatObservation(
    gymnasium.ObservationWrapper[Observations, np.int64, SeatObservation], RecordConstructorArgs
):
    """A `SeatEnv` whose observation is the bare vector, (F,) uint8.

    The mask is in `info["action_mask"]` and in `action_masks()`.
    """

    def __init__(self, env: gymnasium.Env[SeatObservation, np.int64]) -> None:
        RecordConstructorArgs.__init__(self)
        super().__init__(env)
        space: Any = env.observation_space
        self.observation_space = space[ROW]

    def observation(self, observation: SeatObservation) -> Observations:
        """The vector alone."""
        return observation[ROW]

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(A,) bool, True = allowed, as sb3-contrib reads it."""
        return self.env.get_wrapper_attr("action_masks")()


class FlatVectorObservation(VectorWrapper):
    """A `SeatVectorEnv` whose observations are bare vectors, (G, F) uint8, in every mode.

    The masks are in `infos["action_mask"]` and in `action_masks()`.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any]) -> None:
        super().__init__(env)
        batch: Any = env.observation_space
        single: Any = env.single_observation_space
        self.observation_space, self.single_observation_space = batch[ROW], single[ROW]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """New episodes; see the environment."""
        observation, infos = self.env.reset(seed=seed, options=options)
        return observation[ROW], infos

    def step(self, actions: npt.NDArray[np.integer]) -> VectorStep:
        """Act for every learner; see the environment."""
        observation, rewards, terminated, truncated, infos = self.env.step(actions)
        if "final_obs" in infos:
            for slot in np.flatnonzero(infos["_final_obs"]):
                infos["final_obs"][slot] = infos["final_obs"][slot][ROW]
        return observation[ROW], rewards, terminated, truncated, infos

    def action_masks(self) -> Flags:
        """(G, A) bool, True = allowed."""
        base: Any = self.env.unwrapped
        return base.action_masks()
