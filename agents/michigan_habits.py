"""The numbers by which the rule player of Michigan Spitzer judges."""

from __future__ import annotations

from dataclasses import dataclass, field

# What each reason of michigan_worth.py is worth, in card points: for a player of an open pair's
# declarers, their opponents, a lone player and his opponents; then what is added early.
WORTH: dict[str, tuple[float, ...]] = {
    "mine": (3.7, -0.5, 6.4, 9.5, -1.8, 10.9, -15.4, -2.7),
    "mine_trumps": (-0.4, 2.0, 2.6, 1.1, -0.3, -2.8, 0.3, -1.0),
    "ours": (-3.2, 1.9, 6.4, -10.6, -1.6, -13.0, -15.4, 4.9),
    "gain": (0.3, 0.3, 1.0, -0.2, 0.2, 0.1, 0.3, 0.1),
    "loss": (0.2, 0.4, 0.4, -1.1, 0.3, -0.3, -0.3, 1.1),
    "gain_hidden": (-0.5, -0.3, 0.0, 0.0, 0.4, 0.1, 0.0, 0.0),
    "given": (-0.5, -0.9, -0.5, -0.5, -0.2, 0.3, 0.2, -0.4),
    "given_ours": (0.4, 0.8, -0.7, 1.1, 0.0, -0.5, -0.1, -0.1),
    "given_ours_hidden": (0.1, 0.2, 0.0, 0.0, -0.1, 0.1, 0.0, 0.0),
    "takes_friend": (-1.4, -9.3, 0.0, -5.7, 4.7, 9.3, 0.0, 0.4),
    "takes_foe": (6.3, 4.6, -1.6, 4.3, -2.7, -7.6, -3.7, -3.0),
    "trump": (2.9, 0.7, 2.6, 0.0, 3.6, -4.8, -1.9, 0.6),
    "trump_master": (-1.4, 4.7, 1.7, -1.7, 6.0, 6.9, 0.7, 18.2),
    "trump_over": (-13.4, -22.1, -25.8, -24.3, 4.4, -2.9, 3.1, -3.7),
    "trump_rank": (-0.4, -0.6, -1.6, -4.0, 1.9, 4.0, 4.1, 10.2),
    "trump_rich": (-2.3, -3.6, -2.8, 7.2, -0.6, 4.8, 3.6, -5.8),
    "trump_lowest": (0.2, 0.0, 0.1, -0.1, -0.3, -0.3, -0.6, 0.6),
    "trump_last": (0.4, 2.8, -6.9, 13.8, 2.4, -1.9, 7.7, -11.6),
    "trump_many": (0.4, 0.4, 0.1, -0.2, 0.2, -0.7, 0.2, 0.7),
    "black_queen": (0.8, 0.0, -1.0, 0.9, -2.9, 0.0, 1.6, -1.1),
    "black_queen_hidden": (1.8, 0.0, 0.0, 0.0, -0.6, 0.0, 0.0, 0.0),
    "fail_ace": (0.6, 1.0, 1.3, 0.2, 0.2, 3.2, -0.4, 2.0),
    "fail_ten": (0.5, 1.7, -0.9, 4.6, 1.2, 3.0, 2.7, -1.3),
    "fail_king": (-0.7, 0.6, -0.8, 2.3, 2.2, 2.0, 2.0, -0.7),
    "fail_master": (-1.6, -0.4, 0.1, 1.6, 1.5, 0.0, 0.9, -2.1),
    "fail_length": (-0.1, -0.1, -0.1, -0.5, 0.1, -0.3, 0.8, 0.2),
    "fail_last": (-0.3, -1.9, -0.4, 3.1, 2.6, 1.1, 2.3, -0.9),
    "fail_guard": (-1.9, 1.1, -3.9, 1.6, 4.1, 0.1, 4.3, -0.6),
    "called": (2.2, 0.0, 0.0, 0.0, -4.1, 0.0, 0.0, 0.0),
    "lead_trump_master": (11.5, 12.7, 14.3, 14.3, -10.5, -13.8, -11.9, -22.1),
    "lead_trump_friends": (-0.5, -0.2, 0.0, -0.8, 0.9, 0.0, 0.0, 1.0),
    "lead_trump_foes": (-0.1, 0.6, 0.2, -0.1, 0.3, 0.2, 0.6, 2.4),
    "lead_trump_rank": (-4.9, -8.1, 4.9, -0.5, 4.6, 6.9, -3.6, 0.6),
    "lead_trump_rich": (1.4, -2.8, -7.0, -8.3, 3.5, 0.0, 4.6, 8.5),
    "lead_master": (-0.5, 1.6, -4.9, -4.6, 2.1, -4.4, 0.1, 1.9),
    "lead_points": (-5.4, -5.5, -5.5, -14.0, 4.1, -1.1, 2.7, 10.4),
    "lead_length": (0.4, -0.9, 0.2, 1.4, 0.7, -1.0, 1.0, -0.4),
    "lead_unseen": (0.1, -0.7, -0.2, 0.8, 0.5, 0.3, 0.6, 0.0),
    "lead_called": (-1.8, 3.9, 0.0, 0.0, 3.2, -4.5, 0.0, 0.0),
    "lead_friend_void": (1.0, 3.8, 0.0, -2.1, -5.4, 5.0, 0.0, -0.8),
    "lead_foe_void": (0.8, -2.8, 2.7, -2.5, 5.1, 3.7, -1.3, 20.1),
    "lead_void_points": (6.0, 3.0, 1.4, 24.9, -4.5, 7.6, 3.4, -14.4),
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
    beat_foe: float = 0.75
    """How likely a seat beats an opponent's card that it can beat."""
    beat_friend: float = 0.3
    """How likely it beats a partner's."""
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
