"""The numbers by which the rule player of two-trump Spitzer judges, found by play against itself.

Card points unless said otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass


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
    queen_base: float = 8.0
    """What QC is worth in hand after the last but one trick."""
    queen_trick: float = 2.0
    """What each further trick to come adds to it."""
    queen_hidden: float = 3.0
    """What QC is worth more while the partner is unknown."""
    seven_base: float = 6.0
    """What 7D is worth in hand."""
    seven_trick: float = 1.5
    """What each further trick to come adds to it."""
    seven_hidden: float = 2.0
    """What 7D is worth more while the partner is unknown."""
    master_keep: float = 0.5
    """Share of its points that the highest card out of its suit is worth in hand."""
    guarded_keep: float = 0.2
    """The same for a lower card with a smaller one of its suit beside it."""
    bare_keep: float = 0.0
    """The same for a lower card alone in its suit."""
    rank_keep: float = 0.15
    """What each step of rank is worth in hand."""
    lead_worth: float = 1.0
    """What the lead to the next trick is worth."""
    void_worth: float = 1.5
    """What it is worth to a trump holder to become void in a suit."""
    length_worth: float = 0.5
    """What each card of the suit led is worth to a player without trumps."""
    spread_of_points: float = 2.4
    """Standard deviation of the trump side's further points, over the root of those to come."""
    trump_share: float = 0.5
    """Share of the points to come that the trump side wins."""
    least_slope: float = 0.004
    """Units that one card point is thought to be worth at least."""


HABITS = Habits()
