"""Agents by their text: `make("random", game)`, `make("ppo:runs/today,greedy", game)`.

Here every kind of agent is known by a word, what it says of itself, and how it is made. Modules
that need an extra are imported when such an agent is asked for, so that the others do without.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, cast

from agents.agent_text import AgentText
from agents.protocol import Agent
from agents.random_agent import RandomAgent
from trick_taking.lockstep import LockstepGame

if TYPE_CHECKING:
    from agents.policy_agent import PolicyAgent
    from smear_env.game import SmearGame
    from spitzer_env.game import SpitzerGame


class Kind(NamedTuple):
    """One kind of agent."""

    usage: str  # how its texts look
    meaning: str
    takes: bool | None  # whether an argument follows the word; None: it may
    make: Callable[[AgentText, LockstepGame], Agent]


def make(text: str, game: LockstepGame) -> Agent:
    """The agent that `text` names, for `game`; its `name` is the text.

    ValueError says what is wrong with the text and what texts there are.
    """
    parts = AgentText.parse(text)
    kind = KINDS.get(parts.kind)
    if kind is None or kind.takes is (parts.argument is None):
        known = "; ".join(f"{kind.usage} ({kind.meaning})" for kind in KINDS.values())
        raise parts.error(f"is unknown; there are: {known}")
    return kind.make(parts, game)


def _make_random(text: AgentText, game: LockstepGame) -> Agent:
    text.flags()
    return RandomAgent()


def _make_rule(text: AgentText, game: LockstepGame) -> Agent:
    text.flags()
    if game.name == "spitzer_v0" and game.rules.is_reduced:
        raise text.error(
            f"cannot play cards_each={game.rules.cards_each}: it counts on hands of eight (SPV7)"
        )
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
    raise text.error(f"cannot be made: there is no rule player for {game.name}")


def _make_policy(text: AgentText, game: LockstepGame) -> Agent:
    return _make_trained(text, game, "greedy" in text.flags(("greedy",)))


def _make_greedy(text: AgentText, game: LockstepGame) -> Agent:
    text.flags()
    return _make_trained(text, game, greedy=True)


def _make_trained(text: AgentText, game: LockstepGame, greedy: bool) -> Agent:
    path = text.path()
    text.need("train", ("torch", "safetensors"))
    from agents.policy_agent import load_policy_agent

    return load_policy_agent(path, game, greedy, name=text.text, kind=text.kind)


def _make_pretrained(text: AgentText, game: LockstepGame) -> Agent:
    greedy = "greedy" in text.flags(("greedy",))
    text.need("train", ("torch", "safetensors"))
    from agents.policy_agent import load_policy_agent
    from agents.pretrained import pretrained_file

    return load_policy_agent(pretrained_file(game), game, greedy, name=text.text)


def _make_pimc(text: AgentText, game: LockstepGame) -> Agent:
    numbers = text.numbers({"worlds": 20, "cards": 16 if game.name == "smear_v0" else 20})
    reduced = game.name == "spitzer_v0" and game.rules.is_reduced
    plays_on = make("random" if reduced else "rule", game)  # SPV7: until the cards can be solved
    text.need("search", ("numba",))
    from agents.pimc import PimcAgent
    from agents.world_values import leaves_of

    leaves = leaves_of(game.rules, numbers["cards"])
    return PimcAgent(game, plays_on, leaves, numbers["worlds"], text.text)


def _make_ismcts(text: AgentText, game: LockstepGame) -> Agent:
    numbers = text.numbers({"iterations": 200, "ms": 0})
    from agents.ismcts import IsmctsAgent

    only_time = "ms=" in text.text and "iterations=" not in text.text
    iterations = None if only_time else numbers["iterations"]
    return IsmctsAgent(game, iterations, numbers["ms"] or None, text.text)


def _make_search(text: AgentText, game: LockstepGame) -> Agent:
    inner = text.argument or ""
    if inner.partition(":")[0] not in ("ppo", "sb3", "pretrained"):
        raise text.error("must name a policy to search with: ppo:PATH, sb3:PATH or pretrained")
    settings = AgentText(text.text, text.kind, None, text.options).numbers({"worlds": 16})
    policy = cast("PolicyAgent", make(inner, game))
    from agents.policy_search import SearchAgent

    return SearchAgent(game, policy, settings["worlds"], text.text)


def _make_imported(text: AgentText, game: LockstepGame) -> Agent:
    """`module:attribute`, called with the game."""
    text.flags()
    module, _, name = (text.argument or "").rpartition(":")
    try:
        maker = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise text.error(f"names nothing that can be imported: {error}") from error
    agent = maker(game)
    if not isinstance(agent, Agent):
        raise text.error(f"is {type(agent).__name__}, which has no name or no act(view)")
    agent.name = text.text
    return agent


KINDS = {
    "random": Kind("random", "uniform over the legal actions", False, _make_random),
    "rule": Kind("rule", "follows the strategy advice of the game's rule books", False, _make_rule),
    "ppo": Kind(
        "ppo:PATH",
        "a trained network: PATH is a run folder or a checkpoint file; "
        "ppo:PATH,greedy always takes its most probable action",
        True,
        _make_policy,
    ),
    "dmc": Kind(
        "dmc:PATH",
        "the same of a run by Deep Monte Carlo, always the action of the highest value",
        True,
        _make_greedy,
    ),
    "sb3": Kind(
        "sb3:PATH",
        "the same of a run by MaskablePPO of sb3-contrib; sb3:PATH,greedy as for ppo",
        True,
        _make_policy,
    ),
    "pretrained": Kind(
        "pretrained",
        "the trained network that comes with the package; so does pretrained,greedy",
        False,
        _make_pretrained,
    ),
    "pimc": Kind(
        "pimc:worlds=20",
        "the best action on average in so many worlds of open cards, solved exactly from "
        "cards=20 cards in all hands on, in Smear 16; before that the rule player plays on in each",
        None,
        _make_pimc,
    ),
    "ismcts": Kind(
        "ismcts:iterations=200",
        "information-set Monte Carlo tree search with so many random play-outs a decision, or "
        "ismcts:ms=50 with so much time, whose answers then depend on the clock",
        None,
        _make_ismcts,
    ),
    "search": Kind(
        "search:ppo:PATH",
        "a trained network that plays out worlds=16 worlds, weighed by its own policy, before it "
        "decides; so does search:pretrained",
        True,
        _make_search,
    ),
    "import": Kind(
        "import:MODULE:NAME",
        "your own: NAME of MODULE, called with the game, gives an Agent",
        True,
        _make_imported,
    ),
}
