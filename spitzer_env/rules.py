"""The options of two-trump Spitzer, one frozen dataclass (shared rules, spitzer.md)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal

from spitzer_env.actions import PACK
from spitzer_env.trumps import POINTS
from trick_taking.cards import NO_SEAT, cards_in
from trick_taking.options import Options, check_max_deals

MAX_EXTRA_DEALS = 10  # SP20
SEATS_PLAYING = 4  # SP1, without a blind; SPV6: the dealer of five sits out
TRICKS = 8  # SP10, without a blind
MAX_REDEALS = 10  # in a row (SPV4)
PICKER_STAKE = 2  # m of SPV4
_BLINDS = {3: (2,), 4: (0, 2, 4), 5: (0, 2)}  # SPV4: by players
_LEFT_OUT = (PACK.card_id("7C"), PACK.card_id("7S"))  # of four players with a blind of two
_REDUCED = {  # SPV7: by cards of a hand
    2: "QC 7D AC TC KC AS TS KS",
    3: "QC 7D AC TC KC AS TS KS AH TH KH AD",
    4: "QC 7D AC TC KC JC AS TS KS JS AH TH KH JH AD TD",
}
_YOUNG = ("blind", "all_pass", "cards_each")  # options younger than what was saved without them


@dataclass(frozen=True, kw_only=True)
class TwoTrumpRules(Options):
    """Options of two-trump Spitzer; the defaults are the game of the rules page.

    Raises ValueError naming the option for a value that is unknown or contradicts another.
    """

    players: Literal[3, 4, 5] = 4
    """SPV6: with 5 and no blind the dealer sits the deal out; SPV4: 3 need a blind of 2."""
    solo: bool = True
    """SPV1: before the lead each seat may pass or, with both trumps, announce solo; no effect
    with a blind."""
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
    without `solo`, without either bonus or with a blind."""
    blind: Literal[0, 2, 4] = 0
    """SPV4: cards of the blind, which one seat may pick to play alone; 4 need 4 players."""
    all_pass: Literal["leaster", "redeal", "dealer_picks"] = "leaster"
    """SPV4: what happens when nobody picks; no effect without a blind."""
    cards_each: Literal[8, 4, 3, 2] = 8
    """SPV7: cards of a hand; fewer than 8 are dealt from a reduced deck, to 4 players without a
    blind."""
    revoke: Literal["forbidden", "lose_deal", "fine_4"] = "forbidden"
    """SP18: whether a card that breaks SP11 or SP12 is refused, loses the deal or costs 4."""
    deals: int | None = None
    """SP19: deals of a match; None is 12, where the dealer of five sits out 15."""
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
        if self.blind not in _BLINDS[self.players]:
            allowed = " or ".join(map(str, _BLINDS[self.players]))
            raise ValueError(
                f"blind={self.blind} must be {allowed} with players={self.players} (SPV4)"
            )
        if self.is_reduced and (self.players, self.blind) != (4, 0):
            raise ValueError(
                f"cards_each={self.cards_each} needs players=4 and blind=0 (SPV7), not "
                f"players={self.players} and blind={self.blind}"
            )
        if self.dealer_sits_out and self.regular_deals % 5:
            name = "max_deals" if self.deals is None else "deals"
            value = getattr(self, name)
            raise ValueError(f"{name}={value} must be a multiple of 5 with players=5 (SPV6)")
        if self.score_limit is not None and self.score_limit < 1:
            raise ValueError(f"score_limit must be 1 or more, not {self.score_limit}")

    @property
    def regular_deals(self) -> int:
        """Deals of a match before any extra deal (SP19, SPV6)."""
        if self.deals is not None:
            return self.deals
        return min(15 if self.dealer_sits_out else 12, self.max_deals)

    @property
    def dealer_sits_out(self) -> bool:
        """SPV6: five players without a blind."""
        return self.players == 5 and not self.blind

    @property
    def seats_playing(self) -> int:
        """Seats that take part in a deal (SP1, SPV4, SPV6)."""
        return self.players - self.dealer_sits_out

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """Ids of the cards that are dealt, in pack order (SP2, SPV4, SPV7)."""
        if self.is_reduced:
            return tuple(cards_in(PACK.parse(_REDUCED[self.cards_each])))
        out = _LEFT_OUT if (self.players, self.blind) == (4, 2) else ()
        return tuple(card for card in range(PACK.size) if card not in out)

    @property
    def is_reduced(self) -> bool:
        """SPV7: whether a reduced deck is dealt."""
        return self.cards_each != 8

    @cached_property
    def pack_points(self) -> int:
        """P: the card points of the pack (SP5, SPV7)."""
        return int(POINTS[list(self.pack)].sum())

    @cached_property
    def tricks(self) -> int:
        """Tricks of a deal and cards of a hand (SP6, SP10, SPV4, SPV7)."""
        return (len(self.pack) - self.blind) // self.seats_playing

    @property
    def speaks_first(self) -> bool:
        """Whether there is a phase before the first lead (SP9, SPV1, SPV4)."""
        return self.solo or self.blind > 0

    @property
    def largest_stake(self) -> int:
        """The most units that one seat can win or lose in a deal (SP16-SP18, SPV2, SPV4)."""
        bonuses = self.schneider_bonus + self.schwarz_bonus
        announced = 4 if self.double_spitzer and bonuses else 2
        multiplier = PICKER_STAKE if self.blind else announced if self.solo else 1
        stake = (self.seats_playing - 1) * multiplier * (1 + bonuses)
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

    def as_dict(self) -> dict[str, Any]:
        """Every option by name, as plain values.

        Those that came later only where they are not the default: so what was saved before there
        was a blind or a reduced deck names the same rules.
        """
        options = super().as_dict()
        for field in fields(self):
            if field.name in _YOUNG and options[field.name] == field.default:
                del options[field.name]
        return options
