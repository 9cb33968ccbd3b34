"""The rule player of Michigan Spitzer: the advice of the rule books, weighed by counting.

It announces what its cards are worth alone or with a partner, counts unseen cards, trumps and
points, works out who is likely to be on which side, and plays the card whose trick is expected to
bring its side most, less what the card is worth in hand. It never draws at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from agents.michigan_announcing import announce
from agents.michigan_habits import HABITS, Habits
from agents.michigan_knowledge import Knowledge, count_cards
from agents.michigan_outlook import Candidates, Outlook, count_suits, find_candidates, look_ahead
from agents.michigan_sides import ALONE
from agents.michigan_stakes import ROW_OF, TOTAL, Stand, stake_table
from agents.michigan_worth import Reasons, reasons, share_left
from agents.rule_spitzer import first_of
from agents.spitzer_knowledge import Numbers, Places
from spitzer_env.actions import NO_ACTION
from spitzer_env.information import InformationState
from spitzer_env.michigan_scoring import SILENT_SOLO
from spitzer_env.state import Phase
from spitzer_env.trumps import POINTS
from trick_taking.cards import count, flags

if TYPE_CHECKING:
    from spitzer_env.game import SpitzerGame
    from trick_taking.view import View

NUM_CARDS = len(POINTS)
STEP = 8  # card points by which the worth of one is measured


class RuleAgent:
    """Plays every seat of Michigan Spitzer by rule; deterministic.

    game: the game it will play, for its rules
    habits: the numbers it judges by
    """

    name = "rule"

    def __init__(self, game: SpitzerGame, habits: Habits = HABITS) -> None:
        self.rules = game.rules
        self.habits = habits
        self.stakes = stake_table(habits)
        self.worth = {name: np.array(numbers, np.float32) for name, numbers in habits.worth.items()}

    def act(self, view: View[InformationState]) -> npt.NDArray[np.int64]:
        """(G,) a lawful action of each row; 0 where nobody is to act."""
        info = view.information_state
        actions = first_of(info.lawful)
        free = count(info.lawful) > 1
        speakers = np.flatnonzero(free & (info.phase == Phase.ANNOUNCE))
        players = np.flatnonzero(free & (info.phase == Phase.PLAY))
        if len(speakers):
            actions[speakers] = announce(info.select(speakers), self.habits)
        if len(players):
            actions[players] = self.choose_cards(info.select(players))
        return actions

    def choose_cards(self, info: InformationState) -> npt.NDArray[np.int64]:
        """(G,) the card of the highest score; every row plays and has a choice."""
        rows, cards = np.nonzero(flags(info.lawful, NUM_CARDS))
        trick, slope, role, found = self.weigh(info, rows, cards)
        early = share_left(info)[rows]
        kept = np.zeros(len(rows), np.float32)
        for name, numbers in self.worth.items():
            kept += (numbers[role] + early * numbers[role + 4]) * found[name].astype(np.float32)
        board = np.full((info.num_rows, NUM_CARDS), -np.inf, np.float32)
        scores = trick + slope * kept
        board[rows, cards] = np.rint(scores * 65536)  # so that rounding cannot break a tie
        return board.argmax(axis=1)

    def weigh(
        self, info: InformationState, rows: Places, cards: Places
    ) -> tuple[Numbers, Numbers, Places, Reasons]:
        """(N,) units expected of the trick, units of a point, role, and every reason."""
        known = count_cards(info, self.habits.silent, self.habits.lone_trumps)
        suits = count_suits(known)
        tries = find_candidates(info, rows, cards)
        outlook = look_ahead(tries, known, suits, self.habits)
        trick, slope = self.expect(tries, outlook, known, info)
        return trick, slope, known.role[rows], reasons(tries, outlook, known, suits, info)

    def expect(
        self, tries: Candidates, outlook: Outlook, known: Knowledge, info: InformationState
    ) -> tuple[Numbers, Numbers]:
        """(N,) units of the deal that my side expects after the trick, and of a point more now."""
        won = (known.friend * info.points).sum(axis=1)
        rest = (TOTAL - info.points.sum(axis=1)).astype(np.float32)
        silent = (info.contract == NO_ACTION) & (known.role == ALONE)
        row = np.where(silent, SILENT_SOLO, ROW_OF[info.contract])
        tricks = (known.friend * info.tricks).sum(axis=1)
        theirs = np.where(known.declaring, info.tricks_played - tricks, tricks)
        stand = Stand(row, theirs < 0.5, won, rest, known.declaring)
        more, less = (stand.value(self.stakes, STEP, mine) for mine in (True, False))
        slope = np.maximum((more - less) / np.float32(STEP), np.float32(self.habits.least_slope))
        stand = stand.select(tries.rows)
        wins = stand.value(self.stakes, outlook.gain, mine=True)
        losses = stand.value(self.stakes, outlook.loss, mine=False)
        return outlook.ours * wins + (1 - outlook.ours) * losses, slope[tries.rows]
