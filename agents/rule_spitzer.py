"""The rule player of two-trump Spitzer: the advice of the rule books, weighed by counting.

It counts card points and unseen cards, works out who can hold QC and 7D, and plays the card whose
trick is expected to bring its side most, less what the card is worth in hand: so it gives aces and
tens to a partner that takes the trick, keeps them from opponents, ducks, and hides QC until a
trick is worth it. It announces solo with high cards beside both trumps. It never draws at random.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from agents.spitzer_habits import HABITS, Habits
from agents.spitzer_knowledge import (
    CASE_WITH_ME,
    HOLDS_NONE,
    Knowledge,
    Numbers,
    Table,
    count_cards,
    set_table,
)
from agents.spitzer_outlook import Candidates, Outlook, find_candidates, look_ahead
from agents.spitzer_stakes import expected_units, stake_table
from agents.spitzer_suspicion import suspect
from agents.spitzer_worth import reasons
from spitzer_env.actions import PASS, SOLO
from spitzer_env.information import InformationState
from spitzer_env.trumps import GROUP, POINTS
from trick_taking.cards import NO_CARDS, Cards, contains, count, flags

if TYPE_CHECKING:
    from spitzer_env.game import SpitzerGame
    from trick_taking.view import View

NUM_CARDS = len(GROUP)
ACES = np.uint64(sum(1 << card for card in range(NUM_CARDS) if POINTS[card] == 11))
TENS = np.uint64(sum(1 << card for card in range(NUM_CARDS) if POINTS[card] == 10))


class RuleAgent:
    """Plays every seat of two-trump Spitzer by rule; deterministic.

    game: the game it will play, for its rules
    habits: the numbers it judges by
    """

    name = "rule"

    def __init__(self, game: SpitzerGame, habits: Habits = HABITS) -> None:
        self.rules = game.rules
        self.habits = habits
        self.stakes = stake_table(game.rules, habits)

    def act(self, view: View[InformationState]) -> npt.NDArray[np.int64]:
        """(G,) a lawful action of each row; 0 where nobody is to act."""
        info = view.information_state
        actions = first_of(info.lawful)
        free = np.flatnonzero(count(info.lawful) > 1)
        announces = contains(info.lawful[free], np.int64(SOLO))
        speakers, players = free[announces], free[~announces]
        if len(speakers):
            actions[speakers] = np.where(worth_solo(info.hand[speakers]), SOLO, PASS)
        if len(players):
            actions[players] = self.choose_cards(info.select(players))
        return actions

    def choose_cards(self, info: InformationState) -> npt.NDArray[np.int64]:
        """(G,) the card of the highest score; every row plays and has a choice."""
        habits = self.habits
        table = set_table(info)
        known = count_cards(info, table, habits.silent)
        known = replace(known, chances=suspect(info, table, known, habits.suspicion))
        rows, cards = np.nonzero(flags(info.lawful, NUM_CARDS))
        tries = find_candidates(info, table, rows, cards)
        outlook = look_ahead(tries, known, info.tricks_played, habits)
        scores = self.score(tries, outlook, known, info, table)
        board = np.full((info.num_rows, NUM_CARDS), -np.inf, np.float32)
        board[rows, cards] = np.rint(scores * 65536)  # so that rounding cannot break a tie
        return board.argmax(axis=1)

    def score(
        self,
        tries: Candidates,
        outlook: Outlook,
        known: Knowledge,
        info: InformationState,
        table: Table,
    ) -> Numbers:
        """(N,) expected units of each candidate, up to what its row has in common."""
        rows = tries.rows
        with_me = CASE_WITH_ME[known.role]
        captured = table.by_place(info.points)
        won = (with_me * captured[:, None, :]).sum(axis=2)[rows]
        open_points = (120 - captured.sum(axis=1))[rows, None]
        trump_side = known.role[rows, None] != HOLDS_NONE
        wins = expected_units(self.stakes, trump_side, won, open_points, outlook.gain, True)
        losses = expected_units(self.stakes, trump_side, won, open_points, outlook.loss, False)
        chances = known.chances[rows]
        trick = (chances * (outlook.ours * wins + (1 - outlook.ours) * losses)).sum(axis=1)

        step = np.float32(8)
        more = expected_units(self.stakes, trump_side, won, open_points, step, True)
        less = expected_units(self.stakes, trump_side, won, open_points, step, False)
        slope = (chances * (more - less)).sum(axis=1) / step
        slope = np.maximum(slope, np.float32(self.habits.least_slope))
        kept = np.zeros_like(trick)
        for reason, holds in reasons(tries, outlook, known, info.tricks_played).items():
            kept += np.float32(self.habits.worth.get(reason, 0)) * holds
        return trick - slope * kept


def first_of(sets: Cards) -> npt.NDArray[np.int64]:
    """(G,) the lowest member of each set, 0 for none."""
    lowest = sets & (~sets + np.uint64(1))
    return np.where(sets == NO_CARDS, 0, count(lowest - np.uint64(1))).astype(np.int64)


def worth_solo(hands: Cards) -> npt.NDArray[np.bool_]:
    """(G,) whether a hand with both trumps is strong enough to announce solo."""
    aces, tens = count(hands & ACES).astype(np.int64), count(hands & TENS)
    return aces * 2 + tens >= 6
