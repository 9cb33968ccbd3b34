"""Playing the written deals of Michigan Spitzer, for the tests of the reference."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.michigan import MichiganDeal
from tests.reference.michigan_match import MichiganMatch
from tests.reference.spitzer import PACK, read_hands
from tests.reference.spitzer_deals import PlayedDeal

DEALER = 3


def say(deal: MichiganDeal, said: dict[int, str]) -> None:
    """Let every seat say what `said` has for it, else pass."""
    while deal.phase == "announce":
        deal.apply(said.get(deal.seat, "pass"))


def play(line: PlayedDeal, said: dict[int, str] | None = None, **options: object) -> MichiganDeal:
    """The deal of `line` after all its cards, each trick checked against the line."""
    deal = MichiganDeal(options, read_hands(line.deal), DEALER)
    say(deal, said or {})
    for number, trick in enumerate(line.tricks):
        assert deal.seat == trick.leader
        before = list(deal.points)
        for card in trick.cards:
            deal.apply(card)
        if trick.taker is not None:
            assert deal.takers[number] == trick.taker
            assert deal.points[trick.taker] - before[trick.taker] == trick.points
    return deal


def hands_with(first: str) -> list[list[str]]:
    """P0 has the cards of `first`, the others the rest in pack order."""
    rest = [card for card in PACK if card not in first.split()]
    return [first.split(), rest[:8], rest[8:16], rest[16:]]


def only(units: int, *seats: int) -> list[int]:
    """`units` for each of `seats`, 0 for the others."""
    return [units if seat in seats else 0 for seat in range(4)]


def scripted_match(
    totals: list[int], results: Sequence[list[int]], dealer: int = 0, **options: object
) -> MichiganMatch:
    """A match that stands at `totals` and goes on with deals worth `results`."""
    match = MichiganMatch(options, dealer)
    match.totals = list(totals)
    for units in results:
        assert not match.finished
        match.count(units)
    return match
