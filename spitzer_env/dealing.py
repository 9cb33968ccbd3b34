"""SP6-SP8, MI6, SPV4: dealing, from the counter or from an injected text."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import NO_ACTION, PACK
from spitzer_env.play import PlayTables, clear_table
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.state import Phase, SpitzerState
from trick_taking.cards import NO_SEAT, Cards, Ids, cards_in, count
from trick_taking.deal_text import parse_deal
from trick_taking.deals import deal_hands, shuffled_packs

Rows = npt.NDArray[np.intp]
BLIND = "blind"  # name of the pile


def counter_deals(state: SpitzerState, rows: Rows, rules: SpitzerRules) -> Cards:
    """(K, S + 1) the hands of the deals that the counters of `rows` name, then the blind.

    Who sits out has no card.
    """
    order = shuffled_packs(
        state.seed[rows],
        state.stream[rows],
        state.deal_number[rows].astype(np.uint64),
        np.array(rules.pack, np.uint64),
    )
    dealt = deal_hands(order, [rules.tricks] * rules.seats_playing + [rules.blind])
    if not rules.dealer_sits_out:
        return dealt
    hands = np.zeros((len(rows), rules.players + 1), np.uint64)  # SPV6: the dealer sits out
    seats = (state.dealer[rows, None] + 1 + np.arange(rules.seats_playing)) % rules.players
    np.put_along_axis(hands, seats.astype(np.intp), dealt[:, :-1], axis=1)
    return hands


def injected_deal(text: str, dealer: int | None, rules: SpitzerRules) -> tuple[Cards, int | None]:
    """(S + 1,) the hands and the blind of a deal text, and the dealer if it shows him (SPV6).

    ValueError names the fault: SP7 refuses a wrong count, a repeated or an unknown card.
    """
    sets, piles = parse_deal(text, PACK, rules.players, [BLIND] if rules.blind else [])
    hands = np.array(sets, np.uint64)
    sizes = count(hands)
    if rules.dealer_sits_out and dealer is None and 0 in sizes:
        dealer = int(np.argmin(sizes))
    for seat, size in enumerate(sizes):
        sits_out = rules.dealer_sits_out and seat == dealer
        wanted = 0 if sits_out else rules.tricks
        if size != wanted:
            rule = "SP6" if rules.blind or rules.tricks == 8 else "SPV7"
            why = f"is dealt {wanted} cards ({rule})"
            why = "sits out as the dealer (SPV6)" if sits_out else why
            raise ValueError(f"misdeal (SP7): seat {seat} {why}, the deal gives it {size}")
    blind = _read_blind(piles.get(BLIND), sum(sets), rules)
    return np.append(hands, np.uint64(blind)), dealer


def _read_blind(cards: list[int] | None, dealt: int, rules: SpitzerRules) -> int:
    """The set of the blind, the rest of the pack when it is not given (SPV4)."""
    pack = sum(1 << card for card in rules.pack)
    strange = cards_in((dealt | sum(1 << card for card in cards or [])) & ~pack)
    if strange:
        rule = "SPV4" if rules.blind else "SPV7"
        raise ValueError(f"misdeal (SP7): {PACK.names[strange[0]]} is not in this pack ({rule})")
    if cards is not None and len(cards) != rules.blind:
        raise ValueError(
            f"misdeal (SP7): the blind is {rules.blind} cards (SPV4), the deal gives {len(cards)}"
        )
    return pack & ~dealt


def start_deals(
    state: SpitzerState, rows: Rows, dealt: Cards, rules: SpitzerRules, tables: PlayTables
) -> None:
    """Lay out the deals `dealt` (K, S + 1) of `rows`, whose dealers are set; eldest acts first."""
    eldest = tables.eldest[state.dealer[rows]]
    hands = dealt[:, :-1]
    state.hands[rows] = hands
    state.blind[rows] = dealt[:, -1]
    state.buried[rows] = 0
    state.played[rows] = 0
    state.seat[rows] = eldest
    state.phase[rows] = Phase.ANNOUNCE if rules.speaks_first else Phase.PLAY  # SPV1
    clear_table(state, rows, eldest)
    state.tricks_played[rows] = 0
    state.points[rows] = 0
    state.tricks[rows] = 0
    state.voids[rows] = 0
    state.side_trick[rows] = 0
    state.side_seat[rows] = NO_SEAT
    for place, card in enumerate(tables.side_cards):
        state.holders[rows, place] = holder(hands, card)
    state.revoker[rows] = NO_SEAT
    state.moves[rows] = 0
    state.history[rows] = NO_ACTION
    state.history_seats[rows] = NO_SEAT
    _forget_announcements(state, rows)


def _forget_announcements(state: SpitzerState, rows: Rows) -> None:
    state.solo[rows] = NO_SEAT
    state.spoken[rows] = 0
    state.said[rows] = NO_ACTION
    state.contract[rows] = NO_ACTION
    state.declarer[rows] = NO_SEAT
    state.partner[rows] = NO_SEAT
    state.without_ace[rows] = 0


def holder(hands: Cards, card: int) -> Ids:
    """(K,) the seat whose hand has `card`; NO_SEAT when it lies in the blind."""
    holds = hands >> np.uint64(card) & np.uint64(1)
    return np.where(holds.any(axis=1), holds.argmax(axis=1), NO_SEAT).astype(np.int8)
