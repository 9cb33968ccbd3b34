"""What a seat can believe by the rules alone, against every deal tried by the references."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from agents.belief import Beliefs, PlaceBelief, SideBelief, before_play
from agents.belief_sides import ask_sides, seat_chances
from agents.determinize import Determinizer
from smear_env.game import SmearGame
from spitzer_env.actions import CALL_FIRST_TRICK, PACK, PASS, SOLO
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.michigan_scoring import declaring_side
from spitzer_env.rules import TwoTrumpRules
from tests.agents import test_determinize_michigan as michigan
from tests.agents import test_determinize_spitzer as two_trump
from tests.agents.brute_force import World
from tests.agents.spitzer_by_force import Position
from tests.agents.true_worlds import SMEARS
from trick_taking.choice import uniform_legal

MINE = "QC KC JC TC 9C 8C 7C AS"
QUEEN_ONLY = f"{MINE} | KS QS JS TS 9S 8S 7S AH | KH QH JH TH 9H 8H 7H AD | 7D AC KD QD JD TD 9D 8D"


def opened(deal: str, seat: int, says: int = PASS) -> tuple[SpitzerGame, Any]:
    """A deal of which eldest, seat 0, has spoken, and what `seat` knows."""
    game = SpitzerGame(1, autoreset=False)
    game.reset(deals=[deal], dealers=[3])
    game.step([says])
    return game, game.information_state(seats=[seat])


def as_fractions(belief: SideBelief) -> dict[int, Fraction]:
    """The possible sides of the only row."""
    total = int(belief.total[0])
    return {side: Fraction(int(n), total) for side, n in enumerate(belief.counts[0]) if n}


def test_sp8_a_holder_of_one_trump_has_three_partners_alike() -> None:
    game, info = opened(QUEEN_ONLY, 0)
    third = Fraction(1, 3)
    assert as_fractions(Beliefs(game).sides(info)) == {0b0011: third, 0b0101: third, 0b1001: third}


def test_sp8_a_holder_of_none_has_six_sides_of_171_nats() -> None:
    game, info = opened(QUEEN_ONLY, 1)
    belief = Beliefs(game).sides(info)
    pair, solo = Fraction(2 * 8 * 8, 24 * 23), Fraction(8 * 7, 24 * 23)
    pairs, solos = dict.fromkeys((6, 10, 12), pair), dict.fromkeys((2, 4, 8), solo)
    assert as_fractions(belief) == pairs | solos
    assert np.isclose(float(pair), 0.232, atol=5e-4)
    assert np.isclose(float(solo), 0.101, atol=5e-4)
    chances = belief.chances[0][belief.chances[0] > 0]
    assert np.isclose(-(chances * np.log(chances)).sum(), 1.71, atol=5e-3)
    assert np.allclose(seat_chances(belief.chances)[0], [0, *[float(2 * pair + solo)] * 3])


def test_sp8_seven_of_31_deals_are_one_against_three() -> None:
    """Over my hands: of both trumps, of one (then never), and of none."""
    game, info = opened(QUEEN_ONLY, 1)
    sides = as_fractions(Beliefs(game).sides(info))
    with_none = Fraction(comb(30, 8), comb(32, 8)) * (sides[2] + sides[4] + sides[8])
    assert with_none + Fraction(comb(30, 6), comb(32, 8)) == Fraction(7, 31)


def test_sp9_an_announced_solo_settles_the_sides() -> None:
    both = "QC 7D JC TC 9C 8C 7C AS"
    rest = "KS QS JS TS 9S 8S 7S AH | KH QH JH TH 9H 8H 7H AD | KC AC KD QD JD TD 9D 8D"
    game, info = opened(f"{both} | {rest}", 2, SOLO)
    assert as_fractions(Beliefs(game).sides(info)) == {0b0100: Fraction(1)}


def test_mi9_the_called_ace_lies_in_either_other_hand() -> None:
    """The caller lacks it and I lack it, so its two other holders are alike before any card."""
    game = michigan.after_first_words("QC QS KC 9C JD TD KD 9D", "call AC")
    info = game.information_state(seats=[3])
    assert as_fractions(Beliefs(game).sides(info)) == {
        0b0110: Fraction(1, 2),
        0b1010: Fraction(1, 2),
    }


def expected_places(position: Position, worlds: set[World]) -> np.ndarray:
    """(C, H) worlds with each card in each pile."""
    seats = position.players
    piles = [*range(1, seats), *range(seats + 1, 2 * seats), 2 * seats, 2 * seats + 1]
    counts = np.zeros((32, len(piles)))
    for world in worlds:
        for place, pile in enumerate(piles):
            counts[:, place] += [world[pile] >> card & 1 for card in range(32)]
    return counts


def expected_sides(game: SpitzerGame, position: Position, worlds: set[World]) -> np.ndarray:
    """(2**S,) worlds by the side that declares in a game with their cards."""
    seats, rows = position.players, np.zeros(len(worlds), np.intp)
    state = game.state.select(rows)
    order = (position.viewer + np.arange(seats)) % seats
    state.hands[:, order] = [world[:seats] for world in worlds]
    dealt = state.hands | state.played
    for place, card in enumerate(game.tables.side_cards):
        state.holders[:, place] = (dealt >> np.uint64(card) & np.uint64(1)).argmax(axis=1)
    if isinstance(game.rules, MichiganRules):
        sides = declaring_side(state, slice(None))
    else:
        sides = (np.arange(seats)[:, None] == state.holders[:, None, :]).any(axis=2)
    numbers = (sides[:, order] << np.arange(seats)).sum(axis=1)
    return np.bincount(numbers, minlength=1 << seats)


def check_position(game: SpitzerGame, position: Position) -> bool:
    """Both beliefs are the numbers of deals tried; returns whether the sides are open."""
    info = game.information_state(seats=[position.viewer])
    worlds = position.worlds()
    places = Beliefs(game).places(info)
    assert places.total.tolist() == [len(worlds)]
    assert (places.counts[0] == expected_places(position, worlds)).all()
    if getattr(position.rules, "blind", 0):
        return False
    sides = Beliefs(game).sides(info)
    assert sides.counts[0].tolist() == expected_sides(game, position, worlds).tolist()
    return bool((sides.counts[0] > 0).sum() > 1)


@pytest.mark.parametrize("number", range(len(two_trump.SETTINGS)))
def test_two_trump_equals_all_deals_tried(number: int, full: bool) -> None:
    rules = TwoTrumpRules(**two_trump.SETTINGS[number])
    found = two_trump.positions(rules, 60 if full else 2, 50 + number)
    still_open = sum(check_position(game, position) for game, position in found)
    assert rules.blind or still_open or not full


@pytest.mark.parametrize("number", range(len(michigan.SETTINGS)))
def test_michigan_equals_all_deals_tried(number: int, full: bool) -> None:
    found = michigan.late_positions(number, 90 if full else 2)
    for game, position in found:
        check_position(game, position)


def test_mi11_who_called_the_first_trick_stands_alone_until_it_is_taken() -> None:
    deal = "QC QS AC AS AH JD TD KD | KC TC 9C 8C 7C KS TS 9S | 7D QH QD JC JS JH AD 9D"
    game = SpitzerGame(1, rules=MichiganRules(), autoreset=False)
    game.reset(deals=[f"{deal} | 8S 7S KH TH 9H 8H 7H 8D"], dealers=[3])
    for action in (CALL_FIRST_TRICK, PASS, PASS, PASS):
        game.step([action])
    beliefs = Beliefs(game)
    info = game.information_state(seats=[1])
    assert as_fractions(beliefs.sides(info)) == {0b1000: Fraction(1)}
    for card in ("KD", "KC", "7D", "8D"):
        game.step([PACK.card_id(card)])
    info = game.information_state(seats=[1])
    assert as_fractions(beliefs.sides(info)) == {0b1010: Fraction(1)}
    assert as_fractions(beliefs.sides(before_play(info))) == {0b1010: Fraction(1)}


def under_way(game: Any, moves: int) -> Any:
    for _ in range(moves):
        game.step(uniform_legal(game.legal, game.view().keys))
    return game


def check_against_draws(game: Any, worlds: int = 400) -> PlaceBelief:
    """The frequencies of the sampler's worlds are the chances, within what chance allows."""
    view, places = game.view(), Beliefs(game).places(game.information_state())
    drawn = Determinizer(game).draw(view.information_state, view.keys, worlds)
    piles = np.concatenate([drawn.hands[:, :, 1:], drawn.laid[:, :, 1:]], axis=2)
    piles = np.concatenate([piles, drawn.widow[..., None], drawn.rest[..., None]], axis=2)
    cards = np.arange(game.num_cards, dtype=np.uint64)[:, None]
    seen = (piles[:, :, None, :] >> cards & np.uint64(1)).mean(axis=1)
    chances = places.chances
    error = np.sqrt(np.maximum(chances * (1 - chances), 1e-12) / worlds)
    assert (np.abs(seen - chances) < 5.5 * error + 2 / worlds).all()
    assert np.abs((seen - chances) / error)[chances * (1 - chances) > 0].mean() < 0.9
    return places


