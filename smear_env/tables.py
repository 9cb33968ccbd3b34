"""The look-up tables of Smear under one set of rules, so that hot code reads no option."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smear_env.auction import bid_sets
from smear_env.rules import SmearRules
from smear_env.trumps import NUM_GROUPS, TRUMP, protected_sets, trump_sets, trump_tables
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, Ids


class SmearTables:
    """Tables by contract (the suit that is trump) and otherwise as named.

    group, strength: (4, C) of each card
    trump_sets: (5,) the trumps; the last entry answers NO_GROUP and is empty
    protected_sets: (4,) the trumps that are discarded last (SM7)
    duty_sets: (4, 6) cards of which one must be played, if held, on each led group, unless a trump
        is; the first column answers NO_GROUP, a lead: any card
    void_bits: (6,) what neither following nor a trump proves on each led group
    bid_sets: (13, W) what may be said after each highest bid (SM5)
    sides: (S,) the side of each seat (SM1)
    next_seat: (S,) the seat to the left of each
    first_seats: (S, 2**S) the first member from each seat clockwise of each set of seats, NO_SEAT
        for none
    free_discard: SM7; only_trumps: SMV1, only trumps are playable
    may_revoke: SM14, a seat that must follow may fail to
    """

    def __init__(self, rules: SmearRules) -> None:
        tables = trump_tables(rules)
        self.group: Ids = tables.group
        self.strength: Ids = tables.strength
        self.trump_sets = trump_sets(rules)
        self.protected_sets = protected_sets(rules)
        self.only_trumps = rules.variant == "nine_card"
        self.free_discard = rules.free_discard
        self.may_revoke = rules.revoke != "forbidden" and not self.only_trumps
        self.duty_sets = duty_sets(tables.group_sets, self.only_trumps)
        self.void_bits = np.left_shift(np.uint8(1), np.arange(NUM_GROUPS + 1, dtype=np.uint8))
        self.void_bits[NUM_GROUPS] = 0
        self.bid_sets = bid_sets(rules)
        self.sides: npt.NDArray[np.int8] = np.array(rules.fixed_sides, np.int8)
        self.next_seat = np.roll(np.arange(rules.players, dtype=np.int8), -1)
        self.first_seats = first_seats(rules.players)


def duty_sets(group_sets: Cards, only_trumps: bool) -> Cards:
    """(4, 6) see `SmearTables`; in nine-card play every card must be a trump (SMV1)."""
    if only_trumps:
        return np.repeat(group_sets[:, TRUMP, None], NUM_GROUPS + 1, axis=1)
    leads = np.full((len(group_sets), 1), NO_CARDS)
    return np.concatenate([leads, group_sets], axis=1)


def first_seats(players: int) -> Ids:
    """(S, 2**S) see `SmearTables`."""
    first = np.full((players, 1 << players), NO_SEAT, np.int8)
    sets = np.arange(1 << players)
    for start in range(players):
        for step in reversed(range(players)):
            seat = (start + step) % players
            first[start, (sets >> seat & 1) != 0] = seat
    return first
