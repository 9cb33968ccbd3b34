"""SMV1 to SMV6: nine-card, widow, no Jick, five-point, ten-point and the ranks of the jokers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from smear_env import smear_v0
from smear_env.smear_v0 import Rules
from tests.reference.smear_lines import SM_G1, THREE_ALONE, WHOLE_DEALS, Line, deal_text, fill
from tests.smear.tables import (
    ITEMS,
    NAMES,
    TABLES,
    bid,
    facing,
    names_of,
    open_play,
    play_line,
    play_side_by_side,
)

both_interfaces = pytest.mark.parametrize("kind", TABLES)
PLAIN = [rank + suit for suit in "HD" for rank in "AKQJT98765432"]
CLUBS = [rank + "C" for rank in "AKQT98765432"]


def points_of(table: Any) -> dict[str, int]:
    """Who scored what, by item; nobody's are left out."""
    return {item: table.result[item] for item in ITEMS if table.result[item] is not None}


def nine_card(kind: str, trumps: list[str], stock: str, points: int = 2, **options: Any) -> Any:
    """P0 bid `points` in spades; each seat was dealt its `trumps` and plain cards, nine in all.

    `stock` begins as told; the rest of the pack is below it.
    """
    spare = [card for card in [*PLAIN, *CLUBS] if card not in stock.split()]
    hands = [held.split() for held in trumps]
    hands = [[*hand, *(spare.pop(0) for _ in range(9 - len(hand)))] for hand in hands]
    used = {card for hand in hands for card in hand} | set(stock.split())
    rest = [card for card in NAMES[:54] if card not in used]
    text = " | ".join([*map(" ".join, hands), f"stock: {stock} {' '.join(rest)}"])
    rules = Rules(variant="nine_card", players=len(hands), **options)
    table = TABLES[kind](rules, text)
    bid(table, points)
    return table


THREE_SEATS = ["AS KS 2S", "QS", ""]
STOCK = "5S 2H 3H 4H 5H BJ 2D 3D 4D 5D 6D 9S 6H 7H"  # P1 draws five, P2 six, P0 three


@both_interfaces
def test_smv1_plain_cards_go_by_themselves_and_each_draws_to_six(kind: str) -> None:
    table = nine_card(kind, THREE_SEATS, STOCK)
    assert table.seat == 0  # nobody had more than six trumps: the play has begun
    hands = [sorted(table.hand(seat)) for seat in range(3)]
    assert hands[0] == sorted(["AS", "KS", "2S", "9S", "6H", "7H"])  # the pitcher draws last
    assert hands[1] == sorted(["QS", "5S", "2H", "3H", "4H", "5H"])  # his left first
    assert hands[2] == sorted(["BJ", "2D", "3D", "4D", "5D", "6D"])
    known = table.known()
    assert known.held[0].tolist() == [6, 6, 6]
    assert known.drawn[0].tolist() == [3, 5, 6]
    assert [len(names_of(cards)) for cards in table.state.discarded[0]] == [6, 8, 9]
    assert not any("S" in card for card in names_of(table.state.discarded[0, 0]))


@both_interfaces
def test_smv1_only_trumps_are_playable(kind: str) -> None:
    table = nine_card(kind, THREE_SEATS, STOCK)
    assert table.legal() == ["AS", "KS", "9S", "2S"]
    with pytest.raises(ValueError, match=r"seat 0 .*'6H'.*SMV1: only trumps are playable"):
        table.play("6H")
    table.play("2S")
    assert table.legal() == ["QS", "5S"]
    table.play("5S")
    assert table.legal() == ["BJ"]


