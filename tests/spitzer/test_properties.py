"""Properties that every position of Spitzer has, whatever the rules, seed and play."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared_checks.properties import CHECKS
from tests.spitzer.under_test import SPITZER


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@given(data=st.data())
def test_property(check: Callable[..., Any], data: st.DataObject) -> None:
    check(SPITZER, data)
