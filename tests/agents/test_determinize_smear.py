"""Worlds of Smear against trying every deal with the reference."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import product
from math import factorial, prod
from typing import Any

import numpy as np
import pytest

from agents.determinize import Determinizer
from smear_env.actions import ACTION_IDS, PACK
from smear_env.game import SmearGame
from smear_env.smear_v0 import Rules
from smear_env.state import Phase
from tests.agents.brute_force import World, check_uniform, drawn, play_on
from tests.agents.smear_by_force import Position, SmallRules, shrink_reference, small_game
from tests.agents.test_determinize_spitzer import has_moved
from tests.reference.smear_cards import protected, trumps
from tests.reference.smear_options import complete_options
from trick_taking.cards import cards_in
from trick_taking.choice import uniform_legal
from trick_taking.counter import random_keys

KEY = random_keys(54, 10)
HEARTS = (ACTION_IDS["trump H"],)
SETTINGS: list[dict[str, Any]] = [
    {},
    {"free_discard": True},
    {"variant": "no_jick"},
    {"variant": "widow"},
    {"variant": "nine_card"},
    {"variant": "nine_card", "free_discard": True},
]
SETTINGS_SHOW = [{0, 1, 2}, {2}, {0, 1}, {0, 1}, {0, 2}, {0, 2}]  # see `laid_trumps`
NUMBERS = [8, 8, 8, 8, 8, 8]  # of positions
MOST_CANDIDATES = 700
MOST_IN_NINE_CARD = 120  # where every card drawn can be another


@pytest.fixture
def small_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_reference(monkeypatch)


def small_positions(options: dict[str, Any], number: int, seed: int) -> list[tuple[Any, Position]]:
    """Positions of the small game few enough to try all, seen by any seat."""
    rules = SmallRules(players=3, **options)
    most = MOST_IN_NINE_CARD if rules.variant == "nine_card" else MOST_CANDIDATES
    chance = np.random.default_rng(seed)
    found: list[tuple[SmearGame, Position]] = []
    while len(found) < number:
        game = small_game(rules, chance, long_hand=len(found) % 2 == 0)
        if not play_on(game, chance, partial(has_moved, int(chance.integers(13, 30))), HEARTS):
            continue
        viewer = int(game.seat[0]) if len(found) % 2 else int(chance.integers(3))
        position = Position(game, viewer)
        if 1 < position.candidates <= most:
            found.append((game, position))
    return found


def laid_trumps(position: Position, worlds: Iterable[World]) -> int:
    """0 if the others cannot have discarded trumps, 1 if they can, 2 if scoring ones."""
    if position.trump is None:
        return 0
    high, kept = (
        trumps(position.options, position.trump),
        protected(position.options, position.trump),
    )
    names = {PACK.names[card] for world in worlds for laid in world[4:6] for card in cards_in(laid)}
    return 2 if names & set(kept) else 1 if names & set(high) else 0


@pytest.mark.usefixtures("small_reference")
@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_count_and_draws_equal_all_deals_tried(number: int, full: bool) -> None:
    determinizer = Determinizer(SmearGame(1, rules=SmallRules(players=3, **SETTINGS[number])))
    restricted = 0
    laid = set()
    distances = []
    for game, position in small_positions(
        SETTINGS[number], NUMBERS[number] * (10 if full else 1), number
    ):
        info = game.information_state(seats=[position.viewer])
        allowed = position.worlds()
        assert determinizer.count(info).tolist() == [allowed.total()]
        restricted += len(allowed) < position.candidates
        laid.add(laid_trumps(position, allowed))
        worlds = determinizer.draw(info, KEY, 20 * len(allowed))
        distances.append(check_uniform(drawn(worlds), allowed))
    assert restricted > 2
    assert laid >= SETTINGS_SHOW[number]
    assert max(distances) < 5
    assert abs(np.mean(distances)) < 4 / np.sqrt(len(distances))


def standard_game(seed: int, moves: int, **options: Any) -> SmearGame:
    """A game of the whole pack after so many actions; with odd seeds one hand is all trumps."""
    game = SmearGame(1, rules=Rules(**options), seed=seed, autoreset=False)
    chance = np.random.default_rng(seed)
    if seed % 2:
        size = game.rules.hand_size
        kept = PACK.parse_order("AH JH JD BJ LJ 3H 2H TH 9H 8H")[:size]
        rest = chance.permutation([card for card in range(54) if card not in kept]).tolist()
        hands = [kept, *(rest[place * size : (place + 1) * size] for place in range(3))]
        sets = [sum(1 << card for card in hand) for hand in hands]
        game.reset(deals=[" | ".join(map(PACK.format, sets))])
    assert play_on(game, chance, partial(has_moved, moves), HEARTS)
    return game


def ways_by_numbers(game: SmearGame, viewer: int, told: tuple[int, int] | None = None) -> Fraction:
    """Consistent worlds of a game that nobody has led in, from numbers of cards alone.

    Every number of plain cards, protected and other trumps in every hand and discard pile is
    tried against SM7 and SM6 as they stand; the stock takes what is left. `told` is a seat and how
    many trumps it was dealt or drew, of such worlds alone.
    """
    state, options = game.state, complete_options({"variant": game.rules.variant})
    names = "CSHD"[state.trump[0]]
    high = [PACK.card_id(card) for card in trumps(options, names)]
    kept = [PACK.card_id(card) for card in protected(options, names)]
    known = int(state.hands[0, viewer] | state.discarded[0, viewer])
    unseen = [card for card in range(54) if not known >> card & 1]
    sizes = (
        sum(card not in high for card in unseen),
        sum(card in kept for card in unseen),
        sum(card in high and card not in kept for card in unseen),
    )
    ways: dict[tuple[int, ...], Fraction] = {(0, 0, 0): Fraction(1)}
    for seat in range(game.num_seats):
        if seat != viewer:
            held = int(state.hands[0, seat]).bit_count()
            laid = int(state.discarded[0, seat]).bit_count()
            if game.rules.variant == "nine_card":
                chosen = int(((state.history[0] < 54) & (state.history_seats[0] == seat)).sum())
                own = nine_card_seat(held, int(state.drawn[0, seat]), chosen, laid - chosen)
            else:
                own = seat_by_numbers(held, laid, pitches=seat == state.pitcher[0])
            if told is not None and told[0] == seat:
                own = {of: number for of, number in own.items() if of[1] + of[2] == told[1]}
            ways = convolved(ways, own)
    if not ways:
        return Fraction(0)
    stock = len(unseen) - sum(next(iter(ways)))
    ways = convolved(ways, {of: over_factorials(of) for of in triples(stock)})
    return ways.get(sizes, Fraction(0)) * prod(map(factorial, sizes))


def triples(total: int) -> list[tuple[int, int, int]]:
    return [
        (total - some - more, some, more)
        for some in range(total + 1)
        for more in range(total + 1 - some)
    ]


def over_factorials(numbers: tuple[int, ...]) -> Fraction:
    return Fraction(1, prod(map(factorial, numbers)))


def seat_by_numbers(held: int, laid: int, pitches: bool) -> dict[tuple[int, ...], Fraction]:
    ways: dict[tuple[int, ...], Fraction] = {}
    for hand, down in product(triples(held), triples(laid)):
        trumps_down = down[1] + down[2]
        sm7 = not trumps_down or (hand[0] == 0 and not (down[1] and hand[2]))
        sm6 = not pitches or sum(hand[1:]) + trumps_down > 0
        if sm7 and sm6:
            both = tuple(one + other for one, other in zip(hand, down, strict=True))
            ways[both] = ways.get(both, Fraction(0)) + over_factorials(hand) * over_factorials(down)
    return ways


def nine_card_seat(
    held: int, drew: int, chosen: int, plain_laid: int
) -> dict[tuple[int, ...], Fraction]:
    """SMV1: cards that were dealt and kept, drawn, laid down by choice, and gone by themselves."""
    ways: dict[tuple[int, ...], Fraction] = {}
    gone = over_factorials((plain_laid,))
    for kept, new, laid in product(triples(held - drew), triples(drew), triples(chosen)):
        if not (kept[0] or laid[0] or (laid[1] and kept[2])):
            sums = [sum(one) for one in zip(kept, new, laid, strict=True)]
            both = (sums[0] + plain_laid, *sums[1:])
            own = over_factorials(kept) * over_factorials(new) * over_factorials(laid) * gone
            ways[both] = ways.get(both, Fraction(0)) + own
    return ways


def convolved(
    one: dict[tuple[int, ...], Fraction], other: dict[tuple[int, ...], Fraction]
) -> dict[tuple[int, ...], Fraction]:
    """Products of what two groups of piles take; of no class more than its 40 cards."""
    found: dict[tuple[int, ...], Fraction] = {}
    for (first, ways), (second, more) in product(one.items(), other.items()):
        both = tuple(map(sum, zip(first, second, strict=True)))
        if both[1] <= 7 and both[2] <= 9:
            found[both] = found.get(both, Fraction(0)) + ways * more
    return found


@pytest.mark.parametrize(("seed", "moves"), [(1, 5), (2, 7), (3, 10), (4, 14), (5, 17), (6, 21)])
def test_before_the_first_lead_counts_equal_those_by_numbers(seed: int, moves: int) -> None:
    """SM6, SM7: while nobody has shown anything."""
    game = standard_game(seed, moves)
    viewer = (int(game.seat[0]) + seed) % 4
    found = Determinizer(game).count(game.information_state(seats=[viewer]))[0]
    expected = float(ways_by_numbers(game, viewer))
    assert abs(found - expected) < 1e-12 * expected


def drawn_game(seed: int) -> SmearGame:
    """A nine-card game before the first lead."""
    game = standard_game(seed, 5, variant="nine_card")
    while game.state.phase[0] < Phase.PLAY:
        game.step([int(np.flatnonzero(game.legal[0])[0])])
    assert (game.state.drawn[0] > 0).any()
    return game


@pytest.mark.parametrize("seed", [12, 34])
def test_drawn_trumps_are_distributed_as_by_numbers(seed: int) -> None:
    """SMV1: the more trumps a seat may have drawn, the more deals a placing stands for."""
    game = drawn_game(seed)
    viewer = int(game.seat[0])
    seat = next(one for one in range(4) if one != viewer and game.state.drawn[0, one] > 2)
    worlds = Determinizer(game).draw(game.information_state(), KEY, 3000)
    high = trumps(complete_options({"variant": "nine_card"}), "CSHD"[game.state.trump[0]])
    trump_set = np.uint64(PACK.parse(" ".join(high)))
    held = np.bitwise_count(worlds.hands[0, :, (seat - viewer) % 4] & trump_set)
    expected = {(of,): ways_by_numbers(game, viewer, (seat, of)) for of in range(7)}
    likely = {of: float(ways / sum(expected.values())) for of, ways in expected.items() if ways}
    assert len(likely) > 2
    assert check_uniform([(of,) for of in held.tolist()], likely) < 4


@pytest.mark.parametrize("seed", range(4))
def test_nine_card_counts_equal_those_by_numbers(seed: int) -> None:
    """SMV1: before the first lead, with and without trumps that had to go."""
    game = drawn_game(seed)
    for viewer in range(4):
        found = Determinizer(game).count(game.information_state(seats=[viewer]))[0]
        expected = float(ways_by_numbers(game, viewer))
        assert abs(found - expected) < 1e-12 * expected


REAL_RULES: list[dict[str, Any]] = [
    {},
    {"players": 3, "free_discard": True},
    {"players": 5, "cards_dealt": 8},
    {"players": 6, "teams": 3},
    {"players": 8, "teams": 4},
    {"variant": "widow"},
    {"variant": "five_point", "teams": 2, "revoke": "lose_deal"},
    {"variant": "nine_card"},
    {"variant": "nine_card", "players": 5, "free_discard": True},
]


@pytest.mark.parametrize("number", range(len(REAL_RULES)))
def test_worlds_at_any_stage_make_the_record(number: int, full: bool) -> None:
    rules = Rules(**REAL_RULES[number])
    determinizer = Determinizer(SmearGame(1, rules=rules))
    chance = np.random.default_rng(number)
    for turn in range(200 if full else 15):
        game = SmearGame(1, rules=rules, seed=int(chance.integers(1 << 30)), autoreset=False)
        if not play_on(game, chance, partial(has_moved, int(chance.integers(55)))):
            continue
        viewer = int(game.seat[0]) if turn % 2 else int(chance.integers(rules.players))
        position = Position(game, viewer)
        info = game.information_state(seats=[viewer])
        worlds = determinizer.draw(info, random_keys(number, turn), 5)
        assert all(position.allows(world) for world in drawn(worlds))


def test_rows_and_worlds_do_not_depend_on_the_batch() -> None:
    game = SmearGame(40, seed=2)
    for _ in range(24):
        game.step(uniform_legal(game.legal, game.view().keys))
    view = game.view()
    determinizer = Determinizer(game)
    whole = determinizer.draw(view.information_state, view.keys, 6)
    for rows in (np.arange(40)[::-1], np.arange(7, 8), np.arange(0, 40, 9)):
        part = determinizer.draw(view.information_state.select(rows), view.keys[rows], 3)
        assert (part.hands == whole.hands[rows, :3]).all()
        assert (part.laid == whole.laid[rows, :3]).all()
        assert (part.rest == whole.rest[rows, :3]).all()
