"""The solver's module can be read without numba, and says what is missing."""

import subprocess
import sys

import pytest

from agents import double_dummy
from agents.double_dummy import DoubleDummy
from smear_env.rules import SmearRules
from spitzer_env.rules import TwoTrumpRules


def test_the_missing_extra_is_named(monkeypatch):
    monkeypatch.setattr(double_dummy, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"hidden-partners\[search\]"):
        DoubleDummy(TwoTrumpRules())


def test_importing_the_solver_loads_no_numba():
    code = "import sys, agents.double_dummy; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_other_rules_are_refused():
    with pytest.raises(ValueError, match="SmearRules"):
        DoubleDummy(SmearRules())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="memory_bits"):
        DoubleDummy(TwoTrumpRules(), memory_bits=2)
