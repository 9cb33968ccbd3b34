"""Deals that could be the true one: drawn uniformly from all that a seat cannot rule out.

    determinizer, view = Determinizer(game), game.view()
    worlds = determinizer.draw(view.information_state, view.keys, 20)
    worlds.hands            # (G, 20, S) card sets, relative seats, as they may be held now
    worlds.counts           # (G,) how many deals are consistent
    worlds, belief = determinizer.draw_weighted(information, keys, 20, log_likelihood)
    belief.weights, belief.effective             # (G, 20) by a policy's probabilities, (G,)

A world says where every card that the observer has not seen lies. It is consistent when the record
of the deal could have come about with it: the rules would have allowed everybody what he said and
played (and laid face down). Of all consistent worlds each is as likely as any other. They are
counted, not tried, so a draw takes the same time however few they are.

An information state goes in and nothing else: no world can be drawn because it is the true one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from agents.placing_draws import count_placings, draw_placings
from agents.placings import Floats, Placings, class_sizes
from agents.unseen import Piles
from agents.unseen_michigan import ask_michigan
from agents.unseen_smear import ask_smear
from agents.unseen_spitzer import ask_two_trump
from smear_env.information import InformationState as SmearInformation
from smear_env.rules import SmearRules
from spitzer_env.information import InformationState, MichiganInformation
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.rules import TwoTrumpRules
from trick_taking.cards import NO_SEAT, Cards
from trick_taking.counter import Keys
from trick_taking.lockstep import LockstepGame


@dataclass(frozen=True)
class Worlds:
    """W consistent worlds of each of G rows; seats are relative to the observer, 0 = me."""

    hands: Cards  # (G, W, S) cards each seat holds now, my own too
    laid: Cards  # (G, W, S) cards each seat laid face down: buried (SPV4) or discarded (SM7)
    widow: Cards  # (G, W) the widow until the pitcher takes it (SMV2)
    rest: Cards  # (G, W) the blind while nobody has picked it (SPV4); the stock (SM4)
    counts: Floats  # (G,) consistent worlds of each row, exact below 2**53


@dataclass(frozen=True)
class Weights:
    """What W uniform worlds of each of G rows weigh, given a policy's probabilities."""

    weights: Floats  # (G, W) of sum 1
    effective: Floats  # (G,) effective sample size, from 1 to W


class Determinizer:
    """Draws and counts the consistent worlds of information states of one game."""

    def __init__(self, game: LockstepGame) -> None:
        """`game` gives its rules, and nothing else. ValueError for a game that is not known."""
        self._known, self._ask = _question_of(game.rules)
        self._piles = Piles(game.rules.players)

    def count(self, information: Any) -> Floats:
        """(G,) number of consistent worlds; ValueError where there is none."""
        asked = self.questions(information)
        counts = count_placings(asked, len(information.seat))
        _refuse_impossible(counts)
        return counts

    def draw(self, information: Any, keys: Keys, num_worlds: int) -> Worlds:
        """`num_worlds` worlds of each row, independent and uniform.

        keys: (G,) uint64, `view.keys`; world w of a row is a pure function of the row's
            information, its key and w, whatever the batch and however many worlds are drawn
        ValueError names the rows whose record no deal can have made: a fault, never bad luck.
        """
        if num_worlds < 1:
            raise ValueError(f"num_worlds must be 1 or more, not {num_worlds}")
        shape = information.seat.shape
        if keys.shape != shape or keys.dtype != np.uint64:
            raise ValueError(f"keys must be uint64 {shape}, not {keys.dtype} {keys.shape}")
        placed, counts = draw_placings(self.questions(information), keys, num_worlds)
        _refuse_impossible(counts)
        piles = self._piles
        return Worlds(
            hands=_with_mine(information.hand, placed[:, :, piles.hands]),
            laid=_with_mine(_laid_by_me(information), placed[:, :, piles.laid]),
            widow=placed[:, :, piles.widow],
            rest=placed[:, :, piles.rest],
            counts=counts,
        )

    def draw_weighted(
        self,
        information: Any,
        keys: Keys,
        num_worlds: int,
        log_likelihood: Callable[[Any, Worlds], Floats],
    ) -> tuple[Worlds, Weights]:
        """The worlds of `draw`, and what each weighs for an observer who knows a policy.

        log_likelihood: (information, worlds) to (G, W), see `weigh`
        """
        worlds = self.draw(information, keys, num_worlds)
        return worlds, weigh(log_likelihood(information, worlds))

    def questions(self, information: Any) -> Placings:
        """What is asked about the unseen cards; ValueError as for `draw`."""
        kind = type(information)
        if kind is not self._known:
            found = f"{kind.__module__}.{kind.__name__}"
            raise ValueError(f"worlds of another game were asked for: its information is {found}")
        nobody = np.flatnonzero(information.seat == NO_SEAT)
        if len(nobody):
            raise ValueError(f"nobody observes rows {nobody[:5].tolist()}: their games are over")
        asked = self._ask(information)
        unseen, room = class_sizes(asked.cards).sum(axis=1), asked.room.sum(axis=1)
        wrong = asked.row[(unseen != room) | (asked.room < 0).any(axis=1)]
        if len(wrong):
            raise ValueError(f"rows {wrong[:5].tolist()}: the unseen cards do not fill the hands")
        return asked


def _question_of(rules: Any) -> tuple[type, Callable[[Any], Placings]]:
    """The class of a game's information states, and what to ask about one."""
    if isinstance(rules, MichiganRules):
        return MichiganInformation, partial(ask_michigan, rules=rules)
    if isinstance(rules, TwoTrumpRules):
        return InformationState, partial(ask_two_trump, rules=rules)
    if isinstance(rules, SmearRules):
        return SmearInformation, partial(ask_smear, rules=rules)
    raise ValueError(f"no worlds can be drawn under {type(rules).__name__}")


def _refuse_impossible(counts: Floats) -> None:
    impossible = np.flatnonzero(counts == 0)
    if len(impossible):
        raise ValueError(f"rows {impossible[:5].tolist()}: no deal is consistent with the record")


def _laid_by_me(information: Any) -> Cards:
    return (
        information.discarded if isinstance(information, SmearInformation) else information.buried
    )


def _with_mine(mine: Cards, others: Cards) -> Cards:
    """(G, W, S) from my cards (G,) and those of the others (G, W, S - 1)."""
    own = np.broadcast_to(mine[:, None, None], (*others.shape[:2], 1))
    return np.concatenate([own, others], axis=2)


def weigh(log_likelihood: Floats) -> Weights:
    """Importance weights of uniform worlds under a policy.

    log_likelihood: (G, W) log of the probability that the policy takes, in each world, all actions
        that were taken in it, the face-down ones too; -inf where it never would
    Weighted by the result, the worlds stand for the belief of an observer who knows the policy.
    ValueError where a row's worlds are all impossible for it, or a number is NaN or +inf.
    """
    if np.isnan(log_likelihood).any() or (log_likelihood == np.inf).any():
        raise ValueError("log_likelihood must not be NaN or +inf")
    best = log_likelihood.max(axis=1, keepdims=True)
    lost = np.flatnonzero(best[:, 0] == -np.inf)
    if len(lost):
        raise ValueError(f"rows {lost[:5].tolist()}: the policy makes the record in no world drawn")
    weights = np.exp(log_likelihood - best)
    weights /= weights.sum(axis=1, keepdims=True)
    return Weights(weights, 1 / np.square(weights).sum(axis=1))
