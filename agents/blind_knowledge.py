"""What a player at a table with a blind can count: unseen cards, who may hold them, the sides.

Seats are relative, 0 = me. Sides are known: the picker alone against all others, or in a leaster
each for itself (SPV4). Hidden is who holds QC and 7D, and what lies in the blind or is buried.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from agents.blind_habits import BlindHabits
from agents.spitzer_knowledge import VOID_SETS, Numbers, Places, has_card
from agents.spitzer_stakes import TOTAL
from spitzer_env.information import InformationState
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.trumps import POINTS, QUEEN, SEVEN
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, Flags, count, flags, union

MOST_CARDS = 10  # of a hand, with three players


def _chance_of_none() -> Numbers:
    """(33, 9, 11) chance that n cards drawn from M hold none of k: entry [M, k, n]."""
    table = np.ones((33, 9, MOST_CARDS + 1), np.float32)
    for total in range(33):
        for special in range(min(total, 8) + 1):
            for drawn in range(min(total, MOST_CARDS) + 1):
                table[total, special, drawn] = comb(total - special, drawn) / comb(total, drawn)
    return table


CHANCE_OF_NONE = _chance_of_none()


@dataclass(frozen=True)
class BlindKnowledge:
    """What the cards seen so far tell in G games."""

    hand: Cards  # (G,) my cards
    unseen: Cards  # (G,) cards in the other hands, or away in the blind or buried
    held: Places  # (G, S) number of cards in each hand
    may_hold: Cards  # (G, S) unseen cards that each other hand may have
    spread: Places  # (G, S) number of those cards, at least 1
    queen: Numbers  # (G, S) chance that each other seat holds QC
    seven: Numbers  # (G, S) chance that each other seat holds 7D
    with_me: Flags  # (G, S) who is on my side, I too
    picks: Flags  # (G,) I am the picker
    leaster: Flags  # (G,) nobody picked
    won: Places  # (G, 1) card points of my side
    to_come: Places  # (G, 1) card points that nobody has yet, those buried left out


def count_cards(
    info: InformationState, rules: TwoTrumpRules, habits: BlindHabits
) -> BlindKnowledge:
    """Count the cards of rows in which cards are played."""
    pack = np.uint64(sum(1 << card for card in rules.pack))
    unseen = pack & ~(union(info.played) | info.hand | info.buried)
    held = rules.tricks - count(info.played).astype(np.int64)
    may_hold = unseen[:, None] & ~VOID_SETS[info.voids]
    may_hold[:, 0] = NO_CARDS
    away = count(unseen).astype(np.int64) - held[:, 1:].sum(axis=1)

    seats = np.arange(rules.players)
    declarer = info.declarer[:, None]
    leaster = info.declarer == NO_SEAT
    picks = info.declarer == 0
    with_me = (seats == 0) | ((seats != declarer) & ~(leaster | picks)[:, None])
    weight = (held * np.where(seats == declarer, habits.picker_trumps, 1)).astype(np.float32)
    pile = np.where(leaster, away, 0)[:, None].astype(np.float32)  # a picker buries no trump
    own_pile = flags(info.buried, len(POINTS)) @ POINTS.astype(np.int64)
    buried = np.where(picks, own_pile, np.where(leaster, 0, habits.buried[rules.blind]))
    won = np.where(with_me, info.points, 0).sum(axis=1) + np.where(picks, buried, 0)
    others = info.points.sum(axis=1) + buried
    return BlindKnowledge(
        hand=info.hand,
        unseen=unseen,
        held=held,
        may_hold=may_hold,
        spread=np.maximum(count(may_hold).astype(np.int64), 1),
        queen=_holding(QUEEN, may_hold, weight, pile),
        seven=_holding(SEVEN, may_hold, weight, pile),
        with_me=with_me,
        picks=picks,
        leaster=leaster,
        won=won.astype(np.int64)[:, None],
        to_come=np.maximum(TOTAL - others, 0).astype(np.int64)[:, None],
    )


def _holding(trump: int, may_hold: Cards, weight: Numbers, pile: Numbers) -> Numbers:
    """(G, S) chance of each seat to hold `trump`; `pile` (G, 1) weighs that nobody does."""
    weights = np.where(has_card(may_hold, trump), weight, 0)
    total = weights.sum(axis=1, keepdims=True) + pile
    return (weights / np.maximum(total, 1e-9)).astype(np.float32)
