"""SM11, SM12 and SM14: what a hand is worth."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reference.smear_lines import (
    ONLY_A_JOKER,
    ONLY_THE_ACE,
    OTHERS_TIE,
    SM_G1,
    SM_G2,
    THREE_ALONE,
    WHOLE_DEALS,
    Line,
    fill,
)
from tests.smear.tables import (
    ITEMS,
    TABLES,
    facing,
    names_of,
    open_play,
    play_any,
    play_line,
)

both_interfaces = pytest.mark.parametrize("kind", TABLES)


def points_of(table: Any) -> dict[str, int]:
    """Who scored what, by item; nobody's are left out."""
    return {item: table.result[item] for item in ITEMS if table.result[item] is not None}


@both_interfaces
@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("6 to 3", {"high": 0, "low": 0, "jack": 0, "big_joker": 0, "little_joker": 0, "game": 0}),
        ("5 to 5", {"high": 0, "low": 0, "jack": 0, "jick": 1, "big_joker": 1, "little_joker": 0}),
        ("4 to 5", {"high": 0, "low": 0, "jack": 0, "jick": 1, "big_joker": 1}),
        ("1 to 2", {"low": 1, "big_joker": 0, "game": 1}),
        ("no jokers", {"high": 0, "low": 0, "jack": 0, "game": 0}),
    ],
)
def test_sm11_each_point_to_the_side_that_captured_it(
    kind: str, line: str, points: dict[str, int]
) -> None:
    table = play_line(kind, WHOLE_DEALS[line])
    extra = {"game": 0} if line[0] in "54" else {}
    three = {"three": 1} if line != "1 to 2" else {}
    assert points_of(table) == points | extra | three
    worth = dict.fromkeys(ITEMS, 1) | {"three": 3, "two": 0}
    captured = [0, 0]
    for item, side in points_of(table).items():
        captured[side] += worth[item]
    assert table.result["captured"] == captured


@both_interfaces
@pytest.mark.parametrize("line", [SM_G1, SM_G2, *WHOLE_DEALS.values()])
def test_sm11_a_card_that_is_not_in_play_scores_for_nobody(kind: str, line: Line) -> None:
    table = play_line(kind, line)
    on_table = {card for trick in line.tricks for card in trick.cards}
    named = {"high": "AS", "jack": "JS", "jick": "JC", "big_joker": "BJ", "little_joker": "LJ"}
    for item, card in (named | {"three": "3S"}).items():
        assert (table.result[item] is not None) == (card in on_table)
    assert table.result["two"] is None  # SMV2


@both_interfaces
@pytest.mark.parametrize(
    ("line", "ace", "highest_played"),
    [
        (SM_G1, None, 0),  # the ace is not in play, KS is P0's
        (SM_G2, 1, 1),
        (WHOLE_DEALS["1 to 2"], None, 1),  # TS, for BJ is not of the suit
    ],
)
def test_sm11_high(kind: str, line: Line, ace: int | None, highest_played: int) -> None:
    assert play_line(kind, line).result["high"] == ace
    assert play_line(kind, line, high="ace").result["high"] == ace
    assert play_line(kind, line, high="highest_played").result["high"] == highest_played


@both_interfaces
def test_sm11_nobody_with_the_ace(kind: str) -> None:
    table = play_line(kind, WHOLE_DEALS["1 to 2"])
    assert table.result["high"] is None
    assert table.result["captured"] == [1, 2]
    table = play_line(kind, WHOLE_DEALS["1 to 2"], high="highest_played")
    assert table.result["captured"] == [1, 3]


@both_interfaces
@pytest.mark.parametrize("high", ["ace", "highest_played"])
@pytest.mark.parametrize("low_to", ["captor", "holder"])
def test_sm11_no_card_of_the_suit_no_high_and_no_low(kind: str, high: str, low_to: str) -> None:
    table = play_line(kind, ONLY_A_JOKER, players=3, high=high, low_to=low_to)
    assert points_of(table) == {"big_joker": 0, "game": 1}
    assert table.result["units"] == [-2, 1, 0]


@both_interfaces
@pytest.mark.parametrize(
    ("line", "options", "captor", "holder"),
    [
        (SM_G2, {}, ([2, 6], 1), ([3, 5], 0)),  # 3S, P2's, taken by P3
        (THREE_ALONE, {"players": 3}, ([2, 5, 3], 0), ([1, 6, 3], 1)),  # 2S, P1's, taken by P0
        (WHOLE_DEALS["6 to 3"], {}, ([6, 3], 0), ([6, 3], 0)),  # 2S, taken by the partner
        (ONLY_THE_ACE, {"players": 3}, ([2, 1, 0], 0), ([2, 1, 0], 0)),
    ],
)
def test_sm11_low(kind: str, line: Line, options: Any, captor: Any, holder: Any) -> None:
    for low_to, (captured, low) in (("captor", captor), ("holder", holder)):
        table = play_line(kind, line, low_to=low_to, **options)
        assert table.result["captured"] == captured
        assert table.result["low"] == low


