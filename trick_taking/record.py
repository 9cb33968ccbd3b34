"""Readable records: the settings, every deal and every action of an episode as text.

    game: spitzer_v0
    rules: {"players": 4, ...}
    episode: deal
    rewards: units
    illegal: raise
    history: false
    seed: 7
    first_deal: 0
    deal 1: dealer 3: QC TC .. | KC JC .. | AC KD .. | 9C 7C ..
    announce: 0 pass, 1 pass, 2 pass, 3 pass
    trick 1: 0 8D, 1 JD, 2 QD, 3 AD
    units: -1 -1 1 1

Where switches change the observations, a line `switches: ["reveal_teams"]` names them after
`history`. A move is the seat and the action; moves of one part of the deal share a line. `illegal:`
is the refused action that ended an episode under `illegal="terminate"`. `seed` and `first_deal` are
the s and k of the episode's first deal: the deals that follow the record come from them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

ILLEGAL = "illegal"
_SETTINGS = ("game", "rules", "episode", "rewards", "illegal", "history", "seed", "first_deal")
_SWITCHES, _PLACE = "switches", _SETTINGS.index("seed")  # an optional line and where it stands
_TEXTS = {"game", "episode", "rewards", "illegal"}
_NUMBERS = {"seed", "first_deal"}
_KINDS: dict[str, type] = {"rules": dict, "history": bool, "switches": list}


class Move(NamedTuple):
    """One action: the part of the deal that it belongs to, who took it and its text."""

    heading: str
    seat: int
    action: str
    line: int = 0  # of the text it was read from


@dataclass
class DealRecord:
    """One deal: who dealt, its text, what was done and, when it was played out, its score."""

    dealer: int
    deal: str
    moves: list[Move] = field(default_factory=list)
    units: list[int] | None = None
    line: int = 0
    units_line: int = 0

    def copy(self) -> DealRecord:
        """An independent copy."""
        return replace(self, moves=list(self.moves))

    def lines(self, number: int) -> Iterator[str]:
        """The text of deal `number` (from 1), line by line."""
        yield f"deal {number}: dealer {self.dealer}: {self.deal}".rstrip()
        parts: list[tuple[str, list[str]]] = []
        for move in self.moves:
            if not parts or parts[-1][0] != move.heading:
                parts.append((move.heading, []))
            parts[-1][1].append(f"{move.seat} {move.action}")
        for heading, moves in parts:
            yield f"{heading}: {', '.join(moves)}"
        if self.units is not None:
            yield f"units: {' '.join(map(str, self.units))}"


@dataclass
class Record:
    """An episode: its settings (the keys of the module's example) and its deals.

    lines: the line of each setting in the text it was read from
    """

    settings: dict[str, Any]
    deals: list[DealRecord]
    lines: dict[str, int] = field(default_factory=dict)

    @property
    def num_moves(self) -> int:
        """Actions in all deals."""
        return sum(len(deal.moves) for deal in self.deals)

    def text(self) -> str:
        """The record as text; `parse_record` reads it back."""
        names = _names(bool(self.settings[_SWITCHES]))
        lines = [f"{name}: {_written(name, self.settings[name])}" for name in names]
        for number, deal in enumerate(self.deals, start=1):
            lines += deal.lines(number)
        return "\n".join(lines) + "\n"


def _names(with_switches: bool) -> tuple[str, ...]:
    """The settings in the order of their lines."""
    switches = (_SWITCHES,) if with_switches else ()
    return (*_SETTINGS[:_PLACE], *switches, *_SETTINGS[_PLACE:])


def _written(name: str, value: Any) -> str:
    return str(value) if name in _TEXTS | _NUMBERS else json.dumps(value)


def fault(line: int, what: str) -> ValueError:
    """The one error of a wrong record."""
    return ValueError(f"record, line {line}: {what}")


def parse_record(text: str) -> Record:
    """Read a record; ValueError names the line and the fault. Cards and rules are not judged."""
    numbered = [(n, line.strip()) for n, line in enumerate(text.splitlines(), start=1)]
    lines = [(n, line) for n, line in numbered if line]
    names = _names(any(line.startswith(f"{_SWITCHES}: ") for _, line in lines[: _PLACE + 1]))
    settings = _read_settings(lines, names)
    deals: list[DealRecord] = []
    for number, line in lines[len(names) :]:
        heading, _, rest = line.partition(": ")
        if heading.startswith("deal "):
            deals.append(_read_deal(number, heading, rest, len(deals) + 1))
        elif not deals:
            raise fault(number, f"'deal 1: dealer ..' must come before {line!r}")
        elif heading == "units":
            deals[-1].units, deals[-1].units_line = _read_units(number, rest), number
        elif deals[-1].units is not None:
            raise fault(number, f"the deal is over, {line!r} belongs to no deal")
        else:
            deals[-1].moves += _read_moves(number, heading, rest)
    if not deals:
        raise fault(len(numbered) + 1, "the record has no deal")
    places = {name: n for name, (n, _) in zip(names, lines, strict=False)}
    return Record(settings, deals, places)


def _read_settings(lines: list[tuple[int, str]], names: tuple[str, ...]) -> dict[str, Any]:
    settings: dict[str, Any] = {_SWITCHES: []}
    for place, name in enumerate(names):
        if place >= len(lines):
            raise fault(lines[-1][0] + 1 if lines else 1, f"'{name}: ..' is missing")
        number, line = lines[place]
        key, colon, value = line.partition(": ")
        if key != name or not colon:
            raise fault(number, f"'{name}: ..' is expected here, not {line!r}")
        settings[name] = _read_value(number, name, value)
    return settings


def _read_value(number: int, name: str, value: str) -> Any:
    if name in _TEXTS:
        return value
    try:
        read = json.loads(value)
    except ValueError as error:
        raise fault(number, f"{name} cannot be read from {value!r}: {error}") from None
    kind = int if name in _NUMBERS else _KINDS[name]
    if type(read) is not kind:
        raise fault(number, f"{name} must be {kind.__name__}, not {value!r}")
    return read


def _read_deal(number: int, heading: str, rest: str, wanted: int) -> DealRecord:
    dealer, colon, deal = rest.partition(": ")
    word, _, seat = dealer.partition(" ")
    if heading != f"deal {wanted}" or not colon or word != "dealer" or not seat.isdecimal():
        raise fault(number, f"'deal {wanted}: dealer SEAT: CARDS | ..' is expected here")
    return DealRecord(int(seat), deal, line=number)


def _read_units(number: int, rest: str) -> list[int]:
    try:
        return [int(unit) for unit in rest.split()]
    except ValueError:
        raise fault(number, f"units must be whole numbers, not {rest!r}") from None


def _read_moves(number: int, heading: str, rest: str) -> Iterator[Move]:
    for part in rest.split(", "):
        seat, _, action = part.partition(" ")
        if not seat.isdecimal() or not action:
            raise fault(number, f"a move is a seat and an action, not {part!r}")
        yield Move(heading, int(seat), action, number)
