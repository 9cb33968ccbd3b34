"""SM5, SM6: the auction, then the pitcher names trump."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smear_env.actions import (
    ACTION_WORDS,
    BID_ZERO,
    HIGHEST_BID,
    LOWEST_BID,
    PASS,
    TRUMP_CLUBS,
)
from smear_env.rules import MAX_REDEALS, SmearRules
from smear_env.state import NO_BID, Phase, SmearState
from trick_taking.action_sets import split_actions
from trick_taking.arrays import NO_ROWS, choose, those
from trick_taking.cards import NO_CARDS, SUITS, Cards, Ids, bit, union

Rows = npt.NDArray[np.intp]


def bid_sets(rules: SmearRules) -> Cards:
    """(HIGHEST_BID + 1, W) what may be said after each highest bid: pass, or more (SM5)."""
    sets = []
    for bid in range(HIGHEST_BID + 1):
        higher = range(max(bid + 1, LOWEST_BID), rules.most_points + 1)
        actions = 1 << PASS | sum(1 << BID_ZERO + points for points in higher)
        sets.append(split_actions(actions, ACTION_WORDS))
    return np.stack(sets)


_NAMINGS = np.stack(  # (4, W) the action that names each suit, as a set
    [split_actions(1 << TRUMP_CLUBS + suit, ACTION_WORDS) for suit in range(len(SUITS))]
)


def legal_trumps(hands: Cards, trump_sets: Cards) -> Cards:
    """(K, W) the suits in which the pitcher holds a trump, a Jick or a joker counts (SM6)."""
    holds = (hands[:, None] & trump_sets[: len(SUITS)]) != NO_CARDS
    return np.bitwise_or.reduce(np.where(holds[:, :, None], _NAMINGS, NO_CARDS), axis=1)


def apply_bids(
    state: SmearState, rows: Rows, actions: npt.NDArray[np.int64], rules: SmearRules
) -> Rows:
    """The seats to act of `rows` pass or bid; returns the rows that must be dealt again."""
    seat = state.seat[rows]
    passes = actions == PASS
    said = choose(passes, NO_BID, actions - BID_ZERO)
    state.bids[rows, seat] = said
    state.bid[rows] = choose(passes, state.bid[rows], said)
    state.pitcher[rows] = choose(passes, state.pitcher[rows], seat)
    state.seat[rows] = (seat + 1) % rules.players
    last = those(rows, seat == state.dealer[rows])
    return _close_auctions(state, np.atleast_1d(last), rules) if last.size else NO_ROWS


def _close_auctions(state: SmearState, rows: Rows, rules: SmearRules) -> Rows:
    """Every seat of `rows` has spoken, the dealer last (SM5)."""
    all_passed = state.bid[rows] == NO_BID
    again = all_passed & (rules.all_pass == "redeal") & (state.redeals[rows] < MAX_REDEALS)
    forced = rows[all_passed & ~again]
    state.forced[forced] = True
    state.pitcher[forced] = state.dealer[forced]
    state.bid[forced] = LOWEST_BID

    going_on = rows[~again]
    pitcher = state.pitcher[going_on]
    state.phase[going_on] = Phase.TRUMP
    state.seat[going_on] = pitcher
    if rules.widow_size:
        state.hands[going_on, pitcher] |= widow_cards(state.order[going_on], rules)  # SMV2
    return rows[again]


def widow_cards(order: Ids, rules: SmearRules) -> Cards:
    """(K,) the widow of deals in dealing order; empty where the rules have none (SMV2)."""
    first = rules.players * rules.hand_size
    return union(bit(order[:, first : first + rules.widow_size]))


def apply_trumps(state: SmearState, rows: Rows, actions: npt.NDArray[np.int64]) -> None:
    """The pitchers of `rows` name trump."""
    state.trump[rows] = actions - TRUMP_CLUBS
    state.phase[rows] = Phase.DISCARD
