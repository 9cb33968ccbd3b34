"""SP11, SP12: the duties of two-trump Spitzer."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spitzer_env.play import Actions, Rows
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.state import Bits, SpitzerState
from spitzer_env.trumps import GROUP, GROUP_SETS, NUM_GROUPS, TRUMP
from trick_taking.arrays import Rows as AnyRows
from trick_taking.arrays import cells
from trick_taking.cards import NO_CARDS, Cards
from trick_taking.tricks import follow_suit


class Following:
    """Follow the group led if able; void, any card.

    duty_sets: (6,) cards that must be played on each led group; empty is no duty. The last
        entry answers NO_GROUP (a lead), so it can be indexed by `led_group` directly.
    void_bits: (C 5,) what each card proves about its player, by the card and the group led
    """

    def __init__(self, rules: TwoTrumpRules) -> None:
        duties = GROUP_SETS.copy()
        if not rules.trump_lead_must_follow:  # SP12
            duties[TRUMP] = NO_CARDS
        self.duty_sets: Cards = np.append(duties, NO_CARDS)
        groups = np.arange(NUM_GROUPS, dtype=np.uint8)
        proof = np.where(duties != NO_CARDS, np.left_shift(np.uint8(1), groups), np.uint8(0))
        fails = GROUP[:, None] != groups
        self.void_bits: Bits = np.where(fails, proof, np.uint8(0)).reshape(-1)

    def lawful(self, state: SpitzerState, rows: AnyRows, hands: Cards) -> Cards:
        """(K,) any card to lead (SP10), follow suit if able (SP11, SP12)."""
        return follow_suit(hands, self.duty_sets[state.led_group[rows]])

    def proven_voids(
        self, state: SpitzerState, rows: Rows, led: npt.NDArray[np.int8], cards: Actions
    ) -> Bits:
        """(K,) a card that does not follow proves a void in the group led."""
        return self.void_bits[cells(cards, led, NUM_GROUPS)]

    def show_sides(self, state: SpitzerState, rows: Rows, cards: Actions) -> None:
        """Nothing besides the two trumps themselves (SP8)."""
