"""The score of a deal of Smear and the match by hand (SM4, SM11-SM13, SMV2-SMV4, SMV7, SMV8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.reference.smear_cards import pack
from tests.reference.smear_match import ReferenceMatch
from tests.reference.smear_options import complete_options
from tests.reference.smear_scoring import DealScore, score_deal


def score(
    options: dict[str, Any],
    captured: Sequence[str],
    played: Sequence[str] | None = None,
    pitcher: int = 0,
    bid: int = 2,
) -> DealScore:
    """The score, under spades, of sides that captured `captured`.

    `played` are the cards by the seat that played them; unless told, seats 0, 1 .. played what
    sides 0, 1 .. captured.
    """
    sides = [cards.split() for cards in captured]
    seats = sides if played is None else [cards.split() for cards in played]
    return score_deal(complete_options(options), "S", pitcher, bid, sides, seats)


def test_sm11_the_ten_points() -> None:
    found = score({}, ["AS 2S JS JC", "BJ LJ 3S TH"])
    assert found.captured == [4, 6]
    assert (found.high, found.low, found.jack, found.jick) == (0, 0, 0, 0)
    assert (found.big_joker, found.little_joker, found.three, found.game) == (1, 1, 1, 1)
    assert found.two is None
    assert found.game_value == [6, 10]


def test_sm11_the_low_is_never_the_jick_or_a_joker() -> None:
    assert score({}, ["JC", "9S LJ 2C"]).low == 1
    nothing = score({"game_tie": "low_captor", "low_to": "holder"}, ["JC", "LJ"])
    assert (nothing.low, nothing.high) == (None, None)
    assert score({"high": "highest_played"}, ["JC BJ", "9S"]).high == 1
    assert score({"high": "highest_played"}, ["JC BJ", "LJ"]).high is None


def test_sm11_without_the_ace_nobody_has_high() -> None:
    assert score({}, ["KS 2S", "QS"]).high is None
    assert score({"high": "highest_played"}, ["KS 2S", "QS"]).high == 0


def test_sm11_low_to_the_holder() -> None:
    captured, played = ["AS 4S TC", "5S"], ["AS TC", "4S", "5S", ""]
    assert score({}, captured, played).low == 0
    assert score({"low_to": "holder"}, captured, played).low == 1
    assert score({"low_to": "holder"}, captured, ["4S", "AS", "5S TC", ""]).low == 0


def test_sm11_game_tied() -> None:
    tied = ["TC AS", "TD AC 2S"]
    assert score({}, tied).game is None
    assert score({"game_tie": "low_captor"}, tied).game == 1
    three = {"players": 6, "teams": 3, "game_tie": "low_captor"}
    assert score(three, ["TC", "TD", "2S"]).game is None
    assert score(three, ["TC", "TD 2S", "KC"]).game == 1
    # The captor of the Low card counts, whoever played it.
    holder = {"game_tie": "low_captor", "low_to": "holder"}
    found = score(holder, tied, ["2S TC", "AS TD AC"])
    assert (found.low, found.game) == (0, 1)


def test_sm12_exactly_the_bid_is_enough() -> None:
    captured = ["AS 2S JS JC", "BJ LJ 3S TH"]
    assert score({}, captured, bid=4).scores == [4, 6]
    assert score({}, captured, bid=5).scores == [-5, 6]
    assert score({}, captured, bid=6, pitcher=3).scores == [4, 6]
    assert score({}, captured, bid=7, pitcher=3).scores == [4, -7]
    assert score({}, captured, bid=7, pitcher=3).units == [4, -7, 4, -7]


def test_smv2_the_two_scores_two_besides_low() -> None:
    found = score({"variant": "widow"}, ["AS KS", "2S 3S"])
    assert (found.two, found.low, found.three) == (1, 1, 1)
    assert found.captured == [2, 6]
    assert score({}, ["AS KS", "2S 3S"]).captured == [2, 4]


def test_smv3_no_jick_and_no_three() -> None:
    found = score({"variant": "no_jick"}, ["AS 3S JC BJ", "2S JS LJ TH"])
    assert found.captured == [2, 4]
    assert (found.jick, found.three) == (None, None)
    without = score({"variant": "no_jick", "jokers": 0}, ["AS 3S JC", "2S JS TH"])
    assert without.captured == [1, 3]
    assert (without.big_joker, without.little_joker) == (None, None)
    assert len(pack(complete_options({"variant": "no_jick", "jokers": 0}))) == 52


def test_smv4_five_points() -> None:
    options = {"variant": "five_point"}
    assert len(pack(complete_options(options))) == 53
    found = score(options, ["AS 3S JC BJ", "2S JS TH"])
    assert found.captured == [2, 3]
    assert (found.jick, found.three, found.little_joker) == (None, None, None)


def match_at(totals: list[int], **options: Any) -> ReferenceMatch:
    """A match that stands at `totals`."""
    match = ReferenceMatch(options, dealer=0)
    assert match.sides == len(totals)
    match.totals = totals
    return match


@pytest.mark.parametrize(
    ("both_over", "totals", "scores", "pitching", "made", "winners"),
    [
        ("pitcher_first", [18, 19], [4, 5], 0, True, [0]),  # 22-24
        ("pitcher_first", [18, 19], [4, 5], 1, True, [1]),
        ("pitcher_first", [15, 19], [4, 5], 0, True, [1]),  # 19-24
        ("pitcher_first", [15, 15], [4, 5], 0, True, []),
        ("pitcher_first", [20, 15], [1, 6], 0, True, [0]),  # 21-21
        ("highest", [18, 19], [4, 5], 0, True, [1]),
        ("highest", [20, 15], [1, 6], 0, True, [0]),  # 21-21: the pitcher's side made its bid
        ("highest", [20, 15], [1, 6], 1, True, [1]),
        ("highest", [15, 15], [4, 5], 0, True, []),
    ],
)
def test_sm13_two_sides(
    both_over: str,
    totals: list[int],
    scores: list[int],
    pitching: int,
    made: bool,
    winners: list[int],
) -> None:
    match = match_at(totals, both_over=both_over)
    match.add(scores, pitching, made)
    assert match.winners == winners
    assert match.finished == bool(winners)
    assert match.dealer == (0 if winners else 1)


@pytest.mark.parametrize("both_over", ["pitcher_first", "highest"])
def test_sm13_a_tie_of_others_is_played_off(both_over: str) -> None:
    match = match_at([10, 19, 20], players=3, both_over=both_over)
    match.add([-3, 4, 3], 0, False)  # 7 23 23
    assert not match.finished
    match.add([5, 2, -2], 2, False)  # 12 25 21: all that have 21 are looked at again
    assert match.winners == [1]
    first = match_at([7, 23, 23], players=3, both_over=both_over)
    first.add([4, 3, 2], 2, True)  # 11 26 25: the pitcher first, or the highest
    assert first.winners == ([2] if both_over == "pitcher_first" else [1])


@pytest.mark.parametrize("both_over", ["pitcher_first", "highest"])
def test_sm13_a_pitcher_that_failed_wins_no_tie(both_over: str) -> None:
    match = match_at([25, 20, 3], players=3, both_over=both_over)
    match.add([-2, 3, 0], 0, False)  # 23 23 3
    assert not match.finished


def test_sm13_the_highest_of_the_others_wins() -> None:
    match = match_at([19, 19, 20], players=3)
    match.add([-2, 3, 5], 0, False)
    assert match.winners == [2]
    assert match.winning_seats == [2]


@pytest.mark.parametrize(("target", "winners"), [(11, [0]), (21, [0]), (52, [])])
def test_smv7_the_target(target: int, winners: list[int]) -> None:
    match = match_at([15, 3], target=target)
    match.add([6, 2], 0, True)
    assert match.winners == winners


def test_smv8_the_floor() -> None:
    match = match_at([-18, 4], floor=-21)
    match.add([-2, 4], 0, False)
    assert not match.finished
    match.add([-3, 2], 0, False)  # -23 10
    assert match.winners == [1]
    exact = match_at([-18, 4], floor=-21)
    exact.add([-3, 2], 0, False)
    assert exact.winners == [1]
    without = match_at([-18, 4])
    without.add([-3, 2], 0, False)
    assert not without.finished


def test_smv8_ties_share_and_sm13_comes_first() -> None:
    tied = match_at([-18, 4, 6], players=3, floor=-21)
    tied.add([-3, 4, 2], 0, False)
    assert tied.winners == [1, 2]
    over = match_at([-18, 18, 20], players=3, floor=-21)
    over.add([-3, 3, 1], 0, False)  # 21-21: SM13 finds no winner, the floor ends the match
    assert over.winners == [1, 2]
    pitcher = match_at([-21, 20, 30], players=3, floor=-21)
    pitcher.add([0, 2, 1], 1, True)
    assert pitcher.winners == [1]


def test_a_match_ends_after_500_deals() -> None:
    match = match_at([1, 1, 0], players=3)
    for _ in range(499):
        match.add([0, 0, 0], 0, True)
    assert not match.finished
    match.add([0, 0, 0], 0, True)
    assert match.winners == [0, 1]
    short = ReferenceMatch({}, 0, max_deals=1)
    short.add([3, 3], 0, True)
    assert short.winning_seats == [0, 1, 2, 3]


def test_sm4_the_deal_passes_clockwise() -> None:
    match = match_at([0, 0, 0], players=3)
    dealers = []
    for _ in range(4):
        dealers.append(match.dealer)
        match.add([0, 1, 0], 0, False)
    assert dealers == [0, 1, 2, 0]
