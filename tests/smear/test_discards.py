"""SM7: every hand comes down to six."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from smear_env import smear_v0
from smear_env.actions import HIDDEN_DISCARD
from smear_env.smear_v0 import Rules
from tests.reference.smear_lines import WHOLE_DEALS, deal_text
from tests.smear.tables import IDS, TABLES, bid, lay_down_to, names_of, play_out, ways_to_lay_down

both_interfaces = pytest.mark.parametrize("kind", TABLES)


def holding(kind: str, *hands: str, pitcher: int = 0, **options: Any) -> Any:
    """A table at its first discard: the seats were dealt `hands` and plain cards, spades are trump.

    `pitcher` bid 2.
    """
    dealt = [hand.split() for hand in hands]
    seats = options.get("players", 4)
    kept = dealt + [[] for _ in range(seats - len(dealt))]
    table = TABLES[kind](Rules(**options), deal_text(kept, **options))
    bid(table, 2, pitcher)
    return table


@both_interfaces
@pytest.mark.parametrize("pitcher", range(4))
def test_sm7_the_pitcher_first_then_clockwise_a_seat_at_a_time(kind: str, pitcher: int) -> None:
    table = holding(kind, "AS KS", "QS", "JS", "TS", pitcher=pitcher)
    turns = []
    while len(table.hand(table.seat)) > 6:
        turns.append(table.seat)
        before = table.hand(table.seat)
        card = table.legal()[-1]
        table.play(card)
        assert sorted([*table.hand(turns[-1]), card]) == sorted(before)
    assert turns == [(pitcher + step) % 4 for step in range(4) for _ in range(4)]
    assert table.seat == pitcher
    assert table.known().held[0].tolist() == [6] * 4


@pytest.mark.parametrize(
    ("options", "each"),
    [
        ({"players": 3}, 4),
        ({"players": 5}, 4),
        ({"players": 5, "cards_dealt": 8}, 2),
        ({"players": 6}, 2),
        ({"players": 6, "teams": 3}, 2),
        ({"players": 8}, 0),
    ],
)
def test_sm7_hands_of_every_size_come_down_to_six(options: dict[str, Any], each: int) -> None:
    game = smear_v0.vector_env(30, rules=Rules(**options), seed=6)
    for _ in range(game.num_seats + 1):
        game.step(game.lawful.argmax(axis=1))
    pitcher = game.state.pitcher.copy()
    for step in range(each * game.num_seats):
        assert (game.state.phase == 2).all()
        assert (game.seat == (pitcher + step // each) % game.num_seats).all()
        game.step(game.lawful.argmax(axis=1))
    assert (game.state.phase == 3).all()
    assert (game.seat == pitcher).all()
    assert (np.bitwise_count(game.state.hands) == 6).all()
    assert (np.bitwise_count(game.state.discarded) == each).all()


@both_interfaces
def test_sm7_a_trump_goes_only_after_all_plain_cards(kind: str) -> None:
    table = holding(kind, "AS KS QS TS 9S 8S 7S 5S AH KH")
    assert table.legal() == ["AH", "KH"]
    with pytest.raises(ValueError, match=r"seat 0 .*'9S'.*SM7: a trump may go only after"):
        table.play("9S")
    table.play("KH")
    assert table.legal() == ["AH"]
    table.play("AH")
    assert table.legal() == ["KS", "QS", "TS", "9S", "8S", "7S", "5S"]  # not the ace
    table.play("KS")
    table.play("5S")
    assert table.hand(0) == ["AS", "QS", "TS", "9S", "8S", "7S"]
    assert table.seat == 1


@both_interfaces
def test_sm7_six_trumps_and_no_more_all_stay(kind: str) -> None:
    table = holding(kind, "KS QS TS 9S 8S 7S AH KH TH TD")
    assert len(ways_to_lay_down(table)) == 1
    lay_down_to(table, [["KS", "QS", "TS", "9S", "8S", "7S"]] * 4)
    assert table.hand(0) == ["KS", "QS", "TS", "9S", "8S", "7S"]


@both_interfaces
def test_sm7_the_jick_and_jokers_are_no_plain_cards(kind: str) -> None:
    table = holding(kind, "JC BJ LJ 4C 5C 6C 7C 8C 9C TC")
    assert table.legal() == ["TC", "9C", "8C", "7C", "6C", "5C", "4C"]
    other = holding(kind, "AS", "JC BJ LJ 4C 5C 6C 7C 8C 9C TC")
    while other.seat == 0:
        other.play(other.legal()[0])
    assert other.legal() == ["TC", "9C", "8C", "7C", "6C", "5C", "4C"]  # every seat, not he alone


@both_interfaces
@pytest.mark.parametrize(
    ("options", "hand", "unprotected"),
    [
        ({}, "AS KS JS JC BJ LJ TS 3S 2S 4S", "KS TS 4S"),
        ({"variant": "widow"}, "AS KS JS JC BJ LJ TS 3S 2S 4S", "KS TS 4S"),
        ({"high": "highest_played"}, "AS KS JS JC BJ LJ TS 3S 2S 4S", "KS TS 4S"),
        ({"variant": "no_jick"}, "AS KS JS QS BJ LJ TS 3S 2S 4S", "KS QS TS 4S 3S"),
        (
            {"variant": "no_jick", "jokers": 0},
            "AS KS JS QS 9S 8S TS 3S 2S 4S",
            "KS QS TS 9S 8S 4S 3S",
        ),
        ({"variant": "five_point"}, "AS KS JS QS BJ 9S TS 3S 2S 4S", "KS QS TS 9S 4S 3S"),
    ],
)
def test_sm7_protected_trumps_as_far_as_they_score(
    kind: str, options: dict[str, Any], hand: str, unprotected: str
) -> None:
    table = holding(kind, hand, **options)
    while set(table.legal()) - set(hand.split()):  # the plain cards of a widow
        table.play(next(card for card in table.legal() if card not in hand.split()))
    assert table.legal() == unprotected.split()
    with pytest.raises(ValueError, match=r"seat 0 .*'2S'.*SM7: unprotected trumps go before"):
        table.play("2S")
    with pytest.raises(ValueError, match=r"seat 0 .*'AS'.*SM7"):
        table.play("AS")


@both_interfaces
def test_sm7_more_than_six_protected_trumps(kind: str) -> None:
    table = holding(kind, "AS JS JC BJ LJ 3S 2S KS AH KH")
    table.play_all(["AH", "KH"])
    assert table.legal() == ["KS"]
    table.play("KS")
    assert table.legal() == ["JC", "AS", "JS", "3S", "2S", "BJ", "LJ"]  # any of them now
    assert len(ways_to_lay_down(table)) == 7
    table.play("AS")
    assert table.seat == 1
    assert table.hand(0) == ["JC", "JS", "3S", "2S", "BJ", "LJ"]


@both_interfaces
def test_sm7_free_discard_lets_any_card_go(kind: str) -> None:
    hand = "AS JS 2S BJ AH KH QH JH TH 9H"
    table = holding(kind, hand, free_discard=True)
    assert sorted(table.legal()) == sorted(hand.split())
    table.play_all(["AS", "BJ", "AH", "JS"])
    assert table.hand(0) == ["2S", "KH", "QH", "JH", "TH", "9H"]
    assert table.seat == 1


@both_interfaces
def test_sm7_free_discard_the_pitcher_keeps_his_last_trump(kind: str) -> None:
    table = holding(kind, "AS JC AH KH QH JH TH 9H 8H 7H", "KS AD", free_discard=True)
    table.play("AS")
    assert "JC" not in table.legal()
    assert len(table.legal()) == 8
    with pytest.raises(ValueError, match=r"seat 0 .*'JC'.*SM7: the pitcher keeps his last trump"):
        table.play("JC")
    table.play_all(["AH", "KH", "QH"])
    assert table.seat == 1
    assert "KS" in table.legal()  # every other seat may lay its last trump
    table.play("KS")
    assert "KS" not in table.hand(1)


@both_interfaces
def test_sm7_more_than_six_trumps_with_free_discard(kind: str) -> None:
    hand = "AS KS JS JC BJ LJ TS 3S 2S 4S"
    table = holding(kind, hand, free_discard=True)
    assert len(table.legal()) == 10
    assert len(ways_to_lay_down(table)) == 210  # any 6 of 10


@both_interfaces
def test_sm7_discards_lie_face_down(kind: str) -> None:
    table = holding(kind, "AS KS", "QS", "JS", "TS")
    laid = table.legal()[:4]
    table.play_all(laid)
    own, other = table.known(0), table.known(1)
    assert names_of(own.discarded[0]) == sorted(laid, key=IDS.get)
    assert names_of(other.discarded[0]) == []
    assert own.history[0, 5:9].tolist() == [IDS[card] for card in laid]
    assert other.history[0, 5:9].tolist() == [HIDDEN_DISCARD] * 4
    assert other.held[0].tolist() == [10, 10, 10, 6]  # seat 1 counts from itself
    assert not np.isin([IDS[card] for card in laid], other.history[0]).any()


@both_interfaces
def test_sm7_discards_score_for_nobody(kind: str) -> None:
    kept = WHOLE_DEALS["6 to 3"].hands
    dealt = [[*kept[0], "QS", "JC"], *kept[1:]]
    table = TABLES[kind](Rules(free_discard=True), deal_text(dealt))
    bid(table)
    lay_down_to(table, kept)
    play_out(table)
    assert table.result["jick"] is None  # JC lies face down
    assert sum(table.result["captured"]) == 9
