"""What becomes of an agent that does not answer as it must: it forfeits that game, no more.

An agent forfeits a game (a deal, or a match where matches are played) when it raises, answers with
anything but one whole number a row, plays illegally, or takes longer than the time cap. Then the
game is played to its end by random legal actions, whoever is to act, and its score is replaced:

    a deal     the seat that failed loses the largest stake of the rules, the others score 0, as
               under `illegal="terminate"` of the environments
    a match    the side of the seat that failed wins nothing, the other seats share it

Rows are asked in batches. When a batch raises, every row of it is asked alone, so only those that
fail forfeit. The time of a decision is the wall time of one call of `act`, divided by its rows; a
call is not interrupted, and its rows forfeit together. Slow agents are asked in small batches, of
some seconds by the time that they took before, so that play can end between them. Which decisions
are too slow depends on the machine: with a time cap a tournament with forfeits is not repeatable
bit for bit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.protocol import Agent
from trick_taking.cards import Flags

Actions = npt.NDArray[np.int64]
RowNumbers = npt.NDArray[np.intp]
LONGEST_CALL = 3.0  # seconds that a batch may be expected to take


class StoppedError(BaseException):
    """Play was asked to stop. No agent's `except Exception` holds it up."""


class Forfeit(NamedTuple):
    """One game that an agent lost by itself.

    agent: the place of the agent in its pair, 0 or 1; game: the number of the deal or match
    """

    agent: int
    game: int
    seating: int
    seat: int
    reason: str


@dataclass(frozen=True)
class Answers:
    """What an agent answered for K rows: legal actions, and by place the reasons where it failed.

    Where it failed the action is 0.
    """

    actions: Actions  # (K,)
    failures: dict[int, str]


@dataclass(frozen=True)
class Umpire:
    """Asks agents for their actions and notes where they fail.

    time_cap: seconds for a decision, None for any time
    stopped: whether play is to end; asking then raises StoppedError
    paces: seconds that agents took for a decision of their last batch, by name
    """

    time_cap: float | None = None
    stopped: Callable[[], bool] = bool
    paces: dict[str, float] = field(default_factory=dict)

    def ask(self, agent: Agent, game: Any, rows: RowNumbers) -> Answers:
        """The answers of `agent` for the seats to act in `rows`."""
        parts: list[Answers] = []
        done = 0
        while done < len(rows):
            size = max(1, int(LONGEST_CALL / max(self.paces.get(agent.name, 0.0), 1e-9)))
            parts.append(self._ask_batch(agent, game, rows[done : done + size]))
            done += len(parts[-1].actions)
        return joined_answers(parts)

    def _ask_batch(self, agent: Agent, game: Any, rows: RowNumbers) -> Answers:
        if self.stopped():
            raise StoppedError
        view = game.view(rows)
        allowed = view.legal.copy()  # whatever the agent does to its view
        began = time.perf_counter()
        try:
            actions = whole_actions(agent.act(view), len(rows))
        except Exception as error:
            if len(rows) > 1:
                return joined_answers([self._ask_batch(agent, game, row) for row in rows[:, None]])
            return Answers(np.zeros(1, np.int64), {0: reason_of(error)})
        seconds = (time.perf_counter() - began) / len(rows)
        self.paces[agent.name] = seconds
        if self.time_cap is not None and seconds > self.time_cap:
            late = f"took {seconds:.3g} s for a decision, more than {self.time_cap:g}"
            return Answers(np.zeros_like(actions), dict.fromkeys(range(len(rows)), late))
        legal = legal_answers(allowed, actions)
        failures = {}
        for place in np.flatnonzero(~legal).tolist():
            reason = game.explain_illegal(int(rows[place]), int(actions[place]))
            failures[place] = f"plays illegally: {reason.partition(': ')[2]}"  # less the row
        return Answers(np.where(legal, actions, 0), failures)


def joined_answers(parts: Sequence[Answers]) -> Answers:
    """The answers of several batches as those of one."""
    if len(parts) == 1:
        return parts[0]
    firsts = np.cumsum([0, *(len(part.actions) for part in parts)])
    failures = {
        int(first) + place: reason
        for first, part in zip(firsts, parts, strict=False)
        for place, reason in part.failures.items()
    }
    return Answers(np.concatenate([part.actions for part in parts]), failures)


def reason_of(error: Exception) -> str:
    """An error as one line."""
    if isinstance(error, WrongAnswerError):
        return str(error)
    return " ".join(f"raised {type(error).__name__}: {error}".split())


class WrongAnswerError(ValueError):
    """An answer that is no array of whole numbers, one a row."""


def whole_actions(answer: Any, num_rows: int) -> Actions:
    """`answer` as (num_rows,) int64; WrongAnswerError for another shape or no whole numbers."""
    actions = np.asarray(answer)
    if actions.shape != (num_rows,) or actions.dtype.kind not in "iu":
        raise WrongAnswerError(
            f"must answer ({num_rows},) whole numbers, not {actions.shape} {actions.dtype}"
        )
    return actions.astype(np.int64)


def legal_answers(allowed: Flags, actions: Actions) -> Flags:
    """(K,) whether each action exists and is one of those `allowed` (K, A)."""
    inside = (actions >= 0) & (actions < allowed.shape[1])
    return inside & allowed[np.arange(len(actions)), np.where(inside, actions, 0)]


def score_deals(
    units: npt.NDArray[np.integer], rows: RowNumbers, seats: RowNumbers, stake: int
) -> None:
    """Replace the score (K, S) of the deals `rows`: what the offending `seats` lose, no more."""
    units[rows] = 0
    units[rows, seats] = -stake


def share_matches(
    rewards: npt.NDArray[np.float64], rows: RowNumbers, seats: RowNumbers, sides: Sequence[int]
) -> None:
    """Replace the rewards "win" (K, S) of the matches `rows`, which the others win."""
    side = np.array(sides)
    others = side != side[seats][:, None]
    rewards[rows] = others / others.sum(axis=1, keepdims=True) - 1 / len(side)
