"""Michigan Spitzer: a trick-taking game with fourteen trumps, secret partners and calls.

TEXT
"""  # noqa: E501

from __future__ import annotations

from functools import partial

from spitzer_env.kit import MICHIGAN_KIT, michigan_game
from spitzer_env.michigan_rules import MichiganRules as Rules
from trick_taking.aec import RenderMode, TrickTakingAEC
from trick_taking.lockstep import Episode
from trick_taking.one_game import Illegal
from trick_taking.replay import replay as replay_record
from trick_taking.rewards import Rewards

__all__ = ["Rules", "env", "raw_env", "replay", "vector_env"]

vector_env = michigan_game


def env(
    rules: Rules | None = None,
    episode: Episode = "deal",
    rewards: Rewards = "units",
    illegal: Illegal = "raise",
    render_mode: RenderMode | None = None,
    history: bool = False,
) -> TrickTakingAEC:
    """A PettingZoo environment; its page is this module's docstring.

    rules: the options, default `Rules()`
    episode: "deal" or "match"
    rewards: "units", "relative" (zero-sum) or "win" (of a match)
    illegal: "raise" refuses an illegal action with ValueError, "terminate" ends the episode
    render_mode: None, "ansi" (`render()` returns text) or "human" (it prints)
    history: add the order of play to the observation
    """
    return TrickTakingAEC(
        MICHIGAN_KIT,
        rules=rules,
        episode=episode,
        rewards=rewards,
        illegal=illegal,
        render_mode=render_mode,
        history=history,
    )


raw_env = env  # the environment checks order and legality itself and needs no wrapper


def replay(
    text: str, upto: int | None = None, render_mode: RenderMode | None = None
) -> TrickTakingAEC:
    """The environment of a record (`env.record()`) after its first `upto` actions (default all).

    ValueError names the line of the record and its fault.
    """
    return replay_record(text, MICHIGAN_KIT, partial(env, render_mode=render_mode), upto)
