"""Beliefs of who knows the policy of the others, against exact sums over all deals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.belief import Beliefs
from agents.belief_policy import PolicyBeliefs, Trembling, Uniform, outspoken, weighed_sides
from agents.policy_agent import PolicyAgent
from agents.random_agent import RandomAgent
from agents.registry import make
from spitzer_env.actions import PASS
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from tests.agents.brute_force import play_on
from tests.agents.conftest import make_network
from tests.agents.spitzer_by_force import Position
from tests.agents.test_determinize_spitzer import has_played
from tests.reference.spitzer import ReferenceDeal
from trick_taking.counter import random_keys

QUEEN_ONLY = (
    "QC KC JC TC 9C 8C 7C AS | KS QS JS TS 9S 8S 7S AH | "
    "KH QH JH TH 9H 8H 7H AD | 7D AC KD QD JD TD 9D 8D"
)


def passed(seat: int, moves: int = 4) -> tuple[SpitzerGame, Any]:
    game = SpitzerGame(1, autoreset=False)
    game.reset(deals=[QUEEN_ONLY], dealers=[3])
    for _ in range(moves):
        game.step([PASS])
    return game, game.information_state(seats=[seat])


def test_sp9_a_pass_of_random_players_makes_a_silent_solo_half_as_likely() -> None:
    """A holder of both passes with chance 1/2, so three solos of .101 weigh half."""
    game, info = passed(1)
    found = PolicyBeliefs(game, Uniform(), 20_000).sides(info, random_keys(1, 1))
    solo, pair = 56 / 552 / 2, 128 / 552
    whole = 3 * (solo + pair)
    assert np.allclose(found.chances[0, [2, 4, 8]], solo / whole, atol=0.006)
    assert np.allclose(found.chances[0, [6, 10, 12]], pair / whole, atol=0.012)
    mean, square = 1 - 1.5 * 56 / 552, 1 - 2.25 * 56 / 552
    assert np.isclose(found.effective[0] / 20_000, mean**2 / square, rtol=0.02)


def test_worlds_that_all_weigh_alike_give_the_rules_belief() -> None:
    game, info = passed(1, 0)
    found = PolicyBeliefs(game, Uniform(), 50).sides(info, random_keys(1, 1))
    assert np.allclose(found.chances, Beliefs(game).sides(info).chances)
    assert np.isclose(found.effective[0], 50)


def test_weighed_sides_on_literal_numbers() -> None:
    """Two sides of .5 with worlds of .2 and .2 against one of .6; a third that was not drawn."""
    exact = np.zeros((1, 16))
    exact[0, [1, 2, 4]] = 0.4, 0.4, 0.2
    found = weighed_sides(np.array([[1, 1, 2]]), np.array([[0.2, 0.2, 0.6]]), exact)
    added = 3 * (0.04 + 0.04 + 0.36)  # worlds of weight 1/3: one of 1 / .44 effective ones
    first = 0.4 * (0.4 + added / 3) / (2 + added)
    parts = np.array([first, 0.4 * (0.6 + added / 3) / (1 + added), 0.2 / 3])
    assert np.allclose(found[0, [1, 2, 4]], parts / parts.sum())
    assert np.isclose(found.sum(), 1)


def exact_chances(game: SpitzerGame, position: Position) -> np.ndarray:
    """(2**S,) chances of the sides under random play: every deal tried, replayed by the reference.

    A deal weighs one over the product of how many actions each other player had to choose from.
    """
    sums = np.zeros(16)
    for world in position.worlds():
        dealt = [0] * 4
        for place in range(4):
            seat = (position.viewer + place) % 4
            dealt[seat] = world[place] | position.played[seat]
        names = [[game.action_names[c] for c in range(32) if cards >> c & 1] for cards in dealt]
        deal = ReferenceDeal(position.options, names, position.dealer)
        weight = 1.0
        for seat, action in position.history:
            if seat != position.viewer:
                weight /= len(deal.lawful())
            deal.apply(game.action_names[action])
        side = 0
        for card in ("QC", "7D"):
            holder = next(seat for seat, hand in enumerate(names) if card in hand)
            side |= 1 << (holder - position.viewer) % 4
        sums[side] += weight
    return sums / sums.sum()


def test_random_players_against_all_deals_tried(full: bool) -> None:
    chance = np.random.default_rng(5)
    rules = TwoTrumpRules()
    checked = 0
    while checked < (40 if full else 2):
        game = SpitzerGame(1, rules=rules, seed=int(chance.integers(1 << 30)), autoreset=False)
        if not play_on(game, chance, lambda state: has_played(21, state)):
            continue
        position = Position(game, int(game.seat[0]))
        info = game.information_state()
        if (Beliefs(game).sides(info).counts > 0).sum() < 2 or position.candidates > 600:
            continue
        found = PolicyBeliefs(game, Uniform(), 4000).sides(info, random_keys(9, checked))
        error = 4 * np.sqrt(0.25 / found.effective[0])
        assert np.abs(found.chances[0] - exact_chances(game, position)).max() < error
        checked += 1


def test_too_few_effective_worlds_are_refused() -> None:
    game, info = passed(1)
    with pytest.raises(ValueError, match=r"rows \[0\]: fewer than 50 of 50 worlds are effective"):
        PolicyBeliefs(game, Uniform(), 50, fewest=50).sides(info, random_keys(1, 1))
    with pytest.raises(ValueError, match=r"fewest must be in 1..50"):
        PolicyBeliefs(game, Uniform(), 50, fewest=51)


def test_who_tells_how_likely_its_actions_are() -> None:
    game = SpitzerGame(3, seed=1)
    network = make_network(game)
    drawing, greedy = PolicyAgent(network), PolicyAgent(network, greedy=True)
    assert outspoken(drawing) is drawing
    assert isinstance(outspoken(greedy), Trembling)
    assert isinstance(outspoken(make("rule", game)), Trembling)
    assert isinstance(outspoken(RandomAgent()), Uniform)

    class Silent:
        name = "silent"

        def act(self, view: Any) -> Any:
            return view.legal.argmax(axis=1)

    assert outspoken(Silent()) is None
    view = game.view()
    told = np.exp(Trembling(Silent(), 0.1).logits(view))
    taken = view.legal.argmax(axis=1)
    number = view.legal.sum(axis=1)
    assert np.allclose(told[np.arange(3), taken], 0.9 + 0.1 / number)
    assert np.allclose(told[view.legal].sum(), 3)
    with pytest.raises(ValueError, match="tremble must be"):
        Trembling(Silent(), 0)


def test_rows_do_not_depend_on_each_other() -> None:
    game = SpitzerGame(20, seed=4)
    for _ in range(12):
        game.step(RandomAgent().act(game.view()))
    view, beliefs = game.view(), PolicyBeliefs(game, Uniform(), 16)
    whole = beliefs.sides(view.information_state, view.keys)
    part = beliefs.sides(view.information_state.select(np.array([7, 2])), view.keys[[7, 2]])
    assert (part.chances == whole.chances[[7, 2]]).all()
    assert (part.effective == whole.effective[[7, 2]]).all()