@both_interfaces
def test_smv1_a_seat_without_a_trump_is_skipped_and_the_hand_ends_without_any(kind: str) -> None:
    table = nine_card(kind, THREE_SEATS, STOCK)
    table.play_all(["2S", "QS", "BJ"])  # P1 takes with the queen
    assert (table.seat, table.legal()) == (1, ["5S"])
    assert table.known().voids[0].tolist() == [0, 0, 0]
    table.play("5S")
    assert table.seat == 0  # P2 has none
    assert table.known().voids[0].tolist() == [0, 0, 1 << 4]
    table.play("9S")
    assert table.known().tricks_played[0] == 2
    assert (table.seat, table.legal()) == (0, ["AS", "KS"])
    table.play("KS")  # a trick of one card
    assert table.known().tricks_played[0] == 3
    assert table.known().voids[0].tolist() == [0, 1 << 4, 1 << 4]
    table.play("AS")
    assert table.seat is None
    assert table.result["tricks"] == 4
    assert table.result["game_value"] == [7, 2, 0]  # 5S 9S KS AS; 2S QS BJ
    assert points_of(table) == {"high": 0, "low": 1, "big_joker": 1, "game": 0}
    assert table.result["units"] == [2, 2, 0]


@both_interfaces
def test_smv1_a_lead_passes_left(kind: str) -> None:
    table = nine_card(kind, ["AS KS 2S", "QS", "BJ 3S"], "2H 3H 4H 5H 6H 2D 3D 4D 5D 7H 8H 9H")
    table.play_all(["2S", "QS", "3S"])
    assert (table.seat, table.legal()) == (2, ["BJ"])  # P1 took with his last trump
    assert table.known().leader[0] == 2
    assert table.known().voids[0].tolist() == [0, 1 << 4, 0]
    table.play("BJ")
    assert table.seat == 0
    table.play("KS")
    assert (table.seat, table.legal()) == (0, ["AS"])
    table.play("AS")
    assert table.result["tricks"] == 3
    assert points_of(table) == {"high": 0, "low": 1, "big_joker": 0, "game": 0, "three": 1}
    assert table.result["units"] == [3, 4, 0]


NO_TRUMPS = "2H 3H 4H 5H 6H 2D 3D 4D 5D 6D 7D 2C 3C 4C 5C"


@both_interfaces
def test_smv1_a_lead_passes_over_several_seats(kind: str) -> None:
    table = nine_card(kind, ["2S 3S KS", "AS", ""], NO_TRUMPS)
    table.play_all(["2S", "AS"])
    assert (table.seat, table.legal()) == (0, ["KS", "3S"])  # P1, who took, and P2 have none
    assert table.known().voids[0].tolist() == [0, 16, 16]
    table.play_all(["3S", "KS"])
    assert table.seat is None
    assert table.result["tricks"] == 3
    assert points_of(table) == {"high": 1, "low": 1, "game": 1, "three": 0}  # 4 to 3
    assert table.result["units"] == [3, 3, 0]


@both_interfaces
def test_smv1_only_the_pitcher_has_trumps(kind: str) -> None:
    table = nine_card(kind, ["BJ LJ KS QS TS 9S", "", ""], NO_TRUMPS, 4)
    for number, card in enumerate(["9S", "BJ", "TS", "LJ", "KS", "QS"]):
        assert (table.seat, table.known().tricks_played[0]) == (0, number)
        table.play(card)
    assert table.seat is None
    assert points_of(table) == {"low": 0, "big_joker": 0, "little_joker": 0, "game": 0}
    assert table.result["game_value"] == [15, 0, 0]
    assert table.result["units"] == [4, 0, 0]


@both_interfaces
def test_smv1_the_stock_lasts_as_long_as_it_does(kind: str) -> None:
    trumps = ["AS KS QS JS JC BJ LJ TS 9S", "", "", "8S 7S 6S 5S 4S", "3S 2S"]
    stock = "AC KC QC TC 9C 8C 7C 6C 5C"
    table = nine_card(kind, trumps, stock)
    assert table.seat == 0  # SM7 first: nine trumps
    assert table.legal() == ["KS", "QS", "TS", "9S"]
    assert table.known().drawn[0].tolist() == [0] * 5
    table.play_all(["TS", "9S", "QS"])
    known = table.known()
    assert known.drawn[0].tolist() == [0, 6, 3, 0, 0]
    assert known.held[0].tolist() == [6, 6, 3, 5, 2]
    assert table.hand(1) == ["AC", "KC", "QC", "TC", "9C", "8C"]
    assert table.hand(2) == ["7C", "6C", "5C"]
    table.play("AS")
    assert (table.seat, table.legal()) == (3, ["8S", "7S", "6S", "5S", "4S"])
    table.play_all(["4S", "2S"])
    assert table.seat == 0


