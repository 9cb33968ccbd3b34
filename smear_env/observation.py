"""The observation of Smear: a pure function of the information state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from smear_env.actions import HIDDEN_DISCARD, PACK
from smear_env.information import InformationState
from smear_env.rules import SmearRules
from smear_env.state import MAX_MOVES, PHASE_NAMES, SmearState
from smear_env.trumps import GROUP_NAMES, TRUMP_RANKS, TrumpRanks, trump_sets
from trick_taking.cards import SUITS, Cards, bit, union
from trick_taking.layout import Field, Layout, Observations, Writer
from trick_taking.seat_view import SeatView, seat_names, seats_where
from trick_taking.totals import TOTAL_CLIP, gains_and_losses

_CARDS = PACK.names


def _cards(name: str, meaning: str, *shape: int) -> Field:
    return Field(name=name, shape=(*shape, len(_CARDS)), labels=_CARDS, meaning=meaning)


def _seats(name: str, num_seats: int, meaning: str) -> Field:
    return Field(name=name, shape=(num_seats,), labels=seat_names(num_seats), meaning=meaning)


def _trumps(name: str, meaning: str, *shape: int) -> Field:
    return Field(name=name, shape=(*shape, len(TRUMP_RANKS)), labels=TRUMP_RANKS, meaning=meaning)


def _flag_fields(num_seats: int, num_sides: int) -> list[Field]:
    return [
        _cards("hand", "own cards"),
        _cards("discarded", "cards that I laid face down (SM7, SMV1)"),
        _cards("played", "cards each seat has played", num_seats),
        _cards("table", "cards of the current trick"),
        _cards("best_card", "the card that is winning it"),
        _trumps("own_trumps", "my trumps by rank, once trump is named (SM2)"),
        _trumps("unseen_trumps", "trumps that I hold not and have not seen"),
        _trumps("captured_trumps", "trumps in the tricks of each side", num_sides),
        Field(name="trump", shape=(4,), labels=tuple(SUITS), meaning="the suit that is trump"),
        Field(name="led_group", shape=(5,), labels=GROUP_NAMES, meaning="suit or trump led"),
        _seats("leader", num_seats, "who leads this trick"),
        _seats("taker", num_seats, "who is winning it"),
        _seats("side", num_seats, "seats of my side (SM1)"),
        _seats("pitcher", num_seats, "highest bidder so far; after the auction the pitcher"),
        _seats("spoken", num_seats, "who has spoken in the auction (SM5)"),
        _seats("dealer", num_seats, "who deals"),
        Field(
            name="voids",
            shape=(num_seats, 5),
            labels=GROUP_NAMES,
            meaning="voids proven by the public record (SM9, SMV1)",
        ),
        Field(name="phase", shape=(4,), labels=PHASE_NAMES, meaning="what is chosen"),
    ]


def _number_fields(num_seats: int, num_sides: int) -> list[Field]:
    def number(name: str, top: int, meaning: str, *shape: int) -> Field:
        return Field(name=name, shape=shape or (1,), top=top, meaning=meaning)

    clipped = f"above zero, below zero, each clipped at {TOTAL_CLIP}"
    return [
        number("bids", 12, "points that each seat bid, 0 for a pass or nothing yet", num_seats),
        number("bid", 12, "the highest bid, 0 before any"),
        number("game_value", 80, "game value captured by each side (SM3)", num_sides),
        number("table_value", 40, "game value on the table"),
        number("held", 14, "number of cards each seat holds", num_seats),
        number("drawn", 6, "number of cards each seat drew from the stock (SMV1)", num_seats),
        number("tricks_played", 6, "tricks that are over"),
        number("redeals", 10, "deals in a row that all passed (SM5)"),
        number("totals", 21, f"points of each side in this match: {clipped}", num_sides, 2),
        number("target", 21, "points that end the match (SM13)"),
    ]


_HISTORY = Field(
    name="history",
    shape=(MAX_MOVES, 2),
    top=HIDDEN_DISCARD + 1,
    meaning="this deal's actions in order: action id + 1 (0 none yet, "
    f"{HIDDEN_DISCARD + 1} a card that another seat laid down), relative seat + 1",
)


@cache
def make_layouts(num_seats: int, num_sides: int, history: bool) -> tuple[Layout, Layout]:
    """The layout of a seat's observation and of the privileged one, which adds the hidden."""
    flag_fields = _flag_fields(num_seats, num_sides)
    numbers = _number_fields(num_seats, num_sides) + ([_HISTORY] if history else [])
    hidden: Sequence[Field] = [
        _cards("other_hands", "cards of the other seats", num_seats - 1),
        _cards("other_discards", "cards that others laid face down"),
        _cards("widow", "the widow, while it lies on the table (SMV2)"),
        _cards("stock", "cards that were not dealt, or not yet drawn"),
    ]
    return Layout([*flag_fields, *numbers]), Layout([*flag_fields, *hidden, *numbers])


