"""SP6-SP8: dealing, from the counter or from an injected text."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import NO_ACTION, PACK
from spitzer_env.play import clear_table
from spitzer_env.rules import SEATS_PLAYING, TRICKS, TwoTrumpRules
from spitzer_env.state import Phase, SpitzerState
from spitzer_env.trumps import QUEEN, SEVEN
from trick_taking.cards import NO_SEAT, Cards, Ids, count
from trick_taking.deal_text import parse_deal
from trick_taking.deals import deal_hands, shuffled_packs

Rows = npt.NDArray[np.intp]
_PACK_IDS = np.arange(PACK.size, dtype=np.uint64)


def counter_deals(state: SpitzerState, rows: Rows, rules: TwoTrumpRules) -> Cards:
    """(K, S) hands of the deals that the counters of `rows` name; who sits out has none."""
    order = shuffled_packs(
        state.seed[rows], state.stream[rows], state.deal_number[rows].astype(np.uint64), _PACK_IDS
    )
    dealt = deal_hands(order, [TRICKS] * SEATS_PLAYING)
    if rules.players == SEATS_PLAYING:
        return dealt
    hands = np.zeros((len(rows), rules.players), np.uint64)  # SPV6: the dealer sits out
    seats = (state.dealer[rows, None] + 1 + np.arange(SEATS_PLAYING)) % rules.players
    np.put_along_axis(hands, seats.astype(np.intp), dealt, axis=1)
    return hands


def injected_hands(text: str, dealer: int | None, rules: TwoTrumpRules) -> tuple[Cards, int | None]:
    """(S,) hands of a deal text, and the dealer if it shows him (SPV6: he has no cards).

    ValueError names the fault: SP7 refuses a wrong count, a repeated or an unknown card.
    """
    sets, _ = parse_deal(text, PACK, rules.players)
    hands = np.array(sets, np.uint64)
    sizes = count(hands)
    if rules.players == 5 and dealer is None and 0 in sizes:
        dealer = int(np.argmin(sizes))
    for seat, size in enumerate(sizes):
        sits_out = rules.players == 5 and seat == dealer
        wanted = 0 if sits_out else TRICKS
        if size != wanted:
            why = "sits out as the dealer (SPV6)" if sits_out else "is dealt 8 cards (SP6)"
            raise ValueError(f"misdeal (SP7): seat {seat} {why}, the deal gives it {size}")
    return hands, dealer


def start_deals(state: SpitzerState, rows: Rows, hands: Cards, rules: TwoTrumpRules) -> None:
    """Lay out the deals `hands` (K, S) of `rows`, whose dealers are set; eldest acts first."""
    dealer = state.dealer[rows]
    eldest = ((dealer + 1) % rules.players).astype(np.int8)
    state.hands[rows] = hands
    state.played[rows] = 0
    state.seat[rows] = eldest
    state.phase[rows] = Phase.ANNOUNCE if rules.solo else Phase.PLAY  # SPV1
    clear_table(state, rows, eldest)
    state.tricks_played[rows] = 0
    state.points[rows] = 0
    state.tricks[rows] = 0
    state.voids[rows] = 0
    state.solo[rows] = NO_SEAT
    state.spoken[rows] = 0
    state.trump_trick[rows] = 0
    state.trump_seat[rows] = NO_SEAT
    state.queen_seat[rows] = holder(hands, QUEEN)
    state.seven_seat[rows] = holder(hands, SEVEN)
    state.revoker[rows] = NO_SEAT
    state.moves[rows] = 0
    state.history[rows] = NO_ACTION
    state.history_seats[rows] = NO_SEAT


def holder(hands: Cards, card: int) -> Ids:
    """(K,) the seat whose hand has `card`."""
    return (hands >> np.uint64(card) & np.uint64(1)).argmax(axis=1).astype(np.int8)
