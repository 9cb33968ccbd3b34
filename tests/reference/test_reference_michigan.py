"""The Michigan reference on every worked case of the rules page."""

from __future__ import annotations

import pytest

from tests.reference.michigan import MichiganDeal
from tests.reference.michigan_deals import MI_G1, WHOLE_DEALS
from tests.reference.michigan_playing import DEALER, hands_with, only, play, scripted_match
from tests.reference.michigan_situations import FIRST_TRICKS, HANDS, SITUATIONS

ZOLAS_TEXT = ", zola, zola schneider, zola schneider schwartz"


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
    case: str, said: dict[int, str], options: dict[str, object], seat: int, legal: str
) -> None:
    deal = play(SITUATIONS[case], said, **options)
    assert deal.seat == seat
    assert deal.legal() == legal.split()
    assert deal.lawful() == legal.split()
    assert deal.called_ace == ("AC" if said else None)


@pytest.mark.parametrize(
    ("case", "cards", "winner", "points"),
    [
        ("MI-10", "AS 7D QS 9S", "7D", 14),
        ("MI-10 with QC", "AS 7D QS QC", "QC", 17),
        ("MI-11", "JD AD TD QD", "QD", 26),
        ("MI-11 hearts", "KH TH 9H 8H", "TH", 14),
    ],
)
def test_cases_of_taking(case: str, cards: str, winner: str, points: int) -> None:
    assert FIRST_TRICKS[case].cards == cards.split()
    deal = play(FIRST_TRICKS[case])
    assert deal.takers == [cards.split().index(winner)]
    assert sum(deal.points) == deal.points[deal.takers[0]] == points


@pytest.mark.parametrize(
    ("case", "legal"),
    [
        ("MI-12", "pass, call AC" + ZOLAS_TEXT),
        ("MI-13", "pass, call AH" + ZOLAS_TEXT),
        ("MI-14", "pass, call first trick" + ZOLAS_TEXT),
        ("MI-15", "pass" + ZOLAS_TEXT),
    ],
)
def test_cases_of_speaking(case: str, legal: str) -> None:
    deal = MichiganDeal({}, hands_with(HANDS[case]), DEALER)
    assert deal.legal() == legal.split(", ")


@pytest.mark.parametrize(
    ("line", "units"),
    [
        ("63", only(3, 0, 1)),
        ("60", only(6, 2, 3)),
        ("31", only(6, 2, 3)),
        ("30", only(9, 2, 3)),
        ("89", only(3, 0, 1)),
        ("90", only(6, 0, 1)),
        ("120 in 7 tricks", only(6, 0, 1)),
        ("all 8 tricks", only(9, 0, 1)),
    ],
)
def test_case_mi_16(line: str, units: list[int]) -> None:
    deal = play(WHOLE_DEALS[line])
    assert deal.finished
    assert (deal.row, deal.declarers) == ("normal", {0, 1})
    assert deal.units == units


@pytest.mark.parametrize(
    ("case", "said", "line", "units"),
    [
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
def test_cases_of_one_declarer(case: str, said: str, line: str, units: list[int]) -> None:
    deal = play(WHOLE_DEALS[line], {0: said})
    assert deal.declarers == {0}
    assert deal.row == {"MI-17": "silent solo", "MI-22": "normal"}.get(case, said)
    assert deal.units == units


def test_case_mi_21() -> None:
    tied = scripted_match([36, 36, 9, 24], [only(6, 0, 1)])
    assert tied.totals == [42, 42, 9, 24]
    assert not tied.finished
    won = scripted_match([39, 36, 9, 24], [only(6, 0, 1)])
    assert won.totals == [45, 42, 9, 24]
    assert won.winners == [0]


def test_case_mi_23() -> None:
    assert play(WHOLE_DEALS["60"], negative_scores="declarers").units == only(-6, 0, 1)


def test_case_mi_g1() -> None:
    deal = play(MI_G1)
    assert deal.points == [17, 14, 19, 70]
    assert deal.declarer_points == 89
    assert deal.declarers == {2, 3}
    assert deal.units == [0, 0, 3, 3]
