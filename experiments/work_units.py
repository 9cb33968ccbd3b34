"""The work of a tournament in units: some deals of a pair of agents, or of the baseline.

What a finished unit brings is stored in the run folder in one step, so that a tournament that was
stopped goes on from there. Units are independent of each other and of the order in which they are
played, so the whole is the same however often it was stopped and wherever it was played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from agents.atomic_file import replace_files
from agents.tensor_file import Arrays, Facts, pack, unpack
from experiments.standings import Pair


@dataclass(frozen=True)
class Unit:
    """Deals, or matches, of these numbers, played by the agents in these places.

    pair: None for the baseline
    """

    pair: Pair | None
    start: int
    stop: int

    @property
    def deals(self) -> range:
        """Their numbers."""
        return range(self.start, self.stop)

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """For a file, for instance "0-1_256-512"."""
        who = "baseline" if self.pair is None else "-".join(map(str, self.pair))
        return f"{who}_{self.start}-{self.stop}"


@dataclass(frozen=True)
class Part:
    """What a unit brings: exact sums by deal, and facts in plain JSON."""

    arrays: Arrays
    facts: Facts


class PartStore:
    """The parts of a tournament in its run folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "parts"

    @property
    def exists(self) -> bool:
        """Whether a tournament was begun here and not ended."""
        return self.folder.exists()

    def save(self, unit: Unit, part: Part) -> None:
        """Store a part in one step."""
        replace_files({self._path(unit): pack(part.arrays, part.facts)})

    def load_all(self, units: Iterable[Unit]) -> dict[Unit, Part]:
        """Those parts of `units` that were stored; ValueError names a damaged file."""
        stored = {path.name for path in self.folder.iterdir()} if self.exists else set()
        return {
            unit: self._load(self._path(unit))
            for unit in (units if stored else ())
            if self._path(unit).name in stored
        }

    def _load(self, path: Path) -> Part:
        try:
            return Part(*unpack(path.read_bytes()))
        except ValueError as error:
            raise ValueError(f"{path} is no part of a tournament: {error}") from error

    def clear(self) -> None:
        """Remove all parts."""
        if self.exists:
            rmtree(self.folder)

    def _path(self, unit: Unit) -> Path:
        return self.folder / f"{unit.name}.safetensors"


def chunks(first: int, deals: int, size: int) -> Iterator[range]:
    """`deals` numbers from `first` on in ranges of `size`, the last one shorter."""
    for start in range(first, first + deals, size):
        yield range(start, min(start + size, first + deals))