class Observer:
    """Writes observations under one set of rules."""

    def __init__(self, rules: SmearRules, layout: Layout) -> None:
        self.layout = layout
        self.trump_sets = trump_sets(rules)
        self.target = np.uint8(rules.target)
        seats, sides = rules.players, rules.num_sides
        self.my_side = np.uint8(sum(1 << seat for seat in range(0, seats, sides)))

    def write(self, writer: Writer, info: InformationState) -> None:
        """Write every public field and the viewer's own cards; the caller finishes the writer."""
        writer["hand"] = info.hand
        writer["discarded"] = info.discarded
        writer["played"] = info.played
        writer["table"] = info.table
        writer["best_card"] = bit(info.best_card)
        self._write_trumps(writer, info)
        writer["trump"] = bit(info.trump)
        writer["led_group"] = bit(info.led_group)
        writer["leader"] = bit(info.leader)
        writer["taker"] = bit(info.taker)
        writer["side"] = np.full(len(info.hand), self.my_side)
        writer["pitcher"] = bit(info.pitcher)
        writer["spoken"] = seats_where(info.bids >= 0)
        writer["dealer"] = bit(info.dealer)
        writer["voids"] = info.voids
        writer["phase"] = bit(info.phase)
        writer["bids"] = np.maximum(info.bids, 0)
        writer["bid"] = info.bid
        writer["game_value"] = info.game_value
        writer["table_value"] = info.table_value
        writer["held"] = info.held
        writer["drawn"] = info.drawn
        writer["tricks_played"] = info.tricks_played
        writer["redeals"] = info.redeals
        writer["totals"] = gains_and_losses(info.totals)
        writer["target"] = np.full(len(info.hand), self.target)
        if "history" in writer.layout.fields:
            writer["history"] = np.stack([info.history + 1, info.history_seats + 1], axis=2)

    def _write_trumps(self, writer: Writer, info: InformationState) -> None:
        trumps, ranks_of = self.trump_sets.take(info.trump), TrumpRanks(info.trump)
        seen = info.hand | info.discarded | union(info.played)
        writer["own_trumps"] = ranks_of(info.hand & trumps)
        writer["unseen_trumps"] = ranks_of(trumps & ~seen)
        writer["captured_trumps"] = ranks_of(info.captured.T & trumps).T

    def __call__(
        self, info: InformationState, out: Observations | None = None
    ) -> npt.NDArray[np.uint8]:
        """(G, F) uint8 observations of the viewers, into `out` when given."""
        writer = self.layout.writer(len(info.hand), out)
        self.write(writer, info)
        return writer.finish()


def write_hidden(writer: Writer, state: SmearState, look: SeatView, rules: SmearRules) -> None:
    """Write what only a privileged critic may see."""
    writer["other_hands"] = look.by_seat(state.hands)[:, 1:]
    writer["other_discards"] = union(look.by_seat(state.discarded)[:, 1:])
    widow, stock = cards_not_dealt(state, rules)
    writer["widow"] = widow
    writer["stock"] = stock


def cards_not_dealt(state: SmearState, rules: SmearRules) -> tuple[Cards, Cards]:
    """(G,) the widow and the stock as they lie on the table."""
    first = rules.players * rules.hand_size
    taken = union(state.hands | state.discarded | state.played)
    places = bit(state.order[:, first:])
    widow, stock = union(places[:, : rules.widow_size]), union(places[:, rules.widow_size :])
    return widow & ~taken, stock & ~taken
