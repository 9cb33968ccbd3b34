"""Bids as signals: does a seat of Smear play otherwise when only another's bid is another?

At a listener's card decision the bid of another seat, the sender, which did not win the auction, is
exchanged in the record: points for a pass, and a pass for the least it could have bid, where the
next bid was higher still (SM5). So the auction was lawful, its winner and his points stay, and the
listener has the same legal cards. The listener is asked again, with the same random keys.

- `by a teammate`, `by an opponent`: the share of decisions that are others after the exchange
- `signal`: the first less the second

At each decision one sender is tried, the seats in turn.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.bootstrap import Floats
from agents.protocol import Agent
from experiments.seatings import MakeGame
from experiments.signalling import COLUMNS, SIGNALLING
from experiments.watched_deals import Actions, choose
from smear_env.actions import BID_ZERO, LOWEST_BID, PASS
from smear_env.state import NO_BID, Phase, SmearState
from trick_taking.cards import NO_SEAT, Ids

NO_EXCHANGE = -1
_MANY = 100  # more than any bid


def tally(make_game: MakeGame, agent: Agent, deals: range) -> Floats:
    """(D, 4) the columns of each deal."""
    game: Any = make_game(len(deals), np.array(deals, np.uint64))
    found = np.zeros((len(deals), len(COLUMNS)))
    move = 0
    while (game.seat != NO_SEAT).any():
        chosen = choose(game, agent)
        _count(found, game, agent, chosen, move)
        game.step(chosen)
        move += 1
    return found


def _count(found: Floats, game: Any, agent: Agent, chosen: Actions, move: int) -> None:
    """Add to `found` (D, 4) the decisions of all games before they act."""
    state, seats = game.state, game.num_seats
    sides = np.array(game.rules.fixed_sides)
    decides = (game.legal.sum(axis=1) > 1) & (state.phase == Phase.PLAY)
    rows = np.flatnonzero(decides)
    listener = state.seat[rows]
    sender = (listener + 1 + move % (seats - 1)) % seats
    said = other_bids(state.bids[rows], state.dealer[rows], sender)
    there = np.flatnonzero(said != NO_EXCHANGE)
    if not len(there):
        return
    rows, listener, sender = rows[there], listener[there], sender[there]
    other = exchanged(state.select(rows), sender, said[there])
    changed = choose(game.standing(other), agent) != chosen[rows]
    foe = (sides[listener] != sides[sender]).astype(np.intp)
    found[rows, 2 * foe] += 1
    found[rows, 2 * foe + 1] += changed


def other_bids(bids: Ids, dealer: Ids, sender: npt.NDArray[np.integer]) -> Ids:
    """(K,) what each `sender` (K,) could have bid instead, NO_EXCHANGE where nothing.

    bids (K, S) are those of finished auctions: NO_BID for a pass, else points.
    """
    num_seats = bids.shape[1]
    turn = (np.arange(num_seats) - dealer[:, None] - 1) % num_seats
    own_turn = ((sender - dealer - 1) % num_seats)[:, None]
    before = np.where(turn < own_turn, bids, NO_BID).max(axis=1)
    higher = np.where((turn > own_turn) & (bids > NO_BID), bids, _MANY).min(axis=1)
    own = bids[np.arange(len(bids)), sender]
    least = np.maximum(before + 1, LOWEST_BID)
    outbid = higher < _MANY
    said = np.where(own > NO_BID, NO_BID, np.where(least < higher, least, NO_EXCHANGE))
    return np.where(outbid, said, NO_EXCHANGE).astype(np.int8)


def exchanged(state: SmearState, sender: npt.NDArray[np.integer], said: Ids) -> SmearState:
    """The positions `state`, written over, had each `sender` bid `said`."""
    rows = np.arange(len(sender))
    turn = (sender - state.dealer - 1) % state.bids.shape[1]  # bids are the first actions
    state.bids[rows, sender] = said
    state.history[rows, turn] = np.where(said == NO_BID, PASS, BID_ZERO + said)
    return state


BID_SIGNALS = dataclasses.replace(
    SIGNALLING,
    title="bids as signals: decisions that change when only the bid of another seat is swapped",
    tally=tally,
)
