"""What a player of Michigan Spitzer can count: unseen cards, who may hold them, likely sides.

Seats are relative, 0 = me, 1..3 the others clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from agents.spitzer_knowledge import (
    ALL_CARDS,
    CASE_WITH_ME,
    Numbers,
    Places,
    case_chances,
    has_card,
)
from spitzer_env.actions import CALLS, NO_ACTION, SCHNEIDER
from spitzer_env.information import InformationState
from spitzer_env.michigan_duties import CALLED_CARD
from spitzer_env.michigan_trumps import LITTLE_QUEEN, MICHIGAN_TABLES
from spitzer_env.rules import SEATS_PLAYING, TRICKS
from spitzer_env.trumps import NUM_GROUPS, QUEEN
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, Flags, Ids, bit, count

GROUP = MICHIGAN_TABLES.group[0].astype(np.int64)  # (32,)
GROUP_SETS = MICHIGAN_TABLES.group_sets[0]  # (5,)
STRENGTH = MICHIGAN_TABLES.strength[0].astype(np.int64)  # (32,)
SEATS = SEATS_PLAYING
PAIR_OPEN, PAIR_AGAINST, ALONE, AGAINST_ONE = range(4)  # roles: my part in the deal

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


def count_cards(info: InformationState, silent: float) -> Knowledge:
    """Count the cards; `silent` is how likely a holder of both queens is thought to pass."""
    fallen = np.bitwise_or.reduce(info.played, axis=1)
    unseen = ALL_CARDS & ~(fallen | info.hand)
    held = TRICKS - count(info.played).astype(np.int64)
    may_hold = unseen[:, None] & ~VOID_SETS[info.voids]
    called = CALLED_CARD[info.contract].astype(np.int64)
    lacks = (info.without_ace[:, None] >> np.arange(SEATS, dtype=np.uint8) & 1).astype(np.bool_)
    may_hold &= ~np.where(lacks, bit(called)[:, None], NO_CARDS)
    may_hold[:, 0] = NO_CARDS
    spread = np.maximum(count(may_hold).astype(np.int64), 1)
    density = (held / spread).astype(np.float32)
    friend = _queen_friends(info, may_hold, density, held, spread, silent)
    declaring = _holds_queen(info)
    announced = info.contract != NO_ACTION
    by_queens = info.contract == SCHNEIDER
    declaring = np.where(by_queens, _at(friend, info.declarer) > 0.5, declaring)
    other = np.flatnonzero(announced & ~by_queens)
    if len(other):
        sides = _announced_sides(info, other, may_hold, density, called)
        declaring[other] = sides[:, 0] > 0.5
        friend[other] = np.where(declaring[other, None], sides, 1 - sides)
        friend[other, 0] = 1
    pair = ~announced | by_queens | ((info.contract >= CALLS[0]) & (info.contract < CALLS[0] + 4))
    alone = declaring & (friend[:, 1:].max(axis=1) == 0)
    role = np.where(pair, np.where(declaring, PAIR_OPEN, PAIR_AGAINST), AGAINST_ONE)
    role = np.where(alone, ALONE, role)
    return Knowledge(
        hand=info.hand,
        unseen=unseen,
        held=held,
        may_hold=may_hold,
        spread=spread,
        friend=friend,
        declaring=declaring,
        role=role.astype(np.int64),
        called=called,
    )


def _own(info: InformationState) -> Cards:
    """(G,) the cards that I was dealt."""
    return info.hand | info.played[:, 0]


def _holds_queen(info: InformationState) -> Flags:
    own = _own(info)
    return has_card(own, QUEEN) | has_card(own, LITTLE_QUEEN)


def _at(values: Numbers, seats: Ids) -> Numbers:
    """(G,) the value of each seat of `values` (G, 4); that of me for NO_SEAT."""
    return values[np.arange(len(seats)), np.maximum(seats, 0)]


def _where_card(
    card: int | Places, info: InformationState, may_hold: Cards, density: Numbers, shown: Ids
) -> Numbers:
    """(G, 4) weight of each seat to have been dealt `card`: 0 or 1 where it has been seen."""
    cards = np.broadcast_to(np.asarray(card, np.uint64), len(shown))
    mine = (_own(info) >> cards & np.uint64(1)).astype(np.bool_)
    seat = np.where(mine, 0, shown)
    seen = np.arange(SEATS) == seat[:, None]
    may = (may_hold >> cards[:, None] & np.uint64(1)).astype(np.bool_)
    return np.where((seat != NO_SEAT)[:, None], seen, may * density).astype(np.float32)


def _queen_friends(
    info: InformationState,
    may_hold: Cards,
    density: Numbers,
    held: Places,
    spread: Places,
    silent: float,
) -> Numbers:
    """(G, 4) chance of each seat to be with me by the black queens (MI7)."""
    own = _own(info)
    role = has_card(own, QUEEN) * 2 + has_card(own, LITTLE_QUEEN).astype(np.int64)
    queen, little = (
        _where_card(card, info, may_hold, density, info.side_seat[:, place])
        for place, card in enumerate((QUEEN, LITTLE_QUEEN))
    )
    second = (held - 1) * spread / np.maximum(held * (spread - 1), 1)
    open_pair = (info.side_seat == NO_SEAT).all(axis=1, keepdims=True)
    pair = np.where(open_pair, second, 1).astype(np.float32)
    chances = case_chances(role, queen, little, pair, silent)
    friend = np.einsum("gc,gcp->gp", chances, CASE_WITH_ME[role].astype(np.float32))
    friend[:, 0] = 1
    return friend


def _announced_sides(
    info: InformationState,
    rows: Places,
    may_hold: Cards,
    density: Numbers,
    called: Places,
) -> Numbers:
    """(K, 4) chance of each seat to declare in `rows`, where a call or a zola counts."""
    part = info.select(rows)
    declarer = part.declarer
    sides = (np.arange(SEATS) == declarer[:, None]).astype(np.float32)
    sides += np.arange(SEATS) == part.partner[:, None]
    np.minimum(sides, 1, out=sides)  # MI11: the caller may be his own partner
    hidden = np.flatnonzero((called[rows] >= 0) & (part.partner == NO_SEAT))
    if len(hidden):
        some = part.select(hidden)
        chosen = rows[hidden]
        ace = _where_card(called[chosen], some, may_hold[chosen], density[chosen], some.partner)
        ace[np.arange(len(hidden)), declarer[hidden]] = 0  # MI9: the caller does not hold it
        total = ace.sum(axis=1, keepdims=True)
        sides[hidden] += ace / np.where(total > 0, total, 1)
    return sides
