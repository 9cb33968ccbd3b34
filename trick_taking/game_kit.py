"""What the adapters ask of a game besides `LockstepGame`: its options, its state, its plain texts.

Adapters import no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from trick_taking.cards import NO_SEAT, Cards, Ids
from trick_taking.counter import Keys
from trick_taking.layout import Observations
from trick_taking.lockstep import LockstepGame


class GameRules(Protocol):
    """The options of one game: a frozen dataclass."""

    @property
    def revoke(self) -> str:
        """What an unlawful card costs; "forbidden" when it is refused."""
        ...

    @property
    def largest_stake(self) -> int:
        """The most units that one seat can win or lose in a deal."""
        ...

    def following_dealer(self, totals: list[int], last_dealer: int) -> int:
        """First dealer of the match after one that ended with `totals`."""
        ...

    def as_dict(self) -> dict[str, Any]:
        """Every option by name, as plain values."""
        ...


class GameState(Protocol):
    """The arrays of a true state that every game has, games first."""

    legal: Cards  # (G, ..) sets over actions that the mask allows; empty when finished
    lawful: Cards  # (G, ..) sets over actions without penalty
    seat: Ids  # (G,) seat to act, NO_SEAT when finished
    dealer: Ids  # (G,)
    totals: npt.NDArray[np.int32]  # (G, S) units scored in this match
    seed: Keys  # (G,) seed s of "deal k of stream r under seed s"
    stream: Keys  # (G,) r
    deal_number: npt.NDArray[np.int64]  # (G,) k


@dataclass(frozen=True, kw_only=True)
class GameKit:
    """What a game gives the one-row adapter besides the batched game itself.

    make: the game's class; called with the number of games and its keyword options
    rules: class of the game's options, with `from_dict`
    deal_text: (game, row) to the deal as it was dealt, in the text that `reset` reads
    deal_result: (results, place) to the finished deal as plain ints, strings, lists and dicts;
        all of it is public after the deal, and `units` is the score by seat
    heading: (game, row) to the part of the deal that the next action belongs to ("trick 3");
        records put the actions of one part on one line
    observe_row: (game, row, seat) to (F,) uint8, the row of `observe_seats`, quickly
    render: (game, row, viewer, reveal, names) to the table as `viewer` sees it (None: a bystander)
    switches: keywords of `make`, all False unless given, that change its observations alone
    match_counters: state arrays (G,) of a match that the privileged observation leaves out
    """

    make: Callable[..., LockstepGame]
    rules: Any
    deal_text: Callable[[Any, int], str]
    deal_result: Callable[[Any, int], dict[str, Any]]
    heading: Callable[[Any, int], str]
    observe_row: Callable[[Any, int, int], Observations]
    render: Callable[[Any, int, int | None, bool, Sequence[str]], str]
    switches: tuple[str, ...] = ()
    match_counters: tuple[str, ...] = ()

    def checked(self, switches: dict[str, bool]) -> dict[str, bool]:
        """`switches` as they are; TypeError names a keyword that is none."""
        for name in switches:
            if name not in self.switches:
                raise TypeError(f"{name!r} is no option: switches here are {[*self.switches]}")
        return switches


def end_episode(game: LockstepGame, rows: int | npt.NDArray[np.integer]) -> None:
    """End the episodes of `rows` where they stand: nobody is to act, nothing is scored."""
    state: GameState = game.state
    state.seat[rows] = NO_SEAT
    state.legal[rows] = 0
    state.lawful[rows] = 0


@contextmanager
def held_back(game: LockstepGame, rows: npt.NDArray[np.integer]) -> Iterator[None]:
    """Within, the games `rows` look finished, so that `game.step` leaves them as they are."""
    state: GameState = game.state
    seat, legal, lawful = state.seat[rows], state.legal[rows], state.lawful[rows]
    end_episode(game, rows)
    try:
        yield
    finally:
        state.seat[rows], state.legal[rows], state.lawful[rows] = seat, legal, lawful
