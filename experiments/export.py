"""`hidden-partners export GAME RUN FILE`: the player of a training run as a small file of its own.

The file is a checkpoint without the optimiser, a third in size, with the options, the revision and
the machine of the run in it, and the figures of a tournament that it played. The players in
`agents/pretrained/` were made so.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.pretrained import save_pretrained
from experiments.games import GameName, load_game, make_rules
from experiments.run_folder import RUN_FILE


@dataclass(frozen=True, kw_only=True)
class ExportConfig:
    """Write the player of a training run as a small file of its own."""

    game: GameName
    """Game it plays."""
    run: Path
    """Folder of the training run."""
    file: Path
    """File to write, NAME.safetensors; NAME.json beside it says the same to people."""
    results: tuple[Path, ...] = ()
    """Folders of tournaments in which it played as ppo:RUN."""


def main(config: ExportConfig) -> int:
    """Write the file; returns 0."""
    module = load_game(config.game)
    facts = json.loads((config.run / RUN_FILE).read_text())["config"]
    rules = make_rules(module, facts["rules"])
    game = module.vector_env(1, rules=rules, episode=facts["episode"], history=facts["history"])
    results = [strength(folder, f"ppo:{config.run}") for folder in config.results]
    save_pretrained(config.run, config.file, game, {"tournaments": results})
    print(f"{config.file}: {config.file.stat().st_size / 1e6:.1f} MB")
    return 0


def strength(folder: Path, agent: str) -> dict[str, Any]:
    """What the tournament in `folder` says of `agent` and of its greedy play."""
    told = json.loads((folder / "results.json").read_text())
    config = told["config"]
    kept = {name: config[name] for name in ("game", "rules", "episode", "deals", "seed")}
    shown = ("agent", "opponent", "units", "win_share")
    rows = [
        {name: row[name] for name in shown if name in row}
        for row in told["comparisons"]
        if row["agent"] in (agent, f"{agent},greedy") and not row["opponent"].startswith(agent)
    ]
    return kept | {"revision": told["revision"], "comparisons": rows}
