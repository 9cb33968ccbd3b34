"""The options of a training run, and what each game does unless told otherwise."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from experiments.algorithms import ALGORITHMS, STEPS_A_ROLLOUT, Algo, check_known
from experiments.games import SWITCHES, GameName
from experiments.option_checks import check_device, check_ranges
from experiments.run_folder import settle_folder

CHECKPOINT = "latest.safetensors"
# Options that a resumed run may be given anew
_FREE = ("run", "resume", "device", "threads", "workers", "ray")
# Options that the first release had not
_LATER = (
    "equity",
    "imitate",
    "start",
    "rule_share",
    "algo",
    "epsilon",
    "steps",
    "opponents",
    "league",
    "kl",
    "chunk",
    "workers",
    "ray",
    *SWITCHES,
)
_AT_LEAST_ONE = (
    "deals",
    "steps",
    "games",
    "epochs",
    "chunk",
    "workers",
    "minibatch",
    "snapshot_every",
    "checkpoint_every",
)
_RANGES = dict.fromkeys((*_AT_LEAST_ONE, "threads"), (1.0, 1e9)) | {
    "learning_rate": (0.0, 1.0),
    "entropy": (0.0, 1e3),
    "epsilon": (0.0, 1.0),
    "announcement_entropy": (0.0, 1e3),
    "auxiliary_weight": (0.0, 1e3),
    "target_kl": (0.0, 1e3),
    "kl": (0.0, 1e3),
    "reward_divisor": (1e-3, 1e6),
    "imitate": (0.0, 1e9),
    "pool": (0.0, 1e6),
    "pool_share": (0.0, 1.0),
    "rule_share": (0.0, 1.0),
    "seed": (0, 2**63 - 1),
    "trace": (0.0, 1.0),
}


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """The options that differ by game; `TrainConfig` says what each one means."""

    episode: Literal["deal", "match"] = "deal"
    rewards: Literal["units", "relative", "win"] = "relative"
    reward_divisor: float = 6.0
    deals: int = 900_000
    games: int = 1024
    minibatch: int = 2048
    imitate: int = 0
    learning_rate: tuple[float, float] = (1e-3, 5e-5)
    entropy: tuple[float, float] = (0.03, 0.003)
    announcement_entropy: float = 0.02
    equity: bool = False
    pool_share: float = 0.2
    rule_share: float = 0.0
    powers: bool = False


RECIPES: dict[GameName, Recipe] = {
    "spitzer": Recipe(),
    "michigan": Recipe(
        reward_divisor=12.0,
        deals=1_000_000,
        imitate=47_000,
        learning_rate=(7e-4, 1e-5),
        entropy=(0.006, 0.0),
        announcement_entropy=0.0005,
        pool_share=0.7,
        rule_share=0.6,
        powers=True,
    ),
    "smear": Recipe(
        episode="match",
        reward_divisor=10.0,
        deals=400_000,
        imitate=30_000,
        learning_rate=(7e-4, 2e-5),
        entropy=(0.005, 0.0),
        announcement_entropy=0.0005,
        equity=True,
    ),
}
WIN = {"reward_divisor": 1.0, "games": 256}  # a match's reward is a share of 1, and it is long
WIN_BY_DEAL = {"reward_divisor": 0.1}  # with an equity each deal is paid its part of it
_PARTS = 8  # of a rollout, where the number of workers is not known
DEALS_A_MATCH = 8  # about; where matches are paid, matches are counted


@dataclass(frozen=True, kw_only=True)
class TrainConfig:
    """Options of a training run. Schedules go by the deals played, never by the clock."""

    game: GameName
    """Game to train."""
    algo: Algo = "ppo"
    """How: PPO from self-play; Deep Monte Carlo, which values actions by what they brought; or
    MaskablePPO of sb3-contrib, for one seat of each game."""
    run: Path | None = None
    """Folder of the run; default a new one under runs/."""
    resume: bool = False
    """Go on with the run in `--run` from its last checkpoint, with its own options."""
    rules: tuple[str, ...] = ()
    """Options of the rules, as name=value."""
    episode: Literal["deal", "match"] | None = None
    """What ends an episode; default the game's own, as with every option that shows None."""
    rewards: Literal["units", "relative", "win"] | None = None
    """What is learned from."""
    history: bool = False
    """Add the order of play to the observation."""
    reveal_teams: bool = False
    """Show everybody the true sides: with the next two for experiments, in both Spitzers."""
    oracle_partner: bool = False
    """Show the seat to act who is on its own side."""
    scramble_history: bool = False
    """Hide who played which card, and when."""
    equity: bool | None = None
    """With rewards "win": pay each deal by what it changed of the chance to win the match."""
    reward_divisor: float | None = None
    """Reward that counts as 1 for the critic: the largest usual stake."""
    seed: int = 0
    """Of the deals, the weights, the draws and the order of minibatches."""
    deals: int | None = None
    """Deals to play in all; matches, with rewards "win" and no equity."""
    steps: int = 1_000_000
    """With `--algo sb3-maskable-ppo`, in place of deals: decisions of its seat in all."""
    opponents: str | None = None
    """Learn one seat of every game, and let this agent hold the others, `rule` for instance. So PPO
    trains an exploiter, by default it plays itself; `--algo sb3-maskable-ppo` meets random."""
    games: int | None = None
    """Games in lockstep; in one iteration each plays a deal, or a match where matches are paid."""
    start: Path | None = None
    """Run folder or checkpoint whose weights the learner begins with; default drawn ones."""
    imitate: int | None = None
    """Deals of them, the first, that the rule player, or who is given as `--opponents`, plays alone
    and the learner imitates; default a part of all."""
    hidden: tuple[int, ...] = (256, 256)
    """Widths of the hidden layers of actor and critic."""
    powers: bool | None = None
    """Tell the network what its cards can do: which take the trick, which are masters."""
    auxiliary_weight: float = 0.1
    """Weight of the heads that guess where each card is and who is on the trump side; 0: none."""
    epochs: int = 2
    """Passes over each rollout."""
    minibatch: int | None = None
    """Decisions in a gradient step."""
    learning_rate: tuple[float, float] | None = None
    """At the first and at the last iteration."""
    entropy: tuple[float, float] | None = None
    """Weight of the entropy, at the first and at the last iteration."""
    announcement_entropy: float | None = None
    """Least weight of the entropy of announcements."""
    trace: float = 0.95
    """Lambda of the generalised advantage estimate."""
    target_kl: float = 0.03
    """No further pass over a rollout once the policy has moved so far."""
    epsilon: float = 0.01
    """With `--algo dmc`: chance that an action of self-play is any legal one, not the best."""
    pool: int = 20
    """Past selves to play against."""
    pool_share: float | None = None
    """Share of the games in which an opponent, as a rule a past self, holds some seats."""
    rule_share: float | None = None
    """Chance that the rule player is the opponent of an iteration, instead of a past self."""
    league: tuple[Path, ...] = ()
    """Run folders or checkpoints whose policies join the past selves, exploiters for instance."""
    kl: float = 0.0
    """Weight of the KL divergence of the policy from the newest past self."""
    snapshot_every: int = 10
    """Iterations between past selves."""
    checkpoint_every: int = 5
    """Iterations between checkpoints."""
    device: str = "cpu"
    """Where torch computes."""
    threads: int | None = None
    """Threads of torch; default every core."""
    chunk: int | None = None
    """Games of a rollout that are played together, part of the computation; default all of them, or
    with `--workers N` the N-th part, with `--ray` alone the eighth."""
    workers: int = 1
    """Processes that play the chunks of a rollout; changes no result."""
    ray: bool = False
    """Play the chunks on the Ray cluster of RAY_ADDRESS, or a local one; changes no result (extra
    ray)."""

    @property
    def own(self) -> Recipe:
        """The options that differ by game, as they are in this run."""
        names = [field.name for field in dataclasses.fields(Recipe)]
        given = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        usual = dataclasses.replace(RECIPES[self.game], **ALGORITHMS[self.algo].usual)
        if self.deals is not None and self.imitate is None:  # a shorter run imitates in proportion
            given["imitate"] = usual.imitate * self.deals // usual.deals
        if given.get("rewards", usual.rewards) == "win":
            lengths = {name: getattr(usual, name) // DEALS_A_MATCH for name in ("deals", "imitate")}
            by_deal = given.get("equity", usual.equity)
            given = (WIN_BY_DEAL if by_deal else WIN | lengths) | given
        return dataclasses.replace(usual, **given)

    @property
    def iterations(self) -> int:
        """Rollouts in the whole run."""
        if self.algo == "sb3-maskable-ppo":
            return -(-self.steps // (self.own.games * STEPS_A_ROLLOUT))
        return -(-self.own.deals // self.own.games)

    @property
    def unit(self) -> str:
        """What an iteration plays in each game, in the plural."""
        return "matches" if self.own.rewards == "win" and not self.own.equity else "deals"

    @property
    def size(self) -> str:
        """What an iteration plays, in words."""
        if self.algo == "sb3-maskable-ppo":
            return f"{self.own.games} x {STEPS_A_ROLLOUT} steps"
        return f"{self.own.games} {self.unit}"

    @property
    def is_shared(self) -> bool:
        """Whether others than this process play the rollouts."""
        return self.ray or self.workers > 1

    @property
    def lines_every(self) -> int:
        """Iterations between the lines of a log, where no bar can be drawn."""
        return max(1, self.iterations // 20)


def settle_config(config: TrainConfig) -> tuple[TrainConfig, Path]:
    """The options of the run and its folder, which is new or, with `resume`, known.

    All options are settled then, none is left to the game; a resumed run keeps its own. ValueError
    names an option that was given and differs, one out of range, a folder that is already a run, or
    one that is none.
    """
    config, folder = settle_folder(config, "train", "run", _FREE, _LATER)
    own = config.own
    if not config.resume:
        _check_together(config)
        if config.is_shared and config.chunk is None:
            parts = config.workers if config.workers > 1 else _PARTS
            config = dataclasses.replace(config, chunk=-(-own.games // parts))
    config = dataclasses.replace(config, **dataclasses.asdict(own))
    _check_workers(config)
    check_ranges(config, _RANGES)
    check_device(config.device)
    return config, folder


def _check_workers(config: TrainConfig) -> None:
    """ValueError where workers cannot play the rollouts of the run."""
    if not config.is_shared:
        return
    given = "--ray" if config.ray else "--workers"
    if config.chunk is None:
        raise ValueError(f"{given}: without --chunk this run plays all its games together")
    if config.device != "cpu":
        raise ValueError(f"{given} plays on processors: give --device cpu, not {config.device}")


def _check_together(config: TrainConfig) -> None:
    """ValueError for an option that is given and that another one leaves without a meaning."""
    fields = dataclasses.fields(config)
    check_known(config, {f.name for f in fields if getattr(config, f.name) != f.default})
    if config.opponents and (config.league or config.pool_share or config.rule_share):
        raise ValueError("--opponents holds all other seats: give no --league and no share of them")
    if config.kl and not config.pool:
        raise ValueError("--kl needs a --pool: it holds the policy near the newest past self")
    if config.equity and config.own.rewards != "win":
        raise ValueError("--equity True needs --rewards win: other rewards are paid as they are")
