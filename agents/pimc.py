"""Perfect-information Monte Carlo: the action that is best on average in worlds of open cards.

For each decision, worlds are drawn uniformly from all that the seat's information state leaves
(agents/determinize.py), and every lawful action is valued in every world: the units of the deal for
the seat itself less the mean of all seats. The action of the highest sum is played; of equals the
one that the rule player would take, else the lowest id.

With few cards left, a world is worth what the open-card solver says after each card
(agents/double_dummy.py, agents/double_dummy_smear.py): exact for both sides, who see all cards.
Before that, in all announcements, in a leaster and until a partner is known (MI11), the action is
taken and every seat plays on as the rule player does on its own information in that world, until
the solver can answer. Smear with more than two sides and nine-card Smear have no solver: there the
rule player plays on to the end of the deal.

A forced action costs nothing. The worlds are drawn by `view.keys`, so an answer does not depend on
the batch; rows that are alike, as in the seatings of one duplicate deal, are answered once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from agents.protocol import Agent
from agents.world_search import WorldSearch
from agents.world_values import Leaves, WorldValues
from trick_taking.action_sets import action_flags
from trick_taking.lockstep import LockstepGame
from trick_taking.view import View


class PimcAgent(WorldSearch):
    """Plays every seat by `num_worlds` worlds of each decision.

    game: the game it will play, for its options
    rule: plays on until `leaves` can value a position
    """

    def __init__(
        self,
        game: LockstepGame,
        rule: Agent,
        leaves: Leaves,
        num_worlds: int = 20,
        name: str = "pimc",
    ) -> None:
        super().__init__(game, name)
        self.num_worlds, self.rule = num_worlds, rule
        self.values = WorldValues(rule, leaves)

    def _choose(self, view: View[Any]) -> npt.NDArray[np.int64]:
        """(G,) the best actions; every row has a choice."""
        information, keys = view.information_state, view.keys
        play = self.tables.draw(information, keys, self.num_worlds)
        values = self.values.of_actions(play)
        totals = values.reshape(len(keys), self.num_worlds, -1).sum(axis=1)
        lawful = action_flags(information.lawful, self._num_actions)
        return best_actions(totals, lawful, self.rule.act(view))


def best_actions(
    values: npt.NDArray[Any], lawful: npt.NDArray[np.bool_], preferred: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """(G,) the lawful action of the highest of `values` (G, A).

    Of equals it is the `preferred` one (G,) where it is among them, else the lowest id.
    """
    lowest = np.iinfo(values.dtype).min if values.dtype.kind == "i" else -np.inf
    allowed = np.where(lawful, values, lowest)
    best = lawful & (allowed == allowed.max(axis=1, keepdims=True))
    return np.where(best[np.arange(len(best)), preferred], preferred, best.argmax(axis=1))
