"""The numbers by which the rule player of two-trump Spitzer judges.

Those of `Habits` are estimates of a card player. `WORTH` was fitted: from 25,000 positions of the
rule player's own games every legal card was played out to the end by it, and the units that
followed were regressed on the expected units of the trick and on the reasons to keep the card.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# What each reason of spitzer_worth.py is worth, in card points on the scale of the units that a
# trick is expected to bring. Reasons overlap, so one number means little without its neighbours.
WORTH = {
    "queen": -26.1,
    "queen_early": 89.0,
    "queen_hidden": 8.9,
    "queen_led": 5.0,
    "seven": -49.9,
    "seven_early": 79.2,
    "seven_hidden": 43.7,
    "seven_led": 12.6,
    "seven_unbeaten": 17.3,
    "ace": 26.1,
    "ace_early": 51.0,
    "ace_long": -5.8,
    "master_ruffed": -2.7,
    "ten_master": 20.1,
    "ten_master_early": 33.0,
    "ten_guarded": 8.3,
    "ten_guarded_early": 28.1,
    "ten_bare": -7.3,
    "ten_bare_early": 35.3,
    "court_master": -4.4,
    "court_guarded": -15.4,
    "court_bare": -15.3,
    "court_early": 13.2,
    "nothing_rank": -0.1,
    "court_rank": 3.1,
    "last_with_trump": -7.9,
    "last_without": 2.1,
    "ace_led": -4.8,
    "ten_led": -0.7,
    "court_led": -0.3,
    "nothing_led": -2.7,
    "nothing_led_early": 3.7,
    "master_led": -13.9,
    "length_led": 2.9,
    "length_led_with_trump": -8.7,
    "unseen_led": 6.0,
    "unseen_led_with_trump": -11.4,
    "length_discarded": 1.1,
    "mine": 5.3,
    "mine_early": -20.4,
    "mine_with_trump": 12.3,
    "ours_points": -1.8,
    "ours_points_early": -1.2,
    "ours_points_hidden": -6.8,
    "given_ours": -0.3,
    "given_ours_hidden": 6.8,
    "given_theirs_hidden": -2.3,
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
