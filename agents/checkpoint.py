"""Checkpoints: one safetensors file holds all that resuming and playing need.

    save_checkpoint(path, network, game, optimizer=None, counters=None, extra=None, arrays=None)
    load_checkpoint(path, game=None, device="cpu") -> Checkpoint
    newest_checkpoint(path) -> Path

Inside are the weights (`network/...`), the optimiser's averages (`optimizer/...`), further arrays
of the caller (`arrays/...`) and JSON facts: format, game, rules with their digest, digests of both
layouts, network shape, counters, extra. A `.json` beside it shows the same facts to people and is
never read. A reader at any moment finds a whole old or a whole new checkpoint. Loading runs no code
of the file.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.optim import Optimizer

from agents import optimizer_state
from agents.atomic_file import replace_files
from agents.network import ActorCritic, NetworkShape, outline_of
from agents.tensor_file import LARGEST_FILE, Arrays, Facts, pack, unpack
from trick_taking.lockstep import LockstepGame

FORMAT = 1
SUFFIX = ".safetensors"
_PARTS = ("network/", "optimizer/", "arrays/")


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint that was read and found whole."""

    path: Path
    game: str
    rules: dict[str, Any]  # the options of the rules, by name
    network: ActorCritic  # with its weights, in evaluation mode
    counters: dict[str, int]  # steps and the like, as they were given
    extra: dict[str, Any]  # JSON of the caller
    arrays: Arrays  # arrays of the caller
    optimizer_groups: list[dict[str, Any]] | None  # None: saved without optimiser
    optimizer_arrays: Arrays

    def restore_optimizer(self, optimizer: Optimizer) -> None:
        """Give `optimizer`, one over `network.parameters()`, its saved state, to the bit.

        ValueError when none was saved, or one of another kind or with groups of other sizes.
        """
        if self.optimizer_groups is None:
            raise ValueError(f"checkpoint {self.path}: it was saved without an optimizer")
        try:
            optimizer_state.restore(optimizer, self.optimizer_groups, self.optimizer_arrays)
        except ValueError as error:
            raise ValueError(f"checkpoint {self.path}: {error}") from error


def save_checkpoint(
    path: str | Path,
    network: ActorCritic,
    game: LockstepGame,
    *,
    optimizer: Optimizer | None = None,
    counters: Mapping[str, int] | None = None,
    extra: Mapping[str, Any] | None = None,
    arrays: Mapping[str, npt.NDArray[Any]] | None = None,
) -> None:
    """Replace the checkpoint `path` (.safetensors) in one step, and the `.json` beside it.

    `optimizer`, one over `network.parameters()`, is of a kind that `agents.optimizer_state` knows;
    `counters` are whole numbers, `extra` plain JSON. ValueError for input that cannot be stored;
    OSError, with the old file still whole, when the disk is full or the like.
    """
    path = Path(path)
    if path.suffix != SUFFIX:
        raise ValueError(f"checkpoint {path}: its name must end in {SUFFIX}")
    tensors = {f"network/{name}": t.cpu().numpy() for name, t in network.state_dict().items()}
    tensors |= {f"arrays/{name}": array for name, array in (arrays or {}).items()}
    if optimizer is not None:
        own = [parameter for group in optimizer.param_groups for parameter in group["params"]]
        if [id(parameter) for parameter in own] != [id(p) for p in network.parameters()]:
            raise ValueError(f"checkpoint {path}: the optimizer is not over network.parameters()")
        tensors |= {f"optimizer/{n}": a for n, a in optimizer_state.arrays_of(optimizer).items()}
    facts = _game_facts(game) | {
        "format": FORMAT,
        "network": dataclasses.asdict(network.shape),
        "counters": dict(counters or {}),
        "extra": dict(extra or {}),
        "optimizer": None if optimizer is None else optimizer_state.groups_of(optimizer),
    }
    try:
        _check_facts(facts)
        data = pack(tensors, facts)
    except ValueError as error:
        raise ValueError(f"checkpoint {path}: {error}") from error
    readable = json.dumps(facts, indent=2, sort_keys=True) + "\n"
    replace_files({path: data, path.with_suffix(".json"): readable.encode()})