@both_interfaces
def test_smv1_what_is_left_of_the_stock_stays_unseen(kind: str) -> None:
    table = nine_card(kind, THREE_SEATS, STOCK)
    seen = {card for seat in range(3) for card in table.hand(seat)}
    assert "JS" not in seen  # in the stock below what was drawn
    while table.seat is not None:
        table.play(table.legal()[0])
    assert table.result["jack"] is None


@both_interfaces
@pytest.mark.parametrize("free_discard", [False, True])
def test_smv1_trumps_over_six_are_actions(kind: str, free_discard: bool) -> None:
    trumps = ["KS QS JS TS 9S 8S 7S", "AS", "JC BJ LJ 6S 5S 4S 3S 2S"]
    stock = "2H 3H 4H 5H 6H"
    table = nine_card(kind, trumps, stock, free_discard=free_discard)
    assert table.seat == 0
    assert table.known().held[0].tolist() == [7, 1, 8]
    wanted = ["KS", "QS", *(["JS"] if free_discard else []), "TS", "9S", "8S", "7S"]
    assert table.legal() == wanted
    table.play("7S")
    assert table.seat == 2  # P1 has only one trump
    assert len(table.legal()) == (8 if free_discard else 3)
    table.play_all(["6S", "4S"])
    assert table.seat == 0
    assert table.known().drawn[0].tolist() == [0, 5, 0]  # all discarded first
    assert table.hand(1) == ["AS", "6H", "5H", "4H", "3H", "2H"]


@both_interfaces
def test_smv1_nobody_can_revoke(kind: str) -> None:
    table = nine_card(kind, THREE_SEATS, STOCK, revoke="lose_deal")
    table.play("2S")
    assert table.legal() == table.lawful() == ["QS", "5S"]
    with pytest.raises(ValueError, match="SMV1"):
        table.play("2H")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_smv1_game_counts_the_captured_trumps(players: int) -> None:
    rules = Rules(variant="nine_card", players=players)
    game = smear_v0.vector_env(200, rules=rules, autoreset=False, seed=4)
    while (game.seat >= 0).any():
        game.step(game.lawful.argmax(axis=1))
    state = game.state
    trumps = game.tables.trump_sets[state.trump]
    assert not (state.played & ~trumps[:, None]).any()
    assert not (state.hands & trumps[:, None]).any()  # no seat holds a trump
    assert (state.game_value.sum(axis=1) <= 4 + 3 + 2 + 1 + 1 + 10).all()


@pytest.mark.parametrize("players", [6, 8])
def test_smv1_is_for_three_to_five(players: int) -> None:
    with pytest.raises(ValueError, match=r"variant=\"nine_card\" needs players.*SMV1"):
        Rules(variant="nine_card", players=players)


@both_interfaces
def test_smv2_the_pitcher_takes_four_cards_before_naming_trump(kind: str) -> None:
    kept = WHOLE_DEALS["6 to 3"].hands
    hands = deal_text([["3C", "4C"], *kept[1:]]).split(" | ")
    table = TABLES[kind](Rules(variant="widow"), " | ".join([*hands, "widow: AS JS BJ 3S"]))
    assert len(table.hand(0)) == 10
    table.play_all(["pass", "bid 2", "pass", "pass"])
    assert {"AS", "JS", "BJ", "3S"} < set(table.hand(1))  # whoever pitches
    assert len(table.hand(1)) == 14
    assert table.known().held[0].tolist() == [10, 14, 10, 10]
    table = TABLES[kind](Rules(variant="widow"), " | ".join([*hands, "widow: AS JS BJ 3S"]))
    bid(table, 2, trump=None)
    assert table.legal() == [f"trump {suit}" for suit in "CSHD"]  # BJ came with the widow
    table.play("trump S")
    laid = 0
    while table.seat == 0:
        assert not {"AS", "JS", "BJ", "3S"} & set(table.legal())
        table.play(table.legal()[0])
        laid += 1
    assert laid == 8  # from fourteen to six
    assert len(names_of(table.state.discarded[0, 0])) == 8


