"""The options of a game: a frozen dataclass of plain values that checks itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self, get_args, get_type_hints

MOST_DEALS = 32_767  # what the count of deals can hold


@dataclass(frozen=True, kw_only=True)
class Options:
    """Base of every game's options.

    Raises ValueError naming the option whose value is not of its declared type or choices.
    """

    def __post_init__(self) -> None:
        hints = get_type_hints(type(self))
        for field in fields(self):
            _check_value(field.name, getattr(self, field.name), hints[field.name])

    def as_dict(self) -> dict[str, Any]:
        """Every option by name, as plain values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> Self:
        """Rules from plain values; ValueError names an unknown option."""
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(options) - known)
        if unknown:
            raise ValueError(f"unknown option {unknown[0]!r}: known are {sorted(known)}")
        return cls(**options)


def _check_value(name: str, value: Any, hint: Any) -> None:
    """ValueError when `value` is not of the option's declared type or choices."""
    choices = get_args(hint)
    if hint is bool:
        allowed, good = "True or False", isinstance(value, bool)
    elif int in (hint, *choices):
        allowed = "a whole number" + (" or None" if choices else "")
        good = type(value) is int or (value is None and type(None) in choices)
    else:
        allowed, good = (
            f"one of {list(choices)}",
            any(value == choice and type(value) is type(choice) for choice in choices),
        )
    if not good:
        raise ValueError(f"option {name} must be {allowed}, not {value!r}")


def check_max_deals(max_deals: int) -> None:
    """ValueError unless a match may end after so many deals."""
    if not 1 <= max_deals <= MOST_DEALS:
        raise ValueError(f"max_deals must be in 1..{MOST_DEALS}, not {max_deals}")
