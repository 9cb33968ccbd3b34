"""What a hand is worth to a picker: whether to pick the blind, and what to bury (SPV4)."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from agents.blind_habits import BlindHabits
from agents.spitzer_knowledge import Numbers, Places, has_card
from spitzer_env.information import InformationState
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.trumps import GROUP_SETS, POINTS, QUEEN, SEVEN, TRUMP
from trick_taking.cards import Cards, count, flags

NUM_CARDS = len(POINTS)
SUIT_SIZE = 8  # ids of a suit: A K Q J T 9 8 7
SUIT_TRAITS = ("ace", "ace_ten", "ace_ten_king", "ten", "ten_bare", "courts", "losers", "void")
ARMED_TRAITS = ("losers_armed", "void_armed")  # times the number of trumps
TRAITS = (*SUIT_TRAITS, *ARMED_TRAITS, "queen", "seven", "both", "points")


def _suit_table() -> Numbers:
    """(256, T) traits of the cards of one suit in a hand, bit 0 the ace."""
    table = np.zeros((1 << SUIT_SIZE, len(SUIT_TRAITS)), np.float32)
    for cards in range(1 << SUIT_SIZE):
        ace, king, queen, jack, ten = (bool(cards >> rank & 1) for rank in range(5))
        length = cards.bit_count()
        masters = ace + (ace and ten) + (ace and ten and king)
        table[cards] = (
            ace,
            ace and ten,
            ace and ten and king,
            ten and not ace and length > 1,
            ten and length == 1,
            king + queen + jack,
            min(length, 3) - masters if length else 0,
            length == 0,
        )
    return table


SUIT_TABLE = _suit_table()


def hand_traits(hands: Cards) -> Numbers:
    """(..., F) the TRAITS of each card set."""
    total = np.zeros((*hands.shape, len(SUIT_TRAITS)), np.float32)
    for suit in range(TRUMP):
        total += SUIT_TABLE[_suit_cards(hands, suit)]
    queen, seven = has_card(hands, QUEEN), has_card(hands, SEVEN)
    trumps = queen + seven.astype(np.float32)
    column = SUIT_TRAITS.index
    armed = [total[..., column(name.removesuffix("_armed"))] * trumps for name in ARMED_TRAITS]
    points = flags(hands, NUM_CARDS) @ POINTS.astype(np.float32)
    whole = np.stack([*armed, queen, seven, queen & seven, points], axis=-1)
    return np.concatenate([total, whole], axis=-1).astype(np.float32)


def _suit_cards(hands: Cards, suit: int) -> npt.NDArray[np.int64]:
    plain = hands & GROUP_SETS[suit]
    return (plain >> np.uint64(suit * SUIT_SIZE) & np.uint64(0xFF)).astype(np.int64)


def picks(
    info: InformationState, rules: TwoTrumpRules, habits: BlindHabits
) -> npt.NDArray[np.bool_]:
    """(G,) whether a hand pays better as the picker's than when it is passed."""
    numbers = habits.pick[f"{rules.players}-{rules.blind}"]
    worth = hand_traits(info.hand) @ weights_of(numbers)
    worth += np.float32(numbers["start"]) + np.float32(numbers["passed"]) * np.bitwise_count(
        info.spoken
    )
    return worth + np.float32(habits.pick_when[rules.all_pass]) > 0


def choose_buried(
    info: InformationState, rules: TwoTrumpRules, habits: BlindHabits
) -> npt.NDArray[np.int64]:
    """(G,) a card of the best set to bury; every row buries."""
    actions = np.zeros(info.num_rows, np.int64)
    left = rules.blind - count(info.buried)
    for number in np.unique(left):
        rows = np.flatnonzero(left == number)
        actions[rows] = _bury(info.hand[rows], int(number), weights_of(habits.kept))
    return actions


def _bury(hands: Cards, number: int, worth: Numbers) -> Places:
    """(G,) the first card of the `number` whose loss leaves the best hand."""
    held = np.nonzero(flags(hands, NUM_CARDS))[1].reshape(len(hands), -1)
    sets = np.array(list(combinations(range(held.shape[1]), number)))
    one = np.uint64(1) << held.astype(np.uint64)
    away = np.bitwise_or.reduce(one[:, sets], axis=2)
    kept = hand_traits(hands[:, None] & ~away) @ worth
    best = np.rint(kept * 65536).argmax(axis=1)  # so that rounding cannot break a tie
    return held[np.arange(len(hands)), sets[best, 0]].astype(np.int64)


def weights_of(numbers: dict[str, float]) -> Numbers:
    """(F,) what each of the TRAITS is worth."""
    return np.array([numbers.get(name, 0.0) for name in TRAITS], np.float32)
