"""One agent against every member of a panel, and its row."""

from __future__ import annotations

from collections.abc import Callable

from experiments.contest import Contest
from experiments.leaderboards import (
    add_row,
    leaderboard_table,
    read_leaderboard,
    read_row,
    write_leaderboard,
)
from experiments.panels import load_panel
from experiments.run_folder import default_folder, write_json
from experiments.tables import as_text
from experiments.tournament import STOPPED, TournamentConfig

ROW = "row.json"


def play_panel(config: TournamentConfig, hold: Callable[[TournamentConfig], int]) -> int:
    """Hold a tournament with every member, print the leaderboard; 130 when Ctrl-C ended it early.

    Each tournament has a folder of its own in that of the panel, which also gets `row.json`.
    """
    panel = load_panel(str(config.panel), config.game)
    agent = str(config.agent)
    board = read_leaderboard(config.leaderboard, panel)
    folder = config.out or default_folder(f"panel-{panel.name}", config.game)
    folders = [folder / f"member{place}" for place in range(1, len(panel.members) + 1)]
    contests = [
        panel.contest(config, member, own)
        for member, own in zip(panel.members, folders, strict=True)
    ]
    for contest, member in zip(contests, panel.members, strict=True):
        print(f"{agent} against {member.agent} of the panel {panel.name}")
        if hold(contest):
            print(
                f"hidden-partners tournament {config.game} --panel {panel.name} --agent "
                f"{agent} --out {folder} --resume goes on with all of it"
            )
            return STOPPED
    row = read_row(panel, agent, folders)
    board = add_row(board, row)
    write_json(folder / ROW, row)
    if config.leaderboard is not None:
        write_leaderboard(config.leaderboard, board)
    print(as_text([leaderboard_table(board, "".join(Contest(contests[0]).measure.texts))]))
    print(f"the row of {agent} is in {folder / ROW}")
    return 0
