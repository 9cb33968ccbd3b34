"""What a player of two-trump Spitzer can count: unseen cards, who may hold them, likely sides.

Seats are places at the table of four: 0 = me, 1..3 the others clockwise (SPV6: without the dealer).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from spitzer_env.information import InformationState
from spitzer_env.rules import SEATS_PLAYING, TRICKS
from spitzer_env.trumps import GROUP_SETS, NUM_GROUPS, QUEEN, SEVEN
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, Flags, count

Number = TypeVar("Number", bound=np.generic)
Numbers = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]  # 0..3, or a count

ALL_CARDS = np.bitwise_or.reduce(GROUP_SETS)
NUM_CASES = 9
HOLDS_NONE, HOLDS_SEVEN, HOLDS_QUEEN, HOLDS_BOTH = range(4)  # roles: what I was dealt


def _cases() -> list[list[tuple[int, int]]]:
    """For each role the (place of QC, place of 7D) that can be."""
    others = range(1, SEATS_PLAYING)
    return [
        [(queen, seven) for queen in others for seven in others],
        [(queen, 0) for queen in others],
        [(0, seven) for seven in others],
        [(0, 0)],
    ]


def _case_tables() -> tuple[npt.NDArray[np.int8], Flags, Flags]:
    """(4, 9, 2) places of QC and 7D, (4, 9) whether the case exists, (4, 9, 4) who is with me."""
    places = np.zeros((4, NUM_CASES, 2), np.int8)
    exists = np.zeros((4, NUM_CASES), np.bool_)
    with_me = np.zeros((4, NUM_CASES, SEATS_PLAYING), np.bool_)
    for role, cases in enumerate(_cases()):
        for case, holders in enumerate(cases):
            places[role, case] = holders
            exists[role, case] = True
            for place in range(SEATS_PLAYING):
                with_me[role, case, place] = (place in holders) == (role != HOLDS_NONE)  # SP8
    return places, exists, with_me


CASE_PLACES, CASE_EXISTS, CASE_WITH_ME = _case_tables()


def _chance_of_none() -> Numbers:
    """(33, 9, 9) chance that n cards drawn from M hold none of k: entry [M, k, n]."""
    table = np.ones((33, 9, 9), np.float32)
    for total in range(33):
        for special in range(min(total, 8) + 1):
            for drawn in range(min(total, 8) + 1):
                table[total, special, drawn] = comb(total - special, drawn) / comb(total, drawn)
    return table


CHANCE_OF_NONE = _chance_of_none()
VOID_SETS: Cards = np.array(
    [
        sum(int(GROUP_SETS[group]) for group in range(NUM_GROUPS) if voids >> group & 1)
        for voids in range(1 << NUM_GROUPS)
    ],
    np.uint64,
)  # (32,) the cards of the groups of which `voids` has the bits


def has_card(sets: Cards, card: int) -> Flags:
    """Whether each set has `card`."""
    return (sets >> np.uint64(card) & np.uint64(1)) != NO_CARDS


@dataclass(frozen=True)
class Knowledge:
    """What the cards seen so far tell in G games; places, 0 = me."""

    hand: Cards  # (G,) my cards
    unseen: Cards  # (G,) cards in the other hands
    held: Places  # (G, 4) number of cards in each hand
    may_hold: Cards  # (G, 4) unseen cards that each hand may have
    spread: Places  # (G, 4) number of those cards, at least 1
    role: Places  # (G,) which trumps I was dealt
    queen_out: Flags  # (G,) QC is not yet played
    seven_out: Flags  # (G,) 7D is not yet played
    chances: Numbers  # (G, 9) of each case of who was dealt QC and 7D, adding up to 1


@dataclass(frozen=True)
class Table:
    """The four seats that play, as places: each array of an information state reordered."""

    relative: Places  # (G, 4) relative seat of each place
    place_of: Places  # (G, S) place of each relative seat

    def by_place(self, by_seat: npt.NDArray[Number]) -> npt.NDArray[Number]:
        """(G, S) to (G, 4)."""
        return np.take_along_axis(by_seat, self.relative, axis=1)

    def place(self, seats: npt.NDArray[np.integer]) -> Places:
        """(G,) or (G, n) relative seats to places; NO_SEAT stays."""
        wide = seats.reshape(len(seats), -1).astype(np.int64)
        places = np.take_along_axis(self.place_of, np.maximum(wide, 0), axis=1)
        return np.where(wide == NO_SEAT, NO_SEAT, places).reshape(seats.shape)


def set_table(info: InformationState) -> Table:
    """Who plays: all of four seats, or of five all but the dealer (SPV6)."""
    games, seats = info.played.shape
    order = np.arange(seats)
    if seats == SEATS_PLAYING:
        same = np.broadcast_to(order, (games, seats))
        return Table(same, same)
    dealer = info.dealer[:, None].astype(np.int64)
    places = np.arange(SEATS_PLAYING)
    relative = places + (places >= dealer)
    return Table(relative, order - (order > dealer))


def count_cards(info: InformationState, table: Table, silent: float) -> Knowledge:
    """Count the cards; `silent` is how likely a holder of both trumps is thought to pass (SP9)."""
    played = table.by_place(info.played)
    voids = table.by_place(info.voids)
    fallen = np.bitwise_or.reduce(played, axis=1)
    unseen = ALL_CARDS & ~(fallen | info.hand)
    held = TRICKS - count(played).astype(np.int64)
    may_hold = unseen[:, None] & ~VOID_SETS[voids]
    may_hold[:, 0] = NO_CARDS
    spread = np.maximum(count(may_hold).astype(np.int64), 1)

    mine = info.hand | played[:, 0]
    role = has_card(mine, QUEEN) * 2 + has_card(mine, SEVEN).astype(np.int64)
    density = held / spread
    queen = _holding(QUEEN, mine, played, may_hold, density)
    seven = _holding(SEVEN, mine, played, may_hold, density)
    queen_out = ~has_card(fallen, QUEEN)
    seven_out = ~has_card(fallen, SEVEN)
    second = (held - 1) * spread / np.maximum(held * (spread - 1), 1)
    pair = np.where((queen_out & seven_out)[:, None], second, 1).astype(np.float32)
    return Knowledge(
        hand=info.hand,
        unseen=unseen,
        held=held,
        may_hold=may_hold,
        spread=spread,
        role=role,
        queen_out=queen_out,
        seven_out=seven_out,
        chances=case_chances(role, queen, seven, pair, silent),
    )


def _holding(
    trump: int, mine: Cards, played: Cards, may_hold: Cards, density: npt.NDArray[np.float64]
) -> Numbers:
    """(G, 4) weight of each place to have been dealt `trump`: 0 or 1 where it has been seen."""
    seen = has_card(played, trump)
    seen[:, 0] = has_card(mine, trump)
    known = seen.any(axis=1, keepdims=True)
    return np.where(known, seen, has_card(may_hold, trump) * density).astype(np.float32)


def case_chances(
    role: Places,
    queen: Numbers,
    seven: Numbers,
    pair: Numbers,
    silent: float,
) -> Numbers:
    """(G, 9) chance of each case, from where each trump may be.

    `pair` (G, 4) corrects for a hand that has both: the second is drawn from one card fewer.
    """
    queen_place, seven_place = CASE_PLACES[role, :, 0], CASE_PLACES[role, :, 1]
    rows = np.arange(len(role))[:, None]
    weights = queen[rows, queen_place] * seven[rows, seven_place] * CASE_EXISTS[role]
    both = (queen_place == seven_place) & (queen_place != 0)
    weights = np.where(both, weights * pair[rows, queen_place] * np.float32(silent), weights)
    return normalised(weights)


def normalised(weights: Numbers) -> Numbers:
    """Rows that add up to 1; a row of zeros stays."""
    total = weights.sum(axis=1, keepdims=True)
    return (weights / np.where(total > 0, total, 1)).astype(np.float32)
