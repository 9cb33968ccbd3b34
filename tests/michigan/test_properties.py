"""Properties that every position of Michigan Spitzer has, whatever the rules, seed and play."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.michigan.under_test import MICHIGAN
from tests.shared_checks.properties import CHECKS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@given(data=st.data())
def test_property(check: Callable[..., Any], data: st.DataObject) -> None:
    check(MICHIGAN, data)
