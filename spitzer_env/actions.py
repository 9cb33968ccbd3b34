"""The one action table of both Spitzer games: cards in pack order, then announcements.

Ids never change when a rule set is added (design: interface).
"""

from __future__ import annotations

from trick_taking.cards import PACK_32

PACK = PACK_32
ACTION_NAMES: tuple[str, ...] = (
    *PACK.names,
    "pass",
    "solo",
    "pick",
    "call AC",
    "call AS",
    "call AH",
    "call first trick",
    "zola",
    "zola schneider",
    "zola schneider schwartz",
    "schneider",
)
ACTION_IDS: dict[str, int] = {name: action for action, name in enumerate(ACTION_NAMES)}
NUM_ACTIONS = len(ACTION_NAMES)
NO_ACTION = -1
PASS = ACTION_IDS["pass"]
SOLO = ACTION_IDS["solo"]
PICK = ACTION_IDS["pick"]
CALLS = tuple(ACTION_IDS[f"call {ace}"] for ace in ("AC", "AS", "AH"))
CALL_FIRST_TRICK = ACTION_IDS["call first trick"]
ZOLA = ACTION_IDS["zola"]
ZOLA_SCHNEIDER = ACTION_IDS["zola schneider"]
ZOLA_SCHWARTZ = ACTION_IDS["zola schneider schwartz"]
SCHNEIDER = ACTION_IDS["schneider"]
HIDDEN_ACTION = NUM_ACTIONS  # stands for a card that another seat buried
