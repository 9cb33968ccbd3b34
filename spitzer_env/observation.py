"""The observation of two-trump Spitzer: a pure function of the information state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import PACK
from spitzer_env.information import InformationState
from spitzer_env.state import MAX_MOVES, SpitzerState
from spitzer_env.trumps import GROUP_NAMES, QUEEN, SEVEN, TRUMP, TRUMPS
from trick_taking.cards import NO_CARDS, Cards, bit
from trick_taking.layout import Field, Layout, Observations, Writer
from trick_taking.seat_view import SeatView, seat_names
from trick_taking.totals import TOTAL_CLIP, gains_and_losses

_ME = np.uint64(1)  # seat 0 as a set of relative seats
_ROLES = ("neither", "QC", "7D", "both")


def _flag_fields(num_seats: int) -> list[Field]:
    seats, cards = seat_names(num_seats), PACK.names
    by_seat = (num_seats, len(cards))
    return [
        Field(name="hand", shape=(32,), labels=cards, meaning="own cards"),
        Field(name="played", shape=by_seat, labels=cards, meaning="cards each seat has played"),
        Field(name="trick", shape=(3, 32), labels=cards, meaning="the trick's cards in order"),
        Field(name="led_group", shape=(5,), labels=GROUP_NAMES, meaning="suit or trump led"),
        Field(name="leader", shape=(num_seats,), labels=seats, meaning="who leads this trick"),
        Field(name="taker", shape=(num_seats,), labels=seats, meaning="who is winning it"),
        Field(name="role", shape=(4,), labels=_ROLES, meaning="trumps that I was dealt (SP8)"),
        Field(
            name="trump_side",
            shape=(num_seats,),
            labels=seats,
            meaning="seats that I know to be of the trump side: a trump shown, held or announced",
        ),
        Field(
            name="defenders",
            shape=(num_seats,),
            labels=seats,
            meaning="seats that I know to be against it: void in trump, or both trumps are placed",
        ),
        Field(name="queen", shape=(num_seats,), labels=seats, meaning="who played QC"),
        Field(name="seven", shape=(num_seats,), labels=seats, meaning="who played 7D"),
        Field(
            name="voids",
            shape=(num_seats, 5),
            labels=GROUP_NAMES,
            meaning="voids proven by the public record (SP9, SP11, SP12)",
        ),
        Field(name="solo", shape=(num_seats,), labels=seats, meaning="who announced solo (SP9)"),
        Field(name="spoken", shape=(num_seats,), labels=seats, meaning="who has spoken (SP9)"),
        Field(name="dealer", shape=(num_seats,), labels=seats, meaning="deal position: the dealer"),
        Field(name="phase", shape=(2,), labels=("announce", "play"), meaning="what is chosen"),
    ]


def _number_fields(num_seats: int) -> list[Field]:
    return [
        Field(name="points", shape=(num_seats,), top=120, meaning="card points taken by each seat"),
        Field(name="tricks", shape=(num_seats,), top=8, meaning="tricks taken by each seat"),
        Field(name="trick_points", shape=(1,), top=44, meaning="card points on the table"),
        Field(name="tricks_played", shape=(1,), top=8, meaning="tricks that are over"),
        Field(
            name="trump_trick",
            shape=(2,),
            top=8,
            meaning="trick 1..8 in which QC and 7D fell, 0 before",
        ),
    ]


def _match_flags(num_seats: int) -> list[Field]:
    seats = seat_names(num_seats)
    meaning = "who can still win the match (SP20)"
    return [Field(name="contenders", shape=(num_seats,), labels=seats, meaning=meaning)]


def _match_numbers(num_seats: int) -> list[Field]:
    return [
        Field(
            name="totals",
            shape=(num_seats, 2),
            top=36,
            meaning=f"units of each seat: above zero, below zero, each clipped at {TOTAL_CLIP}",
        ),
        Field(
            name="deals_left",
            shape=(1,),
            top=16,
            meaning="regular deals left with this one, clipped at 255; 0 in an extra deal",
        ),
    ]


_HISTORY = Field(
    name="history",
    shape=(MAX_MOVES, 2),
    top=43,
    meaning="this deal's actions in order: action id + 1 (0 none yet), relative seat + 1",
)


@cache
def make_layouts(num_seats: int, match: bool, history: bool) -> tuple[Layout, Layout]:
    """The layout of a seat's observation and of the privileged one, which adds the hidden."""
    flag_fields = _flag_fields(num_seats) + (_match_flags(num_seats) if match else [])
    numbers = _number_fields(num_seats) + (_match_numbers(num_seats) if match else [])
    numbers += [_HISTORY] if history else []
    seats = seat_names(num_seats)
    hidden: Sequence[Field] = [
        Field(
            name="other_hands",
            shape=(num_seats - 1, 32),
            labels=PACK.names,
            meaning="cards of the other seats",
        ),
        Field(
            name="true_trump_side",
            shape=(num_seats,),
            labels=seats,
            meaning="who was dealt QC or 7D (SP8)",
        ),
    ]
    return Layout([*flag_fields, *numbers]), Layout([*flag_fields, *hidden, *numbers])


