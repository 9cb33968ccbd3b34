"""Who is with whom, told by where two cards were dealt: the sets of seats on the declaring side.

A set of relative seats is a number, bit s for seat s (0 = me), so beliefs about the sides of S
seats are arrays (G, 2**S). In two-trump Spitzer the side holds QC or 7D (SP8); in Michigan it
holds QC or QS (MI7), or it is a caller and the holder of the called ace (MI9, MI10), a caller and
the winner of the first trick (MI11), a lone Zola player (MI12), or the announcer's side under
`schneider` (MI8).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.placings import Floats, Numbers
from spitzer_env.actions import CALL_FIRST_TRICK, NO_ACTION, SCHNEIDER
from spitzer_env.information import InformationState
from spitzer_env.michigan_duties import CALLED_CARD
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.michigan_trumps import LITTLE_QUEEN
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.trumps import QUEEN, SEVEN
from trick_taking.cards import NO_CARD, NO_SEAT, Cards, Flags, Ids, contains


@dataclass(frozen=True)
class Question:
    """The two cards whose holders make the declaring side of G games, as one seat asks for them.

    cards: (G, 2) card ids; NO_CARD where a seat belongs to the side whatever it holds
    seats: (G, 2) who was dealt the card (or is that seat), NO_SEAT where that is hidden
    announcer: (G,) whose side by these cards declares, if that must not be the holders'; else
        NO_SEAT (MI8)
    """

    cards: Ids
    seats: Ids
    announcer: Ids

    def sets(self, first: Numbers, second: Numbers) -> Numbers:
        """(G, ..) the declaring sides when `first` and `second` (G, ..) hold the two cards."""
        side = (1 << first) | (1 << second)
        announcer = self.announcer.reshape(-1, *[1] * (side.ndim - 1)).astype(np.int64)
        against = (announcer != NO_SEAT) & ~(side >> np.maximum(announcer, 0) & 1).astype(np.bool_)
        return np.where(against, 15 ^ side, side)

    def sets_in_worlds(self, dealt: Cards) -> Numbers:
        """(G, W) the declaring side in worlds, whose seats were dealt `dealt` (G, W, S)."""
        first, second = (
            np.where(
                self.seats[:, None, place] != NO_SEAT,
                self.seats[:, None, place],
                contains(dealt, self.cards[:, None, None, place]).argmax(axis=2),
            ).astype(np.int64)
            for place in (0, 1)
        )
        return self.sets(first, second)


def ask_sides(info: InformationState, rules: SpitzerRules) -> Question:
    """The question that the sides of each game come down to; before play, if nothing more is said.

    ValueError with a blind, where the picker alone declares, in public (SPV4).
    """
    if isinstance(rules, TwoTrumpRules) and rules.blind:
        raise ValueError("blind: who picks plays alone, so no side is secret (SPV4)")
    michigan = isinstance(rules, MichiganRules)
    cards = np.empty((info.num_rows, 2), np.int8)
    cards[:] = (QUEEN, LITTLE_QUEEN) if michigan else (QUEEN, SEVEN)
    seats = np.full_like(cards, NO_SEAT)
    announcer = np.full(info.num_rows, NO_SEAT, np.int8)
    if michigan:
        ace = CALLED_CARD[info.contract]
        alone = (info.contract != NO_ACTION) & (info.contract != SCHNEIDER)
        called = alone & (ace != NO_CARD)
        cards[alone] = NO_CARD
        seats[alone] = info.declarer[alone, None]  # MI12
        cards[called, 1], seats[called, 1] = ace[called], NO_SEAT  # MI9, MI10
        first = (info.contract == CALL_FIRST_TRICK) & (info.partner != NO_SEAT)
        seats[first, 1] = info.partner[first]  # MI11
        announcer = np.where(info.contract == SCHNEIDER, info.declarer, NO_SEAT)
    hidden = cards != NO_CARD
    seats[hidden] = _seen_at(info, cards)[hidden]
    return Question(cards, seats, announcer)


def _seen_at(info: InformationState, cards: Ids) -> Ids:
    """(G, 2) the seat that holds or played each card as far as I can see, else NO_SEAT."""
    seen = info.played.copy()
    seen[:, 0] |= info.hand
    found: Flags = contains(seen[:, None], cards[:, :, None])  # (G, 2, S)
    return np.where(found.any(axis=2), found.argmax(axis=2), NO_SEAT).astype(np.int8)


def sum_by_set(sets: Numbers, weights: npt.NDArray[np.floating], num_seats: int) -> Floats:
    """(G, 2**S) the sums of `weights` (G, ..) by the set of seats in `sets` (G, ..)."""
    num_rows, num_sets = len(sets), 1 << num_seats
    place = sets + np.arange(num_rows).reshape(-1, *[1] * (sets.ndim - 1)) * num_sets
    sums: Floats = np.zeros(num_rows * num_sets)
    np.add.at(sums, place.reshape(-1), weights.reshape(-1))
    return sums.reshape(num_rows, num_sets)


def seat_chances(chances: Floats) -> Floats:
    """(G, S) the chance of each seat to declare, from those of the sets (G, 2**S)."""
    num_seats = chances.shape[1].bit_length() - 1
    return chances @ members(num_seats)


def members(num_seats: int) -> Floats:
    """(2**S, S) 1 where the seat is in the set."""
    return (np.arange(1 << num_seats)[:, None] >> np.arange(num_seats) & 1).astype(np.float64)
