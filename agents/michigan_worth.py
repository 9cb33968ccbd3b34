"""What speaks for and against each card that the rule player of Michigan Spitzer may play.

Each reason is a number for every candidate; `Habits.worth` says what it is worth in card points.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.michigan_knowledge import GROUP_SETS, STRENGTH, Knowledge
from agents.michigan_outlook import HIGHER, Candidates, Outlook, Suits
from agents.spitzer_knowledge import Numbers
from spitzer_env.information import InformationState
from spitzer_env.michigan_trumps import QUEENS, TRUMPS
from spitzer_env.rules import TRICKS
from spitzer_env.trumps import POINTS, TRUMP
from trick_taking.cards import NO_CARD, NO_CARDS, bit, count

Reasons = dict[str, npt.NDArray]  # (N,) by name, each a flag or a small number
OTHERS = (1, 2, 3)
GUARDED = np.uint64(sum(1 << card for card in range(len(POINTS)) if POINTS[card] in (4, 10)))


def reasons(
    tries: Candidates, outlook: Outlook, known: Knowledge, suits: Suits, info: InformationState
) -> Reasons:
    """(N,) of each reason, by its name."""
    found = of_the_trick(tries, outlook, known, info)
    found |= of_the_card(tries, known)
    return found | of_the_lead(tries, known, suits)


def of_the_trick(
    tries: Candidates, outlook: Outlook, known: Knowledge, info: InformationState
) -> Reasons:
    """Whose the trick will be, and what it will hold."""
    rows = tries.rows
    ours, given = outlook.ours, POINTS[tries.cards].astype(np.float32)
    mine = outlook.stands * tries.takes
    taken_from = known.friend[rows, np.maximum(info.taker[rows], 0)]
    takes = tries.takes & ~tries.leads
    return {
        "mine": mine,
        "mine_trumps": mine * count(known.hand & TRUMPS)[rows],
        "ours": ours,
        "gain": ours * outlook.gain,
        "loss": (1 - ours) * outlook.loss,
        "given": given,
        "given_ours": given * ours,
        "takes_friend": takes * taken_from,
        "takes_foe": takes * (1 - taken_from),
    }


def of_the_card(tries: Candidates, known: Knowledge) -> Reasons:
    """What leaves the hand."""
    rows, cards = tries.rows, tries.cards
    hand, points = known.hand[rows], POINTS[cards]
    over = count(known.unseen[rows] & HIGHER[cards]).astype(np.float32)
    trump, fail = tries.group == TRUMP, tries.group != TRUMP
    trumps = count(hand & TRUMPS).astype(np.float32)
    length = count(hand & GROUP_SETS[tries.group]).astype(np.float32)
    queen = bit(cards) & QUEENS != NO_CARDS
    guards = hand & GROUP_SETS[tries.group] & GUARDED != NO_CARDS
    return {
        "trump": trump * 1.0,
        "trump_master": (trump & (over == 0)) * 1.0,
        "trump_over": trump / (1 + over),
        "trump_rank": trump * (STRENGTH[cards] - 6) / 13,
        "trump_rich": trump * np.maximum(points - 3, 0) / 8,
        "trump_last": (trump & (trumps == 1)) * 1.0,
        "black_queen": queen * 1.0,
        "fail_ace": (fail & (points == 11)) * 1.0,
        "fail_ten": (fail & (points == 10)) * 1.0,
        "fail_king": (fail & (points == 4)) * 1.0,
        "fail_master": (fail & (over == 0)) * 1.0,
        "fail_length": fail * length,
        "fail_last": (fail & (length == 1)) * (trumps > 0),
        "fail_guard": (fail & (points == 0) & guards) * 1.0,
        "called": ((cards == known.called[rows]) & (known.called[rows] != NO_CARD)) * 1.0,
    }


def of_the_lead(tries: Candidates, known: Knowledge, suits: Suits) -> Reasons:
    """What a lead does besides its trick: it draws trumps, finds voids, draws the called ace."""
    rows, led, leads = tries.rows, tries.led, tries.leads
    trump, fail = leads & (led == TRUMP), leads & (led != TRUMP)
    over = count(known.unseen[rows] & HIGHER[tries.cards])
    hand = known.hand[rows]
    friends, foes, foe_void = (np.zeros(len(rows), np.float32) for _ in range(3))
    places = np.arange(known.friend.shape[0])
    for seat in OTHERS:
        trumps = suits.number[suits.place(places, seat, TRUMP)]
        expected = (trumps * known.held[:, seat] / known.spread[:, seat]).astype(np.float32)[rows]
        with_me = known.friend[rows, seat]
        friends += with_me * expected
        foes += (1 - with_me) * expected
        void = suits.none[suits.place(rows, seat, led)] * (expected > 0)
        foe_void += (1 - with_me) * void
    called = fail & (led * 8 == known.called[rows])  # the ace is the first card of its suit
    unseen = count(known.unseen[rows] & GROUP_SETS[tries.group])
    return {
        "lead_trump_master": (trump & (over == 0)) * 1.0,
        "lead_trump_friends": trump * friends,
        "lead_trump_foes": trump * foes,
        "lead_trump_rank": trump * (STRENGTH[tries.cards] - 6) / 13,
        "lead_trump_rich": trump * np.maximum(POINTS[tries.cards] - 3, 0) / 8,
        "lead_master": (fail & (over == 0)) * 1.0,
        "lead_points": fail * POINTS[tries.cards] / 10,
        "lead_length": fail * count(hand & GROUP_SETS[tries.group]),
        "lead_unseen": fail * unseen,
        "lead_called": called * 1.0,
        "lead_foe_void": fail * foe_void,
        "lead_void_points": fail * foe_void * POINTS[tries.cards] / 10,
    }


def share_left(info: InformationState) -> Numbers:
    """(G,) how early it is: 1 in the first trick, 0 in the last."""
    return ((TRICKS - 1 - info.tricks_played) / np.float32(7)).astype(np.float32)
