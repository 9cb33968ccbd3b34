"""Cards, packs, sets of cards and the text of deals."""

import numpy as np
import pytest

from trick_taking.cards import PACK_32, PACK_54, bit, cards_in, contains, count, flags
from trick_taking.deal_text import format_deal, parse_deal


def test_ids_are_places_in_pack_order():
    assert PACK_32.size == 32
    assert [PACK_32.card_id(name) for name in ("AC", "JC", "7C", "AS", "QH", "7D")] == [
        0,
        3,
        7,
        8,
        18,
        31,
    ]
    assert PACK_54.size == 54
    assert [PACK_54.card_id(name) for name in ("AC", "2C", "AS", "2D", "BJ", "LJ")] == [
        0,
        12,
        13,
        51,
        52,
        53,
    ]
    assert PACK_32.names[:9] == ("AC", "KC", "QC", "JC", "TC", "9C", "8C", "7C", "AS")


def test_sets_are_bits():
    assert PACK_32.parse("AC QC 7D") == 0b101 | 1 << 31
    assert PACK_32.parse("") == 0
    assert PACK_32.format(0b101 | 1 << 31) == "AC QC 7D"
    assert PACK_32.format(np.uint64(1 << 31)) == "7D"
    assert PACK_54.parse("LJ") == 1 << 53
    assert cards_in(0b1011) == [0, 1, 3]
    assert cards_in(np.uint64(0)) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [("AC 2C", "unknown card '2C'"), ("AC KC AC", "AC appears twice"), ("1C", "unknown card")],
)
def test_wrong_card_texts_are_refused(text, fault):
    with pytest.raises(ValueError, match=fault):
        PACK_32.parse(text)


def test_one_member_sets_and_membership():
    assert bit(np.array([0, 3, 63, -1], np.int8)).tolist() == [1, 8, 1 << 63, 0]
    sets = np.array([0b1001, 0, 1 << 63], np.uint64)
    assert count(sets).tolist() == [2, 0, 1]
    assert contains(sets, np.array([3, 3, 63])).tolist() == [True, False, True]
    everything = np.full(4, 2**64 - 1, np.uint64)
    assert contains(everything, np.array([-1, 64, 2**62, 0])).tolist() == [False] * 3 + [True]


def test_flags_put_card_ids_on_the_last_axis():
    sets = np.array([[0b01, 0b110], [0, 1 << 4]], np.uint64)
    rows = flags(sets, 5)
    assert rows.shape == (2, 2, 5)
    assert rows.dtype == np.uint8
    assert rows.tolist() == [[[1, 0, 0, 0, 0], [0, 1, 1, 0, 0]], [[0] * 5, [0, 0, 0, 0, 1]]]


def test_deal_text_goes_there_and_back():
    text = "AC KC | QC JC | TC | blind: 9C 8C"
    hands, piles = parse_deal(text, PACK_32, 3, ("blind",))
    assert hands == [0b11, 0b1100, 0b10000]
    assert piles == {"blind": [5, 6]}
    assert format_deal(hands, PACK_32, piles) == text
    assert parse_deal(" KC  AC|JC QC |TC|blind:8C 9C", PACK_32, 3, ("blind",))[0] == hands


def test_seat_that_sits_out_has_an_empty_hand():
    hands, _ = parse_deal("AC |  | QC", PACK_32, 3)
    assert hands == [1, 0, 4]
    assert parse_deal(format_deal([1, 2, 0], PACK_32), PACK_32, 3)[0] == [1, 2, 0]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("AC | KC", "needs 3 hands .* not 2"),
        ("AC | KC | QC | JC", "needs 3 hands .* not 4"),
        ("AC | blind: KC | QC", "needs 3 hands"),
        ("blind: KC | AC | QC | JC", "before any pile"),
        ("AC | KC | QC | stock: JC", "unknown pile 'stock'"),
        ("AC | KC | QC | blind: JC | blind: TC", "given twice"),
        ("AC | KC | AC", "card AC appears twice"),
        ("AC | KC | QC | blind: KC", "card KC appears twice"),
        ("AC | KC KC | QC", "KC appears twice"),
        ("AC | KC | XC", "unknown card 'XC'"),
        ("", "needs 3 hands"),
    ],
)
def test_wrong_deal_texts_name_the_fault(text, fault):
    with pytest.raises(ValueError, match=fault):
        parse_deal(text, PACK_32, 3, ("blind",))
