"""What a game's training shows of the play in a rollout, besides the rates of announcements.

    rollout_figures(name, game, network, rollout) -> figures by their names

Sampled play shows what happened, greedy play what the policy likes best where it had a choice. A
game that wants figures of its own adds a line to `FIGURES`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.network import ActorCritic
from agents.sampling import greedy_actions
from agents.self_play import Rollout, logits_of


def smear_figures(game: Any, network: ActorCritic, rollout: Rollout) -> dict[str, float]:
    """Of the finished deals: how many were bid (SM5), how high, and how often the bid was made.

    A deal is bid when somebody bid; greedily when at one of its stored decisions of the auction a
    bid is what the policy likes best.
    """
    passing = game.action_names.index("pass")
    rows = np.flatnonzero(rollout.legal[:, passing])
    legal = rollout.legal[rows]
    likes = greedy_actions(logits_of(network, rollout.observations[rows]), legal) != passing
    moves, games = np.nonzero(rollout.stored)
    ends: npt.NDArray[np.int64] = rollout.deal_ends.astype(np.int64)
    finished = ends.cumsum(axis=0) - ends
    deals = games[rows], finished[moves[rows], games[rows]]
    liked = np.zeros((ends.shape[1], finished.max() + 1), np.bool_)
    spoken = np.zeros_like(liked)
    np.logical_or.at(liked, deals, likes)
    spoken[deals] = True
    bid = np.concatenate([results.bid for results in rollout.results])
    made = np.concatenate([results.made for results in rollout.results])
    is_bid = ~np.concatenate([results.forced for results in rollout.results])
    figures = {"bid/deals": is_bid.mean(), "bid_greedy/deals": liked[spoken].mean()}
    if is_bid.any():
        figures |= {"bid/height": bid[is_bid].mean(), "bid/made": made[is_bid].mean()}
    return {name: float(figure) for name, figure in figures.items()}


FIGURES: dict[str, Callable[[Any, ActorCritic, Rollout], dict[str, float]]] = {
    "smear": smear_figures,
}


def rollout_figures(
    name: str, game: Any, network: ActorCritic, rollout: Rollout
) -> dict[str, float]:
    """The figures of the game `name`; none for a game that has no line in `FIGURES`."""
    return FIGURES[name](game, network, rollout) if name in FIGURES else {}
