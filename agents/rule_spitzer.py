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
    has_card,
    set_table,
)
from agents.spitzer_outlook import Candidates, Outlook, find_candidates, look_ahead
from agents.spitzer_stakes import TOTAL, expected_units, stake_table
from agents.spitzer_suspicion import suspect
from agents.spitzer_worth import reasons
from spitzer_env.actions import PASS, SOLO
from spitzer_env.information import InformationState
from spitzer_env.trumps import GROUP, GROUP_SETS, POINTS, TRUMP
from trick_taking.cards import NO_CARDS, Cards, count, flags

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
        announces = has_card(info.lawful[free], SOLO)
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
        outlook = look_ahead(tries, known, info, habits)
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
        rows, stakes = tries.rows, self.stakes
        captured = table.by_place(info.points)
        won = (CASE_WITH_ME[known.role] * captured[:, None, :]).sum(axis=2)
        to_come = TOTAL - captured.sum(axis=1, keepdims=True)
        trump_side = known.role[:, None] != HOLDS_NONE
        slope = self.worth_of_a_point(trump_side, won, to_come, known.chances)[rows]
        stand = trump_side[rows], won[rows], to_come[rows]
        wins = expected_units(stakes, *stand, outlook.gain, mine=True)
        losses = expected_units(stakes, *stand, outlook.loss, mine=False)
        trick = outlook.ours * wins + (1 - outlook.ours) * losses
        kept = np.zeros(len(rows), np.float32)
        for reason, holds in reasons(tries, outlook, known, info).items():
            kept += np.float32(self.habits.worth[reason]) * holds
        return (known.chances[rows] * trick).sum(axis=1) - slope * kept

    def worth_of_a_point(
        self,
        trump_side: npt.NDArray[np.bool_],
        won: npt.NDArray[np.integer],
        to_come: npt.NDArray[np.integer],
        chances: Numbers,
    ) -> Numbers:
        """(G,) units that one more card point of my side is worth now."""
        step = np.float32(8)
        more = expected_units(self.stakes, trump_side, won, to_come, step, mine=True)
        less = expected_units(self.stakes, trump_side, won, to_come, step, mine=False)
        slope = (chances * (more - less)).sum(axis=1) / step
        return np.maximum(slope, np.float32(self.habits.least_slope))


def first_of(sets: Cards) -> npt.NDArray[np.int64]:
    """(G,) the lowest member of each set, 0 for none."""
    lowest = sets & (~sets + np.uint64(1))
    return np.where(sets == NO_CARDS, 0, count(lowest - np.uint64(1))).astype(np.int64)


def worth_solo(hands: Cards) -> npt.NDArray[np.bool_]:
    """(G,) whether a hand with both trumps is strong enough to announce solo (SP9).

    An ace, and another ace or ten in another suit. With such hands an announced solo earned the
    rule player more against itself than a silent one, 1.5 to 7 units a deal against -0.8 to 2.6.
    """
    suits = hands[:, None] & GROUP_SETS[:TRUMP]
    high = count(suits & (ACES | TENS))
    return (count(hands & ACES) >= 1) & ((high > 0).sum(axis=1) >= 2)
