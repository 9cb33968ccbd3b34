"""The information state: what one seat knows of its game, its own cards and the public record.

Observations, masks and agents are given this and nothing else, so what is not here cannot leak.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import HIDDEN_ACTION
from spitzer_env.match import deals_left
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.state import SpitzerState
from spitzer_env.switches import NO_SWITCHES, Switches, shown_side
from trick_taking.action_sets import of_viewers
from trick_taking.arrays import GameArrays
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, Ids
from trick_taking.seat_view import SeatView


@dataclass
class InformationState(GameArrays):
    """What the viewing seat of each of G games knows; seats are relative to it, 0 = me.

    The record is whole also where the switch `scramble_history` hides it from observations.

    `seat` alone is absolute: the viewer itself.
    """

    seat: Ids  # (G,) the viewing seat
    to_act: Ids  # (G,) seat to act, NO_SEAT when finished
    phase: Ids  # (G,) a Phase
    hand: Cards  # (G,) own cards
    legal: Cards  # (G,) set over actions that the mask allows; empty for who is not to act
    lawful: Cards  # (G,) set over actions without penalty; differs under a revoke option
    played: Cards  # (G, S) cards each seat has played
    trick: Ids  # (G, P) card ids of the current trick in order, NO_CARD where none yet
    trick_size: Ids  # (G,) cards on the table
    leader: Ids  # (G,) seat that leads the current trick
    led_group: Ids  # (G,) 0..3 suits C S H D, 4 trump, NO_GROUP before the lead
    taker: Ids  # (G,) seat now winning the trick, NO_SEAT before the lead
    trick_points: npt.NDArray[np.int16]  # (G,) card points on the table
    tricks_played: Ids  # (G,) 0..8, with a blind 0..10
    points: npt.NDArray[np.int16]  # (G, S) card points captured
    tricks: Ids  # (G, S) tricks captured
    voids: npt.NDArray[np.uint8]  # (G, S) bit g: proven void in group g
    solo: Ids  # (G,) seat that announced solo, else NO_SEAT
    spoken: npt.NDArray[np.uint8]  # (G,) bit s: seat s has spoken
    said: Ids  # (G, S) action that each seat announced, NO_ACTION before
    contract: Ids  # (G,) announcement that counts so far (MI12), or PICK (SPV4), else NO_ACTION
    declarer: Ids  # (G,) who said it, else NO_SEAT
    partner: Ids  # (G,) caller's partner once everybody knows him, else NO_SEAT (MI9-MI11)
    without_ace: npt.NDArray[np.uint8]  # (G,) bit s: seat s has proved not to hold the called ace
    buried: Cards  # (G,) cards that I buried (SPV4)
    redeals: Ids  # (G,) deals in a row that all passed (SPV4)
    dealer: Ids  # (G,)
    side_trick: Ids  # (G, 2) trick in which QC and 7D (in Michigan QS) fell, 0 before
    side_seat: Ids  # (G, 2) who played them, NO_SEAT before
    true_side: npt.NDArray[np.uint8]  # (G,) bit s: seat s is of the trump side, in Michigan the
    # declaring one, where a switch tells me; else empty
    totals: npt.NDArray[np.int32]  # (G, S) units scored in this match
    deals_left: npt.NDArray[np.int16]  # (G,) regular deals left with this one, 0 in an extra deal
    contenders: npt.NDArray[np.uint8]  # (G,) bit s: seat s can still win the match
    history: Ids  # (G, M) actions of this deal in order, NO_ACTION where none yet; cards that
    # another seat buried are HIDDEN_ACTION
    history_seats: Ids  # (G, M) seats that took them, NO_SEAT where none yet


class MichiganInformation(InformationState):
    """What the viewing seats know of Michigan Spitzer: the same fields under other rules."""


_AS_IT_IS = (
    "phase",
    "trick",
    "trick_size",
    "led_group",
    "trick_points",
    "tricks_played",
    "contract",
    "redeals",
    "side_trick",
)
_BY_SEAT = ("played", "points", "tricks", "voids", "said", "totals")  # (G, S)
_SEATS = ("leader", "taker", "solo", "declarer", "partner", "dealer", "side_seat")
_SEAT_BITS = ("spoken", "without_ace", "contenders")


def know(
    state: SpitzerState,
    viewers: Ids,
    rules: SpitzerRules,
    history: bool = True,
    switches: Switches = NO_SWITCHES,
) -> InformationState:
    """What `viewers` (G,) of each game know.

    Arrays that need no change are those of the state, not copies. With `history=False` the two
    arrays of the history are empty, (G, 0), for callers that do not read them.
    """
    look = SeatView(viewers, state.hands.shape[1])
    kind = MichiganInformation if isinstance(rules, MichiganRules) else InformationState
    return kind(
        seat=viewers,
        to_act=look.seat(state.seat),
        hand=look.own(state.hands),
        legal=of_viewers(state.legal, state.seat, viewers),
        lawful=of_viewers(state.lawful, state.seat, viewers),
        buried=np.where(viewers == state.declarer, state.buried, NO_CARDS),
        true_side=shown_side(state, look, rules, switches),
        deals_left=deals_left(state, rules),
        history=visible_history(state, viewers, rules) if history else state.history[:, :0],
        history_seats=look.seat(state.history_seats) if history else state.history_seats[:, :0],
        **_turned(state, look),
    )


def _turned(state: SpitzerState, look: SeatView) -> dict[str, Any]:
    """The public arrays of the state, seats and their sets relative to the viewers."""
    return {
        **{name: getattr(state, name) for name in _AS_IT_IS},
        **{name: look.by_seat(getattr(state, name)) for name in _BY_SEAT},
        **{name: look.seat(getattr(state, name)) for name in _SEATS},
        **{name: look.seat_bits(getattr(state, name)) for name in _SEAT_BITS},
    }


def visible_history(state: SpitzerState, viewers: Ids, rules: SpitzerRules) -> Ids:
    """(G, M) the actions of each deal, with HIDDEN_ACTION for what others than the viewer buried.

    The cards are buried when all who pick or pass have spoken (SPV4).
    """
    if not rules.blind:
        return state.history
    history, first = state.history.copy(), np.bitwise_count(state.spoken)
    others = (state.declarer != NO_SEAT) & (state.declarer != viewers)
    for move in (first + buried for buried in range(rules.blind)):
        rows = np.flatnonzero(others & (move < state.moves))
        history[rows, move[rows]] = HIDDEN_ACTION
    return history
