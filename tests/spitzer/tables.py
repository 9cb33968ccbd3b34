"""Deals of two-trump Spitzer by card text, through `env` and through `vector_env`."""

from __future__ import annotations

from typing import Any

from spitzer_env.scoring import DealResults
from spitzer_env.spitzer_v0 import Rules
from tests.reference.spitzer_deals import DEALER, PlayedDeal
from tests.shared_checks import tables
from tests.shared_checks.tables import Table
from tests.spitzer.under_test import SPITZER

NAMES, IDS = SPITZER.names, SPITZER.ids


class BatchTable(tables.BatchTable):
    """One row of a batch."""

    case = SPITZER

    def __init__(self, rules: Rules, deal: str, dealer: int | None = DEALER, **settings: Any):
        super().__init__(rules, deal, dealer, **settings)

    @staticmethod
    def plain_result(results: DealResults, place: int) -> dict[str, Any]:
        """One deal of a batch's results in the words of `deal_result`."""
        found = {name: array[place].tolist() for name, array in results.arrays().items()}
        found["trump_side"] = [seat for seat, holds in enumerate(found["trump_side"]) if holds]
        for name in ("solo", "revoker"):
            found[name] = None if found[name] == -1 else found[name]
        return found


class EnvTable(tables.EnvTable):
    """One game of the AEC environment."""

    case = SPITZER

    def __init__(self, rules: Rules, deal: str, dealer: int | None = DEALER, **settings: Any):
        super().__init__(rules, deal, dealer, **settings)


TABLES = {"env": EnvTable, "vector_env": BatchTable}


def announce(table: Table, solo: bool = False) -> None:
    """Let everybody speak: "solo" from the seat that may, if `solo`."""
    while "pass" in table.legal():
        table.play("solo" if solo and "solo" in table.legal() else "pass")


def play_line(kind: str, line: PlayedDeal, solo: bool = False, **options: Any) -> Table:
    """A table of `kind` after the announcements and all cards of `line`."""
    table = TABLES[kind](Rules(**options), line.deal)
    announce(table, solo)
    for trick in line.tricks:
        assert table.seat == trick.leader
        table.play_all(trick.cards)
    return table