@both_interfaces
@pytest.mark.parametrize(
    ("line", "game"),
    [(SM_G1, 0), (WHOLE_DEALS["1 to 2"], 1), (WHOLE_DEALS["5 to 5"], 0)],
)
def test_sm11_game_to_the_most_game_value(kind: str, line: Line, game: int) -> None:
    for game_tie in ("nobody", "low_captor"):
        assert play_line(kind, line, game_tie=game_tie).result["game"] == game


@both_interfaces
@pytest.mark.parametrize(
    ("options", "game", "low", "captured"),
    [
        ({"game_tie": "nobody"}, None, 1, [2, 6]),
        ({"game_tie": "low_captor"}, 1, 1, [2, 7]),
        ({"game_tie": "nobody", "low_to": "holder"}, None, 0, [3, 5]),
        ({"game_tie": "low_captor", "low_to": "holder"}, 1, 0, [3, 6]),  # still the captor
    ],
)
def test_sm11_game_tied(
    kind: str, options: dict[str, Any], game: int | None, low: int, captured: list[int]
) -> None:
    table = play_line(kind, SM_G2, **options)
    assert table.result["game_value"] == [24, 24]
    assert (table.result["game"], table.result["low"]) == (game, low)
    assert table.result["captured"] == captured


@both_interfaces
@pytest.mark.parametrize("game_tie", ["nobody", "low_captor"])
def test_sm11_game_tied_among_others_than_the_low_captor(kind: str, game_tie: str) -> None:
    table = play_line(kind, OTHERS_TIE, players=3, game_tie=game_tie)
    assert table.result["game_value"] == [10, 3, 10]
    assert points_of(table) == {"low": 1, "three": 1}
    assert table.result["units"] == [-2, 4, 0]


@both_interfaces
@pytest.mark.parametrize(
    ("line", "bid", "units"),
    [
        ("5 to 5", 2, [5, 5]),  # all that it captured, not the bid
        ("5 to 5", 5, [5, 5]),  # at least its bid
        ("5 to 5", 6, [-6, 5]),
        ("5 to 5", 10, [-10, 5]),
        ("2 to 6", 2, [2, 6]),
        ("2 to 6", 3, [-3, 6]),  # and nothing else
        ("1 to 2", 2, [-2, 2]),
    ],
)
def test_sm12_made_or_set(kind: str, line: str, bid: int, units: list[int]) -> None:
    table = play_line(kind, WHOLE_DEALS[line], bid)
    assert table.result["made"] is (units[0] > 0)
    assert table.result["units"] == table.rewards == units * 2
    assert table.result["captured"][1] == units[1]


@both_interfaces
@pytest.mark.parametrize(("bid", "units"), [(2, [2, 5, 3]), (3, [-3, 5, 3]), (10, [-10, 5, 3])])
def test_sm12_every_other_side_scores_what_it_captured(
    kind: str, bid: int, units: list[int]
) -> None:
    table = play_line(kind, THREE_ALONE, bid, players=3)
    assert table.result["captured"] == [2, 5, 3]
    assert table.result["units"] == units


def revoked(kind: str, led: str = "9C", hand: str = "KC AH", **options: Any) -> Any:
    """P1, who has to follow to `led`, plays the last card of `hand`, which does not."""
    table = facing(kind, led, hand, revoke="lose_deal", **options)
    table.play(hand.split()[-1])
    return table


@both_interfaces
def test_sm14_forbidden_refuses_and_changes_nothing(kind: str) -> None:
    table = facing(kind, "9C", "KC AH", revoke="forbidden")
    before = table.state
    with pytest.raises(ValueError, match=r"seat 1 .*'AH'.*SM9"):
        table.play("AH")
    assert table.state.equals(before)
    assert table.legal() == table.lawful() == ["KC"]


@both_interfaces
@pytest.mark.parametrize(
    ("led", "hand", "lawful"),
    [("9C", "KC AH TS", "KC TS"), ("5S", "JC LJ AH", "JC LJ"), ("AH", "TS 9D", "TS 9D")],
)
def test_sm14_every_card_of_a_seat_that_follows_may_be_tried(
    kind: str, led: str, hand: str, lawful: str
) -> None:
    table = facing(kind, led, hand, revoke="lose_deal")
    assert sorted(table.legal()) == sorted(hand.split())
    assert sorted(table.lawful()) == sorted(lawful.split())
    table.play(lawful.split()[-1])
    assert table.result is None
    assert table.seat == 2  # a lawful card goes on; a trump on a plain suit is no revoke


