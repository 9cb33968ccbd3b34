"""How a trick may end after a card: who takes it and what the seats still to play put on it.

Candidates N are the cards that G players may play now; places, 0 = me, are those of the table.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.spitzer_habits import Habits
from agents.spitzer_knowledge import (
    CASE_PLACES,
    CASE_WITH_ME,
    CHANCE_OF_NONE,
    Knowledge,
    Numbers,
    Places,
    Table,
)
from spitzer_env.information import InformationState
from spitzer_env.trumps import GROUP, GROUP_SETS, POINTS, QUEEN, STRENGTH, TRUMP
from trick_taking.cards import NO_GROUP, NO_SEAT, Cards, Flags, count

CARD_WORTHS = sorted({int(points) for points in POINTS if points}, reverse=True)


def _cards_where(chosen: npt.NDArray[np.bool_]) -> np.uint64:
    return np.uint64(sum(1 << int(card) for card in np.flatnonzero(chosen)))


WORTH_SETS = [(worth, _cards_where(np.equal(POINTS, worth))) for worth in CARD_WORTHS]
HIGHER: Cards = np.array(
    [
        _cards_where((GROUP[card] == GROUP) & (STRENGTH[card] < STRENGTH) & (GROUP != TRUMP))
        for card in range(len(GROUP))
    ],
    np.uint64,
)  # (32,) plain cards that beat each plain card in its suit


@dataclass(frozen=True)
class Candidates:
    """N cards that may be played, in the order of their rows."""

    rows: Places  # (N,) game of each
    cards: Places  # (N,)
    led: Places  # (N,) group led, by this card if it is the lead
    leads: Flags  # (N,)
    takes: Flags  # (N,) the card is the best of its trick so far
    best: Places  # (N,) the best card of the trick after it
    taker: Places  # (N,) place of who played that
    later: Places  # (N,) seats still to play after me: places 1..later
    points: Numbers  # (N,) on the table with this card


@dataclass(frozen=True)
class Outlook:
    """What is expected of a trick after each candidate, in each case of the sides."""

    ours: Numbers  # (N, 9) chance that my side takes it
    gain: Numbers  # (N, 9) points on it if my side does
    loss: Numbers  # (N, 9) points on it if the others do
    stands: Numbers  # (N, 9) chance that nobody after me changes the taker


def find_candidates(
    info: InformationState, table: Table, rows: Places, cards: Places
) -> Candidates:
    """Place each card (N,) of `rows` (N,) in its trick."""
    led = info.led_group[rows].astype(np.int64)
    leads = led == NO_GROUP
    led = np.where(leads, GROUP[cards], led)
    taker = table.place(info.taker)
    leader = table.place(info.leader)
    order = np.where(taker == NO_SEAT, 0, (taker - leader) % 4)
    best = info.trick[np.arange(len(order)), order].astype(np.int64)[rows]
    group = GROUP[cards]
    takes = leads | (((group == led) | (group == TRUMP)) & (STRENGTH[cards] > STRENGTH[best]))
    return Candidates(
        rows=rows,
        cards=cards,
        led=led,
        leads=leads,
        takes=takes,
        best=np.where(takes, cards, best),
        taker=np.where(takes, 0, taker[rows]),
        later=(3 - info.trick_size[rows]).astype(np.int64),
        points=(info.trick_points[rows] + POINTS[cards]).astype(np.float32),
    )


def look_ahead(
    tries: Candidates, known: Knowledge, info: InformationState, habits: Habits
) -> Outlook:
    """Let the seats after me play, one after the other, in each case of the sides."""
    role = known.role[tries.rows]
    queen_at, seven_at = CASE_PLACES[role, :, 0], CASE_PLACES[role, :, 1]
    with_me = CASE_WITH_ME[role]
    played = info.tricks_played[tries.rows].astype(np.float32)
    trust = np.clip(habits.trust_start + habits.trust_trick * played, 0, 1)
    trust = np.where(info.solo[tries.rows] == NO_SEAT, trust, np.float32(1))[:, None]
    queen_beats = (known.queen_out[tries.rows] & (tries.best != QUEEN))[:, None]
    seven_beats = (known.seven_out[tries.rows] & (GROUP[tries.best] != TRUMP))[:, None]

    everyone = np.arange(len(role))
    ours = with_me[everyone, :, tries.taker].astype(np.float32)
    stands = np.ones_like(ours)
    gain = np.repeat(tries.points[:, None], ours.shape[1], axis=1)
    loss = gain.copy()
    for place in (1, 2, 3):
        plays = (place <= tries.later)[:, None]
        suit, void = _chances_in_suit(tries, known, place)
        ruff = np.clip(
            habits.ruff_empty + habits.ruff_point * gain + habits.ruff_trick * played[:, None], 0, 1
        )
        trump = ((queen_at == place) & queen_beats) | ((seven_at == place) & seven_beats)
        beats = np.where(plays, suit[:, None] + void[:, None] * trump * ruff, np.float32(0))
        friend = with_me[:, :, place]
        ours = np.where(friend, ours + (1 - ours) * beats, ours * (1 - beats))
        stands *= 1 - beats
        usual, gift, meagre = (part[:, None] for part in _gifts(tries, known, place, void, habits))
        gift, meagre = usual + trust * (gift - usual), usual + trust * (meagre - usual)
        gain += np.where(plays, np.where(friend, gift, meagre), np.float32(0))
        loss += np.where(plays, np.where(friend, meagre, gift), np.float32(0))
    return Outlook(ours, gain, loss, stands)


def _chances_in_suit(tries: Candidates, known: Knowledge, place: int) -> tuple[Numbers, Numbers]:
    """(N,) chance that `place` beats the best card in the led suit, and that it is void there."""
    rows = tries.rows
    cards, held = known.may_hold[rows, place], known.held[rows, place]
    spread = known.spread[rows, place]
    following = count(cards & GROUP_SETS[tries.led]).astype(np.int64)
    plain_best = (GROUP[tries.best] != TRUMP) & (tries.led != TRUMP)
    higher = np.where(plain_best, count(cards & HIGHER[tries.best]), 0).astype(np.int64)
    void = np.where(tries.led == TRUMP, np.float32(1), CHANCE_OF_NONE[spread, following, held])
    return 1 - CHANCE_OF_NONE[spread, higher, held], void


def _gifts(
    tries: Candidates, known: Knowledge, place: int, void: Numbers, habits: Habits
) -> tuple[Numbers, Numbers, Numbers]:
    """(N,) points that `place` adds: with no purpose, to a partner's trick, to an opponent's."""
    cards = known.may_hold[tries.rows, place]
    suit = cards & GROUP_SETS[tries.led]
    suit_mean, suit_top = mean_and_top(suit)
    other_mean, other_top = mean_and_top(cards & ~suit)
    rich = void * (other_mean + other_top) / 2 + (1 - void) * (suit_mean + suit_top) / 2
    usual = void * other_mean + (1 - void) * suit_mean
    meagre = void * other_mean * habits.thrift**2 + (1 - void) * suit_mean * habits.thrift
    return usual.astype(np.float32), rich.astype(np.float32), meagre.astype(np.float32)


def mean_and_top(cards: Cards) -> tuple[Numbers, Numbers]:
    """Mean and highest card points of the cards in each set; 0 for none."""
    total = np.zeros(cards.shape, np.float32)
    top = np.zeros(cards.shape, np.float32)
    for worth, worth_set in reversed(WORTH_SETS):
        here = count(cards & worth_set)
        total += np.float32(worth) * here
        top[here > 0] = worth
    return (total / np.maximum(count(cards), 1)).astype(np.float32), top
