"""The trump structure and the values of Smear, as tables (SM2, SM3, SMV3, SMV4, SMV6).

A contract is the suit that is trump, 0..3 for C S H D.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from smear_env.actions import PACK
from smear_env.rules import SmearRules
from trick_taking.cards import NO_CARDS, SUITS, Cards
from trick_taking.tables import TrumpTables, build_tables

NUM_GROUPS = 5
TRUMP = 4  # groups 0..3 are the plain suits C S H D
GROUP_NAMES = (*SUITS, "trump")
SUIT_SIZE = 13
PLAIN_ORDER = "23456789TJQKA"  # SM2, low to high
GAME_VALUES = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}  # SM3, others 0
BIG_JOKER, LITTLE_JOKER = PACK.card_id("BJ"), PACK.card_id("LJ")
JICKS = tuple(PACK.card_id("J" + suit) for suit in "SCDH")  # of trump C S H D (SM2)

VALUES = np.array(
    [
        GAME_VALUES.get(name[0], 0) if card < BIG_JOKER else 0
        for card, name in enumerate(PACK.names)
    ],
    np.int16,
)  # (C,)
TRUMP_RANKS = ("A", "K", "Q", "J", "Jick", "BJ", "LJ", *"T98765432")  # labels of `trump_ranks`


@cache
def trump_tables(rules: SmearRules) -> TrumpTables:
    """Groups and strengths of all cards under each of the four contracts."""
    low_to_high = _trump_order(rules)

    def place(card: int, trump: int) -> str | None:
        """What the card is among the trumps, None for a plain one."""
        if card >= BIG_JOKER:
            return PACK.names[card]
        if card == JICKS[trump] and rules.has_jick:
            return "Jick"
        return PACK.names[card][0] if card // SUIT_SIZE == trump else None

    def group_of(card: int, trump: int) -> int:
        return card // SUIT_SIZE if place(card, trump) is None else TRUMP

    def strength_of(card: int, trump: int) -> int:
        as_trump = place(card, trump)
        if as_trump is None:
            return PLAIN_ORDER.index(PACK.names[card][0])
        return len(PLAIN_ORDER) + low_to_high.index(as_trump)

    return build_tables(PACK.size, len(SUITS), NUM_GROUPS, TRUMP, group_of, strength_of)


def _trump_order(rules: SmearRules) -> list[str]:
    """The trumps from low to high (SM2, SMV6); those that are not in the pack do no harm."""
    middle = ["LJ", "Jick", "BJ"] if rules.joker_rank == "around_jick" else ["LJ", "BJ", "Jick"]
    return [*"23456789T", *middle, *"JQKA"]


@cache
def trump_sets(rules: SmearRules) -> Cards:
    """(5,) the trumps of each contract; the last entry, of no contract yet, is empty."""
    sets = trump_tables(rules).trump_sets & _card_set(rules.pack)
    return np.append(sets, NO_CARDS)


@cache
def protected_sets(rules: SmearRules) -> Cards:
    """(4,) the trumps that go last when trumps must be discarded (SM7)."""
    sets = []
    for trump, suit in enumerate(SUITS):
        cards = [PACK.card_id(rank + suit) for rank in "AJ2"]
        cards += [card for card in (BIG_JOKER, LITTLE_JOKER) if card in rules.pack]
        if rules.has_jick:
            cards += [JICKS[trump], PACK.card_id("3" + suit)]  # SMV3, SMV4: no Jick, no Three
        sets.append(_card_set(cards))
    return np.array(sets, np.uint64)


def _card_set(cards: tuple[int, ...] | list[int]) -> np.uint64:
    return np.uint64(sum(1 << card for card in cards))


_SUIT = np.uint64((1 << SUIT_SIZE) - 1)
_FIRST_CARD = np.array([SUIT_SIZE * suit for suit in range(len(SUITS))] + [0], np.uint64)
_JICK = np.array([*JICKS, 0], np.uint64)
_COURT, _REST = np.uint64(0b1111), np.uint64(0b1_1111_1111_0000)
_ONE, _JOKERS = np.uint64(1), np.uint64(0b11 << 5)


def suit_ranks(sets: Cards, suits: npt.NDArray[np.integer]) -> Cards:
    """The cards of suit `suits` in each set as 13 bits, A K Q J T 9 .. 2 from bit 0."""
    return sets >> _FIRST_CARD[suits] & _SUIT


class TrumpRanks:
    """Turns sets of trumps of suit `suits` (G,) into 16 bits, in the order of `TRUMP_RANKS`."""

    def __init__(self, suits: npt.NDArray[np.integer]) -> None:
        self.first_card, self.jick = _FIRST_CARD.take(suits), _JICK.take(suits)

    def __call__(self, trumps: Cards) -> Cards:
        """(.., G) sets of nothing but trumps, empty where the suit is NO_GROUP."""
        suit = trumps >> self.first_card
        ranks = suit & _COURT
        ranks |= (suit & _REST) << np.uint64(3)
        ranks |= (trumps >> self.jick & _ONE) << np.uint64(4)
        ranks |= trumps >> np.uint64(BIG_JOKER - 5) & _JOKERS
        return ranks


def trump_ranks(trumps: Cards, suits: npt.NDArray[np.integer]) -> Cards:
    """(G,) sets of trumps as `TrumpRanks` of `suits` (G,) turns them."""
    return TrumpRanks(suits)(trumps)


def ranks_of_one(trumps: int, suit: int) -> int:
    """`trump_ranks` of one set as a Python number; the set must be empty for NO_GROUP."""
    if not trumps:
        return 0
    cards = trumps >> SUIT_SIZE * suit
    jick = trumps >> JICKS[suit] & 1
    court, rest = cards & 0b1111, cards & 0b1_1111_1111_0000
    return court | rest << 3 | jick << 4 | trumps >> BIG_JOKER << 5
