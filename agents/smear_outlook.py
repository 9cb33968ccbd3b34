"""How a trick of Smear may end after a card: whose it is and what the seats still to play add.

Candidates N are the cards that G players may play now. Seats are relative, 0 = me.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.smear_cards import Numbers, SmearCards
from agents.smear_habits import Habits
from agents.smear_knowledge import Knowledge, Places
from smear_env.information import InformationState
from smear_env.rules import SmearRules
from smear_env.trumps import TRUMP, VALUES
from trick_taking.cards import NO_GROUP, Flags, contains, count


@dataclass(frozen=True)
class Candidates:
    """N cards that may be played, in the order of their rows."""

    rows: Places  # (N,) game of each
    cards: Places  # (N,)
    trump: Places  # (N,) suit that is trump
    led: Places  # (N,) group led, by this card if it is the lead
    leads: Flags  # (N,)
    is_trump: Flags  # (N,)
    takes: Flags  # (N,) the card is the best of its trick so far
    best: Places  # (N,) the best card of the trick after it
    ours: Flags  # (N,) my side is taking the trick after it
    later: Places  # (N,) seats still to play after me: 1..later
    points: Numbers  # (N,) points on the table with this card, Low as expected
    value: Numbers  # (N,) game value on the table with this card
    card_points: Numbers  # (N,) points of the card alone
    higher: Numbers  # (N,) unseen cards of its group that beat the card
    lower_mine: Numbers  # (N,) cards of its group in my hand that it beats


@dataclass(frozen=True)
class Outlook:
    """What is expected of a trick after each candidate."""

    ours: Numbers  # (N,) chance that my side takes it
    gain: Numbers  # (N,) points on it if my side does
    loss: Numbers  # (N,) points on it if others do
    value: Numbers  # (N,) game value on it
    stands: Numbers  # (N,) chance that nobody after me beats the best card


def find_candidates(
    info: InformationState,
    known: Knowledge,
    rows: Places,
    cards: Places,
    tables: SmearCards,
    rules: SmearRules,
) -> Candidates:
    """Place each card (N,) of `rows` (N,) in its trick."""
    trump = info.trump[rows].astype(np.int64)
    group = tables.group[trump, cards].astype(np.int64)
    led = info.led_group[rows].astype(np.int64)
    leads = led == NO_GROUP
    led = np.where(leads, group, led)
    best = info.best_card[rows].astype(np.int64)
    beats = tables.strength[trump, cards] > tables.strength[trump, best]
    takes = leads | (((group == led) | (group == TRUMP)) & beats)
    on_table = points_on_table(info, known, tables)
    own = tables.worth[trump, cards] + (known.low_card[rows] == cards) * known.low_worth[rows]
    after = np.where(info.leader == 0, rules.players, info.leader).astype(np.int64) - 1
    return Candidates(
        rows=rows,
        cards=cards,
        trump=trump,
        led=led,
        leads=leads,
        is_trump=group == TRUMP,
        takes=takes,
        best=np.where(takes, cards, best),
        ours=takes | (info.taker[rows] % rules.num_sides == 0),
        later=np.where(leads, rules.players - 1, after[rows]),
        points=(on_table[rows] + own).astype(np.float32),
        value=(info.table_value[rows] + VALUES[cards]).astype(np.float32),
        card_points=own.astype(np.float32),
        lower_mine=count(info.hand[rows] & tables.lower[trump, cards]).astype(np.float32),
        higher=count(known.unseen[rows] & tables.higher[trump, cards]).astype(np.float32),
    )


def points_on_table(info: InformationState, known: Knowledge, tables: SmearCards) -> Numbers:
    """(G,) points of the trick as it lies, Low as expected."""
    low_lies_there = contains(info.table, known.low_card)
    points = tables.points_of(info.table, info.trump.astype(np.int64))
    return points + low_lies_there * known.low_worth


def look_ahead(
    tries: Candidates,
    known: Knowledge,
    info: InformationState,
    tables: SmearCards,
    rules: SmearRules,
    habits: Habits,
) -> Outlook:
    """Let the seats after me play, one after the other."""
    rows = tries.rows
    trump_led = tries.led == TRUMP
    best_trump = tables.group[tries.trump, tries.best] == TRUMP
    over = known.unseen[rows] & tables.higher[tries.trump, tries.best]
    over_count = count(over).astype(np.float32)
    trumps_left = known.trumps_left[rows]
    ours = tries.ours.astype(np.float32)
    stands = np.ones_like(ours)
    gain, loss, value = tries.points.copy(), tries.points.copy(), tries.value.copy()
    for seat in range(1, rules.players):
        plays = seat <= tries.later
        friend = seat % rules.num_sides == 0
        no_trump = known.no_trump[rows, seat]
        has_trump = 1 - np.exp(trumps_left * no_trump)
        can_trump = 1 - np.exp(np.where(best_trump, over_count, trumps_left) * no_trump)
        plain = known.plain_chance[rows, seat]
        void = info.voids[rows, seat] >> tries.led.astype(np.uint8) & 1
        can_suit = np.where(best_trump | (void == 1), 0, 1 - (1 - plain) ** over_count)
        stake = (gain + loss) / 2 + known.game_slope[rows] * value
        willing = np.where(trump_led, habits.beat_trump, habits.ruff) + habits.stake * stake
        takes = can_suit + (1 - can_suit) * can_trump * np.clip(willing, 0, 1)
        takes = np.where(plays, takes, 0).astype(np.float32)
        ours = ours + (1 - ours) * takes if friend else ours * (1 - takes)
        stands *= 1 - takes
        follows = np.where(plays & trump_led, has_trump, 0)
        falls = follows * known.trump_points[rows]
        gain += falls * np.float32(habits.gift if friend else habits.thrift)
        loss += falls * np.float32(habits.thrift if friend else habits.gift)
        value += np.where(plays, (1 - follows) * known.plain_value[rows], 0)
    f32 = np.float32
    return Outlook(ours.astype(f32), gain.astype(f32), loss.astype(f32), value.astype(f32), stands)
