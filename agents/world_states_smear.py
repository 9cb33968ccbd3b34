"""Worlds that a seat of Smear holds possible, as states of a game in which every card is known.

As agents/world_states.py does for the Spitzers: nothing comes from a true state.
"""

from __future__ import annotations

import numpy as np

from agents.determinize import Worlds
from agents.world_states import told
from smear_env.actions import HIDDEN_DISCARD, NO_ACTION
from smear_env.information import InformationState
from smear_env.rules import SmearRules
from smear_env.state import MAX_MOVES, Phase, SmearState
from smear_env.trumps import protected_sets, trump_sets
from trick_taking.cards import Cards, Ids, count

_KNOWN = (
    *("played", "phase", "bids", "bid", "pitcher", "forced", "redeals", "trump", "drawn", "table"),
    *("trick_size", "table_value", "leader", "led_group", "taker", "best_card", "tricks_played"),
    *("captured", "game_value", "voids", "dealer", "deals_played", "history_seats"),
)


def world_states(information: InformationState, worlds: Worlds, rules: SmearRules) -> SmearState:
    """The W worlds of G rows as G * W states, those of a row together.

    Seats and sides are relative, 0 = observer. Counters, legal actions and the order of the cards
    on the table are empty. What another seat laid face down stands in the history as SM7 asks for:
    plain cards, other trumps, then those that score.
    """
    num_rows, num_worlds, num_seats = worlds.hands.shape
    known = information.select(np.repeat(np.arange(num_rows), num_worlds))
    state = SmearState.empty(num_rows * num_worlds, S=num_seats, N=rules.num_sides)
    for name in _KNOWN:
        getattr(state, name)[:] = getattr(known, name)
    state.seat[:] = known.to_act
    state.hands[:] = worlds.hands.reshape(-1, num_seats)
    state.discarded[:] = worlds.laid.reshape(-1, num_seats)
    state.totals[:] = known.totals[:, np.arange(num_seats) % rules.num_sides]
    state.contenders[:] = (1 << num_seats) - 1
    state.moves[:] = (known.history != NO_ACTION).sum(axis=1)
    cards_played = count(known.played).sum(axis=1)
    in_play = known.phase == Phase.PLAY
    state.play_start[:] = np.where(in_play, state.moves - cards_played, MAX_MOVES)
    state.history[:] = _told_of_discards(known, state.discarded, rules)
    return state


def _told_of_discards(known: InformationState, discarded: Cards, rules: SmearRules) -> Ids:
    """(N, MAX_MOVES) the history with the cards that other seats discarded (SM7, SMV1)."""
    trumps = trump_sets(rules)[known.trump]
    scoring = trumps & protected_sets(rules)[known.trump]
    history = known.history
    for seat in range(1, rules.players):
        laid = discarded[:, seat]
        if rules.variant == "nine_card":
            laid = laid & trumps  # SMV1: plain cards go by themselves
        places = (known.history == HIDDEN_DISCARD) & (known.history_seats == seat)
        history = told(history, places, laid, (trumps, scoring))
    return history
