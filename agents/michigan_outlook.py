"""How a trick may end after a card: whose it is and what the seats still to play put on it.

Candidates N are the cards that G players may play now. Seats are relative, 0 = me.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.michigan_habits import Habits
from agents.michigan_knowledge import CHANCE_OF_NONE, GROUP, GROUP_SETS, SEATS, STRENGTH, Knowledge
from agents.spitzer_knowledge import Numbers, Places
from agents.spitzer_outlook import mean_and_top
from spitzer_env.information import InformationState
from spitzer_env.trumps import POINTS, TRUMP
from trick_taking.cards import NO_GROUP, Cards, Flags, count

HIGHER: Cards = np.array(
    [
        sum(
            1 << other
            for other in range(len(GROUP))
            if GROUP[other] == GROUP[card] and STRENGTH[other] > STRENGTH[card]
        )
        for card in range(len(GROUP))
    ],
    np.uint64,
)  # (32,) cards of its group that beat each card


@dataclass(frozen=True)
class Candidates:
    """N cards that may be played, in the order of their rows."""

    rows: Places  # (N,) game of each
    cards: Places  # (N,)
    group: Places  # (N,) of the card
    led: Places  # (N,) group led, by this card if it is the lead
    leads: Flags  # (N,)
    takes: Flags  # (N,) the card is the best of its trick so far
    best: Places  # (N,) the best card of the trick after it
    taker: Places  # (N,) who played that
    later: Places  # (N,) seats still to play after me: 1..later
    points: Numbers  # (N,) on the table with this card


@dataclass(frozen=True)
class Outlook:
    """What is expected of a trick after each candidate."""

    ours: Numbers  # (N,) chance that my side takes it
    gain: Numbers  # (N,) points on it if my side does
    loss: Numbers  # (N,) points on it if the others do
    stands: Numbers  # (N,) chance that nobody after me beats the best card


@dataclass(frozen=True)
class Suits:
    """What each seat may hold of each group: (G 4 5,) arrays, see `place`."""

    number: Places  # cards that it may hold
    none: Numbers  # chance that it holds none
    mean: Numbers  # mean points of those cards
    top: Numbers  # points of the richest

    @staticmethod
    def place(rows: Places, seat: int, group: Places | int) -> Places:
        """Index of `seat` of `rows` in `group`."""
        return (rows * SEATS + seat) * len(GROUP_SETS) + group


def count_suits(known: Knowledge) -> Suits:
    """Count what every seat may hold by groups."""
    sets = known.may_hold[:, :, None] & GROUP_SETS
    number = count(sets).astype(np.int64)
    mean, top = mean_and_top(sets)
    none = CHANCE_OF_NONE[known.spread[:, :, None], number, known.held[:, :, None]]
    none[:, :, :TRUMP] **= known.fail_rich[:, :, None]
    none[:, :, TRUMP] **= known.trump_rich
    return Suits(number.reshape(-1), none.reshape(-1), mean.reshape(-1), top.reshape(-1))


def find_candidates(info: InformationState, rows: Places, cards: Places) -> Candidates:
    """Place each card (N,) of `rows` (N,) in its trick."""
    group = GROUP[cards]
    led = info.led_group[rows].astype(np.int64)
    leads = led == NO_GROUP
    led = np.where(leads, group, led)
    order = np.where(info.trick_size == 0, 0, (info.taker - info.leader) % SEATS)
    best = info.trick[np.arange(len(order)), order].astype(np.int64)[rows]
    takes = leads | (((group == led) | (group == TRUMP)) & (STRENGTH[cards] > STRENGTH[best]))
    return Candidates(
        rows=rows,
        cards=cards,
        group=group,
        led=led,
        leads=leads,
        takes=takes,
        best=np.where(takes, cards, best),
        taker=np.where(takes, 0, info.taker[rows]).astype(np.int64),
        later=(3 - info.trick_size[rows]).astype(np.int64),
        points=(info.trick_points[rows] + POINTS[cards]).astype(np.float32),
    )


def look_ahead(tries: Candidates, known: Knowledge, suits: Suits, habits: Habits) -> Outlook:
    """Let the seats after me play, one after the other."""
    rows = tries.rows
    ours = known.friend[rows, tries.taker]
    theirs = 1 - ours
    retaken, lost = np.zeros_like(ours), np.zeros_like(ours)
    gain, loss = tries.points.copy(), tries.points.copy()
    for seat in (1, 2, 3):
        on = np.flatnonzero(tries.later >= seat)
        if not len(on):
            break
        row, led = rows[on], tries.led[on]
        friend = known.friend[row, seat]
        void = suits.none[suits.place(row, seat, led)]
        has_trump = 1 - suits.none[suits.place(row, seat, TRUMP)]
        able, declares = chances_to_beat(tries, known, on, seat, void, has_trump)
        kind = friend * np.where(known.declaring[row], declares, able)
        foe = (1 - friend) * np.where(known.declaring[row], able, declares)
        won = kind * (habits.beat * theirs[on] + habits.retake * lost[on])
        gone = foe * (habits.beat * ours[on] + habits.retake * retaken[on])
        kept, held = kind * habits.beat_friend * ours[on], foe * habits.beat_friend * theirs[on]
        retaken[on] += won + kept - foe * habits.retake * retaken[on]
        lost[on] += gone + held - kind * habits.retake * lost[on]
        ours[on] *= 1 - foe * habits.beat - kind * habits.beat_friend
        theirs[on] *= 1 - kind * habits.beat - foe * habits.beat_friend
        usual, rich = _gifts(suits, row, seat, led, void, has_trump)
        gift, meagre = usual + habits.gift * (rich - usual), usual * habits.thrift
        gain[on] += meagre + friend * (gift - meagre)
        loss[on] += gift + friend * (meagre - gift)
    return Outlook(ours + retaken, gain, loss, ours + theirs)


def chances_to_beat(
    tries: Candidates, known: Knowledge, on: Places, seat: int, void: Numbers, has_trump: Numbers
) -> tuple[Numbers, Numbers]:
    """(K,) chance that `seat` can beat the best card of the tries `on`, and that it can if it
    declares and so has a black queen (MI7).
    """
    row, led, best = tries.rows[on], tries.led[on], tries.best[on]
    may, spread, held = known.may_hold[row, seat], known.spread[row, seat], known.held[row, seat]
    higher = HIGHER[best]
    trump_best, trump_led = GROUP[best] == TRUMP, led == TRUMP
    rich = np.where(trump_best, known.trump_rich[row, seat], known.fail_rich[row, seat])
    none = CHANCE_OF_NONE[spread, count(may & higher & ~known.secret[row]), held] ** rich
    share, unseen = known.queens[row, seat], known.secret[row]
    none_declaring = none * (1 - np.minimum(count(unseen & higher) * share, 1))
    armed = np.maximum(has_trump, np.minimum(count(unseen) * share, 1))
    play = np.where(trump_led, 1, void)  # void in a fail suit it must trump (MI15)
    able, declares = (
        np.where(trump_best, play * (1 - rest), 1 - rest + void * trump)
        for rest, trump in ((none, has_trump), (none_declaring, armed))
    )
    return able.astype(np.float32), declares.astype(np.float32)


def _gifts(
    suits: Suits, row: Places, seat: int, led: Places, void: Numbers, has_trump: Numbers
) -> tuple[Numbers, Numbers]:
    """(K,) mean points of what `seat` may play, and of the richest such card."""
    own, trump = suits.place(row, seat, led), suits.place(row, seat, TRUMP)
    trumps = np.where(led == TRUMP, 0, void * has_trump)
    mean = (1 - void) * suits.mean[own] + trumps * suits.mean[trump]
    top = (1 - void) * suits.top[own] + trumps * suits.top[trump]
    plain = [suits.place(row, seat, group) for group in range(3)]
    other = sum(suits.mean[place] * (led != group) for group, place in enumerate(plain)) / 3
    best = sum(suits.top[place] * (led != group) for group, place in enumerate(plain)) / 3
    thrown = void - trumps
    return mean + thrown * other, top + thrown * best