@both_interfaces
def test_smv2_the_widow_goes_to_a_forced_dealer_too(kind: str) -> None:
    hands = deal_text(WHOLE_DEALS["6 to 3"].hands)
    table = TABLES[kind](Rules(variant="widow"), hands + " | widow: QS 9S 8S JC")
    table.play_all(["pass"] * 4)
    assert {"QS", "9S", "8S", "JC"} < set(table.hand(3))
    known = table.known(0)
    assert not set(names_of(known.hand[0])) & {"QS", "9S", "8S", "JC"}


@both_interfaces
@pytest.mark.parametrize(
    ("line", "two", "low", "captured"),
    [
        (WHOLE_DEALS["6 to 3"], 0, 0, [8, 3]),  # besides Low
        (WHOLE_DEALS["5 to 5"], 0, 0, [7, 5]),
        (SM_G1, None, 1, [4, 4]),  # not in play
    ],
)
def test_smv2_the_two_of_trump_scores_two(
    kind: str, line: Line, two: int | None, low: int, captured: list[int]
) -> None:
    table = play_line(kind, line, variant="widow")
    assert (table.result["two"], table.result["low"]) == (two, low)
    assert table.result["captured"] == captured


@both_interfaces
def test_smv2_twelve_points(kind: str) -> None:
    table = play_line(kind, WHOLE_DEALS["5 to 5"], 12, variant="widow")
    assert sum(table.result["captured"]) == 12
    assert table.result["units"] == [-12, 5, -12, 5]


@both_interfaces
def test_smv2_the_two_to_its_captor_under_low_to_holder(kind: str) -> None:
    table = play_line(kind, THREE_ALONE, players=3, variant="widow", low_to="holder")
    assert (table.result["two"], table.result["low"]) == (0, 1)  # P1's 2S, taken by P0
    assert table.result["captured"] == [3, 6, 3]


@both_interfaces
@pytest.mark.parametrize(
    ("line", "jokers", "items"),
    [
        ("6 to 3", 2, ["high", "low", "jack", "big_joker", "little_joker", "game"]),
        ("no jokers", 2, ["high", "low", "jack", "game"]),
        ("no jokers", 0, ["high", "low", "jack", "game"]),
    ],
)
def test_smv3_no_jick_and_no_three(kind: str, line: str, jokers: int, items: list[str]) -> None:
    table = play_line(kind, WHOLE_DEALS[line], variant="no_jick", jokers=jokers)
    assert points_of(table) == dict.fromkeys(items, 0)
    assert table.result["units"] == [len(items), 0] * 2


@both_interfaces
def test_smv3_the_same_colour_jack_is_plain(kind: str) -> None:
    table = facing(kind, "9C", "JC AH 4S", variant="no_jick")
    assert table.legal() == ["JC", "4S"]
    kept = fill([["KS", "TC"], ["4S", "JC"], ["5S", "9C"], ["6S", "8C"]], "C", variant="no_jick")
    table = open_play(kind, kept, variant="no_jick")
    assert "JC" not in table.legal()
    table.play_all(["KS", "4S", "5S", "6S", "TC", "JC", "9C", "8C"])
    assert table.seat == 1  # between queen and ten of clubs
    assert table.game_value() == [3, 11]


