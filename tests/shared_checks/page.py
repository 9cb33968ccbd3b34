"""The page of any game, its module's docstring, tells what the code does."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from tests.shared_checks.game_under_test import GameUnderTest


def check_page_holds_the_observation_table(case: GameUnderTest) -> None:
    """The generated table for the defaults, and the rows that a match and a history add."""
    page = case.module.__doc__
    plain = case.vector_env(1).layout
    full = case.vector_env(1, episode="match", history=True).layout
    assert plain.table() in page, "update the page:\n" + plain.table()
    extra = [name for name in full.fields if name not in plain.fields]
    rows = [
        line for line in full.table().splitlines() if any(f"`{name}`" in line for name in extra)
    ]
    assert "\n".join(rows) in page, "update the page:\n" + "\n".join(rows)
    assert f"(0, 255, ({plain.size},), uint8)" in page.replace("Box", "")
    assert f"Discrete({case.vector_env(1).num_actions})" in page


def check_page_names_every_option_with_its_default(case: GameUnderTest) -> None:
    """A row of the tables of page and RULES.md for each field of the rules, its default first."""
    rules = case.module.Rules
    rules_page = Path(case.module.__file__).with_name("RULES.md").read_text(encoding="utf-8")
    for option in fields(rules):
        default = getattr(rules(), option.name)
        shown = f'"{default}"' if isinstance(default, str) else str(default)
        assert f"| `{option.name}` | {shown}" in case.module.__doc__
        assert f"| `{option.name}` | {shown}" in rules_page


def check_module_offers_the_public_names(case: GameUnderTest) -> None:
    """The names that programs outside use."""
    assert set(case.module.__all__) == {"Rules", "env", "raw_env", "replay", "vector_env"}
    assert case.vector_env(2).num_games == 2
    env = case.module.raw_env()
    assert env.unwrapped is env
    assert env.possible_agents == [f"player_{seat}" for seat in range(env.rules.players)]
    assert env.rules == case.module.Rules()
