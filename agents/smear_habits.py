"""The numbers by which the rule player of Smear judges."""

from __future__ import annotations

from dataclasses import dataclass, field

WORTH = {
    "points_won": 1.0,
    "points_lost": -1.0,
    "game": 1.0,
    "lead_won": 0.1,
    "trump": -0.15,
    "trump_master": -0.5,
    "trump_points": -0.5,
    "trump_points_safe": -0.3,
    "plain_master": -0.1,
    "plain_ten": -0.1,
    "lead_strips_pitching": 0.1,
    "lead_trump_pitching": 0.2,
    "lead_trump_master": 0.5,
}


@dataclass(frozen=True, kw_only=True)
class Habits:
    """One player's judgement; the defaults are the rule player's."""

    pitcher_trumps: float = 6.0
    """How many dealt cards more the pitcher is counted for, since he has more trumps."""
    drawn_trump: float = 0.15
    """Share of trumps among the cards drawn from the stock (SMV1)."""
    stock_trumps: float = 3.0
    """Weight of the stock among the places where an unseen trump may be (SMV1)."""
    beat_trump: float = 0.5
    """How likely a seat beats a trump that it can beat, in a trick worth nothing."""
    ruff: float = 0.3
    """How likely a seat trumps a plain trick that it could, worth nothing."""
    stake: float = 0.2
    """How much each point of the trick adds to both."""
    gift: float = 1.5
    """What a partner of the taker gives, in points of a mean unseen trump."""
    thrift: float = 0.6
    """What an opponent of the taker gives, in points of a mean unseen trump."""
    worth: dict[str, float] = field(default_factory=lambda: dict(WORTH))
    """What each reason of smear_worth.py is worth, in points."""


HABITS = Habits()
