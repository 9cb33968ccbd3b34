"""What the record of nine-card Smear allows of the cards that a seat has not seen (SMV1).

Once trump is named every plain card goes by itself, so it is public how many trumps a seat was
dealt, and how many of them it had to lay down. What it draws may be anything. Whether a card was
dealt or drawn is not seen, so a placing counts once for every way to choose the dealt ones of a
seat's trumps: uniform are the deals.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from agents.placings import (
    ANY,
    HELD_ANY,
    HELD_NONE,
    HELD_SOME,
    Numbers,
    Placings,
    choices,
    exactly,
)
from agents.unseen import shown
from smear_env.actions import HIDDEN_DISCARD
from smear_env.state import Phase
from smear_env.trumps import TRUMP
from trick_taking.cards import NO_CARDS, Flags, count

if TYPE_CHECKING:
    from agents.unseen_smear import SmearQuestion

_PLAIN, _PROTECTED, _OTHER, _TRUMPS = slice(0, 4), 4, 5, slice(4, 6)
_MOST_LAID = 3  # trumps of nine, down to six
_MOST_KEPT = 6


def ask_nine_card(question: SmearQuestion) -> Placings:
    """One question a row, more where a seat laid trumps down (SM7)."""
    info, seats = question.info, range(1, question.rules.players)
    asked = question.asked
    laid = np.column_stack([_trumps_laid(question, seat) for seat in seats])
    told_apart: Flags = np.any(laid > 0, axis=1) & (not question.rules.free_discard)
    together = np.where(told_apart, NO_CARDS, asked.cards[:, _PROTECTED])
    asked.cards[:, _OTHER] |= together
    asked.cards[:, _PROTECTED] ^= together
    for seat in seats:
        number, pile = laid[:, seat - 1], question.laid_by(seat)
        asked.forbid(question.named, _TRUMPS, pile)
        asked.terms[:, _OTHER, pile] = np.where(question.named, exactly(number), ANY)
        only_dealt = question.named & ((info.phase != Phase.PLAY) | (info.drawn[:, seat] == 0))
        asked.forbid(only_dealt, _PLAIN, question.hand(seat))
    for seat in seats:
        asked = _heed_laid(question, asked, seat, laid[:, seat - 1], told_apart)
    for seat in seats:
        asked = _weigh_drawn(question, asked, seat, told_apart)
    return asked


def _trumps_laid(question: SmearQuestion, seat: int) -> Numbers:
    """(G,) trumps that `seat` laid down: its plain cards went without an action."""
    info = question.info
    actions = (info.history == HIDDEN_DISCARD) & (info.history_seats == seat)
    return actions.sum(axis=1)


def _heed_laid(
    question: SmearQuestion, asked: Placings, seat: int, laid: Numbers, told_apart: Flags
) -> Placings:
    """SM7: `seat` laid down trumps that do not score, or it kept none of those."""
    row, hand, pile = asked.row, question.hand(seat), question.laid_by(seat)
    scoring_kept = (question.info.played[:, seat] & ~question.protected) == NO_CARDS
    parts = [asked]
    for scoring in range(1, _MOST_LAID + 1):
        possible = told_apart[row] & (laid[row] >= scoring) & scoring_kept[row]
        part = asked.select(possible)
        part.forbid(slice(None), _OTHER, hand)
        part.terms[:, _PROTECTED, pile] = exactly(np.full(len(part.row), scoring))
        part.terms[:, _OTHER, pile] = exactly(laid[part.row] - scoring)
        parts.append(part)
    return Placings.joined(parts)


def _weigh_drawn(
    question: SmearQuestion, asked: Placings, seat: int, told_apart: Flags
) -> Placings:
    """Count the ways in which the trumps of a `seat` that drew can be those it was dealt.

    Of its trumps, played and held, as many as it kept were dealt. Where two classes hold trumps,
    the ways are a sum over how many of the kept ones are held scoring cards.
    """
    info, row = question.info, asked.row
    draws = question.named & (info.phase == Phase.PLAY) & (info.drawn[:, seat] > 0)
    played = count(info.played[:, seat]).astype(np.int64)
    kept = played + info.held[:, seat] - info.drawn[:, seat]
    void = shown(info.voids[:, seat], TRUMP) != 0
    acts = info.to_act == seat  # so it holds a trump: it would have been skipped
    other = np.where(void, HELD_NONE, np.where(acts, HELD_SOME, HELD_ANY))
    alone = draws[row] & ~told_apart[row]
    terms = choices(played[row], np.clip(kept[row], 0, _MOST_KEPT), other[row])
    hand = question.hand(seat)
    asked.terms[alone, _OTHER, hand] = terms[alone]
    parts = [asked.select(~(draws & told_apart)[row])]
    for scoring, held_both in product(range(_MOST_KEPT + 1), (False, True)):
        possible = (draws & told_apart & (kept >= scoring))[row]
        possible &= acts[row] | (not held_both)
        part = asked.select(possible)
        mine = part.row
        of_other = np.full(len(mine), HELD_NONE) if held_both else other[mine]
        of_scoring = np.where(void[mine], HELD_NONE, HELD_SOME if held_both else HELD_ANY)
        nothing = np.zeros(len(mine), np.int64)
        part.terms[:, _PROTECTED, hand] = choices(nothing, nothing + scoring, of_scoring)
        part.terms[:, _OTHER, hand] = choices(played[mine], kept[mine] - scoring, of_other)
        parts.append(part)
    return Placings.joined(parts)
