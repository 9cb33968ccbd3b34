"""Observations declared once, as named fields.

A `Layout` computes where each field lies, writes rows, decodes a row back into cards and facts,
prints the documentation table and gives a digest that checkpoints store. Flags are one byte a
flag, 0 or 1; numbers are one byte each, 0..255. All flags come first, so a whole batch is written
as bit sets and expanded by one `np.unpackbits`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import lshift
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

Observations = npt.NDArray[np.uint8]
BLOCK = 1 << 18  # bytes of the rows that are expanded at a time


@dataclass(frozen=True, kw_only=True)
class Field:
    """One named part of an observation.

    `shape` is what one game holds. For flags the last axis has one flag per label; for numbers
    `top` is the largest usual value, by which networks scale the bytes.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    labels: tuple[str, ...] = ()
    top: int = 1

    @property
    def size(self) -> int:
        """Bytes in a row."""
        return int(np.prod(self.shape))

    @property
    def is_flags(self) -> bool:
        """Flags (0 or 1, labelled) or numbers (0..255)."""
        return bool(self.labels)


class Layout:
    """The fields of one observation, in order. `size` is F, the bytes of a row.

    Raises ValueError when two fields share a name, flags follow numbers or labels do not fit.
    """

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = {field.name: field for field in fields}
        if len(self.fields) < len(fields):
            raise ValueError("two fields of a layout share a name")
        kinds = [field.is_flags for field in fields]
        if kinds != sorted(kinds, reverse=True):
            raise ValueError("flags must come before numbers in a layout")
        for field in fields:
            if field.is_flags and field.shape[-1] != len(field.labels):
                raise ValueError(f"field {field.name!r}: shape {field.shape} and labels differ")
        ends = np.cumsum([field.size for field in fields]).tolist()
        starts = [0, *ends[:-1]]
        self.size = ends[-1]
        self.num_flags = sum(field.size for field in fields if field.is_flags)
        self.slices: Mapping[str, slice] = MappingProxyType(
            {f.name: slice(a, b) for f, a, b in zip(fields, starts, ends, strict=True)}
        )
        self.widths = {f.name: len(f.labels) for f in fields}  # flags of a set; 0 for numbers
        self._flag_names = [f.name for f in fields if f.is_flags]
        self._number_names = [f.name for f in fields if not f.is_flags]
        self._set_places = [  # first flag of each set
            place
            for name in self._flag_names
            for place in range(self.num_flags)[self.slices[name]][:: self.widths[name]]
        ]
        self.digest = hashlib.sha256(self._declaration().encode()).hexdigest()[:16]

    def __reduce__(self) -> tuple[type[Layout], tuple[list[Field]]]:
        """Copied and pickled by its fields: read-only mappings can be neither."""
        return type(self), (list(self.fields.values()),)

    def _declaration(self) -> str:
        return "\n".join(
            f"{f.name} {f.shape} {' '.join(f.labels)} {f.top}" for f in self.fields.values()
        )

    @property
    def scales(self) -> npt.NDArray[np.float32]:
        """(F,) factors that bring each byte to about [0, 1]."""
        parts = [np.full(f.size, 1 / f.top, np.float32) for f in self.fields.values()]
        return np.concatenate(parts)

    def views(self, rows: Observations) -> Mapping[str, Observations]:
        """Read-only mapping of each field to its view (G, *shape) of `rows` (G, F)."""
        return MappingProxyType(
            {
                name: rows[:, self.slices[name]].reshape(len(rows), *field.shape)
                for name, field in self.fields.items()
            }
        )

    def decode(self, row: Observations) -> dict[str, Any]:
        """The facts of one row (F,): labels of the flags that are set, and numbers."""
        if row.shape != (self.size,):
            raise ValueError(f"an observation row has shape ({self.size},), not {row.shape}")
        views = self.views(row[None])
        return {name: _decode(field, views[name][0]) for name, field in self.fields.items()}

    def table(self) -> str:
        """The documentation table, in Markdown."""
        lines = ["| bytes | field | shape | usual values | meaning |", "|---|---|---|---|---|"]
        for name, field in self.fields.items():
            place = self.slices[name]
            values = "0/1" if field.is_flags else f"0..{max(field.top, 1)}"
            shape = " x ".join(map(str, field.shape))
            lines.append(
                f"| {place.start}..{place.stop - 1} | `{name}` | {shape} "
                f"| {values} | {field.meaning} |"
            )
        return "\n".join(lines)

    def row(self, values: Mapping[str, Sequence[int]]) -> Observations:
        """(F,) one row from Python numbers: for each field its sets of flags, or its bytes."""
        sets = list(chain.from_iterable([values[name] for name in self._flag_names]))
        numbers = bytes(chain.from_iterable([values[name] for name in self._number_names]))
        if (len(sets), len(numbers)) != (len(self._set_places), self.size - self.num_flags):
            raise ValueError("a value for a field of a layout has the wrong length")
        bits = sum(map(lshift, sets, self._set_places))  # sets have no flag in common
        packed = np.frombuffer(bits.to_bytes(-(-self.num_flags // 8), "little"), np.uint8)
        row = np.empty(self.size, np.uint8)
        row[: self.num_flags] = np.unpackbits(packed, count=self.num_flags, bitorder="little")
        row[self.num_flags :] = np.frombuffer(numbers, np.uint8)
        return row

    def writer(self, num_rows: int, out: Observations | None = None) -> Writer:
        """A writer of `num_rows` rows into `out` (G, F) uint8, or into a new array."""
        if out is None:
            out = np.empty((num_rows, self.size), np.uint8)
        elif out.shape != (num_rows, self.size) or out.dtype != np.uint8:
            raise ValueError(
                f"out must be ({num_rows}, {self.size}) uint8, not {out.shape} {out.dtype}"
            )
        return RowWriter(self, out) if num_rows == 1 else Writer(self, out)


class Writer:
    """Fills the rows of a batch field by field: `writer[name] = value`, then `finish()`.

    Flags take bit sets, (G,) or (G, K) unsigned; numbers take (G,) or (G, K) integers in 0..255.
    """

    def __init__(self, layout: Layout, out: Observations) -> None:
        self.layout = layout
        self.out = out
        # Flags are gathered in words, column by column: the rows are long and touched only once.
        self.flags = np.zeros((-(-layout.num_flags // 64), len(out)), np.uint64)
        self.numbers = np.zeros((len(out), layout.size - layout.num_flags), np.uint8)

    def __setitem__(self, name: str, value: npt.NDArray[np.integer]) -> None:
        place, width = self.layout.slices[name], self.layout.widths[name]
        columns = value.reshape(len(self.out), -1).T
        if not width:
            for position, column in enumerate(columns, start=place.start - self.layout.num_flags):
                self.numbers[:, position] = column
            return
        for position, column in zip(range(place.start, place.stop, width), columns, strict=True):
            self._set_bits(position, width, column.astype(np.uint64, copy=False))

    def _set_bits(self, position: int, width: int, sets: npt.NDArray[np.uint64]) -> None:
        word, shift = divmod(position, 64)
        self.flags[word] |= sets << np.uint64(shift)
        if shift + width > 64:
            self.flags[word + 1] |= sets >> np.uint64(64 - shift)

    def finish(self) -> Observations:
        """Expand the flags and return the rows; in blocks, which stay in the processor's cache."""
        num_flags, step = self.layout.num_flags, max(BLOCK // self.layout.size, 1)
        packed = _by_row(self.flags)
        for start in range(0, len(self.out), step):
            rows = slice(start, start + step)
            block = self.out[rows]
            flags = np.unpackbits(packed[rows].reshape(-1), bitorder="little")
            block[:, :num_flags] = flags.reshape(len(block), -1)[:, :num_flags]
            block[:, num_flags:] = self.numbers[rows]
        return self.out


def _by_row(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """(W, G) words to the bytes (G, 8 W) of each game."""
    return np.ascontiguousarray(words.T, dtype="<u8").view(np.uint8)


class RowWriter(Writer):
    """The same for one row, where a call of numpy costs more than its arithmetic."""

    def __init__(self, layout: Layout, out: Observations) -> None:
        self.layout = layout
        self.out = out
        self.values: dict[str, list[int]] = {}

    def __setitem__(self, name: str, value: npt.NDArray[np.integer]) -> None:
        self.values[name] = value.reshape(-1).tolist()

    def finish(self) -> Observations:
        """Expand the flags and return the row."""
        self.out[0] = self.layout.row(self.values)
        return self.out


def _decode(field: Field, value: Observations) -> Any:
    if not field.is_flags:
        return value.tolist() if value.size > 1 else int(value.reshape(-1)[0])
    names = [
        [label for label, flag in zip(field.labels, row, strict=True) if flag]
        for row in value.reshape(-1, len(field.labels))
    ]
    return names if len(field.shape) > 1 else names[0]
