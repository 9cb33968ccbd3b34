"""What a seat can believe by the rules alone: exact, all deals that it cannot rule out alike.

    beliefs, view = Beliefs(game), game.view()
    places = beliefs.places(view.information_state)
    places.chances          # (G, C, H) of each unseen card to lie in each hand and pile
    sides = beliefs.sides(view.information_state)
    sides.chances           # (G, 2**S) of each set of seats to be the declaring side
    sides.holders           # (G, S, S) placings by who was dealt QC and who 7D (in Michigan QS)
    beliefs.sides(before_play(view.information_state))    # the same before the first card

A card is put in one place after the other, and the placings of all others are counted
(`agents/determinize.py` says which are consistent): numbers of deals, not draws. They are whole and
exact below 2**53, so a chance is a rational of two of them.

What agents are known to do is no part of it: `agents/belief_policy.py` weighs that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.belief_pins import spread_over_piles, spread_over_seats
from agents.belief_sides import ask_sides, sum_by_set
from agents.determinize import Determinizer
from agents.placing_draws import count_placings
from agents.placings import Floats, Placings
from spitzer_env.information import InformationState
from spitzer_env.trumps import TRUMP
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, flags
from trick_taking.lockstep import LockstepGame


@dataclass(frozen=True)
class PlaceBelief:
    """Where G seats may believe the unseen cards to lie; H piles as `agents.unseen.Piles` says.

    counts: (G, C, H) consistent deals with the card there; 0 for cards that are seen
    total: (G,) consistent deals
    """

    counts: Floats
    total: Floats

    @property
    def chances(self) -> Floats:
        """(G, C, H) of sum 1 over the piles for an unseen card, else 0."""
        return self.counts / self.total[:, None, None]


@dataclass(frozen=True)
class SideBelief:
    """Whom G seats may believe to declare; seats are relative, 0 = me.

    counts: (G, 2**S) consistent deals by the set of seats on the declaring side, bit s for seat s
    holders: (G, S, S) the same by who was dealt the two cards that decide it. These are QC and 7D,
        in Michigan QC and QS; where something counts that was announced, the first is the
        announcer, and the second the called ace's holder, the winner of a called first trick, or
        the announcer again
    """

    counts: Floats
    holders: Floats

    @property
    def total(self) -> Floats:
        """(G,) consistent deals."""
        return self.counts.sum(axis=1)

    @property
    def chances(self) -> Floats:
        """(G, 2**S) of sum 1."""
        return self.counts / self.total[:, None]


class Beliefs:
    """Counts the deals behind every belief of information states of one game."""

    def __init__(self, game: LockstepGame) -> None:
        """`game` gives its rules, and nothing else. ValueError for a game that is not known."""
        self.rules, self.num_cards = game.rules, game.num_cards
        self.determinizer = Determinizer(game)

    def places(self, information: Any) -> PlaceBelief:
        """Of every unseen card; ValueError names rows whose record no deal can have made."""
        asked = self.determinizer.questions(information)
        num_rows, num_classes = len(information.seat), asked.cards.shape[1]
        shape = num_rows, num_classes, asked.room.shape[1]
        counts = count_placings(spread_over_piles(asked), int(np.prod(shape))).reshape(shape)
        held = flags(_classes_by_row(asked, num_rows), self.num_cards)  # (G, K, C)
        by_card = np.einsum("gkc,gkh->gch", held.astype(np.float64), counts)
        return PlaceBelief(by_card, self.determinizer.count(information))

    def sides(self, information: InformationState) -> SideBelief:
        """Of both sides of Spitzer; ValueError as for `places`, and with a blind (SPV4)."""
        question = ask_sides(information, self.rules)
        asked, seats = self.determinizer.questions(information), self.rules.players
        for place in (0, 1):
            game = asked.row // seats**place
            card, known = question.cards[game, place], question.seats[game, place]
            asked = spread_over_seats(asked, card, known, seats)
        num_rows = information.num_rows
        holders = count_placings(asked, num_rows * seats**2).reshape(num_rows, seats, seats)
        impossible = np.flatnonzero(holders.sum(axis=(1, 2)) == 0)
        if len(impossible):
            raise ValueError(
                f"rows {impossible[:5].tolist()}: no deal is consistent with the record"
            )
        first, second = np.indices((seats, seats))
        sets = question.sets(*(np.tile(one, (num_rows, 1, 1)) for one in (first, second)))
        return SideBelief(sum_by_set(sets, holders, seats), holders)


def _classes_by_row(asked: Placings, num_rows: int) -> Cards:
    """(G, K) the cards of each class; the questions of a row have the same."""
    classes = np.full((num_rows, asked.cards.shape[1]), NO_CARDS)
    classes[asked.row] = asked.cards
    return classes


def before_play(info: InformationState) -> InformationState:
    """What the seats knew before the first card: their own cards and what was announced.

    What is public and decided by no card's place, the partner of who called the first trick, stays.
    """
    before = info.copy()
    before.hand |= before.played[:, 0]
    before.played[:] = NO_CARDS
    before.without_ace[:] = 0
    seats = np.arange(info.voids.shape[1])
    others = (info.solo != NO_SEAT)[:, None] & (seats != info.solo[:, None])
    before.voids[:] = np.where(others, 1 << TRUMP, 0)  # SP9
    return before
