"""Options that are said to have no effect under others have none: the same games, to the bit."""

from typing import Any

import numpy as np
import pytest

from smear_env import smear_v0
from spitzer_env import michigan_v0, spitzer_v0
from trick_taking.cards import NO_SEAT
from trick_taking.choice import uniform_legal

WITHOUT_EFFECT: list[tuple[Any, dict[str, Any], dict[str, Any]]] = [
    (spitzer_v0, {"blind": 2}, {"solo": False}),  # SPV4
    (spitzer_v0, {"blind": 2}, {"double_spitzer": True}),  # SPV4
    (spitzer_v0, {"solo": False}, {"double_spitzer": True}),  # SPV2
    (spitzer_v0, {"schneider_bonus": False, "schwarz_bonus": False}, {"double_spitzer": True}),
    (spitzer_v0, {"schneider_bonus": False}, {"schneider_minimum": 90}),  # SP15
    (spitzer_v0, {}, {"all_pass": "redeal"}),  # SPV4
    (michigan_v0, {"deals": 2}, {"target": 3}),  # MI20
    (smear_v0, {"players": 8}, {"free_discard": True}),  # SM7
    (smear_v0, {"variant": "no_jick"}, {"joker_rank": "around_jick"}),  # SMV6
    (smear_v0, {"variant": "five_point"}, {"joker_rank": "around_jick"}),  # SMV6
    (smear_v0, {"variant": "nine_card"}, {"revoke": "lose_deal"}),  # SM14
]
WITH_EFFECT: list[tuple[Any, dict[str, Any], dict[str, Any]]] = [
    (spitzer_v0, {}, {"solo": False}),
    (spitzer_v0, {"schwarz_bonus": False}, {"double_spitzer": True}),  # SPV2
    (smear_v0, {"players": 8, "variant": "widow"}, {"free_discard": True}),  # SMV2: the pitcher's
    (smear_v0, {}, {"joker_rank": "around_jick"}),
]


def played(module: Any, options: dict[str, Any]) -> bytes:
    """All that 60 matches bring when everybody plays at random: seats, actions and rewards."""
    game = module.vector_env(
        60, rules=module.Rules(**options), episode="match", seed=3, autoreset=False
    )
    record = []
    while (game.seat != NO_SEAT).any():
        actions = uniform_legal(game.legal, game.action_keys())
        record += [game.seat.tobytes(), actions.tobytes()]
        record.append(game.step(actions).rewards.tobytes())
    return b"".join([*record, np.asarray(game.state.totals).tobytes()])


def same(module: Any, given: dict[str, Any], option: dict[str, Any]) -> bool:
    few = {"max_deals": 2}
    return played(module, few | given) == played(module, few | given | option)


@pytest.mark.parametrize(("module", "given", "option"), WITHOUT_EFFECT)
def test_options_without_effect_change_nothing(module, given, option):
    assert same(module, given, option)


@pytest.mark.parametrize(("module", "given", "option"), WITH_EFFECT)
def test_options_with_effect_change_games(module, given, option):
    """So the comparison can tell."""
    assert not same(module, given, option)
