"""Why an action is refused, in words that name the seat, the card and the rule."""

from __future__ import annotations

from spitzer_env.actions import ACTION_NAMES, NUM_ACTIONS, PACK, PASS, SOLO
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.state import Phase, SpitzerState
from spitzer_env.trumps import TRUMP
from trick_taking.cards import NO_SEAT

_GROUP_WORDS = ("clubs", "spades", "hearts", "diamonds", "trump")


def why_illegal(state: SpitzerState, row: int, action: int, rules: TwoTrumpRules, game: str) -> str:
    """One line for an action that is illegal in `row`; `game` names the game in it."""
    seat = int(state.seat[row])
    if seat == NO_SEAT:
        return f"{game} is finished: nobody is to act"
    if not 0 <= action < NUM_ACTIONS:
        return f"{game}: seat {seat}: action {action} does not exist (0 to {NUM_ACTIONS - 1})"
    name = ACTION_NAMES[action]
    return f"{game}: seat {seat} may not choose {name!r}: {_reason(state, row, action, rules)}"


def _reason(state: SpitzerState, row: int, action: int, rules: TwoTrumpRules) -> str:
    hand = int(state.hands[row, state.seat[row]])
    if action > SOLO:
        return "this announcement belongs to other rules"
    if state.phase[row] == Phase.ANNOUNCE:
        if action == SOLO:
            return "SP9: solo needs both QC and 7D"
        return "SP9: before the first lead a seat says pass, or solo with both trumps"
    if action >= PASS:
        when = "only before the first lead" if rules.solo else "not at all with solo=False (SPV1)"
        return f"SP9: a seat speaks {when}"
    if not hand >> action & 1:
        return f"SP10: the card is not in its hand {PACK.format(hand)}"
    led = int(state.led_group[row])
    if led == TRUMP:
        return "SP12: a trump was led and the other trump must be played"
    return f"SP11: must follow {_GROUP_WORDS[led]}"
