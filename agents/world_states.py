"""Worlds that a seat holds possible, as states of a Spitzer game in which every hand is known.

    worlds = Determinizer(game).draw(information, keys, 20)
    states = world_states(information, worlds, game.rules)      # G * 20 rows
    DoubleDummy(game.rules).solve(states, plays="all")

Nothing comes from a true state: what the observer knows is repeated for each of its worlds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.determinize import Worlds
from spitzer_env.actions import HIDDEN_ACTION, NO_ACTION
from spitzer_env.information import InformationState
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.state import SpitzerState, most_moves
from spitzer_env.variants import variant_of
from trick_taking.action_sets import WORD
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, Flags, Ids, contains, count, flags, union

_KNOWN = (
    *("played", "phase", "dealer", "trick", "trick_size", "leader", "led_group", "taker"),
    *("trick_points", "tricks_played", "points", "tricks", "voids", "solo", "spoken", "said"),
    *("contract", "declarer", "partner", "without_ace", "redeals", "side_trick", "side_seat"),
    *("totals", "contenders", "history_seats"),
)


def world_states(
    information: InformationState, worlds: Worlds, rules: SpitzerRules
) -> SpitzerState:
    """The W worlds of G rows as G * W states, those of a row together.

    Seats are relative, 0 = observer. Counters and legal actions are empty. Cards that a picker took
    from the blind count as his own, and which of them they were is left open (SPV4); what he buried
    stands in the history in the order of the pack.
    """
    num_rows, num_worlds, num_seats = worlds.hands.shape
    known = information.select(np.repeat(np.arange(num_rows), num_worlds))
    tables = variant_of(rules).tables
    state = SpitzerState.empty(
        num_rows * num_worlds, S=num_seats, P=tables.seats, M=most_moves(rules)
    )
    for name in _KNOWN:
        getattr(state, name)[:] = getattr(known, name)
    state.seat[:] = known.to_act
    state.hands[:] = worlds.hands.reshape(-1, num_seats)
    laid = worlds.laid.reshape(-1, num_seats)
    state.buried[:], state.blind[:] = union(laid), worlds.rest.reshape(-1)
    state.holders[:] = _holders(state.hands | state.played | laid, tables.side_cards)
    state.best_strength[:] = _best_strength(known, tables.strength)
    hidden = known.history == HIDDEN_ACTION
    state.history[:] = told(known.history, hidden, union(laid[:, 1:]))
    state.moves[:] = (known.history != NO_ACTION).sum(axis=1)
    state.deals_played[:] = np.maximum(rules.regular_deals - known.deals_left, 0)
    state.extra_deals[:] = known.deals_left == 0
    return state


def told(history: Ids, places: Flags, cards: Cards, late: Sequence[Cards] = ()) -> Ids:
    """(N, M) `history` with the `cards` (N,) at its `places` (N, M), in the order of the pack.

    late: sets (N,) that come after other cards, who is in more of them the later
    ValueError where there are not as many places as cards.
    """
    if (count(cards) != places.sum(axis=1)).any():
        raise ValueError("worlds: another number of cards lies face down than the record tells")
    ids = np.arange(WORD)
    rank = np.where(flags(cards, WORD), ids, WORD * (len(late) + 1))
    for behind in late:
        rank += WORD * flags(cards & behind, WORD)
    rank.sort(axis=1)
    rows, moves = np.nonzero(places)
    told_of = history.copy()
    told_of[rows, moves] = rank[rows, (places.cumsum(axis=1) - 1)[rows, moves]] % WORD
    return told_of


def _holders(held: Cards, side_cards: tuple[int, int]) -> Ids:
    """(N, 2) the seat that has or had each of the cards that make the sides, else NO_SEAT."""
    has = held[:, :, None] >> np.array(side_cards, np.uint64) & np.uint64(1) != NO_CARDS
    return np.where(has.any(axis=1), has.argmax(axis=1), NO_SEAT).astype(np.int8)


def _best_strength(known: InformationState, strength: Ids) -> Ids:
    """(N,) the strength of the card with which the taker is winning, -1 before the lead."""
    takers = known.played[np.arange(len(known.taker)), known.taker]
    his = contains(takers[:, None], known.trick) & (known.trick >= 0)
    return np.where(his, strength[known.trick], -1).max(axis=1).astype(np.int8)
