"""What a seat can believe of the sides when it knows by which policy the others play.

    beliefs = PolicyBeliefs(game, outspoken(agent), num_worlds=200)
    found = beliefs.sides(view.information_state, view.keys)
    found.chances           # (G, 2**S) of each set of seats to be the declaring side
    found.effective         # (G,) effective sample size, from 1 to num_worlds

Importance sampling: worlds are drawn uniformly (`agents/determinize.py`), the record is played
again in each, and a world weighs as much as the policy makes the record likely in it
(`agents/record_likelihood.py`). How many deals each side has is known exactly (`agents/belief.py`),
so only the mean weight of the worlds of a side is an estimate.

Few effective worlds mean that the estimate cannot be trusted: the more was played, the fewer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.belief import Beliefs
from agents.belief_sides import ask_sides, sum_by_set
from agents.determinize import weigh
from agents.placings import Floats
from agents.policy_agent import PolicyAgent
from agents.protocol import Agent
from agents.random_agent import RandomAgent
from agents.record_likelihood import Outspoken, RecordLikelihood
from agents.world_games import WorldGames
from spitzer_env.information import InformationState
from trick_taking.counter import Keys
from trick_taking.lockstep import LockstepGame
from trick_taking.view import View

_MOST_GAMES = 1 << 14  # played again side by side; changes no result


@dataclass(frozen=True)
class PolicySides:
    """What G seats believe: chances (G, 2**S) and effective sample sizes (G,)."""

    chances: Floats
    effective: Floats


class PolicyBeliefs:
    """Estimates beliefs of information states of one game under a policy of all other seats."""

    def __init__(
        self, game: LockstepGame, policy: Outspoken, num_worlds: int, fewest: float = 1.0
    ) -> None:
        """`num_worlds` of each state; fewer than `fewest` effective ones are an error."""
        if not 1 <= fewest <= num_worlds:
            raise ValueError(f"fewest must be in 1..{num_worlds}, the worlds drawn, not {fewest}")
        self.num_worlds, self.fewest = num_worlds, fewest
        self.tables, self.beliefs = WorldGames(game), Beliefs(game)
        self.likelihood = RecordLikelihood(policy)

    def sides(self, information: InformationState, keys: Keys) -> PolicySides:
        """Of both sides of Spitzer, row by row independent; `keys` (G,) uint64 as `view.keys`.

        ValueError with a blind, for rows that the policy makes in no world, or in too few.
        """
        step = max(1, _MOST_GAMES // self.num_worlds)
        parts = []
        for first in range(0, len(keys), step):
            rows = np.arange(first, min(first + step, len(keys)))
            parts.append(self._sides(information.select(rows), keys[rows]))
        found = PolicySides(*(np.concatenate([getattr(p, n) for p in parts]) for n in _FIELDS))
        few = np.flatnonzero(found.effective < self.fewest)
        if len(few):
            raise ValueError(
                f"rows {few[:5].tolist()}: fewer than {self.fewest:g} of {self.num_worlds} worlds "
                "are effective; draw more"
            )
        return found

    def _sides(self, information: InformationState, keys: Keys) -> PolicySides:
        worlds = self.tables.determinizer.draw(information, keys, self.num_worlds)
        logs = self.likelihood(self.tables.start(information, worlds, keys))
        belief = weigh(logs.reshape(len(keys), self.num_worlds))
        dealt = worlds.hands | information.played[:, None]
        sets = ask_sides(information, self.tables.rules).sets_in_worlds(dealt)
        exact = self.beliefs.sides(information).chances
        return PolicySides(weighed_sides(sets, belief.weights, exact), belief.effective)


_FIELDS = ("chances", "effective")


def weighed_sides(sets: Any, weights: Floats, exact: Floats) -> Floats:
    """(G, 2**S) chances of the sides, from worlds with the sides `sets` (G, W) and `weights`.

    weights: (G, W) of sum 1; exact: (G, 2**S) the chances by the rules alone
    Each chance is multiplied by the mean weight of the worlds with that side. As many worlds of the
    mean weight of all are added to these as one effective world stands for, so that a side drawn
    seldom or never keeps a chance.
    """
    num_seats = exact.shape[1].bit_length() - 1
    alike = np.square(weights).sum(axis=1, keepdims=True) * weights.shape[1]  # W over effective
    total = sum_by_set(sets, weights, num_seats) + alike * weights.mean(axis=1, keepdims=True)
    number = sum_by_set(sets, np.ones_like(weights), num_seats) + alike
    chances = exact * total / number
    return chances / chances.sum(axis=1, keepdims=True)


class Uniform:
    """The policy of `random`: every legal action alike."""

    def logits(self, view: View[Any]) -> Floats:
        """(G, A) zeros."""
        return np.zeros(view.legal.shape)


class Trembling:
    """An agent that does not draw, taken to do something else in a share `tremble` of its moves."""

    def __init__(self, agent: Agent, tremble: float) -> None:
        """ValueError unless 0 < tremble < 1."""
        if not 0 < tremble < 1:
            raise ValueError(f"tremble must be between 0 and 1, not {tremble}")
        self.agent, self.tremble = agent, tremble

    def logits(self, view: View[Any]) -> Floats:
        """(G, A) logarithms: `tremble` is shared by all legal actions, the rest is the agent's."""
        alike = view.legal / np.maximum(view.legal.sum(axis=1, keepdims=True), 1)
        chances = self.tremble * alike
        chances[np.arange(len(chances)), self.agent.act(view)] += 1 - self.tremble
        return np.log(np.maximum(chances, 1e-300))


def outspoken(agent: Agent, tremble: float = 0.05) -> Outspoken | None:
    """The probabilities by which `agent` plays; None where it does not tell them.

    Trained networks that draw, and `random`, have them; who always takes one action, as `rule` and
    greedy networks do, is taken to tremble; anybody with a method `logits` tells them by it.
    """
    if isinstance(agent, RandomAgent):
        return Uniform()
    greedy = isinstance(agent, PolicyAgent) and agent.greedy
    if greedy or agent.name == "rule":
        return Trembling(agent, tremble)
    told: Any = agent
    return told if callable(getattr(agent, "logits", None)) else None
