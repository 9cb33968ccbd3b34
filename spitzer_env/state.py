"""The true state of a batch of Spitzer games. Agents never see it; see information.py."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from trick_taking.arrays import GameArrays
from trick_taking.cards import Cards, Ids
from trick_taking.counter import Keys


class Phase(IntEnum):
    """What the seat to act chooses."""

    ANNOUNCE = 0
    PLAY = 1


MAX_MOVES = 4 + 32  # SP9 and SP10: every seat speaks once, then every card is played


@dataclass
class SpitzerState(GameArrays):
    """G games of S seats, games first; seats here are absolute."""

    hands: Cards  # (G, S) card set each seat holds
    played: Cards  # (G, S) cards each seat has played in this deal
    legal: Cards  # (G,) set over actions that the mask allows; empty when finished
    lawful: Cards  # (G,) set over actions without penalty; differs under a revoke option (SP18)
    seat: Ids  # (G,) seat to act, NO_SEAT when finished
    phase: Ids  # (G,) Phase
    dealer: Ids  # (G,)
    trick: Ids  # (G, 4) card ids of the current trick in order, NO_CARD where none yet
    trick_size: Ids  # (G,) cards on the table
    leader: Ids  # (G,) seat that leads the current trick
    led_group: Ids  # (G,) group led, NO_GROUP before the lead
    taker: Ids  # (G,) seat that is winning the current trick, NO_SEAT before the lead
    best_strength: Ids  # (G,) strength of the taker's card
    trick_points: npt.NDArray[np.int16]  # (G,) card points on the table
    tricks_played: Ids  # (G,) 0..8
    points: npt.NDArray[np.int16]  # (G, S) card points captured
    tricks: Ids  # (G, S) tricks captured
    voids: npt.NDArray[np.uint8]  # (G, S) bit g: the public record proves a void in group g
    solo: Ids  # (G,) seat that announced solo, else NO_SEAT
    spoken: npt.NDArray[np.uint8]  # (G,) bit s: seat s has spoken (SP9)
    trump_trick: Ids  # (G, 2) trick 1..8 in which QC and 7D fell, 0 before
    trump_seat: Ids  # (G, 2) who played QC and 7D, NO_SEAT before
    queen_seat: Ids  # (G,) seat that was dealt QC; hidden
    seven_seat: Ids  # (G,) seat that was dealt 7D; hidden
    revoker: Ids  # (G,) seat that revoked, else NO_SEAT (SP18)
    moves: Ids  # (G,) actions taken in this deal
    history: Ids  # (G, MAX_MOVES) actions in order, NO_ACTION where none yet
    history_seats: Ids  # (G, MAX_MOVES) seats that took them, NO_SEAT where none yet
    totals: npt.NDArray[np.int32]  # (G, S) units scored in this match
    deals_played: npt.NDArray[np.int16]  # (G,) deals of this match that are over
    extra_deals: npt.NDArray[np.int8]  # (G,) of them, extra deals (SP20)
    contenders: npt.NDArray[np.uint8]  # (G,) bit s: seat s can still win the match
    seed: Keys  # (G,) seed s of "deal k of stream r under seed s"
    stream: Keys  # (G,) r
    deal_number: npt.NDArray[np.int64]  # (G,) k


def empty_state(num_games: int, num_seats: int) -> SpitzerState:
    """A state of finished games, nothing dealt."""
    games, seats = (num_games,), (num_games, num_seats)

    def nobody(*shape: int) -> Ids:
        return np.full((num_games, *shape), -1, np.int8)

    return SpitzerState(
        hands=np.zeros(seats, np.uint64),
        played=np.zeros(seats, np.uint64),
        legal=np.zeros(games, np.uint64),
        lawful=np.zeros(games, np.uint64),
        seat=nobody(),
        phase=np.zeros(games, np.int8),
        dealer=nobody(),
        trick=nobody(4),
        trick_size=np.zeros(games, np.int8),
        leader=nobody(),
        led_group=nobody(),
        taker=nobody(),
        best_strength=nobody(),
        trick_points=np.zeros(games, np.int16),
        tricks_played=np.zeros(games, np.int8),
        points=np.zeros(seats, np.int16),
        tricks=np.zeros(seats, np.int8),
        voids=np.zeros(seats, np.uint8),
        solo=nobody(),
        spoken=np.zeros(games, np.uint8),
        trump_trick=np.zeros((num_games, 2), np.int8),
        trump_seat=nobody(2),
        queen_seat=nobody(),
        seven_seat=nobody(),
        revoker=nobody(),
        moves=np.zeros(games, np.int8),
        history=nobody(MAX_MOVES),
        history_seats=nobody(MAX_MOVES),
        totals=np.zeros(seats, np.int32),
        deals_played=np.zeros(games, np.int16),
        extra_deals=np.zeros(games, np.int8),
        contenders=np.zeros(games, np.uint8),
        seed=np.zeros(games, np.uint64),
        stream=np.arange(num_games, dtype=np.uint64),
        deal_number=np.full(games, -1, np.int64),
    )
