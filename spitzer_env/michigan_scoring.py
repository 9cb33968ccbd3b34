"""MI18, MI19: what a finished deal of Michigan Spitzer is worth, in units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import CALL_FIRST_TRICK, NO_ACTION, NUM_ACTIONS, SCHNEIDER
from spitzer_env.calling import ZOLAS
from spitzer_env.michigan_duties import CALLED_CARD
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.state import SpitzerState
from trick_taking.arrays import GameArrays
from trick_taking.cards import NO_CARD, Flags, Ids

Rows = npt.NDArray[np.intp]

ROW_NAMES = (
    "normal",
    "schneider",
    "silent solo",
    "zola",
    "zola schneider",
    "zola schneider schwartz",
)
COLUMN_NAMES = ("0 tricks", "0-30", "31-60", "61-89", "90-120", "all 8 tricks")
NORMAL, SCHNEIDER_ROW, SILENT_SOLO, ZOLA_ROW = range(4)
NEVER = 0  # a side with QC wins a trick
VALUES = np.array(  # MI18
    [
        [NEVER, -9, -6, 3, 6, 9],
        [-18, -15, -12, -9, 9, 12],
        [NEVER, -9, -6, 9, 12, 15],
        [-15, -12, -9, 18, 27, 36],
        [-42, -36, -24, -18, 36, 39],
        [-42, -42, -39, -33, -27, 42],
    ],
    np.int32,
)
_LEAST_POINTS = (31, 61, 90)  # of the columns after 0-30
_ROWS = np.full(NUM_ACTIONS + 1, NORMAL, np.int8)  # by contract, NO_ACTION last
_ROWS[[SCHNEIDER, *ZOLAS]] = SCHNEIDER_ROW, ZOLA_ROW, ZOLA_ROW + 1, ZOLA_ROW + 2


@dataclass
class MichiganResults(GameArrays):
    """K finished deals; seats are absolute."""

    rows: Rows  # (K,) game of each deal
    dealer: Ids  # (K,)
    deal_number: npt.NDArray[np.int64]  # (K,) k of the counter-based deal
    said: Ids  # (K, S) action that each seat announced, NO_ACTION for who was not asked
    contract: Ids  # (K,) the announcement that counts (MI12), NO_ACTION for none
    declarer: Ids  # (K,) who said it, NO_SEAT for nobody
    queen_seat: Ids  # (K,) who was dealt QC
    little_queen_seat: Ids  # (K,) who was dealt QS
    declarers: Flags  # (K, S) the declaring side
    points: npt.NDArray[np.int16]  # (K, S) card points captured
    tricks: Ids  # (K, S) tricks captured
    side_points: npt.NDArray[np.int16]  # (K,) T of MI18
    side_tricks: Ids  # (K,) n of MI18
    table_row: Ids  # (K,) place in `ROW_NAMES`
    table_column: Ids  # (K,) place in `COLUMN_NAMES`
    value: npt.NDArray[np.int32]  # (K,) the cell of MI18
    units: npt.NDArray[np.int32]  # (K, S) the score


_PLAIN = ("dealer", "deal_number", "said", "contract", "declarer", "points", "tricks")


def score_michigan(state: SpitzerState, rows: Rows, rules: MichiganRules) -> MichiganResults:
    """Score the finished deals of `rows`."""
    facts = {name: getattr(state, name)[rows] for name in _PLAIN}
    queen_seat, little_queen_seat = state.holders[rows].T
    declarers = declaring_side(state, rows)
    side_points = np.where(declarers, facts["points"], 0).sum(axis=1).astype(np.int16)
    side_tricks = np.where(declarers, facts["tricks"], 0).sum(axis=1).astype(np.int8)
    silent = (facts["contract"] == NO_ACTION) & (queen_seat == little_queen_seat)  # MI13
    row = np.where(silent, SILENT_SOLO, _ROWS[facts["contract"]]).astype(np.int8)
    column = find_column(side_points, side_tricks, rules.tricks)
    value = VALUES[row, column]
    return MichiganResults(
        rows=rows,
        queen_seat=queen_seat,
        little_queen_seat=little_queen_seat,
        declarers=declarers,
        side_points=side_points,
        side_tricks=side_tricks,
        table_row=row,
        table_column=column,
        value=value,
        units=book(value, declarers, rules),
        **facts,
    )


def declaring_side(state: SpitzerState, rows: Rows | slice) -> Flags:
    """(K, S) the queens' side, the announcer's, caller and partner, or the lone player (MI18).

    Before the first trick is over its caller stands alone (MI11).
    """
    contract, seats = state.contract[rows][:, None], np.arange(state.hands.shape[1])
    announces = seats == state.declarer[rows][:, None]
    queens = (seats[:, None] == state.holders[rows][:, None, :]).any(axis=2)
    with_queens = (queens & announces).any(axis=1, keepdims=True)
    partner = seats == state.partner[rows][:, None]
    ace = CALLED_CARD[contract]
    dealt = state.hands[rows] | state.played[rows]
    holds_ace = (dealt >> np.maximum(ace, 0).astype(np.uint64) & np.uint64(1)).astype(np.bool_)
    side = np.where(contract == NO_ACTION, queens, announces)
    side = np.where(contract == SCHNEIDER, queens == with_queens, side)
    side |= (contract == CALL_FIRST_TRICK) & partner
    return side | (ace != NO_CARD) & holds_ace


def find_column(side_points: npt.NDArray[np.int16], side_tricks: Ids, tricks: int) -> Ids:
    """(K,) the place in `COLUMN_NAMES` of a declaring side with these points and tricks."""
    by_points = 1 + np.searchsorted(_LEAST_POINTS, side_points, side="right")
    columns = np.where(side_tricks == tricks, 5, np.where(side_tricks == 0, 0, by_points))
    return columns.astype(np.int8)


def book(
    value: npt.NDArray[np.int32], declarers: Flags, rules: MichiganRules
) -> npt.NDArray[np.int32]:
    """(K, S) units: a gain is the declarers'; of a loss the option says who books it (MI19)."""
    worth = value[:, None]
    if rules.negative_scores == "declarers":
        return np.where(declarers, worth, 0)
    return np.where(declarers == (worth > 0), abs(worth), 0)
