"""The tree of a reduced deck, values and best responses on it: against the slow reference, and
against every policy of a seat, one after the other.
"""

from __future__ import annotations

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
Record = tuple[tuple[int, str], ...]
both_games = pytest.mark.parametrize("public_teams", [False, True])


def slow_deals(deal: str, options: dict[str, object], done: Record = ()) -> Iterator[Any]:
    """The reference's deal after `done` and after every way to go on, the ends included."""
    slow = ReferenceDeal(options, read_hands(deal), DEALER)
    for _, action in done:
        slow.apply(action)
    yield slow
    for action in slow.legal():
        yield from slow_deals(deal, options, (*done, (slow.seat, action)))


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
    options = {"cards_each": cards_each, "solo": solo}
    tree = grow(Rules(cards_each=cards_each, solo=solo), public_teams, deals)
    ends: list[tuple[int, list[int]]] = []
    told_apart: set[tuple[Any, ...]] = set()
    for place, deal in enumerate(deals):
        dealt = read_hands(deal)
        for slow in slow_deals(deal, options):
            if slow.finished:
                ends.append((place, slow.units))
            elif len(slow.legal()) > 1:
                hand = tuple(in_pack_order(dealt[slow.seat]))
                sides = tuple(slow.trump_side) if public_teams else ()
                told_apart.add((slow.seat, hand, tuple(slow.history), sides))
    found = [(deal, [int(u) for u in units]) for deal, units in zip(tree.deal, tree.units)]  # noqa: B905
    assert sorted(found) == sorted(ends)
    assert len(tree.set_seat) == len(told_apart)
    assert len(set(tree.set_texts)) == len(tree.set_texts)
    seats = np.bincount(tree.set_seat, minlength=4).tolist()
    assert seats == [sum(known[0] == seat for known in told_apart) for seat in range(4)]


def slow_values(slow: Any) -> np.ndarray:
    """Units of the seats when all choose uniformly."""
    if slow.finished:
        return np.array(slow.units, float)
    values = []
    for action in slow.legal():
        after = ReferenceDeal(slow.options, read_hands(slow.deal_text), DEALER)
        after.deal_text = slow.deal_text
        for _, done in [*slow.history, (slow.seat, action)]:
            after.apply(done)
        values.append(slow_values(after))
    return np.mean(values, axis=0)


def test_units_of_uniform_play_are_those_of_the_reference() -> None:
    total, by_side = np.zeros(4), []
    for deal in SOME:
        slow = ReferenceDeal({"cards_each": 2}, read_hands(deal), DEALER)
        slow.deal_text = deal
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
    convs = []
    for _ in range(32):
        cfr.iterate()
        convs.append(regard(cfr.game, cfr.policy()).nash_conv)
    assert convs[0] > 0.1
    assert convs[-1] < 0.01
    assert (np.add.reduceat(cfr.policy(), cfr.game.set_choice[:-1]) - 1 < 1e-12).all()


def test_agents_as_policies() -> None:
    tree = grow(RULES, deals=SOME)
    assert np.array_equal(policy_of_agent(tree, RandomAgent()), uniform(tree))
    lowest = policy_of_agent(tree, Lowest(), draws=3)
    first = np.zeros(len(tree.action))
    first[[0, 1, 2, 3, *tree.set_choice[:-1]]] = 1
    assert np.allclose(lowest, first)
