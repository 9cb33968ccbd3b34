"""How a trick may end after a card at a table with a blind: who takes it, with what points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.blind_habits import BlindHabits
from agents.blind_knowledge import CHANCE_OF_NONE, BlindKnowledge
from agents.spitzer_knowledge import Numbers, Places
from agents.spitzer_outlook import HIGHER, Candidates, mean_and_top
from spitzer_env.information import InformationState
from spitzer_env.trumps import GROUP, GROUP_SETS, POINTS, QUEEN, STRENGTH, TRUMP
from trick_taking.cards import NO_GROUP, count


@dataclass(frozen=True)
class BlindOutlook:
    """What is expected of a trick after each of N candidates."""

    takes: Numbers  # (N, S) chance of each seat to take it
    ours: Numbers  # (N,) chance of my side
    gain: Numbers  # (N,) points on it if my side takes it
    loss: Numbers  # (N,) points on it if the others do


def find_candidates(info: InformationState, rows: Places, cards: Places) -> Candidates:
    """Place each card (N,) of `rows` (N,) in its trick."""
    seats = info.played.shape[1]
    led = info.led_group[rows].astype(np.int64)
    leads = led == NO_GROUP
    led = np.where(leads, GROUP[cards], led)
    order = np.where(info.leader < 0, 0, (info.taker - info.leader) % seats)
    best = info.trick[np.arange(len(order)), order].astype(np.int64)[rows]
    group = GROUP[cards]
    beats = ((group == led) | (group == TRUMP)) & (STRENGTH[cards] > STRENGTH[best])
    takes = leads | beats
    return Candidates(
        rows=rows,
        cards=cards,
        led=led,
        leads=leads,
        takes=takes,
        best=np.where(takes, cards, best),
        taker=np.where(takes, 0, info.taker[rows]),
        later=(seats - 1 - info.trick_size[rows]).astype(np.int64),
        points=(info.trick_points[rows] + POINTS[cards]).astype(np.float32),
    )


def look_ahead(
    tries: Candidates, known: BlindKnowledge, info: InformationState, habits: BlindHabits
) -> BlindOutlook:
    """Let the seats after me play, one after the other."""
    rows, seats = tries.rows, info.played.shape[1]
    leaster = known.leaster[rows]
    takes = (np.arange(seats) == tries.taker[:, None]).astype(np.float32)
    gain, loss = tries.points.copy(), tries.points.copy()
    queen_beats = tries.best != QUEEN
    seven_beats = GROUP[tries.best] != TRUMP
    for place in range(1, seats):
        plays = place <= tries.later
        if not plays.any():
            break
        suit, forced, void = _chances_in_suit(tries, known, place)
        armed = known.queen[rows, place] * queen_beats
        armed = np.maximum(armed, known.seven[rows, place] * seven_beats)
        ruff = np.minimum(habits.ruff_empty + habits.ruff_point * gain, 1)
        beats = np.where(leaster, forced, suit + void * armed * ruff)
        beats = np.where(plays, beats, np.float32(0)).astype(np.float32)
        takes *= 1 - beats[:, None]
        takes[:, place] += beats
        gift, meagre = _gifts(tries, known, place, void, habits)
        friend = known.with_me[rows, place] & ~leaster
        gain += np.where(plays, np.where(friend | leaster, gift, meagre), np.float32(0))
        loss += np.where(plays, np.where(friend, meagre, gift), np.float32(0))
    ours = (takes * known.with_me[rows]).sum(axis=1)
    return BlindOutlook(takes, ours, gain, loss)


def _chances_in_suit(
    tries: Candidates, known: BlindKnowledge, place: int
) -> tuple[Numbers, Numbers, Numbers]:
    """(N,) chances that `place` can beat the best card in the led suit, must, and is void."""
    rows = tries.rows
    cards, held, spread = (part[rows, place] for part in (known.may_hold, known.held, known.spread))
    suit = cards & GROUP_SETS[tries.led]
    plain = (GROUP[tries.best] != TRUMP) & (tries.led != TRUMP)
    above = np.where(plain, suit & HIGHER[tries.best], np.uint64(0))
    trump_led = tries.led == TRUMP
    void = np.where(trump_led, 1, CHANCE_OF_NONE[spread, count(suit), held])
    no_lower = CHANCE_OF_NONE[spread, count(suit & ~above), held]
    forced = np.where(plain, no_lower - void, 0)
    return 1 - CHANCE_OF_NONE[spread, count(above), held], forced, void


def _gifts(
    tries: Candidates, known: BlindKnowledge, place: int, void: Numbers, habits: BlindHabits
) -> tuple[Numbers, Numbers]:
    """(N,) points that `place` adds to a partner's trick, and to an opponent's."""
    cards = known.may_hold[tries.rows, place]
    suit = cards & GROUP_SETS[tries.led]
    suit_mean, suit_top = mean_and_top(suit)
    other_mean, other_top = mean_and_top(cards & ~suit)
    rich = void * (other_mean + other_top) / 2 + (1 - void) * (suit_mean + suit_top) / 2
    meagre = void * other_mean * habits.thrift**2 + (1 - void) * suit_mean * habits.thrift
    return rich.astype(np.float32), meagre.astype(np.float32)
