"""The options of Michigan Spitzer, one frozen dataclass (shared rules, michigan.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from spitzer_env.actions import PACK
from trick_taking.cards import NO_SEAT
from trick_taking.options import Options, check_max_deals


@dataclass(frozen=True, kw_only=True)
class MichiganRules(Options):
    """Options of Michigan Spitzer; the defaults are the game of the rules page.

    Raises ValueError naming the option for a value that is unknown or contradicts another.
    """

    zola_needs_queens: bool = False
    """MI8: only the holder of both black queens may say a zola."""
    partner_schneider: bool = False
    """MI8: whoever does not hold both black queens may say `schneider`."""
    first_announcement_ends: bool = False
    """MI12: the first that is not `pass` counts and ends the announcements."""
    trump_chain: bool = False
    """MI15: a trump on a fail lead by the second seat makes the next two trump if able."""
    negative_scores: Literal["opponents", "declarers"] = "opponents"
    """MI19: who books a negative value, the opponents as a gain or the declarers as a loss."""
    target: int = 42
    """MI20: the total that wins the match; no effect with `deals`."""
    deals: int | None = None
    """MI20: a fixed number of deals instead of the target."""
    max_deals: int = 500
    """A match ends after so many deals with the best total, ties shared."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_max_deals(self.max_deals)
        if self.target < 1:
            raise ValueError(f"target must be 1 or more, not {self.target}")
        if self.deals is not None and not 1 <= self.deals <= self.max_deals:
            raise ValueError(f"deals={self.deals} must be from 1 to max_deals={self.max_deals}")

    @property
    def players(self) -> int:
        """MI1."""
        return 4

    @property
    def seats_playing(self) -> int:
        """Seats that take part in a deal (MI1)."""
        return 4

    @property
    def dealer_sits_out(self) -> bool:
        """MI1: nobody sits out."""
        return False

    @property
    def pack(self) -> tuple[int, ...]:
        """Ids of the cards that are dealt: all (MI2)."""
        return tuple(range(PACK.size))

    @property
    def tricks(self) -> int:
        """Tricks of a deal and cards of a hand (MI6, MI14)."""
        return 8

    @property
    def blind(self) -> int:
        """MI6: no card is left over."""
        return 0

    @property
    def revoke(self) -> str:
        """MI21: an unlawful card is refused."""
        return "forbidden"

    @property
    def speaks_first(self) -> bool:
        """MI8: there are announcements before the first lead."""
        return True

    @property
    def regular_deals(self) -> int:
        """A fixed number of deals, 0 when the match goes to the target (MI20)."""
        return self.deals or 0

    @property
    def largest_stake(self) -> int:
        """The most units that one seat can win or lose in a deal (MI18)."""
        return 42

    @property
    def fixed_sides(self) -> tuple[int, ...]:
        """The side of each seat as far as it is known before the deal: each for itself (MI1)."""
        return tuple(range(self.players))

    def following_dealer(self, totals: list[int], last_dealer: int) -> int:
        """First dealer of the match after one that ended: clockwise (MI6).

        `last_dealer` dealt the last deal; NO_SEAT is refused with ValueError.
        """
        if last_dealer == NO_SEAT or len(totals) != self.players:
            raise ValueError("next_dealer needs a match that was played to its end (MI6)")
        return (last_dealer + 1) % self.players
