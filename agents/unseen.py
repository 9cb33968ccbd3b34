"""The hands and face-down piles that the unseen cards of a deal can lie in, in every game.

    hand of seat 1 .. S - 1, cards laid down by seat 1 .. S - 1, widow, rest

Seats are relative to the observer, seat 0, whose own cards are seen. A game that knows no such pile
leaves it without room.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.placings import ANY, Numbers, Placings
from trick_taking.cards import Cards


@dataclass(frozen=True)
class Piles:
    """Places of the piles among the H = 2 S piles of a question about S seats."""

    num_seats: int

    @property
    def hands(self) -> slice:
        """The hands of the other seats."""
        return slice(0, self.num_seats - 1)

    @property
    def laid(self) -> slice:
        """What the other seats buried (SPV4) or discarded (SM7)."""
        return slice(self.num_seats - 1, 2 * self.num_seats - 2)

    @property
    def widow(self) -> int:
        """The cards for the pitcher (SMV2)."""
        return 2 * self.num_seats - 2

    @property
    def rest(self) -> int:
        """The blind while nobody has picked it (SPV4), the stock (SM4)."""
        return 2 * self.num_seats - 1

    def ask(self, cards: Cards) -> Placings:
        """One question a row about classes `cards` (G, K); no pile has room, none has a demand."""
        num_rows, num_classes = cards.shape
        return Placings(
            row=np.arange(num_rows),
            cards=cards,
            room=np.zeros((num_rows, 2 * self.num_seats), np.int64),
            terms=np.full((num_rows, num_classes, 2 * self.num_seats), ANY, np.int64),
        )


def shown(sets: npt.NDArray[np.uint8], member: int) -> Numbers:
    """Whether `member` is in each small set, as 0 or 1."""
    return sets.astype(np.int64) >> member & 1
