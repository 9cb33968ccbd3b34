"""Each game's page tells what its code does."""

import pytest

from tests.games_under_test import each_game
from tests.shared_checks import page as checks


@each_game
@pytest.mark.parametrize(
    "check",
    [
        checks.check_page_holds_the_observation_table,
        checks.check_page_names_every_option_with_its_default,
        checks.check_module_offers_the_public_names,
    ],
    ids=lambda check: check.__name__,
)
def test_page(case, check):
    check(case)
