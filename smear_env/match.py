"""SM13, SMV7, SMV8: when a match ends and who has won it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smear_env.rules import SmearRules
from smear_env.scoring import DealResults
from smear_env.state import SmearState
from trick_taking.cards import Flags, Ids
from trick_taking.totals import leaders_among

Rows = npt.NDArray[np.intp]
Sides = npt.NDArray[np.uint8]  # sets of sides


def start_match(state: SmearState, rows: Rows) -> None:
    """All totals at zero, every seat a contender."""
    state.totals[rows] = 0
    state.deals_played[rows] = 0
    state.contenders[rows] = (1 << state.totals.shape[1]) - 1


def advance_match(state: SmearState, results: DealResults, rules: SmearRules) -> Flags:
    """Book finished deals; returns (K,) whether each match is over.

    When it is, `contenders` holds the seats of the winners.
    """
    rows = results.rows
    state.totals[rows] += results.units
    state.deals_played[rows] += 1
    totals = state.totals[rows][:, : rules.num_sides]  # seat s of the first N is of side s (SM1)
    everybody = np.full(len(rows), (1 << rules.num_sides) - 1, np.uint8)
    pitching = np.left_shift(1, results.pitcher % rules.num_sides).astype(np.uint8)

    winners = reached_target(totals, np.where(results.made, pitching, 0).astype(np.uint8), rules)
    decided = np.bitwise_count(winners) == 1
    ends = state.deals_played[rows] >= rules.max_deals
    if rules.floor is not None:  # SMV8
        ends |= (totals <= rules.floor).any(axis=1)
    winners = np.where(ends & ~decided, leaders_among(totals, everybody), winners)
    over: Flags = decided | ends
    state.contenders[rows[over]] = seats_of_sides(winners[over], rules)
    return over


def reached_target(totals: npt.NDArray[np.int32], made: Sides, rules: SmearRules) -> Sides:
    """(K,) the winners by SM13: one side, none, or several that must play on.

    `made` is the pitcher's side where it made its bid, else empty.
    """
    sides = np.arange(rules.num_sides, dtype=np.uint8)
    reached = ((totals >= rules.target) << sides).sum(axis=1).astype(np.uint8)
    best = np.where(reached != 0, leaders_among(totals, np.maximum(reached, 1)), 0)
    best = best.astype(np.uint8)
    first = reached if rules.both_over == "pitcher_first" else best
    pitcher_wins = (made & first) != 0
    return np.where(pitcher_wins, made, best).astype(np.uint8)


def seats_of_sides(sides: Sides, rules: SmearRules) -> npt.NDArray[np.uint8]:
    """(K,) sets of sides to sets of their seats."""
    side_of_seat = np.array(rules.fixed_sides, np.uint8)
    seats = np.arange(rules.players, dtype=np.uint8)
    wins: Ids = sides[:, None] >> side_of_seat & 1
    return (wins << seats).sum(axis=1).astype(np.uint8)
