"""The numbers by which the rule player of Smear judges.

Those of `Habits` are estimates of a card player. `WORTH` and `BIDDING` were fitted: from positions
of the rule player's own games every card, or every bid within reach, was played out to the end by
it, and the relative units that followed were regressed on its reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# What each reason of smear_worth.py is worth, in points. Reasons overlap, so one number means
# little without its neighbours.
WORTH = {
    "points_won": 0.52,
    "points_lost": -1.43,
    "game": 0.84,
    "lead_won": -0.27,
    "points_won_tight": 0.36,
    "points_lost_tight": -0.74,
    "points_won_hopeless": -0.09,
    "points_lost_hopeless": -0.45,
    "sure_points": 0.64,
    "given_to_partner": 0.05,
    "taken_from_partner": 0.27,
    "trump": -0.29,
    "trump_early": 0.4,
    "trump_pitching": -0.7,
    "trump_last": 0.2,
    "trump_last_early": 0.91,
    "trump_last_pitching": -0.16,
    "trump_master": 0.12,
    "trump_master_early": 0.32,
    "trump_master_pitching": -1.14,
    "trump_over": -2.42,
    "trump_over_early": -0.87,
    "trump_over_pitching": 2.99,
    "trump_points": 1.28,
    "trump_points_early": 0.3,
    "trump_points_pitching": -0.95,
    "trump_points_safe": -1.43,
    "trump_points_safe_early": -2.39,
    "trump_points_safe_pitching": 0.57,
    "trump_lowest": 0.04,
    "trump_lowest_early": -0.16,
    "trump_lowest_pitching": -0.13,
    "trump_three": -0.3,
    "trump_three_early": -2.14,
    "trump_three_pitching": 0.31,
    "trump_rank": 0.15,
    "trump_rank_early": 0.4,
    "trump_rank_pitching": 0.01,
    "plain_long": 0.19,
    "plain_long_early": 0.39,
    "plain_long_pitching": -0.34,
    "plain_master": -0.1,
    "plain_master_early": 0.09,
    "plain_master_pitching": 0.06,
    "plain_ten": 0.13,
    "plain_ten_early": -0.05,
    "plain_ten_pitching": -0.24,
    "plain_value": 0.04,
    "plain_value_early": -0.02,
    "plain_value_pitching": -0.19,
    "lead_trump": 1.8,
    "lead_trump_early": -0.49,
    "lead_trump_pitching": -1.38,
    "lead_trump_master": 1.13,
    "lead_trump_master_early": -0.09,
    "lead_trump_master_pitching": 0.38,
    "lead_strips": 0.07,
    "lead_strips_early": 0.06,
    "lead_strips_pitching": 0.49,
    "lead_strips_friends": -0.91,
    "lead_strips_friends_early": 0.19,
    "lead_strips_friends_pitching": 0.39,
    "lead_strips_long": 0.8,
    "lead_strips_long_early": -0.36,
    "lead_strips_long_pitching": -0.29,
    "lead_points": -0.74,
    "lead_points_early": 1.25,
    "lead_points_pitching": 0.05,
    "lead_plain_friend_void": 0.03,
    "lead_plain_friend_void_early": 0.11,
    "lead_plain_friend_void_pitching": -0.26,
    "lead_plain_foe_void": 0.38,
    "lead_plain_foe_void_early": -0.35,
    "lead_plain_foe_void_pitching": -0.19,
    "lead_plain_master": 0.38,
    "lead_plain_master_early": -0.23,
    "lead_plain_master_pitching": -0.2,
    "lead_plain_value": -0.21,
    "lead_plain_value_early": 0.03,
    "lead_plain_value_pitching": 0.34,
}
# What each reason of smear_bidding.py is worth, in points.
BIDDING = {
    "pass": 0.51,
    "pass_strong": 1.55,
    "pass_partner_strong": -0.67,
    "pass_partner_bid": 0.86,
    "pass_theirs": 1.06,
    "pass_theirs_strong": -1.72,
    "pass_theirs_bid": -0.76,
    "pass_friends": -0.94,
    "bid_value": 0.93,
    "bid_value_foes": 0.01,
    "bid_foes": -1.28,
    "bid_level_foes": 0.42,
    "bid_friends": -1.27,
    "bid_value_friends": -0.1,
    "bid_friends_passed": 0.42,
    "bid_foes_passed": 0.07,
    "bid_over_partner": 2.18,
    "bid_over_partner_level": 0.18,
}


@dataclass(frozen=True, kw_only=True)
class Habits:
    """One player's judgement; the defaults are the rule player's."""

    pitcher_trumps: float = 2.0
    """How many dealt cards more the pitcher is counted for, since he has more trumps."""
    drawn_trump: float = 0.15
    """Share of trumps among the cards drawn from the stock (SMV1)."""
    stock_trumps: float = 3.0
    """Weight of the stock among the places where an unseen trump may be (SMV1)."""
    beat_trump: float = 0.5
    """How likely a seat beats a trump that it can beat, in a trick worth nothing."""
    ruff: float = 0.4
    """How likely a seat trumps a plain trick that it could, worth nothing."""
    stake: float = 0.1
    """How much each point of the trick adds to both."""
    gift: float = 1.0
    """What a partner of the taker gives, in points of a mean unseen trump."""
    thrift: float = 0.3
    """What an opponent of the taker gives, in points of a mean unseen trump."""
    reach: float = 2.0
    """How many points more than its side is expected to capture it may bid."""
    match_sense: float = 0.6
    """How far the score of a match counts against the points of the deal, 0..1."""
    worth: dict[str, float] = field(default_factory=lambda: dict(WORTH))
    """What each reason of smear_worth.py is worth, in points."""
    bidding: dict[str, float] = field(default_factory=lambda: dict(BIDDING))
    """What each reason of smear_bidding.py is worth, in points."""


HABITS = Habits()
