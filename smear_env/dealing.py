"""SM4, SMV1, SMV2: dealing, from the counter or from an injected text.

A deal is the pack in dealing order: the hands by seat, the widow, the stock; NO_CARD where the
pack has fewer cards than the table of ids.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smear_env.actions import NO_ACTION, PACK
from smear_env.play import clear_table
from smear_env.rules import SmearRules
from smear_env.state import MAX_MOVES, NOT_SPOKEN, Phase, SmearState
from trick_taking.cards import NO_CARD, NO_GROUP, NO_SEAT, Ids, bit, cards_in
from trick_taking.deal_text import format_deal, parse_deal
from trick_taking.deals import shuffled_packs

Rows = npt.NDArray[np.intp]
WIDOW, STOCK = "widow", "stock"


def counter_deals(state: SmearState, rows: Rows, rules: SmearRules) -> Ids:
    """(K, C) the deals that the counters of `rows` name."""
    pack = np.array(rules.pack, np.uint64)
    numbers = state.deal_number[rows].astype(np.uint64)
    order = np.full((len(rows), PACK.size), NO_CARD, np.int8)
    order[:, : len(pack)] = shuffled_packs(state.seed[rows], state.stream[rows], numbers, pack)
    first = rules.players * rules.hand_size
    hands = order[:, :first].reshape(len(rows), rules.players, rules.hand_size)
    hands.sort(axis=2)  # within a hand the order of dealing means nothing, and no text tells it
    order[:, :first] = hands.reshape(len(rows), first)
    return order


def injected_deal(text: str, rules: SmearRules) -> Ids:
    """(C,) the deal of a text; a pile that is not given is the rest of the pack in pack order.

    ValueError names the fault: a misdeal (SM4) is a wrong count, a repeated or an unknown card.
    """
    piles = (WIDOW, STOCK) if rules.widow_size else (STOCK,)
    hands, given = parse_deal(text, PACK, rules.players, piles)
    for seat, hand in enumerate(hands):
        if hand.bit_count() != rules.hand_size:
            raise ValueError(
                f"misdeal (SM4): seat {seat} is dealt {rules.hand_size} cards, "
                f"the deal gives it {hand.bit_count()}"
            )
    dealt = [card for hand in hands for card in cards_in(hand)]
    used = {*dealt, *(card for pile in given.values() for card in pile)}
    if outside := sorted(used - set(rules.pack)):
        raise ValueError(f"misdeal (SM4): {PACK.names[outside[0]]} is not in the pack (SMV3, SMV4)")
    rest = [card for card in rules.pack if card not in used]
    widow = given.get(WIDOW, rest if STOCK in given else rest[: rules.widow_size])
    if len(widow) != rules.widow_size and rules.widow_size:
        raise ValueError(
            f"misdeal (SMV2): the widow has {rules.widow_size} cards, not {len(widow)}"
        )
    widow = widow if rules.widow_size else []
    stock = given.get(STOCK, [card for card in rest if card not in widow])
    if missing := set(rules.pack) - used - set(widow) - set(stock):
        names = PACK.format(sum(1 << card for card in missing))
        raise ValueError(f"misdeal (SM4): the stock must be all cards left, it lacks {names}")
    order = [*dealt, *widow, *stock]
    return np.array(order + [NO_CARD] * (PACK.size - len(order)), np.int8)


def deal_text(order: Ids, rules: SmearRules) -> str:
    """The text of a deal (C,), which `injected_deal` reads back."""
    cards = [card for card in order.tolist() if card != NO_CARD]
    size, first = rules.hand_size, rules.players * rules.hand_size
    hands = [sum(1 << card for card in cards[at : at + size]) for at in range(0, first, size)]
    piles = {}
    if rules.widow_size:
        piles[WIDOW] = cards[first : first + rules.widow_size]
    if stock := cards[first + rules.widow_size :]:
        piles[STOCK] = stock
    return format_deal(hands, PACK, piles)


def start_deals(state: SmearState, rows: Rows, order: Ids, rules: SmearRules) -> None:
    """Lay out the deals `order` (K, C) of `rows`, whose dealers are set; eldest speaks first."""
    eldest = ((state.dealer[rows] + 1) % rules.players).astype(np.int8)
    size = rules.hand_size
    dealt = bit(order[:, : rules.players * size]).reshape(len(rows), rules.players, size)
    state.order[rows] = order
    state.hands[rows] = np.bitwise_or.reduce(dealt, axis=2)
    state.discarded[rows] = 0
    state.played[rows] = 0
    state.seat[rows] = eldest
    state.phase[rows] = Phase.AUCTION
    state.bids[rows] = NOT_SPOKEN
    state.bid[rows] = 0
    state.pitcher[rows] = NO_SEAT
    state.forced[rows] = False
    state.redeals[rows] = 0
    state.trump[rows] = NO_GROUP
    state.drawn[rows] = 0
    clear_table(state, rows, np.full(len(rows), NO_SEAT, np.int8))
    state.tricks_played[rows] = 0
    state.captured[rows] = 0
    state.game_value[rows] = 0
    state.voids[rows] = 0
    state.revoker[rows] = NO_SEAT
    state.moves[rows] = 0
    state.play_start[rows] = MAX_MOVES
    state.history[rows] = NO_ACTION
    state.history_seats[rows] = NO_SEAT