@pytest.mark.parametrize(
    ("options", "cards", "most"),
    [
        ({}, 54, 10),
        ({"variant": "no_jick"}, 54, 6),
        ({"variant": "no_jick", "jokers": 0}, 52, 4),
        ({"variant": "five_point"}, 53, 5),
        ({"variant": "widow"}, 54, 12),
        ({"variant": "nine_card"}, 54, 10),
    ],
)
def test_smv_the_pack_and_the_points_in_play(
    options: dict[str, Any], cards: int, most: int
) -> None:
    rules = Rules(**options)
    order = smear_v0.vector_env(4, rules=rules).state.order
    assert (np.sort(order, axis=1)[:, -cards:] >= 0).all()
    assert (np.sort(order, axis=1)[:, : 54 - cards] == -1).all()
    assert (rules.most_points, rules.largest_stake) == (most, most)


@both_interfaces
def test_smv4_high_low_jack_joker_and_game(kind: str) -> None:
    table = play_line(kind, WHOLE_DEALS["no jokers"], variant="five_point")
    assert points_of(table) == dict.fromkeys(["high", "low", "jack", "game"], 0)
    with_joker = Line(
        WHOLE_DEALS["no jokers"].kept.replace("JS TS", "JS BJ"),
        WHOLE_DEALS["no jokers"].play.replace("P0 TS 7S TD TC (P0, 30)", "P0 BJ 7S TD TC (P0, 20)"),
    )
    table = play_line(kind, with_joker, 5, variant="five_point")
    assert table.result["captured"] == [5, 0]
    assert table.result["big_joker"] == 0
    assert table.result["units"] == [5, 0, 5, 0]


@pytest.mark.parametrize(("players", "teams"), [(4, 2), (6, 2), (6, 3), (8, 2), (8, 4)])
def test_smv4_is_a_team_game(players: int, teams: int) -> None:
    assert Rules(variant="five_point", players=players, teams=teams).num_sides == teams
    with pytest.raises(ValueError, match=r"variant=\"five_point\" needs teams.*SMV4"):
        Rules(variant="five_point", players=players, teams=0)


@pytest.mark.parametrize("players", [3, 5])
def test_smv4_not_with_three_or_five(players: int) -> None:
    with pytest.raises(ValueError, match="SMV4"):
        Rules(variant="five_point", players=players)


def test_smv5_ten_point_is_the_default() -> None:
    assert Rules().variant == "ten_point"
    assert Rules() == Rules(variant="ten_point")


@pytest.mark.parametrize(
    ("options", "middle"),
    [
        ({"joker_rank": "below_jick"}, "JC BJ LJ"),
        ({"joker_rank": "around_jick"}, "BJ JC LJ"),
        ({"joker_rank": "around_jick", "variant": "widow"}, "BJ JC LJ"),
        ({"joker_rank": "below_jick", "variant": "no_jick"}, "BJ LJ"),
        ({"joker_rank": "around_jick", "variant": "no_jick"}, "BJ LJ"),
        ({"joker_rank": "around_jick", "variant": "no_jick", "jokers": 0}, ""),
        ({"joker_rank": "below_jick", "variant": "five_point"}, "BJ"),
        ({"joker_rank": "around_jick", "variant": "five_point"}, "BJ"),
    ],
)
def test_smv6_the_ranks_of_the_jokers(options: dict[str, Any], middle: str) -> None:
    order = ["KS", "QS", "JS", *middle.split(), "TS", "9S"]
    pairs = [pair for high, low in pairwise(order) for pair in ((high, low), (low, high))]
    kept = [fill([[led, "8S", "6S"], [card, "7S", "5S"], [], []], **options) for led, card in pairs]
    cards = [[hand[0] for hand in hands] for hands in kept]
    game = play_side_by_side(kept, cards, **options)
    assert game.seat.tolist() == [0, 1] * (len(order) - 1)


@both_interfaces
def test_smv6_in_nine_card_play(kind: str) -> None:
    for rank, taker in (("below_jick", 1), ("around_jick", 0)):
        table = nine_card(
            kind, ["BJ AS", "JC QS", "LJ 2S"], STOCK.replace("BJ", "KS"), joker_rank=rank
        )
        table.play_all(["BJ", "JC", "LJ"])
        assert table.seat == taker
