"""The state of an optimiser as plain arrays and JSON facts, exact to the bit.

Covers `torch.optim.Adam`, `AdamW` and plain `RMSprop` (no momentum, not centred) over
`network.parameters()`, in that order. Switches such as `fused` are not state: a restored optimiser
keeps its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.optim import Optimizer

Arrays = dict[str, npt.NDArray[Any]]
Groups = list[dict[str, Any]]


class _Kind(NamedTuple):
    """One kind of optimiser."""

    averages: tuple[str, ...]  # its arrays of a parameter's shape
    needed: frozenset[str]  # of all its arrays, those that a parameter has after a step
    numbers: tuple[str, ...]  # hyperparameters of a group
    pairs: tuple[str, ...]  # those that are two numbers


_ADAM = _Kind(
    ("exp_avg", "exp_avg_sq", "max_exp_avg_sq"),
    frozenset({"step", "exp_avg", "exp_avg_sq"}),
    ("lr", "eps", "weight_decay"),
    ("betas",),
)
_RMSPROP = _Kind(
    ("square_avg",),
    frozenset({"step", "square_avg"}),
    ("lr", "eps", "weight_decay", "alpha"),
    (),
)


def _kind_of(group: dict[str, Any]) -> _Kind:
    """The kind of optimiser with a group like this, a live one or a saved one."""
    return _RMSPROP if "alpha" in group else _ADAM


def groups_of(optimizer: Optimizer) -> Groups:
    """For each parameter group its size and hyperparameters, as plain JSON."""
    groups = []
    for group in optimizer.param_groups:
        kind = _kind_of(group)
        facts: dict[str, Any] = {"size": len(group["params"])}
        facts |= {name: [float(number) for number in group[name]] for name in kind.pairs}
        groups.append(facts | {name: float(group[name]) for name in kind.numbers})
    return groups


def arrays_of(optimizer: Optimizer) -> Arrays:
    """`"3/exp_avg"` and so on: the averages and step counts by parameter index; copies."""
    state = optimizer.state_dict()["state"]
    return {
        f"{index}/{name}": tensor.detach().cpu().numpy().copy()
        for index, averages in state.items()
        for name, tensor in averages.items()
    }


def check(groups: Any, arrays: Arrays, shapes: Sequence[tuple[int, ...]]) -> None:
    """ValueError unless `groups` and `arrays` fit parameters of these `shapes`."""
    if not isinstance(groups, list) or not all(isinstance(group, dict) for group in groups):
        raise ValueError("optimizer groups must be a list of objects")
    for group in groups:
        kind = _kind_of(group)
        numbers = [group.get(name) for name in kind.numbers]
        for name in kind.pairs:
            pair = group.get(name)
            numbers += pair if isinstance(pair, list) and len(pair) == 2 else [None]
        if not all(type(number) is float and math.isfinite(number) for number in numbers):
            names = ", ".join((*kind.numbers, *kind.pairs))
            raise ValueError(f"an optimizer group lacks a finite {names}")
        if type(group.get("size")) is not int or group["size"] < 0:
            raise ValueError("an optimizer group lacks its size")
    if sum(group["size"] for group in groups) != len(shapes):
        raise ValueError(f"optimizer groups do not hold {len(shapes)} parameters")
    _check_arrays(_kind_of(groups[0]) if groups else _ADAM, arrays, shapes)


def _check_arrays(kind: _Kind, arrays: Arrays, shapes: Sequence[tuple[int, ...]]) -> None:
    expected: dict[str, tuple[int, ...]] = {f"{i}/step": () for i in range(len(shapes))}
    expected |= {f"{i}/{name}": shape for i, shape in enumerate(shapes) for name in kind.averages}
    for name, array in arrays.items():
        if expected.get(name) != array.shape or array.dtype != np.float32:
            raise ValueError(f"optimizer tensor {name!r} does not fit the network")
        negative = not name.endswith("/exp_avg") and (array < 0).any()
        if negative or not np.isfinite(array).all():
            raise ValueError(f"optimizer tensor {name!r} holds NaN, infinite or negative numbers")
    for index in {name.partition("/")[0] for name in arrays}:
        missing = sorted(name for name in kind.needed if f"{index}/{name}" not in arrays)
        if missing:
            raise ValueError(f"optimizer tensor '{index}/{missing[0]}' is missing")


def restore(optimizer: Optimizer, groups: Groups, arrays: Arrays) -> None:
    """Put a checked state into `optimizer`; ValueError when it is of another kind or size."""
    blank = optimizer.state_dict()
    sizes = [len(group["params"]) for group in blank["param_groups"]]
    if sizes != [group["size"] for group in groups]:
        raise ValueError(f"the optimizer has groups of {sizes} parameters, the saved one others")
    if [_kind_of(group) for group in blank["param_groups"]] != [_kind_of(g) for g in groups]:
        raise ValueError("the saved state is that of another kind of optimizer")
    state: dict[int, dict[str, Tensor]] = {}
    for name, array in arrays.items():
        index, _, key = name.partition("/")
        state.setdefault(int(index), {})[key] = torch.from_numpy(array.copy())
    param_groups = []
    for group, saved in zip(blank["param_groups"], groups, strict=True):
        kind = _kind_of(saved)
        values = {name: saved[name] for name in kind.numbers}
        param_groups.append(group | values | {name: tuple(saved[name]) for name in kind.pairs})
    optimizer.load_state_dict({"state": state, "param_groups": param_groups})
