"""What the open-card search of Smear looks up, asked of the game's own tables and scoring.

No rule stands here. What a card brings its captor, and what an end is worth, is found by scoring
deals in which one side has captured this card or those: SM11 and SM12 are the game's.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from smear_env.actions import PACK
from smear_env.rules import SmearRules
from smear_env.scoring import score_deals
from smear_env.state import SmearState
from smear_env.tables import SmearTables
from smear_env.trumps import VALUES
from trick_taking.cards import Cards, flags, union

Numbers = npt.NDArray[np.int64]
NUM_CARDS = PACK.size
OURS, TIE, THEIRS = range(3)  # who has the most game value: side 0, nobody, side 1
_GAME_VALUES = np.array([[1, 0], [0, 0], [0, 1]], np.int16)
MOST_POINTS = 16
MOST_ITEMS = 10
NO_END = 0


class CardScores(NamedTuple):
    """What the cards of G deals bring side 1."""

    worth: Numbers  # (G, C) points for capturing each card
    tied: Numbers  # (G, C) more points when the sides have the same game value
    base: Numbers  # (G,) points without any card
    total: Numbers  # (G,) points of both sides when side 0 has all cards


class Contracts:
    """Cards by group and strength, the highest trump first, for each suit as trump.

    places: (4, C) of each card id; cards: (4, C) the id at each place
    """

    def __init__(self, tables: SmearTables) -> None:
        order = [
            np.lexsort((-strength.astype(int), -group.astype(int)))
            for group, strength in zip(tables.group, tables.strength, strict=True)
        ]
        self.cards = np.stack(order)
        self.places = np.argsort(self.cards, axis=1)

    def sets(self, cards: Cards, trump: npt.NDArray[np.intp]) -> Numbers:
        """Sets (G, ...) of card ids as sets of places under the trump suits (G,)."""
        shape = cards.shape
        held = flags(cards, NUM_CARDS).reshape(len(trump), -1, NUM_CARDS)
        moved = np.take_along_axis(held, self.cards[trump][:, None], axis=2).astype(np.int64)
        return (moved << np.arange(NUM_CARDS)).sum(axis=2).reshape(shape)

    def by_card(self, values: npt.NDArray[Any], trump: npt.NDArray[np.intp]) -> npt.NDArray[Any]:
        """(G, C) values by place as values by card id."""
        return np.take_along_axis(values, self.places[trump], axis=1)


class Scores:
    """What cards and ends are worth under one set of rules."""

    def __init__(self, rules: SmearRules, tables: SmearTables) -> None:
        self.rules, self.tables = rules, tables
        self._known: dict[bytes, Numbers] = {}

    def of_cards(self, state: SmearState) -> CardScores:
        """What each card brings its captor in deals in play, all of whose cards will be played."""
        num_rows = state.num_rows
        one = np.uint64(1) << np.arange(NUM_CARDS, dtype=np.uint64)
        taken = np.tile(np.append(np.uint64(0), one), (num_rows, 1))
        ours, tie = (self._ended(state, taken, game).captured for game in (OURS, TIE))
        plain, tied = (of[:, 1].reshape(num_rows, -1).astype(np.int64) for of in (ours, tie))
        worth = plain[:, 1:] - plain[:, :1]
        total = ours.sum(axis=1).reshape(num_rows, -1)[:, 0].astype(np.int64)
        return CardScores(worth, tied[:, 1:] - tied[:, :1] - worth, plain[:, 0], total)

    def of_ends(self, state: SmearState, cards: CardScores) -> Numbers:
        """(G, 3, P) margins of side 0 by who has the most game value and the points of side 1."""
        pitching = self.tables.sides[state.pitcher]
        items = np.sort(cards.worth + 8 * cards.tied, axis=1)[:, -MOST_ITEMS:]
        columns = np.column_stack([state.bid, pitching, cards.base, cards.total, items])
        keys, first, places = np.unique(columns, axis=0, return_index=True, return_inverse=True)
        found = np.empty((len(keys), 3, MOST_POINTS), np.int64)
        for place, row in enumerate(first):
            key = keys[place].tobytes()
            if key not in self._known:
                self._known[key] = self._ends(state, cards, int(row))
            found[place] = self._known[key]
        return found[places.reshape(-1)]

    def _ends(self, state: SmearState, cards: CardScores, row: int) -> Numbers:
        """(3, P) of one deal: side 1 captures every choice of the cards that score."""
        scoring = np.flatnonzero(cards.worth[row] | cards.tied[row])
        choices = np.array(list(product((0, 1), repeat=len(scoring))), np.int64)
        taken = (choices << scoring).sum(axis=1).astype(np.uint64)
        ends = np.full((3, MOST_POINTS), NO_END, np.int64)
        theirs = self.rules.fixed_sides.index(1)
        for game in (OURS, TIE, THEIRS):
            units = self._ended(state.select(np.array([row])), taken[None], game).units
            points = cards.worth[row] + (cards.tied[row] if game == TIE else 0)
            ends[game, cards.base[row] + choices @ points[scoring]] = units[:, 0] - units[:, theirs]
        return ends

    def _ended(self, state: SmearState, taken: Cards, game: int) -> Any:
        """The deals of `state` scored, where side 1 has `taken` (G, K) and side 0 all else."""
        num_rows, choices = taken.shape
        ended = state.select(np.repeat(np.arange(num_rows), choices))
        ended.played[:] |= ended.hands
        everything = union(ended.played)
        ended.captured[:, 1] = taken.reshape(-1) & everything
        ended.captured[:, 0] = everything & ~taken.reshape(-1)
        ended.game_value[:] = _GAME_VALUES[game]
        return score_deals(ended, np.arange(ended.num_rows), self.rules, self.tables)


def card_columns(
    tables: SmearTables, contracts: Contracts, trump: npt.NDArray[np.intp], scores: CardScores
) -> Numbers:
    """(G, C, 5) what the card at each place is, see the kernel."""
    values = np.broadcast_to(VALUES, scores.worth.shape)
    groups, strengths = tables.group[trump], tables.strength[trump]
    by_id = np.stack([groups, strengths, scores.worth, values, scores.tied], axis=2)
    cards = contracts.cards[trump]
    return np.take_along_axis(by_id.astype(np.int64), cards[:, :, None], axis=1)


def duty_columns(tables: SmearTables, contracts: Contracts, trump: npt.NDArray[np.intp]) -> Numbers:
    """(G, 6) the duties on each led group, that of a lead last (SM8, SM9)."""
    turned = np.roll(tables.duty_sets[trump], -1, axis=1)  # NO_GROUP comes first in the game
    return contracts.sets(turned, trump)
