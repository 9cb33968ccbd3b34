"""One episode between agents as a readable record, which the game's `replay` reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from agents.protocol import Agent
from agents.random_agent import RandomAgent
from experiments.forfeits import Umpire
from trick_taking.cards import NO_SEAT

ONLY_ROW = np.zeros(1, np.intp)


def record_episode(
    module: Any, rules: Any, players: Sequence[Agent], seed: int, history: bool, **options: str
) -> str:
    """The record of the first deal of `seed`, or match with `episode="match"`, one player a seat.

    It has stream 0 and so is to the card and the draw the first of a tournament. When a player
    fails, the rest is played by random legal actions. `options` are those of `env`.
    """
    env = module.env(rules=rules, history=history, **options)
    env.reset(seed=seed)
    base, umpire = env.unwrapped, Umpire()
    while base.seat != NO_SEAT:
        answers = umpire.ask(players[base.seat], base.game, ONLY_ROW)
        if answers.failures:
            players = [RandomAgent()] * len(players)
            continue
        env.step(int(answers.actions[0]))
    return str(base.record())
