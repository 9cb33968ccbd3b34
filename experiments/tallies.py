"""What is kept of each deal of a duplicate comparison: exact whole-number sums.

Sums of whole numbers do not depend on how the deals were cut into chunks. Where whole matches are
duplicated, "deal" below reads "match", except in what is counted by role and by deed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from experiments.deeds import Deeds
from experiments.measures import Measure
from experiments.seatings import Duplicates
from trick_taking.arrays import GameArrays
from trick_taking.cards import Flags

Sums = npt.NDArray[np.int64]


@dataclass
class PairTally(GameArrays):
    """D deals of two agents, deals first. Axis 1 is the agent: 0 the first, 1 the second.

    Only mixed seatings count, in which both agents hold a seat that plays, except in `alone_*`,
    which count the two seatings of one agent alone. Gains and scores are in the parts of the
    `Measure`.
    """

    gains: Sums  # (D, 2) gains of the agent's seats
    seats: Sums  # (D, 2) its seats that played
    seatings: Sums  # (D, 2) mixed seatings
    gains_squared: Sums  # (D, 2) sum over seatings of the square of its gains in the seating
    seats_squared: Sums  # (D, 2) the same of its seats
    gains_seats: Sums  # (D, 2) sum over seatings of gains times seats
    dealt: Sums  # (D, 2) deals played in all mixed seatings together
    role_scores: Sums  # (D, 2, R) scores by role
    role_seats: Sums  # (D, 2, R) seats by role
    occasions: Sums  # (D, 2, E) by deed, seats that could
    done: Sums  # (D, 2, E) by deed, seats that did
    alone_occasions: Sums  # (D, 2, E)
    alone_done: Sums  # (D, 2, E)


def tally_pair(played: Duplicates, deeds: Deeds, measure: Measure) -> PairTally:
    """The tally of all games of a pair; `deeds` are those of the deals in `played.results`."""
    scores = measure.scores(played.results.units, deeds.plays)
    if measure.episode == "match":
        gains, plays = measure.win_gains(played.rewards), np.ones_like(played.holds)
    else:
        gains, plays = scores, deeds.plays
    held = np.stack([played.holds & plays, ~played.holds & plays], axis=1)  # (K, 2, S)
    mixed: Flags = np.all(np.any(held, axis=2), axis=1)
    counted = held & mixed[:, None, None]
    own = (counted * gains[:, None, :]).sum(axis=2)  # (K, 2)
    seats = counted.sum(axis=2)

    def by_deal(games: npt.NDArray[np.integer]) -> Sums:
        per_seating = games.reshape(-1, played.seatings, *games.shape[1:])
        return per_seating.sum(axis=1, dtype=np.int64)

    return PairTally(
        gains=by_deal(own),
        seats=by_deal(seats),
        seatings=by_deal(np.repeat(mixed[:, None], 2, axis=1)),
        gains_squared=by_deal(own * own),
        seats_squared=by_deal(seats * seats),
        gains_seats=by_deal(own * seats),
        **_tally_deals(played, deeds, scores, counted, held & ~mixed[:, None, None]),
    )


def _tally_deals(
    played: Duplicates, deeds: Deeds, scores: Sums, counted: Flags, alone: Flags
) -> dict[str, Sums]:
    """The sums over the deals of the games: `counted` and `alone` (K, 2, S) tell whose seats."""
    game = played.results.rows
    firsts = np.searchsorted(game, np.arange(0, len(played.holds), played.seatings))
    roles = np.arange(len(deeds.role_names)) == deeds.roles[:, :, None]
    by_role = roles.astype(np.int64)  # (deals, S, R)
    occasions, done = _stacked(deeds.occasions), _stacked(deeds.done)

    def by_column(flags: Flags, columns: npt.NDArray[np.int64]) -> Sums:
        own = np.einsum("kas,ksc->kac", flags[game].astype(np.int64), columns)
        return np.add.reduceat(own, firsts, axis=0)

    mixed = counted[game].any(axis=2).astype(np.int64)
    return {
        "dealt": np.add.reduceat(mixed, firsts, axis=0),
        "role_scores": by_column(counted, by_role * scores[:, :, None]),
        "role_seats": by_column(counted, by_role),
        "occasions": by_column(counted, occasions),
        "done": by_column(counted, done),
        "alone_occasions": by_column(alone, occasions),
        "alone_done": by_column(alone, done),
    }


def join_tallies(parts: Sequence[PairTally]) -> PairTally:
    """One tally of all deals of `parts`, in order."""
    names = parts[0].arrays()
    return PairTally(
        **{name: np.concatenate([part.arrays()[name] for part in parts]) for name in names}
    )


def _stacked(flags: dict[str, Flags]) -> npt.NDArray[np.int64]:
    """(deals, S, E) one column a deed."""
    return np.stack(list(flags.values()), axis=2).astype(np.int64)
