"""What speaks for a card at a table with a blind; the worth of each reason is a habit."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.blind_habits import BlindHabits
from agents.blind_knowledge import CHANCE_OF_NONE, BlindKnowledge
from agents.blind_outlook import BlindOutlook
from agents.rule_spitzer import TENS
from agents.spitzer_knowledge import Numbers
from agents.spitzer_outlook import HIGHER, Candidates
from spitzer_env.information import InformationState
from spitzer_env.trumps import GROUP, GROUP_SETS, POINTS, QUEEN, SEVEN, STRENGTH, TRUMP, TRUMPS
from trick_taking.cards import NO_CARDS, Flags, count

Reasons = dict[str, npt.NDArray]  # (N,) by name, each a flag or a number


def card_reasons(tries: Candidates, known: BlindKnowledge, early: Numbers) -> Reasons:
    """Reasons that speak of the card as something that leaves the hand."""
    rows, cards = tries.rows, tries.cards
    hand, points, trump = known.hand[rows], POINTS[cards], GROUP[cards] == TRUMP
    suit = hand & GROUP_SETS[GROUP[cards]]
    master, length = _is_master(tries, known), count(suit) * ~trump
    bare, ten = length == 1, points == 10
    armed = hand & TRUMPS != NO_CARDS
    found: Reasons = {
        "queen": cards == QUEEN,
        "seven": cards == SEVEN,
        "seven_beaten": (cards == SEVEN) * known.queen[rows].sum(axis=1),
        "trump_both": trump & (hand & TRUMPS == TRUMPS),
        "ace": points == 11,
        "ten_guarded": ten & ~master & ~bare,
        "ten_bare": ten & ~master & bare,
        "court": (points > 0) & (points < 5) & ~trump & ~master,
    }
    found |= {f"{name}_early": holds * early for name, holds in found.items()}
    return found | {
        "ten_master": ten & master,
        "rank": STRENGTH[cards] * ~trump,
        "length": length,
        "bare": bare & ~armed,
        "bare_armed": bare & armed,
        "guard": (length == 2) & (count(suit & TENS) == 1) & (points < 10),
    }


def play_reasons(tries: Candidates, known: BlindKnowledge) -> Reasons:
    """Reasons that speak of leading a card, and of throwing one off."""
    rows, cards, points = tries.rows, tries.cards, POINTS[tries.cards]
    suit, trump = GROUP_SETS[GROUP[cards]], GROUP[cards] == TRUMP
    led = tries.leads & ~trump
    thrown = ~tries.leads & ~trump & (GROUP[cards] != tries.led)
    master, unseen = _is_master(tries, known), count(known.unseen[rows] & suit)
    return {
        "trump_led": tries.leads & trump,
        "ten_led": led & (points == 10) & ~master,
        "nothing_led": led & (points == 0) & ~master,
        "bare_led": led & (count(known.hand[rows] & suit) == 1),
        "unseen_led": led * unseen,
        "thrown_unseen": thrown * unseen,
        "thrown_master": thrown & master,
    }


def _is_master(tries: Candidates, known: BlindKnowledge) -> Flags:
    """(N,) whether no unseen card of its suit is higher than a plain card."""
    higher = known.unseen[tries.rows] & HIGHER[tries.cards]
    return (higher == NO_CARDS) & (GROUP[tries.cards] != TRUMP)


def trick_reasons(
    tries: Candidates, outlook: BlindOutlook, known: BlindKnowledge, early: Numbers
) -> Reasons:
    """Reasons that speak of who takes the trick."""
    ours, mine, won = outlook.ours, outlook.takes[:, 0], outlook.ours * outlook.gain
    trump, given = GROUP[tries.cards] == TRUMP, POINTS[tries.cards]
    armed = known.hand[tries.rows] & TRUMPS != NO_CARDS
    ruffed = tries.leads * _ruff_fear(tries, known, with_me=False)
    return {
        "ours": ours,
        "ours_early": ours * early,
        "mine_armed": mine * armed,
        "points_ours": won,
        "points_ours_early": won * early,
        "trump_points": trump * won,
        "trump_points_early": trump * won * early,
        "points_theirs": (1 - ours) * outlook.loss,
        "given_ours": ours * given,
        "given_theirs": (1 - ours) * given,
        "ruff_led": ruffed,
        "ruff_led_points": ruffed * given,
        "friend_ruff_led": tries.leads * _ruff_fear(tries, known, with_me=True),
    }


def _ruff_fear(tries: Candidates, known: BlindKnowledge, with_me: bool) -> Numbers:
    """(N,) chance that an opponent, or a partner, with a trump is void in the suit of a card."""
    rows = tries.rows
    following = count(known.may_hold[rows] & GROUP_SETS[GROUP[tries.cards]][:, None])
    void = CHANCE_OF_NONE[known.spread[rows], following, known.held[rows]]
    armed = known.queen[rows] + known.seven[rows]
    fear = np.where(known.with_me[rows] == with_me, void * armed, 0).sum(axis=1)
    return (np.minimum(fear, 1) * (GROUP[tries.cards] != TRUMP)).astype(np.float32)


def leaster_reasons(
    tries: Candidates,
    outlook: BlindOutlook,
    known: BlindKnowledge,
    info: InformationState,
    habits: BlindHabits,
) -> Reasons:
    """Reasons of a leaster: the chance to end with the fewest points, and without a trick."""
    rows, seats = tries.rows, info.played.shape[1]
    taken = np.eye(seats, dtype=np.float32) * outlook.gain[:, None, None]  # by taker
    after = info.points[rows][:, None, :] + taken
    lead = habits.leaster_base + habits.leaster_to_come * known.to_come[rows]
    weights = np.exp(-np.minimum(after / lead[:, :, None], 60))
    lowest = weights[:, :, 0] / weights.sum(axis=2)
    return {
        "lowest": (outlook.takes * lowest).sum(axis=1),
        "mine_without": outlook.takes[:, 0] * (info.tricks[rows, 0] == 0),
    }
