"""A single game of Michigan Spitzer is a row of the batch, to the byte."""

import pytest

from spitzer_env.michigan_v0 import Rules
from tests.michigan.under_test import MICHIGAN
from tests.shared_checks import one_row as checks

OPTIONS = [
    {},
    {"history": True, "rules": Rules(partner_schneider=True, trump_chain=True)},
    {"episode": "match", "history": True, "rules": Rules(deals=2, first_announcement_ends=True)},
    {"episode": "match", "rewards": "win", "rules": Rules(target=20, zola_needs_queens=True)},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_observation_of_a_row_is_that_of_the_batch(options):
    checks.check_observation_of_a_row_is_that_of_the_batch(MICHIGAN, options)


@pytest.mark.parametrize("autoreset", [True, False])
@pytest.mark.parametrize("options", OPTIONS)
def test_single_game_is_a_row_of_the_batch(options, autoreset):
    checks.check_single_game_is_a_row_of_the_batch(MICHIGAN, options, autoreset)


def test_steps_of_checked_actions_are_steps():
    checks.check_steps_of_checked_actions_are_steps(MICHIGAN, {})
