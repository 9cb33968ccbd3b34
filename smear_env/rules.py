"""The options of Smear, one frozen dataclass (shared rules, smear.md)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from smear_env.actions import PACK
from trick_taking.cards import NO_SEAT
from trick_taking.options import Options, check_max_deals

KEPT = 6  # SM7: what every hand comes down to
WIDOW = 4  # SMV2
MAX_REDEALS = 10  # README of the rules: after so many in a row the dealer must take it
_TEAMS = {3: (0,), 4: (0, 2), 5: (0,), 6: (0, 2, 3), 8: (0, 2, 4)}  # SM1
_DEALT = {3: 10, 4: 10, 5: 10, 6: 8, 8: 6}  # SM4
_BIG_JOKER, _LITTLE_JOKER = PACK.card_id("BJ"), PACK.card_id("LJ")

Variant = Literal["ten_point", "nine_card", "widow", "no_jick", "five_point"]


@dataclass(frozen=True, kw_only=True)
class SmearRules(Options):
    """Options of Smear; the defaults are the game of the rules page.

    Raises ValueError naming the option for a value that is unknown or contradicts another.
    """

    players: Literal[4, 3, 5, 6, 8] = 4
    """SM1: seats."""
    teams: Literal[None, 0, 2, 3, 4] = None
    """SM1: seat s belongs to team s % teams, 0: every seat alone; None is 2 with 4, 6 and 8
    players, 0 with 3 and 5."""
    variant: Variant = "ten_point"
    """SMV1-SMV5."""
    cards_dealt: Literal[None, 8] = None
    """SM4: 8 cards each with 5 players."""
    all_pass: Literal["dealer_forced", "redeal"] = "dealer_forced"
    """SM5: when all pass the dealer pitches at 2, or the same dealer deals again."""
    free_discard: bool = False
    """SM7: any card may be discarded, but the pitcher keeps his last trump; no effect where nobody
    discards: 8 players without a widow."""
    high: Literal["ace", "highest_played"] = "ace"
    """SM11: which card scores High."""
    low_to: Literal["captor", "holder"] = "captor"
    """SM11: who scores Low, the side that captured the card or the side that played it."""
    game_tie: Literal["nobody", "low_captor"] = "nobody"
    """SM11: who scores Game when sides tie."""
    jokers: Literal[2, 0] = 2
    """SMV3: jokers in the pack; 0 only with `variant="no_jick"`."""
    joker_rank: Literal["below_jick", "around_jick"] = "below_jick"
    """SMV6: BJ above the Jick with "around_jick"; no effect where there is no Jick."""
    both_over: Literal["pitcher_first", "highest"] = "pitcher_first"
    """SM13: who wins when several sides reach the target in one deal."""
    target: Literal[21, 11, 52] = 21
    """SMV7: points that end a match."""
    floor: Literal[None, -21] = None
    """SMV8: a side at or below it ends the match."""
    revoke: Literal["forbidden", "lose_deal"] = "forbidden"
    """SM14: whether a card that fails to follow is refused or loses the deal; no effect in
    nine-card play, where nobody can fail to follow."""
    max_deals: int = 500
    """A match ends after so many deals with the best total, ties shared."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_max_deals(self.max_deals)
        if self.teams is not None and self.teams not in _TEAMS[self.players]:
            allowed = " or ".join(map(str, _TEAMS[self.players]))
            raise ValueError(f"teams must be {allowed} with players={self.players} (SM1)")
        if self.jokers == 0 and self.variant != "no_jick":
            raise ValueError('jokers=0 needs variant="no_jick" (SMV3)')
        if self.variant == "nine_card" and self.players > 5:
            raise ValueError('variant="nine_card" needs players from 3 to 5 (SMV1)')
        if self.variant == "five_point" and self.num_sides == self.players:
            raise ValueError('variant="five_point" needs teams of 4, 6 or 8 players (SMV4)')
        if self.cards_dealt is not None and self.players != 5:
            raise ValueError("cards_dealt=8 needs players=5 (SM4)")
        if self.cards_dealt is not None and self.variant == "nine_card":
            raise ValueError('cards_dealt=8 contradicts variant="nine_card" (SMV1)')

    @cached_property
    def fixed_sides(self) -> tuple[int, ...]:
        """(S,) the side of each seat (SM1); the seats of one side share their score."""
        teams = self.teams
        if teams is None:
            teams = 2 if 2 in _TEAMS[self.players] else 0
        return tuple(seat % (teams or self.players) for seat in range(self.players))

    @property
    def num_sides(self) -> int:
        """N."""
        return max(self.fixed_sides) + 1

    @property
    def hand_size(self) -> int:
        """Cards dealt to each seat (SM4, SMV1)."""
        if self.variant == "nine_card":
            return 9
        return self.cards_dealt or _DEALT[self.players]

    @property
    def widow_size(self) -> int:
        """Cards dealt to the widow (SMV2)."""
        return WIDOW if self.variant == "widow" else 0

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """Ids of the cards in the pack (SM2, SMV3, SMV4)."""
        out = {_LITTLE_JOKER} if self.variant == "five_point" else set()
        out |= {_BIG_JOKER, _LITTLE_JOKER} if self.jokers == 0 else set()
        return tuple(card for card in range(PACK.size) if card not in out)

    @property
    def has_jick(self) -> bool:
        """SM2, SMV3, SMV4: whether the jack of the same colour is a trump."""
        return self.variant not in ("no_jick", "five_point")

    @property
    def most_points(self) -> int:
        """Points in play, and so the highest bid (SM11, SMV1-SMV5)."""
        if self.variant == "no_jick":
            return 4 + self.jokers
        return {"five_point": 5, "widow": 12}.get(self.variant, 10)

    @property
    def largest_stake(self) -> int:
        """The most units that one seat can win or lose in a deal (SM12, SM14)."""
        return self.most_points

    def following_dealer(self, totals: list[int], last_dealer: int) -> int:
        """First dealer of the match after one that ended with `totals`: the deal passes (SM4).

        `last_dealer` dealt the last deal; NO_SEAT is refused with ValueError.
        """
        if last_dealer == NO_SEAT or len(totals) != self.players:
            raise ValueError("next_dealer needs a match that was played to its end")
        return (last_dealer + 1) % self.players
