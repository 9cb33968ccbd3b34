"""The rule player of two-trump Spitzer with a blind (SPV4): one against all, or a leaster.

It picks on hands that pay, buries points and short suits, and plays the card whose trick is
expected to bring its side most units, with the card's worth in hand weighed in: so others give
points to each other and keep them from the picker. In a leaster it avoids points, and tricks
while it has none. It never draws at random.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from agents.blind_habits import HABITS, BlindHabits
from agents.blind_hands import choose_buried, picks
from agents.blind_knowledge import BlindKnowledge, count_cards
from agents.blind_outlook import BlindOutlook, find_candidates, look_ahead
from agents.blind_worth import Reasons, card_reasons, leaster_reasons, play_reasons, trick_reasons
from agents.rule_spitzer import NUM_CARDS, first_of
from agents.spitzer_habits import HABITS as SPITZER_HABITS
from agents.spitzer_knowledge import Numbers, Places
from agents.spitzer_outlook import Candidates
from agents.spitzer_stakes import expected_units, stake_table
from spitzer_env.actions import PASS, PICK
from spitzer_env.information import InformationState
from spitzer_env.state import Phase
from trick_taking.cards import NO_SEAT, count, flags

if TYPE_CHECKING:
    from spitzer_env.game import SpitzerGame
    from trick_taking.view import View


class RuleAgent:
    """Plays every seat of Spitzer with a blind by rule; deterministic.

    game: the game it will play, for its rules
    habits: the numbers it judges by
    """

    name = "rule"

    def __init__(self, game: SpitzerGame, habits: BlindHabits = HABITS) -> None:
        self.rules = game.rules
        self.habits = habits
        spread, share = habits.spread_of_points, habits.trump_share
        points = replace(SPITZER_HABITS, spread_of_points=spread, trump_share=share)
        self.stakes = stake_table(game.rules, points)

    def act(self, view: View[InformationState]) -> npt.NDArray[np.int64]:
        """(G,) a lawful action of each row; 0 where nobody is to act."""
        info = view.information_state
        actions = first_of(info.lawful)
        due = np.where((info.to_act != NO_SEAT) & (count(info.lawful) > 1), info.phase, -1)
        for phase, answer in (
            (Phase.ANNOUNCE, self.pick_or_pass),
            (Phase.BURY, self.bury),
            (Phase.PLAY, self.choose_cards),
        ):
            rows = np.flatnonzero(due == phase)
            if len(rows):
                actions[rows] = answer(info.select(rows))
        return actions

    def pick_or_pass(self, info: InformationState) -> npt.NDArray[np.int64]:
        """(G,) PICK or PASS."""
        return np.where(picks(info, self.rules, self.habits), PICK, PASS)

    def bury(self, info: InformationState) -> npt.NDArray[np.int64]:
        """(G,) the card to lay away."""
        return choose_buried(info, self.rules, self.habits)

    def choose_cards(self, info: InformationState) -> npt.NDArray[np.int64]:
        """(G,) the card to play; every row plays and has a choice."""
        habits, cards = self.habits, np.zeros(info.num_rows, np.int64)
        leaster, picker = info.declarer == NO_SEAT, info.declarer == 0
        for role, worth in (
            (picker, habits.picker),
            (~(picker | leaster), habits.defender),
            (leaster, habits.leaster),
        ):
            rows = np.flatnonzero(role)
            if len(rows):
                cards[rows] = self.best_cards(info.select(rows), worth)
        return cards

    def best_cards(self, info: InformationState, worth: dict[str, float]) -> npt.NDArray[np.int64]:
        """(G,) the card whose reasons are worth most; the rows are all of one role."""
        rows, cards = np.nonzero(flags(info.lawful, NUM_CARDS))
        scores = np.zeros(len(rows), np.float32)
        for reason, holds in self.weigh(info, rows, cards).items():
            scores += np.float32(worth.get(reason, 0)) * holds
        board = np.full((info.num_rows, NUM_CARDS), -np.inf, np.float32)
        board[rows, cards] = np.rint(scores * 65536)  # so that rounding cannot break a tie
        return board.argmax(axis=1)

    def weigh(self, info: InformationState, rows: Places, cards: Places) -> Reasons:
        """(N,) of every reason for the candidates; the rows are all of one role."""
        rules, habits = self.rules, self.habits
        known = count_cards(info, rules, habits)
        tries = find_candidates(info, rows, cards)
        outlook = look_ahead(tries, known, info, habits)
        early = (known.held[rows, 0] - 1) / np.float32(rules.tricks - 1)
        early = early.astype(np.float32)
        found = card_reasons(tries, known, early) | play_reasons(tries, known)
        found |= trick_reasons(tries, outlook, known, early)
        if known.leaster[0]:
            return found | leaster_reasons(tries, outlook, known, info, habits)
        slope = self.worth_of_a_point(known)[rows]
        weighed = {reason: holds * slope for reason, holds in found.items()}
        return weighed | {"trick": self.worth_of_the_trick(tries, outlook, known)}

    def worth_of_the_trick(
        self, tries: Candidates, outlook: BlindOutlook, known: BlindKnowledge
    ) -> Numbers:
        """(N,) units of my side once the trick is taken."""
        rows, gain, loss = tries.rows, outlook.gain[:, None], outlook.loss[:, None]
        stand = known.picks[rows, None], known.won[rows], known.to_come[rows]
        wins = expected_units(self.stakes, *stand, gain, mine=True)[:, 0]
        losses = expected_units(self.stakes, *stand, loss, mine=False)[:, 0]
        return outlook.ours * wins + (1 - outlook.ours) * losses

    def worth_of_a_point(self, known: BlindKnowledge) -> Numbers:
        """(G,) units that one more card point of my side is worth now."""
        step = np.float32(8)
        stand = known.picks[:, None], known.won, known.to_come
        more = expected_units(self.stakes, *stand, step, mine=True)
        less = expected_units(self.stakes, *stand, step, mine=False)
        slope = (more - less)[:, 0] / step
        return np.maximum(slope, np.float32(self.habits.least_slope))
