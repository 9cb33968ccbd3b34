"""Sets over the actions of a game: one uint64 a game, or several words for more than 64 actions.

Word w, bit b stands for action 64 w + b. A set is (G,) uint64 or (G, W) uint64.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from trick_taking.arrays import cells
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, Flags, Ids, contains, flags

WORD = 64


def action_flags(sets: Cards, num_actions: int) -> Flags:
    """(G, A) bool, True for the members of each set."""
    if sets.ndim == 1:
        return flags(sets, num_actions).view(np.bool_)
    packed = np.ascontiguousarray(sets, dtype="<u8").view(np.uint8)
    return np.unpackbits(packed, axis=1, count=num_actions, bitorder="little").view(np.bool_)


def has_action(sets: Cards, actions: npt.NDArray[np.int64]) -> Flags:
    """(G,) whether each action is in its set; False for an id that does not exist."""
    if sets.ndim == 1:
        return contains(sets, actions)
    rows, words = np.arange(len(sets)), actions >> 6
    inside = (words >= 0) & (words < sets.shape[1])
    chosen = sets.reshape(-1).take(cells(rows, words * inside, sets.shape[1]))
    return inside & contains(chosen, actions & (WORD - 1))


def one_action_set(sets: Cards, row: int) -> Any:
    """The set of game `row` as one Python number, bit a for action a."""
    if sets.ndim == 1:
        return sets.item(row)
    return sum(word << WORD * place for place, word in enumerate(sets[row].tolist()))


def split_actions(actions: int, num_words: int) -> npt.NDArray[np.uint64]:
    """(W,) the words of a set given as one Python number."""
    words = [actions >> WORD * place & (1 << WORD) - 1 for place in range(num_words)]
    return np.array(words, np.uint64)


def of_viewers(sets: Cards, seats: Ids, viewers: Ids) -> Cards:
    """The set of each game where its viewer (G,) is the seat to act (G,), elsewhere none.

    The same array when `viewers` is `seats`: nobody is to act in a finished game.
    """
    if viewers is seats:
        return sets
    acts = (viewers == seats) & (viewers != NO_SEAT)
    return np.where(acts.reshape(-1, *[1] * (sets.ndim - 1)), sets, NO_CARDS)
