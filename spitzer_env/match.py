"""SP19, SP20, SPV6: when a match ends and who can still win it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spitzer_env.rules import MAX_EXTRA_DEALS, TwoTrumpRules
from spitzer_env.state import SpitzerState
from trick_taking.cards import Flags
from trick_taking.totals import leaders_among

Rows = npt.NDArray[np.intp]


def start_match(state: SpitzerState, rows: Rows) -> None:
    """All totals at zero, every seat a contender."""
    state.totals[rows] = 0
    state.deals_played[rows] = 0
    state.extra_deals[rows] = 0
    state.contenders[rows] = (1 << state.totals.shape[1]) - 1


def advance_match(
    state: SpitzerState, rows: Rows, units: npt.NDArray[np.int32], rules: TwoTrumpRules
) -> Flags:
    """Book the finished deals of `rows`; returns (K,) whether each match is over.

    When it is, `contenders` holds the winners.
    """
    state.totals[rows] += units
    state.deals_played[rows] += 1
    totals, played = state.totals[rows], state.deals_played[rows]
    regular_over = (played >= rules.regular_deals) | (state.extra_deals[rows] > 0)
    if rules.score_limit is not None:
        regular_over |= (totals >= rules.score_limit).any(axis=1)  # SP19

    leaders = leaders_among(totals, state.contenders[rows])
    state.contenders[rows] = np.where(regular_over, leaders, state.contenders[rows])  # SP20
    decided = np.bitwise_count(leaders) == 1
    exhausted = (state.extra_deals[rows] >= MAX_EXTRA_DEALS) | (played >= rules.max_deals)
    over: Flags = regular_over & (decided | exhausted)
    state.extra_deals[rows] += regular_over & ~over
    return over


def deals_left(state: SpitzerState, rules: TwoTrumpRules) -> npt.NDArray[np.int16]:
    """(G,) regular deals still to be finished, this one included; 0 in an extra deal."""
    left = np.maximum(rules.regular_deals - state.deals_played, 0)
    return np.where(state.extra_deals > 0, 0, left).astype(np.int16)
