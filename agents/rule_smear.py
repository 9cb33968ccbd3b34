"""The rule player of Smear: the advice of the rule book, weighed by counting.

It bids on what it holds, names its best suit, keeps its trumps, counts the trumps and points that
are still out, leads trumps to strip opponents and gives points to tricks that its side will take.
It never draws at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from agents.smear_bidding import Bidder
from agents.smear_cards import Numbers, SmearCards
from agents.smear_discards import NUM_CARDS, choose_discards
from agents.smear_habits import HABITS, Habits
from agents.smear_knowledge import count_cards
from agents.smear_outlook import find_candidates, look_ahead
from agents.smear_worth import reasons
from smear_env.information import InformationState
from smear_env.state import Phase
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, count, flags

if TYPE_CHECKING:
    from smear_env.game import SmearGame
    from trick_taking.view import View


class RuleAgent:
    """Plays every seat of Smear by rule; deterministic.

    game: the game it will play, for its rules
    habits: the numbers it judges by
    """

    name = "rule"

    def __init__(self, game: SmearGame, habits: Habits = HABITS) -> None:
        self.rules = game.rules
        self.habits = habits
        self.cards = SmearCards(game.rules)
        self.bidder = Bidder(self.cards, game.rules, habits, game.episode == "match")

    def act(self, view: View[InformationState]) -> npt.NDArray[np.int64]:
        """(G,) a lawful action of each row; 0 where nobody is to act."""
        info = view.information_state
        actions = first_of(info.lawful)
        due = np.where(info.to_act == NO_SEAT, -1, info.phase)
        due = np.where(count(info.lawful).sum(axis=1) > 1, due, -1)
        for phase, answer in (
            (Phase.AUCTION, self.bidder.bid),
            (Phase.TRUMP, self.bidder.name_trump),
            (Phase.DISCARD, self.choose_discards),
            (Phase.PLAY, self.choose_cards),
        ):
            rows = np.flatnonzero(due == phase)
            if len(rows):
                actions[rows] = answer(info.select(rows))
        return actions

    def choose_discards(self, info: InformationState) -> npt.NDArray[np.int64]:
        """(G,) the card to lay down (SM7)."""
        return choose_discards(info, self.cards, self.rules)

    def choose_cards(self, info: InformationState) -> npt.NDArray[np.int64]:
        """(G,) the card of the highest score; every row plays and has a choice."""
        rows, cards = np.nonzero(flags(info.lawful[:, 0], NUM_CARDS))
        scores = self.score(info, rows, cards)
        board = np.full((info.num_rows, NUM_CARDS), -np.inf, np.float32)
        board[rows, cards] = np.rint(scores * 65536)  # so that rounding cannot break a tie
        return board.argmax(axis=1)

    def score(
        self, info: InformationState, rows: npt.NDArray[np.int64], cards: npt.NDArray[np.int64]
    ) -> Numbers:
        """(N,) points that each candidate is worth, up to what its row has in common."""
        worth = self.habits.worth
        scores = np.zeros(len(rows), np.float32)
        for reason, holds in self.weigh(info, rows, cards).items():
            if reason in worth:
                scores += np.float32(worth[reason]) * holds.astype(np.float32)
        return scores

    def weigh(
        self, info: InformationState, rows: npt.NDArray[np.int64], cards: npt.NDArray[np.int64]
    ) -> dict[str, Numbers]:
        """(N,) of every reason for the candidates `cards` of `rows`."""
        tables, rules, habits = self.cards, self.rules, self.habits
        known = count_cards(info, tables, rules, habits)
        tries = find_candidates(info, known, rows, cards, tables, rules)
        outlook = look_ahead(tries, known, info, tables, rules, habits)
        return reasons(tries, outlook, known, info, rules)


def first_of(sets: Cards) -> npt.NDArray[np.int64]:
    """(G,) the lowest member of each set (G, 2) of two words, 0 for none."""
    low, high = (_lowest(word) for word in sets.T)
    return np.where(sets[:, 0] != NO_CARDS, low, np.where(sets[:, 1] != NO_CARDS, 64 + high, 0))


def _lowest(words: Cards) -> npt.NDArray[np.int64]:
    lowest = words & (~words + np.uint64(1))
    return count(lowest - np.uint64(1)).astype(np.int64)
