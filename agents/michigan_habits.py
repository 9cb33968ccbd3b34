"""The numbers by which the rule player of Michigan Spitzer judges."""

from __future__ import annotations

from dataclasses import dataclass, field

# What each reason of michigan_worth.py is worth, in card points: for a player of an open pair's
# declarers, their opponents, a lone player and his opponents; then what is added early.
WORTH: dict[str, tuple[float, ...]] = {
    "mine": (4.5, 11.2, -2.9, -2.9, 3.3, 0.7, -6.8, 0.6),
    "mine_trumps": (-0.3, 0.7, 0.9, 1.2, -0.2, 0.0, 1.4, -1.0),
    "ours": (-9.1, -12.5, -2.9, -12.8, -3.7, -1.6, -6.8, -4.1),
    "gain": (0.5, 0.8, 0.9, 0.4, 0.5, 0.6, 0.4, -0.6),
    "loss": (0.4, 0.1, 0.1, -2.0, -0.1, 0.2, -0.6, 1.2),
    "gain_hidden": (-1.0, -0.9, 0.0, 0.0, 1.1, -0.1, 0.0, 0.0),
    "given": (-0.8, -0.8, -0.6, -0.1, 0.0, 0.3, 0.0, 0.1),
    "given_ours": (0.6, 0.6, 0.8, 1.1, -0.6, -0.5, -1.2, -1.1),
    "given_ours_hidden": (0.7, 1.1, 0.0, 0.0, -0.9, -0.3, 0.0, 0.0),
    "takes_friend": (4.2, -0.4, 0.0, 5.5, -8.2, -8.2, 0.0, -1.9),
    "takes_foe": (19.6, 6.0, 6.4, 13.3, -16.8, -8.6, -8.5, -5.9),
    "trump": (-1.4, -0.2, -10.6, -2.5, 4.0, -6.9, -4.6, 0.0),
    "trump_master": (0.9, 0.8, 3.5, -5.1, 2.9, 11.0, 4.7, 8.2),
    "trump_over": (-16.6, -43.3, -24.2, -29.7, 3.4, 16.0, -8.5, 22.9),
    "trump_rank": (-3.6, -1.0, -3.9, -7.9, 3.0, 4.6, 5.3, 5.4),
    "trump_rich": (1.3, -8.5, -3.7, -1.6, -3.7, 2.8, 2.2, 4.8),
    "trump_lowest": (-1.6, -0.7, -1.6, -2.0, 1.6, 0.6, -0.3, 1.2),
    "trump_last": (5.2, 4.9, -12.5, 14.0, -2.6, 1.9, 6.4, -13.8),
    "trump_many": (0.1, 1.3, -2.7, -1.4, -0.1, -0.4, 0.6, 0.6),
    "black_queen": (-1.0, 0.0, -4.4, -4.0, -2.6, 0.0, 3.1, 3.9),
    "black_queen_hidden": (1.0, 0.0, 0.0, 0.0, 5.2, 0.0, 0.0, 0.0),
    "fail_ace": (1.4, -3.1, 2.2, 0.6, 0.5, -7.0, 5.7, -4.1),
    "fail_ten": (1.5, -2.0, 13.1, 2.9, 2.6, -4.1, -2.9, -4.5),
    "fail_king": (0.8, -0.1, 5.6, 0.8, 2.0, -2.0, -0.2, -0.4),
    "fail_master": (-1.8, -5.7, -6.6, -1.7, 1.9, 7.4, 7.9, 1.8),
    "fail_length": (-1.1, -0.2, 1.3, 1.0, 1.2, 1.0, -1.9, -2.4),
    "fail_last": (-2.1, -1.7, -7.1, -2.4, 3.6, -0.8, 6.5, 2.9),
    "fail_guard": (-0.4, -1.9, 12.6, -3.8, 3.0, 2.0, -9.6, 4.1),
    "called": (1.3, 0.0, 0.0, 0.0, -2.2, 0.0, 0.0, 0.0),
    "lead_trump_master": (9.9, 27.8, 31.2, 35.1, -12.1, -39.2, -28.3, -32.1),
    "lead_trump_friends": (0.7, 1.0, 0.0, -0.4, -1.1, -0.9, 0.0, 0.1),
    "lead_trump_foes": (1.1, 1.2, 2.1, -0.7, -0.2, 0.0, 0.6, 0.3),
    "lead_trump_rank": (-0.1, -2.7, 13.4, 6.1, -1.1, -0.4, -9.0, -3.4),
    "lead_trump_rich": (2.5, -1.6, -26.4, -1.6, 1.4, -1.3, 25.8, 3.7),
    "lead_master": (-0.4, 5.4, -14.1, -2.7, 0.1, -7.8, 0.7, 5.0),
    "lead_points": (-1.8, -3.4, -6.1, -14.7, -4.2, -1.3, -7.1, 13.7),
    "lead_length": (-0.4, -2.4, 1.3, 2.2, 0.5, 0.1, -2.0, -1.2),
    "lead_unseen": (0.1, -0.1, 0.8, -0.5, -0.3, 0.4, -0.5, 0.4),
    "lead_called": (1.8, -0.2, 0.0, 0.0, -3.9, 0.3, 0.0, 0.0),
    "lead_friend_void": (5.1, -0.8, 0.0, 3.3, 6.3, 10.7, 0.0, -7.6),
    "lead_foe_void": (1.9, 4.5, 3.9, 9.9, -4.3, -1.8, -2.7, -22.9),
    "lead_void_points": (-1.7, -0.4, -7.3, 19.0, 12.4, 10.6, 25.4, -9.6),
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
