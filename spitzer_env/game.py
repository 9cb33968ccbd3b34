"""The batched game of Spitzer: G games in lockstep, one action of each per step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Self

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import ACTION_NAMES, NUM_ACTIONS, PACK
from spitzer_env.announcing import apply_announcement, legal_announcements
from spitzer_env.dealing import counter_deals, injected_hands, parse_deals, start_deals
from spitzer_env.information import InformationState, SeatView, know
from spitzer_env.match import advance_match, start_match
from spitzer_env.observation import make_layouts, observe, write_hidden, write_observation
from spitzer_env.play import PlayTables, apply_card, lawful_cards
from spitzer_env.refusals import why_illegal
from spitzer_env.rewards import Rewards, deal_rewards
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.scoring import DealResults, score_deals
from spitzer_env.state import MAX_MOVES, Phase, SpitzerState
from trick_taking.arrays import NO_ROWS, ONE_ROW, Rows, cells, choose, those
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, Flags, Ids, contains, flags
from trick_taking.checks import (
    check_actions,
    check_choice,
    check_flags,
    check_instance,
    check_num_games,
    check_rows,
    check_seats,
    check_streams,
    whole,
)
from trick_taking.counter import Keys, Purpose, as_key, random_keys
from trick_taking.deals import first_dealers
from trick_taking.layout import Observations
from trick_taking.step import Step
from trick_taking.view import View

Episode = Literal["deal", "match"]


class SpitzerGame:
    """G games of Spitzer under one set of rules; rows never influence each other.

    num_games: G
    episode: "deal" ends after one deal, "match" after SP19 and SP20
    rewards: "units" of the rules; "relative", minus the mean of the seats that played; "win",
        at the end of a match 1 shared by the winners, minus the mean
    seed: s of "deal k of stream r under seed s"
    autoreset: deal a finished row anew in the same step; else its seat becomes NO_SEAT
    history: add the order of play to the observation
    streams: (G,) the number r of each row, default 0..G-1; rows of one stream get equal deals
        and equal keys
    """

    name = "spitzer_v0"
    num_actions = NUM_ACTIONS
    num_cards = PACK.size
    action_names = ACTION_NAMES

    def __init__(
        self,
        num_games: int,
        *,
        rules: TwoTrumpRules | None = None,
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
        self.rules = TwoTrumpRules() if rules is None else rules
        check_instance("rules", self.rules, TwoTrumpRules)
        self.episode, self.rewards = episode, rewards
        self.autoreset, self.history = autoreset, history
        self.num_games, self.num_seats = check_num_games(num_games), self.rules.players
        self.tables = PlayTables(self.rules)
        self.layout, self.layout_all = make_layouts(self.num_seats, episode == "match", history)
        self.state = SpitzerState.empty(self.num_games, S=self.num_seats)
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
        theirs. ValueError for a wrong deal (SP7), dealer or row; then nothing has changed.
        """
        chosen = check_rows(rows, self.num_games)
        hands, seats = parse_deals(deals, dealers, len(chosen), self.rules)
        if (number := whole("seed", seed)) is not None:
            self.state.seed[chosen] = as_key(number)
            self.state.deal_number[chosen] = -1
        self._start_episodes(chosen, seats, hands)
        self._refresh_legal()

    def inject_deal(self, row: int, deal: str) -> None:
        """Replace the deal of `row`, in which nobody has acted, by a deal text; same dealer."""
        rows = check_rows([row], self.num_games)
        if self.state.moves[rows].any():
            raise ValueError(f"game {row}: a deal can be injected only before its first action")
        hands, _ = injected_hands(deal, self.state.dealer[rows].item(), self.rules)
        start_deals(self.state, rows, hands[None], self.rules)
        self._refresh_legal()

    def _start_episodes(
        self,
        rows: npt.NDArray[np.intp],
        dealers: Sequence[int | None] = (),
        hands: Sequence[Cards | None] = (),
    ) -> None:
        state = self.state
        start_match(state, rows)
        state.deal_number[rows] += 1
        counter = state.seed[rows], state.stream[rows], as_key(state.deal_number[rows])
        state.dealer[rows] = first_dealers(*counter, self.num_seats)
        for row, dealer in zip(rows, dealers, strict=False):
            if dealer is not None:
                state.dealer[row] = dealer
        dealt = counter_deals(state, rows, self.rules)
        for place, hand in enumerate(hands):
            if hand is not None:
                dealt[place] = hand
        start_deals(state, rows, dealt, self.rules)

    def _next_deals(self, rows: npt.NDArray[np.intp]) -> None:
        """The following deal of matches that go on: the deal passes clockwise (SP6)."""
        state = self.state
        state.deal_number[rows] += 1
        state.dealer[rows] = (state.dealer[rows] + 1) % self.num_seats
        start_deals(state, rows, counter_deals(state, rows, self.rules), self.rules)

    @property
    def seat(self) -> Ids:
        """(G,) int8 seat to act, NO_SEAT when finished; a copy."""
        return self.state.seat.copy()

    @property
    def legal(self) -> Flags:
        """(G, A) bool, True = allowed; all False when finished."""
        return flags(self.state.legal, NUM_ACTIONS).view(np.bool_)

    @property
    def lawful(self) -> Flags:
        """(G, A) bool, the actions without penalty: `legal`, except under a revoke option."""
        return flags(self.state.lawful, NUM_ACTIONS).view(np.bool_)

    def step(self, actions: npt.ArrayLike) -> Step[DealResults]:
        """Take one action (G,) in every unfinished game; entries of finished games are ignored.

        ValueError for a wrong shape, dtype or an illegal action; then nothing has changed.
        """
        return self.advance(self._checked_actions(actions))

    def advance(self, chosen: npt.NDArray[np.int64]) -> Step[DealResults]:
        """`step` for actions (G,) that the caller knows to be legal."""
        state = self.state
        rows = self._rows_to_act()
        acts, seats = chosen[rows], state.seat[rows]
        place = cells(rows, state.moves[rows], MAX_MOVES)
        state.history.reshape(-1)[place] = acts
        state.history_seats.reshape(-1)[place] = seats
        state.moves[rows] += 1
        plays = state.phase[rows] == Phase.PLAY
        speakers, ended = those(rows, ~plays), NO_ROWS
        if state.legal is not state.lawful:  # SP18: an unlawful card ends the deal at once
            lawful = contains(state.lawful[rows], acts)
            revokers = those(rows, ~lawful)
            state.revoker[revokers] = state.seat[revokers]
            ended = np.atleast_1d(revokers)
            plays = plays & lawful
        players = those(rows, plays)
        apply_announcement(state, speakers, chosen[speakers], self.tables.next_seat)
        finished = np.atleast_1d(apply_card(state, players, chosen[players], self.tables))
        return self._settle(np.sort(np.append(finished, ended)) if len(ended) else finished)

    def _rows_to_act(self) -> npt.NDArray[np.intp]:
        """The unfinished games."""
        seat = self.state.seat
        if self.num_games == 1:
            return those(ONE_ROW, seat[0] != NO_SEAT)
        return (seat != NO_SEAT).nonzero()[0]

    def _settle(self, finished: npt.NDArray[np.intp]) -> Step[DealResults]:
        """Score the deals that ended, go on to the next ones and find what is legal."""
        rewards = np.zeros((self.num_games, self.num_seats), np.float32)
        done = np.zeros(self.num_games, np.bool_)
        results = None
        if len(finished):
            results = score_deals(self.state, finished, self.rules)
            over = np.ones(len(finished), np.bool_)
            if self.episode == "match":
                over = advance_match(self.state, finished, results.units, self.rules)
                self._next_deals(finished[~over])
            winners = self.state.contenders[finished]
            rewards[finished] = deal_rewards(self.rewards, results, over, winners)
            done[finished] = over
            if self.autoreset:
                self._start_episodes(finished[over])
            else:
                self.state.seat[finished[over]] = NO_SEAT
        self._refresh_legal()
        return Step(rewards, done, results)

    def _refresh_legal(self) -> None:
        """Find the legal and the lawful actions of every seat to act."""
        state = self.state
        rows = ONE_ROW if self.num_games == 1 else slice(None)
        hands = state.hands.reshape(-1)[self._first_cells[rows] + state.seat[rows]]
        lawful = lawful_cards(hands, state.led_group[rows], self.tables)
        announces, finished = state.phase[rows] == Phase.ANNOUNCE, state.seat[rows] == NO_SEAT
        if np.count_nonzero(announces):
            lawful = choose(announces, legal_announcements(hands), lawful)
        if np.count_nonzero(finished):
            lawful = choose(finished, NO_CARDS, lawful)
        state.legal = state.lawful = np.atleast_1d(lawful)
        if self.rules.revoke != "forbidden":  # SP18: any card of the hand may be tried
            state.legal = np.atleast_1d(choose(announces | finished, lawful, hands))

    def information_state(
        self, rows: Rows | None = None, seats: npt.ArrayLike | None = None
    ) -> InformationState:
        """What the seats to act in `rows` (default all) know; or `seats`, one a row. A copy."""
        state = self.state.select(_every_game(rows))
        viewers = (
            state.seat if seats is None else check_seats(seats, state.num_rows, self.num_seats)
        )
        return know(state, viewers, self.rules)

    def action_keys(self, rows: Rows | None = None) -> Keys:
        """(G,) uint64, what the seats to act in `rows` may draw from: a pure function of
        (seed, stream, deal, seat, move).
        """
        state, rows = self.state, _every_game(rows)
        counter = state.seed[rows], state.stream[rows], as_key(state.deal_number[rows])
        return random_keys(Purpose.ACTION, *counter, state.seat[rows], state.moves[rows])

    def view(self, rows: Rows | None = None) -> View[InformationState]:
        """What an agent needs to act for the seats to act in `rows` (default all)."""
        rows = _every_game(rows)
        legal = flags(self.state.legal[rows], NUM_ACTIONS).view(np.bool_)
        information, layout = self.information_state(rows), self.layout
        return View(information, legal, self.action_keys(rows), lambda info: observe(layout, info))

    def observe(self, out: Observations | None = None) -> Observations:
        """(G, F) uint8 for the seats to act, relative to them; into `out` when given."""
        info = know(self.state, self.state.seat, self.rules, self.history)
        return observe(self.layout, info, out)

    def observe_seats(self, seats: npt.ArrayLike) -> Observations:
        """(G, F) uint8 as seen from `seats` (G,), to act or not."""
        viewers = check_seats(seats, self.num_games, self.num_seats)
        return observe(self.layout, know(self.state, viewers, self.rules, self.history))

    def observe_all(self, out: Observations | None = None) -> Observations:
        """(G, F') uint8, the observation and every hand: for privileged critics only."""
        info = know(self.state, self.state.seat, self.rules, self.history)
        writer = self.layout_all.writer(self.num_games, out)
        write_observation(writer, info)
        write_hidden(writer, self.state, SeatView(self.state.seat, self.num_seats))
        return writer.finish()

    def copy(self) -> Self:
        """An independent game in the same position."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        return twin

    def explain_illegal(self, row: int, action: int) -> str:
        """Why `action` is refused in game `row`: the seat, the card and the rule."""
        return why_illegal(self.state, row, action, self.rules, f"{self.name} game {row}")

    def _checked_actions(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        chosen = check_actions(actions, self.num_games, self.name)
        allowed = contains(self.state.legal, chosen)  # no set holds an id that does not exist
        illegal = np.flatnonzero((self.state.seat != NO_SEAT) & ~allowed)
        if len(illegal):
            raise ValueError(self.explain_illegal(int(illegal[0]), int(chosen[illegal[0]])))
        return chosen


def _every_game(rows: Rows | None) -> Rows:
    return slice(None) if rows is None else rows
