"""The numbers by which the rule player of Michigan Spitzer judges."""

from __future__ import annotations

from dataclasses import dataclass, field

# What each reason of michigan_worth.py is worth, in card points: for a player of an open pair's
# declarers, their opponents, a lone player and his opponents; then what is added early.
WORTH: dict[str, tuple[float, ...]] = {
    "trump_rank": (-6, -6, -6, -6, -6, -6, -6, -6),
    "fail_ace": (-3, -3, -3, -3, -3, -3, -3, -3),
    "trump_over": (-3, -3, -3, -3, -3, -3, -3, -3),
    "mine": (1, 1, 1, 1, 1, 1, 1, 1),
}


@dataclass(frozen=True, kw_only=True)
class Habits:
    """One player's judgement; the defaults are the rule player's."""

    silent: float = 0.5
    """How likely a holder of both queens is thought to pass (MI13)."""
    beat_foe: float = 0.75
    """How likely a seat beats an opponent's card that it can beat."""
    beat_friend: float = 0.3
    """How likely it beats a partner's."""
    gift: float = 0.5
    """What a partner of the taker gives, from his mean card to his richest, 0..1."""
    thrift: float = 0.6
    """What an opponent of the taker gives, as a share of his mean card."""
    pair_share: float = 0.5
    """Share of the points to come that two declarers win."""
    lone_share: float = 0.6
    """Share of the points to come that a lone declarer wins."""
    spread_of_points: float = 2.2
    """Standard deviation of the declarers' further points, over the root of those to come."""
    sweep: float = 0.85
    """Chance to win 15 more points with all the tricks so far."""
    least_slope: float = 0.01
    """Units that one card point is thought to be worth at least."""
    worth: dict[str, tuple[float, ...]] = field(default_factory=lambda: dict(WORTH))
    """What each reason of michigan_worth.py is worth."""


HABITS = Habits()
