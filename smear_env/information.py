"""The information state: what one seat knows of its game, its own cards and the public record.

Observations, masks and agents are given this and nothing else, so what is not here cannot leak.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from smear_env.actions import HIDDEN_DISCARD, PACK
from smear_env.rules import SmearRules
from smear_env.state import SmearState
from trick_taking.action_sets import of_viewers
from trick_taking.arrays import GameArrays
from trick_taking.cards import Cards, Flags, Ids, count
from trick_taking.seat_view import SeatView


@dataclass
class InformationState(GameArrays):
    """What the viewing seat of each of G games knows.

    Seats are relative to it, 0 = me; sides too, 0 = mine, and relative seat r is of relative side
    r % N. `seat` alone is absolute: the viewer itself.
    """

    seat: Ids  # (G,) the viewing seat
    to_act: Ids  # (G,) seat to act, NO_SEAT when finished
    phase: Ids  # (G,) Phase: auction, trump, discard, play
    hand: Cards  # (G,) own cards
    discarded: Cards  # (G,) cards that I laid face down
    legal: Cards  # (G, W) set over actions that the mask allows; empty for who is not to act
    lawful: Cards  # (G, W) set over actions without penalty; differs under a revoke option
    played: Cards  # (G, S) cards each seat has played
    bids: Ids  # (G, S) what each seat said: -1 nothing yet, 0 pass, else points
    bid: Ids  # (G,) highest bid, 0 before any
    pitcher: Ids  # (G,) highest bidder so far, after the auction the pitcher
    forced: Flags  # (G,) the dealer pitches because all passed
    trump: Ids  # (G,) suit 0..3 C S H D, NO_GROUP before it is named
    held: Ids  # (G, S) number of cards each seat holds
    drawn: Ids  # (G, S) number of cards each seat drew (SMV1)
    table: Cards  # (G,) cards of the current trick
    trick_size: Ids  # (G,) how many they are
    table_value: npt.NDArray[np.int16]  # (G,) their game value
    leader: Ids  # (G,) seat that leads the current trick
    led_group: Ids  # (G,) 0..3 suits C S H D, 4 trump, NO_GROUP before the lead
    taker: Ids  # (G,) seat now winning the trick, NO_SEAT before the lead
    best_card: Ids  # (G,) its card, NO_CARD before the lead
    tricks_played: Ids  # (G,) 0..6
    captured: Cards  # (G, N) cards in the tricks of each side
    game_value: npt.NDArray[np.int16]  # (G, N) their game value
    voids: npt.NDArray[np.uint8]  # (G, S) bit g: proven void in group g
    dealer: Ids  # (G,)
    redeals: Ids  # (G,) deals in a row that all passed
    totals: npt.NDArray[np.int32]  # (G, N) points of each side in this match
    deals_played: npt.NDArray[np.int16]  # (G,) deals of this match that are over
    history: Ids  # (G, MAX_MOVES) actions of this deal in order, NO_ACTION where none yet,
    # HIDDEN_DISCARD where another seat laid a card down
    history_seats: Ids  # (G, MAX_MOVES) seats that took them, NO_SEAT where none yet


_PUBLIC = (
    "phase",
    "bid",
    "forced",
    "trump",
    "table",
    "trick_size",
    "table_value",
    "led_group",
    "best_card",
    "tricks_played",
    "redeals",
    "deals_played",
)  # what everybody sees as it stands in the state


def know(
    state: SmearState, viewers: Ids, rules: SmearRules, history: bool = True
) -> InformationState:
    """What `viewers` (G,) of each game know.

    Arrays that need no change are those of the state, not copies. With `history=False` the two
    arrays of the history are empty, (G, 0), for callers that do not read them.
    """
    look = SeatView(viewers, rules.players)
    sides = SeatView(np.array(rules.fixed_sides, np.int8).take(look.viewers), rules.num_sides)
    public: dict[str, Any] = {name: getattr(state, name) for name in _PUBLIC}
    return InformationState(
        seat=viewers,
        to_act=look.seat(state.seat),
        hand=look.own(state.hands),
        discarded=look.own(state.discarded),
        legal=of_viewers(state.legal, state.seat, viewers),
        lawful=of_viewers(state.lawful, state.seat, viewers),
        played=look.by_seat(state.played),
        bids=look.by_seat(state.bids),
        pitcher=look.seat(state.pitcher),
        held=look.by_seat(count(state.hands).view(np.int8)),
        drawn=look.by_seat(state.drawn),
        leader=look.seat(state.leader),
        taker=look.seat(state.taker),
        captured=sides.by_seat(state.captured),
        game_value=sides.by_seat(state.game_value),
        voids=look.by_seat(state.voids),
        dealer=look.seat(state.dealer),
        totals=look.by_seat(state.totals, rules.num_sides),  # seats 0..N-1 are of sides 0..N-1
        history=known_actions(state, look.viewers) if history else state.history[:, :0],
        history_seats=look.seat(state.history_seats) if history else state.history_seats[:, :0],
        **public,
    )


def known_actions(state: SmearState, viewers: Ids) -> Ids:
    """(G, MAX_MOVES) the actions of the deal; other seats' discards are hidden (SM7)."""
    places = np.arange(state.history.shape[1])
    cards = (state.history >= 0) & (state.history < PACK.size)
    discards = cards & (places < state.play_start[:, None])
    hidden = discards & (state.history_seats != viewers[:, None])
    return np.where(hidden, np.int8(HIDDEN_DISCARD), state.history)
