"""What everybody may know of a finished deal, as plain values."""

from __future__ import annotations

from typing import Any

from smear_env.scoring import NO_SIDE, DealResults
from smear_env.state import NO_BID, NOT_SPOKEN
from trick_taking.cards import NO_SEAT, SUITS

ITEMS = ("high", "low", "jack", "jick", "big_joker", "little_joker", "game", "three", "two")


def deal_result(results: DealResults, place: int) -> dict[str, Any]:
    """The deal at `place` of `results`: ints, bools, texts, lists, None for nobody.

    bids: by seat what it said, "pass", a number, None for nothing; forced: SM5
    high .. two: the side that scored the item (SM11, SMV2); nothing is counted after a revoke
    game_value, captured: by side, the game value and the points of SM11
    made: whether the pitcher's side made its bid (SM12, SM14)
    units: the score of each seat, that of its side
    """
    said = {NOT_SPOKEN: None, NO_BID: "pass"}
    return {
        "deal_number": results.deal_number.item(place),
        "dealer": results.dealer.item(place),
        "bids": [said.get(bid, bid) for bid in results.bids[place].tolist()],
        "pitcher": results.pitcher.item(place),
        "bid": results.bid.item(place),
        "forced": results.forced.item(place),
        "trump": SUITS[results.trump.item(place)],
        "tricks": results.tricks.item(place),
        **{name: _or_none(getattr(results, name).item(place), NO_SIDE) for name in ITEMS},
        "game_value": results.game_value[place].tolist(),
        "captured": results.captured[place].tolist(),
        "made": results.made.item(place),
        "revoker": _or_none(results.revoker.item(place), NO_SEAT),
        "units": results.units[place].tolist(),
    }


def _or_none(number: int, nobody: int) -> int | None:
    return None if number == nobody else number
