"""A finished deal as text for the person who played it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

BY_SEAT = ("units", "points", "tricks", "bids")  # what a result may say of every seat
BY_SIDE = ("captured", "game_value")  # of every fixed side
# Each item tells which side scored it.
ITEMS = ("high", "low", "jack", "jick", "big_joker", "little_joker", "game", "three", "two")


def outcome_text(
    result: dict[str, Any], deal: str, names: Sequence[str], sides: Sequence[int]
) -> str:
    """A table of what `result` says of every seat, one of the sides, then the rest, a line each.

    `deal` is the text of the deal: the hands first, by seat, then any piles. `sides` (S,) is the
    fixed side of each seat.
    """
    hands = deal.split(" | ")
    by_seat = {name: result[name] for name in BY_SEAT if isinstance(result.get(name), list)}
    lines = ["", *_seat_table(by_seat, hands, names)]
    lines += [f"   {pile}" for pile in hands[len(names) :]]
    if any(name in result for name in BY_SIDE):
        lines += ["", *_side_table(result, names, sides)]
    for name, value in result.items():
        if name not in (*by_seat, *BY_SIDE, *ITEMS):
            lines.append(f"{name.replace('_', ' ')}: {_said(value)}")
    return "\n".join(lines)


def _seat_table(
    columns: dict[str, list[Any]], hands: Sequence[str], names: Sequence[str]
) -> Iterator[str]:
    yield "   ".join([f"{'':8}", *(f"{column:>8}" for column in columns), "dealt"])
    for seat, name in enumerate(names):
        cells = [f"{_cell(values[seat]):>8}" for values in columns.values()]
        yield "   ".join([f"{name:8}", *cells, hands[seat]])


def _side_table(
    result: dict[str, Any], names: Sequence[str], sides: Sequence[int]
) -> Iterator[str]:
    columns = [name for name in BY_SIDE if name in result]
    seats = {
        side: ", ".join(name for name, own in zip(names, sides, strict=True) if own == side)
        for side in sorted(set(sides))
    }
    width = max(len(text) for text in seats.values())
    heading = [f"{column.replace('_', ' '):>10}" for column in columns]
    yield "   ".join([" " * width, *heading, "scored"])
    for side, text in seats.items():
        cells = [f"{result[column][side]:>10}" for column in columns]
        scored = [name.replace("_", " ") for name in ITEMS if result.get(name) == side]
        yield "   ".join([f"{text:{width}}", *cells, ", ".join(scored)]).rstrip()


def _cell(value: Any) -> str:
    return "" if value is None else str(value)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "nobody" if value is None else str(value)
