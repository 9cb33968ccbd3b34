"""What a deal is worth with all cards open and best play of two sides: exact, for the Spitzers.

    solver = DoubleDummy(game.rules)
    solutions = solver.solve(game.state)            # rows in play, whose sides are fixed
    solutions.units         # (G, S) what each seat scores
    solutions.best          # (G,) the cards of the seat to act that keep that value
    solver.solve(game.state, plays="all").card_margins      # (G, C) what each card is worth

Both sides see every card and play for the margin: the units of a declaring seat less those of an
opponent. It is what `rewards="relative"` pays up to a constant factor, and what both sides want
where the score is not zero-sum (MI19).

Two sides are: the trump side and its opponents (SP8), a picker and all others (SPV4), the declaring
side of Michigan and its opponents (MI18), a called ace's holder included (MI9). There is no value
where sides are not fixed: before the cards are played, in a leaster, and in the first trick after
`call first trick` (MI11). Under a revoke option the value is that of lawful play.

Needs numba, the extra `search`. The first search of a machine compiles for half a minute or
longer; what was compiled is kept beside the modules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from agents.double_dummy_tables import (
    BOUND_CARDS,
    WORTH,
    Batch,
    CardOrder,
    Worths,
    card_tables,
    duty_tables,
)
from spitzer_env.actions import CALL_FIRST_TRICK
from spitzer_env.blind_scoring import points_with_piles
from spitzer_env.michigan_duties import CALLED_CARD
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.michigan_scoring import declaring_side
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.scoring import find_trump_side
from spitzer_env.state import Phase, SpitzerState
from spitzer_env.trumps import POINTS
from spitzer_env.variants import variant_of
from trick_taking.cards import NO_CARD, NO_SEAT, Cards, Flags, bit, union
from trick_taking.checks import check_choice

Plays = Literal["none", "best", "all"]
NO_MARGIN = np.iinfo(np.int16).min  # of a card that may not be played, or was not asked for
MOST_ROWS = 1 << 19  # of one call of the kernel, whose keys count rows


@dataclass(frozen=True)
class Solutions:
    """G solved positions; seats are those of the state that was given."""

    declares: Flags  # (G, S) the declaring side
    margins: npt.NDArray[np.int16]  # (G,) units of a declaring seat less those of an opponent
    units: npt.NDArray[np.int32]  # (G, S) the score of each seat
    best: Cards  # (G,) plays of the seat to act that keep the value; empty without plays
    card_margins: npt.NDArray[np.int16]  # (G, C) the margin after each card, else NO_MARGIN
    card_units: npt.NDArray[np.int32]  # (G, C, 2) what a declaring seat and an opponent score


class DoubleDummy:
    """Solves positions of one game; ImportError without numba.

    rules: of either Spitzer, every option
    memory_bits: the search remembers 2**memory_bits results of 32 bytes
    """

    def __init__(self, rules: SpitzerRules, memory_bits: int = 18) -> None:
        if not isinstance(rules, TwoTrumpRules | MichiganRules):
            raise ValueError(f"no deal can be solved under {type(rules).__name__}")
        if not 4 <= memory_bits <= 28:
            raise ValueError(f"memory_bits must be from 4 to 28, not {memory_bits}")
        if find_spec("numba") is None:
            raise ImportError("the solver needs numba: pip install 'hidden-partners[search]'")
        self.rules, self.variant = rules, variant_of(rules)
        self._order = CardOrder(self.variant.tables)
        self._cards = card_tables(self.variant.tables, self._order)
        self._worths = Worths(rules, self.variant)
        self._duties = self._order.sets(duty_tables(self.variant.tables.duties))
        self._memory = np.zeros((1 << memory_bits, 4), np.int64)

    def solve(self, state: SpitzerState, plays: Plays = "best") -> Solutions:
        """Solve every row of `state`, whole deals or any position in play.

        plays: "none", only the value; "best", also the cards that keep it; "all", also what
            every other card is worth
        ValueError names the rows that are not in play or whose sides are not fixed.
        """
        check_choice("plays", plays, Plays)
        _refuse(state, self.rules)
        declares = declaring_seats(state, self.rules)
        batch = self._batch(state, declares)
        levels, card_levels = self._search(batch, plays)
        units = self._units(batch.worth, levels)
        seats_of = np.where(declares, units[:, :1], units[:, 1:])
        if self.rules.dealer_sits_out:
            seats_of[np.arange(len(levels)), state.dealer] = 0  # SPV6
        keeps = (card_levels == levels[:, None]) & (card_levels >= 0)
        card_units = self._units(batch.worth[:, None], np.maximum(card_levels, 0))
        card_margins = np.where(card_levels >= 0, _margin(card_units), NO_MARGIN)
        ids = np.arange(card_levels.shape[1], dtype=np.uint64)
        return Solutions(
            declares=declares,
            margins=_margin(units).astype(np.int16),
            units=seats_of,
            best=(keeps.astype(np.uint64) << ids).sum(axis=1, dtype=np.uint64),
            card_margins=card_margins.astype(np.int16),
            card_units=np.where(card_levels[..., None] >= 0, card_units, 0),
        )

    def _search(
        self, batch: Batch, plays: Plays
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int8]]:
        """(G,) levels of the positions, (G, C) those of the cards, -1 where not told."""
        from agents.double_dummy_kernel import solve_batch  # loads numba

        num_rows = len(batch.seat)
        levels = np.zeros(num_rows, np.int64)
        card_levels = np.full((num_rows, len(self._order.cards)), -1, np.int8)
        sizes = self.variant.tables.seats, self.variant.tables.tricks
        asked = get_args(Plays).index(plays)
        tables = self._cards, self._duties, self._worths.tables(), self._memory
        for start in range(0, num_rows, MOST_ROWS):
            rows = slice(start, start + MOST_ROWS)
            part = Batch(*(array[rows] for array in batch))
            self._memory[:, 0] = 0
            solve_batch(part, *tables, sizes, asked, levels[rows], card_levels[rows])
        return levels, self._order.by_card(card_levels)

    def _batch(self, state: SpitzerState, declares: Flags) -> Batch:
        """The positions of `state` as the kernel takes them."""
        order, tables = self._order, self.variant.tables
        points = state.points
        if isinstance(self.rules, TwoTrumpRules) and self.rules.blind:
            points = points_with_piles(state, np.arange(state.num_rows), self.rules)
        in_hands = order.sets(state.hands)
        on_table = state.trick >= 0
        rest = (in_hands[:, :, None] >> np.arange(len(order.cards)) & 1).sum(axis=1)
        rest = rest @ self._cards[WORTH] + np.where(on_table, POINTS[state.trick], 0).sum(axis=1)
        called = CALLED_CARD[state.contract]
        return Batch(
            hands=in_hands,
            seat=_wide(state.seat),
            trick=np.where(on_table, order.places[state.trick], NO_CARD),
            size=_wide(state.trick_size),
            leader=_wide(state.leader),
            after=_wide(tables.next_seat[state.dealer]),
            declares=_wide(declares),
            tricks=_wide(np.where(declares, state.tricks, 0).sum(axis=1)),
            points=_wide(np.where(declares, points, 0).sum(axis=1)),
            taken=_wide(state.tricks_played),
            bound=_wide((called[:, None] == np.array(BOUND_CARDS)).argmax(axis=1)),
            worth=self._worths.rows(state, declares),
            rest=_wide(rest),
        )

    def _units(
        self, worth: npt.NDArray[np.integer], levels: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.int32]:
        """(..., 2) units of a declaring seat and of an opponent, by way to score and level."""
        longest = max(len(units) for units in self._worths.units)
        table = np.zeros((len(self._worths.units), longest, 2), np.int32)
        for place, units in enumerate(self._worths.units):
            table[place, : len(units)] = units
        return table[worth, levels]


def declaring_seats(state: SpitzerState, rules: SpitzerRules) -> Flags:
    """(G, S) the side whose points and tricks are counted (SP8, SPV4, MI18)."""
    if isinstance(rules, MichiganRules):
        return declaring_side(state, slice(None))
    facts: dict[str, npt.NDArray[Any]] = {
        "picker": state.declarer,
        "queen_seat": state.holders[:, 0],
        "seven_seat": state.holders[:, 1],
    }
    return find_trump_side(facts, np.arange(state.hands.shape[1]), rules)


def can_be_solved(state: SpitzerState, rules: SpitzerRules) -> Flags:
    """(G,) whether a deal is in play and its two sides are fixed."""
    return ~np.any([wrong for wrong, _ in _faults(state, rules)], axis=0)


def _faults(state: SpitzerState, rules: SpitzerRules) -> Sequence[tuple[Flags, str]]:
    """Where deals are over, not yet in play, or not of two sides, and why that is a fault."""
    everybody_alone = np.full(state.num_rows, rules.blind > 0) & (state.declarer == NO_SEAT)
    undecided = (state.contract == CALL_FIRST_TRICK) & (state.partner == NO_SEAT)
    return (
        (state.seat == NO_SEAT, "their deals are over"),
        (state.phase != Phase.PLAY, "the cards are not yet being played"),
        (everybody_alone, "in a leaster there are no two sides (SPV4)"),
        (undecided, "the partner is not known before the first trick is taken (MI11)"),
        (bit(state.seat) & _holders(state) == 0, "the seat to act has no card"),
    )


def _refuse(state: SpitzerState, rules: SpitzerRules) -> None:
    """ValueError for rows that cannot be solved."""
    for wrong, why in _faults(state, rules):
        rows = np.flatnonzero(wrong)
        if len(rows):
            raise ValueError(f"rows {rows[:5].tolist()} cannot be solved: {why}")


def _holders(state: SpitzerState) -> Cards:
    """(G,) the seats that hold a card, as a set."""
    seats = np.arange(state.hands.shape[1], dtype=np.uint64)
    return union(np.where(state.hands != 0, np.uint64(1) << seats, np.uint64(0)))


def _margin(units: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    return units[..., 0] - units[..., 1]


def _wide(numbers: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    return numbers.astype(np.int64)
