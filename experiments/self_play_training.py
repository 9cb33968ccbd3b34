"""What all learners from self-play share: the game, its iterations and the checkpoint of a run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt
from torch.optim import Optimizer

from agents.card_powers import power_tables
from agents.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from agents.match_equity import MatchEquity, match_equity
from agents.network import ActorCritic
from agents.positions import game_arrays, restore_games
from agents.protocol import Agent
from agents.registry import make
from agents.self_play import Rollout, announcement_rates, collect
from agents.suit_order import suit_tables
from experiments.games import load_game, make_rules, switches_of
from experiments.rollout_figures import rollout_figures
from experiments.rollouts import Play, collect_in_chunks
from experiments.training_options import CHECKPOINT, TrainConfig
from experiments.worker_pool import Workers, make_workers
from trick_taking.cards import NO_SEAT
from trick_taking.counter import random_keys


class LearnsFromRollouts(Protocol):
    """A network with its optimiser."""

    @property
    def network(self) -> ActorCritic:
        """What is learned."""
        ...

    @property
    def optimizer(self) -> Optimizer:
        """Over the network's parameters."""
        ...


class SelfPlayTraining:
    """A run between two iterations; a learner says what its network is and how it plays and learns.

    All but the weights and the matches under way is a function of the seed and the iteration.
    """

    player: ClassVar[str]  # the word of agents' texts for what it trains
    headline: ClassVar[dict[str, str]]  # the metrics to watch, and how they are shown
    learner: LearnsFromRollouts

    def __init__(self, config: TrainConfig, folder: Path) -> None:
        self.config, self.own, self.folder, self.iteration = config, config.own, folder, 0
        module = load_game(config.game)
        self.game = module.vector_env(
            self.own.games,
            rules=make_rules(module, config.rules),
            episode=self.own.episode,
            rewards=self.own.rewards,
            seed=int(random_keys(config.seed, 0)[0]),
            autoreset=False,
            history=config.history,
            **switches_of(config),
        )
        self._workers: Workers | None = None  # once they are needed
        self.equity = None
        if self.own.rewards == "win" and self.own.equity:
            self.equity = self._match_equity()

    def _match_equity(self) -> MatchEquity:
        try:
            return match_equity(self.game, make("rule", self.game), self.config.seed)
        except ValueError as error:
            raise ValueError(f"{error}: give --equity False") from error

    def _begin(self) -> None:
        """Make the learner: with new weights, or where a resumed run left it."""
        file = self.folder / CHECKPOINT
        if self.config.resume and file.exists():
            self._go_on(file)
        else:
            self.learner = self._learner(self._fresh_network().to(self.config.device))

    def _fresh_network(self) -> ActorCritic:
        raise NotImplementedError

    def _learner(self, network: ActorCritic) -> LearnsFromRollouts:
        raise NotImplementedError

    def _play(self) -> Rollout:
        """The rollout of this iteration, in games that stand at their next deals."""
        raise NotImplementedError

    def _learn(self, rollout: Rollout, shuffle: int) -> dict[str, float]:
        """Learn from the rollout, in an order drawn from `shuffle`; returns the metrics."""
        raise NotImplementedError

    def _extra(self) -> dict[str, Any]:
        """JSON of the checkpoint."""
        return {"player": self.player}

    def _network(self, **options: Any) -> ActorCritic:
        """A new network for the game, with these further options of `ActorCritic`."""
        return ActorCritic(
            self.game.layout.scales,
            self.game.layout_all.scales,
            self.game.num_actions,
            self.config.hidden,
            num_seats=self.game.num_seats,
            num_cards=self.game.num_cards,
            suits=suit_tables(self.game),
            powers=power_tables(self.game) if self.own.powers else False,
            seed=self.config.seed,
            **options,
        )

    def _go_on(self, file: Path) -> Checkpoint:
        saved = load_checkpoint(file, self.game, self.config.device)
        self.learner = self._learner(saved.network)
        saved.restore_optimizer(self.learner.optimizer)
        with of_a_run(file):
            self.iteration = saved.counters["iteration"]
            if self._matches_go_on:
                restore_games(self.game, saved.arrays)
        return saved

    @property
    def _matches_go_on(self) -> bool:
        """Whether a match goes on from one rollout to the next: where every deal is paid."""
        return self.own.episode == "match" and (self.own.rewards != "win" or self.own.equity)

    def iterate(self) -> dict[str, float]:
        """One rollout and what is learned from it; returns the metrics."""
        began = time.perf_counter()
        rollout = self._roll_out()
        rolled = time.perf_counter()
        shuffle = int(random_keys(self.config.seed, self.iteration)[0] >> 1)
        update = self._learn(rollout, shuffle)
        self.iteration += 1
        seconds = time.perf_counter() - began
        network = self.learner.network
        return {
            **{f"update/{name}": value for name, value in update.items()},
            **announcement_rates(self.game, network, rollout),
            **rollout_figures(self.config.game, self.game, network, rollout),
            "speed/deals_per_second": float(rollout.deal_ends.sum()) / seconds,
            "speed/decisions_per_second": float((rollout.seats >= 0).sum()) / seconds,
            "speed/rollout_share": (rolled - began) / seconds,
            "rollout/stored_decisions": float(len(rollout.actions)),
        }

    def _roll_out(self) -> Rollout:
        if self._matches_go_on:
            self.game.reset(rows=np.flatnonzero(self.game.seat == NO_SEAT))
        else:
            self.game.reset(seed=int(random_keys(self.config.seed, self.iteration)[0]))
        return self._play()

    def _collect(
        self,
        opponent: ActorCritic | Agent | None,
        opponent_seats: npt.NDArray[np.bool_],
        teacher: Agent | None = None,
        epsilon: float | None = None,
    ) -> Rollout:
        """The rollout of all games, see `agents.self_play.collect`; by workers where there are."""
        network, how = self.learner.network, (teacher, self.equity, epsilon)
        if self.config.chunk is None:
            return collect(self.game, network, opponent, opponent_seats, *how)
        if self._workers is None and self.config.is_shared:
            self._workers = make_workers(self.config.workers, self.config.ray)
        model = self.game.standing(self.game.state.select(slice(0, 1)))
        play = Play(model, network, opponent, *how)
        size = self.config.chunk
        return collect_in_chunks(self.game, play, opponent_seats, size, self._workers)

    def close(self) -> None:
        """Let go of the workers."""
        if self._workers is not None:
            self._workers.close()

    def save(self) -> None:
        """Replace the checkpoint by one of this moment."""
        save_checkpoint(
            self.folder / CHECKPOINT,
            self.learner.network,
            self.game,
            optimizer=self.learner.optimizer,
            counters={
                "iteration": self.iteration,
                self.config.unit: self.iteration * self.own.games,
            },
            extra=self._extra(),
            arrays=game_arrays(self.game) if self._matches_go_on else None,
        )


@contextmanager
def of_a_run(file: Path) -> Iterator[None]:
    """Within, what the checkpoint `file` lacks or holds wrongly is an error that names it."""
    try:
        yield
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"--resume: {file} is not the checkpoint of a training run") from error
