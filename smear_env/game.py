"""The batched game of Smear: G games in lockstep, one action of each per step."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smear_env.actions import ACTION_NAMES, ACTION_WORDS, NUM_ACTIONS, PACK
from smear_env.auction import apply_bids, apply_trumps, legal_trumps
from smear_env.dealing import counter_deals, injected_deal, start_deals
from smear_env.discards import apply_discards, legal_discards, start_discards
from smear_env.information import InformationState, know
from smear_env.match import advance_match, start_match
from smear_env.observation import Observer, make_layouts, write_hidden
from smear_env.play import apply_cards, follows_by_duty
from smear_env.refusals import why_illegal
from smear_env.rules import SmearRules
from smear_env.scoring import DealResults, score_deals
from smear_env.state import MAX_MOVES, Phase, SmearState
from smear_env.tables import SmearTables
from trick_taking.arrays import choose, rows_where, those
from trick_taking.cards import NO_CARDS, NO_GROUP, NO_SEAT, Flags, Ids
from trick_taking.game_hooks import GameRows
from trick_taking.layout import Observations
from trick_taking.lockstep import LockstepGame
from trick_taking.seat_view import SeatView


class SmearGame(LockstepGame):
    """G games of Smear in lockstep; options as for `LockstepGame`, `rules` are SmearRules."""

    name = "smear_v0"
    num_actions = NUM_ACTIONS
    num_cards = PACK.size
    action_names = ACTION_NAMES
    longest_deal = MAX_MOVES
    rules: SmearRules
    state: SmearState
    observe_information: Observer
    _rules_class = SmearRules

    def _set_up(self) -> None:
        rules = self.rules
        self.tables = SmearTables(rules)
        self.layout, self.layout_all = make_layouts(rules.players, rules.num_sides, self.history)
        self.observe_information = Observer(rules, self.layout)
        self.state = SmearState.empty(self.num_games, S=rules.players, N=rules.num_sides)

    def _read_deal(self, text: str, dealer: int | None) -> tuple[Ids, int | None]:
        return injected_deal(text, self.rules), dealer

    def _draw_deals(self, rows: GameRows) -> Ids:
        return counter_deals(self.state, rows, self.rules)

    def _start_deals(self, rows: GameRows, dealt: Ids) -> None:
        start_deals(self.state, rows, dealt, self.rules)

    def _start_matches(self, rows: GameRows) -> None:
        start_match(self.state, rows)

    def _act(self, rows: GameRows, chosen: npt.NDArray[np.int64]) -> GameRows:
        """Bids (SM5), trump (SM6), discards (SM7) and cards (SM8-SM10)."""
        phase = self.state.phase[rows]
        if np.count_nonzero(phase != Phase.PLAY):
            self._prepare(rows, phase, chosen)
        players = those(rows, phase == Phase.PLAY)
        return np.atleast_1d(apply_cards(self.state, players, chosen[players], self.tables))

    def _prepare(self, rows: GameRows, phase: Ids, chosen: npt.NDArray[np.int64]) -> None:
        """All that comes before the first lead."""
        state, rules, tables = self.state, self.rules, self.tables
        speakers, pitchers = those(rows, phase == Phase.AUCTION), those(rows, phase == Phase.TRUMP)
        discarders = those(rows, phase == Phase.DISCARD)
        if speakers.size:
            again = apply_bids(state, speakers, chosen[speakers], rules)
            if len(again):
                redeals = state.redeals[again] + 1
                self._deal_again(again)  # SM5: the same dealer, not counted
                state.redeals[again] = redeals
        if pitchers.size:
            apply_trumps(state, pitchers, chosen[pitchers])
            start_discards(state, np.atleast_1d(pitchers), rules, tables)
        if discarders.size:
            apply_discards(state, discarders, chosen[discarders], rules, tables)

    def _score(self, rows: GameRows) -> DealResults:
        return score_deals(self.state, rows, self.rules, self.tables)

    def _advance_matches(self, rows: GameRows, results: DealResults) -> Flags:
        return advance_match(self.state, results, self.rules)

    def _refresh_legal(self) -> None:
        """Find the legal and the lawful actions of every seat to act."""
        state, tables = self.state, self.tables
        lawful = np.zeros((self.num_games, ACTION_WORDS), np.uint64)
        phase = np.where(state.seat == NO_SEAT, NO_PHASE, state.phase)
        if (speakers := rows_where(phase == Phase.AUCTION)).size:
            lawful[speakers] = tables.bid_sets[state.bid[speakers]]
        if (pitchers := np.atleast_1d(rows_where(phase == Phase.TRUMP))).size:
            hands = state.hands[pitchers, state.seat[pitchers]]
            lawful[pitchers] = legal_trumps(hands, tables.trump_sets)
        if (discarders := rows_where(phase == Phase.DISCARD)).size:
            lawful[discarders, 0] = legal_discards(state, discarders, tables)
        state.lawful = lawful
        state.legal = lawful.copy() if tables.may_revoke else lawful
        if (players := rows_where(phase == Phase.PLAY)).size:
            self._refresh_cards(players)

    def _refresh_cards(self, rows: GameRows) -> None:
        """The legal and the lawful actions of `rows`, where a card is played."""
        state = self.state
        hands = state.hands.reshape(-1)[self._first_cells[rows] + state.seat[rows]]
        state.lawful[rows, 0] = follows_by_duty(state, rows, hands, self.tables)
        if self.tables.may_revoke:
            follows = state.led_group[rows] != NO_GROUP
            state.legal[rows, 0] = state.lawful[rows, 0] | choose(follows, hands, NO_CARDS)

    def _know(self, state: SmearState, viewers: Ids, history: bool) -> InformationState:
        return know(state, viewers, self.rules, history)

    def observe_all(self, out: Observations | None = None) -> Observations:
        """(G, F') uint8, the observation and all that is hidden: for privileged critics only."""
        state, rules = self.state, self.rules
        writer = self.layout_all.writer(self.num_games, out)
        self.observe_information.write(writer, know(state, state.seat, rules, self.history))
        write_hidden(writer, state, SeatView(state.seat, rules.players), rules)
        return writer.finish()

    def _why_illegal(self, row: int, action: int, game: str) -> str:
        return why_illegal(self.state, row, action, self.rules, game)


NO_PHASE = -1  # of a finished game
