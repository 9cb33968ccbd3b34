"""The batched game of Spitzer: G games in lockstep, one action of each per step."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import ACTION_NAMES, NUM_ACTIONS, PACK
from spitzer_env.dealing import counter_deals, injected_deal, start_deals
from spitzer_env.fields import make_layouts
from spitzer_env.information import InformationState, know
from spitzer_env.match import book_deals, start_match
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.michigan_scoring import MichiganResults
from spitzer_env.observation import observe, write_hidden, write_observation
from spitzer_env.play import apply_card
from spitzer_env.refusals import why_illegal
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.scoring import DealResults
from spitzer_env.state import Phase, SpitzerState, most_moves
from spitzer_env.switches import Switches
from spitzer_env.variants import variant_of
from trick_taking.arrays import ONE_ROW, choose, rows_where, those
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, Flags, Ids
from trick_taking.game_hooks import GameRows
from trick_taking.layout import Observations
from trick_taking.lockstep import LockstepGame
from trick_taking.seat_view import SeatView


class SpitzerGame(LockstepGame):
    """G games of Spitzer in lockstep; options as for `LockstepGame`.

    `rules` are TwoTrumpRules or MichiganRules: the variant of the game is chosen by them.
    reveal_teams, oracle_partner, scramble_history: switches for experiments, which change what is
        observed and nothing else; see `Switches`
    """

    name = "spitzer_v0"
    num_actions = NUM_ACTIONS
    num_cards = PACK.size
    action_names = ACTION_NAMES
    hiding = ("scramble_history",)
    state: SpitzerState
    _rules_class = TwoTrumpRules
    _other_rules = (MichiganRules,)

    def __init__(
        self,
        num_games: int,
        *,
        reveal_teams: bool = False,
        oracle_partner: bool = False,
        scramble_history: bool = False,
        **options: Any,
    ) -> None:
        self.switched = Switches(reveal_teams, oracle_partner, scramble_history)
        self.switches = self.switched.on
        super().__init__(num_games, **options)

    def _set_up(self) -> None:
        self.switched.check(self.history)
        self.variant = variant_of(self.rules)
        self.tables, self.name = self.variant.tables, self.variant.name
        self.longest_deal = most_moves(self.rules)
        self.layout, self.layout_all = make_layouts(
            self.rules, self.episode == "match", self.history, self.switched
        )
        self.state = SpitzerState.empty(
            self.num_games, S=self.num_seats, P=self.tables.seats, M=self.longest_deal
        )
        self.observe_information = partial(observe, self.layout)

    def _read_deal(self, text: str, dealer: int | None) -> tuple[Cards, int | None]:
        return injected_deal(text, dealer, self.rules)

    def _draw_deals(self, rows: GameRows) -> Cards:
        return counter_deals(self.state, rows, self.rules)

    def _start_deals(self, rows: GameRows, dealt: Cards) -> None:
        start_deals(self.state, rows, dealt, self.rules, self.tables)

    def _start_matches(self, rows: GameRows) -> None:
        start_match(self.state, rows)

    def _act(self, rows: GameRows, chosen: npt.NDArray[np.int64]) -> GameRows:
        """Announcements (SP9) and cards (SP10-SP13)."""
        state = self.state
        plays = state.phase[rows] == Phase.PLAY
        speakers, players = those(rows, ~plays), those(rows, plays)
        passed_out = self.variant.speech.apply(state, speakers, chosen[speakers])
        finished = np.atleast_1d(apply_card(state, players, chosen[players], self.tables))
        if len(passed_out):
            self._deal_again(passed_out)
        return finished

    def _score(self, rows: GameRows) -> DealResults | MichiganResults:
        return self.variant.score(self.state, rows)

    def _seats_playing(self, results: DealResults | MichiganResults) -> Flags:
        """SPV6: with five and no blind the dealer sits out."""
        plays: Flags = np.arange(self.num_seats) != results.dealer[:, None]
        return plays | (not self.rules.dealer_sits_out)

    def _advance_matches(self, rows: GameRows, results: DealResults | MichiganResults) -> Flags:
        book_deals(self.state, rows, results.units)
        return self.variant.advance(self.state, rows)

    def _refresh_legal(self) -> None:
        """Find the legal and the lawful actions of every seat to act."""
        state = self.state
        rows = ONE_ROW if self.num_games == 1 else slice(None)
        hands = state.hands.reshape(-1)[self._first_cells[rows] + state.seat[rows]]
        lawful = self.tables.duties.lawful(state, rows, hands)
        speaks, finished = state.phase[rows] != Phase.PLAY, state.seat[rows] == NO_SEAT
        if np.count_nonzero(speaks):
            speakers = rows_where(state.phase != Phase.PLAY)
            their_hands: Any = those(hands, speaks)
            lawful = np.atleast_1d(lawful)
            lawful[speakers] = self.variant.speech.legal(state, speakers, their_hands)
        if np.count_nonzero(finished):
            lawful = choose(finished, NO_CARDS, lawful)
        state.legal = state.lawful = np.atleast_1d(lawful)
        if self.rules.revoke != "forbidden":  # SP18: any card of the hand may be tried
            state.legal = np.array(choose(speaks | finished, lawful, hands), ndmin=1)

    def _know(self, state: SpitzerState, viewers: Ids, history: bool) -> InformationState:
        return know(state, viewers, self.rules, history, self.switched)

    def observe_all(self, out: Observations | None = None) -> Observations:
        """(G, F') uint8, the observation and all that is hidden: for privileged critics only."""
        info = self._know(self.state, self.state.seat, self.history)
        writer = self.layout_all.writer(self.num_games, out)
        write_observation(writer, info)
        look = SeatView(self.state.seat, self.num_seats)
        write_hidden(writer, self.state, look, self.rules)
        return writer.finish()

    def _why_illegal(self, row: int, action: int, game: str) -> str:
        return why_illegal(self.state, row, action, self.variant.refusal, game)
