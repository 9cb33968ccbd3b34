"""The text that names an agent, taken apart: `ppo:runs/today,greedy`, `pimc:worlds=20`.

A text is a kind, for some kinds `:` and an argument, then options after commas. A path with a comma
can therefore not be named.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path


@dataclass(frozen=True)
class AgentText:
    """One agent's text and its parts; `argument` is None where no colon stands."""

    text: str
    kind: str
    argument: str | None
    options: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> AgentText:
        """The parts of `text`, unchecked."""
        head, *options = text.split(",")
        kind, colon, argument = head.partition(":")
        return cls(text, kind, argument if colon else None, tuple(options))

    def error(self, cause: str) -> ValueError:
        """An error that names the text."""
        return ValueError(f"agent {self.text!r} {cause}")

    def flags(self, known: Collection[str] = ()) -> frozenset[str]:
        """The options, each of which must be one of `known`; ValueError names another."""
        for option in self.options:
            if option not in known:
                raise self.error(
                    f"has an unknown option {option!r}; there are: {', '.join(known) or 'none'}"
                )
        return frozenset(self.options)

    def numbers(self, usual: Mapping[str, int]) -> dict[str, int]:
        """Every `name=number`, argument and options alike, over the `usual` ones.

        ValueError names one that is unknown, no whole number, or below 1.
        """
        chosen = dict(usual)
        first = () if self.argument is None else (self.argument,)
        for setting in (*first, *self.options):
            name, _, number = setting.partition("=")
            if name not in usual or not number.isdecimal() or int(number) < 1:
                raise self.error(
                    f"has {setting!r}, which must be a whole number from 1 for one of: "
                    f"{', '.join(f'{known}={value}' for known, value in usual.items())}"
                )
            chosen[name] = int(number)
        return chosen

    def path(self) -> Path:
        """The argument as a file or folder that exists."""
        if not self.argument or not Path(self.argument).exists():
            raise ValueError(
                f"agent {self.text!r}: there is no file or folder {self.argument or ''!r}"
            )
        return Path(self.argument)

    def need(self, extra: str, modules: Collection[str]) -> None:
        """ValueError where one of `modules`, which the extra brings, is not installed."""
        for module in modules:
            if find_spec(module) is None:
                raise self.error(
                    f"needs {module}: install it with "
                    f"python -m pip install 'hidden-partners[{extra}]'"
                )
