"""The numbers by which the rule player of Smear judges."""

from __future__ import annotations

from dataclasses import dataclass, field

WORTH = {
    "points_won": 0.37,
    "points_lost": -1.56,
    "game": 0.8,
    "lead_won": -0.31,
    "points_won_tight": 0.46,
    "points_lost_tight": -0.71,
    "points_won_hopeless": 0.07,
    "points_lost_hopeless": -0.5,
    "sure_points": 0.71,
    "given_to_partner": 0.09,
    "taken_from_partner": 0.39,
    "trump": -0.86,
    "trump_early": 0.97,
    "trump_pitching": -1.02,
    "trump_last": 0.29,
    "trump_last_early": 1.12,
    "trump_last_pitching": -0.07,
    "trump_master": 0.26,
    "trump_master_early": 0.12,
    "trump_master_pitching": -1.2,
    "trump_over": -2.79,
    "trump_over_early": -0.27,
    "trump_over_pitching": 3.06,
    "trump_points": 1.45,
    "trump_points_early": 0.32,
    "trump_points_pitching": -1.1,
    "trump_points_safe": -1.51,
    "trump_points_safe_early": -2.64,
    "trump_points_safe_pitching": 0.88,
    "trump_lowest": -0.05,
    "trump_lowest_early": -0.03,
    "trump_lowest_pitching": -0.13,
    "trump_three": -0.91,
    "trump_three_early": -1.7,
    "trump_three_pitching": 0.48,
    "trump_rank": 0.64,
    "trump_rank_early": -0.18,
    "trump_rank_pitching": -0.04,
    "plain_long": -0.31,
    "plain_long_early": 1.12,
    "plain_long_pitching": -0.47,
    "plain_master": -0.06,
    "plain_master_early": 0.06,
    "plain_master_pitching": 0.03,
    "plain_ten": 0.16,
    "plain_ten_early": -0.09,
    "plain_ten_pitching": -0.21,
    "plain_value": 0.03,
    "plain_value_early": -0.01,
    "plain_value_pitching": -0.12,
    "lead_trump": 1.32,
    "lead_trump_early": -0.7,
    "lead_trump_pitching": -0.81,
    "lead_trump_master": 1.09,
    "lead_trump_master_early": -0.03,
    "lead_trump_master_pitching": 0.24,
    "lead_strips": 0.04,
    "lead_strips_early": 0.15,
    "lead_strips_pitching": 0.58,
    "lead_strips_friends": -0.61,
    "lead_strips_friends_early": -0.1,
    "lead_strips_friends_pitching": 0.32,
    "lead_strips_long": 1.06,
    "lead_strips_long_early": -0.37,
    "lead_strips_long_pitching": -0.61,
    "lead_points": -0.76,
    "lead_points_early": 1.31,
    "lead_points_pitching": 0.03,
    "lead_plain_friend_void": 0.28,
    "lead_plain_friend_void_early": -0.19,
    "lead_plain_friend_void_pitching": -0.45,
    "lead_plain_foe_void": 0.15,
    "lead_plain_foe_void_early": 0.13,
    "lead_plain_foe_void_pitching": -0.06,
    "lead_plain_master": 0.21,
    "lead_plain_master_early": -0.08,
    "lead_plain_master_pitching": -0.14,
    "lead_plain_value": -0.19,
    "lead_plain_value_early": 0.05,
    "lead_plain_value_pitching": 0.28,
}
BIDDING = {
    "pass": -0.56,
    "pass_strong": 1.49,
    "pass_partner_strong": -0.91,
    "pass_partner_bid": 0.53,
    "pass_theirs": 2.07,
    "pass_theirs_strong": -1.22,
    "pass_theirs_bid": -0.6,
    "pass_friends": -0.53,
    "bid_value": 0.93,
    "bid_value_foes": -0.08,
    "bid_foes": -1.6,
    "bid_level_foes": 0.35,
    "bid_friends": -0.55,
    "bid_value_friends": -0.06,
    "bid_friends_passed": 1.3,
    "bid_foes_passed": -0.56,
    "bid_over_partner": 0.06,
    "bid_over_partner_level": 0.33,
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
    worth: dict[str, float] = field(default_factory=lambda: dict(WORTH))
    """What each reason of smear_worth.py is worth, in points."""
    bidding: dict[str, float] = field(default_factory=lambda: dict(BIDDING))
    """What each reason of smear_bidding.py is worth, in points."""


HABITS = Habits()
