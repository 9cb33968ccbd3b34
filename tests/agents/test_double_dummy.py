"""The open-card solver against every line played out, and what must hold of its answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.double_dummy import NO_MARGIN, DoubleDummy
from spitzer_env.actions import ACTION_IDS, PASS
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.rules import TwoTrumpRules
from tests.agents.play_out import game_at, play_out, positions
from trick_taking.cards import bit

pytest.importorskip("numba", reason="the solver needs the extra search")

TWO_TRUMP: list[dict[str, Any]] = [
    {},
    {"solo": False},
    {"double_spitzer": True},
    {"trump_lead_must_follow": False},
    {"tie_60": "most_tricks"},
    {"schneider_bonus": False},
    {"schwarz_bonus": False},
    {"schneider_minimum": 90},
    {"revoke": "lose_deal"},
    {"players": 5},
    {"blind": 2},
    {"blind": 4, "tie_60": "most_tricks"},
    {"players": 3, "blind": 2},
    {"players": 5, "blind": 2, "trump_lead_must_follow": False},
    {"cards_each": 4},
]
MICHIGAN: list[dict[str, Any]] = [
    {},
    {"trump_chain": True},
    {"negative_scores": "declarers"},
    {"partner_schneider": True, "trump_chain": True},
    {"zola_needs_queens": True},
    {"first_announcement_ends": True, "partner_schneider": True},
]
RULES: list[SpitzerRules] = [TwoTrumpRules(**options) for options in TWO_TRUMP]
RULES += [MichiganRules(**options) for options in MICHIGAN]


def name_of(rules: SpitzerRules) -> str:
    changed = [
        f"{name}={value}"
        for name, value in rules.as_dict().items()
        if value != type(rules)().as_dict().get(name)
    ]
    return " ".join([type(rules).__name__, *changed])


every_rules = pytest.mark.parametrize("rules", RULES, ids=name_of)


@every_rules
def test_values_and_cards_are_those_of_all_lines_played_out(rules, full):
    seats = rules.seats_playing
    for cards, games in ((3 * seats, 10), (3 * seats - 2, 10), (2 * seats - 1, 20), (1, 10)):
        game = SpitzerGame(games * (40 if full else 1), rules=rules, seed=cards, autoreset=False)
        state = positions(game, cards)
        solutions = DoubleDummy(rules).solve(state, plays="all")
        assert solutions.margins.tolist() == play_out(game, state).tolist()
        check_cards(game, state, solutions)


@every_rules
def test_last_four_tricks(rules, full):
    seats = rules.seats_playing
    game = SpitzerGame(50 if full else 6, rules=rules, seed=4, autoreset=False)
    state = positions(game, 4 * seats - 1)
    state = state.select(np.arange(min(state.num_rows, 40 if full else 1)))
    found = DoubleDummy(rules).solve(state, plays="none").margins
    assert found.tolist() == [
        play_out(game, state.select(np.array([row])))[0] for row in range(len(found))
    ]


def check_cards(game: SpitzerGame, state: Any, solutions: Any) -> None:
    """Every lawful card has the value of the position it leads to; the best keep the value."""
    position = game_at(game, state)
    lawful = position.lawful[:, : position.num_cards]
    assert ((solutions.card_margins != NO_MARGIN) == lawful).all()
    rows, cards = np.nonzero(lawful)
    margins = solutions.card_margins[rows, cards]
    after = game_at(game, state.select(rows))
    step = after.step(cards)
    if step.results is None:
        assert (
            margins.tolist() == DoubleDummy(game.rules).solve(after.state, "none").margins.tolist()
        )
    keeps = margins == solutions.margins[rows]
    assert (((solutions.best[rows] & bit(cards)) != 0) == keeps).all()


def deals(rules: SpitzerRules, games: int) -> tuple[SpitzerGame, Any]:
    game = SpitzerGame(games, rules=rules, seed=9, autoreset=False)
    return game, positions(game, 3 * rules.seats_playing)


@every_rules
def test_units_have_the_margin_and_the_sides(rules):
    _, state = deals(rules, 30)
    solutions = DoubleDummy(rules).solve(state, plays="none")
    sits_out = state.dealer if rules.dealer_sits_out else np.full(state.num_rows, -1)
    for row, units in enumerate(solutions.units.tolist()):
        seats = [seat for seat in range(rules.players) if seat != sits_out[row]]
        ours = {units[seat] for seat in seats if solutions.declares[row, seat]}
        theirs = {units[seat] for seat in seats if not solutions.declares[row, seat]}
        assert solutions.margins[row] == ours.pop() - theirs.pop()
        assert not ours
        assert not theirs
        assert max(map(abs, units)) <= rules.largest_stake
    assert not solutions.best.any()


@every_rules
def test_best_plays_keep_the_value_to_the_end(rules, full):
    game, state = deals(rules, 20 if full else 8)
    solver = DoubleDummy(rules)
    expected = solver.solve(state, plays="none").units
    play, step = game_at(game, state), None
    while (play.state.seat >= 0).all():
        best = solver.solve(play.state).best
        assert (best != 0).all()
        step = play.step(np.bitwise_count(best - np.uint64(1) & ~best).astype(np.int64))
    assert (step.results.units == expected).all()


@pytest.mark.parametrize("rules", [TwoTrumpRules(), MichiganRules()], ids=name_of)
def test_turning_the_seats_turns_the_answer(rules):
    _, state = deals(rules, 30)
    turned = state.copy()
    for name in ("hands", "played", "points", "tricks", "voids", "said"):
        setattr(turned, name, np.roll(getattr(state, name), 1, axis=1))
    for name in ("seat", "dealer", "leader", "taker", "solo", "declarer", "partner", "holders"):
        seats = getattr(state, name)
        setattr(turned, name, np.where(seats >= 0, (seats + 1) % 4, seats).astype(np.int8))
    solver = DoubleDummy(rules)
    plain, other = solver.solve(state, "all"), solver.solve(turned, "all")
    assert (np.roll(plain.units, 1, axis=1) == other.units).all()
    assert (plain.card_margins == other.card_margins).all()


def test_rows_do_not_depend_on_each_other():
    _, state = deals(TwoTrumpRules(), 30)
    together = DoubleDummy(TwoTrumpRules(), memory_bits=4).solve(state, "all")
    solver = DoubleDummy(TwoTrumpRules())
    for row in range(state.num_rows):
        alone = solver.solve(state.select(np.array([row])), "all")
        assert (alone.card_margins[0] == together.card_margins[row]).all()


def test_a_whole_deal_is_solved():
    rules = TwoTrumpRules()
    game = SpitzerGame(1, rules=rules, seed=3, autoreset=False)
    state = positions(game, 32)
    solutions = DoubleDummy(rules).solve(state)
    after = game_at(game, state)
    after.step([int(solutions.best[0]).bit_length() - 1])
    assert DoubleDummy(rules).solve(after.state, "none").margins == solutions.margins


def test_what_has_no_two_sides_is_refused():
    leaster = SpitzerGame(2, rules=TwoTrumpRules(blind=2), seed=1, autoreset=False)
    solver = DoubleDummy(leaster.rules)
    with pytest.raises(ValueError, match="not yet being played"):
        solver.solve(leaster.state)
    for _ in range(4):
        leaster.step([PASS, PASS])
    with pytest.raises(ValueError, match="leaster"):
        solver.solve(leaster.state)
    deal = "QC QS AC AS AH TC TS TH | 7D QH QD JC JS JH JD AD | TD KD 9D 8D KC 9C 8C 7C"
    deal += " | KS 9S 8S 7S KH 9H 8H 7H"
    first = SpitzerGame(1, rules=MichiganRules(), autoreset=False)
    first.reset(deals=[deal], dealers=[3])
    for word in ("call first trick", "pass", "pass", "pass"):
        first.step([ACTION_IDS[word]])
    with pytest.raises(ValueError, match="MI11"):
        DoubleDummy(first.rules).solve(first.state)
    for card in ("AC", "7D"):
        if first.legal[0, ACTION_IDS[card]]:
            first.step([ACTION_IDS[card]])
    while first.state.tricks_played[0] == 0:
        first.step(first.legal.argmax(axis=1))
    solutions = DoubleDummy(first.rules).solve(first.state)
    assert solutions.declares[0].sum() == 1 + (first.state.partner[0] != 0)
    while first.state.seat[0] >= 0:
        first.step(first.legal.argmax(axis=1))
    with pytest.raises(ValueError, match="over"):
        DoubleDummy(first.rules).solve(first.state)


@pytest.mark.parametrize("rules", [TwoTrumpRules(), *RULES[len(TWO_TRUMP) :]], ids=name_of)
def test_duties_are_those_of_the_game(rules, full):
    game = SpitzerGame(300 if full else 80, rules=rules, seed=2, autoreset=False)
    for cards in (23, 18, 13, 12):
        game.reset(seed=cards)
        state = positions(game, cards)
        told = DoubleDummy(rules).solve(state, "all").card_margins != NO_MARGIN
        assert (told == game_at(game, state).lawful[:, :32]).all()
