"""The numbers by which the rule player of Michigan Spitzer judges.

Those of `Habits` are estimates of a card player, checked against the rule player's own games.
`WORTH` and `ALONE` were fitted: from positions of those games every legal card, or every zola, call
and pass, was played out to the end by it, and the relative units that followed were regressed on
its reasons, or on the cards of the hand near the point where a zola begins to pay.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# What each reason of michigan_worth.py is worth, in card points: to one of two declarers, to one of
# their opponents, to a lone player and to his opponents; then what is added in the first trick, by
# and by less up to the last. Reasons overlap, so one number means little without its neighbours.
WORTH: dict[str, tuple[float, ...]] = {
    "mine": (1.0, -2.4, -0.2, 1.6, 2.2, 1.3, -6.9, -0.2),
    "mine_trumps": (-0.3, 0.4, 0.6, 0.4, -0.1, -1.2, -0.2, -0.4),
    "ours": (-6.4, 3.0, -0.2, 5.5, 4.1, -6.1, -6.9, -13.5),
    "gain": (1.5, 0.8, 0.7, -0.2, -0.4, -0.1, 0.6, 0.1),
    "loss": (0.5, 0.0, 0.1, -0.5, 0.0, 0.2, 0.0, 0.3),
    "given": (-1.7, -0.6, -0.5, 0.1, -0.1, 0.1, 0.0, 0.0),
    "given_ours": (1.6, 0.1, -0.5, 0.3, -1.1, 0.1, -0.4, -0.4),
    "takes_friend": (9.2, 9.4, 0.0, -1.6, -18.8, -8.3, 0.0, 1.8),
    "takes_foe": (12.8, 2.4, 11.4, -0.5, -6.9, 1.9, -6.9, -0.2),
    "trump": (-1.2, 1.8, -1.5, -0.6, 6.8, -2.5, 3.5, 3.6),
    "trump_master": (-1.7, -2.0, -3.2, -5.4, 15.2, 10.8, 7.1, 8.7),
    "trump_over": (-29.9, -30.8, -17.3, -12.3, -2.8, 12.0, -2.4, 4.9),
    "trump_rank": (-1.2, 0.7, -2.3, -1.9, 5.8, 0.6, 0.9, 2.8),
    "trump_rich": (-3.6, -6.0, -3.3, 0.0, 6.3, 2.9, 5.2, -0.8),
    "trump_last": (5.4, 6.1, -9.1, 7.2, -3.8, -5.0, 13.1, -8.0),
    "black_queen": (-3.6, 0.0, -0.6, -1.1, 4.7, 0.0, 2.0, 0.7),
    "fail_ace": (-3.2, -0.5, -1.5, 1.6, 11.0, -0.3, 4.9, -2.9),
    "fail_ten": (-0.2, 1.2, 3.7, 1.5, 9.7, -0.7, -0.3, -2.1),
    "fail_king": (2.3, -2.0, 1.1, -0.7, 0.8, 2.6, -0.8, 0.3),
    "fail_master": (-0.9, -3.4, -5.9, -1.2, -1.0, 2.1, 4.2, 1.7),
    "fail_length": (-1.2, 0.1, 1.5, 0.2, 1.0, -0.4, -1.3, -0.1),
    "fail_last": (-1.8, 2.4, -3.6, -4.4, 2.4, -4.5, 2.4, 5.0),
    "fail_guard": (-0.5, -2.6, 0.1, -0.7, 1.0, 2.9, -1.7, 0.3),
    "called": (-3.6, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    "lead_trump_master": (19.0, 20.1, 15.9, 3.9, -19.1, -36.5, -17.0, -6.3),
    "lead_trump_friends": (-1.8, -0.3, 0.0, 0.1, -2.5, -0.9, 0.0, 0.2),
    "lead_trump_foes": (2.2, 1.2, 0.2, -1.3, 0.1, 0.2, 0.1, -0.5),
    "lead_trump_rank": (-3.0, -0.9, 8.9, -0.5, 1.8, 3.0, 0.9, -0.4),
    "lead_trump_rich": (6.9, 1.2, -4.6, -3.4, 2.6, -2.5, 5.3, 3.6),
    "lead_master": (2.7, -1.1, -5.4, 1.6, -4.5, 0.5, 6.2, -0.2),
    "lead_points": (-4.0, -5.6, -2.7, -3.2, -4.0, 2.3, -0.5, 0.4),
    "lead_length": (-2.2, -1.4, 1.5, 0.2, 1.9, 0.2, -1.3, -0.6),
    "lead_unseen": (0.4, -0.9, 0.7, 0.1, 0.0, 1.5, 0.0, -0.6),
    "lead_called": (-4.7, 7.5, 0.0, 0.0, 4.3, -6.6, 0.0, 0.0),
    "lead_foe_void": (5.2, 2.4, 2.3, 5.9, 0.5, 3.5, -0.7, -2.7),
    "lead_void_points": (-0.9, 3.5, 3.7, 5.6, 15.5, 3.1, 0.2, -2.0),
}

# Units by which a zola is worth more than what else the hand would say, as the sum of what its
# cards count: see `worth_alone` of michigan_announcing.py.
ALONE: dict[str, dict[str, float]] = {
    "zola": {
        "QC": 15.0,
        "7D": 12.5,
        "QS": 11.4,
        "QH": 9.7,
        "QD": 9.0,
        "JC JS": 8.0,
        "JH JD": 7.5,
        "AD TD": 8.8,
        "KD 9D 8D": 7.2,
        "AC AS AH": 5.9,
        "TC TS TH": 0.4,
        "trumps": -0.24,
        "void": 4.2,
        "eldest": 0.8,
        "turn": 1.3,
        "base": -56.7,
    },
    "zola schneider": {
        "QC": 20.2,
        "7D": 17.5,
        "QS": 15.7,
        "QH": 14.4,
        "QD": 12.9,
        "JC JS": 11.7,
        "JH JD": 10.7,
        "AD TD": 11.7,
        "KD 9D 8D": 10.8,
        "AC AS AH": 16.0,
        "TC TS TH": 0.5,
        "trumps": -0.3,
        "void": 13.0,
        "eldest": 2.8,
        "turn": 2.3,
        "base": -129.9,
    },
}


@dataclass(frozen=True, kw_only=True)
class Habits:
    """One player's judgement; the defaults are the rule player's."""

    silent: float = 0.1
    """How likely a holder of both queens is thought to pass (MI13)."""
    lone_trumps: float = 4.5
    """How much likelier a trump is with a lone player than another card."""
    beat: float = 0.92
    """How likely a seat beats an opponent's card that it can beat."""
    beat_friend: float = 0.6
    """How likely it beats a partner's."""
    retake: float = 0.35
    """How likely it beats a card that beat the one it could beat."""
    gift: float = 0.5
    """What a partner of the taker gives, from his mean card to his richest, 0..1."""
    thrift: float = 0.6
    """What an opponent of the taker gives, as a share of his mean card."""
    pair_share: float = 0.58
    """Share of the points to come that two declarers win."""
    lone_share: float = 0.56
    """Share of the points to come that a lone declarer wins."""
    spread_of_points: float = 2.0
    """Standard deviation of the declarers' further points, over the root of those to come."""
    sweep: float = 0.85
    """Chance to win 15 more points with all the tricks so far."""
    least_slope: float = 0.01
    """Units that one card point is thought to be worth at least."""
    worth: dict[str, tuple[float, ...]] = field(default_factory=lambda: dict(WORTH))
    """What each reason of michigan_worth.py is worth."""
    alone: dict[str, dict[str, float]] = field(default_factory=lambda: dict(ALONE))
    """What the cards of a hand count for playing alone; see michigan_announcing.py."""


HABITS = Habits()
