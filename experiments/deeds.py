"""What the tables of a tournament tell of finished games, besides units.

Every game says here in which roles its seats found themselves and which deeds are worth counting.
A deed has, for every seat, whether there was an occasion for it and whether it was done. And it
says what a deal scores: where units do not add up to 0, a copy of an agent would win or lose by it
unless the mean of the seats is taken off.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from experiments.measures import Score
from trick_taking.cards import NO_SEAT, Flags

NO_ROLE = -1
Roles = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Deeds:
    """The seats of K finished games.

    role_names: R names
    roles: (K, S) index of the role, NO_ROLE for a seat that sat out
    occasions, done: (K, S) flags by the name of the deed
    """

    role_names: tuple[str, ...]
    roles: Roles
    occasions: dict[str, Flags]
    done: dict[str, Flags]

    @property
    def plays(self) -> Flags:
        """(K, S) whether the seat took part."""
        return self.roles != NO_ROLE


SPITZER_ROLES = ("QC", "7D", "both", "neither")


def spitzer_deeds(results: Any, rules: Any) -> Deeds:
    """Roles by the trumps that a seat was dealt (SP8); solos announced and sides won."""
    num_seats = results.units.shape[1]
    seats = np.arange(num_seats)
    queen = seats == results.queen_seat[:, None]
    seven = seats == results.seven_seat[:, None]
    roles = np.select([queen & seven, queen, seven], [2, 0, 1], 3).astype(np.int8)
    if rules.players > 4:  # SPV6: the dealer sits out
        roles[seats == results.dealer[:, None]] = NO_ROLE
    plays = roles != NO_ROLE
    trump_side = results.trump_side
    occasions = {
        "solo announced": queen & seven & rules.solo,  # SP9, SPV1
        "won on the trump side": trump_side,
        "won against it": plays & ~trump_side,
    }
    won = results.won[:, None]
    done = {
        "solo announced": seats == results.solo[:, None],
        "won on the trump side": trump_side & won,
        "won against it": plays & ~trump_side & ~won,
    }
    if rules.revoke != "forbidden":  # SP18
        occasions["revoked"] = plays
        done["revoked"] = (seats == results.revoker[:, None]) & (
            results.revoker[:, None] != NO_SEAT
        )
    return Deeds(SPITZER_ROLES, roles, occasions, done)


DEEDS = {"spitzer": spitzer_deeds}
SCORES: dict[str, Score] = {"spitzer": "units"}
