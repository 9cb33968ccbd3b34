"""Agents by their text: `make("random", game)`, `make("ppo:runs/today,greedy", game)`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, cast

from agents.protocol import Agent
from agents.random_agent import RandomAgent
from trick_taking.lockstep import LockstepGame

if TYPE_CHECKING:
    from smear_env.game import SmearGame
    from spitzer_env.game import SpitzerGame

AGENT_TEXTS = {
    "random": "uniform over the legal actions",
    "rule": "follows the strategy advice of the game's rule books",
    "ppo:PATH": "a trained network: PATH is a run folder or a checkpoint file; "
    "ppo:PATH,greedy always takes its most probable action",
}
_EXTRA = ("torch", "safetensors")


def make(text: str, game: LockstepGame) -> Agent:
    """The agent that `text` names, for `game`; its `name` is the text.

    A text is a kind, for some kinds `:PATH`, then options after commas (a path with a comma cannot
    be named). ValueError says what is wrong with the text and what texts there are.
    """
    head, *options = text.split(",")
    kind, colon, path = head.partition(":")
    takes_path = kind == "ppo"
    if kind not in ("random", "rule", "ppo") or bool(colon) != takes_path:
        raise _refusal(text, "is unknown")
    known = {"greedy"} if kind == "ppo" else set()
    wrong = [option for option in options if option not in known]
    if wrong:
        raise _refusal(text, f"has an unknown option {wrong[0]!r}")
    if kind == "random":
        return RandomAgent()
    if kind == "rule":
        return _make_rule(text, game)
    return _make_ppo(text, path, game, greedy="greedy" in options)


def _refusal(text: str, cause: str) -> ValueError:
    known = "; ".join(f"{name} ({meaning})" for name, meaning in AGENT_TEXTS.items())
    return ValueError(f"agent {text!r} {cause}; there are: {known}")


def _make_rule(text: str, game: LockstepGame) -> Agent:
    if game.name == "spitzer_v0" and game.rules.blind:
        from agents.rule_blind import RuleAgent as BlindRuleAgent

        return BlindRuleAgent(cast("SpitzerGame", game))
    if game.name == "spitzer_v0":
        from agents.rule_spitzer import RuleAgent

        return RuleAgent(cast("SpitzerGame", game))
    if game.name == "michigan_v0":
        from agents.rule_michigan import RuleAgent as MichiganRuleAgent

        return MichiganRuleAgent(cast("SpitzerGame", game))
    if game.name == "smear_v0":
        from agents.rule_smear import RuleAgent as SmearRuleAgent

        return SmearRuleAgent(cast("SmearGame", game))
    raise ValueError(f"agent {text!r}: there is no rule player for {game.name}")


def _make_ppo(text: str, path: str, game: LockstepGame, greedy: bool) -> Agent:
    """A network player; torch is imported here, so that the others do without."""
    if not path or not Path(path).exists():
        raise ValueError(f"agent {text!r}: there is no file or folder {path!r}")
    missing = [module for module in _EXTRA if find_spec(module) is None]
    if missing:
        raise ValueError(
            f"agent {text!r} needs {missing[0]}: install it with "
            "python -m pip install 'hidden-partners[train]'"
        )
    from agents.policy_agent import load_policy_agent

    return load_policy_agent(path, game, greedy, name=text)
