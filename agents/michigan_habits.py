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
    "mine": (0.1, -1.1, -1.0, 2.9, 4.4, -0.4, -6.2, -0.4),
    "mine_trumps": (0.2, 0.4, 0.8, 0.3, -0.7, -1.0, -0.1, -0.3),
    "ours": (-4.0, -0.5, -1.0, -0.4, 0.0, -0.6, -6.2, -8.8),
    "gain": (1.0, 0.7, 0.6, 0.0, -0.2, -0.3, 0.6, 0.0),
    "loss": (0.3, 0.2, 0.2, -0.7, 0.1, 0.1, 0.0, 0.4),
    "given": (-1.2, -0.6, -0.5, 0.1, 0.1, 0.1, 0.0, 0.1),
    "given_ours": (1.1, 0.2, -0.4, 0.5, -0.9, 0.2, -0.4, -0.6),
    "takes_friend": (4.9, 5.7, 0.0, -2.9, -10.5, -4.1, 0.0, 2.6),
    "takes_foe": (7.9, 3.0, 14.6, -0.7, -5.6, -0.1, -10.5, -0.5),
    "trump": (-1.9, 1.8, -1.5, 0.7, 5.4, -2.3, 2.6, 5.6),
    "trump_master": (-0.8, -1.3, -1.1, -6.7, 10.2, 7.1, 4.0, 11.1),
    "trump_over": (-27.0, -25.0, -15.6, -16.2, 3.9, 11.6, -0.2, 5.5),
    "trump_rank": (0.0, 2.3, -3.4, -1.9, 2.4, -1.5, 0.5, 3.2),
    "trump_rich": (-4.0, -3.9, -3.5, 0.5, 5.2, 1.6, 4.7, -1.4),
    "trump_last": (4.0, 3.4, -9.8, 8.3, -1.0, -1.5, 13.7, -5.8),
    "black_queen": (-3.7, 0.0, 0.6, -0.9, 4.1, 0.0, -0.1, 0.7),
    "fail_ace": (-2.0, -1.9, -0.2, 1.0, 5.2, 1.7, 3.3, -2.7),
    "fail_ten": (0.9, -0.2, 2.6, 1.4, 4.3, 1.2, 0.8, -2.5),
    "fail_king": (1.7, -1.1, 2.1, 0.9, -0.1, 1.9, -1.0, -1.3),
    "fail_master": (-1.9, -2.6, -4.6, -2.3, 1.8, 2.7, 3.9, 1.9),
    "fail_length": (-0.8, -0.1, 1.5, -0.5, 0.6, 0.0, -1.2, 0.4),
    "fail_last": (0.3, 1.4, -1.8, -4.1, 0.0, -2.3, 1.8, 4.3),
    "fail_guard": (-0.6, -1.3, 1.3, 0.1, 1.8, 2.0, -2.2, -0.4),
    "called": (-1.8, 0.0, 0.0, 0.0, 1.7, 0.0, 0.0, 0.0),
    "lead_trump_master": (16.0, 16.7, 14.3, 6.0, -16.3, -28.7, -15.3, -10.0),
    "lead_trump_friends": (-1.0, -0.4, 0.0, -0.3, -2.2, -0.4, 0.0, 0.0),
    "lead_trump_foes": (1.6, 0.8, 0.4, -1.2, 0.1, 0.3, 0.0, -0.2),
    "lead_trump_rank": (-5.0, -2.2, 7.6, 0.6, 3.5, 3.5, 2.9, 0.2),
    "lead_trump_rich": (8.4, 1.4, -6.2, -4.8, -3.9, -2.3, 5.9, 4.6),
    "lead_master": (-0.1, 0.3, -4.7, 2.3, -2.5, -2.4, 4.5, -0.6),
    "lead_points": (-3.5, -5.3, -2.4, -6.3, -2.0, 3.3, -1.1, 1.6),
    "lead_length": (-1.5, -1.2, 1.5, 0.4, 1.3, 0.4, -1.2, -0.6),
    "lead_unseen": (0.1, -0.7, 0.6, 0.4, 0.0, 1.1, 0.0, -0.7),
    "lead_called": (-1.7, 6.9, 0.0, 0.0, -0.4, -6.6, 0.0, 0.0),
    "lead_foe_void": (3.5, 2.2, 2.1, 8.8, -0.1, 2.8, -0.5, -3.5),
    "lead_void_points": (1.4, 3.0, 2.0, 7.7, 9.4, 1.8, 2.5, -1.5),
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
        "base": -58.9,
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
