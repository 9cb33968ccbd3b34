"""The whole tree of a reduced deck (SPV7): every deal, every record, what each seat can tell apart.

    game = grow(spitzer_v0.Rules(cards_each=2))                       # sides are secret
    twin = grow(spitzer_v0.Rules(cards_each=2), public_teams=True)    # told to all at the start

The tree is grown through the batched core, level by level, with every deal as a row, so no rule
stands here. Seat 3 deals and seat 0 is eldest; all deals are equally likely (SP6).

An information set is what the information state of a seat tells apart: the cards that it was dealt
and the record so far; in the public-team twin also who is of the trump side (SP8), though not who
holds which card. Nobody forgets, so a seat's path is told by its last own choice, and all that
theory needs is kept by the ends of the tree alone (the sequence form). Moves without a choice
are taken by themselves and make no information set.

Choices are pairs of an information set and an action. The first S of them are none at all: the
place of a seat that had no choice yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.double_dummy import declaring_seats
from spitzer_env.actions import ACTION_NAMES, NO_ACTION, NUM_ACTIONS, PACK
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from trick_taking.cards import Flags
from trick_taking.deal_text import format_deal
from trick_taking.view import View

DEALER = 3
MOST_DEALS = 10_000  # a tree is kept in memory: all deals of 2 cards each, none of 3 or more
FORCED = -1  # in place of an information set

Places = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]


class Layer(NamedTuple):
    """One level of the tree with a choice: N nodes, and the information sets first met there.

    infosets: (N,) of each node, FORCED where only one action is legal
    first_child: (N,) its first node in the next layer, or end of the tree after the last one; the
        others follow in the order of the choices
    sets, choices: the ids of the layer's information sets and of their choices
    deals: (n,) one deal of each of its n information sets
    view: what the seat to act sees there, one row each
    """

    infosets: Places
    first_child: Places
    sets: slice
    choices: slice
    deals: Places
    view: View[Any]


@dataclass(frozen=True)
class ExactGame:
    """A tree with Z ends, I information sets and E choices; seats S are absolute.

    A policy is (E,) float64: the probability of each choice in its information set, 1 for the
    first S.
    """

    rules: TwoTrumpRules
    public_teams: bool
    deals: tuple[str, ...]
    layers: tuple[Layer, ...]
    trump_side: Flags  # (D, S) of each deal
    deal: Places  # (Z,) place in `deals` of each end
    units: Reals  # (Z, S) what each seat scores
    last_choice: Places  # (Z, S) the last choice of each seat
    set_seat: Places  # (I,) who is to act
    set_before: Places  # (I,) the last choice that this seat made before
    set_choice: Places  # (I + 1,) the first choice of each information set, then E
    action: Places  # (E,) the id of each choice's action, -1 for the first S

    @property
    def num_seats(self) -> int:
        """S."""
        return self.units.shape[1]

    @property
    def chance(self) -> float:
        """Of each deal."""
        return 1 / len(self.deals)

    @cached_property
    def choice_set(self) -> Places:
        """(E,) the information set of each choice, -1 for the first S."""
        sets = np.repeat(np.arange(len(self.set_seat)), np.diff(self.set_choice))
        return np.concatenate([np.full(self.num_seats, -1), sets])

    @cached_property
    def set_texts(self) -> tuple[str, ...]:
        """What the seat to act knows in each information set, by which they differ, such as
        "seat 1 holds AC 7D; 0 pass, 1 pass, 2 pass, 3 pass, 0 KC".
        """
        return tuple(
            _what_is_known(layer, place, self.trump_side if self.public_teams else None)
            for layer in self.layers
            for place in range(len(layer.view))
        )


def num_deals(rules: TwoTrumpRules) -> int:
    """How many deals there are: 2,520 with 2 cards each, 369,600 with 3."""
    sizes = range(len(rules.pack), 0, -rules.tricks)
    return prod(comb(size, rules.tricks) for size in sizes)


def all_deals(rules: TwoTrumpRules) -> Iterator[str]:
    """The text of every deal of a reduced deck."""

    def hands(left: tuple[int, ...]) -> Iterator[list[int]]:
        if not left:
            yield []
        for hand in combinations(left, rules.tricks):
            rest = tuple(card for card in left if card not in hand)
            yield from ([sum(1 << card for card in hand), *others] for others in hands(rest))

    yield from (format_deal(deal, PACK) for deal in hands(rules.pack))


def grow(
    rules: TwoTrumpRules, public_teams: bool = False, deals: Sequence[str] | None = None
) -> ExactGame:
    """The tree of `rules`; with `deals` of those deals alone, which are then equally likely.

    ValueError for rules whose trees are too large or uneven.
    """
    if rules.revoke != "forbidden" or rules.blind or rules.players != 4:
        raise ValueError("a tree needs players=4, blind=0 and revoke='forbidden'")
    if deals is None and (number := num_deals(rules)) > MOST_DEALS:
        raise ValueError(
            f"cards_each={rules.cards_each} has {number:,} deals, a tree at most {MOST_DEALS:,}: "
            "cards_each=2 has a whole tree"
        )
    texts = tuple(all_deals(rules) if deals is None else deals)
    game = SpitzerGame(len(texts), rules=rules, autoreset=False)
    game.reset(deals=texts, dealers=[DEALER] * len(texts))
    return _Growth(game, texts, public_teams).tree()


class _Growth:
    """A tree on the way: the nodes of one level, each a row of `game`."""

    def __init__(self, game: SpitzerGame, deals: tuple[str, ...], public_teams: bool) -> None:
        self.game, self.deals, self.public_teams = game, deals, public_teams
        self.deal = np.arange(len(deals))
        self.trump_side = declaring_seats(game.state, game.rules)
        self.last_choice = np.tile(np.arange(game.num_seats), (len(deals), 1))
        self.layers: list[Layer] = []
        self.seats: list[npt.NDArray[Any]] = []
        self.before: list[Places] = []
        self.sizes: list[Places] = []
        self.actions = [np.full(game.num_seats, -1)]
        self.num_sets, self.num_choices = 0, game.num_seats

    def tree(self) -> ExactGame:
        """Play every record to its end."""
        while True:
            legal = self.game.legal
            choices = self._add_layer(legal)
            parents, actions = np.nonzero(legal)
            seats = self.game.seat[parents]
            self.deal, self.last_choice = self.deal[parents], self.last_choice[parents]
            chosen = choices[parents, actions]
            free = np.flatnonzero(chosen >= 0)
            self.last_choice[free, seats[free]] = chosen[free]
            self.game = self.game.standing(self.game.state.select(parents))
            results = self.game.advance(actions).results
            if results is not None:
                return self._finished(results.units)

    def _add_layer(self, legal: Flags) -> Places:
        """(N, A) the choice that each legal action is, -1 where it is none.

        A level without any choice makes no layer.
        """
        choices = np.full((len(legal), NUM_ACTIONS), -1)
        free = np.flatnonzero(legal.sum(axis=1) > 1)
        if not len(free):
            return choices
        first, places = self._tell_apart(free)
        sizes = legal[first].sum(axis=1)
        starts = self.num_choices + np.cumsum(sizes) - sizes
        rank = np.cumsum(legal[free], axis=1) - 1
        choices[free] = np.where(legal[free], starts[places, None] + rank, -1)
        infosets = np.full(len(legal), FORCED)
        infosets[free] = self.num_sets + places
        children = legal.sum(axis=1)
        sets = slice(self.num_sets, self.num_sets + len(first))
        made = slice(self.num_choices, self.num_choices + int(sizes.sum()))
        first_child = np.cumsum(children) - children
        layer = Layer(infosets, first_child, sets, made, self.deal[first], self.game.view(first))
        self.layers.append(layer)
        seats = self.game.seat[first].astype(np.int64)
        self.seats.append(seats)
        self.before.append(self.last_choice[first, seats])
        self.sizes.append(sizes)
        self.actions.append(np.nonzero(legal[first])[1])
        self.num_sets, self.num_choices = sets.stop, made.stop
        return choices

    def _tell_apart(self, rows: Places) -> tuple[Places, Places]:
        """One of `rows` for each information set, and (N,) the place of each row's."""
        known = self.game.information_state(rows)
        dealt = known.hand | known.played[:, 0]
        columns = [known.seat, dealt, *known.history.T, *known.history_seats.T]
        if self.public_teams:
            columns += [*self.trump_side[self.deal[rows]].T]
        whole = np.column_stack([column.astype(np.int64) for column in columns])
        _, first, places = np.unique(whole, axis=0, return_index=True, return_inverse=True)
        return rows[first], places.reshape(-1)

    def _finished(self, units: npt.NDArray[np.int32]) -> ExactGame:
        sizes = np.concatenate([np.zeros(1, np.int64), *self.sizes])
        return ExactGame(
            rules=self.game.rules,
            public_teams=self.public_teams,
            deals=self.deals,
            layers=tuple(self.layers),
            trump_side=self.trump_side,
            deal=self.deal,
            units=units.astype(np.float64),
            last_choice=self.last_choice,
            set_seat=np.concatenate(self.seats),
            set_before=np.concatenate(self.before),
            set_choice=self.game.num_seats + np.cumsum(sizes),
            action=np.concatenate(self.actions),
        )


def _what_is_known(layer: Layer, place: int, trump_side: Flags | None) -> str:
    known = layer.view.information_state
    seat, num_seats = known.seat.item(place), known.played.shape[1]
    dealt = PACK.format(known.hand.item(place) | known.played.item(place, 0))
    moves = [
        f"{(seat + around) % num_seats} {ACTION_NAMES[action]}"
        for action, around in zip(known.history[place], known.history_seats[place], strict=True)
        if action != NO_ACTION
    ]
    text = f"seat {seat} holds {dealt}; {', '.join(moves)}"
    if trump_side is None:
        return text
    side = np.flatnonzero(trump_side[layer.deals[place]]).tolist()
    return f"{text}; trump side {side}"
