"""What a player of Michigan Spitzer can count: unseen cards, who may hold them, likely sides.

Seats are relative, 0 = me, 1..3 the others clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from agents.michigan_sides import AGAINST_ONE, called_aces, find_sides, have_called
from agents.spitzer_knowledge import ALL_CARDS, Numbers, Places
from spitzer_env.actions import NO_ACTION
from spitzer_env.information import InformationState
from spitzer_env.michigan_trumps import MICHIGAN_TABLES, QUEENS, TRUMPS
from spitzer_env.rules import SEATS_PLAYING, TRICKS
from spitzer_env.trumps import NUM_GROUPS
from trick_taking.cards import NO_CARDS, Cards, Flags, Ids, bit, count

GROUP = MICHIGAN_TABLES.group[0].astype(np.int64)  # (32,)
GROUP_SETS = MICHIGAN_TABLES.group_sets[0]  # (5,)
STRENGTH = MICHIGAN_TABLES.strength[0].astype(np.int64)  # (32,)
SEATS = SEATS_PLAYING

VOID_SETS: Cards = np.array(
    [
        sum(int(GROUP_SETS[group]) for group in range(NUM_GROUPS) if voids >> group & 1)
        for voids in range(1 << NUM_GROUPS)
    ],
    np.uint64,
)  # (32,) the cards of the groups of which `voids` has the bits


def _chance_of_none() -> Numbers:
    """(33, 15, 9) chance that n cards drawn from M hold none of k: entry [M, k, n]."""
    table = np.ones((33, 15, 9), np.float32)
    for total in range(33):
        for special in range(min(total, 14) + 1):
            for drawn in range(min(total, 8) + 1):
                table[total, special, drawn] = comb(total - special, drawn) / comb(total, drawn)
    return table


CHANCE_OF_NONE = _chance_of_none()


@dataclass(frozen=True)
class Knowledge:
    """What the cards seen so far tell in G games."""

    hand: Cards  # (G,) my cards
    unseen: Cards  # (G,) cards in the other hands
    held: Places  # (G, 4) number of cards in each hand
    may_hold: Cards  # (G, 4) unseen cards that each hand may have
    spread: Places  # (G, 4) number of those cards, at least 1
    friend: Numbers  # (G, 4) chance that each seat is of my side
    declaring: Flags  # (G,) I am, or seem to be, of the declaring side (MI18)
    role: Places  # (G,) PAIR_OPEN .. AGAINST_ONE
    called: Places  # (G,) the called ace, NO_CARD for none (MI9, MI10)
    secret: Cards  # (G,) black queens that the declaring side surely holds
    queens: Numbers  # (G, 4) share of the unseen black queens that each seat has if it declares
    trump_rich: Numbers  # (G, 4) how often a trump is there, against an even spread
    fail_rich: Numbers  # (G, 4) the same of other cards


def count_cards(info: InformationState, silent: float, lone_trumps: float) -> Knowledge:
    """Count the cards.

    silent: how likely a holder of both queens is thought to pass
    lone_trumps: how much likelier a trump is with a lone player than another card
    """
    fallen = np.bitwise_or.reduce(info.played, axis=1)
    unseen = ALL_CARDS & ~(fallen | info.hand)
    held = TRICKS - count(info.played).astype(np.int64)
    may_hold = unseen[:, None] & ~VOID_SETS[info.voids]
    called = called_aces(info)
    lacks = (info.without_ace[:, None] >> np.arange(SEATS, dtype=np.uint8) & 1).astype(np.bool_)
    may_hold &= ~np.where(lacks, bit(called)[:, None], NO_CARDS)
    may_hold[:, 0] = NO_CARDS
    spread = np.maximum(count(may_hold).astype(np.int64), 1)
    sides = find_sides(info, may_hold, held, spread, silent)
    rich = _riches(sides.role, info.declarer, held, unseen, lone_trumps)
    queens, secret = _queen_shares(info, unseen)
    return Knowledge(
        hand=info.hand,
        unseen=unseen,
        held=held,
        may_hold=may_hold,
        spread=spread,
        friend=sides.friend,
        declaring=sides.declaring,
        role=sides.role,
        called=called,
        queens=queens,
        secret=secret,
        trump_rich=rich[0],
        fail_rich=rich[1],
    )


def _queen_shares(info: InformationState, unseen: Cards) -> tuple[Numbers, Cards]:
    """(G, 4) what part of the unseen black queens each seat holds, should it be declaring.

    By the queens one each, or all that is left for who has not shown one; a caller has both. And
    (G,) these queens, none where a zola or schneider counts.
    """
    seats, calls = np.arange(SEATS), have_called(info)
    announced = info.contract != NO_ACTION
    secret = np.where(announced & ~calls, NO_CARDS, unseen & QUEENS)
    left = count(secret)[:, None]
    showed = (info.side_seat[:, :, None] == seats).any(axis=1)
    one_each = np.where(showed, 0, 1 / np.maximum(left, 1))
    caller = seats == info.declarer[:, None]
    shares = np.where(announced[:, None], caller, one_each) * (left > 0)
    return shares.astype(np.float32), secret


def _riches(
    role: Places, declarer: Ids, held: Places, unseen: Cards, lone_trumps: float
) -> tuple[Numbers, Numbers]:
    """(G, 4) how often trumps and other cards are with each seat, against an even spread.

    Who plays alone has more trumps, each `lone_trumps` times as likely as another card.
    """
    trumps = count(unseen & TRUMPS).astype(np.float32)
    fails = count(unseen).astype(np.float32) - trumps
    against = role == AGAINST_ONE
    lone = held[np.arange(len(role)), np.maximum(declarer, 0)].astype(np.float32)
    others = np.maximum(trumps + fails - lone, 1)
    weighed = np.maximum(lone_trumps * trumps + fails, 1)
    his = np.clip(lone * lone_trumps * trumps / weighed, lone - fails, trumps)
    density = np.maximum(trumps + fails, 1)
    is_he = np.arange(SEATS) == declarer[:, None]
    rich = []
    for number, with_him in ((trumps, his), (fails, lone - his)):
        even = np.maximum(number, 1) / density
        share = np.where(
            is_he,
            (with_him / np.maximum(lone, 1) / even)[:, None],
            ((number - with_him) / others / even)[:, None],
        )
        rich.append(np.where(against[:, None], share, 1).astype(np.float32))
    return rich[0], rich[1]
