"""Counter-based deals: deal k of stream r under seed s is a pure function of (s, r, k)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from trick_taking.cards import Cards, Ids, bit
from trick_taking.counter import Keys, Purpose, random_keys

_CARD_BITS = np.uint64(6)  # a pack has at most 64 cards


def shuffled_packs(seeds: Keys, streams: Keys, deals: Keys, pack: npt.NDArray[np.uint64]) -> Keys:
    """(G, C) card ids of `pack` (C,), each row in the random order of its deal.

    The card's id rides in the low bits of its sort key: one sort, no argsort.
    """
    row_keys = random_keys(Purpose.DEAL, seeds, streams, deals)
    keys = random_keys(row_keys[:, None], pack[None, :])
    keys = (keys >> _CARD_BITS << _CARD_BITS) | pack
    keys.sort(axis=1)
    return keys & np.uint64(63)


def deal_hands(order: Keys, sizes: Sequence[int]) -> Cards:
    """(G, C) shuffled ids to (G, len(sizes)) card sets: the first sizes[0] cards to hand 0, ..."""
    bits = bit(np.ascontiguousarray(order.T))  # games last: a hand is the union of long rows
    ends = np.cumsum(sizes)
    hands = [
        np.bitwise_or.reduce(bits[end - size : end], axis=0)
        for size, end in zip(sizes, ends, strict=True)
    ]
    return np.stack(hands, axis=1)


def first_dealers(seeds: Keys, streams: Keys, deals: Keys, num_seats: int) -> Ids:
    """(G,) the arbitrary dealer of each deal that follows no other, uniform over the seats."""
    keys = random_keys(Purpose.DEALER, seeds, streams, deals)
    return (keys % np.uint64(num_seats)).astype(np.int8)
