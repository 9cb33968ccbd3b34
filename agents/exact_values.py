"""Values, best responses and NashConv of policies on a whole tree (agents/exact_game.py).

A policy is (E,) float64 as `ExactGame` says. All is exact up to rounding, in units a deal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from agents.exact_game import ExactGame, Layer, Places, Reals


class Regard(NamedTuple):
    """A profile of policies from the side of each seat.

    units: (S,) what each seat gets
    best: (S,) what it would get by its best response to the others
    response: (E,) a policy whose part of each seat is such a response; of equals all, evenly
    """

    units: Reals
    best: Reals
    response: Reals

    @property
    def nash_conv(self) -> float:
        """What all seats could gain, each alone against the others as they are, added up.

        0 in an equilibrium of the S seats and nowhere else, but for rounding.
        """
        return float((self.best - self.units).sum())


def proportions(game: ExactGame, weights: Reals) -> Reals:
    """(E,) the policy that chooses in proportion to `weights` (E,) >= 0; all alike where all are
    0.
    """
    sets, firsts = game.choice_set[game.num_seats :], game.set_choice[:-1]
    totals = np.add.reduceat(weights, firsts)[sets]
    alike = (1 / np.diff(game.set_choice))[sets]
    policy = np.ones_like(weights)
    with np.errstate(invalid="ignore"):
        shares = weights[game.num_seats :] / totals
    policy[game.num_seats :] = np.where(totals > 0, shares, alike)
    return policy


def uniform(game: ExactGame) -> Reals:
    """(E,) the policy of the random player."""
    return proportions(game, np.zeros(len(game.action)))


def plan_of(game: ExactGame, policy: Reals) -> Reals:
    """(E,) how likely a seat makes each choice as far as it depends on that seat: the product of
    `policy` along its own choices.
    """
    plan = policy.copy()
    for layer in game.layers:
        plan[layer.choices] *= plan[game.set_before[game.choice_set[layer.choices]]]
    return plan


def reach_of(game: ExactGame, plan: Reals) -> tuple[Reals, Reals]:
    """(Z,) how likely each end is, and (Z, S) how likely but for the choices of one seat."""
    own = plan[game.last_choice]
    others = np.stack(
        [np.delete(own, seat, axis=1).prod(axis=1) for seat in range(game.num_seats)], axis=1
    )
    return game.chance * own.prod(axis=1), game.chance * others


def worth_of_choices(game: ExactGame, others: Reals) -> Reals:
    """(E,) units of a seat at the ends where this is its last choice, by the reach of `others`."""
    weights = (others * game.units).reshape(-1)
    worth = np.zeros(len(game.action))
    worth += np.bincount(game.last_choice.reshape(-1), weights, len(worth))
    return worth


def first_choices(game: ExactGame, layer: Layer) -> Places:
    """(n,) where the choices of each of the layer's information sets begin among its own."""
    return game.set_choice[layer.sets] - layer.choices.start


def expected_units(game: ExactGame, policy: Reals) -> Reals:
    """(S,) units a deal of each seat when all play `policy`."""
    reach, _ = reach_of(game, plan_of(game, policy))
    return reach @ game.units


def regard(game: ExactGame, policy: Reals) -> Regard:
    """What each seat gets under `policy`, and by its best response to the others."""
    reach, others = reach_of(game, plan_of(game, policy))
    worth, response = worth_of_choices(game, others), np.ones_like(policy)
    for layer in reversed(game.layers):
        choices, firsts = worth[layer.choices], first_choices(game, layer)
        values = np.maximum.reduceat(choices, firsts)
        sets = game.choice_set[layer.choices] - layer.sets.start
        best = (choices == values[sets]).astype(np.float64)
        response[layer.choices] = best / np.add.reduceat(best, firsts)[sets]
        np.add.at(worth, game.set_before[layer.sets], values)
    return Regard(reach @ game.units, worth[: game.num_seats], response)


def trump_side_units(game: ExactGame, policy: Reals) -> dict[str, float]:
    """What the trump side gets together, in units a deal: of "all" deals, and of those that it
    plays "2 v 2" and "1 v 3" (SP8).
    """
    reach, _ = reach_of(game, plan_of(game, policy))
    side = game.trump_side[game.deal]
    together, alone = (side * game.units).sum(axis=1), side.sum(axis=1) == 1
    kinds = {"all": np.full(len(alone), True), "2 v 2": ~alone, "1 v 3": alone}
    return {
        kind: float((reach * together)[ends].sum() / reach[ends].sum())
        for kind, ends in kinds.items()
        if ends.any()
    }
