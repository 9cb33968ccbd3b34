"""Suits in an order of one's own, for games whose rules tell suits apart by colour alone.

    suit_tables(game) -> SuitTables, or None for a game whose suits differ

In Smear any exchange of suits that keeps pairs of one colour together turns a deal into an equal
one: 8 relabellings. A network that always sees the one of them in which trump, or before trump is
named its longest suit, stands in the place of clubs learns an eighth as much, and what it learns
holds for all 8. In Michigan Spitzer the three fail suits are alike, 6 relabellings: the suit of the
called ace comes first, then the suit led, then the longest.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from trick_taking.cards import SUITS
from trick_taking.layout import Layout
from trick_taking.lockstep import LockstepGame

_COLOURS = {"C": "black", "S": "black", "H": "red", "D": "red"}
_RANKS = "23456789TJQKA"  # low to high
_MORE_THAN_ALL = 1 << 20
_MORE_THAN_HANDS = 1 << 14

Table = npt.NDArray[np.float32]


class SuitTables(NamedTuple):
    """P relabellings; all are whole numbers.

    `columns[p, j]` is the column of a row that stands at place j after relabelling p, and
    `scores[:, p]` weighs a row's columns: the relabelling with the highest sum is the row's own.
    """

    columns: Table  # (P, F)
    critic_columns: Table  # (P, F')
    scores: Table  # (F, P)
    critic_scores: Table  # (F', P)
    actions: Table  # (P, A) the id that each action has after relabelling p


class Likeness(NamedTuple):
    """Which suits of a game are alike, and in which order a network is to see them.

    orders: where each of the suits C S H D may stand
    ranks: of the cards that go with their suit; others are what they are, whatever it is called
    weights: of a suit by the place that it stands in, for each flag of it in these fields; in a
        hand times 16 and more by rank. They are whole numbers, and a row's sum is below 2**24.
    """

    orders: list[tuple[str, ...]]
    ranks: str
    weights: dict[str, dict[str, int]]


def _keeps_colours(order: tuple[str, ...]) -> bool:
    colours = [_COLOURS[suit] for suit in order]
    return colours[0] == colours[1]


_ALIKE = {
    "smear_v0": Likeness(
        [order for order in permutations(SUITS) if _keeps_colours(order)],
        _RANKS,
        {"trump": {"C": _MORE_THAN_ALL}, "hand": {"C": 4, "H": 1}},
    ),
    "michigan_v0": Likeness(
        [(*order, "D") for order in permutations("CSH")],
        "789TKA",
        {
            "called": {"C": _MORE_THAN_ALL},
            "led_group": {"C": 2 * _MORE_THAN_HANDS, "S": _MORE_THAN_HANDS},
            "hand": {"C": 2 * 32, "S": 32},
            "played": {"C": 2, "S": 1},  # where hands are equal
        },
    ),
}


def suit_tables(game: LockstepGame) -> SuitTables | None:
    """The tables of `game`; None where suits differ, or the order of play is shown by numbers."""
    if game.name not in _ALIKE or game.history:
        return None
    alike = _ALIKE[game.name]
    places = [dict(zip(SUITS, order, strict=True)) for order in alike.orders]
    layouts = game.layout, game.layout_all
    columns, critic_columns = (
        np.stack([_columns(layout, alike.ranks, place) for place in places]) for layout in layouts
    )
    scores, critic_scores = (
        np.stack([_scores(layout, alike, place) for place in places], axis=1) for layout in layouts
    )
    names = game.action_names
    actions = [
        [names.index(_renamed(name, alike.ranks, place)) for name in names] for place in places
    ]
    return SuitTables(columns, critic_columns, scores, critic_scores, np.array(actions, np.float32))


def _suit_of(label: str, ranks: str) -> str | None:
    """The suit that the label "C", "AC", "trump C" or "call AC" names; others name none."""
    stem, suit = label[:-1], label[-1]
    return suit if suit in SUITS and stem in ("", "trump ", "call A", *ranks) else None


def _renamed(label: str, ranks: str, places: dict[str, str]) -> str:
    """The label with its suit renamed, if it names one."""
    suit = _suit_of(label, ranks)
    return label if suit is None else label[:-1] + places[suit]


def _columns(layout: Layout, ranks: str, places: dict[str, str]) -> Table:
    """(F,) which column stands at each place once suits are renamed by `places`."""
    columns = np.arange(layout.size, dtype=np.float32)
    for name, field in layout.fields.items():
        block = columns[layout.slices[name]].reshape(-1, len(field.labels) or 1)
        if field.is_flags:
            new = [field.labels.index(_renamed(label, ranks, places)) for label in field.labels]
            block[:, new] = block.copy()
    return columns


def _scores(layout: Layout, alike: Likeness, places: dict[str, str]) -> Table:
    """(F,) what each column says for renaming suits by `places`."""
    scores = np.zeros(layout.size, np.float32)
    for name, weights in alike.weights.items():
        field = layout.fields[name]
        block = scores[layout.slices[name]].reshape(-1, len(field.labels))
        for column, label in enumerate(field.labels):
            if (suit := _suit_of(label, alike.ranks)) is not None:
                rank = 16 + _RANKS.index(label[0]) if name == "hand" else 1
                block[:, column] = rank * weights.get(places[suit], 0)
    return scores


class SuitOrder(nn.Module):
    """The tables as part of a network: rows into their own order, and answers back.

    `sizes` are F, F', A and P; `tables` None leaves the buffers undrawn, to be read from a file.
    """

    columns: Tensor
    critic_columns: Tensor
    scores: Tensor
    critic_scores: Tensor
    actions: Tensor

    def __init__(self, sizes: tuple[int, int, int, int], tables: SuitTables | None) -> None:
        super().__init__()
        observation_size, critic_size, num_actions, orders = sizes
        shapes = (
            SuitTables._fields,
            (
                (orders, observation_size),
                (orders, critic_size),
                (observation_size, orders),
                (critic_size, orders),
                (orders, num_actions),
            ),
        )
        for place, (name, shape) in enumerate(zip(*shapes, strict=True)):
            table = torch.empty(shape) if tables is None else torch.tensor(tables[place])
            self.register_buffer(name, table)

    def check(self) -> None:
        """ValueError unless every order is one of the columns and ids that there are."""
        for name in ("columns", "critic_columns", "actions"):
            table: Tensor = getattr(self, name)
            whole = torch.arange(table.shape[1], dtype=table.dtype)
            if not torch.equal(table.sort(dim=1).values, whole.expand_as(table)):
                raise ValueError(f"tensor 'network/suits.{name}' holds no orders")

    def of_seat(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Observations (N, F) in their own order, and (N,) which order that is."""
        own = _best(rows, self.scores)
        return rows.gather(1, self.columns.long()[own]), own

    def of_critic(self, rows: Tensor) -> Tensor:
        """Privileged rows (N, F') in their own order."""
        return rows.gather(1, self.critic_columns.long()[_best(rows, self.critic_scores)])

    def back(self, answers: Tensor, own: Tensor) -> Tensor:
        """(N, A) answers about actions, or (N, C, ..) about cards, in the order of the table."""
        ids = self.actions.long()[own, : answers.shape[1]]
        return answers.gather(
            1, ids.reshape(*ids.shape, *[1] * (answers.ndim - 2)).expand_as(answers)
        )


def _best(rows: Tensor, scores: Tensor) -> Tensor:
    """(N,) the relabelling of the highest sum, the first of equals; exact whole numbers."""
    counted = scores.any(dim=1).nonzero()[:, 0]
    return (rows[:, counted].float() @ scores[counted]).argmax(dim=1)
