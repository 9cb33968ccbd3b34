"""`hidden-partners study belief GAME --agents X ..`: what can be known of secret partners?

Each agent plays the deals in all seats. At every card of one seat a deal, beliefs about the sides
are compared with the truth: what own cards and announcements say, what the cards played leave
besides (exact, by the rules), and what who knows the agent's policy believes (by weighted worlds).
Of a trained network its head for the sides and a probe of its last layer are asked too; the probe
learns from one half of the deals and is asked in the other. `experiments.belief_states` has the
beliefs, `agents.belief_measures` the figures. Intervals are by bootstrap over deals.

The inference ratio of an agent is (rule - agent) / (rule - policy) of their log-losses. With few
effective worlds the belief by the policy falls short of what could be read from it, and the ratio
comes out too high: `--worlds` mends that. Of who always takes one action, as `rule` does, the
policy is taken to be known but for `--tremble`.

The run folder gets `table.txt`, `results.json` and `picture.png`, and the beliefs of every chunk of
deals in `states/`. Stopped by Ctrl-C or killed, the study goes on with `--resume`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import torch

from agents.atomic_file import replace_files
from agents.registry import make
from experiments.belief_estimates import Figures, estimate
from experiments.belief_pages import (
    as_json,
    belief_picture,
    effective_text,
    group_table,
    main_table,
)
from experiments.belief_states import Observer, States
from experiments.deeds import MICHIGAN_ROLES, SPITZER_ROLES
from experiments.forfeits import StoppedError
from experiments.games import load_game, make_rules
from experiments.option_checks import check_ranges
from experiments.run_folder import RUN_FILE, describe_run, settle_folder, write_json
from experiments.study_deals import STOPPED, check_agents, fresh_games, kept_parts
from experiments.tables import as_text

ROLES = {"spitzer": SPITZER_ROLES, "michigan": MICHIGAN_ROLES}
_FREE = ("run", "resume", "threads")
_FRESH = 0x62656C66  # keeps these deals apart from those of training
_RANGES = {
    "deals": (2.0, 1e9),
    "worlds": (0.0, 1e5),
    "tremble": (1e-6, 0.999),
    "chunk": (1.0, 1e6),
    "resamples": (1.0, 1e6),
    "seed": (0, 2**62),
}


@dataclass(frozen=True, kw_only=True)
class BeliefConfig:
    """How much can be known of secret partners, and how much of it agents know."""

    game: Literal["spitzer", "michigan"]
    """Game to play."""
    agents: tuple[str, ...] = ("random", "rule", "pretrained")
    """Who plays, as in tournaments; each holds all seats."""
    deals: int = 300
    """Deals that each agent plays."""
    worlds: int = 100
    """Worlds that a belief by the known policy weighs; 0: there is none."""
    tremble: float = 0.05
    """Share of other actions that is granted to who always takes one."""
    seed: int = 0
    """Of the deals and of every draw."""
    rules: tuple[str, ...] = ()
    """Options of the rules, as name=value."""
    run: Path | None = None
    """Folder of the study; default a new one under runs/."""
    resume: bool = False
    """Go on with the study in `--run`, with its own options."""
    chunk: int = 100
    """Deals side by side; changes no result."""
    resamples: int = 1000
    """Resamples of the deals, for the intervals."""
    threads: int = 1
    """Threads of torch."""


def main(config: BeliefConfig) -> int:
    """Play, believe, print the tables and write the run folder; 130 when Ctrl-C ended it early."""
    config, folder = settle_folder(config, "belief", "study", _FREE)
    check_ranges(config, _RANGES)
    study = BeliefStudy(config, folder)
    if not config.resume:
        write_json(folder / RUN_FILE, describe_run(config))
    try:
        states = {agent: study.states(agent) for agent in config.agents}
    except StoppedError:
        print(f"stopped; go on with --run {folder} --resume")
        return STOPPED
    found = {agent: study.figures(own) for agent, own in states.items()}
    text = study.text(states, found)
    print(text)
    facts = {
        "title": f"{config.game}: beliefs about the sides",
        "rules": study.rules.as_dict(),
        "states": {agent: len(own.deal) for agent, own in states.items()},
        "figures": as_json(found),
    }
    write_json(folder / "results.json", describe_run(config) | facts)
    caption = f"{config.game}, {config.deals:,} deals, seed {config.seed}, 95% intervals"
    picture = belief_picture(found, caption)
    replace_files({folder / "table.txt": text.encode(), folder / "picture.png": picture})
    print(f"results are in {folder}")
    return 0


class BeliefStudy:
    """The agents' deals, and what could be believed in them."""

    def __init__(self, config: BeliefConfig, folder: Path) -> None:
        torch.set_num_threads(config.threads)
        self.config, self.folder, self.roles = config, folder, ROLES[config.game]
        check_agents(config.agents)
        self.module = load_game(config.game)
        self.rules = make_rules(self.module, config.rules)
        if getattr(self.rules, "blind", 0) or self.rules.revoke != "forbidden":
            raise ValueError("rules: beliefs are studied without a blind and without revokes")
        self.make_game = fresh_games(self.module, self.rules, _FRESH, config.seed)
        model = self.make_game(1, np.zeros(1, np.uint64))
        self.observers = {
            agent: Observer(model, make(agent, model), config.worlds, config.tremble)
            for agent in config.agents
        }

    def states(self, agent: str) -> States:
        """What could be believed in the deals of `agent`, as far as it is not known already."""
        config, place = self.config, self.config.agents.index(agent)

        def count(deals: range) -> bytes:
            game = self.make_game(len(deals), np.array(deals, np.uint64))
            return self.observers[agent].watch(game, deals, config.seed).as_bytes()

        def file_of(first: int) -> Path:
            return self.folder / "states" / f"{place}-{first}.npz"

        parts = kept_parts(
            agent, config.deals, config.chunk, file_of, count, lambda file, _: States.read(file)
        )
        return States.joined(parts)

    def figures(self, states: States) -> Figures:
        """Every figure of one agent's deals."""
        return estimate(states, self.roles, self.config.resamples, self.config.seed)

    def text(self, states: dict[str, States], found: dict[str, Figures]) -> str:
        """The tables for the terminal, and how far the weighted worlds can be trusted."""
        tables = [main_table(found)]
        tables += [group_table(found, self.roles, by_role) for by_role in (False, True)]
        lines = [effective_text(agent, own, self.config.worlds) for agent, own in states.items()]
        return as_text(tables) + "".join(f"{line}\n" for line in lines if line)
