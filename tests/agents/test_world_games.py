"""Games of worlds: with the true cards they are the true games, seen from the observer."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import numpy as np
import pytest

from agents.world_games import WorldGames
from smear_env.game import SmearGame
from spitzer_env.rules import TwoTrumpRules
from tests.agents.true_worlds import ALL, make_game, true_worlds, turned, under_way
from tests.shared_checks.game_under_test import lawful_at_random
from trick_taking.cards import NO_SEAT


def start(tables: WorldGames, game: Any) -> Any:
    """The games of the true worlds, as far as they are not left to chance."""
    view = game.view()
    play = tables.start(view.information_state, true_worlds(game, game.seat), view.keys)
    if isinstance(game, SmearGame):  # the order of the stock is hidden from everybody
        play.state.order[:] = game.state.order
    else:
        play.state.blind[:] = game.state.blind  # which of his cards lay in it only a picker knows
    return play


def assert_same(play: Any, true: Any) -> None:
    """The seats to act see the same, and so do critics."""
    seen, made = (game.view().information_state.arrays() for game in (true, play))
    assert np.array_equal(made.pop("history_seats"), seen.pop("history_seats"))
    lies_face_down = isinstance(true, SmearGame) or true.rules.blind
    if lies_face_down:  # the cards are known to a world, the order in which they were laid is not
        seen["history"], made["history"] = np.sort(seen["history"]), np.sort(made["history"])
    for name, array in seen.items():
        assert name == "seat" or np.array_equal(made[name], array), name
    assert np.array_equal(play.lawful, true.lawful)
    assert np.array_equal(play.observe(), true.observe())
    assert np.array_equal(play.observe_all(), true.observe_all())


def play_on(play: Any, true: Any, seed: int) -> int:
    """Step both to the ends of the deals; how many ended."""
    choose, observers, ended = lawful_at_random(seed, 0.1), true.seat, 0
    deal = true.state.deal_number.copy()
    while True:
        assert_same(play, true)
        assert np.array_equal(play.seat, (true.seat - observers) % true.num_seats)
        actions = choose(play)
        made, real = play.step(actions), true.step(actions)
        over = play.seat == NO_SEAT
        if over.any():
            assert np.array_equal(real.results.rows, np.flatnonzero(over))
            units = turned(real.results.units, observers[over])
            assert np.array_equal(made.results.units, units)
            ended += int(over.sum())
        going = np.flatnonzero(~over & (true.state.deal_number == deal))  # else dealt again
        if not len(going):
            return ended
        observers, deal = observers[going], deal[going]
        play, true = (game.standing(game.state.select(going)) for game in (play, true))


EPISODES = list(zip(ALL, cycle(["match", "deal"]), strict=False))


@pytest.mark.parametrize(("rules", "episode"), EPISODES)
def test_with_the_true_cards_it_is_the_true_game(rules, episode, full):
    game = make_game(rules, 6, seed=5, episode=episode)
    tables, ended = WorldGames(game), 0
    stages = range(5) if full else range(2)
    for number, true in zip(stages, under_way(game, 3, every=9 if full else 27), strict=False):
        rows = np.flatnonzero(true.seat != NO_SEAT)
        stand = true.standing(true.state.select(rows))
        ended += play_on(start(tables, stand), stand, number)
    assert ended > 5


def test_nothing_of_the_true_state_is_kept():
    game = make_game(TwoTrumpRules(), 3)
    tables = WorldGames(game)
    view = game.view()
    worlds = tables.determinizer.draw(view.information_state, view.keys, 4)
    before = tables.start(view.information_state, worlds, view.keys).state
    game.reset(seed=9)
    assert tables.start(view.information_state, worlds, view.keys).state.equals(before)
    assert not np.array_equal(before.hands[::4], turned(game.state.hands, game.seat))


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_drawn_worlds_can_be_played_and_depend_on_nothing_but_row_key_and_number(rules, full):
    game = make_game(rules, 8, seed=2, history=True)
    tables = WorldGames(game)
    for true in under_way(game, 1, every=9 if full else 18):
        rows = np.flatnonzero(true.seat != NO_SEAT)
        view = true.view(rows)
        worlds = tables.determinizer.draw(view.information_state, view.keys, 3)
        play = tables.start(view.information_state, worlds, view.keys)
        assert play.num_games == 3 * len(rows)
        last, choose = true.view(rows[-1:]), lawful_at_random(4, 0.0)
        few = tables.determinizer.draw(last.information_state, last.keys, 2)
        alone = tables.start(last.information_state, few, last.keys)
        assert alone.state.equals(play.state.select(slice(-3, -1)))
        while (play.seat != NO_SEAT).any():
            play.step(choose(play))
