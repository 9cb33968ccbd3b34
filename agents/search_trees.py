"""Search trees of many rows at once: UCB over the actions that a world happens to allow.

    forest = Forest(num_trees, num_edges)
    edges, fresh = forest.choose(nodes, trees, allowed, keys)
    nodes = forest.follow(nodes, edges)
    forest.reward(nodes, trees, edges, units)

Node t is the root of tree t. In a world only some edges of a node are allowed, so an edge is
compared with how often it could have been taken, not with how often the node was visited (Cowling,
Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from trick_taking.cards import Flags
from trick_taking.choice import uniform_legal
from trick_taking.counter import Keys

Places = npt.NDArray[np.intp]
EXPLORATION = 0.7  # for rewards between 0 and 1, as in the paper
_FIRST_SIZE = 64


class Forest:
    """One tree for each of `num_trees` rows, whose nodes have `num_edges` edges.

    visits, available: (N, E) how often an edge was taken, and how often it could have been
    totals: (N, E) sum of the units of the seat that took it
    """

    def __init__(self, num_trees: int, num_edges: int) -> None:
        self.num_nodes = num_trees
        size = (max(num_trees, _FIRST_SIZE), num_edges)
        self.visits, self.available = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self.totals, self.children = np.zeros(size, np.int64), np.zeros(size, np.intp)
        self.lowest = np.full(num_trees, np.inf)  # units of the rewards of each tree so far
        self.highest = np.full(num_trees, -np.inf)

    def choose(
        self, nodes: Places, trees: Places, allowed: Flags, keys: Keys
    ) -> tuple[npt.NDArray[np.int64], Flags]:
        """(K,) edges, and whether each is taken for the first time.

        One that was never taken goes first, drawn by `keys` (K,); then the upper confidence bound
        decides, the units scaled to those seen in the tree. `allowed` is (K, E).
        """
        self.available[nodes] += allowed
        visits = self.visits[nodes]
        untried = allowed & (visits == 0)
        fresh = untried.any(axis=1)
        taken = np.maximum(visits, 1)
        spread = np.maximum(self.highest - self.lowest, 1)[trees, None]
        with np.errstate(invalid="ignore"):  # no reward yet: nothing but untried edges
            means = (self.totals[nodes] / taken - self.lowest[trees, None]) / spread
        chances = np.maximum(self.available[nodes], 1)
        bounds = means + EXPLORATION * np.sqrt(_logarithms(chances) / taken)
        best = np.where(allowed & ~untried, bounds, -np.inf).argmax(axis=1)
        return np.where(fresh, uniform_legal(untried, keys), best), fresh

    def follow(self, nodes: Places, edges: npt.NDArray[np.int64]) -> Places:
        """(K,) the nodes behind the edges, which are made where there are none yet."""
        behind = self.children[nodes, edges]
        missing = np.flatnonzero(behind == 0)
        if len(missing):
            behind[missing] = self.num_nodes + np.arange(len(missing))
            self.num_nodes += len(missing)
            self._grow()
            self.children[nodes[missing], edges[missing]] = behind[missing]
        return behind

    def reward(
        self,
        nodes: Places,
        trees: Places,
        edges: npt.NDArray[np.int64],
        units: npt.NDArray[np.integer],
    ) -> None:
        """Book the `units` (K,) of the seats that took `edges`; each (node, edge) occurs once."""
        self.visits[nodes, edges] += 1
        self.totals[nodes, edges] += units
        self.lowest[trees] = np.minimum(self.lowest[trees], units)
        self.highest[trees] = np.maximum(self.highest[trees], units)

    def _grow(self) -> None:
        while self.num_nodes > len(self.visits):
            for name in ("visits", "available", "totals", "children"):
                array = getattr(self, name)
                setattr(self, name, np.concatenate([array, np.zeros_like(array)]))


_LOGARITHMS = np.log(np.arange(1, 1 << 16))  # looked up, so that no rounding depends on the batch


def _logarithms(numbers: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    return _LOGARITHMS[np.minimum(numbers, len(_LOGARITHMS)) - 1]
