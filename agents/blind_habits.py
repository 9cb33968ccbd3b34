"""The numbers by which the rule player of Spitzer with a blind judges.

Those of `BlindHabits` are estimates of a card player. The tables were fitted to the rule player's
own games, in three rounds, each with the player of the round before. `WORTH`: from 72,000
positions with a picker and 27,000 of leasters every lawful card was played out to the end; the
units that followed were regressed on the reasons, and what did not count was left out. `HANDS`:
22,000 hands were played with six sets buried, and 63,000 were both picked and passed; the units
were regressed on the traits. Reasons overlap, so one number means little without its neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass, field

ROLES = ("picker", "defender", "leaster")
WORTH: dict[str, tuple[float, ...]] = {  # of each reason of blind_worth.py, in each of the ROLES
    "queen": (-11.66, -11.18, 1.129),
    "seven": (-8.2, -9.88, 0.0),
    "seven_beaten": (-12.68, 0.0, -0.898),
    "trump_both": (-3.94, 0.0, 0.0),
    "ace": (-3.66, 0.0, 0.0),
    "ten_bare": (3.47, 0.0, 0.0),
    "ten_master": (-4.01, 0.0, 0.0),
    "rank": (-0.45, 0.0, 0.026),
    "length": (0.0, 0.33, -0.076),
    "bare": (-1.14, 0.88, 0.201),
    "bare_armed": (-0.77, 1.69, 0.0),
    "guard": (0.0, -1.36, 0.0),
    "trump_led": (5.7, 2.2, -0.511),
    "ten_led": (-4.12, -2.55, 0.0),
    "nothing_led": (-1.89, 0.0, -0.061),
    "bare_led": (0.0, -1.28, -0.194),
    "unseen_led": (-0.87, 0.0, 0.0),
    "thrown_unseen": (-0.89, 0.0, 0.059),
    "thrown_master": (-6.06, -0.8, 0.166),
    "ours": (3.73, 10.41, -0.317),
    "ours_early": (0.0, -17.09, 0.0),
    "mine_armed": (-1.28, 0.0, 0.718),
    "points_ours": (0.43, -0.31, -0.01),
    "points_ours_early": (0.45, 0.32, 0.0),
    "trump_points": (0.6, 0.61, 0.0),
    "trump_points_early": (-0.66, -0.6, 0.0),
    "points_theirs": (0.32, -0.4, -0.019),
    "given_ours": (0.0, 0.38, 0.0),
    "given_theirs": (-0.28, 0.0, 0.022),
    "ruff_led": (-3.05, 2.72, 0.0),
    "ruff_led_points": (0.84, 0.76, 0.0),
    "friend_ruff_led": (0.0, -5.61, 0.0),
    "lowest": (0.0, 0.0, 3.085),
    "mine_without": (0.0, 0.0, -0.49),
    "trick": (0.22, 0.27, 0.0),
    "court_early": (-1.15, 0.0, 0.0),
    "ten_guarded_early": (-4.68, -2.34, 0.0),
    "queen_early": (0.0, 0.0, -0.34),
    "seven_early": (0.0, 7.2, 1.233),
    "seven_beaten_early": (14.5, -10.51, 0.0),
    "trump_both_early": (7.89, 11.02, 0.0),
    "ace_early": (-2.98, -4.82, 0.0),
    "ten_bare_early": (0.0, 0.0, 0.151),
    "ten_master_early": (0.0, -2.92, 0.0),
}
COLUMNS = ("kept", "3-2", "4-2", "4-4", "5-2")
HANDS: dict[
    str, tuple[float, ...]
] = {  # of each trait of blind_hands.py; the columns name players and blind
    "ace": (0.124, 0.32, 2.21, 1.94, 2.23),
    "ace_ten": (-0.256, -0.39, -0.64, 0.14, -0.65),
    "ace_ten_king": (-0.084, -0.13, -0.66, 0.59, -0.23),
    "ten": (-0.023, -0.73, -0.14, -0.39, -0.41),
    "ten_bare": (-0.23, -0.71, -0.4, -0.23, -0.9),
    "courts": (-0.089, -0.44, -0.3, -0.15, -0.46),
    "losers": (0.053, 0.22, -0.28, 0.08, -0.81),
    "void": (-0.204, -0.77, -1.49, -0.19, -1.39),
    "losers_armed": (-0.168, -0.43, -0.25, -0.15, -0.6),
    "void_armed": (0.231, 0.2, 1.36, 0.03, 1.37),
    "queen": (20.0, 5.47, 6.24, 5.21, 9.05),
    "seven": (20.0, 4.81, 4.08, 3.68, 5.93),
    "both": (0.0, 1.8, 3.56, 5.16, 4.69),
    "points": (0.008, 0.22, 0.21, 0.18, 0.26),
    "passed": (0.0, 0.09, 0.45, 1.15, 0.54),
    "start": (0.0, -12.28, -15.02, -13.15, -17.58),
}


def column(table: dict[str, tuple[float, ...]], number: int) -> dict[str, float]:
    """One column of a table, by row, without what is worth nothing."""
    return {name: row[number] for name, row in table.items() if row[number]}


def _pick_numbers() -> dict[str, dict[str, float]]:
    return {name: column(HANDS, number) for number, name in enumerate(COLUMNS) if number}


@dataclass(frozen=True, kw_only=True)
class BlindHabits:
    """One player's judgement; the defaults are the rule player's."""

    picker_trumps: float = 4.0
    """How much likelier the picker is to hold a trump than another seat, by card."""
    buried: dict[int, int] = field(default_factory=lambda: {2: 8, 4: 14})
    """Card points that a picker is thought to have buried, by the size of the blind."""
    ruff_empty: float = 0.35
    """Chance that a void holder of a trump takes a trick without points."""
    ruff_point: float = 0.04
    """How much each point on the table adds to that chance."""
    thrift: float = 0.5
    """What an opponent of the taker gives, as a share of the mean of his cards that may fall."""
    leaster_base: float = 4.0
    """Card points between two seats that count as a clear lead at the end of a leaster."""
    leaster_to_come: float = 0.06
    """How much each point still to come adds to them."""
    spread_of_points: float = 2.4
    """Standard deviation of the picker's further points, over the root of those to come."""
    trump_share: float = 0.55
    """Share of the points to come that the picker wins."""
    least_slope: float = 0.01
    """Units that one card point is thought to be worth at least."""
    picker: dict[str, float] = field(default_factory=lambda: column(WORTH, 0))
    defender: dict[str, float] = field(default_factory=lambda: column(WORTH, 1))
    leaster: dict[str, float] = field(default_factory=lambda: column(WORTH, 2))
    kept: dict[str, float] = field(default_factory=lambda: column(HANDS, 0))
    """What each trait of the hand that a picker keeps is worth."""
    pick: dict[str, dict[str, float]] = field(default_factory=_pick_numbers)
    """Units that picking brings more than passing, by traits of the hand, for each table."""
    pick_when: dict[str, float] = field(
        default_factory=lambda: {"leaster": 0.0, "redeal": -0.6, "dealer_picks": -2.7}
    )
    """Units to add to that, by what happens when all pass."""


HABITS = BlindHabits()
