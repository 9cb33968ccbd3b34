"""Counter-based randomness: a key is a pure function of the numbers that name it.

There is no generator and no stream to advance, so batch size, reset order and the number of
processes cannot change a draw. The hash is the finaliser of SplitMix64 (Steele, Lea and Flood,
"Fast splittable pseudorandom number generators", 2014), applied once per number.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

Keys = npt.NDArray[np.uint64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


class Purpose(IntEnum):
    """What a key is for; keys of different purposes never coincide."""

    DEAL = 1
    DEALER = 2
    ACTION = 3
    SEAT = 4


def as_key(number: int | npt.NDArray[np.integer]) -> Keys:
    """Any integers, negative ones too, as uint64 (two's complement)."""
    if isinstance(number, int):
        return np.array(number & 0xFFFFFFFFFFFFFFFF, np.uint64)
    return np.asarray(number).astype(np.uint64)


def mix(keys: Keys) -> Keys:
    """One round of the hash, elementwise; a bijection of the 64-bit numbers."""
    keys = (keys ^ (keys >> np.uint64(30))) * _MIX_1
    keys = (keys ^ (keys >> np.uint64(27))) * _MIX_2
    return keys ^ (keys >> np.uint64(31))


def random_keys(*numbers: int | npt.NDArray[np.integer]) -> Keys:
    """Keys named by `numbers`, which broadcast against each other; uniform over 64 bits.

    Shape: the broadcast of the numbers, at least (1,).
    """
    keys = np.zeros(1, np.uint64)
    for number in numbers:
        keys = mix(keys + as_key(number) + _GOLDEN)
    return keys


def unit_interval(keys: Keys) -> npt.NDArray[np.float64]:
    """Keys as float64 in [0, 1), from their top 53 bits."""
    return (keys >> np.uint64(11)).astype(np.float64) * 2.0**-53
