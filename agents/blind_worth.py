"""What speaks for a card at a table with a blind: the reasons, whose worth is in blind_habits.py."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.blind_habits import BlindHabits
from agents.blind_knowledge import CHANCE_OF_NONE, BlindKnowledge
from agents.blind_outlook import BlindOutlook
from agents.spitzer_knowledge import Numbers
from agents.spitzer_outlook import HIGHER, Candidates
from spitzer_env.information import InformationState
from spitzer_env.trumps import GROUP, GROUP_SETS, POINTS, QUEEN, SEVEN, STRENGTH, TRUMPS
from trick_taking.cards import NO_CARDS, count

Reasons = dict[str, npt.NDArray]  # (N,) by name, each a flag or a number


def card_reasons(tries: Candidates, known: BlindKnowledge, early: Numbers) -> Reasons:
    """Reasons that speak of the card alone, as something that leaves the hand."""
    rows, cards = tries.rows, tries.cards
    points, suit = POINTS[cards], GROUP_SETS[GROUP[cards]]
    trump = (cards == QUEEN) | (cards == SEVEN)
    master = (known.unseen[rows] & HIGHER[cards] == NO_CARDS) & ~trump
    length = count(known.hand[rows] & suit).astype(np.float32)
    bare = (length == 1) & ~trump
    armed = known.hand[rows] & TRUMPS != NO_CARDS
    ten = points == 10
    court = (points > 0) & (points < 5) & ~trump
    nothing = (points == 0) & ~trump
    queen_elsewhere = known.queen[rows].sum(axis=1)
    found = {
        "queen": cards == QUEEN,
        "seven": cards == SEVEN,
        "seven_beaten": (cards == SEVEN) * queen_elsewhere,
        "ace": points == 11,
        "ten_master": ten & master,
        "ten_guarded": ten & ~master & ~bare,
        "ten_bare": ten & ~master & bare,
        "court_master": court & master,
        "court": court & ~master,
        "nothing_master": nothing & master,
        "bare_armed": bare & armed,
        "bare": bare & ~armed,
    }
    found |= {f"{name}_early": holds * early for name, holds in found.items()}
    rank = STRENGTH[cards] * ~trump
    return found | {"rank": rank, "length": length * ~trump, "length_early": length * early}


def lead_reasons(tries: Candidates, known: BlindKnowledge, early: Numbers) -> Reasons:
    """Reasons that speak of the lead."""
    rows, cards = tries.rows, tries.cards
    points, suit = POINTS[cards], GROUP_SETS[GROUP[cards]]
    trump = (cards == QUEEN) | (cards == SEVEN)
    led = tries.leads & ~trump
    master = led & (known.unseen[rows] & HIGHER[cards] == NO_CARDS)
    length = count(known.hand[rows] & suit)
    unseen = count(known.unseen[rows] & suit)
    return {
        "trump_led": tries.leads & trump,
        "trump_led_early": (tries.leads & trump) * early,
        "ace_led": led & (points == 11),
        "ace_led_early": (led & (points == 11)) * early,
        "ten_led": led & (points == 10) & ~master,
        "court_led": led & (points > 0) & (points < 5) & ~master,
        "nothing_led": led & (points == 0) & ~master,
        "nothing_led_early": (led & (points == 0) & ~master) * early,
        "master_led": master,
        "length_led": led * length,
        "unseen_led": led * unseen,
        "ruff_led": led * _ruff_fear(tries, known, with_me=False),
        "ruff_led_points": led * points * _ruff_fear(tries, known, with_me=False),
        "friend_ruff_led": led * _ruff_fear(tries, known, with_me=True),
    }


def _ruff_fear(tries: Candidates, known: BlindKnowledge, with_me: bool) -> Numbers:
    """(N,) chance that an opponent, or a partner, with a trump is void in the suit of a card."""
    rows = tries.rows
    following = count(known.may_hold[rows] & GROUP_SETS[GROUP[tries.cards]][:, None])
    void = CHANCE_OF_NONE[known.spread[rows], following, known.held[rows]]
    armed = known.queen[rows] + known.seven[rows]
    fear = np.where(known.with_me[rows] == with_me, void * armed, 0).sum(axis=1)
    return np.minimum(fear, 1).astype(np.float32)


def trick_reasons(
    tries: Candidates, outlook: BlindOutlook, known: BlindKnowledge, early: Numbers
) -> Reasons:
    """Reasons that speak of who takes the trick."""
    rows = tries.rows
    ours, mine = outlook.ours, outlook.takes[:, 0]
    given = POINTS[tries.cards].astype(np.float32)
    armed = known.hand[rows] & TRUMPS != NO_CARDS
    return {
        "mine": mine,
        "mine_early": mine * early,
        "mine_armed": mine * armed,
        "ours": ours,
        "ours_early": ours * early,
        "points_ours": ours * outlook.gain,
        "points_ours_early": ours * outlook.gain * early,
        "points_theirs": (1 - ours) * outlook.loss,
        "given_ours": ours * given,
        "given_theirs": (1 - ours) * given,
    }


def leaster_reasons(
    tries: Candidates,
    outlook: BlindOutlook,
    known: BlindKnowledge,
    info: InformationState,
    habits: BlindHabits,
) -> Reasons:
    """Reasons of a leaster: the chance to end with the fewest points, and without a trick."""
    rows = tries.rows
    seats = info.played.shape[1]
    expected = np.eye(seats, dtype=np.float32) * outlook.gain[:, None, None]  # by taker
    after = info.points[rows][:, None, :] + expected
    scale = habits.leaster_base + habits.leaster_to_come * known.to_come[rows]
    weights = np.exp(-np.minimum(after / scale[:, :, None], 60))
    lowest = weights[:, :, 0] / weights.sum(axis=2)
    without = (info.tricks[rows, 0] == 0).astype(np.float32)
    mine = outlook.takes[:, 0]
    last = (known.held[rows, 0] == 1).astype(np.float32)
    lowest_after = (outlook.takes * lowest).sum(axis=1)
    return {
        "lowest": lowest_after,
        "lowest_without": without * (outlook.takes[:, 1:] * lowest[:, 1:]).sum(axis=1),
        "mine_without": mine * without,
        "mine_late": mine * (known.held[rows, 0] <= 3),
        "mine_last": mine * last,
    }
