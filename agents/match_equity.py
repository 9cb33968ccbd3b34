"""What totals are worth in a match of two sides: the chance to win it, by value iteration.

A deal's outcome is taken to be one of those seen in a sample of deals, whatever the totals. The
chance W(a, b) that the side with total a wins from there is then the fixed point of "play one deal
more", under the rules that end a match (SM13, SMV7, SMV8). Backgammon players call such a table a
match equity table.

Paying each deal by the change of W pays a match by its winner in the end (a potential; Ng, Harada
and Russell, "Policy invariance under reward transformations", 1999), but without the noise of the
deals that follow.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.protocol import Agent
from smear_env.game import SmearGame
from smear_env.match import reached_target
from smear_env.rules import SmearRules
from smear_env.scoring import DealResults
from trick_taking.cards import NO_SEAT
from trick_taking.lockstep import LockstepGame

LOWEST = -60  # totals below are taken for this
SWEEPS = 400
SAMPLE = 4096  # deals

Chances = npt.NDArray[np.float64]


class MatchEquity:
    """W(a, b) under `rules` of two sides, from a sample of finished deals.

    ValueError for rules with more sides.
    """

    def __init__(self, rules: SmearRules, sample: DealResults) -> None:
        if rules.num_sides != 2:
            raise ValueError(f"a match equity table needs two sides, not {rules.num_sides}")
        self.rules = rules
        self.sides = np.array(rules.fixed_sides)
        self.share = 1 / np.bincount(self.sides)[0]  # of a match, for each seat of the winners
        self.table = self._solve(sample)

    def chances(self, totals: npt.NDArray[np.integer]) -> Chances:
        """(K,) that the side of seat 0 wins a match that goes on at `totals` (K, S)."""
        places = np.clip(totals[:, :2], LOWEST, self.rules.target - 1) - LOWEST
        return self.table[places[:, 0], places[:, 1]]

    def shares(self, totals: npt.NDArray[np.integer]) -> npt.NDArray[np.float32]:
        """(K, S) the share of the match that each seat may expect, less the fair share."""
        chance = self.chances(totals)[:, None]
        wins = np.where(self.sides == 0, chance, 1 - chance)
        return (wins * self.share - 1 / len(self.sides)).astype(np.float32)

    def _solve(self, sample: DealResults) -> Chances:
        outcomes, weights = _outcomes(sample, self.sides)
        totals = np.arange(LOWEST, self.rules.target)
        first = totals[:, None, None] + outcomes[:, 0]  # (A, 1, K)
        second = totals[None, :, None] + outcomes[:, 1]  # (1, A, K)
        after = np.stack(np.broadcast_arrays(first, second), axis=-1).reshape(-1, 2)
        made = np.broadcast_to(outcomes[:, 2], (len(totals), len(totals), len(outcomes)))
        ended, won = self._ends(after, made.reshape(-1))
        places = np.clip(after, LOWEST, self.rules.target - 1) - LOWEST
        cell = places[:, 0] * len(totals) + places[:, 1]
        table = np.full((len(totals), len(totals)), 0.5)
        for _ in range(SWEEPS):
            worth = np.where(ended, won, table.take(cell))
            before, table = table, worth.reshape(*table.shape, -1) @ weights
            if np.array_equal(table, before):
                break
        return table

    def _ends(
        self, totals: npt.NDArray[np.integer], made: npt.NDArray[np.integer]
    ) -> tuple[npt.NDArray[np.bool_], Chances]:
        """(M,) whether a match ends at `totals` (M, 2), and the share of side 0 then."""
        winners = reached_target(totals.astype(np.int32), made.astype(np.uint8), self.rules)
        ended = (winners == 1) | (winners == 2)
        won = np.where(winners == 1, 1.0, 0.0)
        if self.rules.floor is not None:  # SMV8
            sunk = ~ended & (totals <= self.rules.floor).any(axis=1)
            ahead = np.sign(totals[:, 0] - totals[:, 1])
            won = np.where(sunk, (1 + ahead) / 2, won)
            ended |= sunk
        return ended, won


def _outcomes(
    sample: DealResults, sides: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.int64], Chances]:
    """(K, 3) distinct outcomes and (K,) their shares: points of both sides, side that made a bid.

    The last is a set of sides, empty where the bid failed. Each deal counts once from either side.
    """
    points = sample.units[:, :2].astype(np.int64)
    pitching = sides[sample.pitcher]
    made = np.where(sample.made, 1 << pitching, 0)
    swapped = np.where(sample.made, 1 << (1 - pitching), 0)
    rows = np.concatenate(
        [np.column_stack([points, made]), np.column_stack([points[:, ::-1], swapped])]
    )
    distinct, counts = np.unique(rows, axis=0, return_counts=True)
    return distinct, counts / counts.sum()


def match_equity(game: LockstepGame, agent: Agent, seed: int) -> MatchEquity:
    """The table of `game` from deals that `agent` plays; ValueError where there can be none."""
    if not isinstance(game, SmearGame):
        raise ValueError(f"{game.name} has no match equity table")
    return MatchEquity(game.rules, sample_deals(game.rules, agent, seed))


def sample_deals(rules: SmearRules, agent: Agent, seed: int) -> DealResults:
    """`SAMPLE` single deals that `agent` plays against itself."""
    game = SmearGame(SAMPLE, rules=rules, seed=seed, autoreset=False)
    parts = []
    while (rows := np.flatnonzero(game.seat != NO_SEAT)).size:
        actions = np.zeros(SAMPLE, np.int64)
        actions[rows] = agent.act(game.view(rows))
        if (results := game.step(actions).results) is not None:
            parts.append(results)
    names = parts[0].arrays()
    return DealResults(**{n: np.concatenate([p.arrays()[n] for p in parts]) for n in names})
