"""Tricks and trump tables, on a small game: four suits, the jacks of clubs and spades trump."""

import numpy as np

from trick_taking.cards import PACK_32
from trick_taking.tables import build_tables
from trick_taking.tricks import follow_suit, takes_trick

JACKS = (PACK_32.card_id("JC"), PACK_32.card_id("JS"))


def group_of(card: int, contract: int) -> int:
    """Contract 0 has two trumps, contract 1 none."""
    return 4 if contract == 0 and card in JACKS else card // 8


def strength_of(card: int, contract: int) -> int:
    """The jack of clubs beats the jack of spades, else pack order."""
    return 9 - JACKS.index(card) if group_of(card, contract) == 4 else 7 - card % 8


TABLES = build_tables(32, 2, 5, 4, group_of, strength_of)


def cards(*texts: str) -> np.ndarray:
    return np.array([PACK_32.parse(text) for text in texts], np.uint64)


def test_tables_expand_the_functions_for_every_contract():
    assert TABLES.group.shape == TABLES.strength.shape == (2, 32)
    assert TABLES.group.dtype == TABLES.strength.dtype == np.int8
    assert TABLES.group[0, [0, 3, 8, 11, 31]].tolist() == [0, 4, 1, 4, 3]
    assert TABLES.group[1, [0, 3, 8, 11, 31]].tolist() == [0, 0, 1, 1, 3]
    assert TABLES.strength[0, [3, 11, 0, 7]].tolist() == [9, 8, 7, 0]
    assert PACK_32.format(TABLES.group_sets[0, 0]) == "AC KC QC TC 9C 8C 7C"
    assert PACK_32.format(TABLES.group_sets[1, 0]) == "AC KC QC JC TC 9C 8C 7C"
    assert PACK_32.format(TABLES.trump_sets[0]) == "JC JS"
    assert TABLES.trump_sets[1] == 0
    assert np.bitwise_or.reduce(TABLES.group_sets, axis=1).tolist() == [2**32 - 1] * 2


def test_follow_suit_or_play_anything():
    led = np.array([TABLES.group_sets[0, 0]] * 3 + [TABLES.trump_sets[0]])
    hands = cards("AC JC 9S", "JC AS 9H", "", "JS AC KC")
    wanted = cards("AC", "JC AS 9H", "", "JS")
    assert follow_suit(hands, led).tolist() == wanted.tolist()


def test_who_takes_the_trick_so_far():
    empty = np.array([True, False, False, False, False, False])
    follows = np.array([True, True, True, False, False, True])
    trump = np.array([False, False, False, False, True, True])
    strength = np.array([0, 5, 3, 7, 8, 8], np.int8)
    best = np.array([-1, 4, 4, 4, 4, 9], np.int8)
    takes = takes_trick(empty, follows, trump, strength, best)
    assert takes.tolist() == [True, True, False, False, True, False]
