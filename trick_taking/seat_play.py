"""One learner's seat in each of G games, the other seats played by agents.

The Gymnasium environments are thin shells around this: one game for `SeatEnv`, many for
`SeatVectorEnv`, so a slot of the second cannot differ from the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from trick_taking.cards import NO_CARDS, NO_SEAT, Flags, Ids
from trick_taking.checks import check_actions, check_choice
from trick_taking.choice import uniform_legal, uniform_member
from trick_taking.counter import Purpose, as_key, random_keys
from trick_taking.game_kit import end_episode, held_back
from trick_taking.lockstep import LockstepGame
from trick_taking.opponents import Opponent, Opponents, UniformOpponent, one_per_place
from trick_taking.outcome import Outcome, Rows

Illegal = Literal["raise", "terminate"]


class SeatPlay:
    """G games in which the learner has one seat; `game` must not deal anew by itself.

    opponents: None for uniformly random, one agent for all other seats, or one for each other
        seat, clockwise from the learner's left
    seat: the learner's seat in every episode; None draws it for each episode among the seats that
        were dealt cards, a pure function of (seed, stream, deal)
    illegal: "raise" a ValueError and change nothing, or "terminate": the episode ends and the
        learner loses the largest stake of the rules

    Episodes in which the learner would have no turn (it sits out, or another's revoke ends the
    deal before) are passed over: the next one is dealt. In a match the others play the deals that
    the learner sits out; what falls to it before its first turn is paid with its first action.
    """

    def __init__(
        self, game: LockstepGame, opponents: Opponents, seat: int | None, illegal: Illegal
    ) -> None:
        check_choice("illegal", illegal, Illegal)
        self.game, self.illegal = game, illegal
        places = one_per_place(opponents, game.num_seats)
        distinct = {id(agent): agent for agent in places}
        numbers = {key: number for number, key in enumerate(distinct)}
        self.agents = [*distinct.values()]
        self.agent_at = np.array([numbers[id(agent)] for agent in places])  # (S - 1,)
        self.seat = None if seat is None else _checked_seat(seat, game.num_seats)
        self.learner: Ids = np.zeros(game.num_games, np.int8)  # (G,) the learner's seat
        self.owed = np.zeros(game.num_games)  # (G,) rewards from before its first turn
        end_episode(game, np.arange(game.num_games))

    @property
    def over(self) -> Flags:
        """(G,) bool, nothing left to decide; True before the first `start`."""
        return self.game.seat == NO_SEAT

    def observe(self) -> npt.NDArray[np.uint8]:
        """(G, F) uint8 as seen from the learner's seats; a new array."""
        return self.game.observe_seats(self.learner)

    def start(
        self,
        rows: Rows,
        seed: int | None = None,
        deals: Sequence[str | None] | None = None,
        dealers: Sequence[int | None] | None = None,
        seats: Sequence[int | None] | None = None,
    ) -> Outcome:
        """New episodes in `rows`, up to the learner's first decision; see `game.reset`.

        `deals`, `dealers` and `seats` (the learner's) have one entry a row. ValueError when one is
        wrong or leaves the learner without a turn; then nothing has changed.
        """
        wanted = self._wanted_seats(seats, len(rows))
        injected = np.zeros(self.game.num_games, np.bool_)
        for given in (deals, dealers):
            if given is not None and len(given) == len(rows):
                injected[rows] |= [entry is not None for entry in given]
        before = self.game.state.copy(), self.learner.copy(), self.owed.copy()
        try:
            self.game.reset(seed, deals, dealers, rows)
            return self._to_first_turn(rows, wanted, injected)
        except Exception:
            self.game.state, self.learner, self.owed = before
            raise

    def restart(self, rows: Rows) -> Outcome:
        """The next episodes of `rows`: `start` without choices and without its safety copy."""
        self.game.reset(rows=rows)
        injected = np.zeros(self.game.num_games, np.bool_)
        return self._to_first_turn(rows, self._wanted_seats(None, len(rows)), injected)

    def _wanted_seats(self, seats: Sequence[int | None] | None, num_rows: int) -> Ids:
        """(K,) the learner's seats asked for, NO_SEAT where one is to be drawn."""
        default = NO_SEAT if self.seat is None else self.seat
        if seats is None:
            return np.full(num_rows, default, np.int8)
        if len(seats) != num_rows:
            raise ValueError(f"seat needs one entry for each of {num_rows} games")
        num_seats = self.game.num_seats
        return np.array(
            [default if s is None else _checked_seat(s, num_seats) for s in seats], np.int8
        )

    def _to_first_turn(self, rows: Rows, wanted: Ids, injected: Flags) -> Outcome:
        outcome = Outcome.nothing(self.game.num_games)
        chosen = rows
        while len(rows):
            self.learner[rows] = self._learner_seats(rows, wanted)
            self._play_on(outcome)
            missed = outcome.done[rows]
            rows, wanted = rows[missed], wanted[missed]
            if injected[rows].any():
                row = rows[injected[rows]][0]
                raise ValueError(
                    f"{self.game.name} game {row}: the learner's seat {self.learner[row]} has no "
                    "turn in the episode asked for: choose another deal, dealer or seat"
                )
            if len(rows):
                outcome.forget(rows)
                self.game.reset(rows=rows)
        self.owed[chosen] = outcome.rewards[chosen]
        return outcome

    def _learner_seats(self, rows: Rows, wanted: Ids) -> Ids:
        """(K,) the wanted seats; NO_SEAT is drawn among the seats that were dealt cards."""
        state = self.game.state
        plays = state.hands[rows] != NO_CARDS
        numbers = as_key(state.deal_number[rows])
        keys = random_keys(Purpose.SEAT, state.seed[rows], state.stream[rows], numbers)
        drawn = uniform_legal(plays, keys).astype(np.int8)
        return np.where(wanted == NO_SEAT, drawn, wanted)

    def act(self, actions: npt.ArrayLike) -> Outcome:
        """The learners' actions (G,), then the others' up to the next decisions.

        Entries of games that are over are ignored. ValueError for a wrong shape or dtype, and
        under illegal="raise" for an illegal action; then nothing has changed. What an opponent
        raises, or a ValueError for what it answers, ends every episode.
        """
        game = self.game
        chosen = check_actions(actions, game.num_games, game.name)
        inside = (chosen >= 0) & (chosen < game.num_actions)
        places = np.arange(game.num_games), np.where(inside, chosen, 0)
        acting = ~self.over
        illegal = acting & ~(inside & game.legal[places])
        if self.illegal == "raise" and illegal.any():
            row = int(np.flatnonzero(illegal)[0])
            raise ValueError(game.explain_illegal(row, int(chosen[row])))

        outcome = Outcome.nothing(game.num_games)
        outcome.rewards[acting] = self.owed[acting]
        self.owed[acting] = 0
        outcome.rewards[illegal] -= game.rules.largest_stake
        outcome.done[illegal] = True
        end_episode(game, np.flatnonzero(illegal))
        outcome.add(game.step(chosen), self.learner)
        try:
            self._play_on(outcome)
        except Exception:  # an opponent failed in the middle: nobody can go on from here
            end_episode(game, np.arange(game.num_games))
            raise
        return outcome

    def _play_on(self, outcome: Outcome) -> None:
        """Let the opponents act until every game waits for its learner or is over."""
        game = self.game
        while True:
            seat = game.seat
            turns = np.flatnonzero((seat != self.learner) & (seat != NO_SEAT))
            if not len(turns):
                return
            actions = self._opponents_choose(turns, seat)
            with held_back(game, np.flatnonzero(seat == self.learner)):
                step = game.step(actions)
            outcome.add(step, self.learner)

    def _opponents_choose(self, turns: Rows, seat: Ids) -> npt.NDArray[np.int64]:
        """(G,) the actions of the opponents who are to act in the games `turns`."""
        game = self.game
        place = (seat - self.learner)[turns] % game.num_seats - 1  # 0 = the learner's left
        at_turn = self.agent_at[place]
        actions = np.zeros(game.num_games, np.int64)
        for number, agent in enumerate(self.agents):
            rows = turns[at_turn == number]
            if len(rows):
                actions[rows] = self._ask(agent, rows)
        return actions

    def _ask(self, agent: Opponent, rows: Rows) -> npt.NDArray[np.int64]:
        """(K,) what `agent` does in the games `rows`."""
        game = self.game
        if type(agent) is UniformOpponent:  # spared the view, most of which it does not read
            return uniform_member(game.state.legal[rows], game.action_keys(rows))
        who = f"{game.name}: opponent {getattr(agent, 'name', type(agent).__name__)}"
        return check_actions(agent.act(game.view(rows)), len(rows), who)


def _checked_seat(seat: Any, num_seats: int) -> int:
    whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if not whole or not 0 <= seat < num_seats:
        raise ValueError(f"seat must be a whole number from 0 to {num_seats - 1}, not {seat!r}")
    return int(seat)
