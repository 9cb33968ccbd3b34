"""Drawing actions from keys: no generator, so a draw never depends on other rows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from trick_taking.action_sets import WORD
from trick_taking.cards import Cards
from trick_taking.counter import Keys, unit_interval

__all__ = ["pick_nth", "uniform_legal", "uniform_member", "unit_interval"]


def pick_nth(sets: Cards, n: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Id of the n-th (from 0) member of each set; n must be less than the set's size.

    Binary search on the population count: halves of 32, 16, .. 1 bits.
    """
    rest = n.astype(np.uint8)
    sets = sets.copy()
    position = np.zeros(sets.shape, np.uint64)
    for width in (32, 16, 8, 4, 2, 1):
        low = np.bitwise_count(sets & np.uint64((1 << width) - 1))
        upper = rest >= low
        rest -= low * upper
        shift = upper * np.uint64(width)
        sets >>= shift
        position += shift
    return position.astype(np.int64)


def uniform_legal(legal: npt.NDArray[np.bool_], keys: Keys) -> npt.NDArray[np.int64]:
    """(G,) an action uniform over each row's legal ones; rows without one get 0.

    `legal` is (G, A) bool, `keys` (G,) uint64. The modulo bias is under 2**-57.
    """
    rows, actions = legal.shape
    padded = np.zeros((rows, -(-actions // WORD) * WORD), np.bool_)
    padded[:, :actions] = legal
    sets = np.packbits(padded.reshape(-1), bitorder="little").view("<u8")
    return uniform_member(sets.reshape(rows, -1), keys)


def uniform_member(sets: Cards, keys: Keys) -> npt.NDArray[np.int64]:
    """(G,) like `uniform_legal`, of sets over actions (G, W) or (G,) uint64, see `action_sets`."""
    words = np.ascontiguousarray(sets.reshape(len(keys), -1).T)
    counts = np.bitwise_count(words).astype(np.int16)
    total = counts.sum(axis=0, dtype=np.int16)
    nth = (keys % np.maximum(total, 1).astype(np.uint64)).astype(np.int16)
    chosen, place = words[0], np.zeros(len(keys), np.int64)
    for word in range(1, len(words)):
        later = (place == WORD * (word - 1)) & (nth >= counts[word - 1])
        chosen = np.where(later, words[word], chosen)
        nth -= counts[word - 1] * later
        place += WORD * later
    return np.where(total > 0, pick_nth(chosen, nth) + place, 0)
