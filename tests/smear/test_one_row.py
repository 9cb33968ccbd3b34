"""A single game of Smear is a row of the batch, to the byte."""

import pytest

from smear_env.smear_v0 import Rules
from tests.shared_checks import one_row as checks
from tests.smear.under_test import SMEAR

OPTIONS = [
    {},
    {"history": True, "rules": Rules(variant="widow", free_discard=True)},
    {"history": True, "rules": Rules(variant="nine_card", players=3, all_pass="redeal")},
    {"rewards": "relative", "rules": Rules(players=5, revoke="lose_deal")},
    {
        "episode": "match",
        "rewards": "win",
        "history": True,
        "rules": Rules(players=8, teams=4, max_deals=2),
    },
    {"episode": "match", "rules": Rules(players=6, teams=0, variant="no_jick", floor=-21)},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_observation_of_a_row_is_that_of_the_batch(options):
    checks.check_observation_of_a_row_is_that_of_the_batch(SMEAR, options, every=24)


@pytest.mark.parametrize("autoreset", [True, False])
@pytest.mark.parametrize("options", OPTIONS)
def test_single_game_is_a_row_of_the_batch(options, autoreset):
    checks.check_single_game_is_a_row_of_the_batch(SMEAR, options, autoreset)


def test_steps_of_checked_actions_are_steps():
    checks.check_steps_of_checked_actions_are_steps(SMEAR, {"rules": Rules(revoke="lose_deal")})
