"""What to say in Michigan Spitzer, by what the hand is worth alone and with a partner.

A holder of both black queens calls the ace of his shortest suit, unless a zola is worth more: a
silent solo never is. Every hand is weighed for each zola; `Habits.alone` says what its cards count.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.michigan_habits import Habits
from agents.michigan_knowledge import GROUP_SETS
from agents.spitzer_knowledge import has_card
from spitzer_env.actions import ACTION_IDS, CALL_FIRST_TRICK, CALLS, PACK, PASS
from spitzer_env.calling import RANK
from spitzer_env.information import InformationState
from spitzer_env.michigan_trumps import FAIL_SUITS, TRUMPS
from trick_taking.cards import NO_CARDS, Cards, count

RANKS = {name[0] for name in PACK.names}
NEVER = 99  # longer than any suit


def announce(info: InformationState, habits: Habits) -> npt.NDArray[np.int64]:
    """(G,) what each of the seats to act says (MI8)."""
    said = call_or_pass(info.hand, info.lawful)
    turn = np.bitwise_count(info.spoken)
    for name, worth in habits.alone.items():  # the higher the later
        action = ACTION_IDS[name]
        may = has_card(info.lawful, action)
        may &= RANK[info.contract] < RANK[action]  # MI12: of equals the earlier seat
        said = np.where(may & (worth_alone(info.hand, turn, worth) > 0), action, said)
    return said


def worth_alone(
    hands: Cards, turn: npt.NDArray[np.uint8], worth: dict[str, float]
) -> npt.NDArray[np.float64]:
    """(G,) units by which a zola is worth more than what else the hand would say.

    hands: (G,) all cards; turn: (G,) seats that have spoken; worth: of each of some cards, of
    "turn", "eldest", a "void" fail suit, the square of the "trumps" and the "base"
    """
    total = worth["base"] + worth["turn"] * turn + worth["eldest"] * (turn == 0)
    total += worth["trumps"] * count(hands & TRUMPS).astype(np.float64) ** 2
    for suit in FAIL_SUITS:
        total += worth["void"] * (hands & GROUP_SETS[suit] == NO_CARDS)
    for text, number in worth.items():
        if text[0] in RANKS:
            total += number * count(hands & np.uint64(PACK.parse(text)))
    return total


def call_or_pass(hands: Cards, lawful: Cards) -> npt.NDArray[np.int64]:
    """(G,) the call of the shortest suit that may be called (MI9-MI11), else pass."""
    lengths = np.stack([count(hands & GROUP_SETS[suit]) for suit in FAIL_SUITS], axis=1)
    may = np.stack([has_card(lawful, call) for call in CALLS], axis=1)
    shortest = np.where(may, lengths, NEVER).argmin(axis=1)
    first = has_card(lawful, CALL_FIRST_TRICK)
    said = np.where(first, CALL_FIRST_TRICK, PASS)
    return np.where(may.any(axis=1), np.array(CALLS)[shortest], said).astype(np.int64)
