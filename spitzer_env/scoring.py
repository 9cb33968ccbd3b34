"""SP14-SP18, SPV2: what a finished deal is worth, in units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from spitzer_env.rules import TRICKS, TwoTrumpRules
from spitzer_env.state import SpitzerState
from trick_taking.arrays import GameArrays
from trick_taking.cards import NO_SEAT, Flags, Ids

Rows = npt.NDArray[np.intp]


@dataclass
class DealResults(GameArrays):
    """K finished deals; seats are absolute."""

    rows: Rows  # (K,) game of each deal
    dealer: Ids  # (K,)
    deal_number: npt.NDArray[np.int64]  # (K,) k of the counter-based deal
    trump_side: Flags  # (K, S) who held QC or 7D (SP8)
    queen_seat: Ids  # (K,) who was dealt QC
    seven_seat: Ids  # (K,) who was dealt 7D
    solo: Ids  # (K,) who announced solo, else NO_SEAT
    points: npt.NDArray[np.int16]  # (K, S) card points captured
    tricks: Ids  # (K, S) tricks captured
    trump_points: npt.NDArray[np.int16]  # (K,) T of SP14; 0 or 120 after a revoke (SP18)
    won: Flags  # (K,) whether the trump side won
    schneider: Flags  # (K,) S of SP15
    schwarz: Flags  # (K,) Z of SP15
    multiplier: Ids  # (K,) m of SP16
    revoker: Ids  # (K,) who revoked, else NO_SEAT
    units: npt.NDArray[np.int32]  # (K, S) the score


_PLAIN = (
    "dealer",
    "deal_number",
    "queen_seat",
    "seven_seat",
    "solo",
    "points",
    "tricks",
    "revoker",
)  # fields of the state that a result repeats


def score_deals(state: SpitzerState, rows: Rows, rules: TwoTrumpRules) -> DealResults:
    """Score the finished deals of `rows`."""
    facts = {name: getattr(state, name)[rows] for name in _PLAIN}
    seats, revoker = np.arange(state.points.shape[1]), facts["revoker"][:, None]
    trump_side = (seats == facts["queen_seat"][:, None]) | (seats == facts["seven_seat"][:, None])
    plays = (rules.players == 4) | (seats != facts["dealer"][:, None])  # SPV6

    revoked = facts["revoker"] != NO_SEAT
    forfeit = np.where((trump_side & (seats == revoker)).any(axis=1), 0, 120)  # SP18
    captured = np.where(trump_side, facts["points"], 0).sum(axis=1)
    side_points = np.where(revoked, forfeit, captured).astype(np.int16)
    side_tricks = np.where(trump_side, facts["tricks"], 0).sum(axis=1)

    won = trump_side_wins(side_points, side_tricks, revoked, rules)
    schneider = rules.schneider_bonus & (
        (side_points >= rules.schneider_minimum) | (side_points <= 30)
    )  # SP15, SPV3
    schwarz = rules.schwarz_bonus & ~revoked & ((side_tricks == TRICKS) | (side_tricks == 0))
    multiplier = stake_multiplier(facts["solo"], schneider | schwarz, rules)
    per_opponent = np.where(won, 1, -1) * multiplier * (1 + schneider + schwarz)  # SP16
    units = share_stakes(per_opponent, trump_side, plays)
    if rules.revoke == "fine_4":
        units = np.where(revoked[:, None], np.where(seats == revoker, -4, 0), units)  # SP18
    return DealResults(
        rows=rows,
        trump_side=trump_side,
        trump_points=side_points,
        won=won,
        schneider=schneider,
        schwarz=schwarz,
        multiplier=multiplier.astype(np.int8),
        units=units.astype(np.int32),
        **facts,
    )


def trump_side_wins(
    side_points: npt.NDArray[np.int16],
    side_tricks: npt.NDArray[np.integer],
    revoked: Flags,
    rules: TwoTrumpRules,
) -> Flags:
    """(K,) SP14: 61 or more wins; at 60 the option decides."""
    wins = side_points >= 61
    if rules.tie_60 == "most_tricks":
        tied = (side_points == 60) & ~revoked
        wins |= tied & (side_tricks > TRICKS - side_tricks)
    return wins


def stake_multiplier(solo: Ids, bonus: Flags, rules: TwoTrumpRules) -> npt.NDArray[np.integer]:
    """(K,) m of SP16: 2 when solo was announced, 4 with a bonus under SPV2, else 1."""
    announced = 4 if rules.double_spitzer else 2
    return np.where(solo == NO_SEAT, 1, np.where(bonus, announced, 2))


def share_stakes(
    per_opponent: npt.NDArray[np.integer], trump_side: Flags, plays: Flags
) -> npt.NDArray[np.integer]:
    """(K, S) SP17: each opponent pays, the trump side shares equally; who sits out has 0."""
    opponents = plays & ~trump_side
    pot = per_opponent * opponents.sum(axis=1)
    share = pot // trump_side.sum(axis=1)
    units = np.where(trump_side, share[:, None], -per_opponent[:, None])
    return np.where(plays, units, 0)
