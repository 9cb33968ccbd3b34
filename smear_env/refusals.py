"""Why an action is refused, in words that name the seat, the card and the rule."""

from __future__ import annotations

from smear_env.actions import (
    ACTION_NAMES,
    BID_ZERO,
    LOWEST_BID,
    NUM_ACTIONS,
    PACK,
    PASS,
    TRUMP_CLUBS,
)
from smear_env.rules import SmearRules
from smear_env.state import Phase, SmearState
from smear_env.trumps import TRUMP, trump_sets
from trick_taking.cards import NO_GROUP, NO_SEAT, SUITS

_SUIT_WORDS = ("clubs", "spades", "hearts", "diamonds")
_WANTED = {
    Phase.AUCTION: "SM5: in the auction a seat says pass or bid",
    Phase.TRUMP: "SM6: the pitcher must name trump now",
    Phase.DISCARD: "SM7: the seat must lay a card face down now",
    Phase.PLAY: "SM8: the seat must play a card now",
}


def why_illegal(state: SmearState, row: int, action: int, rules: SmearRules, game: str) -> str:
    """One line for an action that is illegal in `row`; `game` names the game in it."""
    seat = int(state.seat[row])
    if seat == NO_SEAT:
        return f"{game} is finished: nobody is to act"
    if not 0 <= action < NUM_ACTIONS:
        return f"{game}: seat {seat}: action {action} does not exist (0 to {NUM_ACTIONS - 1})"
    name = ACTION_NAMES[action]
    return f"{game}: seat {seat} may not choose {name!r}: {_reason(state, row, action, rules)}"


def _reason(state: SmearState, row: int, action: int, rules: SmearRules) -> str:
    phase = int(state.phase[row])
    hand = int(state.hands[row, state.seat[row]])
    said = PASS <= action < TRUMP_CLUBS
    if said != (phase == Phase.AUCTION) or (action >= TRUMP_CLUBS) != (phase == Phase.TRUMP):
        return _WANTED[phase]
    if phase == Phase.AUCTION:
        return _why_no_bid(action - BID_ZERO, int(state.bid[row]), rules)
    if phase == Phase.TRUMP:
        return f"SM6: the seat holds no trump if {_SUIT_WORDS[action - TRUMP_CLUBS]} are trump"
    if not hand >> action & 1:
        rule = "SM7" if phase == Phase.DISCARD else "SM9"
        return f"{rule}: the card is not in its hand {PACK.format(hand)}"
    if phase == Phase.DISCARD:
        return _why_no_discard(state, row, rules)
    return _why_no_card(state, row, rules)


def _why_no_bid(bid: int, highest: int, rules: SmearRules) -> str:
    if bid > rules.most_points:
        return f"SM5: the highest bid is the number of points in play, {rules.most_points}"
    return f"SM5: a bid must be higher than {max(highest, LOWEST_BID - 1)}"


def _why_no_discard(state: SmearState, row: int, rules: SmearRules) -> str:
    trump, seat = int(state.trump[row]), int(state.seat[row])
    if rules.free_discard:
        return "SM7: the pitcher keeps his last trump"
    plain = int(state.hands[row, seat]) & ~int(trump_sets(rules)[trump])
    if plain:
        return "SM7: a trump may go only after all plain cards"
    return "SM7: unprotected trumps go before protected ones"


def _why_no_card(state: SmearState, row: int, rules: SmearRules) -> str:
    led = int(state.led_group[row])
    if rules.variant == "nine_card":
        return "SMV1: only trumps are playable"
    if led == NO_GROUP:
        return (
            f"SM8: the pitcher leads a trump to the first trick, trump is {SUITS[state.trump[row]]}"
        )
    if led == TRUMP:
        return "SM9: a trump was led and the seat holds one"
    return f"SM9: must follow {_SUIT_WORDS[led]} or play a trump"
