"""`hidden-partners study best-response GAME --agent X`: how much can be gained against X?

PPO trains an exploiter that holds one seat of every game, drawn for each, while frozen X holds all
others; where sides are secret it is on the side that the deal gives it. It begins from `--start`,
or by imitating X in the first tenth of its deals. This is done for some seeds. Each exploiter then
plays fresh duplicate deals greedily (`experiments.exploitation` says what its gain is), and the
best of them further ones, on which its figure stands unselected: a LOWER BOUND of how exploitable X
is, for a best response gains no less.

The run folder gets a training run a seed, `seed-0` and so on, with the gains of its deals,
`results.json` and `table.txt`. Stopped by Ctrl-C or killed, the study goes on with `--resume`.
"""

from __future__ import annotations

import dataclasses
import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.table import Table

from agents.atomic_file import replace_files
from agents.policy_agent import load_policy_agent
from agents.registry import make
from experiments import train
from experiments.deeds import DEEDS, SCORES
from experiments.exploitation import Gains, exploiter_gains
from experiments.forfeits import StoppedError
from experiments.games import GameName, load_game, make_rules
from experiments.measures import Measure
from experiments.option_checks import check_ranges
from experiments.progress import progress_bar, stop_flag
from experiments.run_folder import RUN_FILE, describe_run, settle_folder, write_json
from experiments.standings import Estimate
from experiments.study_deals import STOPPED, fresh_games
from experiments.tables import as_text, with_interval
from experiments.training_options import TrainConfig
from trick_taking.choice import uniform_legal

IMITATED = 0.1  # of the deals of training
MINIBATCH = 512  # decisions; with one seat to learn from, an iteration has few
CHUNK = 256  # deals side by side; changes no result
_COUNTED = 256  # games
_FREE = ("run", "resume", "threads")
Rows = dict[str, list[Estimate]]  # by exploiter: of all seats, then by role
_FRESH = 0x66726573  # keeps the deals of the evaluation apart from those of training
_RANGES = {
    "budget": (1.0, 1e12),
    "seeds": (1.0, 1000.0),
    "deals": (1.0, 1e9),
    "resamples": (1.0, 1e6),
    "games": (1.0, 1e6),
    "seed": (0, 2**62),
}


@dataclass(frozen=True, kw_only=True)
class BestResponseConfig:
    """A lower bound of what can be gained against an agent, by training exploiters of it."""

    game: GameName
    """Game to play."""
    agent: str = "rule"
    """Who is to be exploited, as in tournaments: ppo:RUN,greedy for instance."""
    budget: int = 1_000_000
    """Decisions that each exploiter learns from, about."""
    seeds: int = 3
    """Exploiters, each from a seed of its own."""
    deals: int = 2000
    """Fresh deals that each exploiter is measured by, and the best of them once more."""
    seed: int = 0
    """Of the deals and of every draw."""
    start: Path | None = None
    """Run folder or checkpoint of PPO that the exploiters begin from."""
    rules: tuple[str, ...] = ()
    """Options of the rules, as name=value."""
    games: int = 1024
    """Games of an iteration of training."""
    run: Path | None = None
    """Folder of the study; default a new one under runs/."""
    resume: bool = False
    """Go on with the study in `--run`, with its own options."""
    resamples: int = 2000
    """Resamples of the deals, for the intervals."""
    threads: int | None = None
    """Threads of torch; default every core."""


def main(config: BestResponseConfig) -> int:
    """Train, measure, print the table and write the run folder; 130 when Ctrl-C ended it early."""
    config, folder = settle_study(config)
    study = Study(config, folder)
    if not config.resume:
        write_json(folder / RUN_FILE, describe_run(config))
    try:
        found = [study.exploiter(number) for number in range(config.seeds)]
        best = int(np.argmax([study.estimates(gains)[0].value for gains in found]))
        bound = study.measure_once(best, folder / "bound.npz", further=True)
    except StoppedError:
        print(f"stopped; go on with --run {folder} --resume")
        return STOPPED
    rows = {f"seed {number}": study.estimates(gains) for number, gains in enumerate(found)}
    bounds = study.estimates(bound)
    text = study.text(rows, best, bound.roles, bounds)
    print(text)
    facts = study.facts(rows, best, bound.roles, bounds)
    write_json(folder / "results.json", describe_run(config) | facts)
    replace_files({folder / "table.txt": text.encode()})
    print(f"results are in {folder}")
    return 0


def settle_study(config: BestResponseConfig) -> tuple[BestResponseConfig, Path]:
    """The options of the study and its folder; ValueError names what is wrong."""
    config, folder = settle_folder(config, "best-response", "study", _FREE)
    check_ranges(config, _RANGES)
    return config, folder


