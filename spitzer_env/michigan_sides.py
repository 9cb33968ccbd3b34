"""What a seat of Michigan Spitzer knows of the sides, from its own cards and the public record.

Seats are relative and sets of them are bits, 0 = me. A seat belongs to a side where every placing
of the cards in question that is still possible puts it there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import CALL_FIRST_TRICK, CALLS, SCHNEIDER
from spitzer_env.information import InformationState
from spitzer_env.michigan_duties import CALLED_CARD
from spitzer_env.michigan_trumps import LITTLE_QUEEN
from spitzer_env.state import Phase
from spitzer_env.trumps import QUEEN, TRUMP
from trick_taking.cards import NO_CARD, NO_SEAT, Flags, Ids, bit
from trick_taking.seat_view import seats_where

SeatSets = npt.NDArray[np.uint8]
_SEATS = range(4)
_ME, _ALL, _NOBODY = np.uint8(1), np.uint8(15), np.uint8(0)


def known_sides(info: InformationState) -> tuple[SeatSets, SeatSets]:
    """(G,) the seats known to declare and those known to be against them; before play none."""
    queen, little_queen = _queen_places(info)
    contract, declarer = info.contract, _set_of(info.declarer)
    announced = info.declarer != NO_SEAT
    # The side is the two seats `one` and `other`, which may be the same.
    one = np.where(announced, declarer, queen)
    other = np.where(announced, declarer, little_queen)
    called = np.flatnonzero(CALLED_CARD.take(contract) != NO_CARD)
    if len(called):
        other[called] = _ace_places(info, called)  # MI9, MI10
    first = np.flatnonzero(contract == CALL_FIRST_TRICK)
    if len(first):
        winner = info.partner[first]
        other[first] = np.where(winner != NO_SEAT, _set_of(winner), _ALL)  # MI11
    declarers, opponents = _sure(one) | _sure(other), _ALL & ~(one | other)
    rows = np.flatnonzero(contract == SCHNEIDER)
    if len(rows):
        places = _queens_after_calls(info, rows, queen, little_queen)
        declarers[rows], opponents[rows] = _by_schneider(info, rows, *places)
    in_play = info.phase == Phase.PLAY
    return np.where(in_play, declarers, _NOBODY), np.where(in_play, opponents, _NOBODY)


def _set_of(seats: Ids) -> SeatSets:
    return np.left_shift(_ME, seats.view(np.uint8))  # NO_SEAT shifts past the width: nobody


def _sure(places: SeatSets) -> SeatSets:
    """The only seat of each set, nobody where there are more."""
    return np.where(places & (places - _ME) == 0, places, _NOBODY)


def _places(shown: Ids, mine: Flags, others: SeatSets) -> SeatSets:
    """(G,) where a card can have been dealt: to who showed it, to me, or to one of `others`."""
    known = _set_of(shown) | mine.view(np.uint8)  # `_ME` where it is mine; then only I can show it
    return np.where(known != _NOBODY, known, others)


def _queen_places(info: InformationState) -> tuple[SeatSets, SeatSets]:
    """(G,) where QC and QS can have been dealt: not to a seat that proved void in trump."""
    void = seats_where((info.voids >> TRUMP & 1) != 0)
    others = _ALL & ~(_ME | void)
    own = info.hand | info.played[:, 0]
    queen, little_queen = (
        _places(info.side_seat[:, place], (own >> np.uint64(card) & np.uint64(1)) != 0, others)
        for place, card in enumerate((QUEEN, LITTLE_QUEEN))
    )
    return queen, little_queen


def _ace_places(info: InformationState, rows: npt.NDArray[np.intp]) -> SeatSets:
    """(K,) where the called ace of `rows` can have been dealt (MI9, MI10, MI16)."""
    own = info.hand[rows] | info.played[rows, 0]
    mine = (own & bit(CALLED_CARD[info.contract[rows]])) != 0
    others = _ALL & ~(_ME | info.without_ace[rows] | _set_of(info.declarer[rows]))
    return _places(info.partner[rows], mine, others)


def _queens_after_calls(
    info: InformationState, rows: npt.NDArray[np.intp], queen: SeatSets, little_queen: SeatSets
) -> tuple[SeatSets, SeatSets]:
    """(K,) where the queens of `rows` can be: whoever called holds both (MI8)."""
    said = info.said[rows]
    called = seats_where(said >= CALLS[0]) & seats_where(said <= CALL_FIRST_TRICK)
    return (
        np.where(called != _NOBODY, called, queen[rows]),
        np.where(called != _NOBODY, called, little_queen[rows]),
    )


def _by_schneider(
    info: InformationState, rows: npt.NDArray[np.intp], queen: SeatSets, little_queen: SeatSets
) -> tuple[SeatSets, SeatSets]:
    """(K,) the two sides: the announcer's by the queens, which he does not hold both (MI8)."""
    sayers = seats_where(info.said[rows] == SCHNEIDER)
    places = np.maximum(info.declarer[rows], 0), sayers, queen, little_queen
    return _SCHNEIDER_SIDES[0][places], _SCHNEIDER_SIDES[1][places]


def _schneider_sides() -> tuple[SeatSets, SeatSets]:
    """Both sides as far as they are sure, each (4, 16, 16, 16).

    By the announcer, the set of seats that said `schneider`, and where QC and QS can be.
    """
    announcer, sayers, queen, little = np.ogrid[:4, :16, :16, :16]
    declarers: Any = np.full((4, 16, 16, 16), 15)
    opponents: Any = declarers.copy()
    for first in _SEATS:
        for second in _SEATS:
            holders = 1 << first | 1 << second
            possible = (queen >> first & little >> second & 1).astype(np.bool_)
            possible = possible & ((first != second) | (sayers >> first & 1 == 0))
            side = np.where(holders >> announcer & 1, holders, 15 ^ holders)
            declarers &= np.where(possible, side, 15)
            opponents &= np.where(possible, 15 ^ side, 15)
    return declarers.astype(np.uint8), opponents.astype(np.uint8)


_SCHNEIDER_SIDES = _schneider_sides()
