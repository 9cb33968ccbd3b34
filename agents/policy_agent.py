"""An actor-critic as a player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.checkpoint import load_checkpoint, newest_checkpoint
from agents.network import ActorCritic, policy_logits
from agents.sampling import greedy_actions, sampled_actions
from trick_taking.choice import unit_interval
from trick_taking.lockstep import LockstepGame
from trick_taking.view import View


class PolicyAgent:
    """Plays what the actor of `network` says, from the observation and the legal mask alone.

    greedy: the most probable action; else an action drawn with the policy's probabilities, where
        `view.keys` says how the draw falls
    """

    def __init__(self, network: ActorCritic, name: str = "ppo", greedy: bool = False) -> None:
        self.network = network
        self.name = name
        self.greedy = greedy

    def act(self, view: View[Any]) -> npt.NDArray[np.int64]:
        """(G,) int64 legal action ids, 0 where nobody is to act; row by row independent.

        ValueError when the network answers NaN or infinity.
        """
        actions = np.zeros(len(view.keys), np.int64)
        rows = np.flatnonzero(view.legal.any(axis=1))
        legal, logits = view.legal[rows], policy_logits(self.network, view.observation[rows])
        if self.greedy:
            actions[rows] = greedy_actions(logits, legal)
        else:
            actions[rows] = sampled_actions(logits, legal, unit_interval(view.keys[rows]))
        return actions


def load_policy_agent(
    path: str | Path, game: LockstepGame, greedy: bool = False, name: str | None = None
) -> PolicyAgent:
    """The player in a checkpoint file, or in the newest checkpoint of a run folder.

    ValueError naming file and cause when there is none, or it does not fit `game` (game, rules,
    layouts).
    """
    network = load_checkpoint(newest_checkpoint(path), game).network
    return PolicyAgent(network, f"ppo:{path}" if name is None else name, greedy)
