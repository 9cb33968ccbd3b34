"""Every game, for tests that hold for all of them."""

import pytest

from tests.spitzer.under_test import SPITZER

ALL = (SPITZER,)
each_game = pytest.mark.parametrize("case", ALL, ids=str)
each_setting = pytest.mark.parametrize(
    ("case", "setting"),
    [pytest.param(case, name, id=f"{case}-{name}") for case in ALL for name in case.settings],
)
