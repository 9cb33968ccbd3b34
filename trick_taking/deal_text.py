"""The one-line text of a deal: hands by seat separated by ` | `, then named piles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trick_taking.cards import Pack


def parse_deal(
    text: str, pack: Pack, num_seats: int, piles: Sequence[str] = ()
) -> tuple[list[int], dict[str, list[int]]]:
    """Card sets of the hands by seat, and card ids, in order, of the named piles in the text.

    Raises ValueError naming the fault: a wrong number of hands, an unknown pile, an unknown
    card, a card that appears twice. The counts of cards are the game's to check.
    """
    parts = [part.strip() for part in text.split("|")]
    hands = [part for part in parts if ":" not in part]
    named = [part.split(":", 1) for part in parts if ":" in part]
    if len(hands) != num_seats or any(":" in part for part in parts[:num_seats]):
        raise ValueError(
            f"a deal for {num_seats} seats needs {num_seats} hands separated by ' | ' "
            f"before any pile, not {len(hands)}: {text!r}"
        )
    unknown = [name for name, _ in named if name not in piles]
    if unknown:
        raise ValueError(f"unknown pile {unknown[0]!r}: known are {list(piles)}")
    if len({name for name, _ in named}) < len(named):
        raise ValueError(f"a pile is given twice in {text!r}")
    sets = [pack.parse(part) for part in hands]
    in_order = {name: pack.parse_order(cards) for name, cards in named}
    seen = 0
    pile_sets = [sum(1 << card for card in cards) for cards in in_order.values()]
    for cards in [*sets, *pile_sets]:
        if seen & cards:
            raise ValueError(f"card {pack.format(seen & cards)} appears twice in the deal")
        seen |= cards
    return sets, in_order


def format_deal(
    hands: Sequence[int], pack: Pack, piles: Mapping[str, Sequence[int]] | None = None
) -> str:
    """Text of a deal, from card sets and from piles of card ids; `parse_deal` reads it back."""
    parts = [pack.format(hand) for hand in hands]
    for name, cards in (piles or {}).items():
        parts.append(f"{name}: {' '.join(pack.names[card] for card in cards)}".rstrip())
    return " | ".join(parts)
