"""Who seems to play with whom in Michigan Spitzer, from proofs and from where cards may be.

Seats are relative, 0 = me, 1..3 the others clockwise.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from agents.spitzer_knowledge import CASE_WITH_ME, Numbers, Places, case_chances, has_card
from spitzer_env.actions import CALL_FIRST_TRICK, CALLS, NO_ACTION, SCHNEIDER
from spitzer_env.information import InformationState
from spitzer_env.michigan_duties import CALLED_CARD
from spitzer_env.michigan_trumps import LITTLE_QUEEN
from spitzer_env.rules import SEATS_PLAYING as SEATS
from spitzer_env.trumps import QUEEN
from trick_taking.cards import NO_SEAT, Cards, Flags, Ids

PAIR_OPEN, PAIR_AGAINST, ALONE, AGAINST_ONE = range(4)  # roles: my part in the deal


class Sides(NamedTuple):
    """What G players think of the sides."""

    friend: Numbers  # (G, 4) chance that each seat is of my side
    declaring: Flags  # (G,) I am, or seem to be, of the declaring side (MI18)
    role: Places  # (G,) PAIR_OPEN .. AGAINST_ONE


def called_aces(info: InformationState) -> Places:
    """(G,) the called ace, NO_CARD for none (MI9, MI10)."""
    return CALLED_CARD[info.contract].astype(np.int64)


def have_called(info: InformationState) -> Flags:
    """(G,) a call counts (MI9-MI11)."""
    return (info.contract >= CALLS[0]) & (info.contract <= CALL_FIRST_TRICK)


def find_sides(
    info: InformationState, may_hold: Cards, held: Places, spread: Places, silent: float
) -> Sides:
    """The likely sides: by the black queens (MI7), or by what was announced (MI12).

    may_hold (G, 4): unseen cards that each hand may have, `spread` of them, of which it has `held`
    silent: how likely a holder of both queens is thought to pass
    """
    friend = _queen_friends(info, may_hold, held, spread, silent)
    announced, by_queens = info.contract != NO_ACTION, info.contract == SCHNEIDER
    rows = np.arange(info.num_rows)
    with_announcer = friend[rows, np.maximum(info.declarer, 0)] > 0.5
    declaring = np.where(by_queens, with_announcer, _has(info, QUEEN) | _has(info, LITTLE_QUEEN))
    other = np.flatnonzero(announced & ~by_queens)
    if len(other):
        density = (held[other] / spread[other]).astype(np.float32)
        sides = _announced_sides(info.select(other), may_hold[other], density)
        declaring[other] = sides[:, 0] > 0.5
        friend[other] = np.where(declaring[other, None], sides, 1 - sides)
        friend[other, 0] = 1
    pair = ~announced | by_queens | have_called(info)
    alone = declaring & (friend[:, 1:].max(axis=1) == 0)
    role = np.where(pair, np.where(declaring, PAIR_OPEN, PAIR_AGAINST), AGAINST_ONE)
    return Sides(friend, declaring, np.where(alone, ALONE, role).astype(np.int64))


def _has(info: InformationState, card: int) -> Flags:
    """(G,) I was dealt `card`."""
    return has_card(info.hand | info.played[:, 0], card)


def _where_card(mine: Flags, shown: Ids, may: Flags, density: Numbers) -> Numbers:
    """(G, 4) weight of each seat to have been dealt a card: 0 or 1 where it has been seen.

    mine: (G,) I was; shown: (G,) who played it; may: (G, 4) who may hold it
    """
    seat = np.where(mine, 0, shown)
    seen = np.arange(SEATS) == seat[:, None]
    return np.where((seat != NO_SEAT)[:, None], seen, may * density).astype(np.float32)


def _queen_friends(
    info: InformationState, may_hold: Cards, held: Places, spread: Places, silent: float
) -> Numbers:
    """(G, 4) chance of each seat to be with me by the black queens (MI7)."""
    density = (held / spread).astype(np.float32)
    cards = (QUEEN, LITTLE_QUEEN)
    mine = [_has(info, card) for card in cards]
    queen, little = (
        _where_card(mine[place], info.side_seat[:, place], has_card(may_hold, card), density)
        for place, card in enumerate(cards)
    )
    second = (held - 1) * spread / np.maximum(held * (spread - 1), 1)
    open_pair = (info.side_seat == NO_SEAT).all(axis=1, keepdims=True)
    pair = np.where(open_pair, second, 1).astype(np.float32)
    role = mine[0] * 2 + mine[1].astype(np.int64)
    chances = case_chances(role, queen, little, pair, silent)
    friend = (chances[:, :, None] * CASE_WITH_ME[role]).sum(axis=1)
    friend[:, 0] = 1
    return friend


def _announced_sides(info: InformationState, may_hold: Cards, density: Numbers) -> Numbers:
    """(G, 4) chance of each seat to declare, where a call or a zola counts."""
    seats = np.arange(SEATS)
    caller = seats == info.declarer[:, None]
    sides = (caller | (seats == info.partner[:, None])).astype(np.float32)
    ace = called_aces(info)
    hidden = (ace >= 0) & (info.partner == NO_SEAT)
    mine = _holds(info.hand[:, None], ace)[:, 0]
    where = _where_card(mine, info.partner, _holds(may_hold, ace) & ~caller, density)  # MI9
    total = where.sum(axis=1, keepdims=True)
    return np.where(hidden[:, None], sides + where / np.where(total > 0, total, 1), sides)


def _holds(sets: Cards, cards: Places) -> Flags:
    """(G, n) whether sets (G, n) have the card of their row (G,); False for NO_CARD."""
    return (sets >> cards.astype(np.uint64)[:, None] & np.uint64(1)).astype(np.bool_)
