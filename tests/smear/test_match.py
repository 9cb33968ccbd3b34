"""SM13, SMV7 and SMV8: when a match ends and who has won it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from smear_env import smear_v0
from smear_env.smear_v0 import Rules
from tests.reference.smear_lines import THREE_ALONE, WHOLE_DEALS, deal_text
from tests.smear.tables import TABLES, bid, lay_down_to, open_play, play_line, play_tricks

both_interfaces = pytest.mark.parametrize("kind", TABLES)
LINES = WHOLE_DEALS | {"2 to 5 to 3": THREE_ALONE}


def after(kind: str, line: str, points: int, before: list[int], **options: Any) -> Any:
    """A match that stood at `before`, by side, after a deal in which P0 bid `points`."""
    played = LINES[line]
    if played is THREE_ALONE:
        options["players"] = 3
    table = open_play(kind, played.hands, points, episode="match", rewards="win", **options)
    table.set_totals(before)
    play_tricks(table, played)
    return table


def check_goes_on(table: Any, totals: list[int]) -> None:
    """The match goes on with the next dealer."""
    assert table.totals() == totals
    assert table.seat == 1  # P0 deals
    assert (table.state.dealer[0], table.state.deals_played[0]) == (0, 1)
    assert not any(table.rewards)


def check_over(table: Any, totals: list[int], winners: list[int]) -> None:
    """The match is over and its winners are rewarded."""
    seats = len(table.rewards)
    assert table.seat is None
    assert table.totals() == totals
    assert table.winners() == winners
    won = [1 / len(winners) if seat in winners else 0 for seat in range(seats)]
    assert table.rewards == pytest.approx([share - 1 / seats for share in won])


@both_interfaces
def test_sm13_to_21(kind: str) -> None:
    check_goes_on(after(kind, "6 to 3", 2, [14, 17]), [20, 20])
    check_over(after(kind, "6 to 3", 2, [15, 17]), [21, 20], [0, 2])
    check_over(after(kind, "6 to 3", 2, [14, 18]), [20, 21], [1, 3])


@both_interfaces
@pytest.mark.parametrize(
    ("line", "points", "before", "totals", "first", "highest"),
    [
        # The pitcher's side made its bid and has 21: whatever the others have.
        ("4 to 5", 4, [18, 19], [22, 24], [0, 2], [1, 3]),
        ("5 to 5", 5, [16, 40], [21, 45], [0, 2], [1, 3]),
        ("6 to 3", 2, [18, 19], [24, 22], [0, 2], [0, 2]),
        # A tie goes to the pitcher's side, which made its bid.
        ("5 to 5", 5, [16, 16], [21, 21], [0, 2], [0, 2]),
        # Not made, or not 21: the highest side with 21 or more.
        ("2 to 6", 4, [19, 18], [15, 24], [1, 3], [1, 3]),
        ("5 to 5", 5, [10, 20], [15, 25], [1, 3], [1, 3]),
        ("2 to 6", 4, [25, 5], [21, 11], [0, 2], [0, 2]),
        ("2 to 6", 4, [26, 15], [22, 21], [0, 2], [0, 2]),
        ("2 to 6", 4, [25, 16], [21, 22], [1, 3], [1, 3]),
        ("2 to 5 to 3", 3, [0, 17, 18], [-3, 22, 21], [1], [1]),
        ("2 to 5 to 3", 2, [20, 20, 20], [22, 25, 23], [0], [1]),
    ],
)
def test_sm13_who_wins(
    kind: str,
    line: str,
    points: int,
    before: list[int],
    totals: list[int],
    first: list[int],
    highest: list[int],
) -> None:
    check_over(after(kind, line, points, before), totals, first)
    check_over(after(kind, line, points, before, both_over="highest"), totals, highest)


@both_interfaces
@pytest.mark.parametrize("both_over", ["pitcher_first", "highest"])
@pytest.mark.parametrize(
    ("line", "points", "before", "totals"),
    [
        ("2 to 6", 4, [25, 15], [21, 21]),  # the pitcher's side is tied but did not make it
        ("2 to 5 to 3", 3, [0, 16, 18], [-3, 21, 21]),
        ("2 to 5 to 3", 3, [24, 16, 18], [21, 21, 21]),
    ],
)
def test_sm13_a_tie_among_those_plays_another_deal(
    kind: str, both_over: str, line: str, points: int, before: list[int], totals: list[int]
) -> None:
    check_goes_on(after(kind, line, points, before, both_over=both_over), totals)


@both_interfaces
def test_sm13_a_tie_above_a_pitcher_who_made_it(kind: str) -> None:
    table = after(kind, "2 to 5 to 3", 2, [20, 20, 22])
    check_over(table, [22, 25, 25], [0])
    table = after(kind, "2 to 5 to 3", 2, [20, 20, 22], both_over="highest")
    check_goes_on(table, [22, 25, 25])


@both_interfaces
def test_sm13_the_other_deal_decides(kind: str) -> None:
    table = after(kind, "2 to 6", 4, [25, 15])
    check_goes_on(table, [21, 21])
    line = WHOLE_DEALS["6 to 3"]
    kept = [line.hands[(seat - 1) % 4] for seat in range(4)]  # P1, eldest, sits in P0's place
    table.inject(deal_text(kept))
    bid(table, 2, 1)
    lay_down_to(table, kept)
    table.play_all(line.cards)
    check_over(table, [24, 27], [1, 3])


@both_interfaces
def test_sm13_totals_may_be_negative(kind: str) -> None:
    table = after(kind, "2 to 6", 10, [-8, -40])
    check_goes_on(table, [-18, -34])
    assert table.state.totals[0].tolist() == [-18, -34, -18, -34]
    assert table.known(1).totals[0].tolist() == [-34, -18]  # seat 1 counts from its own side


def test_sm13_a_side_of_three_seats_shares_the_win() -> None:
    game = smear_v0.vector_env(
        40, rules=Rules(players=6), episode="match", rewards="win", autoreset=False, seed=2
    )
    rewards = np.zeros((40, 6))
    while (game.seat >= 0).any():
        rewards += game.step(game.lawful.argmax(axis=1)).rewards
    wins = rewards > 0
    assert (wins[:, ::2].all(axis=1) ^ wins[:, 1::2].all(axis=1)).all()
    assert np.abs(rewards).max() == pytest.approx(1 / 6)


@both_interfaces
@pytest.mark.parametrize("target", [21, 11, 52])
def test_smv7_target(kind: str, target: int) -> None:
    below, at = [target - 6, 0], [target - 5, 0]
    check_goes_on(after(kind, "5 to 5", 2, below, target=target), [target - 1, 5])
    check_over(after(kind, "5 to 5", 2, at, target=target), [target, 5], [0, 2])
    table = after(kind, "4 to 5", 4, [target - 3, target - 2], target=target)
    check_over(table, [target + 1, target + 3], [0, 2])


@both_interfaces
@pytest.mark.parametrize(
    ("line", "points", "before", "totals", "winners"),
    [
        ("6 to 3", 7, [-15, 0], [-22, 3], [1, 3]),
        ("6 to 3", 7, [-14, 0], [-21, 3], [1, 3]),  # at it
        ("6 to 3", 7, [-14, -30], [-21, -27], [0, 2]),  # the highest side, whoever it is
        ("6 to 3", 6, [2, -24], [8, -21], [0, 2]),
        ("6 to 3", 6, [2, -30], [8, -27], [0, 2]),
        ("2 to 6", 4, [-20, 18], [-24, 24], [1, 3]),  # SM13 comes first
        ("5 to 5", 5, [17, -30], [22, -25], [0, 2]),
        ("2 to 5 to 3", 9, [-12, 0, 2], [-21, 5, 5], [1, 2]),  # ties share
        ("2 to 5 to 3", 9, [-12, 16, 18], [-21, 21, 21], [1, 2]),  # also those with 21
        ("2 to 5 to 3", 3, [-18, -26, -24], [-21, -21, -21], [0, 1, 2]),
        ("2 to 5 to 3", 2, [20, -30, 22], [22, -25, 25], [0]),
    ],
)
def test_smv8_a_side_at_the_floor_ends_the_match(
    kind: str, line: str, points: int, before: list[int], totals: list[int], winners: list[int]
) -> None:
    check_over(after(kind, line, points, before, floor=-21), totals, winners)


@both_interfaces
def test_smv8_above_the_floor_or_without_one_it_goes_on(kind: str) -> None:
    check_goes_on(after(kind, "6 to 3", 7, [-13, 0], floor=-21), [-20, 3])
    check_goes_on(after(kind, "6 to 3", 7, [-15, 0]), [-22, 3])
    check_goes_on(after(kind, "6 to 3", 7, [-15, 0], floor=None), [-22, 3])


@both_interfaces
@pytest.mark.parametrize(
    ("line", "points", "before", "totals", "winners"),
    [
        ("6 to 3", 2, [0, 0], [6, 3], [0, 2]),
        ("5 to 5", 2, [0, 0], [5, 5], [0, 1, 2, 3]),
        ("2 to 6", 4, [25, 15], [21, 21], [0, 1, 2, 3]),
        ("4 to 5", 4, [18, 19], [22, 24], [0, 2]),  # SM13 comes first
        ("2 to 5 to 3", 2, [0, 0, 2], [2, 5, 5], [1, 2]),
    ],
)
def test_a_match_ends_after_max_deals(
    kind: str, line: str, points: int, before: list[int], totals: list[int], winners: list[int]
) -> None:
    check_over(after(kind, line, points, before, max_deals=1), totals, winners)


@both_interfaces
def test_rewards_of_a_deal(kind: str) -> None:
    units = play_line(kind, THREE_ALONE, 3, players=3)
    assert units.rewards == [-3, 5, 3]
    relative = play_line(kind, THREE_ALONE, 3, players=3, rewards="relative")
    assert relative.rewards == pytest.approx([-3 - 5 / 3, 5 - 5 / 3, 3 - 5 / 3])
    teams = play_line(kind, WHOLE_DEALS["6 to 3"], 7, rewards="relative")
    assert teams.rewards == [-5, 5, -5, 5]
    assert teams.result["units"] == [-7, 3, -7, 3]


def test_the_env_names_the_next_dealer() -> None:
    table = open_play("env", WHOLE_DEALS["6 to 3"].hands, episode="match", max_deals=1)
    with pytest.raises(ValueError, match="played to its end"):
        table.base.next_dealer()
    play_tricks(table, WHOLE_DEALS["6 to 3"])
    assert table.base.next_dealer() == 0  # P3 dealt
