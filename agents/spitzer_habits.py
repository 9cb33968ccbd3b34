"""The numbers by which the rule player of two-trump Spitzer judges, found by play against itself.

Card points unless said otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field

WORTH = {
    "queen": -18.01,
    "queen_early": 62.86,
    "queen_hidden": -28.42,
    "queen_led": -3.24,
    "seven": -31.45,
    "seven_early": 48.63,
    "seven_hidden": -2.67,
    "seven_led": -1.01,
    "seven_unbeaten": 12.33,
    "ace": 16.95,
    "ace_early": 44.17,
    "ace_long": -2.69,
    "master_ruffed": -1.23,
    "ten_master": 14.52,
    "ten_master_early": 35.67,
    "ten_guarded": 9.73,
    "ten_guarded_early": 21.63,
    "ten_bare": 7.1,
    "ten_bare_early": 16.36,
    "court_master": -1.11,
    "court_guarded": -7.2,
    "court_bare": -10.0,
    "court_early": 7.57,
    "nothing_rank": 0.45,
    "court_rank": 2.43,
    "last_with_trump": -4.58,
    "last_without": 1.22,
    "ace_led": 1.36,
    "ten_led": 5.33,
    "court_led": 0.65,
    "nothing_led": 3.42,
    "nothing_led_early": -4.53,
    "master_led": -5.13,
    "length_led": -0.08,
    "length_led_with_trump": -7.56,
    "unseen_led": 4.5,
    "unseen_led_with_trump": -29.18,
    "length_discarded": 0.6,
    "mine": 21.57,
    "mine_early": -32.63,
    "mine_with_trump": 10.33,
    "ours_points": -2.96,
    "ours_points_hidden": 3.32,
    "given_ours": 0.89,
    "given_ours_hidden": -4.75,
    "given_theirs_hidden": -5.61,
}


@dataclass(frozen=True, kw_only=True)
class Habits:
    """One player's judgement; the defaults are the rule player's."""

    silent: float = 0.8
    """How likely a holder of both trumps is thought to pass (SP9)."""
    suspicion: float = 0.8
    """How much the signs of the play count against the mere counting of cards, 0..1."""
    ruff_empty: float = 0.35
    """Chance that a void holder of a trump takes a trick without points."""
    ruff_point: float = 0.04
    """How much each point on the table adds to that chance."""
    ruff_trick: float = 0.02
    """How much each trick already played adds to it."""
    trust_start: float = 0.15
    """How far others act on the true sides in the first trick, 0..1."""
    trust_trick: float = 0.12
    """How much each trick already played adds to that."""
    thrift: float = 0.5
    """What an opponent of the taker gives, as a share of the mean of his cards that may fall."""
    worth: dict[str, float] = field(default_factory=lambda: dict(WORTH))
    """What each reason to keep a card is worth; see spitzer_worth.py."""
    spread_of_points: float = 2.4
    """Standard deviation of the trump side's further points, over the root of those to come."""
    trump_share: float = 0.5
    """Share of the points to come that the trump side wins."""
    least_slope: float = 0.004
    """Units that one card point is thought to be worth at least."""


HABITS = Habits()
