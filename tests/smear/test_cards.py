"""SM1 to SM4: seats and sides, the pack and its trumps, game values, dealing."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from smear_env import smear_v0
from smear_env.smear_v0 import Rules
from smear_env.trumps import VALUES
from tests.reference.smear_lines import SM_G1, WHOLE_DEALS, deal_text, fill
from tests.smear.tables import (
    IDS,
    NAMES,
    TABLES,
    names_of,
    open_play,
    play_line,
    play_side_by_side,
)

both_interfaces = pytest.mark.parametrize("kind", TABLES)
RANKS = "AKQJT98765432"
JICKS = {"C": "JS", "S": "JC", "H": "JD", "D": "JH"}
PACK = [*(rank + suit for suit in "CSHD" for rank in RANKS), "BJ", "LJ"]


def trumps_of(suit: str) -> list[str]:
    """The sixteen trumps, high to low (SM2)."""
    high, low = [rank + suit for rank in "AKQJ"], [rank + suit for rank in "T98765432"]
    return [*high, JICKS[suit], "BJ", "LJ", *low]


@pytest.mark.parametrize(
    ("players", "teams", "sides"),
    [
        (3, None, [0, 1, 2]),
        (3, 0, [0, 1, 2]),
        (4, None, [0, 1, 0, 1]),
        (4, 2, [0, 1, 0, 1]),
        (4, 0, [0, 1, 2, 3]),
        (5, None, [0, 1, 2, 3, 4]),
        (5, 0, [0, 1, 2, 3, 4]),
        (6, None, [0, 1, 0, 1, 0, 1]),
        (6, 2, [0, 1, 0, 1, 0, 1]),
        (6, 3, [0, 1, 2, 0, 1, 2]),
        (6, 0, [0, 1, 2, 3, 4, 5]),
        (8, None, [0, 1, 0, 1, 0, 1, 0, 1]),
        (8, 2, [0, 1, 0, 1, 0, 1, 0, 1]),
        (8, 4, [0, 1, 2, 3, 0, 1, 2, 3]),
        (8, 0, [0, 1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_sm1_seats_belong_to_teams_in_turn(
    players: int, teams: int | None, sides: list[int]
) -> None:
    rules = Rules(players=players, teams=teams)
    assert list(rules.fixed_sides) == sides
    game = smear_v0.vector_env(20, rules=rules, autoreset=False, seed=1)
    results = finished(game)
    assert results.units.shape == (20, players)
    assert results.captured.shape == (20, max(sides) + 1)
    scored = np.where(results.units >= 0, results.captured[:, sides], results.units)
    assert (results.units == scored).all()  # every seat has what its side has
    assert (results.units == results.units[:, [sides.index(side) for side in sides]]).all()


def finished(game: Any) -> Any:
    """The results of one deal of every row, first lawful actions throughout."""
    found = []
    while (game.seat >= 0).any():
        step = game.step(game.lawful.argmax(axis=1))
        found += [] if step.results is None else [step.results]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("players", "teams"), [(3, 2), (3, 3), (4, 3), (4, 4), (5, 2), (6, 4), (8, 3)]
)
def test_sm1_other_teams_are_refused(players: int, teams: int) -> None:
    with pytest.raises(ValueError, match=rf"teams must be .* with players={players} \(SM1\)"):
        Rules(players=players, teams=teams)


@pytest.mark.parametrize("players", [1, 2, 7, 9])
def test_sm1_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="option players"):
        Rules(players=players)


def test_sm2_the_pack_in_pack_order() -> None:
    assert list(NAMES[:54]) == PACK
    assert (IDS["AC"], IDS["JC"], IDS["BJ"], IDS["LJ"]) == (0, 3, 52, 53)


def takers_of_first(pairs: list[tuple[str, str]], trump: str, **options: Any) -> list[int]:
    """Who takes each first trick of two trumps, the first led by P0, the second of P1."""
    kept = [fill([[led], [card], [], []], trump=trump, **options) for led, card in pairs]
    cards = [[hand[0] for hand in hands] for hands in kept]
    return play_side_by_side(kept, cards, trump, **options).seat.tolist()


def takers_of_second(pairs: list[tuple[str, str]], trump: str) -> list[int]:
    """The same for plain cards, led by P0 after a trump; the others cannot follow."""
    kept, cards = [], []
    for led, card in pairs:
        hands = fill([["A" + trump, led], ["2" + trump, card], [], []], led[1], trump)
        kept.append(hands)
        cards.append([hand[place] for place in (0, 1) for hand in hands])
    return play_side_by_side(kept, cards, trump).seat.tolist()


@pytest.mark.parametrize("trump", "CSHD")
def test_sm2_the_sixteen_trumps_high_to_low(trump: str) -> None:
    order = trumps_of(trump)
    assert len(order) == 16
    pairs = [pair for high, low in pairwise(order) for pair in ((high, low), (low, high))]
    assert takers_of_first(pairs, trump) == [0, 1] * 15


@pytest.mark.parametrize("trump", "CSHD")
def test_sm2_plain_order_without_the_jick(trump: str) -> None:
    pairs = []
    for suit in "CSHD":
        if suit != trump:
            cards = [rank + suit for rank in RANKS if rank + suit != JICKS[trump]]
            assert len(cards) == (12 if JICKS[trump][1] == suit else 13)
            pairs += [pair for high, low in pairwise(cards) for pair in ((high, low), (low, high))]
    assert takers_of_second(pairs, trump) == [0, 1] * (11 + 12 + 12)


@pytest.mark.parametrize("trump", "CSHD")
def test_sm2_a_suit_that_is_not_led_never_takes(trump: str) -> None:
    plain = next(suit for suit in "CSHD" if suit not in (trump, JICKS[trump][1]))
    jicks = JICKS[trump][1]
    assert takers_of_second([("2" + plain, "A" + jicks), ("2" + jicks, "A" + plain)], trump) == [
        0,
        0,
    ]


def test_sm3_game_values() -> None:
    worth = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
    expected = [worth.get(card[0], 0) if card[1] in "CSHD" else 0 for card in PACK]
    assert VALUES.tolist() == expected
    assert VALUES[[IDS["BJ"], IDS["LJ"]]].tolist() == [0, 0]
    assert VALUES.sum() == 80


@both_interfaces
def test_sm3_values_count_in_captured_tricks_only(kind: str) -> None:
    table = play_line(kind, SM_G1)
    assert table.result["game_value"] == [49, 17]  # 14 of the pack lie face down
    laid = [names_of(cards) for cards in table.state.discarded[0]]
    assert sum(map(len, laid)) == 16


@pytest.mark.parametrize(
    ("options", "size", "left"),
    [
        ({"players": 3}, 10, 24),
        ({"players": 4}, 10, 14),
        ({"players": 5}, 10, 4),
        ({"players": 5, "cards_dealt": 8}, 8, 14),
        ({"players": 6}, 8, 6),
        ({"players": 8}, 6, 6),
        ({"players": 4, "variant": "widow"}, 10, 10),
        ({"players": 5, "variant": "widow"}, 10, 0),
        ({"players": 3, "variant": "nine_card"}, 9, 27),
        ({"players": 5, "variant": "nine_card"}, 9, 9),
        ({"players": 4, "variant": "no_jick", "jokers": 0}, 10, 12),
        ({"players": 5, "variant": "no_jick", "jokers": 0}, 10, 2),
        ({"players": 4, "variant": "five_point"}, 10, 13),
    ],
)
def test_sm4_cards_each_and_the_rest(options: dict[str, Any], size: int, left: int) -> None:
    game = smear_v0.vector_env(50, rules=Rules(**options), seed=2)
    hands = game.state.hands
    assert (np.bitwise_count(hands) == size).all()
    assert (np.bitwise_count(np.bitwise_or.reduce(hands, axis=1)) == size * game.num_seats).all()
    env = smear_v0.env(rules=Rules(**options))
    env.reset(seed=2)
    stock = env.unwrapped.deals[0].deal.partition("stock: ")[2].split()
    assert len(stock) == left


def test_sm4_any_seat_deals_first_and_eldest_speaks() -> None:
    state = smear_v0.vector_env(400, seed=1).state
    assert np.bincount(state.dealer, minlength=4).min() > 60
    assert (state.seat == (state.dealer + 1) % 4).all()


@pytest.mark.parametrize("players", [3, 4, 5, 6, 8])
def test_sm4_the_deal_passes_clockwise(players: int) -> None:
    rules = Rules(players=players, target=52, max_deals=players + 2)
    game = smear_v0.vector_env(1, episode="match", rules=rules, autoreset=False)
    game.reset(seed=3, dealers=[2])
    dealers = []
    while game.seat[0] >= 0:
        if game.state.moves[0] == 0:
            dealers.append(int(game.state.dealer[0]))
            assert game.seat[0] == (dealers[-1] + 1) % players
        game.step(game.legal.argmax(axis=1))
    assert dealers == [(2 + deal) % players for deal in range(players + 2)]


DEAL = deal_text(WHOLE_DEALS["6 to 3"].hands)
HANDS = DEAL.split(" | ")
WIDOW_DEAL = deal_text(WHOLE_DEALS["6 to 3"].hands, variant="widow")
WRONG_DEALS: dict[str, tuple[dict[str, Any], str, str]] = {
    "nine cards": ({}, DEAL.replace("AS ", ""), "SM4.*seat 0 is dealt 10 cards.* 9"),
    "eleven": ({}, DEAL.replace("AS ", "AS QS "), "SM4.*seat 0 is dealt 10 cards.* 11"),
    "a card twice": ({}, DEAL.replace("AS", "KS"), "KS appears twice"),
    "twice in one hand": ({}, DEAL.replace("AS", "JS"), "JS appears twice"),
    "an unknown card": ({}, DEAL.replace("AS", "1S"), "unknown card '1S'"),
    "three hands": ({}, " | ".join(HANDS[:3]), "4 hands"),
    "five hands": ({}, DEAL + " | ", "4 hands"),
    "an unknown pile": ({}, DEAL + " | blind: QS", "unknown pile 'blind'"),
    "a widow": ({}, DEAL + " | widow: QS 9S 8S JC", "unknown pile 'widow'"),
    "a short stock": ({}, DEAL + " | stock: QS 9S", "SM4.*stock.*lacks"),
    "a dealt card in the stock": ({}, DEAL + " | stock: AS", "AS appears twice"),
    "a joker too many": ({"variant": "five_point"}, DEAL, r"SM4.*LJ is not in the pack"),
    "jokers": (
        {"variant": "no_jick", "jokers": 0},
        DEAL,
        r"SM4.*BJ is not in the pack",
    ),
    "a widow of three": (
        {"variant": "widow"},
        DEAL + " | widow: QS 9S 8S",
        "SMV2.*4 cards, not 3",
    ),
    "a widow of five": (
        {"variant": "widow"},
        DEAL + " | widow: QS 9S 8S JC TS",
        "SMV2.*4 cards, not 5",
    ),
    "ten for six players": ({"players": 6}, " | ".join([*HANDS, "", ""]), "SM4.*8 cards"),
    "ten in nine-card": ({"variant": "nine_card"}, DEAL, "SM4.*9 cards.* 10"),
}


@pytest.mark.parametrize("fault", WRONG_DEALS)
def test_sm4_a_misdeal_is_refused_and_changes_nothing(fault: str) -> None:
    options, text, message = WRONG_DEALS[fault]
    game = smear_v0.vector_env(3, rules=Rules(**options), seed=8)
    before = game.state.copy()
    with pytest.raises(ValueError, match=message):
        game.reset(seed=1, deals=[None, text, None], dealers=[0, 1, 2])
    with pytest.raises(ValueError, match=message):
        game.inject_deal(0, text)
    assert game.state.equals(before)


@pytest.mark.parametrize("fault", WRONG_DEALS)
def test_sm4_a_misdeal_in_the_env(fault: str) -> None:
    options, text, message = WRONG_DEALS[fault]
    env = smear_v0.env(rules=Rules(**options))
    env.reset(seed=8)
    before = env.unwrapped.record()
    with pytest.raises(ValueError, match=message):
        env.reset(options={"deal": text})
    assert env.unwrapped.record() == before


REST = [card for card in PACK if card not in DEAL.split()]  # in pack order


@pytest.mark.parametrize(
    ("variant", "piles", "widow", "stock"),
    [
        ("ten_point", {}, [], REST),
        ("ten_point", {"stock": REST[::-1]}, [], REST[::-1]),
        ("widow", {}, REST[:4], REST[4:]),
        ("widow", {"widow": REST[4:0:-1]}, REST[4:0:-1], [REST[0], *REST[5:]]),
        ("widow", {"stock": REST[:9:-1] + REST[:6]}, REST[6:10], REST[:9:-1] + REST[:6]),
        ("widow", {"widow": REST[10:], "stock": REST[9::-1]}, REST[10:], REST[9::-1]),
        ("widow", {"stock": REST[9::-1], "widow": REST[10:]}, REST[10:], REST[9::-1]),
    ],
)
@both_interfaces
def test_sm4_piles_of_an_injected_deal(
    kind: str, variant: str, piles: dict[str, list[str]], widow: list[str], stock: list[str]
) -> None:
    text = " | ".join([DEAL, *(f"{name}: {' '.join(cards)}" for name, cards in piles.items())])
    table = TABLES[kind](Rules(variant=variant), text)
    for seat, hand in enumerate(HANDS):
        assert sorted(table.hand(seat)) == sorted(hand.split())
    left = [NAMES[card] for card in table.state.order[0, 40:]]
    assert left == [*widow, *stock]


def test_sm4_a_deal_of_the_record_is_read_back() -> None:
    for options in ({"variant": "widow"}, {"variant": "nine_card"}, {"players": 8}, {"players": 5}):
        env = smear_v0.env(rules=Rules(**options))
        env.reset(seed=4)
        state = env.unwrapped.game.state.copy()
        deal = env.unwrapped.deals[0].deal
        env.reset(options={"deal": deal, "dealer": 0})
        again = env.unwrapped.game.state
        piles = state.order[0, env.unwrapped.rules.players * env.unwrapped.rules.hand_size :]
        assert again.hands.tolist() == state.hands.tolist()
        assert again.order[0, -len(piles) :].tolist() == piles.tolist()


@both_interfaces
def test_sm4_a_deal_is_injected_before_its_first_action_only(kind: str) -> None:
    table = open_play(kind, SM_G1.hands)
    with pytest.raises(ValueError, match="before its first action"):
        table.inject(DEAL)
