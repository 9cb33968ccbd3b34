"""Why an action is refused in Michigan Spitzer."""

from __future__ import annotations

from spitzer_env.actions import (
    ACTION_NAMES,
    CALL_FIRST_TRICK,
    CALLS,
    PASS,
    PICK,
    SCHNEIDER,
    SOLO,
)
from spitzer_env.calling import ZOLAS
from spitzer_env.michigan_duties import CALLED_CARD
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.michigan_trumps import ACES, MICHIGAN_TABLES, QUEENS, TRUMPS
from spitzer_env.refusals import GROUP_WORDS, not_in_hand
from spitzer_env.state import Phase, SpitzerState
from spitzer_env.trumps import TRUMP
from trick_taking.cards import NO_CARD

_GROUP_SETS = [int(cards) for cards in MICHIGAN_TABLES.group_sets[0]]


def why_not_in_michigan(state: SpitzerState, row: int, action: int, rules: MichiganRules) -> str:
    """The rule that forbids the seat to act of `row` to choose `action`."""
    if action in (SOLO, PICK):
        return "MI8: this announcement is one of two-trump Spitzer"
    hand = int(state.hands[row, state.seat[row]])
    if state.phase[row] == Phase.ANNOUNCE:
        return _why_not_say(hand, action, rules)
    if action >= PASS:
        return "MI8: a seat speaks only before the first lead"
    if not hand >> action & 1:
        return not_in_hand(state, row, "MI14")
    return _why_not_play(state, row, hand)


def _why_not_say(hand: int, action: int, rules: MichiganRules) -> str:
    both = hand & int(QUEENS) == int(QUEENS)
    if action < PASS:
        return "MI8: before the first lead each seat speaks once"
    if action in ZOLAS:
        return "MI8: with zola_needs_queens a zola needs both QC and QS"
    if action == SCHNEIDER:
        option = "" if rules.partner_schneider else " and the option partner_schneider"
        return f"MI8: schneider is for who does not hold both QC and QS{option}"
    if not both:
        return "MI8: a call needs both QC and QS"
    return _why_not_call(hand, action)


def _why_not_call(hand: int, action: int) -> str:
    if action == CALL_FIRST_TRICK:
        return "MI11: the first trick can be called only with AC, AS and AH in hand"
    suit = CALLS.index(action)
    word = GROUP_WORDS[suit]
    if hand >> ACES[suit] & 1:
        return f"MI9: who calls the ace of {word} may not hold it"
    return f"MI9, MI10: void in {word}, and a suit that is held can be called"


def _why_not_play(state: SpitzerState, row: int, hand: int) -> str:
    led = int(state.led_group[row])
    ace = int(CALLED_CARD[state.contract[row]])
    holds_ace = ace != NO_CARD and hand >> ace & 1
    if holds_ace and ace // 8 == led:
        return f"MI16: {ACTION_NAMES[ace]} was called and its suit led: it must be played"
    if hand & _GROUP_SETS[led] and not state.lawful[row] & ~TRUMPS:
        if led == TRUMP:
            return "MI15: must follow trump"
        return "MI15: with trump_chain the second seat's trump must be followed by trumps"
    if hand & _GROUP_SETS[led]:
        return f"MI15: must follow {GROUP_WORDS[led]}"
    if hand & int(TRUMPS):
        return f"MI15: void in {GROUP_WORDS[led]} it must trump"
    return f"MI16: {ACTION_NAMES[ace]} was called and may not be thrown on another suit"
