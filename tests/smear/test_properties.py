"""Properties that every position of Smear has, whatever the rules, seed and play."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shared_checks.properties import CHECKS
from tests.smear.under_test import SMEAR


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@settings(max_examples=int(SMEAR.share * settings.default.max_examples))
@given(data=st.data())
def test_property(check: Callable[..., Any], data: st.DataObject) -> None:
    check(SMEAR, data)
