"""`hidden-partners study schmear|reveal|deception|signal GAME`: how agents play with secret sides.

Each agent plays the deals in all seats, and what it does is counted: the measures are defined in
`experiments.schmearing`, `reveals` (with `friendly_fire` and `reveal_value`), `deception` and
`signalling`; of Smear, whose sides are open, there is `signal` alone, by `bid_signals`. All agents
get the same deals and random keys. Intervals are by bootstrap over deals.

The run folder gets `table.txt`, `results.json`, `picture.png`, all of it as one page in
`report.html`, and what was counted of every chunk of deals in `counted/`. Stopped by Ctrl-C or
killed, the study goes on with `--resume`.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.table import Table

from agents.atomic_file import replace_files
from agents.bootstrap import Floats
from agents.registry import make
from experiments.bid_signals import BID_SIGNALS
from experiments.deception import DECEPTION
from experiments.forfeits import StoppedError
from experiments.games import GameName, load_game, make_rules, switches_of
from experiments.option_checks import check_ranges
from experiments.pictures import curves_picture
from experiments.play_figures import PlayMeasure, as_json, estimates
from experiments.report import PAGE, page_of
from experiments.reveals import REVEALS
from experiments.run_folder import RUN_FILE, describe_run, settle_folder, write_json
from experiments.schmearing import SCHMEARING
from experiments.signalling import SIGNALLING
from experiments.standings import Estimate
from experiments.study_deals import STOPPED, check_agents, fresh_games, kept_parts
from experiments.tables import as_text, with_interval
from experiments.watched_deals import check_sides

_FREE = ("run", "resume", "threads")
_FRESH = 0x706C6179  # keeps these deals apart from those of training
_RANGES = {
    "deals": (2.0, 1e9),
    "chunk": (1.0, 1e6),
    "resamples": (1.0, 1e6),
    "seed": (0, 2**62),
}


@dataclass(frozen=True, kw_only=True)
class PlayStudyConfig:
    """How agents play where partners are secret."""

    game: GameName
    """Game to play."""
    agents: tuple[str, ...] = ("random", "rule", "pretrained")
    """Who is measured, as in tournaments; each holds all seats."""
    deals: int = 300
    """Deals that each agent plays."""
    seed: int = 0
    """Of the deals and of every draw."""
    rules: tuple[str, ...] = ()
    """Options of the rules, as name=value."""
    reveal_teams: bool = False
    """Show everybody the true sides: with the next two for agents that were trained so."""
    oracle_partner: bool = False
    """Show the seat to act who is on its own side."""
    scramble_history: bool = False
    """Hide who played which card, and when."""
    run: Path | None = None
    """Folder of the study; default a new one under runs/."""
    resume: bool = False
    """Go on with the study in `--run`, with its own options."""
    chunk: int = 100
    """Deals side by side; changes no result."""
    resamples: int = 2000
    """Resamples of the deals, for the intervals."""
    threads: int = 1
    """Threads of torch."""


class SchmearConfig(PlayStudyConfig):
    """Who gives points to whose tricks: the chance by that of the taker to be a partner."""


class RevealConfig(PlayStudyConfig):
    """When the sides are told, friendly fire before and after, and what a reveal is worth."""


class DeceptionConfig(PlayStudyConfig):
    """What others believe of a silent soloist, against a matched pair."""


class SignalConfig(PlayStudyConfig):
    """Whether a seat plays otherwise when only an earlier card of another is swapped; or a bid."""


def main(config: PlayStudyConfig) -> int:
    """Play, count, print the tables and write the run folder; 130 when Ctrl-C ended it early."""
    config, folder = settle_folder(config, _word(config), "study", _FREE)
    check_ranges(config, _RANGES)
    study = PlayStudy(config, folder)
    if not config.resume:
        write_json(folder / RUN_FILE, describe_run(config))
    try:
        found = {agent: study.estimates(agent) for agent in config.agents}
    except StoppedError:
        print(f"stopped; go on with --run {folder} --resume")
        return STOPPED
    text = study.text(found)
    print(text)
    facts = {
        "title": f"{config.game}: {study.measure.title}",
        "rules": study.rules.as_dict(),
        "tables": study.tables(),
        "figures": {agent: as_json(own) for agent, own in found.items()},
    }
    write_json(folder / "results.json", describe_run(config) | facts)
    caption = f"{config.game}, {config.deals:,} deals, seed {config.seed}, 95% intervals"
    picture = curves_picture(study.measure.title, study.measure.panels, found, caption)
    replace_files({folder / "table.txt": text.encode(), folder / "picture.png": picture})
    replace_files({folder / PAGE: page_of((folder,)).encode()})
    print(f"results are in {folder}")
    return 0


def _word(config: PlayStudyConfig) -> str:
    """The name of the study on the command line."""
    return type(config).__name__.removesuffix("Config").lower()


MEASURES: dict[type[PlayStudyConfig], PlayMeasure] = {
    SchmearConfig: SCHMEARING,
    RevealConfig: REVEALS,
    DeceptionConfig: DECEPTION,
    SignalConfig: SIGNALLING,
}


def measure_of(config: PlayStudyConfig) -> PlayMeasure:
    """What the study measures; ValueError for a game in which there is nothing of it."""
    if config.game == "smear":
        if isinstance(config, SignalConfig):
            return BID_SIGNALS
        raise ValueError(f"study {_word(config)}: smear has no secret sides")
    return MEASURES[type(config)]


class PlayStudy:
    """The agents' deals, and what is counted of them."""

    def __init__(self, config: PlayStudyConfig, folder: Path) -> None:
        torch.set_num_threads(config.threads)
        self.config, self.folder, self.measure = config, folder, measure_of(config)
        check_agents(config.agents)
        self.module = load_game(config.game)
        self.rules = make_rules(self.module, config.rules)
        if config.game != "smear":
            check_sides(self.rules)
        self.make_game = fresh_games(
            self.module, self.rules, _FRESH, config.seed, **switches_of(config)
        )
        model = self.make_game(1, np.zeros(1, np.uint64))
        self.agents = {agent: make(agent, model) for agent in config.agents}

    def tallies(self, agent: str) -> Floats:
        """(D, K) what is counted of each deal, as far as it has not been counted before."""
        config, place = self.config, self.config.agents.index(agent)

        def count(deals: range) -> bytes:
            return _as_bytes(self.measure.tally(self.make_game, self.agents[agent], deals))

        def file_of(first: int) -> Path:
            return self.folder / "counted" / f"{place}-{first}.npy"

        parts = kept_parts(agent, config.deals, config.chunk, file_of, count, self._read)
        return np.concatenate(parts)

    def _read(self, file: Path, num_deals: int) -> Floats:
        """What was counted of a chunk; ValueError for a file of another version, or damaged."""
        try:
            counted: Floats = np.load(file, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise ValueError(f"{file} cannot be read: {error}") from error
        if counted.shape != (num_deals, len(self.measure.columns)):
            raise ValueError(f"{file} was counted by another version: start a study anew")
        return counted

    def estimates(self, agent: str) -> dict[str, Estimate]:
        """Every figure of `agent`."""
        tallies = self.tallies(agent)
        return estimates(self.measure, tallies, self.config.resamples, self.config.seed)

    def tables(self) -> list[dict[str, Any]]:
        """How the figures are laid out: one table of all that are not drawn, and one a panel."""
        measure = self.measure
        drawn = [name for panel in measure.panels for name in panel.figures]
        single = {
            figure.name: figure.name for figure in measure.figures if figure.name not in drawn
        }
        panels = [
            {
                "title": panel.title,
                "places": panel.places,
                "rows": dict(zip(panel.ticks, panel.figures, strict=True)),
            }
            for panel in measure.panels
        ]
        return [{"title": measure.title, "places": "figure", "rows": single}, *panels]

    def text(self, found: dict[str, dict[str, Estimate]]) -> str:
        """The tables for the terminal."""
        tables = []
        for layout in self.tables():
            table = Table(title=layout["title"], title_justify="left")
            table.add_column(layout["places"])
            for agent in found:
                table.add_column(agent, justify="right")
            for row, figure in layout["rows"].items():
                table.add_row(row, *(with_interval(own[figure]) for own in found.values()))
            tables.append(table)
        return as_text(tables)


def _as_bytes(counted: Floats) -> bytes:
    page = io.BytesIO()
    np.save(page, counted)
    return page.getvalue()
