"""What a seat of two-trump Spitzer knows of the sides: own cards and shown trumps (SP8)."""

from __future__ import annotations

import numpy as np

from spitzer_env.information import InformationState
from spitzer_env.trumps import QUEEN, SEVEN, TRUMP, TRUMPS
from trick_taking.cards import NO_CARDS, Cards, bit
from trick_taking.layout import Writer

_ME = np.uint64(1)  # seat 0 as a set of relative seats


def write_sides(writer: Writer, info: InformationState) -> None:
    """Role and what is proven about the sides, from own cards and shown trumps (SP8)."""
    queen, seven = bit(info.side_seat[:, 0]), bit(info.side_seat[:, 1])
    own = info.hand | info.played[:, 0]
    holds_queen = own >> np.uint64(QUEEN) & _ME
    holds_seven = own >> np.uint64(SEVEN) & _ME
    solo = bit(info.solo)
    known = queen | seven | solo | holds_queen | holds_seven
    placed = ((queen | holds_queen) != 0) & ((seven | holds_seven) != 0) | (solo != 0)
    writer["role"] = bit(holds_queen + np.uint64(2) * holds_seven)
    writer["trump_side"] = known
    writer["defenders"] = np.where(placed, seats_playing(info), void_in_trump(info)) & ~known
    writer["queen"] = queen
    writer["seven"] = seven


def seats_playing(info: InformationState) -> Cards:
    """(G,) the seats that play the deal, as a set: with five the dealer sits out (SPV6)."""
    num_seats = info.played.shape[1]
    everybody = np.uint64((1 << num_seats) - 1)
    return everybody & ~bit(info.dealer) if num_seats == 5 else np.full_like(info.hand, everybody)


def void_in_trump(info: InformationState) -> Cards:
    """(G,) the seats that have no trump: proven void, or me when I hold none; as a set."""
    void = ((info.hand & TRUMPS) == NO_CARDS).astype(np.uint64)
    for seat in range(1, info.voids.shape[1]):
        shown = info.voids[:, seat] >> np.uint8(TRUMP)
        void |= shown.astype(np.uint64) << np.uint64(seat)
    return void
