"""The options of two-trump Spitzer, one frozen dataclass (shared rules, spitzer.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from trick_taking.cards import NO_SEAT
from trick_taking.options import Options, check_max_deals

MAX_EXTRA_DEALS = 10  # SP20
SEATS_PLAYING = 4  # SP1; SPV6: the dealer of five sits out
TRICKS = 8  # SP10


@dataclass(frozen=True, kw_only=True)
class TwoTrumpRules(Options):
    """Options of two-trump Spitzer; the defaults are the game of the rules page.

    Raises ValueError naming the option for a value that is unknown or contradicts another.
    """

    players: Literal[4, 5] = 4
    """SPV6: with 5 the dealer sits the deal out."""
    solo: bool = True
    """SPV1: before the lead each seat may pass or, with both trumps, announce solo."""
    trump_lead_must_follow: bool = True
    """SP12: whoever holds the other trump must play it when a trump is led."""
    tie_60: Literal["trump_side_loses", "most_tricks"] = "trump_side_loses"
    """SP14: what 60 card points of the trump side are worth."""
    schneider_bonus: bool = True
    """SP15, SPV3: one more unit at `schneider_minimum` or more, or at 30 or fewer."""
    schwarz_bonus: bool = True
    """SP15: one more unit when one side wins all tricks."""
    schneider_minimum: Literal[91, 90] = 91
    """SP15: the winning limit of Schneider; no effect without `schneider_bonus`."""
    double_spitzer: bool = False
    """SPV2: an announced solo that ends in Schneider or Schwarz has m = 4; no effect
    without `solo`."""
    revoke: Literal["forbidden", "lose_deal", "fine_4"] = "forbidden"
    """SP18: whether a card that breaks SP11 or SP12 is refused, loses the deal or costs 4."""
    deals: int | None = None
    """SP19: deals of a match; None is 12, with five players 15."""
    score_limit: int | None = None
    """SP19: the match ends after the deal in which a seat reaches it, if that comes first."""
    max_deals: int = 500
    """A match ends after so many deals with the best total, ties shared."""
    next_dealer: Literal["rotate", "left_of_loser"] = "rotate"
    """SPV5: who deals first in the match that follows."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_max_deals(self.max_deals)
        if self.deals is not None and not 1 <= self.deals <= self.max_deals:
            raise ValueError(f"deals={self.deals} must be from 1 to max_deals={self.max_deals}")
        if self.players == 5 and self.deals is not None and self.deals % 5:
            raise ValueError(f"deals={self.deals} must be a multiple of 5 with players=5 (SPV6)")
        if self.score_limit is not None and self.score_limit < 1:
            raise ValueError(f"score_limit must be 1 or more, not {self.score_limit}")

    @property
    def regular_deals(self) -> int:
        """Deals of a match before any extra deal (SP19, SPV6)."""
        if self.deals is not None:
            return self.deals
        return min(15 if self.players == 5 else 12, self.max_deals)

    @property
    def largest_stake(self) -> int:
        """The most units that one seat can win or lose in a deal (SP16-SP18, SPV2)."""
        bonuses = self.schneider_bonus + self.schwarz_bonus
        multiplier = 1 if not self.solo else 4 if self.double_spitzer and bonuses else 2
        stake = (SEATS_PLAYING - 1) * multiplier * (1 + bonuses)
        return max(stake, 4) if self.revoke == "fine_4" else stake

    @property
    def fixed_sides(self) -> tuple[int, ...]:
        """The side of each seat as far as it is known before the deal: each for itself (SP8)."""
        return tuple(range(self.players))

    def following_dealer(self, totals: list[int], last_dealer: int) -> int:
        """First dealer of the match after one that ended with `totals` (SPV5).

        `last_dealer` dealt the last deal; NO_SEAT is refused with ValueError.
        """
        if last_dealer == NO_SEAT or len(totals) != self.players:
            raise ValueError("next_dealer needs a match that was played to its end (SPV5)")
        clockwise = [(last_dealer + step) % self.players for step in range(1, self.players + 1)]
        if self.next_dealer == "rotate":
            return clockwise[0]
        loser = min(clockwise, key=lambda seat: totals[seat])
        return (loser + 1) % self.players
