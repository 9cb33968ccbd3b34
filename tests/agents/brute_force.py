"""All deals that a record allows, found by trying every one, and what uniform draws must look like.

Nothing here counts cleverly: the unseen cards are split in every way, and a slow reference game
replays the record with each of them.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from agents.determinize import Worlds
from trick_taking.cards import cards_in
from trick_taking.lockstep import LockstepGame

World = tuple[int, ...]  # sets: hands by relative seat, laid down by relative seat, widow, rest


def splits(cards: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to split a card set into sets of these sizes, which add up to its own."""
    if not sizes:
        yield ()
        return
    for chosen in itertools.combinations(cards_in(cards), sizes[0]):
        first = sum(1 << card for card in chosen)
        for rest in splits(cards & ~first, sizes[1:]):
            yield first, *rest


def number_of_splits(sizes: Sequence[int]) -> int:
    ways, left = 1, sum(sizes)
    for size in sizes:
        for step in range(size):
            ways = ways * (left - step) // (step + 1)
        left -= size
    return ways


def play_on(
    game: LockstepGame,
    chance: np.random.Generator,
    over: Callable[[Any], bool],
    prefer: Sequence[int] = (),
) -> bool:
    """Play the only game lawfully, at random, until `over(state)`; False if its deal ends before.

    An action of `prefer` that is lawful is taken two times in three.
    """
    while not over(game.state):
        legal = np.flatnonzero(game.lawful[0])
        wanted = [action for action in prefer if action in legal]
        if wanted and chance.random() < 2 / 3:
            legal = np.array(wanted)
        game.step([int(chance.choice(legal))])
        if game.state.seat[0] < 0:
            return False
    return True


def drawn(worlds: Worlds, row: int = 0) -> list[World]:
    """The worlds of one row as tuples."""
    columns = np.concatenate(
        [
            worlds.hands[row],
            worlds.laid[row],
            worlds.widow[row, :, None],
            worlds.rest[row, :, None],
        ],
        axis=1,
    )
    return [tuple(world) for world in columns.tolist()]


def check_uniform(worlds: Sequence[World], allowed: Mapping[World, int] | set[World]) -> float:
    """Chi-square of the draws against `allowed` (world to weight), in standard deviations.

    Every draw must be an allowed world.
    """
    weights = allowed if isinstance(allowed, Mapping) else dict.fromkeys(allowed, 1)
    seen = Counter(worlds)
    assert set(seen) <= set(weights)
    whole = sum(weights.values())
    expected = {world: len(worlds) * weight / whole for world, weight in weights.items()}
    distance = sum((seen[world] - mean) ** 2 / mean for world, mean in expected.items())
    freedom = len(weights) - 1
    return (distance - freedom) / np.sqrt(2 * freedom) if freedom else 0.0
