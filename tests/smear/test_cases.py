"""Every worked case of Smear, through both public interfaces and in the slow reference."""

from __future__ import annotations

from typing import Any

import pytest

from smear_env.smear_v0 import Rules
from tests.reference.smear_lines import (
    ONLY_THE_ACE,
    SM_G1,
    SM_G1_DEALT,
    SM_G2,
    THREE_ALONE,
    WHOLE_DEALS,
    deal_text,
    fill,
)
from tests.smear.tables import (
    ALL_TABLES,
    ITEMS,
    bid,
    facing,
    lay_down_to,
    open_play,
    play_line,
    play_tricks,
    taker_of_first,
    taker_of_second,
    ways_to_lay_down,
)

pytestmark = pytest.mark.parametrize("kind", ALL_TABLES)


@pytest.mark.parametrize(
    ("led", "hand", "options", "legal"),
    [
        pytest.param("9C", "JC KC 4S AH", {}, "JC KC 4S", id="SM-1"),
        pytest.param("9C", "JC AH 4D", {}, "JC AH 4D", id="SM-2"),
        pytest.param("5S", "JC LJ AH", {}, "JC LJ", id="SM-3"),
        pytest.param("LJ", "2S AH", {}, "2S", id="SM-4-trump"),
        pytest.param("LJ", "AH KD", {}, "AH KD", id="SM-4-void"),
        pytest.param("AH", "KH TS 9D", {}, "KH TS", id="SM-5-follow"),
        pytest.param("AH", "TS 9D", {}, "TS 9D", id="SM-5-void"),
        pytest.param("JC", "9D KC", {}, "9D KC", id="SM-6"),
        pytest.param("9C", "JC AH 4S", {"variant": "no_jick"}, "JC 4S", id="SM-7"),
    ],
)
def test_case_following(
    kind: str, led: str, hand: str, options: dict[str, Any], legal: str
) -> None:
    table = facing(kind, led, hand, **options)
    assert sorted(table.hand(1)) == sorted(hand.split())
    assert sorted(table.legal()) == sorted(legal.split())


def test_case_sm_8_the_first_lead(kind: str) -> None:
    table = open_play(kind, fill([["AS", "JC", "BJ", "TH", "TD", "9C"], [], [], []]))
    assert table.seat == 0
    assert sorted(table.legal()) == ["AS", "BJ", "JC"]


@pytest.mark.parametrize(
    ("trick", "options", "takes"),
    [
        pytest.param("JC JS LJ BJ", {}, "JS", id="SM-9-JS"),
        pytest.param("LJ BJ TS 9S", {}, "BJ", id="SM-9-BJ"),
        pytest.param("TS LJ 9S JC", {}, "JC", id="SM-9-JC"),
        pytest.param("BJ LJ TS JC", {}, "JC", id="SM-10-default"),
        pytest.param("BJ LJ TS JC", {"joker_rank": "around_jick"}, "BJ", id="SM-10-around"),
    ],
)
def test_case_trump_tricks(kind: str, trick: str, options: dict[str, Any], takes: str) -> None:
    assert taker_of_first(kind, trick, **options) == trick.split().index(takes)


@pytest.mark.parametrize(
    ("trick", "taker"),
    [pytest.param("AH KH 2S 3H", 2, id="SM-11-2S"), pytest.param("AH KD TH AD", 0, id="SM-11-AH")],
)
def test_case_plain_tricks(kind: str, trick: str, taker: int) -> None:
    assert taker_of_second(kind, trick) == taker


@pytest.mark.parametrize(
    ("hand", "always", "sometimes", "ways"),
    [
        pytest.param(
            "AS 4S JC TH TD TC AH KH 2D 9D", "AS 4S JC", "TH TD TC AH KH 2D 9D", 35, id="SM-12"
        ),
        pytest.param("AS KS 9S 8S JC BJ 3S TH TD AH", "AS JC BJ 3S", "KS 9S 8S", 3, id="SM-13"),
        pytest.param("AS KS QS JS JC BJ LJ TS 3S 2S", "", "AS JS JC BJ LJ 3S 2S", 7, id="SM-14"),
    ],
)
def test_case_discards(kind: str, hand: str, always: str, sometimes: str, ways: int) -> None:
    table = ALL_TABLES[kind](Rules(), deal_text([hand.split(), [], [], []]))
    bid(table)
    kept = ways_to_lay_down(table)
    assert len(kept) == ways
    assert set.intersection(*map(set, kept)) == set(always.split())
    assert set.union(*map(set, kept)) == {*always.split(), *sometimes.split()}


def test_case_sm_15_the_auction(kind: str) -> None:
    table = ALL_TABLES[kind](Rules(), deal_text([["AS"], [], [], ["KS"]]))
    table.play_all(["pass", "bid 3"])
    assert table.legal() == ["pass", *(f"bid {points}" for points in range(4, 11))]
    table.play("bid 10")
    assert table.legal() == ["pass"]
    table = ALL_TABLES[kind](Rules(), deal_text([["AS"], [], [], ["KS"]]))
    table.play_all(["pass", "pass", "pass", "pass"])
    assert table.seat == 3
    table.play("trump S")
    while table.seat is not None and table.result is None:
        table.play(table.legal()[0])
    assert (table.result["pitcher"], table.result["bid"]) == (3, 2)
    assert table.result["forced"]


