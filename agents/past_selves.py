"""Frozen past selves and a fixed player as opponents: whom self-play meets besides itself."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from agents.checkpoint import load_checkpoint, save_checkpoint
from agents.network import ActorCritic
from agents.protocol import Agent
from trick_taking.counter import random_keys, unit_interval
from trick_taking.lockstep import LockstepGame

_WHO, _GAMES, _SEATS, _AGENT = 1, 2, 3, 4  # what a draw decides


class PastSelves:
    """A pool of the last `size` snapshots of a run, each one file of `folder`.

    Which snapshot plays in an iteration, and on which seats, is a pure function of the seed and
    the iteration, so a resumed run meets the same opponents.
    """

    def __init__(self, folder: Path, game: LockstepGame, size: int) -> None:
        self.folder, self.game, self.size = folder, game, size
        self.networks: dict[int, ActorCritic] = {}

    def add(self, iteration: int, network: ActorCritic) -> None:
        """Freeze a copy of `network` as the snapshot of `iteration`, on disk and in the pool."""
        save_checkpoint(self._file(iteration), network, self.game)
        self._load(iteration, network)

    def restore(self, iterations: list[int], network: ActorCritic) -> None:
        """Read the snapshots of `iterations` back, for the device of `network`."""
        for iteration in iterations:
            self._load(iteration, network)

    def choose(
        self, seed: int, iteration: int, agent: Agent | None = None, chance: float = 0.0
    ) -> ActorCritic | Agent | None:
        """Who plays in `iteration`: `agent` with `chance`, else a snapshot, uniform over the pool.

        None when the pool is empty. `chance` is in [0, 1].
        """
        if unit_interval(random_keys(seed, _AGENT, iteration))[0] < chance:
            return agent
        if not self.networks:
            return None
        draw = unit_interval(random_keys(seed, _WHO, iteration))[0]
        known = sorted(self.networks)
        return self.networks[known[int(draw * len(known))]]

    def seats(self, seed: int, iteration: int, share: float) -> npt.NDArray[np.bool_]:
        """(G, S) seats that the snapshot holds: in `share` of the games, each with chance 1/2."""
        games = np.arange(self.game.num_games)
        mixed = unit_interval(random_keys(seed, _GAMES, iteration, games)) < share
        seats = np.arange(self.game.num_seats)
        coins = unit_interval(random_keys(seed, _SEATS, iteration, games[:, None], seats)) < 0.5
        return mixed[:, None] & coins

    def _file(self, iteration: int) -> Path:
        return self.folder / f"iteration-{iteration:06d}.safetensors"

    def _load(self, iteration: int, network: ActorCritic) -> None:
        device = network.observation_scales.device
        frozen = load_checkpoint(self._file(iteration), self.game, device).network
        self.networks[iteration] = frozen.requires_grad_(False)
        for old in sorted(self.networks)[: max(len(self.networks) - self.size, 0)]:
            del self.networks[old]
