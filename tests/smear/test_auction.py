"""SM5 and SM6: the auction, a hand that all pass, and the naming of trump."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from smear_env import smear_v0
from smear_env.smear_v0 import Rules
from tests.reference.smear_lines import WHOLE_DEALS, deal_text
from tests.smear.tables import IDS, NAMES, TABLES, BatchTable, lay_down_to, play_out

both_interfaces = pytest.mark.parametrize("kind", TABLES)
DEAL = deal_text(WHOLE_DEALS["6 to 3"].hands)


@both_interfaces
@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_sm5_each_seat_speaks_once_from_eldest_and_the_dealer_last(kind: str, dealer: int) -> None:
    table = TABLES[kind](Rules(), DEAL, dealer)
    said = ["bid 2", "pass", "bid 5", "bid 6"]
    for step, action in enumerate(said):
        assert table.seat == (dealer + 1 + step) % 4
        table.play(action)
    assert table.seat == dealer  # the highest bidder names trump
    assert all(action.startswith("trump") for action in table.legal())
    known = table.known()
    assert (known.pitcher[0], known.bid[0], known.forced[0]) == (dealer, 6, False)
    bids = {(dealer + 1 + step) % 4: points for step, points in enumerate([2, 0, 5, 6])}
    assert known.bids[0].tolist() == [bids[seat] for seat in range(4)]


@both_interfaces
@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 10),
        ({"variant": "nine_card"}, 10),
        ({"variant": "widow"}, 12),
        ({"variant": "no_jick"}, 6),
        ({"variant": "no_jick", "jokers": 0}, 4),
        ({"variant": "five_point"}, 5),
    ],
)
def test_sm5_bids_from_two_to_the_points_in_play(
    kind: str, options: dict[str, Any], most: int
) -> None:
    table = TABLES[kind](Rules(**options), None, 3)
    bids = [f"bid {points}" for points in range(2, most + 1)]
    assert table.legal() == ["pass", *bids]
    for place, bid in enumerate(bids):
        twin = table.copy()
        twin.play(bid)
        assert twin.legal() == ["pass", *bids[place + 1 :]]
    if most < 12:
        with pytest.raises(ValueError, match=rf"seat 0.*SM5.*points in play, {most}"):
            table.play(f"bid {most + 1}")
    assert table.seat == 0


@both_interfaces
def test_sm5_a_bid_must_be_higher_than_any_before(kind: str) -> None:
    table = TABLES[kind](Rules(), DEAL)
    table.play_all(["bid 4", "pass"])
    for action in ("bid 3", "bid 4"):
        with pytest.raises(ValueError, match=rf"seat 2 .*{action}.*SM5.*higher than 4"):
            table.play(action)
    assert table.seat == 2
    assert table.legal() == ["pass", *(f"bid {points}" for points in range(5, 11))]


@both_interfaces
def test_sm5_a_seat_that_passed_does_not_speak_again(kind: str) -> None:
    table = TABLES[kind](Rules(), DEAL)
    table.play_all(["pass", "bid 3", "pass", "pass"])
    assert table.seat == 1
    with pytest.raises(ValueError, match="SM6"):
        table.play("bid 4")


@both_interfaces
@pytest.mark.parametrize("all_pass", ["dealer_forced", "redeal"])
def test_sm5_the_dealer_still_chooses_when_all_before_him_passed(kind: str, all_pass: str) -> None:
    table = TABLES[kind](Rules(all_pass=all_pass), DEAL)
    table.play_all(["pass"] * 3)
    assert table.seat == 3
    assert table.legal() == ["pass", *(f"bid {points}" for points in range(2, 11))]
    table.play("bid 3")
    known = table.known()
    assert (known.pitcher[0], known.bid[0], known.forced[0]) == (3, 3, False)


@both_interfaces
def test_sm5_dealer_forced_pitches_at_two(kind: str) -> None:
    table = TABLES[kind](Rules(), DEAL)
    table.play_all(["pass"] * 4)
    known = table.known()
    assert (known.pitcher[0], known.bid[0], known.forced[0]) == (3, 2, True)
    assert known.bids[0].tolist() == [0, 0, 0, 0]
    assert known.redeals[0] == 0
    assert table.seat == 3
    table.play("trump S")
    play_out(table)
    assert table.result["forced"]
    assert table.result["bids"] == ["pass"] * 4
    assert (table.result["pitcher"], table.result["bid"]) == (3, 2)
    assert table.result["made"] == (table.result["captured"][1] >= 2)


@both_interfaces
def test_sm5_redeal_by_the_same_dealer_from_the_seed(kind: str) -> None:
    table = TABLES[kind](Rules(all_pass="redeal"), DEAL)
    assert table.known().redeals[0] == 0
    table.play_all(["pass"] * 4)
    state = table.state
    assert (state.deal_number[0], state.redeals[0], state.dealer[0]) == (1, 1, 3)
    assert (table.seat, table.result, table.rewards) == (0, None, [0.0] * 4)
    assert state.bids[0].tolist() == [-1] * 4
    assert table.hand(0) != DEAL.split(" | ")[0].split()
    assert state.order[0].tolist() == deal_of_the_seed(table, 1)


def deal_of_the_seed(table: Any, number: int) -> list[int]:
    """The cards of deal `number` of the seed that the tables play under."""
    env = smear_v0.env(rules=table.game.rules)
    env.reset(seed=5, options={"deal_number": number})
    twin = env.unwrapped.game
    twin.state.stream[:] = table.game.state.stream[table.row]
    twin.state.deal_number[:] = number - 1
    twin.reset()
    return twin.state.order[0].tolist()


@both_interfaces
@pytest.mark.parametrize("players", [3, 4, 8])
def test_sm5_ten_redeals_in_a_row_then_the_dealer_is_forced(kind: str, players: int) -> None:
    rules = Rules(players=players, all_pass="redeal")
    table = TABLES[kind](rules, None, 1)
    seen = []
    for redeals in range(11):
        state = table.state
        assert (state.deal_number[0], state.redeals[0]) == (redeals, redeals)
        assert (state.dealer[0], table.seat) == (1, 2)
        assert state.order[0].tolist() == deal_of_the_seed(table, redeals)
        seen.append(table.hand(0))
        assert table.result is None
        table.play_all(["pass"] * players)
    assert len({tuple(hand) for hand in seen}) == 11
    known = table.known()
    assert (known.pitcher[0], known.bid[0], known.forced[0]) == (1, 2, True)
    assert table.seat == 1
    assert table.legal()[0].startswith("trump")
    play_out(table)
    assert table.result["deal_number"] == 10
    assert table.result["forced"]


def test_sm5_a_bid_ends_the_row_of_redeals() -> None:
    game = smear_v0.vector_env(
        1, rules=Rules(all_pass="redeal"), episode="match", seed=3, autoreset=False
    )
    game.reset(seed=3, dealers=[0])
    for _ in range(9):
        game_passes(game)
    assert (game.state.redeals[0], game.state.deals_played[0]) == (9, 0)
    while game.state.deals_played[0] == 0:  # a deal that is played
        legal = game.legal[0]
        game.step([IDS["bid 2"] if legal[IDS["bid 2"]] else int(legal.argmax())])
    assert (game.state.redeals[0], game.state.deal_number[0]) == (0, 10)
    for _ in range(10):
        game_passes(game)
    assert (game.state.redeals[0], game.state.dealer[0]) == (10, 1)
    assert game.state.deal_number[0] == 20
    game_passes(game)
    assert game.state.forced[0]


def game_passes(game: Any) -> None:
    """All seats of a single game pass."""
    for _ in range(game.num_seats):
        game.step([IDS["pass"]])


@both_interfaces
def test_sm5_a_redeal_is_not_counted(kind: str) -> None:
    rules = Rules(all_pass="redeal", max_deals=1)
    table = TABLES[kind](rules, DEAL, 2, episode="match")
    table.play_all(["pass"] * 4)
    state = table.state
    assert (state.deals_played[0], state.dealer[0]) == (0, 2)
    assert table.totals() == [0, 0]
    assert table.seat == 3


def test_sm5_a_redeal_does_not_disturb_the_games_beside() -> None:
    table = BatchTable(Rules(all_pass="redeal"), DEAL)
    table.play_all(["pass"] * 3)
    before = table.game.state.select([0, 2])
    alone = table.game.copy()
    alone.state.seat[1] = -1  # row 1 rests
    actions = table.game.lawful.argmax(axis=1)
    actions[1] = IDS["pass"]
    table.game.step(actions)
    alone.step(actions)
    for row in (0, 2):
        assert table.game.state.select([row]).equals(alone.state.select([row]))
    assert not table.game.state.select([0, 2]).equals(before)


@both_interfaces
@pytest.mark.parametrize(
    ("hand", "options", "suits"),
    [
        ("AC AS AH AD 2C 2S 2H 2D 9C 9S", {}, "CSHD"),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC QC", {}, "C"),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC", {}, "CS"),  # JC is the Jick of spades
        ("2H 3H 4H 5H 6H 7H 8H 9H TH JH", {}, "HD"),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC", {"variant": "no_jick"}, "C"),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC BJ", {}, "CSHD"),  # a joker is of every suit
        ("2C 3C 4C 5C 6C 7C 8C 9C TC LJ", {}, "CSHD"),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC BJ", {"variant": "no_jick"}, "CSHD"),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC BJ", {"variant": "five_point"}, "CSHD"),
    ],
)
def test_sm6_a_suit_in_which_the_pitcher_holds_a_trump(
    kind: str, hand: str, options: dict[str, Any], suits: str
) -> None:
    held = hand.split()
    rest = [card for card in NAMES[:54] if card not in held]
    if options.get("variant") == "five_point":
        rest.remove("LJ")
    hands = [held, rest[:10], rest[10:20], rest[20:30]]
    table = TABLES[kind](Rules(**options), " | ".join(map(" ".join, hands)))
    table.play_all(["bid 2", "pass", "pass", "pass"])
    assert table.legal() == [f"trump {suit}" for suit in suits]
    for suit in set("CSHD") - set(suits):
        with pytest.raises(ValueError, match=rf"seat 0 .*trump {suit}.*SM6.*holds no trump"):
            table.play(f"trump {suit}")
    table.play(f"trump {suits[-1]}")
    assert table.known().trump[0] == "CSHD".index(suits[-1])


ONLY_A_JOKER = "BJ 2H 3H 4H 5H 6H | 7H 8H 9H 2S 3S 4S | AH KH QH JH TH 2D | 3D 4D 5D 6D 7D AS"


@both_interfaces
@pytest.mark.parametrize("free_discard", [False, True])
def test_sm6_a_pitcher_with_only_a_joker(kind: str, free_discard: bool) -> None:
    kept = [hand.split() for hand in ONLY_A_JOKER.split("|")]
    table = TABLES[kind](Rules(free_discard=free_discard), deal_text(kept))
    table.play_all(["bid 2", "pass", "pass", "pass"])
    assert table.legal() == [f"trump {suit}" for suit in "CSHD"]
    table.play("trump S")
    assert "BJ" not in table.legal()  # SM7: his only trump stays
    lay_down_to(table, kept)
    assert table.seat == 0
    assert table.legal() == ["BJ"]  # SM8
    table.play_all(["BJ", "4S", "2D"])
    assert table.legal() == ["AS"]
    table.play("AS")
    assert table.seat == 3


def test_sm6_only_jokers_are_of_every_suit_whoever_pitches() -> None:
    game = smear_v0.vector_env(300, seed=4)
    for _ in range(4):
        game.step(np.where(game.legal[:, IDS["bid 2"]], IDS["bid 2"], IDS["pass"]))
    jokers = np.uint64(3 << 52)
    pitchers = game.state.hands[np.arange(300), game.state.pitcher]
    all_suits = game.legal[:, IDS["trump C"] :].all(axis=1)
    assert all_suits[(pitchers & jokers) != 0].all()
