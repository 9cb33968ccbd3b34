"""What the search of `double_dummy` looks up, taken from the tables and the scoring of the game.

No rule stands here: groups, strengths, points and duties are those of the game, and what a deal is
worth is asked of its own scoring, for every number of tricks and points.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spitzer_env.following import Following
from spitzer_env.michigan_duties import MichiganDuties
from spitzer_env.michigan_trumps import ACES
from spitzer_env.play import Duties, PlayTables
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.state import SpitzerState
from spitzer_env.trumps import NUM_GROUPS, POINTS, TRUMP
from spitzer_env.variants import Variant
from trick_taking.cards import NO_CARD, Cards, Flags, bit, flags

Numbers = npt.NDArray[np.int64]
NO_GROUP = NUM_GROUPS  # the place in `duty_tables` that answers a lead
BOUND_CARDS = (NO_CARD, *ACES)  # what a call binds (MI16), by row of `duty_tables`


# Rows of the card tables (8, C): group, strength, points; sets that take the trick over each card,
# by the group led.
GROUP, STRENGTH, WORTH, OVER = range(4)
# Places in the tables (W, 4, N, T) of W ways to score, by tricks and points of the declaring side:
# the level of an end; the lowest that can follow; the highest of at most so much; and, by tricks
# taken and won, the first number of tricks that is worth the same.
LEVEL, FLOOR, CEILING, ALIKE = range(4)
# Columns of the memory (M, 4): the key, the fewest points at which the level is reached, the most
# at which it is missed, the card that decided.
WON_FROM, LOST_TO, PROVED = range(1, 4)


class Batch(NamedTuple):
    """G positions; seats are absolute, cards in the order of the search."""

    hands: Any  # (G, S) int64
    seat: Any  # (G,) to act
    trick: Any  # (G, P) cards on the table in order
    size: Any  # (G,) how many they are
    leader: Any  # (G,)
    after: Any  # (G, S) the seat that plays after each
    declares: Any  # (G, S) 0 or 1
    tricks: Any  # (G,) of the declaring side so far
    points: Any  # (G,) of the declaring side so far
    taken: Any  # (G,) tricks taken so far
    bound: Any  # (G,) row of `duty_tables`
    worth: Any  # (G,) way to score
    rest: Any  # (G,) points in the hands and on the table


class CardOrder:
    """The cards by group and strength, so that neighbours of a group are neighbours in a set."""

    def __init__(self, tables: PlayTables) -> None:
        group, strength = tables.group, tables.strength
        self.cards = np.lexsort((strength, group))  # (C,) pack id by place
        self.places = np.argsort(self.cards)  # (C,) place by pack id

    def sets(self, cards: Cards) -> Numbers:
        """Card sets (...,) of pack ids as sets of places."""
        held = flags(cards, len(self.cards))[..., self.cards].astype(np.int64)
        return held @ (np.int64(1) << np.arange(len(self.cards)))

    def by_card(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """(..., C) values by place as values by pack id."""
        return values[..., self.places]


def card_tables(tables: PlayTables, order: CardOrder) -> Numbers:
    """(8, C) groups, strengths, points and takers of the game in the order of the search."""
    group, strength = (
        table[order.cards].astype(np.int64) for table in (tables.group, tables.strength)
    )
    led = np.arange(NUM_GROUPS)[:, None, None]
    counts = (group == led) | (group == TRUMP)  # (5, 1, C)
    over = counts & (strength > strength[:, None])  # (5, C, C)
    weights = np.int64(1) << np.arange(len(group))
    return np.vstack([group, strength, POINTS[order.cards], over @ weights]).astype(np.int64)


def duty_tables(duties: Duties) -> Cards:
    """(K, 2, 6, D) sets in pack order; of the D a hand must play the first that it can meet.

    By what binds the seats (`BOUND_CARDS`), whether the second card on the table is a trump, and
    the group led, NO_GROUP for a lead.
    """
    if isinstance(duties, Following):
        return np.broadcast_to(duties.duty_sets[:, None], (1, 2, 6, 1))  # SP11, SP12
    if not isinstance(duties, MichiganDuties):
        raise ValueError(f"unknown duties: {type(duties).__name__}")
    made = np.zeros((len(BOUND_CARDS), 2, 6, 5), np.uint64)
    bound = bit(np.array(BOUND_CARDS))[:, None, None]
    made[..., 0] = bound & duties.group_sets  # MI16: falls on a lead of its suit
    made[:, 1, :, 1] = duties.trump_sets if duties.chain else 0  # MI15
    made[..., 2], made[..., 3] = duties.group_sets, duties.trump_sets  # MI15
    made[..., 4] = duties.kept_sets & ~bound  # MI16: is not thrown
    return made


class Worths:
    """What deals are worth to their declaring sides, found once for each way to score.

    A level is the rank of a margin: the units of a declaring seat less those of an opponent.
    """

    def __init__(self, rules: SpitzerRules, variant: Variant) -> None:
        self.rules, self.score = rules, variant.score
        self.places: dict[bytes, int] = {}
        self.units: list[npt.NDArray[np.int32]] = []  # (L, 2) by level, of a declarer, an opponent
        self._kept: dict[bytes, int] = {}
        self._tables: list[Numbers] = []
        points = np.sort(POINTS[list(rules.pack)])[::-1]
        whole = int(points.sum())
        tricks, captured = np.ogrid[: rules.tricks + 1, : whole + 1]
        self.possible: Flags = (tricks < rules.tricks) | (captured == whole)
        # Without a trick a side has what it buried (SPV4).
        self.possible &= (tricks > 0) | (captured <= points[: rules.blind].sum())

    def tables(self) -> Numbers:
        """(W, 4, N, T) all ways found so far."""
        return np.stack(self._tables)

    def rows(self, state: SpitzerState, declares: Flags) -> Numbers:
        """(G,) the way to score each deal, whose declaring side is `declares` (G, S)."""
        facts = [state.solo, state.contract, state.declarer, state.partner, *state.holders.T]
        if self.rules.dealer_sits_out:
            facts.append(state.dealer)
        columns = np.column_stack([*facts, declares.astype(np.int8)])
        keys, first, places = np.unique(columns, axis=0, return_index=True, return_inverse=True)
        rows = np.empty(len(keys), np.int64)
        for place, row in enumerate(first):
            key = keys[place].tobytes()
            if key not in self.places:
                self.places[key] = self._find(state.select(np.array([row])), declares[row])
            rows[place] = self.places[key]
        return rows[places.reshape(-1)]

    def _find(self, state: SpitzerState, declares: Flags) -> int:
        """The place of the table of one deal, made if it is new."""
        level, units = self._levels(state, declares)
        key = level.tobytes() + units.tobytes()
        if key not in self._kept:
            self._kept[key] = len(self.units)
            self.units.append(units)
            self._tables.append(self._complete(level))
        return self._kept[key]

    def _levels(self, state: SpitzerState, declares: Flags) -> tuple[Numbers, npt.NDArray[Any]]:
        """(N, T) levels by tricks and points, and (L, 2) the units that each level means."""
        shape = self.possible.shape
        tricks, points = (index.reshape(-1) for index in np.indices(shape))
        ended = state.select(np.zeros(len(points), np.intp))
        plays = np.arange(len(declares)) != (
            state.dealer[0] if self.rules.dealer_sits_out else len(declares)
        )
        ours, theirs = int(np.argmax(declares)), int(np.argmax(plays & ~declares))
        for name, captured in (("points", points), ("tricks", tricks)):
            array = getattr(ended, name)
            array[:] = 0
            array[:, ours], array[:, theirs] = captured, captured.max() - captured
        ended.buried[:] = ended.blind[:] = 0
        units = self.score(ended, np.arange(len(points))).units[:, [ours, theirs]]
        margins = units[:, 0] - units[:, 1]
        _, first, level = np.unique(margins, return_index=True, return_inverse=True)
        return level.reshape(shape).astype(np.int64), units[first]

    def _complete(self, level: Numbers) -> Numbers:
        """(4, N, T) the tables of one way to score."""
        both = self.possible[:, 1:] & self.possible[:, :-1]
        if (both & (np.diff(level, axis=1) < 0)).any():
            raise ValueError("a deal is worth less with more points: it cannot be searched")
        floor = np.where(self.possible, level, level.max())[::-1, ::-1]
        floor = np.minimum.accumulate(np.minimum.accumulate(floor, 0), 1)[::-1, ::-1]
        ceiling = np.where(self.possible, level, 0)
        ceiling = np.maximum.accumulate(np.maximum.accumulate(ceiling, 0), 1)
        return np.stack([level, floor, ceiling, _worth_alike(level)])


def _worth_alike(level: Numbers) -> Numbers:
    """(N, T) by tricks taken and won: the fewest tricks from which all ends are worth the same."""
    alike, most = np.zeros_like(level), len(level) - 1
    for taken in range(most + 1):
        ends = [level[won : won + most - taken + 1] for won in range(taken + 1)]
        for won in range(taken + 1):
            same = (np.array_equal(ends[fewer], ends[won]) for fewer in range(won + 1))
            alike[taken, won] = list(same).index(True)
    return alike
