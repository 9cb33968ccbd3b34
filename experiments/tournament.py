"""`hidden-partners tournament GAME`: compare agents on duplicate deals.

A round robin. Each pair plays every deal in all seatings: 16 with four seats; a team is held wholly
by one agent, so two teams have 4. The figure is the mean units per deal of a seat held by the agent
over the mixed seatings, with a 95% interval by bootstrap over deals. With `--episode match` whole
matches are duplicated; the figure is the share of a match that a seat wins, less the fair share.

The run folder gets `results.json`, `results.csv`, `table.txt`, `deals.npz` (what each deal, or
match, brought each pair), `picture.png` and `record.txt` (one deal or match, replayable).
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.atomic_file import replace_files
from agents.registry import make
from experiments.deeds import DEEDS, SCORES, Deeds
from experiments.games import GameName, load_game, make_rules
from experiments.measures import Measure
from experiments.pictures import tournament_picture
from experiments.progress import progress_bar, stop_flag
from experiments.records import record_episode
from experiments.run_folder import default_folder, describe_run, write_json
from experiments.seatings import play_duplicates
from experiments.standings import Pair, Standings, find_standings
from experiments.tables import all_tables, as_csv, as_json, as_text
from experiments.tallies import PairTally, join_tallies, tally_pair
from trick_taking.lockstep import Episode

RESULTS = "results.json"
STOPPED = 130
FEW_DEALS = 100  # below, bootstrap intervals are too narrow


@dataclass(frozen=True, kw_only=True)
class TournamentConfig:
    """Compare agents on duplicate deals: a round robin, every deal in all seatings."""

    game: GameName
    """Game to play."""
    agents: tuple[str, ...] = ("random", "rule")
    """Who plays: random, rule, ppo:PATH, ppo:PATH,greedy; two or more."""
    episode: Episode = "deal"
    """What is played: deals, for units, or whole matches, for the share of them that is won."""
    deals: int = 2000
    """Deals that each pair plays in all seatings; with `--episode match` so many matches."""
    seed: int = 0
    """Of the deals and of every random draw."""
    rules: tuple[str, ...] = ()
    """Options of the rules, as name=value."""
    history: bool = False
    """Show agents the order of play, for networks that were trained with it."""
    out: Path | None = None
    """Folder for the results; default a new one under runs/."""
    overwrite: bool = False
    """Replace the results of an earlier tournament in `--out`."""
    chunk: int = 256
    """Deals, or matches, played side by side; changes no result."""
    resamples: int = 2000
    """Resamples of the deals, or matches, for the intervals."""


def main(config: TournamentConfig) -> int:
    """Play, print the tables and write the run folder; 130 when Ctrl-C ended it early."""
    contest = Contest(config)
    run = describe_run(config)
    folder = open_folder(config, run)
    began = time.perf_counter()
    complete = contest.play()
    seconds = time.perf_counter() - began
    if not contest.deals_played:
        first = f"{min(config.chunk, config.deals)} {contest.measure.contests}"
        print(f"stopped before the first {first}: no results")
        return STOPPED
    standings = contest.standings()
    heading = contest.heading(complete)
    text = f"{heading}\n\n{as_text(all_tables(standings))}"
    print(text)
    facts = run | contest.facts() | {"complete": complete, "seconds": round(seconds, 1)}
    record = contest.record()
    replace_files(
        {
            folder / RESULTS: _json_bytes(facts | as_json(standings)),
            folder / "results.csv": as_csv(standings).encode(),
            folder / "table.txt": text.encode(),
            folder / "deals.npz": contest.deals_bytes(),
            folder / "picture.png": tournament_picture(standings, heading),
            folder / "record.txt": record.encode(),
        }
    )
    print(
        f"{seconds:.1f} s; results, picture and the record of one {config.episode} are in {folder}"
    )
    return 0 if complete else STOPPED


def open_folder(config: TournamentConfig, run: dict[str, Any]) -> Path:
    """The run folder, made and found writable; ValueError when it already has results.

    `run` is what `run.json` says of the tournament before it starts.
    """
    folder = config.out or default_folder("tournament", config.game)
    if (folder / RESULTS).exists() and not config.overwrite:
        raise ValueError(f"{folder} already has results: give another --out, or --overwrite")
    write_json(folder / "run.json", run)
    return folder


class Contest:
    """The agents of a tournament and what they have played so far."""

    def __init__(self, config: TournamentConfig) -> None:
        check_config(config)
        self.config = config
        self.module = load_game(config.game)
        self.rules = make_rules(self.module, config.rules)
        self.sides: tuple[int, ...] = self.rules.fixed_sides
        self.seatings = 1 << len(set(self.sides))
        self.measure = Measure(config.episode, SCORES[config.game], self.rules.players)
        model = self.make_game(1, np.zeros(1, np.uint64))
        self.name: str = model.name
        self.agents = [make(text, model) for text in config.agents]
        self.labels = distinct_labels(config.agents)
        self.pairs: list[Pair] = list(combinations(range(len(self.agents)), 2))
        self.tallies: list[dict[Pair, PairTally]] = []  # one entry a finished chunk
        self.role_names: tuple[str, ...] = ()
        self.deed_names: tuple[str, ...] = ()

    def make_game(self, num_games: int, streams: npt.NDArray[np.uint64]) -> Any:
        """A batch of fresh deals or matches, those of `streams` under the tournament's seed."""
        return self.module.vector_env(
            num_games,
            rules=self.rules,
            episode=self.config.episode,
            rewards=self.measure.rewards,
            seed=self.config.seed,
            autoreset=False,
            history=self.config.history,
            streams=streams,
        )

    def play(self) -> bool:
        """Play every chunk of deals by every pair; False when Ctrl-C came first.

        A chunk that not every pair has finished does not count.
        """
        deals, began, games = self.config.deals, time.perf_counter(), 0
        with stop_flag() as stopped, progress_bar() as bar:
            what = f"{self.measure.contests} x pairs"
            task = bar.add_task(what, total=len(self.pairs) * deals, note="")
            for chunk in chunks(deals, self.config.chunk):
                finished = {}
                for pair in self.pairs:
                    finished[pair] = self.play_chunk(pair, chunk)
                    games += len(chunk) * self.seatings
                    speed = games / (time.perf_counter() - began)
                    bar.update(task, advance=len(chunk), note=f"{speed:,.0f} games/s")
                    if stopped:
                        break
                if len(finished) == len(self.pairs):
                    self.tallies.append(finished)
                if stopped:
                    break
        return self.deals_played == deals

    def play_chunk(self, pair: Pair, deals: range) -> PairTally:
        """The tally of `deals` in all seatings of `pair`."""
        players = [self.agents[place] for place in pair]
        played = play_duplicates(self.make_game, players, deals, self.sides)
        deeds: Deeds = DEEDS[self.config.game](played.results, self.rules)
        self.role_names, self.deed_names = deeds.role_names, tuple(deeds.done)
        return tally_pair(played, deeds, self.measure)

    @property
    def deals_played(self) -> int:
        """Deals, or matches, that every pair has finished."""
        return sum(chunk[self.pairs[0]].num_rows for chunk in self.tallies)

    def joined(self) -> dict[Pair, PairTally]:
        """Every pair's tally of all its deals."""
        return {pair: join_tallies([c[pair] for c in self.tallies]) for pair in self.pairs}

    def standings(self) -> Standings:
        """The figures of the deals played so far."""
        return find_standings(
            self.labels,
            self.joined(),
            self.role_names,
            self.deed_names,
            self.measure,
            self.config.resamples,
            self.config.seed,
        )

    def heading(self, complete: bool) -> str:
        """One line that says what was played."""
        deals, what = self.deals_played, self.measure.contests
        line = f"{self.config.game}: {deals:,} {what} x {self.seatings} seatings"
        line += f", seed {self.config.seed}"
        options = " ".join(self.config.rules)
        line += f", {options}" if options else ""
        if not complete:
            line += f" (stopped early: {deals:,} of {self.config.deals:,} {what})"
        if deals < FEW_DEALS:
            line += f" (intervals of fewer than {FEW_DEALS} {what} are too narrow)"
        return line

    def facts(self) -> dict[str, Any]:
        """What was played and by whom, as plain JSON."""
        return {
            "game": self.name,
            "rules": self.rules.as_dict(),
            "agents": self.labels,
            self.measure.contests: self.deals_played,
            "seatings": self.seatings,
            "record": {
                self.config.episode: 0,
                "seats": [self.labels[place] for place in self._recorded()],
            },
        }

    def deals_bytes(self) -> bytes:
        """An npz with an array a pair, `agents_0_1` of the agents 0 and 1 for instance.

        It is (N, 2): what either agent's seats gained in each deal, over all mixed seatings.
        """
        gains: dict[str, Any] = {
            f"agents_{a}_{b}": self.measure.in_ones(tally.gains)
            for (a, b), tally in self.joined().items()
        }
        page = io.BytesIO()
        np.savez_compressed(page, **gains)
        return page.getvalue()

    def _recorded(self) -> list[int]:
        """Who holds each seat of the record: all agents in turn, a side each."""
        return [side % len(self.agents) for side in self.sides]

    def record(self) -> str:
        """The first deal or match, played by all agents in turn around the table."""
        players = [self.agents[place] for place in self._recorded()]
        config = self.config
        return record_episode(
            self.module,
            self.rules,
            players,
            config.seed,
            config.history,
            episode=config.episode,
            rewards=self.measure.rewards,
        )


def check_config(config: TournamentConfig) -> None:
    """ValueError for numbers that make no tournament."""
    if len(config.agents) < 2:
        raise ValueError(f"a tournament needs two agents or more, not {len(config.agents)}")
    for name in ("deals", "chunk", "resamples"):
        if getattr(config, name) < 1:
            raise ValueError(f"{name} must be 1 or more, not {getattr(config, name)}")


def distinct_labels(texts: tuple[str, ...]) -> list[str]:
    """The agents' texts; the second of the same text is marked (2), and so on."""
    labels = []
    for place, text in enumerate(texts):
        earlier = texts[:place].count(text)
        labels.append(f"{text} ({earlier + 1})" if earlier else text)
    return labels


def chunks(deals: int, size: int) -> Iterator[range]:
    """0..deals-1 in ranges of `size`, the last one shorter."""
    for start in range(0, deals, size):
        yield range(start, min(start + size, deals))


def _json_bytes(facts: dict[str, Any]) -> bytes:
    return (json.dumps(facts, indent=2, allow_nan=False) + "\n").encode()
