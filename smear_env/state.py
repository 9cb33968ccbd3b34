"""The true state of a batch of Smear games. Agents never see it; see information.py."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from smear_env.actions import ACTION_WORDS, NO_ACTION, PACK
from trick_taking.arrays import GameArrays, array
from trick_taking.cards import NO_CARD, NO_GROUP, NO_SEAT, Cards, Flags, Ids
from trick_taking.counter import Keys

Bits = npt.NDArray[np.uint8]  # small sets: of seats, of groups
Numbers = npt.NDArray[np.int16]

NOT_SPOKEN = -1  # in `bids`
NO_BID = 0  # in `bids`: a pass


class Phase:
    """What the seat to act chooses; plain numbers, since numpy is slow to compare with an enum."""

    AUCTION = 0
    TRUMP = 1
    DISCARD = 2
    PLAY = 3


PHASE_NAMES = ("auction", "trump", "discard", "play")
MAX_MOVES = 61  # 8 seats: 8 speak, 1 names trump, 4 discards of a widow, 48 cards (SM4-SM8, SMV2)


@dataclass
class SmearState(GameArrays):
    """G games of S seats in N sides, games first; seats and sides here are absolute.

    The shape after the G games stands in the declaration, `array("S")` is (G, S). Nothing yet is
    NO_SEAT, NO_CARD, NO_GROUP or NO_ACTION.
    """

    order: Ids = array(PACK.size, fill=NO_CARD)  # as dealt: hands by seat, widow, stock; hidden
    hands: Cards = array("S", dtype=np.uint64)  # card set each seat holds
    discarded: Cards = array("S", dtype=np.uint64)  # cards each seat laid face down (SM7, SMV1)
    played: Cards = array("S", dtype=np.uint64)  # cards each seat has played in this deal
    legal: Cards = array(ACTION_WORDS, dtype=np.uint64)  # actions that the mask allows
    lawful: Cards = array(ACTION_WORDS, dtype=np.uint64)  # of them, those without penalty (SM14)
    seat: Ids = array(fill=NO_SEAT)  # seat to act, NO_SEAT when finished
    phase: Ids = array()  # a Phase
    dealer: Ids = array(fill=NO_SEAT)  # seat that deals
    bids: Ids = array("S", fill=NOT_SPOKEN)  # what each seat said: NOT_SPOKEN, NO_BID or points
    bid: Ids = array()  # highest bid, 0 before any
    pitcher: Ids = array(fill=NO_SEAT)  # highest bidder so far; the pitcher after the auction
    forced: Flags = array(dtype=np.bool_)  # the dealer pitches because all passed (SM5)
    redeals: Ids = array()  # deals in a row that all passed (SM5)
    trump: Ids = array(fill=NO_GROUP)  # suit 0..3 that is trump
    drawn: Ids = array("S")  # cards each seat drew from the stock (SMV1)
    table: Cards = array(dtype=np.uint64)  # cards of the current trick
    trick_size: Ids = array()  # cards on the table
    table_value: Numbers = array(dtype=np.int16)  # game value on the table (SM3)
    leader: Ids = array(fill=NO_SEAT)  # seat that leads the current trick
    led_group: Ids = array(fill=NO_GROUP)  # group led, NO_GROUP before the lead
    taker: Ids = array(fill=NO_SEAT)  # seat that is winning the current trick
    best_card: Ids = array(fill=NO_CARD)  # its card
    tricks_played: Ids = array()  # tricks that are over
    captured: Cards = array("N", dtype=np.uint64)  # cards in the tricks of each side
    game_value: Numbers = array("N", dtype=np.int16)  # of them, the game value (SM3)
    voids: Bits = array("S", dtype=np.uint8)  # bit g: a void in group g is proven
    revoker: Ids = array(fill=NO_SEAT)  # seat that revoked, else NO_SEAT (SM14)
    moves: Ids = array()  # actions taken in this deal
    play_start: Ids = array(fill=MAX_MOVES)  # moves before the first lead
    history: Ids = array(MAX_MOVES, fill=NO_ACTION)  # actions of this deal in order
    history_seats: Ids = array(MAX_MOVES, fill=NO_SEAT)  # seats that took them
    totals: npt.NDArray[np.int32] = array("S", dtype=np.int32)  # units scored in this match
    deals_played: Numbers = array(dtype=np.int16)  # deals of this match that are over
    contenders: Bits = array(dtype=np.uint8)  # bit s: seat s can still win, or has won, the match
    seed: Keys = array(dtype=np.uint64)  # seed s of "deal k of stream r under seed s"
    stream: Keys = array(dtype=np.uint64)  # r
    deal_number: npt.NDArray[np.int64] = array(dtype=np.int64, fill=-1)  # k
