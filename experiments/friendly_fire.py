"""Friendly fire: taking a trick that one's own partner is winning.

An occasion is a card that a seat plays to a trick whose taker is truly on its side, where it could
take the trick as well as leave it. It fires when it takes. Before the reveal it cannot prove that
the taker is its partner, after it it can; a proof is what the observation's fields of the sides
say (SP8, MI7-MI13). `at opponents` is the same where the taker is truly an opponent, the wanted
kind of fire, for comparison.

- before, after: the share of the occasions in which the seat took its partner's trick
- at opponents: the share in which it took an opponent's
"""

from __future__ import annotations

import numpy as np

from agents.bootstrap import Floats
from experiments.play_figures import Figure, difference, ratio
from experiments.watched_deals import WatchedDeals, cards_to_play
from spitzer_env.game import SpitzerGame
from trick_taking.cards import Flags, Ids

COLUMNS = tuple(
    f"{what} {when}"
    for when in ("before", "after", "at opponents")
    for what in ("chances to fire", "fire")
)
FIGURES: tuple[Figure, ...] = (
    *(
        ratio(f"friendly fire {when}", f"fire {when}", f"chances to fire {when}")
        for when in ("before", "after")
    ),
    difference(
        "friendly fire: before less after",
        ("fire before", "chances to fire before"),
        ("fire after", "chances to fire after"),
    ),
    ratio("fire at opponents", "fire at opponents", "chances to fire at opponents"),
)


def count_fire(deals: WatchedDeals) -> Floats:
    """(G, 6) the columns of each of G deals."""
    found = np.zeros((len(deals.sides), len(COLUMNS)))
    for move, actions in enumerate(deals.actions):
        state, rows = deals.states[move], deals.deciding(move)
        rows = rows[state.trick_size[rows] > 0]
        legal, takes = cards_to_play(state.select(rows), deals.game.variant.tables)
        could = takes.any(axis=1) & (legal & ~takes).any(axis=1)
        fired = takes[np.arange(len(rows)), actions[rows]][could]
        rows = rows[could]
        if not len(rows):
            continue
        seat, taker = state.seat[rows], state.taker[rows]
        friend = deals.sides[rows, seat] == deals.sides[rows, taker]
        proven = proves_same_side(deals.at(move, rows), seat, taker)
        for place, case in enumerate((friend & ~proven, friend & proven, ~friend)):
            found[rows, 2 * place] += case
            found[rows, 2 * place + 1] += case & fired
    return found


def proves_same_side(game: SpitzerGame, seats: Ids, others: Ids) -> Flags:
    """(G,) whether each of `seats` can prove that the seat of `others` is on its side."""
    rows, other = np.arange(len(seats)), (others - seats) % game.num_seats
    same = np.zeros(len(seats), np.bool_)
    for known in known_sides(game, seats):
        same |= known[:, 0] & known[rows, other]
    return same


def known_sides(game: SpitzerGame, seats: Ids) -> tuple[Flags, Flags]:
    """(G, S) each, relative to `seats` (G,): whom they know on the trump side, and against it."""
    views = game.layout.views(game.observe_seats(seats))
    names = ("trump_side", "defenders") if "trump_side" in views else ("declarers", "opponents")
    first, second = (views[name].astype(np.bool_) for name in names)
    return first, second
