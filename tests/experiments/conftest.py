"""One tiny training run for all tests, and their own agents."""

from pathlib import Path

import pytest

from experiments import contest
from tests.experiments.players import Bold, First, Sampled


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that came to its end; not to be changed."""
    from experiments.train import main
    from tests.experiments.runs import tiny

    folder = tmp_path_factory.mktemp("trained") / "run"
    assert main(tiny(folder)) == 0
    return folder


@pytest.fixture
def agents(monkeypatch):
    """Texts of the tests' own agents."""
    known = {"first": First, "bold": Bold, "sampled": Sampled}
    monkeypatch.setattr(contest, "make", lambda text, game: known[text]())
