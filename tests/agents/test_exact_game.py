"""The tree of a reduced deck, values and best responses on it: against the slow reference, and
against every policy of a seat, one after the other.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from agents.exact_game import DEALER, ExactGame, all_deals, grow, num_deals
from agents.exact_policies import policy_of_agent
from agents.exact_values import expected_units, proportions, regard, trump_side_units, uniform
from agents.random_agent import RandomAgent
from agents.tabular_cfr import TabularCfr
from spitzer_env.spitzer_v0 import Rules
from tests.reference.spitzer import ReferenceDeal, in_pack_order, read_hands
from trick_taking.view import View

RULES = Rules(cards_each=2)
SOME = tuple(all_deals(RULES))[::72]
both_games = pytest.mark.parametrize("public_teams", [False, True])


def slow_deal(deal: str, **options: object) -> ReferenceDeal:
    """A deal of the reference before anybody has acted."""
    return ReferenceDeal({"cards_each": 2, **options}, read_hands(deal), DEALER)


def after(slow: ReferenceDeal) -> Iterator[ReferenceDeal]:
    """The deal after each legal action."""
    for action in slow.legal():
        later = copy.deepcopy(slow)
        later.apply(action)
        yield later


def all_after(slow: ReferenceDeal) -> Iterator[ReferenceDeal]:
    """The deal itself and every way to go on, the ends included."""
    yield slow
    for later in after(slow):
        yield from all_after(later)


class Lowest:
    """Always the legal action of the lowest id."""

    name = "lowest"

    def act(self, view: View[Any]) -> np.ndarray:
        return view.legal.argmax(axis=1)


def test_spv7_every_deal_once() -> None:
    deals = list(all_deals(RULES))
    assert len(deals) == len(set(deals)) == num_deals(RULES) == 2520
    assert num_deals(Rules(cards_each=3)) == 369_600
    assert num_deals(Rules(cards_each=4)) == 63_063_000
    # SP8: the same seat holds both trumps in 1/7 of the deals.
    whole = grow(RULES)
    assert (whole.trump_side.sum(axis=1) == 1).sum() == 2520 // 7


def test_trees_that_are_too_large_or_uneven_are_refused() -> None:
    with pytest.raises(ValueError, match="cards_each=3 has 369,600 deals, a tree at most 10,000"):
        grow(Rules(cards_each=3))
    with pytest.raises(ValueError, match="revoke='forbidden'"):
        grow(Rules(cards_each=2, revoke="fine_4"))


@pytest.mark.parametrize("cards_each", [2, 3])
@pytest.mark.parametrize("solo", [True, False])
@both_games
def test_the_tree_is_that_of_the_reference(cards_each: int, solo: bool, public_teams: bool) -> None:
    deals = SOME if cards_each == 2 else ("QC AC TS | AS KS TC | 7D KC AD | AH TH KH",)
    tree = grow(Rules(cards_each=cards_each, solo=solo), public_teams, deals)
    ends: list[tuple[int, list[int]]] = []
    told_apart: set[tuple[Any, ...]] = set()
    for place, deal in enumerate(deals):
        dealt = read_hands(deal)
        for slow in all_after(slow_deal(deal, cards_each=cards_each, solo=solo)):
            if slow.finished:
                ends.append((place, slow.units))
            elif len(slow.legal()) > 1:
                hand = tuple(in_pack_order(dealt[slow.seat]))
                sides = tuple(slow.trump_side) if public_teams else ()
                told_apart.add((slow.seat, hand, tuple(slow.history), sides))
    found = list(zip(tree.deal.tolist(), tree.units.tolist(), strict=True))
    assert sorted(found) == sorted(ends)
    assert len(tree.set_seat) == len(told_apart)
    assert len(set(tree.set_texts)) == len(tree.set_texts)
    seats = np.bincount(tree.set_seat, minlength=4).tolist()
    assert seats == [sum(known[0] == seat for known in told_apart) for seat in range(4)]


def slow_values(slow: ReferenceDeal) -> np.ndarray:
    """Units of the seats when all choose uniformly."""
    if slow.finished:
        return np.array(slow.units, float)
    return np.mean([slow_values(later) for later in after(slow)], axis=0)


def test_units_of_uniform_play_are_those_of_the_reference() -> None:
    total, by_side = np.zeros(4), []
    for deal in SOME:
        slow = slow_deal(deal)
        values = slow_values(slow)
        total += values / len(SOME)
        by_side.append(values[slow.trump_side].sum())
    tree = grow(RULES, deals=SOME)
    assert np.abs(expected_units(tree, uniform(tree)) - total).max() < 1e-12
    assert abs(trump_side_units(tree, uniform(tree))["all"] - np.mean(by_side)) < 1e-12


def policies_of_a_seat(tree: ExactGame, seat: int, others: np.ndarray) -> Iterator[np.ndarray]:
    """`others` with every policy of `seat` that never draws."""
    own = np.flatnonzero(tree.set_seat == seat)
    options = [range(tree.set_choice[one], tree.set_choice[one + 1]) for one in own]
    for chosen in product(*options):
        policy = others.copy()
        policy[[choice for choices in options for choice in choices]] = 0
        policy[list(chosen)] = 1
        yield policy


@both_games
def test_best_responses_are_the_best_of_all_policies(public_teams: bool) -> None:
    deals = (
        "AC TS | AS KS | KC QC | TC 7D",
        "AC TS | QC KS | KC AS | TC 7D",
        "AC TS | KC AS | QC 7D | TC KS",  # P2 speaks and then chooses a card
    )
    tree = grow(RULES, public_teams, deals)
    chance = np.random.default_rng(5)
    policy = proportions(tree, chance.random(len(tree.action)))
    found = regard(tree, policy)
    most = [
        max(expected_units(tree, tried)[seat] for tried in policies_of_a_seat(tree, seat, policy))
        for seat in range(4)
    ]
    assert np.abs(found.best - most).max() < 1e-12
    assert found.nash_conv == pytest.approx(sum(most) - expected_units(tree, policy).sum())
    assert found.nash_conv > 0.1
    for seat in range(4):
        mine = np.append(np.arange(4) == seat, tree.set_seat[tree.choice_set[4:]] == seat)
        mixed = np.where(mine, found.response, policy)
        assert expected_units(tree, mixed)[seat] == pytest.approx(most[seat])


def test_nobody_forgets_what_it_did() -> None:
    tree = grow(Rules(cards_each=3), deals=("QC AC TS | AS KS TC | 7D KC AD | AH TH KH",))
    before = tree.set_before[tree.set_before >= 4]
    assert len(before) > 100
    assert (tree.set_seat[tree.choice_set[before]] == tree.set_seat[tree.set_before >= 4]).all()


@both_games
def test_cfr_falls_below_a_hundredth_of_a_unit_on_the_whole_deck(public_teams: bool) -> None:
    cfr = TabularCfr(grow(RULES, public_teams))
    cfr.iterate()
    assert regard(cfr.game, cfr.policy()).nash_conv > 0.1
    while cfr.iterations < 32:
        cfr.iterate()
    assert regard(cfr.game, cfr.policy()).nash_conv < 0.01
    shares = np.add.reduceat(cfr.policy(), cfr.game.set_choice[:-1])
    assert np.abs(shares - 1).max() < 1e-12


def test_agents_as_policies() -> None:
    tree = grow(RULES, deals=SOME)
    assert np.array_equal(policy_of_agent(tree, RandomAgent()), uniform(tree))
    lowest = policy_of_agent(tree, Lowest(), draws=3)
    first = np.zeros(len(tree.action))
    first[[0, 1, 2, 3, *tree.set_choice[:-1]]] = 1
    assert np.allclose(lowest, first)
