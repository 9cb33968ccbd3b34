"""What a card is worth in hand: the reasons for and against giving it up, in card points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.spitzer_knowledge import (
    CASE_PLACES,
    CASE_WITH_ME,
    CHANCE_OF_NONE,
    Knowledge,
    Numbers,
)
from agents.spitzer_outlook import HIGHER, Candidates, Outlook
from spitzer_env.information import InformationState
from spitzer_env.rules import TRICKS
from spitzer_env.trumps import GROUP, GROUP_SETS, POINTS, QUEEN, SEVEN, STRENGTH, TRUMPS
from trick_taking.cards import NO_CARDS, Flags, count

Reasons = dict[str, npt.NDArray]  # (N,) by name, each a flag or a number of about 0..1


def reasons(
    tries: Candidates, outlook: Outlook, known: Knowledge, info: InformationState
) -> Reasons:
    """(N,) each reason to keep a candidate; what it is worth is a habit."""
    early = ((TRICKS - 1 - info.tricks_played[tries.rows]) / np.float32(7)).astype(np.float32)
    has_trump = known.hand[tries.rows] & TRUMPS != NO_CARDS
    found = trump_reasons(tries, known, early)
    found |= plain_reasons(tries, known, early, has_trump)
    found |= lead_reasons(tries, known, early, has_trump)
    return found | trick_reasons(tries, outlook, known, early, has_trump)


def trick_reasons(
    tries: Candidates,
    outlook: Outlook,
    known: Knowledge,
    early: Numbers,
    has_trump: Flags,
) -> Reasons:
    """Reasons that speak of who takes the trick, beside the units it is expected to bring."""
    chances = known.chances[tries.rows]
    hidden = 1 - chances.max(axis=1)
    ours = (chances * outlook.ours).sum(axis=1)
    mine = (chances * outlook.stands).sum(axis=1) * tries.takes
    given = POINTS[tries.cards].astype(np.float32)
    return {
        "mine": mine,
        "mine_early": mine * early,
        "mine_with_trump": mine * has_trump,
        "ours_points": ours * tries.points,
        "ours_points_early": ours * tries.points * early,
        "ours_points_hidden": ours * tries.points * hidden,
        "given_ours": ours * given,
        "given_ours_hidden": ours * given * hidden,
        "given_theirs_hidden": (1 - ours) * given * hidden,
    }


def trump_reasons(tries: Candidates, known: Knowledge, early: Numbers) -> Reasons:
    """Reasons that speak of QC and 7D."""
    rows = tries.rows
    queen, seven = tries.cards == QUEEN, tries.cards == SEVEN
    hidden = (1 - known.chances.max(axis=1))[rows]
    unbeaten = seven & ~(known.queen_out[rows] & (known.hand[rows] & np.uint64(1 << QUEEN) == 0))
    return {
        "queen": queen,
        "queen_early": queen * early,
        "queen_hidden": queen * hidden,
        "queen_led": queen & tries.leads,
        "seven": seven,
        "seven_early": seven * early,
        "seven_hidden": seven * hidden,
        "seven_led": seven & tries.leads,
        "seven_unbeaten": unbeaten,
    }


@dataclass(frozen=True)
class PlainCards:
    """What kind of plain card each of the N candidates is; all flags, False for QC and 7D."""

    plain: Flags
    ace: Flags
    ten: Flags
    court: Flags  # king, queen or jack
    nothing: Flags  # without card points
    master: Flags  # no unseen card of its group is higher
    length: Numbers  # cards of its group in hand, itself included

    @classmethod
    def describe(cls, tries: Candidates, known: Knowledge) -> PlainCards:
        """The candidates `tries`."""
        rows, cards, points = tries.rows, tries.cards, POINTS[tries.cards]
        plain = (cards != QUEEN) & (cards != SEVEN)
        return cls(
            plain=plain,
            ace=points == 11,
            ten=points == 10,
            court=(points > 0) & (points < 5) & plain,
            nothing=plain & (points == 0),
            master=known.unseen[rows] & HIGHER[cards] == NO_CARDS,
            length=count(known.hand[rows] & GROUP_SETS[GROUP[cards]]).astype(np.float32),
        )


def plain_reasons(tries: Candidates, known: Knowledge, early: Numbers, has_trump: Flags) -> Reasons:
    """Reasons that speak of plain cards in hand."""
    of, cards = PlainCards.describe(tries, known), tries.cards
    ace, ten, court, master = of.ace, of.ten, of.court, of.master
    guarded = (of.length > 1) & ~master
    bare = (of.length == 1) & ~master
    return {
        "ace": ace,
        "ace_early": ace * early,
        "ace_long": ace * (of.length - 1),
        "master_ruffed": (master & of.plain) * ruff_fear(tries, known) * POINTS[cards],
        "ten_master": ten & master,
        "ten_master_early": (ten & master) * early,
        "ten_guarded": ten & guarded,
        "ten_guarded_early": (ten & guarded) * early,
        "ten_bare": ten & bare,
        "ten_bare_early": (ten & bare) * early,
        "court_master": court & master,
        "court_guarded": court & guarded,
        "court_bare": court & bare,
        "court_early": court * early,
        "nothing_rank": of.nothing * STRENGTH[cards],
        "court_rank": court * STRENGTH[cards],
        "last_with_trump": of.plain & has_trump & (of.length == 1),
        "last_without": of.plain & ~has_trump & (of.length == 1),
    }


def lead_reasons(tries: Candidates, known: Knowledge, early: Numbers, has_trump: Flags) -> Reasons:
    """Reasons that speak of leading a plain card, and of throwing one off."""
    of = PlainCards.describe(tries, known)
    suit = GROUP_SETS[GROUP[tries.cards]]
    led, unseen = tries.leads & of.plain, count(known.unseen[tries.rows] & suit) / np.float32(8)
    thrown = of.plain & ~tries.leads & (GROUP[tries.cards] != tries.led)
    return {
        "ace_led": led & of.ace,
        "ten_led": led & of.ten & ~of.master,
        "court_led": led & of.court & ~of.master,
        "nothing_led": led & of.nothing & ~of.master,
        "nothing_led_early": (led & of.nothing & ~of.master) * early,
        "master_led": led & of.master,
        "length_led": led * of.length * ~has_trump,
        "length_led_with_trump": led * of.length * has_trump,
        "unseen_led": led * unseen,
        "unseen_led_with_trump": led * unseen * has_trump,
        "length_discarded": thrown * of.length,
    }


def ruff_fear(tries: Candidates, known: Knowledge) -> Numbers:
    """(N,) chance that an opponent with a trump is void in the suit of the candidate."""
    rows = tries.rows
    suit = GROUP_SETS[GROUP[tries.cards]]
    role = known.role[rows]
    queen_at, seven_at = CASE_PLACES[role, :, 0], CASE_PLACES[role, :, 1]
    fear = np.zeros(len(rows), np.float32)
    for place in (1, 2, 3):
        following = count(known.may_hold[rows, place] & suit).astype(np.int64)
        void = CHANCE_OF_NONE[known.spread[rows, place], following, known.held[rows, place]]
        armed = (queen_at == place) & known.queen_out[rows, None]
        armed |= (seven_at == place) & known.seven_out[rows, None]
        armed &= ~CASE_WITH_ME[role, :, place]
        fear += void * (known.chances[rows] * armed).sum(axis=1)
    return np.minimum(fear, 1)
