"""MI8-MI12: the announcements of Michigan Spitzer; each seat speaks once, from eldest."""

from __future__ import annotations

import numpy as np

from spitzer_env.actions import (
    CALL_FIRST_TRICK,
    CALLS,
    NUM_ACTIONS,
    PASS,
    SCHNEIDER,
    ZOLA,
    ZOLA_SCHNEIDER,
    ZOLA_SCHWARTZ,
)
from spitzer_env.announcing import all_spoke, speak
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.michigan_trumps import ACES, FAIL_SUITS, MICHIGAN_TABLES, QUEENS
from spitzer_env.play import Actions, PlayTables, Rows
from spitzer_env.state import Phase, SpitzerState
from trick_taking.arrays import NO_ROWS, choose
from trick_taking.arrays import Rows as AnyRows
from trick_taking.cards import NO_CARDS, Cards

ZOLAS = (ZOLA, ZOLA_SCHNEIDER, ZOLA_SCHWARTZ)  # the higher the later (MI12)
CONTRACTS = (*CALLS, CALL_FIRST_TRICK, *ZOLAS, SCHNEIDER)  # what can count

RANK = np.zeros(NUM_ACTIONS + 1, np.int8)  # (44,) MI12, by action; `pass` and NO_ACTION are 0
RANK[[*CALLS, CALL_FIRST_TRICK]] = 1
RANK[[SCHNEIDER, *ZOLAS]] = 2, 3, 4, 5

_SUITS = [MICHIGAN_TABLES.group_sets[0, suit] for suit in FAIL_SUITS]
_ACES = [np.uint64(1 << ace) for ace in ACES]


def _set_of(actions: list[int]) -> int:
    return sum(1 << action for action in actions)


def _calls(suits: int, aces: int) -> list[int]:
    """MI9-MI11: the calls of a holder of both queens, from the fail suits and aces he holds."""
    absent = [suit for suit in FAIL_SUITS if not aces >> suit & 1]
    held = [suit for suit in absent if suits >> suit & 1]
    return [CALLS[suit] for suit in held or absent] or [CALL_FIRST_TRICK]


class Calling:
    """MI8: what the cards allow, whatever was said before; MI12: the highest counts.

    with_queens: (64,) the actions of a holder of both black queens, by the set of fail suits that
        he holds and, times 8, the set of their aces
    without: those of everybody else
    """

    def __init__(self, rules: MichiganRules, tables: PlayTables) -> None:
        self.tables, self.first_ends = tables, rules.first_announcement_ends
        said = [PASS] if rules.zola_needs_queens else [PASS, *ZOLAS]
        self.without = np.uint64(_set_of(said + [SCHNEIDER] * rules.partner_schneider))
        self.with_queens: Cards = np.array(
            [_set_of([PASS, *_calls(held & 7, held >> 3), *ZOLAS]) for held in range(64)],
            np.uint64,
        )

    def legal(self, state: SpitzerState, rows: AnyRows, hands: Cards) -> Cards:
        """(K,) what the seats to act may say."""
        held = 0
        for place, cards in enumerate(_SUITS + _ACES):
            held = held + (hands & cards != NO_CARDS) * (1 << place)
        return choose(hands & QUEENS == QUEENS, self.with_queens[held], self.without)

    def apply(self, state: SpitzerState, rows: Rows, actions: Actions) -> Rows:
        """The seats to act of `rows` speak; the last of them leaves the turn to eldest (MI14)."""
        if not rows.size:
            return NO_ROWS
        seat = speak(state, rows, actions, self.tables)
        contract = state.contract[rows]
        counts = RANK[actions] > RANK[contract]  # of equals the earlier seat
        state.contract[rows] = contract = choose(counts, actions, contract)
        state.declarer[rows] = choose(counts, seat, state.declarer[rows])
        ends = all_spoke(state, rows, 4)
        if self.first_ends:
            ends = ends | (RANK[contract] > 0)
        state.phase[rows] = choose(ends, Phase.PLAY, Phase.ANNOUNCE)
        state.seat[rows] = choose(ends, self.tables.eldest[state.dealer[rows]], state.seat[rows])
        return NO_ROWS
