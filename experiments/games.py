"""The games that the programs know, by the name on the command line.

A game is a module of its environment package with `Rules`, `env`, `vector_env` and `replay`. It is
imported when it is first asked for. A new game adds a line to `GAMES`, its name to `GameName`, and
what a tournament tells of it to `deeds.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Literal

GameName = Literal["spitzer", "michigan", "smear"]
SWITCHES = ("reveal_teams", "oracle_partner", "scramble_history")  # of games with secret sides
GAMES: dict[str, str] = {
    "spitzer": "spitzer_env.spitzer_v0",
    "michigan": "spitzer_env.michigan_v0",
    "smear": "smear_env.smear_v0",
}


def load_game(name: str) -> Any:
    """The module of the game `name`; ValueError for a game that nobody knows."""
    if name not in GAMES:
        raise ValueError(f"unknown game {name!r}: known are {', '.join(GAMES)}")
    return import_module(GAMES[name])


def switches_of(config: Any) -> dict[str, bool]:
    """The switches of observations that are on in `config`, as keywords of its game.

    ValueError for one that the game has not.
    """
    on = {name: True for name in SWITCHES if getattr(config, name)}
    if on and config.game == "smear":
        raise ValueError(f"--{next(iter(on)).replace('_', '-')}: smear has no secret sides")
    return on


def parse_options(texts: Sequence[str]) -> dict[str, Any]:
    """Options of the rules from texts such as "revoke=lose_deal" or "double_spitzer=True".

    A value is a number, True, False or None where it reads as one, else text. ValueError for a
    text without "=" and for an option given twice.
    """
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ValueError(f"rules option {text!r} must be name=value")
        if name in options:
            raise ValueError(f"rules option {name!r} is given twice")
        options[name] = _parse_value(value)
    return options


def make_rules(game: Any, texts: Sequence[str]) -> Any:
    """The rules of `game` with the options of `texts`; ValueError names what is wrong."""
    return game.Rules.from_dict(parse_options(texts))


def _parse_value(text: str) -> Any:
    named = {"true": True, "false": False, "none": None}
    if text.lower() in named:
        return named[text.lower()]
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
    return value if isinstance(value, int | float) else text
