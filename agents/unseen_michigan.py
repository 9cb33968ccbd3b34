"""What the record of Michigan Spitzer allows of the cards that a seat has not seen.

Proofs are the voids (MI15), who lacks the called ace (MI16), and what was said (MI8): a call needs
both black queens and shows what its caller has of the fail suits (MI9-MI11), `schneider` says not
both queens. A pass proves nothing.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from agents.placings import ANY, NONE, ONE_AT_MOST, SOME, Placings
from agents.unseen import Piles, shown
from spitzer_env.actions import CALL_FIRST_TRICK, CALLS, SCHNEIDER
from spitzer_env.calling import ZOLAS
from spitzer_env.information import InformationState
from spitzer_env.michigan_duties import CALLED_CARD
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.michigan_trumps import ACES, FAIL_SUITS, MICHIGAN_TABLES, QUEENS, TRUMPS
from spitzer_env.trumps import TRUMP
from trick_taking.cards import NO_CARD, NO_CARDS, Cards, Flags, bit, count, union

_PILES = Piles(4)
_SEATS = (1, 2, 3)
_SUITS = MICHIGAN_TABLES.group_sets[0, :3]
_ACE_SETS = bit(np.array(ACES))
# Classes: aces of C S H, what else there is of these suits, both black queens, other trumps.
_QUEENS, _TRUMPS = 6, 7
_CLASSES: Cards = np.concatenate(
    [_ACE_SETS, _SUITS & ~_ACE_SETS, np.array([QUEENS, TRUMPS & ~QUEENS])]
)
_GROUPS = (*FAIL_SUITS, *FAIL_SUITS, TRUMP, TRUMP)  # of each class


def ask_michigan(info: InformationState, rules: MichiganRules) -> Placings:
    """One question a row, more where a call leaves open what the caller holds."""
    unseen = ~(info.hand | union(info.played))
    asked = _PILES.ask(unseen[:, None] & _CLASSES)
    asked.room[:, _PILES.hands] = 8 - count(info.played[:, 1:]).astype(np.int64)
    for one, group in enumerate(_GROUPS):
        void = shown(info.voids[:, 1:], group)
        asked.terms[:, one, _PILES.hands] = np.where(void, NONE, ANY)
    for seat in _SEATS:
        _heed_called_ace(asked, info, seat)
        _heed_schneider(asked, info, seat)
        _heed_queens(asked, info, rules, seat)
    for seat in _SEATS:
        for suit in FAIL_SUITS:
            asked = _heed_call(asked, info, seat, suit)
    return asked


def _heed_called_ace(asked: Placings, info: InformationState, seat: int) -> None:
    """MI16: who followed its suit with less does not hold the ace that was called."""
    ace = CALLED_CARD[info.contract]
    lacks = (ace != NO_CARD) & (shown(info.without_ace, seat) != 0)
    for suit in FAIL_SUITS:
        asked.forbid(lacks & (ace == ACES[suit]), suit, seat - 1)


def _heed_schneider(asked: Placings, info: InformationState, seat: int) -> None:
    """MI8: who says `schneider` does not hold both black queens."""
    says = info.said[:, seat] == SCHNEIDER
    shows_one = (info.played[:, seat] & QUEENS) != NO_CARDS
    both = count(asked.cards[:, _QUEENS]) == 2
    allowed = np.where(shows_one, NONE, np.where(both, ONE_AT_MOST, ANY))
    terms = asked.terms[:, _QUEENS, seat - 1]
    asked.terms[:, _QUEENS, seat - 1] = np.where(says & (terms == ANY), allowed, terms)


def _heed_queens(asked: Placings, info: InformationState, rules: MichiganRules, seat: int) -> None:
    """MI8, MI11: who calls holds both queens, who calls the first trick all aces besides."""
    said = info.said[:, seat]
    holds_both = np.isin(said, [*CALLS, CALL_FIRST_TRICK])
    if rules.zola_needs_queens:
        holds_both |= np.isin(said, ZOLAS)
    _give(asked, holds_both, _QUEENS, seat)
    for suit in FAIL_SUITS:
        _give(asked, said == CALL_FIRST_TRICK, suit, seat)


def _give(asked: Placings, rows: Flags, one: int, seat: int) -> None:
    """All unseen cards of a class are held by `seat`."""
    for other in _SEATS:
        if other != seat:
            asked.forbid(rows, one, other - 1)


def _heed_call(asked: Placings, info: InformationState, seat: int, suit: int) -> Placings:
    """Who called the ace of `suit` lacks it and holds the suit, or else had to (MI9, MI10)."""
    row = asked.row
    calls = info.said[row, seat] == CALLS[suit]
    if not calls.any():
        return asked
    asked.forbid(calls, suit, seat - 1)
    shown_suit = (info.played[row, seat] & _SUITS[suit]) != NO_CARDS
    open_calls = calls & ~shown_suit
    by_suit = asked.select(open_calls)  # MI9: a card of the suit is held
    by_suit.terms[:, 3 + suit, seat - 1] = np.where(
        by_suit.terms[:, 3 + suit, seat - 1] == ANY, SOME, NONE
    )
    possible = by_suit.terms[:, 3 + suit, seat - 1] == SOME
    parts = [asked.select(~open_calls), by_suit.select(possible)]
    others = [other for other in FAIL_SUITS if other != suit]
    for held in product((False, True), repeat=2):
        parts.append(_void_call(asked.select(open_calls), info, seat, suit, others, held))
    return Placings.joined(parts)


def _void_call(
    asked: Placings,
    info: InformationState,
    seat: int,
    suit: int,
    others: list[int],
    held: tuple[bool, ...],
) -> Placings:
    """MI10: `seat` is void in `suit`, and of the others it holds the ace, or is void in them."""
    possible = np.ones(len(asked.row), np.bool_)
    asked.forbid(slice(None), 3 + suit, seat - 1)
    played = info.played[asked.row, seat]
    for other, with_ace in zip(others, held, strict=True):
        if with_ace:
            possible &= _give_ace(asked, played, other, seat)
        else:
            possible &= (played & _SUITS[other]) == NO_CARDS
            asked.forbid(slice(None), other, seat - 1)
            asked.forbid(slice(None), 3 + other, seat - 1)
    return asked.select(possible)


def _give_ace(asked: Placings, played: Cards, suit: int, seat: int) -> Flags:
    """`seat` was dealt the ace of `suit`; returns whether that is possible."""
    unseen = asked.cards[:, suit] != NO_CARDS
    _give(asked, np.ones(len(unseen), np.bool_), suit, seat)
    return unseen | ((played & _ACE_SETS[suit]) != NO_CARDS)