def load_checkpoint(
    path: str | Path, game: LockstepGame | None = None, device: str | torch.device = "cpu"
) -> Checkpoint:
    """Read and check the checkpoint file `path`; with `game`, it must be of that very game.

    ValueError names the file and the cause: it cannot be read, is damaged, is of another game,
    other rules or another layout, lacks something, or holds what does not fit.
    """
    path = Path(path)
    try:
        arrays, facts = unpack(_read(path))
        _check_facts(facts)
        if game is not None:
            _check_game(facts, game)
        parts = _split(arrays)
        network = _network(parts["network/"], facts).to(device)
        shapes = [tuple(parameter.shape) for parameter in network.parameters()]
        if facts["optimizer"] is not None or parts["optimizer/"]:
            optimizer_state.check(facts["optimizer"], parts["optimizer/"], shapes)
    except ValueError as error:
        raise ValueError(f"checkpoint {path}: {error}") from error
    return Checkpoint(
        path=path,
        game=facts["game"],
        rules=facts["rules"],
        network=network,
        counters=facts["counters"],
        extra=facts["extra"],
        arrays=parts["arrays/"],
        optimizer_groups=facts["optimizer"],
        optimizer_arrays=parts["optimizer/"],
    )


def newest_checkpoint(path: str | Path) -> Path:
    """The checkpoint that `path` means: a file itself; of a run folder the newest.

    In a folder that is `latest.safetensors`, else the file with the greatest number at the end of
    its name, there or in its folder `checkpoints`. ValueError when there is none.
    """
    path = Path(path)
    if not path.exists():
        raise ValueError(f"checkpoint {path}: there is no such file or folder")
    if not path.is_dir():
        return path
    folders = [path, path / "checkpoints"]
    for folder in folders:
        if (folder / f"latest{SUFFIX}").is_file():
            return folder / f"latest{SUFFIX}"
    numbered = [file for folder in folders for file in folder.glob(f"[!.]*{SUFFIX}")]
    if not numbered:
        raise ValueError(f"checkpoint {path}: the folder holds no {SUFFIX} file")
    return max(numbered, key=lambda file: (_number(file), file.name))


def _number(file: Path) -> int:
    match = re.search(r"(\d+)$", file.stem)
    return int(match.group(1)) if match else -1


