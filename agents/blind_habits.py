"""The numbers by which the rule player of Spitzer with a blind judges."""

from __future__ import annotations

from dataclasses import dataclass, field

KEPT = {
    "ace": 16.0,
    "ace_ten": 12.0,
    "ace_ten_king": 6.0,
    "ten": 3.0,
    "ten_bare": -3.0,
    "courts": -1.0,
    "small": 0.0,
    "long": 0.0,
    "losers": -4.0,
    "void": 2.0,
    "void_armed": 3.0,
    "queen": 60.0,
    "seven": 50.0,
    "both": 0.0,
    "points": -1.0,
}
PICK_ANY = {"start": -30.0, "ace": 9.0, "ace_ten": 6.0, "queen": 9.0, "seven": 6.0, "points": 0.1}
PICKER = {
    "trick": 1.0,
    "queen": 20.0,
    "queen_early": 20.0,
    "seven": 15.0,
    "seven_early": 15.0,
    "ace": 11.0,
    "ace_early": 5.0,
    "ten_master": 10.0,
    "ten_guarded": 6.0,
    "ten_bare": 2.0,
    "court": 1.0,
    "court_master": 3.0,
    "ace_led": -6.0,
    "master_led": -5.0,
    "bare_armed": -3.0,
}
DEFENDER = dict(PICKER)
LEASTER = {"lowest": 10.0, "lowest_without": 5.0, "rank": -0.05, "ace": -0.2}


@dataclass(frozen=True, kw_only=True)
class BlindHabits:
    """One player's judgement; the defaults are the rule player's."""

    picker_trumps: float = 2.0
    """How much likelier the picker is to hold a trump than another seat, by card."""
    buried: dict[int, int] = field(default_factory=lambda: {2: 16, 4: 32})
    """Card points that a picker is thought to have buried, by the size of the blind."""
    ruff_empty: float = 0.35
    """Chance that a void holder of a trump takes a trick without points."""
    ruff_point: float = 0.04
    """How much each point on the table adds to that chance."""
    thrift: float = 0.5
    """What an opponent of the taker gives, as a share of the mean of his cards that may fall."""
    leaster_base: float = 4.0
    leaster_to_come: float = 0.06
    spread_of_points: float = 2.4
    trump_share: float = 0.5
    least_slope: float = 0.01
    picker: dict[str, float] = field(default_factory=lambda: dict(PICKER))
    defender: dict[str, float] = field(default_factory=lambda: dict(DEFENDER))
    leaster: dict[str, float] = field(default_factory=lambda: dict(LEASTER))
    kept: dict[str, float] = field(default_factory=lambda: dict(KEPT))
    pick: dict[str, dict[str, float]] = field(
        default_factory=lambda: {
            key: PICK_ANY | {"passed": 0.0} for key in ("3-2", "4-2", "4-4", "5-2")
        }
    )
    pick_when: dict[str, float] = field(
        default_factory=lambda: {"leaster": 0.0, "redeal": 0.0, "dealer_picks": 0.0}
    )


HABITS = BlindHabits()
