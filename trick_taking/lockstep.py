"""What every batched game shares: episodes, deals, seeds, checks, views; not the rules.

A game derives from `LockstepGame` and brings what `GameHooks` lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from trick_taking.action_sets import action_flags, has_action
from trick_taking.arrays import NO_ROWS, Rows, cells, rows_where, those
from trick_taking.cards import NO_SEAT, Flags, Ids
from trick_taking.checks import (
    check_actions,
    check_choice,
    check_dealers,
    check_flags,
    check_instance,
    check_num_games,
    check_rows,
    check_seats,
    check_seed,
    check_streams,
    one_per_row,
)
from trick_taking.counter import Keys, Purpose, as_key, random_keys
from trick_taking.deals import first_dealers
from trick_taking.game_hooks import Dealt, GameHooks, GameRows
from trick_taking.layout import Observations
from trick_taking.rewards import Rewards, deal_rewards
from trick_taking.step import Step
from trick_taking.view import View

Episode = Literal["deal", "match"]


class LockstepGame(GameHooks):
    """G games under one set of rules, one action of each per step; rows never influence each other.

    num_games: G
    rules: the options, default those of the game's rules class
    episode: "deal" ends after one deal, "match" after the rules of a match
    rewards: "units" of the rules; "relative", minus the mean of the seats that played; "win",
        at the end of a match 1 shared by the winners, minus the mean
    seed: s of "deal k of stream r under seed s"
    autoreset: deal a finished row anew in the same step; else its seat becomes NO_SEAT
    history: add the order of play to the observation
    streams: (G,) the number r of each row, default 0..G-1; rows of one stream get equal deals
        and equal keys
    """

    def __init__(
        self,
        num_games: int,
        *,
        rules: Any = None,
        episode: Episode = "deal",
        rewards: Rewards = "units",
        seed: int = 0,
        autoreset: bool = True,
        history: bool = False,
        streams: npt.ArrayLike | None = None,
    ) -> None:
        check_choice("episode", episode, Episode)
        check_choice("rewards", rewards, Rewards)
        if rewards == "win" and episode == "deal":
            raise ValueError('rewards="win" needs episode="match": a deal has no winner')
        check_flags(autoreset=autoreset, history=history)
        self.rules = self._rules_class() if rules is None else rules
        if not isinstance(self.rules, self._other_rules):
            check_instance("rules", self.rules, self._rules_class)
        self.episode, self.rewards = episode, rewards
        self.autoreset, self.history = autoreset, history
        self.num_games, self.num_seats = check_num_games(num_games), self.rules.players
        self._set_up()
        self.state.stream[:] = check_streams(streams, self.num_games)
        self._first_cells = np.arange(self.num_games) * self.num_seats  # of each row of `hands`
        self.reset(seed)

    def reset(
        self,
        seed: int | None = None,
        deals: Sequence[str | None] | None = None,
        dealers: Sequence[int | None] | None = None,
        rows: npt.ArrayLike | None = None,
    ) -> None:
        """Start new episodes in `rows` (default all); `deals` and `dealers` have one entry a row.

        With a seed the rows start at deal 0 of it, without one they go on to the next deal of
        theirs. ValueError for a wrong deal, dealer or row; then nothing has changed.
        """
        chosen = check_rows(rows, self.num_games)
        given: tuple[list[Dealt | None], list[int | None]] = [], []
        if deals is not None or dealers is not None:
            given = self._given(deals, dealers, len(chosen))
        if (number := check_seed(seed)) is not None:
            self.state.seed[chosen] = as_key(number)
            self.state.deal_number[chosen] = -1
        self._start_episodes(chosen, *given)
        self._refresh_legal()

    def _given(
        self,
        deals: Sequence[str | None] | None,
        dealers: Sequence[int | None] | None,
        num_rows: int,
    ) -> tuple[list[Dealt | None], list[int | None]]:
        """The deals and the dealers that `reset` is given, None where the seed decides."""
        texts = one_per_row("deals", deals, num_rows)
        seats = check_dealers(dealers, num_rows, self.num_seats)
        dealt: list[Dealt | None] = [None] * num_rows
        for place, text in enumerate(texts):
            if text is not None:
                check_instance("a deal", text, str)
                dealt[place], seats[place] = self._read_deal(text, seats[place])
        return dealt, seats

    def inject_deal(self, row: int, deal: str) -> None:
        """Replace the deal of `row`, in which nobody has acted, by a deal text; same dealer."""
        rows = check_rows([row], self.num_games)
        if self.state.moves[rows].any():
            raise ValueError(f"game {row}: a deal can be injected only before its first action")
        check_instance("a deal", deal, str)
        dealt, _ = self._read_deal(deal, self.state.dealer[rows].item())
        self._start_deals(rows, dealt[None])
        self._refresh_legal()

    def _start_episodes(
        self,
        rows: GameRows,
        injected: Sequence[Dealt | None] = (),
        dealers: Sequence[int | None] = (),
    ) -> None:
        state = self.state
        self._start_matches(rows)
        state.deal_number[rows] += 1
        counter = state.seed[rows], state.stream[rows], as_key(state.deal_number[rows])
        state.dealer[rows] = first_dealers(*counter, self.num_seats)
        for row, dealer in zip(rows, dealers, strict=False):
            if dealer is not None:
                state.dealer[row] = dealer
        dealt = self._draw_deals(rows)
        for place, deal in enumerate(injected):
            if deal is not None:
                dealt[place] = deal
        self._start_deals(rows, dealt)

    def _next_deals(self, rows: GameRows) -> None:
        """The following deal of matches that go on: the deal passes clockwise."""
        state = self.state
        state.dealer[rows] = (state.dealer[rows] + 1) % self.num_seats
        self._deal_again(rows)

    def _deal_again(self, rows: GameRows) -> None:
        """The same dealer deals the next cards of the seed."""
        self.state.deal_number[rows] += 1
        self._start_deals(rows, self._draw_deals(rows))

    @property
    def seat(self) -> Ids:
        """(G,) int8 seat to act, NO_SEAT when finished; a copy."""
        return self.state.seat.copy()

    @property
    def legal(self) -> Flags:
        """(G, A) bool, True = allowed; all False when finished."""
        return action_flags(self.state.legal, self.num_actions)

    @property
    def lawful(self) -> Flags:
        """(G, A) bool, the actions without penalty: `legal`, except under a revoke option."""
        return action_flags(self.state.lawful, self.num_actions)

    def step(self, actions: npt.ArrayLike) -> Step[Any]:
        """Take one action (G,) in every unfinished game; entries of finished games are ignored.

        ValueError for a wrong shape, dtype or an illegal action; then nothing has changed.
        """
        return self.advance(self._checked_actions(actions))

    def advance(self, chosen: npt.NDArray[np.int64]) -> Step[Any]:
        """`step` for actions (G,) that the caller knows to be legal."""
        state = self.state
        acting = state.seat != NO_SEAT
        rows = rows_where(acting)
        place = cells(rows, state.moves[rows], self.longest_deal)
        state.history.reshape(-1)[place] = chosen.astype(np.int8)[rows]
        state.history_seats.reshape(-1)[place] = state.seat[rows]
        state.moves += acting
        kept, ended = self._end_revoked(rows, chosen)
        finished = self._act(kept, chosen)
        return self._settle(np.sort(np.append(finished, ended)) if len(ended) else finished)

    def _end_revoked(
        self, rows: GameRows, chosen: npt.NDArray[np.int64]
    ) -> tuple[GameRows, GameRows]:
        """The rows whose actions are lawful, and those in which a revoke ends the deal."""
        state = self.state
        if state.legal is state.lawful:
            return rows, NO_ROWS
        lawful = has_action(state.lawful, chosen)[rows]
        revokers = np.atleast_1d(those(rows, ~lawful))
        state.revoker[revokers] = state.seat[revokers]
        return those(rows, lawful), revokers

    def _settle(self, finished: GameRows) -> Step[Any]:
        """Score the deals that ended, go on to the next ones and find what is legal."""
        rewards = np.zeros((self.num_games, self.num_seats), np.float32)
        done = np.zeros(self.num_games, np.bool_)
        results = None
        if len(finished):
            results = self._score(finished)
            over = np.ones(len(finished), np.bool_)
            if self.episode == "match":
                over = self._advance_matches(finished, results)
                self._next_deals(finished[~over])
            plays, winners = self._seats_playing(results), self.state.contenders[finished]
            rewards[finished] = deal_rewards(self.rewards, results.units, plays, over, winners)
            done[finished] = over
            if self.autoreset:
                self._start_episodes(finished[over])
            else:
                self.state.seat[finished[over]] = NO_SEAT
        self._refresh_legal()
        return Step(rewards, done, results)

    def information_state(
        self, rows: Rows | None = None, seats: npt.ArrayLike | None = None
    ) -> Any:
        """What the seats to act in `rows` (default all) know; or `seats`, one a row. A copy."""
        state = self.state.select(_every_game(rows))
        viewers = (
            state.seat if seats is None else check_seats(seats, state.num_rows, self.num_seats)
        )
        return self._know(state, viewers, True)

    def action_keys(self, rows: Rows | None = None) -> Keys:
        """(G,) uint64, what the seats to act in `rows` may draw from: a pure function of
        (seed, stream, deal, seat, move).
        """
        state, rows = self.state, _every_game(rows)
        counter = state.seed[rows], state.stream[rows], as_key(state.deal_number[rows])
        return random_keys(Purpose.ACTION, *counter, state.seat[rows], state.moves[rows])

    def view(self, rows: Rows | None = None) -> View[Any]:
        """What an agent needs to act for the seats to act in `rows` (default all)."""
        rows = _every_game(rows)
        legal = action_flags(self.state.legal[rows], self.num_actions)
        keys = self.action_keys(rows)
        return View(self.information_state(rows), legal, keys, self.observe_information)

    def observe(self, out: Observations | None = None) -> Observations:
        """(G, F) uint8 for the seats to act, relative to them; into `out` when given."""
        info = self._know(self.state, self.state.seat, self.history)
        return self.observe_information(info, out)

    def observe_seats(self, seats: npt.ArrayLike) -> Observations:
        """(G, F) uint8 as seen from `seats` (G,), to act or not."""
        viewers = check_seats(seats, self.num_games, self.num_seats)
        info = self._know(self.state, viewers, self.history)
        return self.observe_information(info)

    def copy(self) -> Self:
        """An independent game in the same position."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        return twin

    def standing(self, state: Any) -> Self:
        """A game under the same options whose games, as many as `state` has, stand where it says.

        It plays on in `state` itself.
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state, twin.num_games = state, state.num_rows
        twin._first_cells = np.arange(twin.num_games) * twin.num_seats
        twin._refresh_legal()
        return twin

    def explain_illegal(self, row: int, action: int) -> str:
        """Why `action` is refused in game `row`: the seat, the card and the rule."""
        return self._why_illegal(row, action, f"{self.name} game {row}")

    def _checked_actions(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        chosen = check_actions(actions, self.num_games, self.name)
        allowed = has_action(self.state.legal, chosen)
        illegal = np.flatnonzero((self.state.seat != NO_SEAT) & ~allowed)
        if len(illegal):
            raise ValueError(self.explain_illegal(int(illegal[0]), int(chosen[illegal[0]])))
        return chosen


def _every_game(rows: Rows | None) -> Rows:
    return slice(None) if rows is None else rows
