"""Why an action is refused, in words that name the seat, the card and the rule."""

from __future__ import annotations

from collections.abc import Callable

from spitzer_env.actions import ACTION_NAMES, NUM_ACTIONS, PACK, PASS, PICK, SOLO
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.state import Phase, SpitzerState
from spitzer_env.trumps import TRUMP
from trick_taking.cards import NO_SEAT

GROUP_WORDS = ("clubs", "spades", "hearts", "diamonds", "trump")


def why_illegal(
    state: SpitzerState,
    row: int,
    action: int,
    reason: Callable[[SpitzerState, int, int], str],
    game: str,
) -> str:
    """One line for an action that is illegal in `row`; `game` names the game in it.

    `reason` of the rule set gives the rule for an action that exists.
    """
    seat = int(state.seat[row])
    if seat == NO_SEAT:
        return f"{game} is finished: nobody is to act"
    if not 0 <= action < NUM_ACTIONS:
        return f"{game}: seat {seat}: action {action} does not exist (0 to {NUM_ACTIONS - 1})"
    name = ACTION_NAMES[action]
    return f"{game}: seat {seat} may not choose {name!r}: {reason(state, row, action)}"


def not_in_hand(state: SpitzerState, row: int, rule: str) -> str:
    """The reason for a card that the seat to act does not hold."""
    hand = PACK.format(state.hands[row, state.seat[row]])
    return f"{rule}: the card is not in its hand {hand}"


def why_not_in_two_trump(state: SpitzerState, row: int, action: int, rules: TwoTrumpRules) -> str:
    """The rule that forbids the seat to act of `row` to choose `action`."""
    if action > PICK:
        return "SP9: this announcement is one of Michigan Spitzer"
    if action == (SOLO if rules.blind else PICK):
        where = "without" if rules.blind else "with"
        return f"SPV4: {ACTION_NAMES[action]} is for games {where} a blind"
    if state.phase[row] == Phase.ANNOUNCE:
        return _why_not_say(state, row, action, rules)
    if action >= PASS and rules.blind:
        return "SPV4: a seat picks or passes once, before the first lead"
    if action >= PASS:
        when = "only before the first lead" if rules.solo else "not at all with solo=False (SPV1)"
        return f"SP9: a seat speaks {when}"
    if not int(state.hands[row, state.seat[row]]) >> action & 1:
        return not_in_hand(state, row, "SPV4" if state.phase[row] == Phase.BURY else "SP10")
    led = int(state.led_group[row])
    if led == TRUMP:
        return "SP12: a trump was led and the other trump must be played"
    return f"SP11: must follow {GROUP_WORDS[led]}"


def _why_not_say(state: SpitzerState, row: int, action: int, rules: TwoTrumpRules) -> str:
    if rules.blind:
        if action == PASS:
            after = "after ten redeals" if rules.all_pass == "redeal" else 'with "dealer_picks"'
            return f"SPV4: all others have passed and the dealer must pick {after}"
        return "SPV4: before the first lead each seat picks or passes, until one picks"
    if action == SOLO:
        return "SP9: solo needs both QC and 7D"
    return "SP9: before the first lead a seat says pass, or solo with both trumps"
