"""Deals that differ from a given one in the roles alone: matched pairs for experiments.

    moved = with_card(hands, card, to, tables)              # (G, S): seat `to` holds `card`
    exchanged = with_hands_exchanged(hands, first, second)  # (G, S): two seats have changed places
    pair, solo, soloist, partner = solo_pairs(hands, steps, tables)

Card sets are games first, seats absolute; nothing that is given is changed. A counterfactual deal
gives every other seat the very cards it had, so whoever knows nothing but its own hand is in the
same situation in both deals.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spitzer_env.dealing import holder
from spitzer_env.play import PlayTables
from spitzer_env.trumps import POINTS
from trick_taking.cards import Cards, Ids, bit, contains

_FAR = 1 << 20  # more than any difference of two cards


class SoloPairs(NamedTuple):
    """G pairs of deals that differ in one exchange of two cards."""

    pair: Cards  # (G, S) the cards that make a side lie with soloist and partner
    solo: Cards  # (G, S) they both lie with the soloist
    soloist: Ids  # (G,)
    partner: Ids  # (G,)


def with_card(hands: Cards, card: int, to: Ids, tables: PlayTables) -> Cards:
    """(G, S) the deals in which seat `to` (G,) holds `card`, and who had it a card of that seat.

    That card is the one most like it: of the same group if there is one, then with the nearest card
    points, the nearest strength and the lowest id. A card that makes a side never changes hands so.
    ValueError where nobody holds `card`.
    """
    rows = np.arange(len(hands))
    giver = holder(hands, card)
    if (giver < 0).any():
        raise ValueError(f"deals {np.flatnonzero(giver < 0)[:5].tolist()}: nobody holds the card")
    taken = hands[rows, to]
    back = np.where(giver == to, bit(np.array(card)), bit(_most_like(card, taken, tables)))
    both = back ^ bit(np.array(card))
    changed = hands.copy()
    changed[rows, giver] ^= both
    changed[rows, to] ^= both
    return changed


def _most_like(card: int, hands: Cards, tables: PlayTables) -> npt.NDArray[np.intp]:
    """(G,) the card of each hand (G,) that is most like `card`."""
    ids = np.arange(len(tables.group))
    points = np.abs(POINTS - POINTS[card]).astype(np.int64)
    strengths = np.abs(tables.strength.astype(np.int64) - tables.strength[card])
    other_group = (tables.group != tables.group[card]).astype(np.int64)
    unlike = ((other_group * 64 + points) * 64 + strengths) * 64 + ids
    unlike[list(tables.side_cards)] = _FAR * 64
    return np.where(contains(hands[:, None], ids), unlike, _FAR * 128).argmin(axis=1)


def with_hands_exchanged(hands: Cards, first: Ids, second: Ids) -> Cards:
    """(G, S) the deals in which the seats `first` and `second` (G,) have each other's hands."""
    rows = np.arange(len(hands))
    changed = hands.copy()
    changed[rows, first], changed[rows, second] = hands[rows, second], hands[rows, first]
    return changed


def solo_pairs(hands: Cards, steps: Ids, tables: PlayTables) -> SoloPairs:
    """Each deal twice: its two cards that make a side with two seats, and with one of them.

    The soloist is who was dealt the first of them, QC. Where he was dealt the other one too the
    partner is the seat `steps` (G,), 1..3, to his left. The two seats that are neither hold the
    same cards in both deals.
    """
    first, second = tables.side_cards
    soloist, partner = holder(hands, first), holder(hands, second)
    left = (soloist + steps) % hands.shape[1]
    partner = np.where(partner == soloist, left, partner).astype(np.int8)
    return SoloPairs(
        with_card(hands, second, partner, tables),
        with_card(hands, second, soloist, tables),
        soloist,
        partner,
    )