def digest_of(facts: Mapping[str, Any]) -> str:
    """16 hexadecimal digits that stand for plain JSON `facts`, the rules of a game for instance."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _game_facts(game: LockstepGame) -> Facts:
    rules = game.rules.as_dict()
    return {
        "game": game.name,
        "rules": rules,
        "rules_digest": digest_of(rules),
        "layout_digest": game.layout.digest,
        "critic_layout_digest": game.layout_all.digest,
    }


def _read(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise ValueError("there is no such file")
        with open(path, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ValueError(f"it cannot be read: {error.strerror}") from error
    if len(data) > LARGEST_FILE:
        raise ValueError(f"it is larger than {LARGEST_FILE} bytes")
    return data


_TEXTS = ("game", "rules_digest", "layout_digest", "critic_layout_digest")
_OBJECTS = ("rules", "network", "counters", "extra")


def _check_facts(facts: Facts) -> None:
    """ValueError unless every fact is there with the right JSON type."""
    if type(facts.get("format")) is not int or facts["format"] != FORMAT:
        raise ValueError(f"format {facts.get('format')!r:.40} is not {FORMAT}, the one known here")
    kinds: dict[str, type] = dict.fromkeys(_TEXTS, str) | dict.fromkeys(_OBJECTS, dict)
    for name, kind in kinds.items():
        if name not in facts:
            raise ValueError(f"{name!r} is missing")
        if not isinstance(facts[name], kind):
            raise ValueError(f"{name!r} is no {'text' if kind is str else 'object'}")
    if "optimizer" not in facts:
        raise ValueError("'optimizer' is missing")
    for name, count in facts["counters"].items():
        if type(count) is not int:
            raise ValueError(f"counter {name!r} is no whole number")
    if facts["rules_digest"] != digest_of(facts["rules"]):
        raise ValueError("its rules do not match their digest")


def _check_game(facts: Facts, game: LockstepGame) -> None:
    """ValueError unless the facts are those of `game`, with a network that fits it."""
    own = _game_facts(game)
    if facts["game"] != own["game"]:
        raise ValueError(f"it is of the game {facts['game']!r:.60}, not {own['game']!r}")
    if facts["rules_digest"] != own["rules_digest"]:
        raise ValueError(f"other rules: {_rules_difference(facts['rules'], game)}")
    for name, what in (("layout_digest", "observation"), ("critic_layout_digest", "critic's")):
        if facts[name] != own[name]:
            raise ValueError(
                f"another {what} layout: digest {facts[name]!r:.40}, this game has {own[name]!r}"
            )
    sizes = {
        "observation_size": game.layout.size,
        "critic_size": game.layout_all.size,
        "num_actions": game.num_actions,
    }
    for name, size in sizes.items():
        if facts["network"].get(name) != size:
            raise ValueError(f"its network has another {name} than this game's {size}")


def _rules_difference(theirs: Facts, game: LockstepGame) -> str:
    """What differs, where an option that is not told has its default."""
    usual = dataclasses.asdict(type(game.rules)())
    theirs, ours = usual | theirs, dataclasses.asdict(game.rules)
    names = sorted(n for n in theirs if theirs[n] != ours.get(n))
    shown = [f"{n}={theirs[n]!r} there, {ours.get(n)!r} here" for n in names]
    return "; ".join(shown)[:300] or "equal options, another digest"


def _split(arrays: Arrays) -> dict[str, Arrays]:
    """The arrays by the first part of their name, which is dropped."""
    parts: dict[str, Arrays] = {part: {} for part in _PARTS}
    for name, array in arrays.items():
        part = next((part for part in _PARTS if name.startswith(part)), None)
        if part is None:
            raise ValueError(f"unknown tensor {name[:60]!r}")
        parts[part][name.removeprefix(part)] = array
    return parts


def _network(arrays: Arrays, facts: Facts) -> ActorCritic:
    """The network of the facts, once `arrays` are found to be exactly its tensors."""
    network = outline_of(_network_shape(facts["network"]))
    expected = {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}
    for name in sorted(expected.keys() ^ arrays.keys()):
        state = "missing" if name in expected else "unknown"
        raise ValueError(f"tensor 'network/{name[:60]}' is {state}")
    for name, shape in expected.items():
        array = arrays[name]
        if array.shape != shape or array.dtype != np.float32:
            raise ValueError(
                f"tensor 'network/{name}' is {array.dtype} {array.shape}, not float32 {shape}"
            )
        if not np.isfinite(array).all():
            raise ValueError(f"tensor 'network/{name}' holds NaN or infinite numbers")
    tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
    network.load_state_dict(tensors, assign=True)
    if network.suits is not None:
        network.suits.check()
    if network.powers is not None:
        network.powers.check(network.shape.observation_size)
    return network.eval()


def _network_shape(sizes: Facts) -> NetworkShape:
    names = {field.name for field in dataclasses.fields(NetworkShape)}
    shape: Facts = {
        "sides": True,
        "suit_orders": 0,
        "critic": True,
        "powers": False,
    } | sizes  # older checkpoints do not tell
    if shape.keys() != names or not isinstance(shape["hidden"], list):
        raise ValueError(f"its network shape must be {sorted(names)}, 'hidden' a list")
    return NetworkShape(**shape | {"hidden": tuple(shape["hidden"])})
