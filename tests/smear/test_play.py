"""SM8 to SM10: six tricks, what may be played, who takes."""

from __future__ import annotations

from typing import Any

import pytest

from smear_env.smear_v0 import Rules
from tests.reference.smear_cards import trumps
from tests.reference.smear_lines import SM_G1, SM_G2, WHOLE_DEALS, deal_text, fill
from tests.reference.smear_options import complete_options
from tests.smear.tables import (
    TABLES,
    bid,
    facing,
    lay_down_to,
    open_play,
    play_any,
    play_line,
    play_out,
    taker_of_first,
    taker_of_second,
)

both_interfaces = pytest.mark.parametrize("kind", TABLES)
GROUPS = ("C", "S", "H", "D", "trump")


@both_interfaces
@pytest.mark.parametrize("pitcher", range(4))
def test_sm8_the_pitcher_leads_whoever_is_eldest(kind: str, pitcher: int) -> None:
    kept = fill([["AS", "KS"], ["QS", "BJ"], ["JC", "TS"], ["LJ", "2S"]])
    table = TABLES[kind](Rules(), deal_text(kept))
    bid(table, 3, pitcher)
    lay_down_to(table, kept)
    assert table.seat == pitcher
    assert set(table.legal()) == set(kept[pitcher][:2])  # a trump


@both_interfaces
def test_sm8_a_plain_first_lead_is_refused(kind: str) -> None:
    table = open_play(kind, SM_G1.hands)
    assert table.legal() == ["KS", "8S", "4S", "BJ", "LJ"]
    with pytest.raises(ValueError, match=r"seat 0 .*'KH'.*SM8: the pitcher leads a trump"):
        table.play("KH")
    with pytest.raises(ValueError, match=r"seat 0 .*'AS'.*SM9: the card is not in its hand"):
        table.play("AS")
    for action in ("pass", "bid 2", "trump S"):
        with pytest.raises(ValueError, match=rf"seat 0 .*'{action}'.*SM8.*must play a card"):
            table.play(action)
    assert table.seat == 0


@both_interfaces
def test_sm8_later_leads_are_free(kind: str) -> None:
    table = open_play(kind, SM_G1.hands)
    table.play_all(["KS", "JS", "7S", "TS"])
    assert table.seat == 0
    assert sorted(table.legal()) == sorted(table.hand(0))  # plain cards and trumps


@both_interfaces
@pytest.mark.parametrize("line", [SM_G1, SM_G2, *WHOLE_DEALS.values()])
def test_sm8_six_tricks_each_led_by_who_took_the_last(kind: str, line: Any) -> None:
    table = play_line(kind, line)
    assert table.seat is None
    assert table.result["tricks"] == 6


@both_interfaces
@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("BJ", "JC AH", "JC"),  # the Jick is a trump
        ("JC", "BJ AC", "BJ"),  # a joker too; a club is none
        ("2S", "LJ 4S AH KD", "4S LJ"),
        ("2S", "AC KC QC AH", "AC KC QC AH"),  # none: any card
    ],
)
def test_sm9_trump_led(kind: str, led: str, hand: str, legal: str) -> None:
    table = facing(kind, led, hand)
    assert table.known().led_group[0] == GROUPS.index("trump")
    assert sorted(table.legal()) == sorted(legal.split())
    for card in set(hand.split()) - set(legal.split()):
        with pytest.raises(ValueError, match=rf"seat 1 .*'{card}'.*SM9: a trump was led"):
            table.play(card)


@both_interfaces
@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("AC", "2C KH", "2C"),
        ("AC", "2C KH 9S BJ", "2C 9S BJ"),  # any trump even when able to follow
        ("AC", "JC KH 2D", "JC KH 2D"),  # the Jick does not follow clubs: void
        ("2H", "AH KH QD LJ", "AH KH LJ"),
        ("2H", "KD QD AC", "KD QD AC"),
        ("2H", "TS KD", "TS KD"),
    ],
)
def test_sm9_plain_suit_led(kind: str, led: str, hand: str, legal: str) -> None:
    table = facing(kind, led, hand)
    assert table.known().led_group[0] == GROUPS.index(led[1])
    assert sorted(table.legal()) == sorted(legal.split())
    suit = {"C": "clubs", "H": "hearts"}[led[1]]
    for card in set(hand.split()) - set(legal.split()):
        with pytest.raises(ValueError, match=rf"seat 1 .*'{card}'.*SM9: must follow {suit} or"):
            table.play(card)
    assert table.seat == 1


@both_interfaces
@pytest.mark.parametrize(
    ("led", "hand", "card", "void"),
    [
        ("AC", "2C 9S", "9S", None),  # trumped though able to follow
        ("AC", "AH 9S", "9S", None),  # and when void
        ("AC", "2C 9S", "2C", None),
        ("AC", "AH KH", "AH", "C"),
        ("AC", "JC AH", "AH", "C"),
        ("BJ", "AH KH", "AH", "trump"),
        ("BJ", "JC KH", "JC", None),
    ],
)
def test_sm9_a_void_is_known_by_neither_following_nor_trumping(
    kind: str, led: str, hand: str, card: str, void: str | None
) -> None:
    table = facing(kind, led, hand)
    before = table.known().voids[0].tolist()
    table.play(card)
    wanted = before[1] | (0 if void is None else 1 << GROUPS.index(void))
    assert table.known().voids[0].tolist() == [before[0], wanted, *before[2:]]


@both_interfaces
@pytest.mark.parametrize(
    ("trick", "takes"),
    [
        ("AS KS QS JS", "AS"),
        ("2S 3S 4S 5S", "5S"),
        ("TS LJ BJ JC", "JC"),
        ("LJ TS AS JC", "AS"),
        ("JC TS AH AD", "JC"),
        ("2S AC TS AD", "TS"),
    ],
)
def test_sm10_the_highest_trump(kind: str, trick: str, takes: str) -> None:
    assert taker_of_first(kind, trick) == trick.split().index(takes)


@both_interfaces
@pytest.mark.parametrize(
    ("trick", "takes"),
    [
        ("2H AC AD KC", "2H"),  # another suit never takes
        ("TH JH QH 9H", "QH"),
        ("QH JH TH KH", "KH"),
        ("AH KH LJ TS", "LJ"),  # the highest of two trumps
        ("AH 2S QH 3S", "3S"),
        ("KC JC AC QC", "JC"),  # the Jick, not a club
    ],
)
def test_sm10_the_led_suit_unless_a_trump(kind: str, trick: str, takes: str) -> None:
    assert taker_of_second(kind, trick) == trick.split().index(takes)


@both_interfaces
@pytest.mark.parametrize(
    "options", [{"players": 3}, {"players": 5, "cards_dealt": 8}, {"players": 6}, {"players": 8}]
)
def test_sm10_every_seat_plays_to_a_trick(kind: str, options: dict[str, Any]) -> None:
    order = trumps(complete_options(options), "S")  # two of them to each seat, P0 the highest
    pairs = [order[2 * seat : 2 * seat + 2] for seat in range(options["players"])]
    table = open_play(kind, fill(pairs, **options), **options)
    table.play("KS")
    for seat, pair in enumerate(pairs[1:], start=1):
        assert table.seat == seat
        assert set(table.legal()) == set(pair)
        play_any(table, 1)
    assert table.seat == 0
    play_out(table)
    assert table.result["tricks"] == 6
