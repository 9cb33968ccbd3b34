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
    if rules.players > 4 and not rules.blind:  # SPV6: the dealer sits out
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
    if rules.blind:  # SPV4
        picks = seats == results.picker[:, None]
        occasions |= {"picked": plays, "won as the picker": picks}
        done |= {"picked": picks, "won as the picker": picks & won}
    if rules.revoke != "forbidden":  # SP18
        occasions["revoked"] = plays
        done["revoked"] = (seats == results.revoker[:, None]) & (
            results.revoker[:, None] != NO_SEAT
        )
    return Deeds(SPITZER_ROLES, roles, occasions, done)


MICHIGAN_ROLES = ("QC", "QS", "both queens", "neither")


def michigan_deeds(results: Any, rules: Any) -> Deeds:
    """Roles by the black queens that a seat was dealt (MI7); announcements and sides (MI18)."""
    seats = np.arange(results.units.shape[1])
    queen = seats == results.queen_seat[:, None]
    little = seats == results.little_queen_seat[:, None]
    roles = np.select([queen & little, queen, little], [2, 0, 1], 3).astype(np.int8)
    everybody = np.ones_like(queen)
    announced = seats == results.declarer[:, None]
    gained = (results.value > 0)[:, None]
    occasions = {
        "announced what counts": everybody,
        "gained as announcer": announced,
        "gained on the declaring side": results.declarers,
        "won against it": ~results.declarers,
    }
    done = {
        "announced what counts": announced,
        "gained as announcer": announced & gained,
        "gained on the declaring side": results.declarers & gained,
        "won against it": ~results.declarers & ~gained,
    }
    return Deeds(MICHIGAN_ROLES, roles, occasions, done)


def smear_deeds(results: Any, rules: Any) -> Deeds:
    """Pitchers, their partners and defenders; the auction, and what each side scored (SM11)."""
    sides = np.array(rules.fixed_sides)
    seats = np.arange(len(sides))
    pitches = seats == results.pitcher[:, None]
    deals = seats == results.dealer[:, None]
    partner = ~pitches & (sides == sides[results.pitcher][:, None])
    everybody = np.ones_like(pitches)
    occasions = {
        "became pitcher": everybody,
        "bid when it could": could_bid(results.bids, results.dealer, rules.most_points),
        "forced to pitch": deals,  # SM5
        "bid made": pitches,  # SM12
    }
    done = {
        "became pitcher": pitches,
        "bid when it could": results.bids > 0,
        "forced to pitch": deals & results.forced[:, None],
        "bid made": pitches & results.made[:, None],
    }
    for item, in_play in _smear_items(rules).items():
        side = getattr(results, item)[:, None]
        if in_play:
            name = f"scored {item.replace('_', ' ')}"
            occasions[name] = everybody & (side >= 0)  # where it was scored at all
            done[name] = sides == side
    if rules.revoke != "forbidden":  # SM14
        occasions["revoked"] = everybody
        done["revoked"] = seats == results.revoker[:, None]
    in_teams = rules.num_sides < rules.players
    names = ("pitcher", "partner", "defender") if in_teams else ("pitcher", "defender")
    roles = np.select([pitches, partner], [0, 1], len(names) - 1).astype(np.int8)
    return Deeds(names, roles, occasions, done)


def could_bid(bids: npt.NDArray[np.int8], dealer: npt.NDArray[np.int8], most: int) -> Flags:
    """(K, S) which seats spoke when a higher bid was left to them (SM5).

    `bids` (K, S) is -1 for nothing, 0 for a pass, else points; at `most` no bid is higher.
    """
    num_seats = bids.shape[1]
    order = (dealer[:, None].astype(np.intp) + 1 + np.arange(num_seats)) % num_seats
    spoken = np.take_along_axis(bids, order, axis=1)
    highest = np.maximum.accumulate(spoken, axis=1)
    before = np.hstack([np.zeros_like(highest[:, :1]), highest[:, :-1]])
    could = np.empty(bids.shape, np.bool_)
    np.put_along_axis(could, order, (spoken >= 0) & (before < most), axis=1)
    return could


def _smear_items(rules: Any) -> dict[str, bool]:
    """Each item of SM11 and SMV2, and whether it is in play."""
    return {
        "high": True,
        "low": True,
        "jack": True,
        "jick": rules.has_jick,
        "big_joker": rules.jokers > 0,
        "little_joker": rules.jokers > 0 and rules.variant != "five_point",  # SMV4
        "game": True,
        "three": rules.has_jick,  # SMV3, SMV4
        "two": rules.widow_size > 0,
    }


DEEDS = {"spitzer": spitzer_deeds, "michigan": michigan_deeds, "smear": smear_deeds}
SCORES: dict[str, Score] = {"spitzer": "units", "michigan": "relative", "smear": "relative"}