def write_observation(writer: Writer, info: InformationState) -> None:
    """Write every public field and the viewer's own cards; `writer.finish()` is the caller's."""
    writer["hand"] = info.hand
    writer["played"] = info.played
    writer["trick"] = bit(info.trick[:, :3])
    writer["led_group"] = bit(info.led_group)
    writer["leader"] = bit(info.leader)
    writer["taker"] = bit(info.taker)
    write_sides(writer, info)
    writer["voids"] = info.voids
    writer["solo"] = bit(info.solo)
    writer["spoken"] = info.spoken
    writer["dealer"] = bit(info.dealer)
    writer["phase"] = bit(info.phase)
    writer["points"] = info.points
    writer["tricks"] = info.tricks
    writer["trick_points"] = info.trick_points
    writer["tricks_played"] = info.tricks_played
    writer["trump_trick"] = info.trump_trick
    if "totals" in writer.layout.fields:
        _write_match(writer, info)
    if "history" in writer.layout.fields:
        writer["history"] = np.stack([info.history + 1, info.history_seats + 1], axis=2)


def write_sides(writer: Writer, info: InformationState) -> None:
    """Role and what is proven about the sides, from own cards and shown trumps (SP8)."""
    queen, seven = bit(info.trump_seat[:, 0]), bit(info.trump_seat[:, 1])
    own = info.hand | info.played[:, 0]
    holds_queen = own >> np.uint64(QUEEN) & _ME
    holds_seven = own >> np.uint64(SEVEN) & _ME
    solo = bit(info.solo)
    known = queen | seven | solo | holds_queen | holds_seven
    placed = ((queen | holds_queen) != 0) & ((seven | holds_seven) != 0) | (solo != 0)
    writer["role"] = bit(holds_queen + np.uint64(2) * holds_seven)
    writer["trump_side"] = known
    writer["defenders"] = np.where(placed, seats_playing(info), void_in_trump(info)) & ~known
    writer["queen"] = queen
    writer["seven"] = seven


def seats_playing(info: InformationState) -> Cards:
    """(G,) the seats that play the deal, as a set: with five the dealer sits out (SPV6)."""
    num_seats = info.played.shape[1]
    everybody = np.uint64((1 << num_seats) - 1)
    return everybody & ~bit(info.dealer) if num_seats == 5 else np.full_like(info.hand, everybody)


def void_in_trump(info: InformationState) -> Cards:
    """(G,) the seats that have no trump: proven void, or me when I hold none; as a set."""
    void = ((info.hand & TRUMPS) == NO_CARDS).astype(np.uint64)
    for seat in range(1, info.voids.shape[1]):
        shown = info.voids[:, seat] >> np.uint8(TRUMP)
        void |= shown.astype(np.uint64) << np.uint64(seat)
    return void


def _write_match(writer: Writer, info: InformationState) -> None:
    writer["contenders"] = info.contenders
    writer["totals"] = gains_and_losses(info.totals)
    writer["deals_left"] = np.minimum(info.deals_left, 255)


def write_hidden(writer: Writer, state: SpitzerState, look: SeatView) -> None:
    """Write what only a privileged critic may see."""
    writer["other_hands"] = look.by_seat(state.hands)[:, 1:]
    queen, seven = look.seat(state.queen_seat), look.seat(state.seven_seat)
    writer["true_trump_side"] = bit(queen) | bit(seven)


def observe(
    layout: Layout, info: InformationState, out: Observations | None = None
) -> npt.NDArray[np.uint8]:
    """(G, F) uint8 observations of the viewers, into `out` when given."""
    writer = layout.writer(len(info.hand), out)
    write_observation(writer, info)
    return writer.finish()
