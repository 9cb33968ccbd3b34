"""SP14-SP18, SPV2, SPV4: what a finished deal is worth, in units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from spitzer_env.blind_scoring import leaster_units, points_with_piles
from spitzer_env.rules import PICKER_STAKE, TwoTrumpRules
from spitzer_env.state import SpitzerState
from trick_taking.arrays import GameArrays
from trick_taking.cards import NO_SEAT, Cards, Flags, Ids

Rows = npt.NDArray[np.intp]
Facts = dict[str, npt.NDArray[Any]]


@dataclass
class DealResults(GameArrays):
    """K finished deals; seats are absolute."""

    rows: Rows  # (K,) game of each deal
    dealer: Ids  # (K,)
    deal_number: npt.NDArray[np.int64]  # (K,) k of the counter-based deal
    trump_side: Flags  # (K, S) who held QC or 7D (SP8); the picker, nobody in a leaster (SPV4)
    queen_seat: Ids  # (K,) who was dealt QC, NO_SEAT when it lay in the blind
    seven_seat: Ids  # (K,) who was dealt 7D
    solo: Ids  # (K,) who announced solo, else NO_SEAT
    points: npt.NDArray[np.int16]  # (K, S) card points captured
    tricks: Ids  # (K, S) tricks captured
    trump_points: npt.NDArray[np.int16]  # (K,) T of SP14; 0 or P after a revoke (SP18)
    won: Flags  # (K,) whether the trump side won
    schneider: Flags  # (K,) S of SP15
    schwarz: Flags  # (K,) Z of SP15
    multiplier: Ids  # (K,) m of SP16
    revoker: Ids  # (K,) who revoked, else NO_SEAT
    picker: Ids  # (K,) who picked the blind (SPV4), else NO_SEAT
    blind: Cards  # (K,) the blind as dealt
    buried: Cards  # (K,) what the picker buried
    units: npt.NDArray[np.int32]  # (K, S) the score


_PLAIN = (
    "dealer",
    "deal_number",
    "solo",
    "points",
    "tricks",
    "revoker",
    "blind",
    "buried",
)  # fields of the state that a result repeats


def score_deals(state: SpitzerState, rows: Rows, rules: TwoTrumpRules) -> DealResults:
    """Score the finished deals of `rows`."""
    facts = {name: getattr(state, name)[rows] for name in _PLAIN}
    facts["picker"] = state.declarer[rows]
    facts["queen_seat"], facts["seven_seat"] = state.holders[rows].T
    if rules.blind:
        facts["points"] = points_with_piles(state, rows, rules)
    seats, revoker = np.arange(state.points.shape[1]), facts["revoker"][:, None]
    trump_side = find_trump_side(facts, seats, rules)
    plays = np.full(trump_side.shape, True)
    if rules.dealer_sits_out:
        plays = seats != facts["dealer"][:, None]  # SPV6

    revoked = facts["revoker"] != NO_SEAT
    forfeit = np.where((trump_side & (seats == revoker)).any(axis=1), 0, rules.pack_points)  # SP18
    captured = np.where(trump_side, facts["points"], 0).sum(axis=1)
    side_points = np.where(revoked, forfeit, captured).astype(np.int16)
    side_tricks = np.where(trump_side, facts["tricks"], 0).sum(axis=1)
    parts = weigh(side_points, side_tricks, facts, rules)
    if rules.blind:
        parts = without_leasters(parts, facts["picker"])

    stakes = parts["multiplier"] * (1 + parts["schneider"] + parts["schwarz"])  # SP16
    units = share_stakes(np.where(parts["won"], stakes, -stakes), trump_side, plays)
    if rules.blind:
        leaster = leaster_units(facts["points"], facts["tricks"], facts["revoker"], rules)
        units = np.where(facts["picker"][:, None] == NO_SEAT, leaster, units)
    if rules.revoke == "fine_4":
        units = np.where(revoked[:, None], np.where(seats == revoker, -4, 0), units)  # SP18
    return DealResults(
        rows=rows, trump_side=trump_side, units=units.astype(np.int32), **parts, **facts
    )


def find_trump_side(facts: Facts, seats: npt.NDArray[np.intp], rules: TwoTrumpRules) -> Flags:
    """(K, S) who held QC or 7D (SP8); with a blind the picker, whoever holds them (SPV4)."""
    if rules.blind:
        return seats == facts["picker"][:, None]
    return (seats == facts["queen_seat"][:, None]) | (seats == facts["seven_seat"][:, None])


def weigh(
    side_points: npt.NDArray[np.int16],
    side_tricks: npt.NDArray[np.integer],
    facts: Facts,
    rules: TwoTrumpRules,
) -> Facts:
    """The components of the score of K deals (SP14-SP16)."""
    revoked = facts["revoker"] != NO_SEAT
    schneider = rules.schneider_bonus & is_schneider(side_points, rules)  # SPV3
    all_or_none = (side_tricks == rules.tricks) | (side_tricks == 0)
    schwarz = rules.schwarz_bonus & ~revoked & all_or_none
    return {
        "trump_points": side_points,
        "won": trump_side_wins(side_points, side_tricks, revoked, rules),
        "schneider": schneider,
        "schwarz": schwarz,
        "multiplier": stake_multiplier(facts["solo"], schneider | schwarz, rules),
    }


def is_schneider(side_points: npt.NDArray[np.int16], rules: TwoTrumpRules) -> Flags:
    """(K,) SP15, SPV7: more than three quarters of the pack's points, or a quarter at most.

    With `schneider_minimum` 90 of 120 points exactly three quarters are enough.
    """
    quarters, whole = 4 * side_points, rules.pack_points
    least = 3 * whole if rules.schneider_minimum == 90 else 3 * whole + 1
    schneider: Flags = (quarters >= least) | (quarters <= whole)
    return schneider


def without_leasters(parts: Facts, picker: Ids) -> Facts:
    """`parts` with nothing but m = 1 where nobody picked (SPV4)."""
    picked = picker != NO_SEAT
    parts = {name: np.where(picked, part, np.zeros_like(part)) for name, part in parts.items()}
    return parts | {"multiplier": np.where(picked, parts["multiplier"], 1).astype(np.int8)}


def trump_side_wins(
    side_points: npt.NDArray[np.int16],
    side_tricks: npt.NDArray[np.integer],
    revoked: Flags,
    rules: TwoTrumpRules,
) -> Flags:
    """(K,) SP14, SPV7: more than half of the pack's points win; at half the option decides."""
    wins: Flags = 2 * side_points > rules.pack_points
    if rules.tie_60 == "most_tricks":
        tied = (2 * side_points == rules.pack_points) & ~revoked
        wins |= tied & (side_tricks > rules.tricks - side_tricks)
    return wins


def stake_multiplier(solo: Ids, bonus: Flags, rules: TwoTrumpRules) -> Ids:
    """(K,) m of SP16: 2 when solo was announced, 4 with a bonus under SPV2, else 1.

    Where a blind was picked it is 2 (SPV4).
    """
    if rules.blind:
        return np.full_like(solo, PICKER_STAKE)
    announced = 4 if rules.double_spitzer else 2
    stakes = np.where(solo == NO_SEAT, 1, np.where(bonus, announced, 2))
    return stakes.astype(np.int8)


def share_stakes(
    per_opponent: npt.NDArray[np.integer], trump_side: Flags, plays: Flags
) -> npt.NDArray[np.integer]:
    """(K, S) SP17: each opponent pays, the trump side shares equally; who sits out has 0."""
    opponents = plays & ~trump_side
    pot = per_opponent * opponents.sum(axis=1)
    share = pot // np.maximum(trump_side.sum(axis=1), 1)  # a leaster has no trump side
    units = np.where(trump_side, share[:, None], -per_opponent[:, None])
    return np.where(plays, units, 0)
