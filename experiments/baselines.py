"""What the frozen rule player makes of a deal in all seats: the baseline of the control variate.

In duplicate figures the luck of the seats drops out by itself: every seat of a deal is held equally
often by both agents, so what the deal gives to each seat adds up to the same on both sides. What is
left is that some deals offer more to the better player than others: those of high stakes, and those
where a role is worth much. So the features of a deal are what `rule` scores in each role when it
plays all seats, and how much that is without its sign; of both the square roots, with their signs,
as some deals score many times what others do.

Of what `random` and a trained network scored against `rule` in 400 deals, these features explained
31% and 2%; the exact value of the open cards (`agents/double_dummy.py`) 32% and 1%, both together
no more, and that takes hundreds of times as long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.bootstrap import Floats
from agents.protocol import Agent
from agents.registry import make
from experiments.deeds import Deeds
from experiments.measures import Measure
from experiments.seatings import MakeGame, play_out
from experiments.tallies import Sums

EXTRA = 1 << 40  # number of the first of the deals that only the rule player plays
EXTRA_SHARE = 4  # of them, for each deal of the tournament
MOST_EXTRA = 10_000


class Baseline(NamedTuple):
    """Features (D, F) of the deals of a tournament, and (M, F) of others that it did not play."""

    features: Floats
    extra: Floats


def extra_deals(wanted: int | None, deals: int) -> int:
    """How many deals only the rule player plays; `wanted` None for the usual number.

    That is none where even the most would tell too little beside so many deals.
    """
    if wanted is not None:
        return wanted
    return min(EXTRA_SHARE * deals, MOST_EXTRA) if deals <= EXTRA_SHARE * MOST_EXTRA else 0


def baseline_agent(game: Any) -> Agent | None:
    """The rule player, None where there is none for the rules of `game`."""
    try:
        return make("rule", game)
    except ValueError:
        return None


def play_baseline(
    make_game: MakeGame,
    agent: Agent,
    deals: range,
    deeds_of: Callable[[Any], Deeds],
    measure: Measure,
) -> Sums:
    """(D, 2R) the features of `deals`, or matches, of which all seats are held by `agent`."""
    game = make_game(len(deals), np.array(deals, np.uint64))
    everybody = np.ones((len(deals), game.num_seats), np.bool_)
    _, results = play_out(game, (agent, agent), everybody)
    return deal_features(results, deeds_of(results), measure)


def tamed(sums: Sums) -> Floats:
    """Square roots with the signs of the `sums`."""
    return np.sign(sums) * np.sqrt(np.abs(sums))


def deal_features(results: Any, deeds: Deeds, measure: Measure) -> Sums:
    """(D, 2R) by role: the scores of the seats in it, then their sizes, in parts of the score.

    Those of a match are the sums over its deals.
    """
    scores = measure.scores(results.units, deeds.plays)
    roles = (np.arange(len(deeds.role_names)) == deeds.roles[:, :, None]).astype(np.int64)
    columns: npt.NDArray[np.int64] = np.concatenate(
        [
            (roles * scores[:, :, None]).sum(axis=1),
            (roles * np.abs(scores)[:, :, None]).sum(axis=1),
        ],
        axis=1,
    )
    firsts = np.flatnonzero(np.diff(results.rows, prepend=-1))
    return np.add.reduceat(columns, firsts, axis=0)
