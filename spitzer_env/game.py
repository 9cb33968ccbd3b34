"""The batched game of Spitzer: G games in lockstep, one action of each per step."""

from __future__ import annotations

from functools import partial

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import ACTION_NAMES, NUM_ACTIONS, PACK
from spitzer_env.announcing import apply_announcement, legal_announcements
from spitzer_env.dealing import counter_deals, injected_hands, start_deals
from spitzer_env.information import InformationState, know
from spitzer_env.match import advance_match, start_match
from spitzer_env.observation import make_layouts, observe, write_hidden, write_observation
from spitzer_env.play import PlayTables, apply_card, lawful_cards
from spitzer_env.refusals import why_illegal
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.scoring import DealResults, score_deals
from spitzer_env.state import MAX_MOVES, Phase, SpitzerState
from trick_taking.arrays import NO_ROWS, ONE_ROW, choose, those
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, Flags, Ids, contains
from trick_taking.game_hooks import GameRows
from trick_taking.layout import Observations
from trick_taking.lockstep import LockstepGame
from trick_taking.seat_view import SeatView


class SpitzerGame(LockstepGame):
    """G games of Spitzer in lockstep; options as for `LockstepGame`, `rules` are TwoTrumpRules."""

    name = "spitzer_v0"
    num_actions = NUM_ACTIONS
    num_cards = PACK.size
    action_names = ACTION_NAMES
    longest_deal = MAX_MOVES
    rules: TwoTrumpRules
    state: SpitzerState
    _rules_class = TwoTrumpRules

    def _set_up(self) -> None:
        self.tables = PlayTables(self.rules)
        self.layout, self.layout_all = make_layouts(
            self.num_seats, self.episode == "match", self.history
        )
        self.observe_information = partial(observe, self.layout)
        self.state = SpitzerState.empty(self.num_games, S=self.num_seats)

    def _read_deal(self, text: str, dealer: int | None) -> tuple[Cards, int | None]:
        return injected_hands(text, dealer, self.rules)

    def _draw_deals(self, rows: GameRows) -> Cards:
        return counter_deals(self.state, rows, self.rules)

    def _start_deals(self, rows: GameRows, dealt: Cards) -> None:
        start_deals(self.state, rows, dealt, self.rules)

    def _start_matches(self, rows: GameRows) -> None:
        start_match(self.state, rows)

    def _act(self, rows: GameRows, chosen: npt.NDArray[np.int64]) -> GameRows:
        """Announcements (SP9) and cards (SP10-SP13); an unlawful card ends the deal (SP18)."""
        state = self.state
        plays = state.phase[rows] == Phase.PLAY
        speakers, ended = those(rows, ~plays), NO_ROWS
        if state.legal is not state.lawful:  # SP18: an unlawful card ends the deal at once
            lawful = contains(state.lawful[rows], chosen[rows])
            revokers = those(rows, ~lawful)
            state.revoker[revokers] = state.seat[revokers]
            ended = np.atleast_1d(revokers)
            plays = plays & lawful
        players = those(rows, plays)
        apply_announcement(state, speakers, chosen[speakers], self.tables.next_seat)
        finished = np.atleast_1d(apply_card(state, players, chosen[players], self.tables))
        return np.sort(np.append(finished, ended)) if len(ended) else finished

    def _score(self, rows: GameRows) -> DealResults:
        return score_deals(self.state, rows, self.rules)

    def _seats_playing(self, results: DealResults) -> Flags:
        """SPV6: with five the dealer sits out."""
        plays: Flags = np.arange(self.num_seats) != results.dealer[:, None]
        return plays | (self.num_seats == 4)

    def _advance_matches(self, rows: GameRows, results: DealResults) -> Flags:
        return advance_match(self.state, rows, results.units, self.rules)

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

    def _know(self, state: SpitzerState, viewers: Ids, history: bool) -> InformationState:
        return know(state, viewers, self.rules, history)

    def observe_all(self, out: Observations | None = None) -> Observations:
        """(G, F') uint8, the observation and every hand: for privileged critics only."""
        info = know(self.state, self.state.seat, self.rules, self.history)
        writer = self.layout_all.writer(self.num_games, out)
        write_observation(writer, info)
        write_hidden(writer, self.state, SeatView(self.state.seat, self.num_seats))
        return writer.finish()

    def _why_illegal(self, row: int, action: int, game: str) -> str:
        return why_illegal(self.state, row, action, self.rules, game)
