"""SP19, SP20, SPV6, MI20: when a match ends and who can still win it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.rule_sets import SpitzerRules
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
    state.redeals[rows] = 0
    state.contenders[rows] = (1 << state.totals.shape[1]) - 1


def book_deals(state: SpitzerState, rows: Rows, units: npt.NDArray[np.int32]) -> None:
    """Add the units of the finished deals of `rows` to the totals."""
    state.totals[rows] += units
    state.deals_played[rows] += 1


def advance_match(state: SpitzerState, rows: Rows, rules: TwoTrumpRules) -> Flags:
    """(K,) whether the matches of `rows`, whose last deals are booked, are over (SP19, SP20).

    Where they are, `contenders` holds the winners.
    """
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


def advance_to_target(state: SpitzerState, rows: Rows, rules: MichiganRules) -> Flags:
    """`advance_match` of Michigan: to a target or a number of deals, tied seats play on (MI20)."""
    totals, played = state.totals[rows], state.deals_played[rows]
    due = (totals >= rules.target).any(axis=1) if rules.deals is None else played >= rules.deals
    leaders = leaders_among(totals, state.contenders[rows])
    over: Flags = (due & (np.bitwise_count(leaders) == 1)) | (played >= rules.max_deals)
    state.contenders[rows] = np.where(over, leaders, state.contenders[rows])
    return over


def deals_left(state: SpitzerState, rules: SpitzerRules) -> npt.NDArray[np.int16]:
    """(G,) regular deals still to be finished, this one included; 0 in an extra deal.

    0 too in a match to a target (MI20).
    """
    left = np.maximum(rules.regular_deals - state.deals_played, 0)
    return left * (state.extra_deals == 0)
