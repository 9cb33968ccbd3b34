"""The options of Smear: their defaults, what they contradict, and what follows from them.

Written from the rules page alone (SM1, SM4, SM5, SM7, SM11, SM13, SM14, SMV1-SMV8). Options are a
plain dict by the names of the rules page; `complete_options` fills in the defaults.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

Options = dict[str, Any]

# SM1, SM4, SM5, SM7, SM11, SM13, SM14, SMV: the default first.
CHOICES: dict[str, tuple[Any, ...]] = {
    "players": (4, 3, 5, 6, 8),
    "teams": (None, 0, 2, 3, 4),
    "cards_dealt": (None, 8),
    "all_pass": ("dealer_forced", "redeal"),
    "free_discard": (False, True),
    "high": ("ace", "highest_played"),
    "low_to": ("captor", "holder"),
    "game_tie": ("nobody", "low_captor"),
    "both_over": ("pitcher_first", "highest"),
    "revoke": ("forbidden", "lose_deal"),
    "variant": ("ten_point", "nine_card", "widow", "no_jick", "five_point"),
    "jokers": (2, 0),
    "joker_rank": ("below_jick", "around_jick"),
    "target": (21, 11, 52),
    "floor": (None, -21),
}
# The options that shape the table; the others combine with all of these.
SHAPE = ("players", "teams", "variant", "jokers")
TEAMS = {3: (0,), 4: (2, 0), 5: (0,), 6: (2, 3, 0), 8: (2, 4, 0)}  # SM1, the usual one first
HAND_SIZE = 6  # SM7


def complete_options(options: Options) -> Options:
    """`options` over the defaults; what is unknown or contradicts itself is a `ValueError`."""
    for name, value in options.items():
        if name not in CHOICES:
            raise ValueError(f"unknown option {name}")
        if value not in CHOICES[name]:
            raise ValueError(f"{name} cannot be {value!r}")
    complete = {name: choices[0] for name, choices in CHOICES.items()} | options
    players, variant = complete["players"], complete["variant"]
    if complete["teams"] is None:
        complete["teams"] = TEAMS[players][0]
    if complete["teams"] not in TEAMS[players]:
        raise ValueError(f"SM1: teams={complete['teams']} with players={players}")
    if complete["cards_dealt"] == 8 and (players != 5 or variant == "nine_card"):
        raise ValueError(f"SM4: cards_dealt=8 with players={players}, variant={variant}")
    if variant == "nine_card" and players > 5:
        raise ValueError(f"SMV1: variant=nine_card with players={players}")
    if complete["jokers"] == 0 and variant != "no_jick":
        raise ValueError(f"SMV3: jokers=0 with variant={variant}")
    if variant == "five_point" and complete["teams"] == 0:
        raise ValueError(f"SMV4: variant=five_point with players={players}, teams=0")
    return complete


def num_sides(options: Options) -> int:
    """How many sides complete `options` have: the teams, or every seat alone (SM1)."""
    return options["teams"] or options["players"]


def side_of(options: Options, seat: int) -> int:
    """The side of `seat` (SM1)."""
    return seat % num_sides(options)


def hand_size_dealt(options: Options) -> int:
    """Cards that each seat is dealt (SM4, SMV1)."""
    if options["variant"] == "nine_card":
        return 9
    if options["cards_dealt"] is not None:
        return options["cards_dealt"]
    return {3: 10, 4: 10, 5: 10, 6: 8, 8: 6}[options["players"]]


def widow_size(options: Options) -> int:
    """Cards in the widow (SMV2)."""
    return 4 if options["variant"] == "widow" else 0


def highest_bid(options: Options) -> int:
    """The points in play (SM5, SMV)."""
    if options["variant"] == "no_jick":
        return 6 if options["jokers"] else 4
    return {"ten_point": 10, "nine_card": 10, "widow": 12, "five_point": 5}[options["variant"]]


def all_rules() -> Iterator[Options]:
    """Every allowed combination of players, teams, variant and jokers, teams told by number."""
    for players in CHOICES["players"]:
        for teams in TEAMS[players]:
            for variant in CHOICES["variant"]:
                for jokers in CHOICES["jokers"]:
                    values = (players, teams, variant, jokers)
                    shape = dict(zip(SHAPE, values, strict=True))
                    try:
                        complete_options(shape)
                    except ValueError:
                        continue
                    yield shape


def draw_options(chance: random.Random, shape: Options) -> Options:
    """`shape` with every other option drawn by `chance`, among those it allows.

    Usual teams are told as None half the time.
    """
    drawn = dict(shape)
    if shape["teams"] == TEAMS[shape["players"]][0] and chance.random() < 0.5:
        drawn["teams"] = None
    for name, choices in CHOICES.items():
        if name not in shape:
            drawn[name] = chance.choice(choices)
    if shape["players"] != 5 or shape["variant"] == "nine_card":
        drawn["cards_dealt"] = None
    return drawn
