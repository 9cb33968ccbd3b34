"""Worlds of Michigan Spitzer against trying every deal with the reference."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from agents.determinize import Determinizer
from spitzer_env.actions import CALL_FIRST_TRICK, CALLS, PACK, PASS, SCHNEIDER
from spitzer_env.calling import ZOLAS
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_v0 import Rules
from tests.agents.brute_force import check_uniform, drawn, play_on
from tests.agents.spitzer_by_force import Position
from tests.agents.test_determinize_spitzer import has_moved, has_played
from tests.reference.michigan import calls
from trick_taking.cards import cards_in
from trick_taking.counter import random_keys

KEY = random_keys(14, 26)
CALLING = (*CALLS, CALL_FIRST_TRICK)
SETTINGS: list[tuple[dict[str, Any], tuple[int, ...]]] = [  # rules and what is said if lawful
    ({}, (PASS,)),
    ({}, CALLING),
    ({"trump_chain": True}, CALLING),
    ({"zola_needs_queens": True}, ZOLAS),
    ({"partner_schneider": True}, (SCHNEIDER, *CALLING)),
    (
        {"partner_schneider": True, "first_announcement_ends": True, "trump_chain": True},
        (SCHNEIDER,),
    ),
]
MOST_CANDIDATES = 600


def deal_of(rules: Rules, chance: np.random.Generator, together: bool) -> SpitzerGame:
    """A game before its first action; if `together`, one seat has both black queens."""
    while True:
        game = SpitzerGame(1, rules=rules, seed=int(chance.integers(1 << 30)), autoreset=False)
        if not together or game.state.holders[0, 0] == game.state.holders[0, 1]:
            return game


def late_positions(number: int, count: int) -> list[tuple[SpitzerGame, Position]]:
    """Positions of the last tricks, few enough to try all."""
    options, said = SETTINGS[number]
    chance = np.random.default_rng(number)
    found: list[tuple[SpitzerGame, Position]] = []
    while len(found) < count:
        game = deal_of(Rules(**options), chance, together=said[-1] in (*CALLING, *ZOLAS))
        left = 32 - int(chance.integers(3, 13))
        if not play_on(game, chance, partial(has_played, left), said):
            continue
        viewer = int(game.seat[0]) if len(found) % 2 else int(chance.integers(4))
        position = Position(game, viewer)
        if 1 < position.candidates <= MOST_CANDIDATES:
            found.append((game, position))
    return found


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_count_and_draws_equal_all_deals_tried(number: int, full: bool) -> None:
    determinizer = Determinizer(SpitzerGame(1, rules=Rules(**SETTINGS[number][0])))
    restricted = 0
    distances = []
    for game, position in late_positions(number, 120 if full else 10):
        info = game.information_state(seats=[position.viewer])
        allowed = position.worlds()
        assert determinizer.count(info).tolist() == [len(allowed)]
        restricted += len(allowed) < position.candidates
        worlds = determinizer.draw(info, KEY, 20 * len(allowed))
        distances.append(check_uniform(drawn(worlds), allowed))
    assert restricted > 2
    assert max(distances) < 5
    assert abs(np.mean(distances)) < 4 / np.sqrt(len(distances))


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_worlds_at_any_stage_make_the_record(number: int, full: bool) -> None:
    options, said = SETTINGS[number]
    determinizer = Determinizer(SpitzerGame(1, rules=Rules(**options)))
    chance = np.random.default_rng(100 + number)
    for turn in range(300 if full else 30):
        game = deal_of(Rules(**options), chance, together=turn % 3 > 0)
        if not play_on(game, chance, partial(has_moved, int(chance.integers(36))), said):
            continue
        position = Position(game, viewer := int(game.seat[0]))
        worlds = determinizer.draw(game.information_state(), random_keys(number, turn), 8)
        assert all(position.allows(world) for world in drawn(worlds)), viewer


# What eldest says on each of these hands, and so what the others can think it holds: the ace of a
# suit that is held (MI9), of a suit in which it is void (MI10), of no suit (MI11), and no call.
CALLERS = [
    ("QC QS KC 9C JD TD KD 9D", "call AC"),
    ("QC QS KC 9C TS JD TD KD", "call AS"),
    ("QC QS AC KC AS JD TD KD", "call AH"),
    ("QC QS JC 7D JS JD TD KD", "call AS"),
    ("QC QS AC AS AH JD TD KD", "call first trick"),
    ("QC JC JD TD KD 9D KC 9C", "schneider"),
]


def after_first_words(hand: str, word: str) -> SpitzerGame:
    game = SpitzerGame(1, rules=Rules(partner_schneider=True), autoreset=False)
    names = game.action_names
    rest = [name for name in names[:32] if name not in hand.split()]
    others = [" ".join(rest[place::3]) for place in range(3)]
    game.reset(deals=[" | ".join([hand, *others])], dealers=[3])
    game.step([names.index(word)])
    return game


def hands_that_may_say(unseen: list[str], word: str) -> int:
    """How many hands of 8 unseen cards may say `word`, of every hand tried."""
    queens = ("QC", "QS")
    rest = [card for card in unseen if card not in queens]
    with_both = [(*queens, *cards) for cards in combinations(rest, 6)]
    if word == "schneider":
        return comb(24, 8) - len(with_both)
    return sum(word in calls(hand) for hand in with_both)


@pytest.mark.parametrize(("hand", "word"), CALLERS)
def test_what_a_call_proves_of_a_full_hand(hand: str, word: str) -> None:
    """MI8-MI11: the hands that the reference allows eldest, and all splits of the other cards."""
    game = after_first_words(hand, word)
    position = Position(game, 2)
    info = game.information_state(seats=[2])
    unseen = [PACK.names[card] for card in cards_in(position.unseen)]
    determinizer = Determinizer(game)
    expected = hands_that_may_say(unseen, word) * comb(16, 8)
    assert determinizer.count(info).tolist() == [expected]
    worlds = determinizer.draw(info, KEY, 300)
    assert all(position.allows(world) for world in drawn(worlds))
