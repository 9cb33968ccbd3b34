"""The one action table of Smear, for every number of players and every variant.

Ids never change when a variant is added (design: interface). In the discard phase a card's action
discards it (SM7), in the play phase it plays it.
"""

from __future__ import annotations

from trick_taking.cards import PACK_54, SUITS

PACK = PACK_54
LOWEST_BID = 2  # SM5
HIGHEST_BID = 12  # SMV2
ACTION_NAMES: tuple[str, ...] = (
    *PACK.names,
    "pass",
    *(f"bid {points}" for points in range(LOWEST_BID, HIGHEST_BID + 1)),
    *(f"trump {suit}" for suit in SUITS),
)
ACTION_IDS: dict[str, int] = {name: action for action, name in enumerate(ACTION_NAMES)}
NUM_ACTIONS = len(ACTION_NAMES)
ACTION_WORDS = 2  # uint64 words of a set over actions
NO_ACTION = -1
HIDDEN_DISCARD = NUM_ACTIONS  # in a seat's history: a card that another seat laid face down
PASS = ACTION_IDS["pass"]
BID_ZERO = ACTION_IDS["bid 2"] - LOWEST_BID  # the action of bid n is this plus n
TRUMP_CLUBS = ACTION_IDS["trump C"]  # the action that names suit s is this plus s
