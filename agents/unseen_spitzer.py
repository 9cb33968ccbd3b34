"""What the record of two-trump Spitzer allows of the cards that a seat has not seen.

A seat that proved void in a group holds none of it (SP11, SP12); an announced solo has voided
everybody else in trump (SP9), while a pass proves nothing: a silent solo passes too. What a picker
buried, and a blind that nobody picked, may be any cards (SPV4).
"""

from __future__ import annotations

import numpy as np

from agents.placings import ANY, NONE, Placings
from agents.unseen import Piles
from spitzer_env.actions import HIDDEN_ACTION
from spitzer_env.information import InformationState
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.trumps import GROUP_SETS, NUM_GROUPS
from trick_taking.cards import NO_SEAT, count, union


def ask_two_trump(info: InformationState, rules: TwoTrumpRules) -> Placings:
    """One question a row: the plain cards of each suit and the trumps, in hands and piles."""
    piles = Piles(rules.players)
    pack = np.uint64(sum(1 << card for card in rules.pack))
    unseen = pack & ~(info.hand | info.buried | union(info.played))
    asked = piles.ask(unseen[:, None] & GROUP_SETS)
    seats = np.arange(1, rules.players)

    buried = (info.history == HIDDEN_ACTION).sum(axis=1)[:, None]
    picked = (seats == info.declarer[:, None]).astype(np.int64)
    hands = rules.tricks - count(info.played[:, 1:]).astype(np.int64)
    if rules.dealer_sits_out:  # SPV6
        hands *= seats != info.dealer[:, None]
    asked.room[:, piles.hands] = hands + picked * (rules.blind - buried)
    asked.room[:, piles.laid] = picked * buried
    asked.room[:, piles.rest] = np.where(info.declarer == NO_SEAT, rules.blind, 0)

    voids = info.voids[:, None, 1:] >> np.arange(NUM_GROUPS, dtype=np.uint8)[:, None] & 1
    asked.terms[:, :, piles.hands] = np.where(voids, NONE, ANY)
    return asked
