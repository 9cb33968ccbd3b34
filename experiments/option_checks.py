"""Checks of options that a type cannot tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch


def check_ranges(config: Any, ranges: Mapping[str, tuple[float, float]]) -> None:
    """ValueError naming the first number of `config` outside its range, both ends allowed.

    Of a tuple every number is checked; None passes.
    """
    for name, (low, high) in ranges.items():
        value = getattr(config, name)
        numbers = value if isinstance(value, tuple) else () if value is None else (value,)
        if not all(low <= number <= high for number in numbers):
            raise ValueError(f"{name} must be in {low:g}..{high:g}, not {value}")


def check_device(name: str) -> None:
    """ValueError unless torch can compute on the device `name`."""
    try:
        torch.ones(1, device=name).cpu()
    except (RuntimeError, AssertionError) as error:  # NotImplementedError is a RuntimeError
        cause = str(error).split(".")[0].splitlines()[0]
        raise ValueError(f"device {name!r} cannot be used: {cause}") from error
