"""Deals of Michigan Spitzer by card text, through `env` and through `vector_env`."""

from __future__ import annotations

from typing import Any

from spitzer_env.michigan_v0 import Rules
from tests.michigan.under_test import MICHIGAN
from tests.reference.michigan_playing import hands_with
from tests.reference.spitzer import write_hands
from tests.reference.spitzer_deals import DEALER, PlayedDeal
from tests.shared_checks import tables
from tests.shared_checks.tables import Table

ZOLAS_TEXT = ", zola, zola schneider, zola schneider schwartz"


class BatchTable(tables.BatchTable):
    """One row of a batch."""

    case = MICHIGAN

    @staticmethod
    def plain_result(results: Any, place: int) -> dict[str, Any]:
        """One deal of a batch's results in the words of `deal_result`."""
        return MICHIGAN.kit.deal_result(results, place)


class EnvTable(tables.EnvTable):
    """One game of the AEC environment."""

    case = MICHIGAN


TABLES = {"env": EnvTable, "vector_env": BatchTable}


def begin(kind: str, deal: str, **options: Any) -> Table:
    """A table of `kind` before anybody has spoken; P3 deals."""
    return TABLES[kind](Rules(**options), deal, DEALER)


def say(table: Table, said: dict[int, str]) -> None:
    """Let every seat say what `said` has for it, else pass."""
    while "pass" in table.legal():
        table.play(said.get(table.seat, "pass"))


def play_line(
    kind: str, line: PlayedDeal, said: dict[int, str] | None = None, **options: Any
) -> Table:
    """A table of `kind` after what is said and all cards of `line`."""
    table = begin(kind, line.deal, **options)
    say(table, said or {})
    for trick in line.tricks:
        assert table.seat == trick.leader
        for card in trick.cards:
            assert card in table.legal()
            table.play(card)
    return table


def deal_with(first: str) -> str:
    """P0 has the cards of `first`, the others the rest in pack order."""
    return write_hands(hands_with(first))
