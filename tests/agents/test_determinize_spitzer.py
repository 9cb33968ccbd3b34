"""Worlds of two-trump Spitzer against trying every deal with the reference."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from agents.determinize import Determinizer, Worlds, weigh
from spitzer_env.actions import PACK, PASS, PICK, SOLO
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.spitzer_v0 import Rules
from tests.agents.brute_force import check_uniform, drawn, play_on
from tests.agents.spitzer_by_force import Position
from trick_taking.choice import uniform_legal
from trick_taking.counter import random_keys

SETTINGS: list[dict[str, Any]] = [
    {},
    {"trump_lead_must_follow": False},
    {"solo": False, "revoke": "lose_deal"},
    {"players": 5},
    {"blind": 2},
    {"blind": 4},
    {"players": 3, "blind": 2},
    {"players": 5, "blind": 2, "trump_lead_must_follow": False},
    {"cards_each": 4},
]
MOST_CANDIDATES = 600
KEY = random_keys(20, 26)


def late_game(rules: Rules, chance: np.random.Generator, leaster: bool) -> SpitzerGame:
    """A game at some point of its last three tricks."""
    wanted = (PASS,) if leaster else (SOLO, PICK)
    while True:
        game = SpitzerGame(1, rules=rules, seed=int(chance.integers(1 << 30)), autoreset=False)
        cards = int(chance.integers(3, 3 * rules.seats_playing))
        left = rules.tricks * rules.seats_playing - cards
        if play_on(game, chance, partial(has_played, left), wanted):
            return game


def has_played(cards: int, state: Any) -> bool:
    return int(np.bitwise_count(state.played[0]).sum()) >= cards


def positions(rules: Rules, number: int, seed: int) -> list[tuple[SpitzerGame, Position]]:
    """Late positions few enough to try all, seen by the seat to act and by idle seats."""
    chance = np.random.default_rng(seed)
    found: list[tuple[SpitzerGame, Position]] = []
    while len(found) < number:
        game = late_game(rules, chance, leaster=len(found) % 3 == 0)
        viewer = int(game.seat[0])
        if len(found) % 2:
            viewer = int(chance.integers(rules.players))
        position = Position(game, viewer)
        if 1 < position.candidates <= MOST_CANDIDATES:
            found.append((game, position))
    return found


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_count_and_draws_equal_all_deals_tried(number: int, full: bool) -> None:
    rules = Rules(**SETTINGS[number])
    determinizer = Determinizer(SpitzerGame(1, rules=rules))
    restricted = 0
    distances = []
    for game, position in positions(rules, 100 if full else 6, number):
        info = game.information_state(seats=[position.viewer])
        allowed = position.worlds()
        assert determinizer.count(info).tolist() == [len(allowed)]
        restricted += len(allowed) < position.candidates
        worlds = determinizer.draw(info, KEY, 20 * len(allowed))
        distances.append(check_uniform(drawn(worlds), allowed))
    assert restricted > 2
    assert max(distances) < 5
    assert abs(np.mean(distances)) < 4 / np.sqrt(len(distances))


def any_game(rules: Rules, chance: np.random.Generator) -> SpitzerGame:
    """A game after any number of its actions."""
    while True:
        game = SpitzerGame(1, rules=rules, seed=int(chance.integers(1 << 30)), autoreset=False)
        moves = int(chance.integers(game.longest_deal))
        if play_on(game, chance, partial(has_moved, moves), (SOLO, PICK)):
            return game


def has_moved(moves: int, state: Any) -> bool:
    return int(state.moves[0]) >= moves


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_worlds_at_any_stage_make_the_record(number: int, full: bool) -> None:
    rules = Rules(**SETTINGS[number])
    determinizer = Determinizer(SpitzerGame(1, rules=rules))
    chance = np.random.default_rng(number)
    for turn in range(300 if full else 25):
        game = any_game(rules, chance)
        viewer = int(game.seat[0]) if turn % 2 else int(chance.integers(rules.players))
        position = Position(game, viewer)
        info = game.information_state(seats=[viewer])
        worlds = determinizer.draw(info, random_keys(number, turn), 5)
        assert all(position.allows(world) for world in drawn(worlds))


def test_before_any_card_all_deals_count() -> None:
    assert (
        Determinizer(game := SpitzerGame(3)).count(game.information_state()).tolist()
        == [
            9465511770  # 24! / 8!^3
        ]
        * 3
    )


def test_an_announced_solo_places_both_trumps() -> None:
    game = SpitzerGame(1, autoreset=False)
    rest = "AC KC JC TC 9C 8C 7C AS | KS QS JS TS 9S 8S 7S AH | KH QH JH TH 9H 8H 7H AD"
    game.reset(deals=[f"QC 7D KD QD JD TD 9D 8D | {rest}"], dealers=[3])
    before = Determinizer(game).count(game.information_state(seats=[1]))
    game.step([SOLO])
    info = game.information_state(seats=[1])
    worlds = Determinizer(game).draw(info, KEY, 50)
    assert before.tolist() == [9465511770]
    assert worlds.counts.tolist() == [960269310]  # 22! / (6! 8! 8!)
    trumps = np.uint64((1 << PACK.card_id("QC")) | (1 << PACK.card_id("7D")))
    assert ((worlds.hands[0, :, 3] & trumps) == trumps).all()


def test_a_silent_solo_is_not_shown() -> None:
    """A pass proves nothing: to a holder of neither trump each other seat may have both (SP9)."""
    game = SpitzerGame(1, autoreset=False)
    rest = "AC KC JC TC 9C 8C 7C AS | KS QS JS TS 9S 8S 7S AH | KH QH JH TH 9H 8H 7H AD"
    game.reset(deals=[f"QC 7D KD QD JD TD 9D 8D | {rest}"], dealers=[3])
    for _ in range(4):
        game.step([PASS])
    info = game.information_state(seats=[2])
    worlds = Determinizer(game).draw(info, KEY, 20000)
    queen = worlds.hands[0] >> np.uint64(PACK.card_id("QC")) & np.uint64(1)
    seven = worlds.hands[0] >> np.uint64(PACK.card_id("7D")) & np.uint64(1)
    solo = (queen & seven).mean(axis=0)
    chance = 8 * 7 / (24 * 23)
    assert solo[0] == 0
    assert np.abs(solo[1:] - chance).max() < 4 * np.sqrt(chance / 20000)


def many_games(rules: Rules, games: int, moves: int) -> SpitzerGame:
    game = SpitzerGame(games, rules=rules, seed=5)
    for _ in range(moves):
        game.step(uniform_legal(game.legal, game.view().keys))
    return game


@pytest.mark.parametrize("number", [0, 4, 7])
def test_rows_and_worlds_do_not_depend_on_the_batch(number: int) -> None:
    game = many_games(Rules(**SETTINGS[number]), 60, 25)
    view = game.view()
    determinizer = Determinizer(game)
    whole = determinizer.draw(view.information_state, view.keys, 8)
    for rows in (np.arange(60)[::-1], np.arange(7, 8), np.arange(0, 60, 9)):
        part = determinizer.draw(view.information_state.select(rows), view.keys[rows], 3)
        assert (part.hands == whole.hands[rows, :3]).all()
        assert (part.laid == whole.laid[rows, :3]).all()
        assert (part.rest == whole.rest[rows, :3]).all()
        assert (part.counts == whole.counts[rows]).all()
    again = determinizer.draw(view.information_state, view.keys + np.uint64(1), 8)
    assert (again.hands != whole.hands).any()
    assert (again.counts == whole.counts).all()


def test_the_truth_makes_no_difference() -> None:
    """Games whose hidden hands are exchanged give the same worlds, bit by bit."""
    game = SpitzerGame(1, seed=3, autoreset=False)
    chance = np.random.default_rng(3)
    play_on(game, chance, partial(has_played, 13))
    viewer = int(game.seat[0])
    determinizer = Determinizer(game)
    info = game.information_state()
    worlds = determinizer.draw(info, KEY, 200)
    true = game.state.hands[0, (viewer + np.arange(4)) % 4]
    assert not (worlds.hands[0] == true).all(axis=1).any()  # one of very many
    other = game.copy()
    other.state.hands[0, (viewer + np.arange(4)) % 4] = worlds.hands[0, 0]
    again = determinizer.draw(other.information_state(), KEY, 200)
    assert (again.hands == worlds.hands).all()


def test_what_cannot_be_is_refused() -> None:
    game = many_games(Rules(), 4, 20)
    info, keys = game.information_state(), game.view().keys
    determinizer = Determinizer(game)
    impossible = info.copy()
    impossible.voids[2, 1:] = 31
    with pytest.raises(ValueError, match=r"rows \[2\]: no deal is consistent"):
        determinizer.draw(impossible, keys, 2)
    with pytest.raises(ValueError, match=r"rows \[2\]: no deal is consistent"):
        determinizer.count(impossible)
    short = info.copy()
    short.hand[1] = 0
    with pytest.raises(ValueError, match=r"rows \[1\]: the unseen cards do not fill"):
        determinizer.draw(short, keys, 2)
    over = info.copy()
    over.seat[3] = -1
    with pytest.raises(ValueError, match=r"nobody observes rows \[3\]"):
        determinizer.draw(over, keys, 2)
    with pytest.raises(ValueError, match="num_worlds must be 1"):
        determinizer.draw(info, keys, 0)
    with pytest.raises(ValueError, match="keys must be"):
        determinizer.draw(info, keys[:2], 2)
    michigan = SpitzerGame(4, rules=MichiganRules())
    with pytest.raises(ValueError, match=r"another game .*\.MichiganInformation"):
        determinizer.draw(michigan.information_state(), keys, 2)
    with pytest.raises(ValueError, match=r"another game .*\.InformationState"):
        Determinizer(michigan).count(info)


def test_weights_by_a_policy() -> None:
    """Worlds of weight p against q and 0: literal shares and effective sizes."""
    logs = np.log(np.array([[0.2, 0.2, 0.2, 0.2], [0.3, 0.1, 0.1, 0.1]]))
    weights = weigh(logs)
    assert np.allclose(weights.weights, [[0.25] * 4, [0.5, 1 / 6, 1 / 6, 1 / 6]])
    assert np.allclose(weights.effective, [4, 3])
    one = weigh(np.array([[-1000.0, -np.inf]]))
    assert one.weights.tolist() == [[1, 0]]
    assert one.effective.tolist() == [1]
    with pytest.raises(ValueError, match=r"rows \[0\]: the policy"):
        weigh(np.array([[-np.inf, -np.inf]]))
    with pytest.raises(ValueError, match="NaN"):
        weigh(np.array([[np.nan, 0.0]]))


def test_weighted_worlds_give_the_belief_of_who_knows_the_policy() -> None:
    """A policy by which a holder of both trumps always says so: its pass rules the solo out."""
    game = SpitzerGame(1, autoreset=False)
    rest = "AC KC JC TC 9C 8C 7C AS | KS QS JS TS 9S 8S 7S AH | KH QH JH TH 9H 8H 7H AD"
    game.reset(deals=[f"QC 7D KD QD JD TD 9D 8D | {rest}"], dealers=[3])
    for _ in range(4):
        game.step([PASS])
    trumps = np.uint64((1 << PACK.card_id("QC")) | (1 << PACK.card_id("7D")))

    def log_likelihood(information: Any, worlds: Worlds) -> np.ndarray:
        solo = ((worlds.hands & trumps) == trumps).any(axis=2)
        return np.where(solo, -np.inf, 0.0)

    info = game.information_state(seats=[2])
    worlds, belief = Determinizer(game).draw_weighted(info, KEY, 4000, log_likelihood)
    pairs = 4000 * (1 - 3 * 8 * 7 / (24 * 23))
    assert abs(belief.effective[0] - pairs) < 4 * np.sqrt(pairs * 0.31)
    assert belief.weights[log_likelihood(info, worlds) == -np.inf].sum() == 0
