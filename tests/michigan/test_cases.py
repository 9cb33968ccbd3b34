"""Every worked case of Michigan Spitzer, through `env` and through `vector_env`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spitzer_env.michigan_v0 import Rules
from tests.michigan.tables import TABLES, ZOLAS_TEXT, begin, deal_with, play_line
from tests.michigan.under_test import MICHIGAN
from tests.reference.michigan_deals import MI_G1, WHOLE_DEALS
from tests.reference.michigan_playing import only
from tests.reference.michigan_situations import FIRST_TRICKS, HANDS, SITUATIONS

pytestmark = pytest.mark.parametrize("kind", TABLES)


@pytest.mark.parametrize(
    ("case", "said", "options", "seat", "legal"),
    [
        ("MI-1", {}, {}, 3, "KC"),
        ("MI-2", {}, {}, 1, "JC 8D"),
        ("MI-3", {}, {}, 2, "QH AD 7D"),
        ("MI-4", {}, {}, 3, "9S AH KH"),
        ("MI-5", {}, {}, 0, "AS 7S"),
        ("MI-5", {}, {"trump_chain": True}, 0, "QH"),
        ("MI-6", {}, {}, 3, "QH 8D"),
        ("MI-7", {2: "call AC"}, {}, 3, "AC"),
        ("MI-8", {3: "call AC"}, {}, 1, "TC 7S"),
        ("MI-8 alone", {3: "call AC"}, {}, 0, "AC"),
        ("MI-9", {3: "call AC"}, {}, 0, "AC TC QD"),
    ],
)
def test_cases_of_following(
    kind: str, case: str, said: dict[int, str], options: dict[str, Any], seat: int, legal: str
) -> None:
    table = play_line(kind, SITUATIONS[case], said, **options)
    assert table.seat == seat
    assert table.legal() == table.lawful() == legal.split()


@pytest.mark.parametrize(
    ("case", "cards", "winner", "points"),
    [
        ("MI-10", "AS 7D QS 9S", "7D", 14),
        ("MI-10 with QC", "AS 7D QS QC", "QC", 17),
        ("MI-11", "JD AD TD QD", "QD", 26),
        ("MI-11 hearts", "KH TH 9H 8H", "TH", 14),
    ],
)
def test_cases_of_taking(kind: str, case: str, cards: str, winner: str, points: int) -> None:
    assert FIRST_TRICKS[case].cards == cards.split()
    table = play_line(kind, FIRST_TRICKS[case])
    taker = cards.split().index(winner)
    assert table.seat == taker
    assert table.known().points[0].tolist() == only(points, taker)


@pytest.mark.parametrize(
    ("case", "legal"),
    [
        ("MI-12", "pass, call AC" + ZOLAS_TEXT),
        ("MI-13", "pass, call AH" + ZOLAS_TEXT),
        ("MI-14", "pass, call first trick" + ZOLAS_TEXT),
        ("MI-15", "pass" + ZOLAS_TEXT),
    ],
)
def test_cases_of_speaking(kind: str, case: str, legal: str) -> None:
    assert begin(kind, deal_with(HANDS[case])).legal() == legal.split(", ")


@pytest.mark.parametrize(
    ("case", "said", "line", "units"),
    [
        ("MI-16", "pass", "63", only(3, 0, 1)),
        ("MI-16", "pass", "60", only(6, 2, 3)),
        ("MI-16", "pass", "31", only(6, 2, 3)),
        ("MI-16", "pass", "30", only(9, 2, 3)),
        ("MI-16", "pass", "89", only(3, 0, 1)),
        ("MI-16", "pass", "90", only(6, 0, 1)),
        ("MI-16", "pass", "120 in 7 tricks", only(6, 0, 1)),
        ("MI-16", "pass", "all 8 tricks", only(9, 0, 1)),
        ("MI-17", "pass", "alone 61", only(9, 0)),
        ("MI-17", "pass", "alone 60", only(6, 1, 2, 3)),
        ("MI-17", "pass", "alone 25", only(9, 1, 2, 3)),
        ("MI-17", "pass", "alone all 8 tricks", only(15, 0)),
        ("MI-18", "zola", "alone 61", only(18, 0)),
        ("MI-18", "zola", "alone 60", only(9, 1, 2, 3)),
        ("MI-18", "zola", "alone 30", only(12, 1, 2, 3)),
        ("MI-18", "zola", "alone one trick of 0 points", only(12, 1, 2, 3)),
        ("MI-18", "zola", "alone 0 tricks", only(15, 1, 2, 3)),
        ("MI-18", "zola", "alone 90", only(27, 0)),
        ("MI-18", "zola", "alone all 8 tricks", only(36, 0)),
        ("MI-19", "zola schneider", "alone 89", only(18, 1, 2, 3)),
        ("MI-19", "zola schneider", "alone 90", only(36, 0)),
        ("MI-19", "zola schneider", "alone 60", only(24, 1, 2, 3)),
        ("MI-19", "zola schneider", "alone all 8 tricks", only(39, 0)),
        ("MI-20", "zola schneider schwartz", "alone 110 in 7 tricks", only(27, 1, 2, 3)),
        ("MI-20", "zola schneider schwartz", "alone 89", only(33, 1, 2, 3)),
        ("MI-20", "zola schneider schwartz", "alone 50", only(39, 1, 2, 3)),
        ("MI-20", "zola schneider schwartz", "alone all 8 tricks", only(42, 0)),
        ("MI-22", "call first trick", "first trick of the caller, 70", only(3, 0)),
        ("MI-22", "call first trick", "first trick of the caller, 40", only(6, 1, 2, 3)),
    ],
)
def test_cases_of_scoring(kind: str, case: str, said: str, line: str, units: list[int]) -> None:
    table = play_line(kind, WHOLE_DEALS[line], {0: said})
    assert table.seat is None
    assert table.result["declarers"] == ([0, 1] if case == "MI-16" else [0])
    silent = "silent solo" if case == "MI-17" else "normal"
    assert table.result["row"] == (said if said.startswith("zola") else silent)
    assert table.result["units"] == table.rewards == units


@pytest.mark.parametrize(
    ("totals", "after", "dealer"),
    [([36, 36, 9, 24], [42, 42, 9, 24], 0), ([39, 36, 9, 24], [45, 42, 9, 24], None)],
)
def test_case_mi_21(kind: str, totals: list[int], after: list[int], dealer: int | None) -> None:
    """The last card of a deal that gives P0 and P1 6 each, from `totals`."""
    line = WHOLE_DEALS["90"]
    table = TABLES[kind](Rules(), line.deal, 3, episode="match")
    table.game.state.totals[table.row] = totals
    table.play_all(["pass"] * 4)
    table.play_all(card for trick in line.tricks for card in trick.cards)
    assert table.game.state.totals[table.row].tolist() == after
    if dealer is None:
        assert table.seat is None
        assert table.game.state.contenders[table.row] == 1  # P0 wins 45-42
    else:
        assert table.game.state.dealer[table.row] == dealer  # play on
        assert table.legal()[0] == "pass"


def test_case_mi_23(kind: str) -> None:
    table = play_line(kind, WHOLE_DEALS["60"], negative_scores="declarers")
    assert table.result["units"] == table.rewards == only(-6, 0, 1)


def test_case_mi_g1(kind: str) -> None:
    table = begin(kind, MI_G1.deal)
    table.play_all(["pass"] * 4)
    points = np.zeros(4, int)
    for trick in MI_G1.tricks:
        assert table.seat == trick.leader
        table.play_all(trick.cards)
        points[trick.taker] += trick.points
        if table.seat is not None:
            assert table.seat == trick.taker
            assert table.known().points[0].tolist() == points.tolist()
    assert points.tolist() == table.result["points"] == [17, 14, 19, 70]
    assert (table.result["side_points"], table.result["declarers"]) == (89, [2, 3])
    assert table.result["units"] == table.rewards == [0, 0, 3, 3]
    assert MICHIGAN.names[:4] == ("AC", "KC", "QC", "JC")