class Study:
    """The agent to be exploited, and its exploiters."""

    def __init__(self, config: BestResponseConfig, folder: Path) -> None:
        torch.set_num_threads(config.threads or os.cpu_count() or 1)
        self.config, self.folder = config, folder
        self.module = load_game(config.game)
        self.rules = make_rules(self.module, config.rules)
        self.measure = Measure("deal", SCORES[config.game], self.rules.players)
        self.make_game = fresh_games(self.module, self.rules, _FRESH, config.seed)
        self.model = self.make_game(1, np.zeros(1, np.uint64))
        self.exploited = make(config.agent, self.model)
        if config.start is not None:
            load_policy_agent(config.start, self.model)  # an error now, not after run.json
        self.training_deals = self._training_deals()

    def _training_deals(self) -> int:
        """Deals with as many decisions of one seat, counted in random play, as the budget has.

        In deals that are imitated the exploiter learns from every seat.
        """
        game = self.make_game(_COUNTED, np.arange(_COUNTED, dtype=np.uint64))
        decisions = 0
        while (legal := game.legal).any():
            decisions += int((legal.sum(axis=1) > 1).sum())
            game.step(uniform_legal(legal, game.action_keys()))
        players = self.rules.players
        a_deal = decisions / _COUNTED / players * (1 + self._imitated * (players - 1))
        return max(1, round(self.config.budget / a_deal))

    @property
    def _imitated(self) -> float:
        """The share of the deals of training that are X's, to be imitated."""
        return 0.0 if self.config.start else IMITATED

    def training(self, number: int) -> TrainConfig:
        """The training run of exploiter `number`: `train --opponents X`, by the deal."""
        config, folder = self.config, self.folder / f"seed-{number}"
        return TrainConfig(
            game=config.game,
            run=folder,
            resume=(folder / RUN_FILE).exists(),
            rules=config.rules,
            episode="deal",
            rewards=self.measure.score,
            opponents=config.agent,
            seed=config.seed * config.seeds + number,
            deals=self.training_deals,
            games=config.games,
            minibatch=MINIBATCH,
            start=config.start,
            imitate=round(self._imitated * self.training_deals),
            threads=config.threads,
        )

    def exploiter(self, number: int) -> Gains:
        """Train exploiter `number` and measure it, as far as it has not been done before."""
        file = self.folder / f"seed-{number}" / "gains.npz"
        if not file.exists() and train.main(self.training(number)):
            raise StoppedError
        return self.measure_once(number, file)

    def measure_once(self, number: int, file: Path, further: bool = False) -> Gains:
        """What exploiter `number` gains by the fresh deals or by `further` ones, kept in `file`."""
        if file.exists():
            return Gains.read(file)
        exploiter = load_policy_agent(self.folder / f"seed-{number}", self.model, greedy=True)
        count, deeds_of = self.config.deals, DEEDS[self.config.game]
        pair = exploiter, self.exploited
        deals, parts = range(count, 2 * count) if further else range(count), []
        with stop_flag() as stopped, progress_bar() as bar:
            task = bar.add_task(f"deals of seed {number}", total=count, note="")
            for first in range(0, count, CHUNK):
                chunk = deals[first : first + CHUNK]
                parts.append(exploiter_gains(self.make_game, deeds_of, self.measure, *pair, chunk))
                bar.update(task, advance=len(chunk))
                if stopped:
                    raise StoppedError
        gains = Gains.joined(parts)
        replace_files({file: gains.as_bytes()})
        return gains

    def estimates(self, gains: Gains) -> list[Estimate]:
        """Of all seats, then by role."""
        return gains.estimates(self.config.resamples, self.config.seed)

    def text(self, rows: Rows, best: int, roles: tuple[str, ...], bound: list[Estimate]) -> str:
        """The table, and the bound in a sentence."""
        config, (units, less) = self.config, self.measure.score_texts
        title = f"what an exploiter of {config.agent} gains in one seat: {units}{less}"
        table = Table(title=title, title_justify="left")
        for name in ("exploiter", "all roles", *roles):
            table.add_column(name, justify="left" if name == "exploiter" else "right")
        for name, row in (rows | {f"seed {best}, further deals": bound}).items():
            table.add_row(name, *(with_interval(estimate) for estimate in row))
        found = bound[0]
        shown = "" if found.low > 0 else "; nothing is shown: the budget was too small"
        return as_text([table]) + (
            f"LOWER BOUND of the exploitability of {config.agent} in one seat: "
            f"{found.value:+.3f} [{found.low:+.3f}, {found.high:+.3f}] units a deal, by "
            f"{self.training_deals:,} deals of training and {config.deals:,} fresh deals{shown}\n"
        )

    def facts(
        self, rows: Rows, best: int, roles: tuple[str, ...], bound: list[Estimate]
    ) -> dict[str, Any]:
        """The same as plain JSON."""
        names = ("all", *roles)
        found = {
            name: {role: _plain(estimate) for role, estimate in zip(names, row, strict=True)}
            for name, row in (rows | {"bound": bound}).items()
        }
        return {
            "rules": self.rules.as_dict(),
            "agent": self.config.agent,
            "training_deals": self.training_deals,
            "deals": self.config.deals,
            "best": f"seed {best}",
            "lower_bound": found.pop("bound"),
            "exploiters": found,
        }


def _plain(estimate: Estimate) -> dict[str, float | int | None]:
    """As JSON, which knows no NaN."""
    return {n: None if math.isnan(x) else x for n, x in dataclasses.asdict(estimate).items()}
