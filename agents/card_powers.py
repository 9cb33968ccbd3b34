"""What the cards of a hand can do now, counted for a network that would else have to learn it.

    power_tables(game) -> PowerTables
    CardPowers(tables)(observation (N, F)) -> (N, 3 C + 3) float32

They follow from the observation alone: which cards of the hand take the trick, which of them are
masters, that is no unseen card of their group is above them, and how many such cards there are; how
many unseen cards beat the best one of the trick, whether none does, and how many seats play after
this one. Unseen is what was neither played nor is in the own hand.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from spitzer_env.game import SpitzerGame
from spitzer_env.trumps import TRUMP
from trick_taking.lockstep import LockstepGame

_FIELDS = ("hand", "played", "trick")
_ABOVE, _LATER = 8.0, 4.0  # counts that stand as 1

Table = npt.NDArray[np.float32]


class PowerTables(NamedTuple):
    """What counting looks up; all are whole numbers."""

    takes: Table  # (C, C) 1 where the second card takes a trick that the first one leads
    above: Table  # (C, C) 1 where the first card beats the second one in their own group
    columns: Table  # (3, 2) of a row: where hand, played and trick begin and end


def size_of_powers(num_cards: int) -> int:
    """How many numbers `CardPowers` adds to a row."""
    return 3 * num_cards + 3


def power_tables(game: LockstepGame) -> PowerTables:
    """The tables of `game`; ValueError where trump is named anew in every deal, or who played what
    is not shown.
    """
    if not isinstance(game, SpitzerGame):
        raise ValueError(f"--powers: {game.name} has no trump that is the same in every deal")
    if game.layout.fields["played"].shape != (game.num_seats, game.num_cards):
        raise ValueError("--powers: with --scramble-history the trick is not shown")
    group, strength = game.tables.group, game.tables.strength
    stronger = strength[:, None] < strength
    same = group[:, None] == group
    dealt = np.isin(np.arange(game.num_cards), game.rules.pack)
    takes = stronger & (same | (group == TRUMP)) & dealt
    above = (stronger & same).T & dealt[:, None]
    slices = [game.layout.slices[name] for name in _FIELDS]
    columns = [[columns.start, columns.stop] for columns in slices]
    return PowerTables(*(np.array(table, np.float32) for table in (takes, above, columns)))


class CardPowers(nn.Module):
    """The tables as part of a network of C cards; None leaves them undrawn, to be read from a file.

    Whoever is to act sees the cards of the trick in the order in which they were played.
    """

    takes: Tensor
    above: Tensor
    columns: Tensor

    def __init__(self, num_cards: int, tables: PowerTables | None) -> None:
        super().__init__()
        shapes = (num_cards, num_cards), (num_cards, num_cards), (len(_FIELDS), 2)
        for place, (name, shape) in enumerate(zip(PowerTables._fields, shapes, strict=True)):
            table = torch.empty(shape) if tables is None else torch.tensor(tables[place])
            self.register_buffer(name, table)

    def check(self, observation_size: int) -> None:
        """ValueError unless each field is one or more sets of cards within a row."""
        starts, ends = self.columns.T
        widths = ends - starts
        inside = (starts >= 0) & (ends <= observation_size) & (widths > 0)
        if not inside.all() or (widths % len(self.takes)).any() or (starts % 1).any():
            raise ValueError("tensor 'network/powers.columns' holds no fields of cards")

    def forward(self, rows: Tensor) -> Tensor:
        """(N, 3 C + 3) of observations (N, F)."""
        hand, played, trick = (
            rows[:, int(start) : int(end)].float().unflatten(1, (-1, len(self.takes)))
            for start, end in self.columns
        )
        own, led, table = hand[:, 0], trick[:, 0], trick.sum(dim=1)
        rivals = led + table * (led @ self.takes)
        best = rivals * (rivals @ self.takes.T == 0)
        takers = best @ self.takes
        unseen = 1 - own - played.sum(dim=1)
        above = unseen @ self.above
        over = (unseen * takers).sum(dim=1, keepdim=True)
        is_safe = table.any(dim=1, keepdim=True) & (over == 0)
        later = trick.shape[1] - table.sum(dim=1, keepdim=True)
        return torch.cat(
            [
                own * takers,
                own * (above == 0),
                own * above / _ABOVE,
                over / _ABOVE,
                is_safe,
                later / _LATER,
            ],
            dim=1,
        )
