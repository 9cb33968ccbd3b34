"""Search with a trained network: its policy weighs the worlds, plays on in them, and has the say.

For each decision W worlds are drawn uniformly from all that the seat's information state leaves
(agents/determinize.py). Each weighs as much as the policy makes the record of the deal likely in it
(agents/record_likelihood.py). In every world every lawful action is taken, and all seats play on by
the policy, by its probabilities and each on its own information in that world, to the end of the
deal. What the seat gets there, less the mean of all seats, is the worth of the action in the world.

The policy's most probable action is played, unless another is better: by the weighted mean of the
differences, world by world, less `doubt` of their standard errors. With few worlds that keeps
chance from choosing among actions that are alike. The critic is not asked.

Everything is drawn by `view.keys`, so an answer does not depend on the batch; a forced action costs
nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from agents.determinize import Weights, weigh
from agents.pimc import PimcAgent
from agents.policy_agent import PolicyAgent
from agents.record_likelihood import RecordLikelihood
from agents.sampling import greedy_actions
from agents.world_values import NoLeaves
from trick_taking.action_sets import action_flags
from trick_taking.lockstep import LockstepGame
from trick_taking.view import View

Numbers = npt.NDArray[np.float64]


class SearchAgent(PimcAgent):
    """Plays every seat by `policy` and a search of `num_worlds` worlds of each decision.

    doubt: standard errors by which an action must be better than the policy's own
    """

    def __init__(
        self,
        game: LockstepGame,
        policy: PolicyAgent,
        num_worlds: int = 16,
        name: str = "search",
        doubt: float = 1.0,
    ) -> None:
        super().__init__(game, policy, NoLeaves(), num_worlds, name)
        self.policy, self.doubt = policy, doubt
        self.likelihood = RecordLikelihood(policy)

    def _choose(self, view: View[Any]) -> npt.NDArray[np.int64]:
        """(G,) the best actions; every row has a choice."""
        information, keys = view.information_state, view.keys
        play = self.tables.draw(information, keys, self.num_worlds)
        shape = len(keys), self.num_worlds
        belief = weigh(self.likelihood(play).reshape(shape))
        values = self.values.of_actions(play).reshape(*shape, -1)
        lawful = action_flags(information.lawful, self._num_actions)
        own = greedy_actions(self.policy.logits(view), lawful)
        gains = sure_gains(values, belief, own, self.doubt)
        return np.where(lawful, gains, -np.inf).argmax(axis=1)


def sure_gains(
    values: npt.NDArray[np.int64], belief: Weights, own: npt.NDArray[np.int64], doubt: float
) -> Numbers:
    """(G, A) how much better than `own` (G,) each action is, less `doubt` standard errors.

    values: (G, W, A) in each world. The error is that of a weighted mean: the spread of the
    differences over the root of the effective number of worlds, which must be two or more.
    """
    rows = np.arange(len(own))
    gains = (values - values[rows, :, own][:, :, None]).astype(np.float64)
    weights = belief.weights[:, :, None]
    means = _sum(weights * gains)
    spread = _sum(weights * np.square(gains - means[:, None]))
    free = belief.effective[:, None] - 1
    errors = np.sqrt(spread / np.maximum(free, 1e-9))
    sure = np.where((free < 1) & (means != 0), -np.inf, means - doubt * errors)
    sure[rows, own] = 1e-9  # it is not left for an equal
    return sure


def _sum(values: Numbers) -> Numbers:
    """(G, A) sums over axis 1 of (G, W, A), one after the other whatever the batch."""
    return values.cumsum(axis=1)[:, -1]
