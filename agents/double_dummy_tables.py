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
from spitzer_env.play import PlayTables
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.state import SpitzerState
from spitzer_env.trumps import NUM_GROUPS, POINTS, TRUMP
from spitzer_env.variants import Variant
from trick_taking.cards import NO_CARD, Cards, Flags, bit, flags

Numbers = npt.NDArray[np.int64]
NO_GROUP = NUM_GROUPS  # the row of `CardTables.duties` that answers a lead
BOUND_CARDS = (NO_CARD, *ACES)  # what a call binds (MI16), by row of `CardTables.duties`
ALL_POINTS = int(POINTS.sum())


class CardTables(NamedTuple):
    """C cards in the order of the search, and what they do under one set of rules."""

    group: Any  # (C,) int64
    strength: Any  # (C,) int64
    points: Any  # (C,) int64
    over: Any  # (5, C) sets that take the trick over a card, by the group led
    duties: Any  # (K, 2, 6, D) sets of which the first that the hand meets must be played, by
    # what binds the seats, whether the second card is a trump on a fail lead, and the group led


class WorthTables(NamedTuple):
    """W ways to score a deal, by tricks and points of the declaring side; levels count from 0."""

    level: Any  # (W, N, T) int64
    floor: Any  # (W, N, T) the lowest level that can follow when no more is lost
    ceiling: Any  # (W, N, T) the highest level of at most so many tricks and points
    alike: Any  # (W, N, N) the first number of tricks that is worth the same, by tricks taken


class Memory(NamedTuple):
    """What was proved: a hash table over (position, level) at the start of a trick."""

    keys: Any  # (M,) int64
    won_from: Any  # (M,) int16 fewest points at which the level is reached
    lost_to: Any  # (M,) int16 most points at which it is missed
    hint: Any  # (M,) int8 the card that decided


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
    bound: Any  # (G,) row of `CardTables.duties`
    worth: Any  # (G,) row of `WorthTables`
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


def card_tables(tables: PlayTables, order: CardOrder) -> CardTables:
    """Groups, strengths, points and duties of the game in the order of the search."""
    group, strength = (
        table[order.cards].astype(np.int64) for table in (tables.group, tables.strength)
    )
    led = np.arange(NUM_GROUPS)[:, None, None]
    counts = (group == led) | (group == TRUMP)  # (5, 1, C)
    over = counts & (strength > strength[:, None])  # (5, C, C)
    weights = np.int64(1) << np.arange(len(group))
    return CardTables(
        group,
        strength,
        POINTS[order.cards].astype(np.int64),
        over @ weights,
        order.sets(_duties(tables.duties)),
    )


def _duties(duties: Any) -> Cards:
    """(K, 2, 6, D) the sets of `CardTables.duties` in pack order, as `lawful` asks for them."""
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
        self._tables: list[tuple[Numbers, Numbers, Numbers, Numbers]] = []
        points = np.sort(POINTS)[::-1]
        tricks, captured = np.ogrid[: rules.tricks + 1, : ALL_POINTS + 1]
        self.possible: Flags = (tricks < rules.tricks) | (captured == ALL_POINTS)
        # Without a trick a side has what it buried (SPV4).
        self.possible &= (tricks > 0) | (captured <= points[: rules.blind].sum())

    def tables(self) -> WorthTables:
        """The tables of all ways found so far."""
        return WorthTables(*(np.stack(table) for table in zip(*self._tables, strict=True)))

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

    def _complete(self, level: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """The arrays of `WorthTables` of one way to score."""
        floor = np.where(self.possible, level, level.max())[::-1, ::-1]
        floor = np.minimum.accumulate(np.minimum.accumulate(floor, 0), 1)[::-1, ::-1]
        ceiling = np.where(self.possible, level, 0)
        ceiling = np.maximum.accumulate(np.maximum.accumulate(ceiling, 0), 1)
        climbs = np.diff(level, axis=1) >= 0
        if not (climbs | ~(self.possible[:, 1:] & self.possible[:, :-1])).all():
            raise ValueError("a deal is worth less with more points: it cannot be searched")
        tricks = len(level)
        alike = np.zeros((tricks, tricks), np.int64)
        for taken in range(tricks):
            left = tricks - 1 - taken
            for won in range(taken + 1):
                ways = (np.array_equal(level[n : n + left + 1], level[won : won + left + 1])
                        for n in range(won + 1))
                alike[taken, won] = list(ways).index(True)
        return level, floor.copy(), ceiling, alike