@pytest.mark.parametrize("moves", [3, 12, 23])
@pytest.mark.parametrize("rules", [TwoTrumpRules(), MichiganRules(partner_schneider=True)])
def test_places_and_sides_agree_with_the_sampler(rules: Any, moves: int) -> None:
    game = under_way(SpitzerGame(40, rules=rules, seed=8), moves)
    check_against_draws(game)
    view, worlds = game.view(), 400
    info = view.information_state
    drawn = Determinizer(game).draw(info, view.keys, worlds)
    sets = ask_sides(info, rules).sets_in_worlds(drawn.hands | info.played[:, None])
    seen = np.stack([(sets == side).mean(axis=1) for side in range(16)], axis=1)
    chances = Beliefs(game).sides(info).chances
    error = np.sqrt(np.maximum(chances * (1 - chances), 1e-12) / worlds)
    assert (np.abs(seen - chances) < 5.5 * error + 1e-9).all()


@pytest.mark.parametrize("rules", SMEARS)
def test_places_of_smear_agree_with_the_sampler(rules: Any) -> None:
    check_against_draws(under_way(SmearGame(10, rules=rules, seed=8), 14), 100)


def test_before_play_is_what_own_cards_and_words_say() -> None:
    game = SpitzerGame(60, seed=4, autoreset=False)
    for _ in range(4):
        game.step(np.full(60, PASS))
    now = game.information_state(seats=[2] * 60)
    later = before_play(under_way(game, 17).information_state(seats=[2] * 60))
    beliefs = Beliefs(game)
    assert (beliefs.sides(now).counts == beliefs.sides(later).counts).all()


def test_rows_do_not_depend_on_each_other() -> None:
    game = under_way(SpitzerGame(30, rules=MichiganRules(), seed=6), 15)
    info, beliefs = game.information_state(), Beliefs(game)
    some = np.array([21, 3, 8])
    assert (beliefs.sides(info.select(some)).counts == beliefs.sides(info).counts[some]).all()
    assert (beliefs.places(info.select(some)).counts == beliefs.places(info).counts[some]).all()


def test_what_cannot_be_is_refused() -> None:
    game = under_way(SpitzerGame(4, seed=2), 14)
    impossible = game.information_state()
    impossible.voids[2, 1:] = 31
    for ask in (Beliefs(game).sides, Beliefs(game).places):
        with pytest.raises(ValueError, match=r"rows \[2\]: no deal is consistent"):
            ask(impossible)
    blind = SpitzerGame(1, rules=TwoTrumpRules(blind=2))
    with pytest.raises(ValueError, match="no side is secret"):
        Beliefs(blind).sides(blind.information_state())
