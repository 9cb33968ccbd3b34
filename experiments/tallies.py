"""What is kept of each deal of a duplicate comparison: exact whole-number sums.

Sums of whole numbers do not depend on how the deals were cut into chunks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from experiments.deeds import Deeds
from experiments.seatings import all_seatings
from trick_taking.arrays import GameArrays
from trick_taking.cards import Flags

Sums = npt.NDArray[np.int64]


@dataclass
class PairTally(GameArrays):
    """D deals of two agents, deals first. Axis 1 is the agent: 0 the first, 1 the second.

    Only mixed seatings count, in which both agents hold a seat that plays, except in `alone_*`,
    which count the two seatings of one agent alone.
    """

    units: Sums  # (D, 2) units of the agent's seats
    seats: Sums  # (D, 2) its seats that played
    seatings: Sums  # (D, 2) mixed seatings
    units_squared: Sums  # (D, 2) sum over seatings of the square of its units in the seating
    seats_squared: Sums  # (D, 2) the same of its seats
    units_seats: Sums  # (D, 2) sum over seatings of units times seats
    role_units: Sums  # (D, 2, R) units by role
    role_seats: Sums  # (D, 2, R) seats by role
    occasions: Sums  # (D, 2, E) by deed, seats that could
    done: Sums  # (D, 2, E) by deed, seats that did
    alone_occasions: Sums  # (D, 2, E)
    alone_done: Sums  # (D, 2, E)


def tally_pair(units: npt.NDArray[np.integer], deeds: Deeds, holds: Flags) -> PairTally:
    """The tally of games in the order of `play_duplicates`: deals, then all seatings.

    `units` (K, S), `holds` (K, S) whether the first agent held the seat.
    """
    num_seatings = len(all_seatings(holds.shape[1]))
    held = np.stack([holds & deeds.plays, ~holds & deeds.plays], axis=1)  # (K, 2, S)
    mixed: Flags = np.all(np.any(held, axis=2), axis=1)
    counted = held & mixed[:, None, None]
    alone = held & ~mixed[:, None, None]
    own = (counted * units[:, None, :].astype(np.int64)).sum(axis=2)  # (K, 2)
    seats = counted.sum(axis=2)
    roles = np.arange(len(deeds.role_names)) == deeds.roles[:, :, None]  # (K, S, R)
    by_role = roles.astype(np.int64)
    occasions, done = _stacked(deeds.occasions), _stacked(deeds.done)

    def by_deal(games: npt.NDArray[np.integer]) -> Sums:
        per_seating = games.reshape(-1, num_seatings, *games.shape[1:])
        return per_seating.sum(axis=1, dtype=np.int64)

    def by_column(flags: Flags, columns: npt.NDArray[np.int64]) -> Sums:
        return by_deal(np.einsum("kas,ksc->kac", flags.astype(np.int64), columns))

    return PairTally(
        units=by_deal(own),
        seats=by_deal(seats),
        seatings=by_deal(np.repeat(mixed[:, None], 2, axis=1)),
        units_squared=by_deal(own * own),
        seats_squared=by_deal(seats * seats),
        units_seats=by_deal(own * seats),
        role_units=by_column(counted, by_role * units[:, :, None]),
        role_seats=by_column(counted, by_role),
        occasions=by_column(counted, occasions),
        done=by_column(counted, done),
        alone_occasions=by_column(alone, occasions),
        alone_done=by_column(alone, done),
    )


def join_tallies(parts: Sequence[PairTally]) -> PairTally:
    """One tally of all deals of `parts`, in order."""
    names = parts[0].arrays()
    return PairTally(
        **{name: np.concatenate([part.arrays()[name] for part in parts]) for name in names}
    )


def _stacked(flags: dict[str, Flags]) -> npt.NDArray[np.int64]:
    """(K, S, E) one column a deed."""
    return np.stack(list(flags.values()), axis=2).astype(np.int64)
