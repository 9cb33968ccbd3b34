"""Options, packs and deal texts of two-trump Spitzer with a blind, as SPV4 allows them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from tests.reference.spitzer import PACK

PAIRS = [(4, 2), (4, 4), (3, 2), (5, 2)]  # players and blind
LEFT_OUT = ("7C", "7S")  # of four players with a blind of two

CHOICES: dict[str, list[object]] = {
    "all_pass": ["leaster", "redeal", "dealer_picks"],
    "trump_lead_must_follow": [True, False],
    "tie_60": ["trump_side_loses", "most_tricks"],
    "schneider_bonus": [True, False],
    "schwarz_bonus": [True, False],
    "schneider_minimum": [91, 90],
    "revoke": ["forbidden", "lose_deal", "fine_4"],
    "solo": [True, False],  # without effect, as is the next
    "double_spitzer": [False, True],
}
MATCH: dict[str, object] = {
    "deals": None,
    "score_limit": None,
    "next_dealer": "rotate",
    "max_deals": 500,
}


def all_rules(without_effect: bool = True) -> Iterator[dict[str, object]]:
    """Every combination of the options that a deal is played by: 4,608.

    Without the two options that SPV4 takes the effect from: 1,152.
    """
    kept = {
        name: values if without_effect or name not in ("solo", "double_spitzer") else values[:1]
        for name, values in CHOICES.items()
    }
    for (players, blind), *values in itertools.product(PAIRS, *kept.values()):
        yield {"players": players, "blind": blind, **dict(zip(kept, values, strict=True))}


def complete_options(options: dict[str, object]) -> dict[str, object]:
    """`options` over the defaults of the rules page; `ValueError` for a wrong name or value.

    A blind of 2 is assumed: without one there is no game of SPV4.
    """
    chosen: dict[str, object] = {"players": 4, "blind": 2, **MATCH}
    chosen.update({name: values[0] for name, values in CHOICES.items()})
    for name, value in options.items():
        if name not in chosen:
            raise ValueError(f"unknown option {name}")
        if name in CHOICES and value not in CHOICES[name]:
            raise ValueError(f"{name} cannot be {value!r}")
    chosen.update(options)
    if (chosen["players"], chosen["blind"]) not in PAIRS:
        raise ValueError("SPV4: no such players and blind")
    return chosen


def pack_of(players: int, blind: int) -> list[str]:
    """The cards of the game, in pack order."""
    return [card for card in PACK if (players, blind) != (4, 2) or card not in LEFT_OUT]


def cards_each(players: int, blind: int) -> int:
    """Cards in a hand when all have picked or passed, and so tricks in a deal."""
    return (len(pack_of(players, blind)) - blind) // players


def read_deal(text: str, players: int, blind: int) -> tuple[list[list[str]], list[str]]:
    """The hands by seat and the blind of a deal as one line; a blind not given is what is left."""
    parts = text.split("|")
    hands = [part.split() for part in parts if ":" not in part]
    for part in parts[len(hands) :]:
        name, cards = part.split(":")
        if name.strip() != "blind":
            raise ValueError(f"SPV4: no {name.strip()} in this game")
        return hands, cards.split()
    given = [card for hand in hands for card in hand]
    return hands, [card for card in pack_of(players, blind) if card not in given]


def write_deal(hands: Sequence[Sequence[str]], blind: Sequence[str]) -> str:
    """One line for a deal with its blind."""
    return " | ".join([*map(" ".join, hands), "blind: " + " ".join(blind)])
