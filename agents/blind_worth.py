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
from spitzer_env.trumps import GROUP, GROUP_SETS, POINTS, QUEEN, SEVEN, STRENGTH, TRUMPS
from trick_taking.cards import NO_CARDS, count

Reasons = dict[str, npt.NDArray]  # (N,) by name, each a flag or a number


def card_reasons(tries: Candidates, known: BlindKnowledge, early: Numbers) -> Reasons:
    """Reasons that speak of the card itself, led, thrown off or merely leaving the hand."""
    rows, cards = tries.rows, tries.cards
    points, suit = POINTS[cards], GROUP_SETS[GROUP[cards]]
    trump = (cards == QUEEN) | (cards == SEVEN)
    master = (known.unseen[rows] & HIGHER[cards] == NO_CARDS) & ~trump
    length = count(known.hand[rows] & suit) * ~trump
    bare, ten = length == 1, points == 10
    ten_guarded = ten & ~master & ~bare
    armed = known.hand[rows] & TRUMPS != NO_CARDS
    court = (points > 0) & (points < 5) & ~trump & ~master
    nothing = (points == 0) & ~trump
    led = tries.leads & ~trump
    thrown = ~tries.leads & ~trump & (GROUP[cards] != tries.led)
    unseen = count(known.unseen[rows] & suit)
    guards = (length == 2) & (count(known.hand[rows] & suit & TENS) == 1) & (points < 10)
    found: Reasons = {
        "queen": cards == QUEEN,
        "seven": cards == SEVEN,
        "ace": points == 11,
        "ten_guarded": ten_guarded,
        "ten_bare": ten & ~master & bare,
        "court": court,
    }
    return (
        found
        | {f"{name}_early": holds * early for name, holds in found.items()}
        | {
            "seven_beaten": (cards == SEVEN) * known.queen[rows].sum(axis=1),
            "ten_master": ten & master,
            "nothing_master": nothing & master,
            "rank": STRENGTH[cards] * ~trump,
            "length": length,
            "bare": bare & ~armed,
            "bare_armed": bare & armed,
            "guard": guards,
            "trump_led": tries.leads & trump,
            "ten_led": led & ten & ~master,
            "nothing_led": led & nothing & ~master,
            "bare_led": led & bare,
            "unseen_led": led * unseen,
            "thrown_unseen": thrown * unseen,
            "thrown_master": thrown & master,
        }
    )


def trick_reasons(
    tries: Candidates, outlook: BlindOutlook, known: BlindKnowledge, early: Numbers
) -> Reasons:
    """Reasons that speak of who takes the trick."""
    ours, mine = outlook.ours, outlook.takes[:, 0]
    armed = known.hand[tries.rows] & TRUMPS != NO_CARDS
    ruffed = tries.leads * _ruff_fear(tries, known, with_me=False)
    return {
        "ours": ours,
        "ours_early": ours * early,
        "mine_armed": mine * armed,
        "points_ours": ours * outlook.gain,
        "points_ours_early": ours * outlook.gain * early,
        "points_theirs": (1 - ours) * outlook.loss,
        "given_theirs": (1 - ours) * POINTS[tries.cards],
        "ruff_led": ruffed,
        "ruff_led_points": ruffed * POINTS[tries.cards],
        "friend_ruff_led": tries.leads * _ruff_fear(tries, known, with_me=True),
    }


def _ruff_fear(tries: Candidates, known: BlindKnowledge, with_me: bool) -> Numbers:
    """(N,) chance that an opponent, or a partner, with a trump is void in the suit of a card."""
    rows = tries.rows
    following = count(known.may_hold[rows] & GROUP_SETS[GROUP[tries.cards]][:, None])
    void = CHANCE_OF_NONE[known.spread[rows], following, known.held[rows]]
    armed = known.queen[rows] + known.seven[rows]
    fear = np.where(known.with_me[rows] == with_me, void * armed, 0).sum(axis=1)
    plain = (tries.cards != QUEEN) & (tries.cards != SEVEN)
    return (np.minimum(fear, 1) * plain).astype(np.float32)


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
