"""Frozen past selves and a fixed player as opponents: whom self-play meets besides itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from agents.checkpoint import load_checkpoint, newest_checkpoint, save_checkpoint
from agents.network import ActorCritic
from agents.protocol import Agent
from trick_taking.counter import random_keys, unit_interval
from trick_taking.lockstep import LockstepGame

_WHO, _GAMES, _SEATS, _AGENT, _OPEN = 1, 2, 3, 4, 5  # what a draw decides


class PastSelves:
    """A pool of the last `size` snapshots of a run, each one file of `folder`, and of guests.

    Which snapshot plays in an iteration, and on which seats, is a pure function of the seed and
    the iteration, so a resumed run meets the same opponents.
    """

    def __init__(self, folder: Path, game: LockstepGame, size: int) -> None:
        self.folder, self.game, self.size = folder, game, size
        self.networks: dict[int, ActorCritic] = {}
        self.guests: list[ActorCritic] = []  # from other runs; they stay

    def add(self, iteration: int, network: ActorCritic) -> None:
        """Freeze a copy of `network` as the snapshot of `iteration`, on disk and in the pool."""
        save_checkpoint(self._file(iteration), network, self.game)
        self._load(iteration, network)

    def restore(self, iterations: list[int], network: ActorCritic) -> None:
        """Read the snapshots of `iterations` back, for the device of `network`."""
        for iteration in iterations:
            self._load(iteration, network)

    def invite(self, paths: Sequence[str | Path], device: str) -> None:
        """Let the policies of other runs, or of checkpoint files, into the pool.

        They are copied into the folder `league` beside that of the snapshots, from where a resumed
        run reads them. ValueError for one that does not fit the game or is no policy.
        """
        for number, path in enumerate(paths):
            copy = self.folder.with_name("league") / f"guest-{number:03d}.safetensors"
            if not copy.exists():
                guest = load_checkpoint(newest_checkpoint(path), self.game)
                if guest.extra.get("player") == "dmc":
                    raise ValueError(f"checkpoint {guest.path}: action values are no policy")
                save_checkpoint(copy, guest.network, self.game)
            network = load_checkpoint(copy, self.game, device).network
            self.guests.append(network.requires_grad_(False))

    @property
    def newest(self) -> ActorCritic | None:
        """The last snapshot."""
        return self.networks[max(self.networks)] if self.networks else None

    def choose(
        self, seed: int, iteration: int, agent: Agent | None = None, chance: float = 0.0
    ) -> ActorCritic | Agent | None:
        """Who plays in `iteration`: `agent` with `chance`, else one of the pool, uniformly.

        None when the pool is empty. `chance` is in [0, 1].
        """
        if unit_interval(random_keys(seed, _AGENT, iteration))[0] < chance:
            return agent
        pool = [self.networks[known] for known in sorted(self.networks)] + self.guests
        if not pool:
            return None
        draw = unit_interval(random_keys(seed, _WHO, iteration))[0]
        return pool[int(draw * len(pool))]

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


def all_but_one(game: LockstepGame, seed: int, iteration: int) -> npt.NDArray[np.bool_]:
    """(G, S) every seat but one of each game, which is drawn: those that an exploiter meets."""
    keys = random_keys(seed, _OPEN, iteration, np.arange(game.num_games))
    mine = (keys % np.uint64(game.num_seats)).astype(np.int64)
    return np.arange(game.num_seats) != mine[:, None]
