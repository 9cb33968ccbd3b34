"""From absolute seats to seats relative to a viewer: 0 is the viewer, then clockwise."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from trick_taking.cards import NO_SEAT, Cards, Flags, Ids

Number = TypeVar("Number", bound=np.generic)


class SeatView:
    """Turns absolute seats into seats relative to the viewers of G games."""

    def __init__(self, viewers: Ids, num_seats: int) -> None:
        self.num_seats = np.int8(num_seats)
        self.viewers = np.maximum(viewers, 0)  # finished games are seen from seat 0
        seats = self.viewers + np.arange(num_seats, dtype=np.int8)[:, None]
        seats -= self.num_seats * (seats >= self.num_seats)
        self.flat = seats + np.arange(0, seats.size, num_seats)  # (S, G) cells by relative seat
        self.all_seats = np.uint8((1 << num_seats) - 1)

    def own(self, by_seat: Cards) -> Cards:
        """(G, S) to (G,): the viewer's entry."""
        return by_seat.reshape(-1).take(self.flat[0])

    def by_seat(self, array: npt.NDArray[Number], first: int | None = None) -> npt.NDArray[Number]:
        """(G, S) absolute to (G, S) relative, or the `first` seats; columns are contiguous."""
        return array.reshape(-1).take(self.flat[:first]).T

    def seat(self, seats: Ids) -> Ids:
        """(G, ...) absolute seats to relative ones; NO_SEAT stays."""
        steps = seats - self.viewers.reshape(-1, *[1] * (seats.ndim - 1))
        steps += self.num_seats * (steps < 0)
        return steps | seats >> 7  # the sign: all bits of NO_SEAT, none of a seat

    def seat_bits(self, bits: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """(G,) sets of seats, absolute to relative: a rotation."""
        viewers = self.viewers.astype(np.uint8)
        return (bits >> viewers | bits << (np.uint8(self.num_seats) - viewers)) & self.all_seats


def rolled(by_seat: list[int], seat: int) -> list[int]:
    """Values by absolute seat to values by relative seat."""
    return by_seat[seat:] + by_seat[:seat]


def relative(other: int, seat: int, num_seats: int) -> int:
    """Absolute seat to relative seat; NO_SEAT stays."""
    return NO_SEAT if other == NO_SEAT else (other - seat) % num_seats


def rotated(bits: int, seat: int, num_seats: int) -> int:
    """Set of absolute seats to set of relative seats."""
    return (bits >> seat | bits << (num_seats - seat)) & ((1 << num_seats) - 1)


def member(number: int) -> int:
    """The set of one number; none of a negative one."""
    return 1 << number if number >= 0 else 0


def seats_where(by_seat: Flags) -> npt.NDArray[np.uint8]:
    """(G, S) flags, at most 8 seats, to (G,) the set of seats that have one."""
    seats = np.zeros(len(by_seat), np.uint8)
    for seat, column in enumerate(by_seat.T):
        seats |= column.view(np.uint8) * np.uint8(1 << seat)
    return seats


def seat_names(num_seats: int) -> tuple[str, ...]:
    """Names of the relative seats, for the labels of observations."""
    return ("me", *(f"seat +{step}" for step in range(1, num_seats)))
