"""The state of an Adam optimiser as plain arrays and JSON facts, exact to the bit.

Covers `torch.optim.Adam` and `AdamW` over `network.parameters()`, in that order. Switches such as
`fused` are not state: a restored optimiser keeps its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.optim import Optimizer

Arrays = dict[str, npt.NDArray[Any]]
Groups = list[dict[str, Any]]

_MOMENTS = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")
_NEEDED = {"step", "exp_avg", "exp_avg_sq"}
_NUMBERS = ("lr", "eps", "weight_decay")


def adam_groups(optimizer: Optimizer) -> Groups:
    """For each parameter group its size and hyperparameters, as plain JSON."""
    return [
        {"size": len(group["params"]), "betas": [float(beta) for beta in group["betas"]]}
        | {name: float(group[name]) for name in _NUMBERS}
        for group in optimizer.param_groups
    ]


def adam_arrays(optimizer: Optimizer) -> Arrays:
    """`"3/exp_avg"` and so on: the moments and step counts by parameter index; copies."""
    state = optimizer.state_dict()["state"]
    return {
        f"{index}/{name}": tensor.detach().cpu().numpy().copy()
        for index, moments in state.items()
        for name, tensor in moments.items()
    }


def check_adam(groups: Any, arrays: Arrays, shapes: Sequence[tuple[int, ...]]) -> None:
    """ValueError unless `groups` and `arrays` fit parameters of these `shapes`."""
    if not isinstance(groups, list) or not all(isinstance(group, dict) for group in groups):
        raise ValueError("optimizer groups must be a list of objects")
    for group in groups:
        betas = group.get("betas")
        numbers = [group.get(name) for name in _NUMBERS]
        numbers += betas if isinstance(betas, list) and len(betas) == 2 else [None]
        if not all(type(number) is float and math.isfinite(number) for number in numbers):
            raise ValueError("an optimizer group lacks a finite lr, eps, weight_decay or betas")
        if type(group.get("size")) is not int or group["size"] < 0:
            raise ValueError("an optimizer group lacks its size")
    if sum(group["size"] for group in groups) != len(shapes):
        raise ValueError(f"optimizer groups do not hold {len(shapes)} parameters")
    _check_moments(arrays, shapes)


def _check_moments(arrays: Arrays, shapes: Sequence[tuple[int, ...]]) -> None:
    expected: dict[str, tuple[int, ...]] = {f"{i}/step": () for i in range(len(shapes))}
    expected |= {f"{i}/{name}": shape for i, shape in enumerate(shapes) for name in _MOMENTS}
    for name, array in arrays.items():
        if expected.get(name) != array.shape or array.dtype != np.float32:
            raise ValueError(f"optimizer tensor {name!r} does not fit the network")
        negative = not name.endswith("/exp_avg") and (array < 0).any()
        if negative or not np.isfinite(array).all():
            raise ValueError(f"optimizer tensor {name!r} holds NaN, infinite or negative numbers")
    for index in {name.partition("/")[0] for name in arrays}:
        missing = sorted(name for name in _NEEDED if f"{index}/{name}" not in arrays)
        if missing:
            raise ValueError(f"optimizer tensor '{index}/{missing[0]}' is missing")


def restore_adam(optimizer: Optimizer, groups: Groups, arrays: Arrays) -> None:
    """Put a checked state into `optimizer`; ValueError when its groups are of other sizes."""
    blank = optimizer.state_dict()
    sizes = [len(group["params"]) for group in blank["param_groups"]]
    if sizes != [group["size"] for group in groups]:
        raise ValueError(f"the optimizer has groups of {sizes} parameters, the saved one others")
    state: dict[int, dict[str, Tensor]] = {}
    for name, array in arrays.items():
        index, _, key = name.partition("/")
        state.setdefault(int(index), {})[key] = torch.from_numpy(array.copy())
    param_groups = [
        group | {name: saved[name] for name in _NUMBERS} | {"betas": tuple(saved["betas"])}
        for group, saved in zip(blank["param_groups"], groups, strict=True)
    ]
    optimizer.load_state_dict({"state": state, "param_groups": param_groups})
