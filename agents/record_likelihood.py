"""How likely a policy makes the record of a deal in worlds: the deal is played again in each.

    likelihood = RecordLikelihood(policy)
    likelihood(play)        # (N,) of a game of agents/world_games.py, natural logarithms

Counted are the actions of all seats but the observer's, whose own are as likely in every world.
What a world leaves open is drawn or set in order before: which of a picker's cards lay in the blind
(SPV4), which of a pitcher's in the widow (SMV2), in what order cards were laid face down. In
nine-card Smear it is also open which trumps were dealt (SMV1): there every world is as likely.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from agents.sampling import legal_log_probabilities
from smear_env import dealing as smear_dealing
from smear_env.rules import SmearRules
from smear_env.state import Phase as SmearPhase
from smear_env.state import SmearState
from spitzer_env import dealing as spitzer_dealing
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.state import SpitzerState
from spitzer_env.variants import variant_of
from trick_taking.cards import NO_SEAT, Cards, Ids, bit, contains, flags, union
from trick_taking.counter import random_keys
from trick_taking.view import View


class Outspoken(Protocol):
    """Who says how likely each action is, as `agents.policy_agent.PolicyAgent` does."""

    def logits(self, view: View[Any]) -> npt.NDArray[np.floating]:
        """(G, A) logits, whose softmax over the legal actions are the probabilities."""
        ...


class RecordLikelihood:
    """The logarithm of the probability that `policy` takes the actions that were seen."""

    def __init__(self, policy: Outspoken) -> None:
        self.policy = policy

    def __call__(self, play: Any) -> npt.NDArray[np.float64]:
        """(N,) of the games of `play`, which is left as it is."""
        logs = np.zeros(play.num_games)
        rules, record = play.rules, play.state
        if isinstance(rules, SmearRules) and rules.variant == "nine_card":
            return logs
        rows = np.flatnonzero(record.moves > 0)
        again = play.standing(dealt_again(record.select(rows), rules))
        move = 0
        while len(rows):
            actions = record.history[rows, move].astype(np.int64)
            others = np.flatnonzero(again.seat != 0)
            if len(others):
                view = again.view(others)
                taken = actions[others]
                if not view.legal[np.arange(len(others)), taken].all():
                    raise ValueError("a world does not allow what was done in it")
                free = np.flatnonzero(view.legal.sum(axis=1) > 1)
                if len(free):
                    asked = view.select(free)
                    told = legal_log_probabilities(self.policy.logits(asked), asked.legal)
                    logs[rows[others[free]]] += told[np.arange(len(free)), taken[free]]
            again.advance(actions)
            move += 1
            going = np.flatnonzero(record.moves[rows] > move)
            if len(going) < len(rows):
                rows = rows[going]
                again = again.standing(again.state.select(going))
        return logs


def dealt_again(state: Any, rules: Any) -> Any:
    """The games of `state` before the first action of their deals; it is written over."""
    rows = np.arange(state.num_rows)
    if isinstance(rules, SmearRules):
        _deal_smear(state, rows, rules)
    else:
        _deal_spitzer(state, rows, rules)
    return state


def _deal_spitzer(state: SpitzerState, rows: npt.NDArray[np.intp], rules: SpitzerRules) -> None:
    hands, blind = state.hands | state.played, state.blind.copy()
    picked = np.flatnonzero(state.declarer != NO_SEAT) if rules.blind else rows[:0]
    picker = state.declarer[picked]
    hands[picked, picker] |= state.buried[picked]
    hands[picked, picker] &= ~blind[picked]
    dealt = np.column_stack([hands, blind])
    spitzer_dealing.start_deals(state, rows, dealt, rules, variant_of(rules).tables)


def _deal_smear(state: SmearState, rows: npt.NDArray[np.intp], rules: SmearRules) -> None:
    hands = state.hands | state.played | state.discarded
    first = rules.players * rules.hand_size
    order, redeals = state.order.copy(), state.redeals.copy()
    if rules.widow_size:
        took = np.flatnonzero(state.phase != SmearPhase.AUCTION)
        pitcher = state.pitcher[took]
        widow = _drawn_from(hands[took, pitcher], rules.widow_size, state, took)
        order[took, first : first + rules.widow_size] = widow
        hands[took, pitcher] &= ~union(bit(widow))
    held = np.nonzero(flags(hands.reshape(-1), order.shape[1]))[1]  # every hand in turn
    order[:, :first] = held.reshape(-1, first)
    smear_dealing.start_deals(state, rows, order, rules)
    state.redeals[:] = redeals


def _drawn_from(cards: Cards, number: int, state: SmearState, rows: npt.NDArray[np.intp]) -> Ids:
    """(K, number) ids drawn from the sets `cards` (K,), by the keys of the games `rows`."""
    ids = np.arange(state.order.shape[1])
    keys = random_keys(state.seed[rows, None], state.stream[rows, None], ids)
    keys = np.where(contains(cards[:, None], ids), keys, np.iinfo(np.uint64).max)
    drawn = keys.argsort(axis=1, kind="stable")[:, :number]
    return drawn.astype(np.int8)
