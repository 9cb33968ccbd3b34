"""What the record of Smear allows of the cards that a seat has not seen.

Proofs are the voids (SM9, SMV1), that the pitcher holds a trump (SM6, SM8), and what SM7 lets a
seat lay down: plain cards, or, from a hand of nothing but trumps, those that do not score first.
Bids prove nothing.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from agents.placings import ANY, NONE, SOME, Numbers, Placings
from agents.unseen import Piles, shown
from agents.unseen_nine_card import ask_nine_card
from smear_env.information import InformationState
from smear_env.rules import SmearRules
from smear_env.state import Phase
from smear_env.trumps import SUIT_SIZE, TRUMP, protected_sets, trump_sets
from trick_taking.cards import NO_CARDS, NO_GROUP, Cards, Flags, count, union

_SUITS = np.array([((1 << SUIT_SIZE) - 1) << SUIT_SIZE * suit for suit in range(4)], np.uint64)
# Classes: plain cards of C S H D, trumps that are discarded last, other trumps (before trump is
# named also the jokers).
PLAIN, PROTECTED, OTHER, TRUMPS = slice(0, 4), 4, 5, slice(4, 6)
_GROUPS = (0, 1, 2, 3, TRUMP, TRUMP)  # of each class
_PLAIN_ONLY, _OTHERS_LAID, _PROTECTED_LAID = range(3)  # what a seat laid down
_MOST_LONG_HANDS = 2  # of more than six of at most 16 trumps


class SmearQuestion:
    """The question about G information states, as far as every variant asks it.

    trumps, protected: (G,) the trumps once they are named, and those that go last (SM7)
    """

    def __init__(self, info: InformationState, rules: SmearRules) -> None:
        self.info, self.rules, self.piles = info, rules, Piles(rules.players)
        self.trumps: Cards = trump_sets(rules)[info.trump]
        self.protected: Cards = protected_sets(rules)[info.trump] & self.trumps
        self.named: Flags = info.trump != NO_GROUP
        pack = np.uint64(sum(1 << card for card in rules.pack))
        unseen = pack & ~(info.hand | info.discarded | union(info.played))
        plain = unseen[:, None] & ~self.trumps[:, None] & _SUITS
        scoring = unseen & self.protected
        other = unseen & ~scoring & ~union(plain)
        self.asked = self.piles.ask(np.column_stack([plain, scoring, other]))
        self._make_room()
        for one, group in enumerate(_GROUPS):
            void = shown(info.voids[:, 1:], group)
            self.asked.terms[:, one, self.piles.hands] = np.where(void, NONE, ANY)

    def _make_room(self) -> None:
        info, rules, room = self.info, self.rules, self.asked.room
        seats = np.arange(1, rules.players)
        drawn = info.drawn.astype(np.int64)
        held, played = info.held[:, 1:].astype(np.int64), count(info.played[:, 1:])
        widow_is_taken = info.phase != Phase.AUCTION
        takes = (seats == info.pitcher[:, None]) & widow_is_taken[:, None]
        room[:, self.piles.hands] = held
        had = rules.hand_size + rules.widow_size * takes + drawn[:, 1:]
        room[:, self.piles.laid] = had - held - played
        room[:, self.piles.widow] = np.where(widow_is_taken, 0, rules.widow_size)
        dealt = rules.players * rules.hand_size + rules.widow_size
        room[:, self.piles.rest] = len(rules.pack) - dealt - drawn.sum(axis=1)

    @property
    def laid(self) -> Numbers:
        """(G, S - 1) how many cards each other seat laid down."""
        return self.asked.room[:, self.piles.laid]

    @property
    def held(self) -> Numbers:
        """(G, S - 1) how many cards each other seat holds."""
        return self.asked.room[:, self.piles.hands]

    def hand(self, seat: int) -> int:
        """The pile of what `seat` holds."""
        return seat - 1

    def laid_by(self, seat: int) -> int:
        """The pile of what `seat` laid down."""
        return self.rules.players - 2 + seat


def ask_smear(info: InformationState, rules: SmearRules) -> Placings:
    """One question a row, more where it is open who discarded trumps."""
    question = SmearQuestion(info, rules)
    asked = question.asked
    if rules.variant == "nine_card":
        return ask_nine_card(question)
    if not rules.free_discard:
        asked = _heed_discards(question)
    for seat in range(1, rules.players):
        asked = _heed_pitcher(question, asked, seat)
    return asked


def _heed_discards(question: SmearQuestion) -> Placings:
    """SM7: in every way in which the other seats can have laid trumps down."""
    cases = product(range(3), repeat=question.rules.players - 1)
    parts = [
        _case_of_discards(question, laid)
        for laid in cases
        if sum(what != _PLAIN_ONLY for what in laid) <= _MOST_LONG_HANDS
    ]
    return Placings.joined([part for part in parts if part is not None])


def _case_of_discards(question: SmearQuestion, laid: tuple[int, ...]) -> Placings | None:
    """The rows where seat s can have laid down what `laid[s - 1]` says; None for no row."""
    possible = np.ones(len(question.trumps), np.bool_)
    trumps = count(union(question.asked.cards[:, TRUMPS])).astype(np.int64)
    scoring = count(question.asked.cards[:, PROTECTED]).astype(np.int64)
    for seat, what in enumerate(laid, 1):
        if what != _PLAIN_ONLY:
            possible &= _may_have_laid(question, seat, what)
            needed = question.held[:, seat - 1] + 1
            trumps -= needed
            scoring -= needed * (what == _PROTECTED_LAID)
    possible &= (trumps >= 0) & (scoring >= 0)
    rows = np.flatnonzero(possible)
    if not len(rows):
        return None
    asked = question.asked.select(rows)
    for seat, what in enumerate(laid, 1):
        hand, pile = question.hand(seat), question.laid_by(seat)
        if what == _PLAIN_ONLY:
            asked.forbid(slice(None), TRUMPS, pile)
            continue
        asked.forbid(slice(None), PLAIN, hand)
        if what == _OTHERS_LAID:
            asked.forbid(slice(None), PROTECTED, pile)
            asked.terms[:, OTHER, pile] = SOME
        else:
            asked.forbid(slice(None), OTHER, hand)
            asked.terms[:, PROTECTED, pile] = SOME
    return asked


def _may_have_laid(question: SmearQuestion, seat: int, what: int) -> Flags:
    """(G,) whether the cards played by `seat` and its voids allow that it laid a trump down."""
    kept = question.trumps if what == _OTHERS_LAID else question.protected
    played = question.info.played[:, seat]
    no_trump = shown(question.info.voids[:, seat], TRUMP) != 0
    may = (question.laid[:, seat - 1] > 0) & (played & ~kept == NO_CARDS)
    return may & ~(no_trump & (question.held[:, seat - 1] > 0))


def _heed_pitcher(question: SmearQuestion, asked: Placings, seat: int) -> Placings:
    """SM6: who named trump held one, and holds it until he leads it (SM7, SM8)."""
    info, row, hand = question.info, asked.row, question.hand(seat)
    pitches = question.named[row] & (info.pitcher[row] == seat)
    unshown = np.flatnonzero(pitches & (info.played[row, seat] == NO_CARDS))
    if not len(unshown):
        return asked
    shown_already = np.ones(len(row), np.bool_)
    shown_already[unshown] = False
    with_other, only_protected = asked.select(unshown), asked.select(unshown)
    only_protected.forbid(slice(None), OTHER, hand)
    return Placings.joined(
        [
            asked.select(shown_already),
            demand(with_other, OTHER, hand),
            demand(only_protected, PROTECTED, hand),
        ]
    )


def demand(asked: Placings, one: int, pile: int) -> Placings:
    """The questions in which the pile may have a card of the class, and now must."""
    possible = asked.terms[:, one, pile] != NONE
    asked.terms[possible, one, pile] = SOME
    return asked.select(possible)
