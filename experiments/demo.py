"""`make demo`: train a two-trump Spitzer player for about three minutes, then let it compete.

The training run, the tournament against `random`, `rule` and the player that comes with the
package, its picture and one replayable deal end up in one folder under runs/.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from experiments import tournament, train
from experiments.cli import parse_config
from experiments.run_folder import default_folder
from spitzer_env import spitzer_v0


@dataclass(frozen=True, kw_only=True)
class DemoConfig:
    """Options of the demonstration."""

    seed: int = 0
    """Of training; the tournament's deals are others."""
    train_deals: int = 90_000
    """Deals of self-play."""
    deals: int = 2000
    """Deals of the tournament, each in 16 seatings."""
    out: Path | None = None
    """Folder; default a new one under runs/."""


def main(config: DemoConfig) -> int:
    """Train, hold the tournament and say where everything is; 130 when stopped by Ctrl-C."""
    folder = config.out or default_folder("demo", "spitzer")
    began = time.perf_counter()
    print("1. training by self-play")
    learner = train.TrainConfig(
        game="spitzer", run=folder / "train", seed=config.seed, deals=config.train_deals
    )
    if code := train.main(learner):
        return code
    trained = time.perf_counter()
    print(f"   {trained - began:.0f} s\n\n2. tournament on duplicate deals")
    contest = tournament.TournamentConfig(
        game="spitzer",
        agents=("random", "rule", f"ppo:{folder / 'train'}", "pretrained"),
        deals=config.deals,
        seed=config.seed + 1,
        out=folder / "tournament",
    )
    if code := tournament.main(contest):
        return code
    record = folder / "tournament" / "record.txt"
    result = spitzer_v0.replay(record.read_text()).unwrapped.infos["player_0"]["deal_result"]
    print(f"\n3. the deal of {record}, replayed: units {result['units']}")
    print(f"picture: {folder / 'tournament' / 'picture.png'}")
    print(f"{time.perf_counter() - began:.0f} s in all; play against it yourself:")
    print(f"hidden-partners play spitzer --opponents ppo:{folder / 'train'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(parse_config(DemoConfig, "demo", sys.argv[1:])))
