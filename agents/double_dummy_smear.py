"""What a deal of Smear is worth with all cards open and best play of two sides: exact.

    solver = SmearDoubleDummy(game.rules)
    solutions = solver.solve(game.state)                    # rows in play, any number of cards
    solutions.margins                                       # (G,)
    solver.solve(game.state, each_card=True).card_margins   # (G, C) what each card is worth

Both sides see every card and play for the margin: the units of side 0, that of seat 0, less those
of side 1. With a bid to make it is what `rewards="relative"` pays up to a constant factor (SM12).
For two teams in the variants in which every card is played, so not in nine-card (SMV1). Under a
revoke option the value is that of lawful play.

Meant for the last tricks: from 16 cards a position takes about a millisecond, a whole deal far too
long. Needs numba, the extra `search`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.double_dummy_smear_tables import (
    NUM_CARDS,
    CardScores,
    Contracts,
    Scores,
    card_columns,
    duty_columns,
)
from smear_env.rules import SmearRules
from smear_env.state import Phase, SmearState
from smear_env.tables import SmearTables
from smear_env.trumps import VALUES
from trick_taking.cards import NO_CARD, NO_GROUP, NO_SEAT, Flags, flags, union

Numbers = npt.NDArray[np.int64]
NO_MARGIN = -1000  # of a card that may not be played, or was not asked for


class Batch(NamedTuple):
    """G positions as the kernel takes them, cards by place."""

    hands: Numbers  # (G, S)
    cards: Numbers  # (G, C, 5) group, strength, points, game value, points in a tie
    duties: Numbers  # (G, 6)
    value: Numbers  # (G,) game value of all cards that are played
    ends: Numbers  # (G, 3, P) what ends are worth
    nodes: Numbers  # (G, WIDTH) the positions, see the kernel


@dataclass(frozen=True)
class SmearSolutions:
    """G solved positions."""

    margins: Numbers  # (G,) units of side 0 less those of side 1
    card_margins: Numbers  # (G, C) the same after each card, else NO_MARGIN


class SmearDoubleDummy:
    """Solves positions of one game; ImportError without numba.

    rules: of two teams, and not nine-card
    memory_bits: the search remembers 2**memory_bits results of 32 bytes
    """

    def __init__(self, rules: SmearRules, memory_bits: int = 16) -> None:
        if not has_two_sides(rules):
            raise ValueError(
                f"no deal can be solved under {rules}: it needs two teams, no nine-card"
            )
        if find_spec("numba") is None:
            raise ImportError("the solver needs numba: pip install 'hidden-partners[search]'")
        self.rules, self.tables = rules, SmearTables(rules)
        self._contracts, self._scores = Contracts(self.tables), Scores(rules, self.tables)
        self._memory = np.zeros((1 << memory_bits, 4), np.int64)

    def solve(self, state: SmearState, each_card: bool = False) -> SmearSolutions:
        """Solve every row of `state`; ValueError names rows in which no card is to be played."""
        from agents.double_dummy_smear_kernel import solve_batch  # loads numba

        wrong = np.flatnonzero((state.phase != Phase.PLAY) | (state.seat == NO_SEAT))
        if len(wrong):
            raise ValueError(f"rows {wrong[:5].tolist()} cannot be solved: they are not in play")
        margins = np.zeros(state.num_rows, np.int64)
        card_margins = np.full((state.num_rows, NUM_CARDS), NO_MARGIN, np.int64)
        self._memory[:] = 0
        sides = self.tables.sides.astype(np.int64)
        batch = self._batch(state)
        solve_batch(batch, sides, self._memory, each_card, margins, card_margins)
        trump = state.trump.astype(np.intp)
        return SmearSolutions(margins, self._contracts.by_card(card_margins, trump))

    def _batch(self, state: SmearState) -> Batch:
        trump = state.trump.astype(np.intp)
        scores = self._scores.of_cards(state)
        everything = flags(union(state.hands | state.played), NUM_CARDS).astype(np.int64)
        return Batch(
            hands=self._contracts.sets(state.hands, trump),
            cards=card_columns(self.tables, self._contracts, trump, scores),
            duties=duty_columns(self.tables, self._contracts, trump),
            value=everything @ VALUES,
            ends=self._scores.of_ends(state, scores),
            nodes=self._nodes(state, trump, scores),
        )

    def _nodes(self, state: SmearState, trump: npt.NDArray[np.intp], scores: CardScores) -> Numbers:
        """(G, WIDTH) in the order of the kernel's columns."""
        on_table, theirs = flags(state.table, NUM_CARDS), flags(state.captured[:, 1], NUM_CARDS)
        best = self._contracts.places[trump, np.maximum(state.best_card, 0)]
        columns: list[npt.NDArray[Any]] = [
            state.seat,
            state.trick_size,
            state.led_group,
            np.where(state.best_card == NO_CARD, 0, best),
            state.taker,
            (on_table * scores.worth).sum(axis=1),
            state.table_value,
            (on_table * scores.tied).sum(axis=1),
            scores.base + (theirs * scores.worth).sum(axis=1),
            state.game_value[:, 1],
            (theirs * scores.tied).sum(axis=1),
            state.tricks_played,
            self._contracts.sets(state.table, trump),
        ]
        return np.column_stack(columns).astype(np.int64)


def has_two_sides(rules: Any) -> bool:
    """Whether the rules are those of Smear with two sides, and every card is played."""
    if not isinstance(rules, SmearRules):
        return False
    return rules.num_sides == 2 and rules.variant != "nine_card"


def in_play(state: SmearState) -> Flags:
    """(G,) where a card is to be played."""
    return (state.phase == Phase.PLAY) & (state.seat != NO_SEAT) & (state.trump != NO_GROUP)
