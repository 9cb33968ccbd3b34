"""The observation of two-trump Spitzer: a pure function of the information state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import PACK
from spitzer_env.information import InformationState, SeatView
from spitzer_env.state import MAX_MOVES, SpitzerState
from spitzer_env.trumps import GROUP_NAMES, QUEEN, SEVEN, TRUMP, TRUMPS
from trick_taking.cards import NO_CARD, NO_CARDS, Cards, Ids, bit
from trick_taking.layout import Field, Layout, Observations, Writer

_NO_BITS = np.uint64(0)
_ROLES = ("neither", "QC", "7D", "both")
TOTAL_CLIP = 255


def _seat_names(num_seats: int) -> tuple[str, ...]:
    return ("me", *(f"seat +{step}" for step in range(1, num_seats)))


def _flag_fields(num_seats: int) -> list[Field]:
    seats, cards = _seat_names(num_seats), PACK.names
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
            meaning="seats that I know to be against the trump side: both trumps are placed",
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
    seats = _seat_names(num_seats)
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
    seats = _seat_names(num_seats)
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
    table = info.trick[:, :3]
    writer["trick"] = np.where(table == NO_CARD, _NO_BITS, bit(np.maximum(table, 0)))
    writer["led_group"] = one_hot(info.led_group)
    writer["leader"] = one_hot(info.leader)
    writer["taker"] = one_hot(info.taker)
    write_sides(writer, info)
    writer["voids"] = info.voids
    writer["solo"] = one_hot(info.solo)
    writer["spoken"] = info.spoken
    writer["dealer"] = one_hot(info.dealer)
    writer["phase"] = one_hot(info.phase)
    writer["points"] = info.points
    writer["tricks"] = info.tricks
    writer["trick_points"] = info.trick_points
    writer["tricks_played"] = info.tricks_played
    writer["trump_trick"] = info.trump_trick
    if "totals" in writer.layout.fields:
        _write_match(writer, info)
    if "history" in writer.layout.fields:
        writer["history"] = np.stack([info.history + 1, info.history_seats + 1], axis=2)


def one_hot(ids: Ids) -> Cards:
    """(G,) ids to one-member sets; -1 (nobody, nothing) to the empty set."""
    return _ONE_HOT[ids]


_ONE_HOT: Cards = np.append(bit(np.arange(63)), _NO_BITS)  # the last entry answers -1


def write_sides(writer: Writer, info: InformationState) -> None:
    """Role and what is proven about the sides, from own cards and shown trumps (SP8)."""
    queen, seven = who_showed(info, QUEEN), who_showed(info, SEVEN)
    own = info.hand | info.played[:, 0]
    holds_queen = own >> np.uint64(QUEEN) & np.uint64(1)
    holds_seven = own >> np.uint64(SEVEN) & np.uint64(1)
    solo = one_hot(info.solo)
    known = queen | seven | solo | holds_queen | holds_seven  # bit 0 is me
    placed = ((queen | holds_queen) != 0) & ((seven | holds_seven) != 0) | (solo != 0)
    everybody = np.uint64((1 << info.played.shape[1]) - 1)
    playing = everybody & ~sits_out(info)
    proven = no_trump_side(info, holds_queen | holds_seven)
    writer["role"] = bit(holds_queen + np.uint64(2) * holds_seven)
    writer["trump_side"] = known
    writer["defenders"] = np.where(placed, playing, proven) & ~known
    writer["queen"] = queen
    writer["seven"] = seven


def who_showed(info: InformationState, card: int) -> Cards:
    """(G,) the seat that played `card` as a set of relative seats, empty when nobody has."""
    shown = info.played >> np.uint64(card) & np.uint64(1)
    return (shown << np.arange(shown.shape[1], dtype=np.uint64)).sum(axis=1, dtype=np.uint64)


def sits_out(info: InformationState) -> Cards:
    """(G,) with five seats the dealer, who has no part in the deal (SPV6), as a set."""
    return one_hot(info.dealer) if info.played.shape[1] == 5 else np.zeros_like(info.hand)


def no_trump_side(info: InformationState, holds_trump: Cards) -> Cards:
    """(G,) seats proven to have been dealt no trump: void in trump and none shown, or me."""
    void = info.voids >> np.uint8(TRUMP) & np.uint8(1)
    shown = (info.played & TRUMPS) != NO_CARDS
    clean = (void.astype(bool) & ~shown).astype(np.uint64)
    clean[:, 0] = np.uint64(1) - holds_trump
    return (clean << np.arange(clean.shape[1], dtype=np.uint64)).sum(axis=1, dtype=np.uint64)


def _write_match(writer: Writer, info: InformationState) -> None:
    writer["contenders"] = info.contenders
    gained = np.clip(info.totals, 0, TOTAL_CLIP)
    lost = np.clip(-info.totals, 0, TOTAL_CLIP)
    writer["totals"] = np.stack([gained, lost], axis=2)
    writer["deals_left"] = np.minimum(info.deals_left, 255)


def write_hidden(writer: Writer, state: SpitzerState, look: SeatView) -> None:
    """Write what only a privileged critic may see."""
    writer["other_hands"] = look.by_seat(state.hands)[:, 1:]
    writer["true_trump_side"] = one_hot(look.seat(state.queen_seat)) | one_hot(
        look.seat(state.seven_seat)
    )


def observe(
    layout: Layout, info: InformationState, out: Observations | None = None
) -> npt.NDArray[np.uint8]:
    """(G, F) uint8 observations of the viewers, into `out` when given."""
    writer = layout.writer(len(info.hand), out)
    write_observation(writer, info)
    return writer.finish()
