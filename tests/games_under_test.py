"""Every game, for tests that hold for all of them."""

import pytest

from tests.michigan.under_test import MICHIGAN
from tests.smear.under_test import SMEAR
from tests.spitzer.under_test import SPITZER

ALL = (SPITZER, MICHIGAN, SMEAR)
each_game = pytest.mark.parametrize("case", ALL, ids=str)
each_variation = pytest.mark.parametrize(
    ("case", "options"),
    [
        pytest.param(case, options, id=f"{case}-{name}")
        for case in ALL
        for name, options in case.variations.items()
    ],
)