def test_case_sm_16_game_value(kind: str) -> None:
    table = open_play(kind, fill([["TS"], ["JC"], ["BJ"], ["KH"]]))
    table.play_all(["TS", "JC", "BJ", "KH"])
    assert table.game_value() == [0, 14]  # to P1


@pytest.mark.parametrize(
    ("points", "units"),
    [
        pytest.param(5, [6, 3, 6, 3], id="SM-17-made"),
        pytest.param(7, [-7, 3, -7, 3], id="SM-17-set"),
    ],
)
def test_case_sm_17_the_bid(kind: str, points: int, units: list[int]) -> None:
    table = play_line(kind, WHOLE_DEALS["6 to 3"], points)
    assert table.result["captured"] == [6, 3]
    assert table.result["made"] is (points == 5)
    assert table.result["units"] == table.rewards == units


@pytest.mark.parametrize(
    ("line", "points", "before", "options", "after", "winners"),
    [
        pytest.param("4 to 5", 4, [18, 19], {}, [22, 24], [0, 2], id="SM-18"),
        pytest.param(
            "4 to 5", 4, [18, 19], {"both_over": "highest"}, [22, 24], [1, 3], id="SM-18-highest"
        ),
        pytest.param("2 to 6", 4, [19, 18], {}, [15, 24], [1, 3], id="SM-19"),
        pytest.param("5 to 5", 5, [10, 20], {}, [15, 25], [1, 3], id="SM-20"),
        pytest.param("6 to 3", 7, [-15, 0], {"floor": -21}, [-22, 3], [1, 3], id="SM-21"),
    ],
)
def test_case_match(
    kind: str,
    line: str,
    points: int,
    before: list[int],
    options: dict[str, Any],
    after: list[int],
    winners: list[int],
) -> None:
    table = open_play(kind, WHOLE_DEALS[line].hands, points, episode="match", **options)
    table.set_totals(before)
    play_tricks(table, WHOLE_DEALS[line])
    assert table.seat is None
    assert table.totals() == after
    assert table.winners() == winners


def test_case_sm_22_every_seat_alone(kind: str) -> None:
    table = play_line(kind, THREE_ALONE, 3, players=3)
    assert table.result["captured"] == [2, 5, 3]
    assert table.result["units"] == table.rewards == [-3, 5, 3]


def test_case_sm_23_only_the_ace(kind: str) -> None:
    table = play_line(kind, ONLY_THE_ACE, players=3)
    assert (table.result["high"], table.result["low"]) == (0, 0)
    assert {item for item in ITEMS if table.result[item] is not None} == {"high", "low", "game"}
    assert table.result["captured"] == [2, 1, 0]


def points_of(table: Any) -> dict[str, int]:
    """Who scored what, by item; nobody's are left out."""
    return {item: table.result[item] for item in ITEMS if table.result[item] is not None}


@pytest.mark.parametrize(
    ("points", "options", "units"),
    [
        pytest.param(4, {}, [4, 4, 4, 4], id="SM-G1-4"),
        pytest.param(5, {}, [-5, 4, -5, 4], id="SM-G1-5"),
        pytest.param(5, {"high": "highest_played"}, [5, 4, 5, 4], id="SM-G1-5-highest"),
    ],
)
def test_case_sm_g1(kind: str, points: int, options: dict[str, Any], units: list[int]) -> None:
    kept = SM_G1.hands
    deal = deal_text([SM_G1_DEALT.split(), *kept[1:]])
    table = ALL_TABLES[kind](Rules(**options), deal)
    bid(table, points)
    lay_down_to(table, kept)
    play_tricks(table, SM_G1)
    found = {"jack": 0, "big_joker": 0, "little_joker": 0, "game": 0, "low": 1, "three": 1}
    assert points_of(table) == found | ({"high": 0} if options else {})
    assert table.result["game_value"] == [49, 17]
    assert table.result["units"] == table.rewards == units


@pytest.mark.parametrize(
    ("options", "captured"),
    [
        pytest.param({}, [2, 6], id="SM-G2"),
        pytest.param({"game_tie": "low_captor"}, [2, 7], id="SM-G2-low-captor"),
    ],
)
def test_case_sm_g2_game_tied(kind: str, options: dict[str, Any], captured: list[int]) -> None:
    table = play_line(kind, SM_G2, 2, **options)
    found = {"jick": 0, "jack": 0, "high": 1, "low": 1, "little_joker": 1, "three": 1}
    assert points_of(table) == found | ({"game": 1} if options else {})
    assert table.result["game_value"] == [24, 24]
    assert table.result["captured"] == captured
    assert table.result["units"] == [captured[0], captured[1]] * 2