@both_interfaces
def test_sm14_the_first_lead_and_other_actions_are_still_bound(kind: str) -> None:
    table = open_play(kind, SM_G1.hands, revoke="lose_deal")
    assert table.legal() == table.lawful() == ["KS", "8S", "4S", "BJ", "LJ"]
    with pytest.raises(ValueError, match="SM8"):
        table.play("KH")
    table.play("KS")
    assert len(table.legal()) == 6
    with pytest.raises(ValueError, match="SM9: the card is not in its hand"):
        table.play("AS")


@both_interfaces
def test_sm14_a_revoke_ends_the_deal_and_is_not_part_of_the_trick(kind: str) -> None:
    table = revoked(kind)
    assert table.seat is None
    known = table.known(1)
    assert names_of(known.hand[0]) == ["KC", "AH"]
    assert names_of(known.table[0]) == ["9C"]
    assert len(names_of(known.played[0, 0])) == 4  # seat 1 counts from itself
    assert known.tricks_played[0] == table.result["tricks"] == 4
    assert not known.voids[0, 0] & 1  # as it sees itself: no void in clubs is proven
    assert table.result["revoker"] == 1


@both_interfaces
@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 10),
        ({"variant": "widow"}, 12),
        ({"variant": "no_jick"}, 6),
        ({"variant": "no_jick", "jokers": 0}, 4),
        ({"variant": "five_point"}, 5),
    ],
)
def test_sm14_the_others_score_the_most_points_of_the_variant(
    kind: str, options: dict[str, Any], most: int
) -> None:
    table = revoked(kind, **options)
    assert table.result["units"] == table.rewards == [most, 0, most, 0]
    assert points_of(table) == {}  # nothing is counted
    assert table.result["captured"] == [0, 0]
    assert table.result["made"] is True


@both_interfaces
@pytest.mark.parametrize("bid", [2, 10])
def test_sm14_the_pitcher_is_not_set_besides(kind: str, bid: int) -> None:
    kept = fill([["AS", "9C"], ["2S", "KC"], ["3S", "AH"], ["4S", "2C"]])
    table = open_play(kind, kept, bid, revoke="lose_deal")
    table.play_all(["AS", "2S"])
    assert table.lawful() == ["3S"]
    table.play("AH")  # the pitcher's partner
    assert table.result["revoker"] == 2
    assert table.result["made"] is False
    assert table.result["units"] == [0, 10, 0, 10]


@both_interfaces
def test_sm14_each_other_side_of_three(kind: str) -> None:
    kept = fill([["AS", "KS"], ["2S", "KC"], ["3S", "AH"]], players=3)
    table = open_play(kind, kept, 5, players=3, revoke="lose_deal")
    table.play_all(["AS", "KC"])
    assert table.result["units"] == [10, 0, 10]
    assert table.result["made"] is True
    table = open_play(kind, kept, 5, players=3, revoke="lose_deal")
    table.play_all(["AS", "2S", "3S", "KS", kept[1][2]])
    assert table.result is None  # void of trumps: no revoke
    pitcher_first = open_play(kind, kept, 5, players=3, revoke="lose_deal")
    pitcher_first.play_all(["KS", "2S", "AH"])
    assert pitcher_first.result["units"] == [10, 10, 0]


@both_interfaces
@pytest.mark.parametrize(("both_over", "winners"), [("pitcher_first", [0]), ("highest", [2])])
def test_sm14_the_pitcher_counts_as_having_made_his_bid(
    kind: str, both_over: str, winners: list[int]
) -> None:
    options = {"players": 3, "revoke": "lose_deal", "both_over": both_over}
    kept = fill([["AS", "KS"], ["2S", "KC"], ["3S", "AH"]], players=3)
    table = open_play(kind, kept, 5, episode="match", **options)
    table.set_totals([12, 3, 15])
    table.play_all(["AS", "KC"])
    assert table.totals() == [22, 3, 25]
    assert table.winners() == winners


@both_interfaces
def test_sm14_the_pitcher_who_revokes_has_not_made_his_bid(kind: str) -> None:
    kept = fill([["2S", "KC", "AH"], ["KS", "9C"], ["3S"]], players=3)
    table = open_play(kind, kept, episode="match", players=3, revoke="lose_deal")
    table.set_totals([21, 14, 0])
    table.play_all(["2S", "KS", "3S", "9C"])
    play_any(table, 1)
    assert "AH" not in table.lawful()
    table.play("AH")
    assert table.result["made"] is False
    assert table.totals() == [21, 24, 10]
    assert table.winners() == [1]  # P0 has 21, but not by a bid that he made
