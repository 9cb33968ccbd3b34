"""A single game of Spitzer is a row of the batch, to the byte."""

import pytest

from spitzer_env.spitzer_v0 import Rules
from tests.shared_checks import one_row as checks
from tests.spitzer.under_test import SPITZER

OPTIONS = [
    {},
    {"history": True},
    {"episode": "match", "history": True, "rules": Rules(deals=2, double_spitzer=True)},
    {"episode": "match", "rewards": "win", "rules": Rules(players=5, deals=5, score_limit=2)},
    {"rules": Rules(revoke="lose_deal", trump_lead_must_follow=False)},
    {"rewards": "relative", "rules": Rules(revoke="fine_4", players=5, solo=False)},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_observation_of_a_row_is_that_of_the_batch(options):
    checks.check_observation_of_a_row_is_that_of_the_batch(SPITZER, options)


@pytest.mark.parametrize("autoreset", [True, False])
@pytest.mark.parametrize("options", OPTIONS)
def test_single_game_is_a_row_of_the_batch(options, autoreset):
    checks.check_single_game_is_a_row_of_the_batch(SPITZER, options, autoreset)


def test_steps_of_checked_actions_are_steps():
    checks.check_steps_of_checked_actions_are_steps(SPITZER, {"rules": Rules(revoke="lose_deal")})
