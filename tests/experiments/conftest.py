"""One tiny training run for all tests."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that came to its end; not to be changed."""
    from experiments.train import main
    from tests.experiments.runs import tiny

    folder = tmp_path_factory.mktemp("trained") / "run"
    assert main(tiny(folder)) == 0
    return folder
