"""Agents as policies on a whole tree (agents/exact_game.py)."""

from __future__ import annotations

import numpy as np

from agents.exact_game import ExactGame, Reals
from agents.exact_values import uniform
from agents.protocol import Agent
from agents.random_agent import RandomAgent
from spitzer_env.game import SpitzerGame
from trick_taking.counter import random_keys
from trick_taking.view import View

_DRAWS = 0x64726177  # keeps the keys of the answers apart from other draws


def policy_of_agent(game: ExactGame, agent: Agent, draws: int = 1) -> Reals:
    """(E,) how often `agent` makes each choice.

    The random player's policy is exact. Any other agent is asked `draws` times in every
    information set, each time with other keys: exact for one that never draws, else the policy of
    that many answers. In the public-team twin it is not told the sides.
    """
    if isinstance(agent, RandomAgent):
        return uniform(game)
    policy = np.ones(len(game.action))
    observe = SpitzerGame(1, rules=game.rules).observe_information
    for layer in game.layers:
        counted = np.zeros(layer.view.legal.shape)
        rows = np.arange(len(layer.view))
        for draw in range(draws):
            keys = random_keys(_DRAWS, draw, layer.sets.start + rows)
            view = View(layer.view.information_state, layer.view.legal, keys, observe)
            counted[rows, agent.act(view)] += 1 / draws
        policy[layer.choices] = counted[layer.view.legal]
    return policy
