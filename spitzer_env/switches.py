"""Switches for experiments: they change what is observed, never rules, legal actions or rewards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.michigan_scoring import declaring_side
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.state import SpitzerState
from trick_taking.cards import Cards, bit
from trick_taking.checks import check_flags
from trick_taking.seat_view import SeatView, seats_where

SeatSets = npt.NDArray[np.uint8]
_ME = np.uint8(1)


class Switches(NamedTuple):
    """What an experiment adds to the observations of both Spitzers, or takes from them.

    reveal_teams: every seat always sees who is of the trump side, in Michigan of the declaring one
        as it stands (MI7-MI13): field `teams`. With a blind it is the picker, whom everybody knows.
        What the sides are worth as a secret is the difference from play without the switch.
    oracle_partner: the seat to act alone sees who is on its own side besides it: field `partners`,
        empty for the others. It tells a seat nothing of what the others know.
    scramble_history: how the position came about is hidden; what the rules prove of it stays.
        `played` is one set of cards, by whom, when and in which company is not told, and the
        tricks in which the side cards fell are left out. Own cards, the cards on the table in
        order, hand sizes, voids and sides as far as they are proven, announcements and what each
        seat has captured stay. So everything is left that the exact belief by the rules alone
        depends on, all deals being alike, and nothing by which a habit of the others could be
        read from their cards: who plays as well with it reads no signals. `information_state`,
        which searching players read, keeps the record.
    """

    reveal_teams: bool = False
    oracle_partner: bool = False
    scramble_history: bool = False

    @property
    def on(self) -> dict[str, bool]:
        """Those that are on, as keywords of the game."""
        return {name: True for name, value in self._asdict().items() if value}

    def check(self, history: bool) -> None:
        """ValueError for what is no flag, and for `history` with its contrary."""
        check_flags(**self._asdict())
        if self.scramble_history and history:
            raise ValueError("history shows the order of play, scramble_history hides it")


NO_SWITCHES = Switches()


def shown_side(
    state: SpitzerState, look: SeatView, rules: SpitzerRules, switches: Switches
) -> SeatSets:
    """(G,) the true side as relative seats, where `switches` tell the viewers; else empty."""
    nobody = np.zeros(len(look.viewers), np.uint8)
    if not (switches.reveal_teams or switches.oracle_partner):
        return nobody
    side = true_side(state, look, rules).astype(np.uint8)
    told = switches.reveal_teams | (state.seat == look.viewers)
    return np.where(told, side, nobody)


def true_side(state: SpitzerState, look: SeatView, rules: SpitzerRules) -> Cards | SeatSets:
    """(G,) set of relative seats: the declaring side (MI18), the picker (SPV4), who was dealt a
    trump (SP8).
    """
    if isinstance(rules, MichiganRules):
        return seats_where(look.by_seat(declaring_side(state, slice(None))))
    if rules.blind:
        return bit(look.seat(state.declarer))
    holders = bit(look.seat(state.holders))
    return holders[:, 0] | holders[:, 1]
