"""What a card may do in a trick, on card sets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from trick_taking.arrays import choose
from trick_taking.cards import NO_CARDS, Cards, Flags


def follow_suit(hands: Cards, led: Cards) -> Cards:
    """(G,) the cards that follow the led group where the hand has any, else the whole hand.

    `led` is the set of all cards of the led group.
    """
    following = hands & led
    return choose(following != NO_CARDS, following, hands)


def takes_trick(
    trick_empty: Flags,
    follows: Flags,
    trump: Flags,
    strength: npt.NDArray[np.int8],
    best_strength: npt.NDArray[np.int8],
) -> Flags:
    """(G,) whether the card just played is the best of its trick so far."""
    return trick_empty | ((follows | trump) & (strength > best_strength))
