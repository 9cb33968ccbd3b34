"""Every worked case of two-trump Spitzer, through both public interfaces."""

from __future__ import annotations

from typing import Any

import pytest

from spitzer_env.spitzer_v0 import Rules
from tests.reference.spitzer_deals import FIRST_TRICKS, SITUATIONS, SP_G1, WHOLE_DEALS
from tests.shared_checks.tables import Table
from tests.spitzer.tables import TABLES, announce, play_line

pytestmark = pytest.mark.parametrize("kind", TABLES)


@pytest.mark.parametrize(
    ("case", "options", "legal"),
    [
        ("SP-1", {}, "KC 7C"),
        ("SP-2", {}, "QC 9S AH TH"),
        ("SP-3", {}, "8D"),
        ("SP-4", {}, "8S KH 7D"),
        ("SP-5", {}, "7D"),
        ("SP-5", {"trump_lead_must_follow": False}, "KC AD 7D"),
        ("SP-6", {}, "AC KC TD"),
    ],
    ids=["SP-1", "SP-2", "SP-3", "SP-4", "SP-5", "SP-5-option", "SP-6"],
)
def test_case_following(kind: str, case: str, options: dict[str, Any], legal: str) -> None:
    table = play_line(kind, SITUATIONS[case], **options)
    assert table.seat == 1
    assert table.legal() == legal.split()


@pytest.mark.parametrize(
    ("case", "taker", "points"),
    [("SP-7", 3, 24), ("SP-8", 1, 28), ("SP-9", 0, 15), ("SP-10", 1, 9)],
    ids=["SP-7", "SP-8", "SP-9", "SP-10"],
)
def test_case_taking(kind: str, case: str, taker: int, points: int) -> None:
    table = play_line(kind, FIRST_TRICKS[case])
    assert table.seat == taker  # SP10: who wins the trick leads
    captured = [points if seat == taker else 0 for seat in range(4)]
    assert captured_points(table) == captured


def captured_points(table: Table) -> list[int]:
    """Card points by seat in a deal under way."""
    return table.known().points[0].tolist()


@pytest.mark.parametrize(
    ("line", "trump_points", "units"),
    [
        pytest.param("61", 61, [1, -1, 1, -1], id="SP-11-61"),
        pytest.param("60 in 4 tricks", 60, [-1, 1, -1, 1], id="SP-11-60"),
        pytest.param("90", 90, [1, -1, 1, -1], id="SP-11-90"),
        pytest.param("91", 91, [2, -2, 2, -2], id="SP-11-91"),
        pytest.param("31", 31, [-1, 1, -1, 1], id="SP-12-31"),
        pytest.param("30", 30, [-2, 2, -2, 2], id="SP-12-30"),
        pytest.param("120 in 7 tricks", 120, [2, -2, 2, -2], id="SP-13-7-tricks"),
        pytest.param("120 in 8 tricks", 120, [3, -3, 3, -3], id="SP-13-8-tricks"),
    ],
)
def test_case_two_against_two(kind: str, line: str, trump_points: int, units: list[int]) -> None:
    table = play_line(kind, WHOLE_DEALS[line])
    assert table.seat is None
    assert table.result["trump_side"] == [0, 2]
    assert table.result["trump_points"] == trump_points
    assert table.result["units"] == units
    assert table.rewards == units


@pytest.mark.parametrize(
    ("line", "solo", "options", "units"),
    [
        pytest.param("alone 75", False, {}, [-1, 3, -1, -1], id="SP-14-75"),
        pytest.param("alone 55", False, {}, [1, -3, 1, 1], id="SP-14-55"),
        pytest.param("alone 61", True, {}, [-2, 6, -2, -2], id="SP-15-61"),
        pytest.param("alone 60", True, {}, [2, -6, 2, 2], id="SP-15-60"),
        pytest.param("alone 91", True, {}, [-4, 12, -4, -4], id="SP-15-91"),
        pytest.param("alone 28", True, {}, [4, -12, 4, 4], id="SP-15-28"),
        pytest.param("alone all 8 tricks", True, {}, [-6, 18, -6, -6], id="SP-15-all"),
        pytest.param("95", False, {"schneider_bonus": False}, [1, -1, 1, -1], id="SP-16-95"),
        pytest.param(
            "120 in 8 tricks", False, {"schneider_bonus": False}, [2, -2, 2, -2], id="SP-16-all"
        ),
        pytest.param("alone 95", True, {"double_spitzer": True}, [-8, 24, -8, -8], id="SP-17-95"),
        pytest.param(
            "alone all 8 tricks",
            True,
            {"double_spitzer": True},
            [-12, 36, -12, -12],
            id="SP-17-all",
        ),
        pytest.param("alone 70", True, {"double_spitzer": True}, [-2, 6, -2, -2], id="SP-17-70"),
    ],
)
def test_case_units(
    kind: str, line: str, solo: bool, options: dict[str, Any], units: list[int]
) -> None:
    table = play_line(kind, WHOLE_DEALS[line], solo, **options)
    assert table.result["units"] == units
    assert table.rewards == units
    assert table.result["solo"] == (1 if solo else None)


def test_case_sp_18_revoke_by_the_trump_side(kind: str) -> None:
    table = TABLES[kind](Rules(revoke="lose_deal"), SP_G1.deal)
    announce(table)
    table.play_all(["8D", "KC"])  # P1 holds JD; the trump side is P0 and P1
    assert table.seat is None
    assert table.result["revoker"] == 1
    assert table.result["units"] == [-2, -2, 2, 2]
    assert table.rewards == [-2, -2, 2, 2]


def test_case_sp_g1_ends_60_60(kind: str) -> None:
    table = TABLES[kind](Rules(), SP_G1.deal)
    announce(table)
    points = [0, 0, 0, 0]
    for trick in SP_G1.tricks:
        assert table.seat == trick.leader
        for card in trick.cards:
            assert card in table.legal()
            table.play(card)
        points[trick.taker] += trick.points
        assert captured_points(table) == points
    assert points == table.result["points"] == [40, 20, 44, 16]
    assert table.result["trump_side"] == [0, 1]
    assert table.result["trump_points"] == 60
    assert table.result["units"] == [-1, -1, 1, 1]
