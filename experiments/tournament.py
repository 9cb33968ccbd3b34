"""`hidden-partners tournament GAME`: compare agents on duplicate deals.

A round robin. Each pair plays every deal in all seatings: 16 with four seats; a team is held wholly
by one agent, so two teams have 4. The figure is the mean units per deal of a seat held by the agent
over the mixed seatings, with a 95% interval by bootstrap over deals. With `--episode match` whole
matches are duplicated; the figure is the share of a match that a seat wins, less the fair share.
Beside it stand its standard error, raw, duplicate and with a control variate, and ratings.
`--panel v1 --agent X` plays X against frozen opponents instead, and prints its row.

The run folder gets `results.json`, `results.csv`, `table.txt`, `deals.npz` (what each deal, or
match, brought each pair), `picture.png`, `record.txt` (one deal or match, replayable) and, where an
agent failed, `forfeits.txt`. Until all is played, what is finished is kept in `parts/`: stopped by
Ctrl-C or killed, a tournament goes on with `--resume`, and ends as if it had not been stopped.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from agents.atomic_file import replace_files
from experiments.contest import Contest
from experiments.games import GameName
from experiments.panels import check_panel_options
from experiments.pictures import tournament_picture
from experiments.progress import progress_bar, stop_flag
from experiments.run_folder import RUN_FILE, default_folder, describe_run, stored_config, write_json
from experiments.tables import all_tables, as_csv, as_json, as_text
from experiments.work_units import PartStore
from experiments.workforce import one_thread, play_units
from trick_taking.lockstep import Episode

RESULTS = "results.json"
FORFEITS = "forfeits.txt"
FREE = ("workers", "ray", "resume", "out")  # may be given anew to a tournament that goes on
STOPPED = 130
SHOWN_FORFEITS = 10


@dataclass(frozen=True, kw_only=True)
class TournamentConfig:
    """Compare agents on duplicate deals: a round robin, every deal in all seatings."""

    game: GameName
    """Game to play."""
    agents: tuple[str, ...] = ("random", "rule")
    """Who plays: random, rule, ppo:PATH, ppo:PATH,greedy; two or more."""
    panel: str | None = None
    """Frozen opponents on sealed deals, for instance v1, that `--agent` plays one by one."""
    agent: str | None = None
    """Who plays the panel."""
    leaderboard: Path | None = None
    """File of the rows of a panel, which gets that of `--agent`; default none."""
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
    resume: bool = False
    """Go on with the tournament that was stopped in `--out`."""
    chunk: int = 256
    """Deals, or matches, played side by side; changes no result. What is finished is kept by the
    chunk, so take fewer for slow agents."""
    workers: int = 1
    """Processes that play; changes no result."""
    ray: bool = False
    """Play on the Ray cluster of RAY_ADDRESS, or a local one; changes no result (extra ray)."""
    time_cap: float = 0.0
    """Seconds that an agent has for a decision, else it forfeits the game; 0 for any time. In a
    batch the time of a call is divided by its rows."""
    baseline_deals: int | None = None
    """Further deals that only the frozen rule player plays, for the control variate; 0 for none.
    Default 4 a deal, 10,000 at most, and none in tournaments of more than 40,000 deals."""
    resamples: int = 2000
    """Resamples of the deals, or matches, for the intervals."""


def main(config: TournamentConfig) -> int:
    """Hold a tournament, or one with each member of a panel; 130 when Ctrl-C ended it early."""
    check_panel_options(config, {field.name: field.default for field in fields(config)})
    if config.panel is None:
        return hold(config)
    from experiments.panel_play import play_panel

    return play_panel(config, hold)


def hold(config: TournamentConfig) -> int:
    """Play, print the tables and write the run folder; 130 when Ctrl-C ended it early."""
    config, contest, folder = begin(config)
    if config.resume and is_complete(folder):
        print(f"the tournament in {folder} is complete")
        return 0
    began = time.perf_counter()
    play(contest, PartStore(folder))
    seconds = time.perf_counter() - began
    if not contest.deals_played:
        first = f"{min(config.chunk, config.deals)} {contest.measure.contests}"
        print(f"stopped before the first {first}: no results{_go_on(folder)}")
        return STOPPED
    write_results(contest, folder, seconds)
    if contest.complete:
        PartStore(folder).clear()
    print(
        f"{seconds:.1f} s; results, picture and the record of one {config.episode} are in {folder}"
    )
    if not contest.complete:
        print(f"stopped{_go_on(folder)}")
        return STOPPED
    return 0


def is_complete(folder: Path) -> bool:
    """Whether a tournament in `folder` came to its end."""
    results = folder / RESULTS
    if PartStore(folder).exists or not results.exists():
        return False
    return bool(json.loads(results.read_text())["complete"])


def _go_on(folder: Path) -> str:
    return f"; go on with --out {folder} --resume"


def begin(config: TournamentConfig) -> tuple[TournamentConfig, Contest, Path]:
    """The options that count, the contest with what is finished of it, and its folder.

    ValueError for options that make no tournament, and for a folder that has one already.
    """
    check_config(config)
    folder = config.out or default_folder("tournament", config.game)
    if config.resume:
        if not (folder / RUN_FILE).exists():
            raise ValueError(f"--resume: there is no tournament in {folder}")
        config = stored_config(config, folder / RUN_FILE, FREE)
    contest = Contest(config)
    if not config.resume:
        open_folder(folder, config)
    return config, contest, folder


def open_folder(folder: Path, config: TournamentConfig) -> None:
    """Make the run folder and find it writable; ValueError when it has a tournament already."""
    store = PartStore(folder)
    if not config.overwrite:
        if store.exists:
            raise ValueError(
                f"{folder} has an unfinished tournament: go on with --resume, or --overwrite"
            )
        if (folder / RESULTS).exists():
            raise ValueError(f"{folder} already has results: give another --out, or --overwrite")
    store.clear()
    write_json(folder / RUN_FILE, describe_run(config))


def play(contest: Contest, store: PartStore) -> None:
    """Play every unit that is not stored yet, until all is played or Ctrl-C comes.

    With Ctrl-C, units under way end between two moves and do not count.
    """
    began, games = time.perf_counter(), 0
    with stop_flag() as stopped, progress_bar() as bar:
        contest.parts |= store.load_all(contest.units())
        left = (unit for unit in contest.units() if unit not in contest.parts)
        done = sum(contest.games_of(unit) for unit in contest.parts)
        task = bar.add_task("games", total=contest.games, completed=done, note="")
        for unit, part in play_units(contest, left, lambda: bool(stopped)):
            store.save(unit, part)
            contest.parts[unit] = part
            games += contest.games_of(unit)
            speed = games / (time.perf_counter() - began)
            bar.update(task, advance=contest.games_of(unit), note=f"{speed:,.0f} games/s")


def write_results(contest: Contest, folder: Path, seconds: float) -> None:
    """Write all files of results and print the tables."""
    standings = contest.standings()
    heading = contest.heading()
    text = f"{heading}\n\n{as_text(all_tables(standings))}"
    forfeits = forfeit_lines(contest)
    run = json.loads((folder / RUN_FILE).read_text())
    facts = run | contest.facts() | {"complete": contest.complete, "seconds": round(seconds, 1)}
    with one_thread():
        record = contest.record()
    files = {
        folder / RESULTS: _json_bytes(facts | as_json(standings)),
        folder / "results.csv": as_csv(standings).encode(),
        folder / "table.txt": text.encode(),
        folder / "deals.npz": contest.deals_bytes(),
        folder / "picture.png": tournament_picture(standings, heading),
        folder / "record.txt": record.encode(),
    }
    if forfeits:
        files[folder / FORFEITS] = "".join(f"{line}\n" for line in forfeits).encode()
    replace_files(files)
    print(text)
    for line in forfeits[:SHOWN_FORFEITS]:
        print(line)
    if len(forfeits) > SHOWN_FORFEITS:
        print(f".. and {len(forfeits) - SHOWN_FORFEITS:,} more in {folder / FORFEITS}")


def forfeit_lines(contest: Contest) -> list[str]:
    """Who forfeited which game and why, a line each."""
    return [
        f"{contest.labels[pair[lost.agent]]} forfeits {contest.config.episode} {lost.game} against "
        f"{contest.labels[pair[1 - lost.agent]]}, seating {lost.seating}, seat {lost.seat}: "
        f"{lost.reason}"
        for pair, forfeits in contest.forfeits().items()
        for lost in forfeits
    ]


def check_config(config: TournamentConfig) -> None:
    """ValueError for numbers that make no tournament."""
    if len(config.agents) < 2:
        raise ValueError(f"a tournament needs two agents or more, not {len(config.agents)}")
    for name in ("deals", "chunk", "resamples", "workers"):
        if getattr(config, name) < 1:
            raise ValueError(f"{name} must be 1 or more, not {getattr(config, name)}")
    for name in ("time_cap", "baseline_deals"):
        if (getattr(config, name) or 0) < 0:
            raise ValueError(f"{name} must be 0 or more, not {getattr(config, name)}")
    if config.resume and config.out is None:
        raise ValueError("--resume needs --out, the folder of the tournament")
    if config.resume and config.overwrite:
        raise ValueError("--resume goes on, --overwrite starts anew: give one of them")


def _json_bytes(facts: dict[str, Any]) -> bytes:
    return (json.dumps(facts, indent=2, allow_nan=False) + "\n").encode()
