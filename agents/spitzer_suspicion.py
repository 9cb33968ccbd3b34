"""Who seems to play with whom: what the public order of play tells of the hidden sides.

Every card that another seat has played is a sign, once of whether it is on the side of whoever was
taking the trick, and once of whether it holds a trump. What each sign is worth was counted in
games of the rule player against itself: the tables hold logarithms of its chance if the thing is
so over its chance if it is not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.spitzer_knowledge import (
    CASE_PLACES,
    CASE_WITH_ME,
    NUM_CASES,
    Knowledge,
    Numbers,
    Places,
    Table,
    normalised,
)
from spitzer_env.actions import NO_ACTION
from spitzer_env.information import InformationState
from spitzer_env.rules import SEATS_PLAYING, TRICKS
from spitzer_env.trumps import GROUP, POINTS, STRENGTH, TRUMP

NO_SIGN = -1
PAIRS = [(a, b) for a in range(SEATS_PLAYING) for b in range(a + 1, SEATS_PLAYING)]
WORTH = np.digitize(POINTS, [1, 5])  # (32,) nothing, a court card, an ace or ten
RANK = np.digitize(POINTS, [1, 5, 11])  # (32,) nothing, a court card, a ten, an ace
LATE = 3  # tricks played before a sign counts as late

# Rows: early and open, early and certain, late and open, late and certain who takes the trick.
# Columns: discards nothing, court, ace or ten; follows with them; trumps; overtakes.
FRIEND_SIGNS = np.array(
    [
        [-0.40, 0.48, 2.36, -0.02, 0.00, 0.16, -0.18, 0.07],
        [-0.94, -0.27, 3.33, 0.01, 0.30, 0.91, 0.41, 0.24],
        [-0.24, 0.03, 0.36, -0.05, 0.07, 0.91, 0.66, -0.33],
        [-0.66, -0.22, 0.48, -0.10, 0.20, 0.06, 0.94, 0.17],
    ]
)
# Rows: early, late. Columns: did not trump under 5, 10, more points; led nothing, court, ten, ace.
HOLDER_SIGNS = np.array(
    [
        [-0.21, -0.53, -1.34, -0.82, 0.33, -0.07, 0.13],
        [-0.42, -0.51, -0.83, 0.28, 0.05, 0.01, -0.54],
    ]
)


@dataclass(frozen=True)
class Signs:
    """The cards of G deals in the order of play, M of them; places, -1 where none yet."""

    player: Places  # (G, M)
    taker: Places  # (G, M) who was taking the trick before; NO_SIGN for a lead
    friend: Places  # (G, M) entry of FRIEND_SIGNS, NO_SIGN for a lead
    holder: Places  # (G, M) entry of HOLDER_SIGNS, NO_SIGN where the card tells nothing


def read_signs(info: InformationState, table: Table) -> Signs:
    """Sort every card played by what it may tell."""
    games = info.num_rows
    first = (info.history >= len(GROUP)).sum(axis=1, keepdims=True)  # SP9: announcements
    moves = first + np.arange(TRICKS * SEATS_PLAYING)
    inside = moves < info.history.shape[1]
    moves = np.minimum(moves, info.history.shape[1] - 1)
    cards = np.where(inside, np.take_along_axis(info.history, moves, axis=1), NO_ACTION)
    player = table.place(np.take_along_axis(info.history_seats, moves, axis=1))
    shape = (games, TRICKS, SEATS_PLAYING)
    cards, player = cards.astype(np.int64).reshape(shape), player.reshape(shape)
    late = (np.arange(TRICKS) >= LATE).astype(np.int64)

    led, best, taker = GROUP[cards[:, :, 0]], cards[:, :, 0], player[:, :, 0]
    points = POINTS[best].astype(np.int64)
    friend = np.full(shape, NO_SIGN)
    holder = np.full(shape, NO_SIGN)
    takers = np.full(shape, NO_SIGN)
    holder[:, :, 0] = np.where(led == TRUMP, NO_SIGN, late * 7 + 3 + RANK[best])
    for order in range(1, SEATS_PLAYING):
        card = cards[:, :, order]
        group = GROUP[card]
        follows, trumps = group == led, group == TRUMP
        takes = (follows | trumps) & (STRENGTH[card] > STRENGTH[best])
        certain = (order == SEATS_PLAYING - 1) | (GROUP[best] == TRUMP)
        kind = np.where(takes, 6 + ~trumps, follows * 3 + WORTH[card])
        friend[:, :, order] = (late * 2 + certain) * 8 + kind
        takers[:, :, order] = taker
        spares = ~follows & ~trumps & (GROUP[best] != TRUMP)
        holder[:, :, order] = np.where(spares, late * 7 + np.digitize(points, [5, 11]), NO_SIGN)
        points = points + POINTS[card]
        best, taker = np.where(takes, card, best), np.where(takes, player[:, :, order], taker)
    unplayed = cards == NO_ACTION
    friend[unplayed], holder[unplayed], takers[unplayed] = NO_SIGN, NO_SIGN, NO_SIGN
    flat = (games, TRICKS * SEATS_PLAYING)
    return Signs(
        player.reshape(flat), takers.reshape(flat), friend.reshape(flat), holder.reshape(flat)
    )


def _pair_numbers() -> Places:
    """(4, 4) number of each pair of places."""
    numbers = np.zeros((SEATS_PLAYING, SEATS_PLAYING), np.int64)
    for number, (a, b) in enumerate(PAIRS):
        numbers[a, b] = numbers[b, a] = number
    return numbers


def _case_signs() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """(4, 9, 6) 1 where a pair is one side, (4, 9, 4) 1 where a place has a trump."""
    together = np.stack([CASE_WITH_ME[:, :, a] == CASE_WITH_ME[:, :, b] for a, b in PAIRS], axis=2)
    places = np.arange(SEATS_PLAYING)
    holds = (CASE_PLACES[:, :, :1] == places) | (CASE_PLACES[:, :, 1:] == places)
    return together.astype(np.float64), holds.astype(np.float64)


PAIR_NUMBERS = _pair_numbers()
CASE_TOGETHER, CASE_HOLDS = _case_signs()


def suspect(info: InformationState, table: Table, known: Knowledge, weight: float) -> Numbers:
    """(G, 9) chances of the cases with the signs weighed in; `weight` 0 ignores them."""
    chances = known.chances.copy()
    doubtful = np.flatnonzero(chances.max(axis=1) < 1)
    if len(doubtful):
        seats = Table(table.relative[doubtful], table.place_of[doubtful])
        signs = read_signs(info.select(doubtful), seats)
        chances[doubtful] = weigh_signs(chances[doubtful], known.role[doubtful], signs, weight)
    return chances


def weigh_signs(chances: Numbers, role: Places, signs: Signs, weight: float) -> Numbers:
    """(G, 9) chances of the cases once the signs are weighed in."""
    games = len(role)
    row = np.arange(games)[:, None]
    tells = (signs.friend != NO_SIGN) & (signs.player != 0)
    worth = np.where(tells, FRIEND_SIGNS.reshape(-1)[signs.friend], 0)
    pair = PAIR_NUMBERS[signs.player, signs.taker]
    friends = _add_up(row * len(PAIRS) + pair, worth, games, len(PAIRS))
    tells = (signs.holder != NO_SIGN) & (signs.player != 0)
    worth = np.where(tells, HOLDER_SIGNS.reshape(-1)[signs.holder], 0)
    holders = _add_up(row * SEATS_PLAYING + signs.player, worth, games, SEATS_PLAYING)
    total = np.zeros((games, NUM_CASES))
    for number in range(len(PAIRS)):
        total += friends[:, number, None] * CASE_TOGETHER[role, :, number]
    for place in range(1, SEATS_PLAYING):
        total += holders[:, place, None] * CASE_HOLDS[role, :, place]
    factor = np.exp(np.clip(weight * total, -6, 6)).astype(np.float32)
    return normalised(chances * factor)


def _add_up(
    index: Places, worth: npt.NDArray[np.floating], games: int, width: int
) -> npt.NDArray[np.float64]:
    """(games, width) sums of `worth` by `index`; entries without worth may point anywhere."""
    inside = np.where(worth == 0, 0, index)
    sums = np.bincount(inside.reshape(-1), worth.reshape(-1), games * width)
    return sums.astype(np.float64).reshape(games, width)
