"""An actor-critic as a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from agents.checkpoint import load_checkpoint, newest_checkpoint
from agents.network import ActorCritic, policy_logits
from agents.sampling import greedy_actions, sampled_actions
from trick_taking.choice import unit_interval
from trick_taking.layout import Observations
from trick_taking.lockstep import Episode, LockstepGame
from trick_taking.view import View


class PolicyAgent:
    """Plays what the actor of `network` says, from the observation and the legal mask alone.

    greedy: the most probable action; else an action drawn with the policy's probabilities, where
        `view.keys` says how the draw falls
    observe: how the network sees an information state, where not as the game shows it
    """

    def __init__(
        self,
        network: ActorCritic,
        name: str = "ppo",
        greedy: bool = False,
        observe: Callable[[Any], Observations] | None = None,
    ) -> None:
        self.network = network
        self.name = name
        self.greedy = greedy
        self.observe = observe

    def act(self, view: View[Any]) -> npt.NDArray[np.int64]:
        """(G,) int64 legal action ids, 0 where nobody is to act; row by row independent.

        ValueError when the network answers NaN or infinity.
        """
        actions = np.zeros(len(view.keys), np.int64)
        rows = np.flatnonzero(view.legal.any(axis=1))
        legal, logits = view.legal[rows], self.logits(view)[rows]
        if self.greedy:
            actions[rows] = greedy_actions(logits, legal)
        else:
            actions[rows] = sampled_actions(logits, legal, unit_interval(view.keys[rows]))
        return actions

    def logits(self, view: View[Any]) -> npt.NDArray[np.float32]:
        """(G, A) what the network says of each action, see `agents.network.policy_logits`."""
        if self.observe is None:
            return policy_logits(self.network, view.observation)
        return policy_logits(self.network, self.observe(view.information_state))


def load_policy_agent(
    path: str | Path,
    game: LockstepGame,
    greedy: bool = False,
    name: str | None = None,
    kind: str = "ppo",
) -> PolicyAgent:
    """The player in a checkpoint file, or in the newest checkpoint of a run folder.

    One that was trained on deals plays matches too, and the other way round, and one that saw the
    order of play, or was not told what a switch of `game` tells, is shown what it was trained to
    see. `kind` is the word of agents'
    texts for what trained it. ValueError naming file and cause when there is none, it does not fit
    `game` (game, rules, layouts), or it is of another kind.
    """
    file, name = newest_checkpoint(path), f"{kind}:{path}" if name is None else name
    refused: list[ValueError] = []
    for seen in (game, *_siblings(game)):
        try:
            saved = load_checkpoint(file, seen)
        except ValueError as error:
            refused.append(error)
            continue
        own = saved.extra.get("player", "ppo")
        if own != kind:
            raise ValueError(f"checkpoint {file}: it is played as {own}:{path}, not as {kind}:")
        observe = None if seen is game else seen.observe_information
        return PolicyAgent(saved.network, name, greedy, observe)
    raise refused[0]


def _siblings(game: LockstepGame) -> Iterator[LockstepGame]:
    """Games of the same rules with the other observations that can be made of its positions."""
    usual = {"episode": game.episode, "history": game.history, **game.switches}
    for episode in get_args(Episode):
        for history in (False, True):
            for switches in _switches_at(game, history):
                seen = {"episode": episode, "history": history} | switches
                if seen != usual:
                    yield type(game)(1, rules=game.rules, **seen)


def _switches_at(game: LockstepGame, history: bool) -> Iterator[dict[str, bool]]:
    """The switches under which its positions can be shown: hidden may be what is seen, the order of
    play, but told is only what `game` itself tells.
    """
    names = [name for name in game.switches if name not in game.hiding]
    names += [] if history else game.hiding
    for number in range(1 << len(names)):
        yield {name: True for place, name in enumerate(names) if number >> place & 1}
