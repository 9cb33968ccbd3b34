"""The true state of a batch of Spitzer games. Agents never see it; see information.py."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import NO_ACTION
from spitzer_env.rule_sets import SpitzerRules
from trick_taking.arrays import GameArrays, array
from trick_taking.cards import NO_CARD, NO_GROUP, NO_SEAT, Cards, Ids
from trick_taking.counter import Keys

Bits = npt.NDArray[np.uint8]  # small sets: of seats, of groups
Numbers = npt.NDArray[np.int16]


class Phase:
    """What the seat to act chooses; plain numbers, since numpy is slow to compare with an enum."""

    ANNOUNCE = 0  # what it says, once (SP9, MI8); whether it picks the blind (SPV4)
    PLAY = 1
    BURY = 2  # SPV4


def most_moves(rules: SpitzerRules) -> int:
    """The most actions of a deal: every seat speaks once, then plays every card (SP9, SP10, MI8,
    MI14); between them a picker buries (SPV4).
    """
    return rules.seats_playing * (1 + rules.tricks) + rules.blind


@dataclass
class SpitzerState(GameArrays):
    """G games of S seats, P of them playing, with at most M moves; seats here are absolute.

    The shape after the G games stands in the declaration, `array("S")` is (G, S). Nothing yet is
    NO_SEAT, NO_CARD, NO_GROUP or NO_ACTION.
    """

    hands: Cards = array("S", dtype=np.uint64)  # card set each seat holds
    played: Cards = array("S", dtype=np.uint64)  # cards each seat has played in this deal
    legal: Cards = array(dtype=np.uint64)  # actions that the mask allows, none when finished
    lawful: Cards = array(dtype=np.uint64)  # of them, those without penalty (SP18)
    seat: Ids = array(fill=NO_SEAT)  # seat to act, NO_SEAT when finished
    phase: Ids = array()  # a Phase
    dealer: Ids = array(fill=NO_SEAT)  # seat that deals
    trick: Ids = array("P", fill=NO_CARD)  # cards of the current trick in order
    trick_size: Ids = array()  # cards on the table
    leader: Ids = array(fill=NO_SEAT)  # seat that leads the current trick
    led_group: Ids = array(fill=NO_GROUP)  # group led, NO_GROUP before the lead
    taker: Ids = array(fill=NO_SEAT)  # seat that is winning the current trick
    best_strength: Ids = array(fill=-1)  # strength of the taker's card
    trick_points: Numbers = array(dtype=np.int16)  # card points on the table
    tricks_played: Ids = array()  # 0..8, with a blind 0..10
    points: Numbers = array("S", dtype=np.int16)  # card points captured
    tricks: Ids = array("S")  # tricks captured
    voids: Bits = array("S", dtype=np.uint8)  # bit g: a void in group g is proven
    solo: Ids = array(fill=NO_SEAT)  # seat that announced solo, else NO_SEAT
    spoken: Bits = array(dtype=np.uint8)  # bit s: seat s has spoken (SP9, MI8, SPV4)
    said: Ids = array("S", fill=NO_ACTION)  # what each seat said
    contract: Ids = array(fill=NO_ACTION)  # announcement that counts (MI12), or PICK (SPV4)
    declarer: Ids = array(fill=NO_SEAT)  # seat that said it
    partner: Ids = array(fill=NO_SEAT)  # caller's partner once everybody knows him (MI9-MI11)
    without_ace: Bits = array(dtype=np.uint8)  # bit s: seat s has proved not to hold the called ace
    blind: Cards = array(dtype=np.uint64)  # cards of the blind as dealt; hidden (SPV4)
    buried: Cards = array(dtype=np.uint64)  # cards that the picker buried; hidden
    redeals: Ids = array()  # deals in a row that all passed (SPV4)
    side_trick: Ids = array(2)  # trick in which each card of `PlayTables.side_cards` fell, 0 before
    side_seat: Ids = array(2, fill=NO_SEAT)  # who played it, NO_SEAT before
    holders: Ids = array(2, fill=NO_SEAT)  # seat that was dealt it; hidden
    revoker: Ids = array(fill=NO_SEAT)  # seat that revoked, else NO_SEAT (SP18)
    moves: Ids = array()  # actions taken in this deal
    history: Ids = array("M", fill=NO_ACTION)  # actions of this deal in order
    history_seats: Ids = array("M", fill=NO_SEAT)  # seats that took them
    totals: npt.NDArray[np.int32] = array("S", dtype=np.int32)  # units scored in this match
    deals_played: Numbers = array(dtype=np.int16)  # deals of this match that are over
    extra_deals: Ids = array()  # of them, extra deals (SP20)
    contenders: Bits = array(dtype=np.uint8)  # bit s: seat s can still win the match
    seed: Keys = array(dtype=np.uint64)  # seed s of "deal k of stream r under seed s"
    stream: Keys = array(dtype=np.uint64)  # r
    deal_number: npt.NDArray[np.int64] = array(dtype=np.int64, fill=-1)  # k
