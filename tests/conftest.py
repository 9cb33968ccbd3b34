"""What all tests share: the `--full` switch and hypothesis's settings."""

import pytest
from hypothesis import settings

settings.register_profile("everyday", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("full", deadline=None, max_examples=1000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the long checks too")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("full" if config.getoption("--full") else "everyday")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full"):
        return
    skip = pytest.mark.skip(reason="a long check: make test-full")
    for item in items:
        if item.get_closest_marker("full"):
            item.add_marker(skip)


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    """True under --full: for checks that run a larger sample then, instead of a second test."""
    return bool(request.config.getoption("--full"))
