"""Counterfactual regret minimization on a whole tree (agents/exact_game.py), every seat for itself.

CFR+ after Tammelin (arXiv 1407.5042): regrets are never let below zero, and the policy handed out
is the mean over the iterations, later ones weighing more. All seats learn in each iteration.

With two players of opposed interests the mean goes to an equilibrium. Here are four seats, two or
three of which share their units: nothing is promised, NashConv (agents/exact_values.py) says of
each policy how far it is from an equilibrium.
"""

from __future__ import annotations

import numpy as np

from agents.exact_game import ExactGame, Reals
from agents.exact_values import first_choices, plan_of, proportions, reach_of, worth_of_choices


class TabularCfr:
    """The learner.

    iterations: how many are done
    """

    def __init__(self, game: ExactGame) -> None:
        self.game, self.iterations = game, 0
        self._regrets = np.zeros(len(game.action))
        self._plans = np.zeros(len(game.action))

    def iterate(self) -> None:
        """Play by the regrets so far, in all deals at once, and add what each choice missed."""
        self.iterations += 1
        game, policy = self.game, proportions(self.game, self._regrets)
        plan = plan_of(game, policy)
        _, others = reach_of(game, plan)
        worth = worth_of_choices(game, others)
        for layer in reversed(game.layers):
            choices = layer.choices
            values = np.add.reduceat(worth[choices] * policy[choices], first_choices(game, layer))
            np.add.at(worth, game.set_before[layer.sets], values)
            worth[choices] -= values[game.choice_set[choices] - layer.sets.start]
        self._regrets = np.maximum(self._regrets + worth, 0)
        self._plans += self.iterations * plan

    def policy(self) -> Reals:
        """(E,) the mean over the iterations, each weighed by its number."""
        return proportions(self.game, self._plans)
