"""What everybody may know of a finished deal, as plain values."""

from __future__ import annotations

from typing import Any

from spitzer_env.scoring import DealResults
from trick_taking.cards import NO_SEAT


def deal_result(results: DealResults, place: int) -> dict[str, Any]:
    """The deal at `place` of `results`: ints, bools, lists by absolute seat, None for nobody.

    trump_side, opponents: seats of each side (SP8); who sits the deal out is in neither
    points, tricks: captured by each seat; trump_points: T of SP14, 0 or 120 after a revoke
    won, schneider, schwarz, multiplier: the components of the score (SP14-SP16); under
        `revoke="fine_4"` a revoke costs its fine and they have no effect (SP18)
    units: the score of each seat
    """
    side = results.trump_side[place].tolist()
    dealer, seats = results.dealer.item(place), range(len(side))
    sits_out = dealer if len(side) == 5 else None  # SPV6
    return {
        "deal_number": results.deal_number.item(place),
        "dealer": dealer,
        "sits_out": sits_out,
        "trump_side": [seat for seat in seats if side[seat]],
        "opponents": [seat for seat in seats if not side[seat] and seat != sits_out],
        "queen_seat": results.queen_seat.item(place),
        "seven_seat": results.seven_seat.item(place),
        "solo": _seat_or_none(results.solo.item(place)),
        "points": results.points[place].tolist(),
        "tricks": results.tricks[place].tolist(),
        "trump_points": results.trump_points.item(place),
        "won": results.won.item(place),
        "schneider": results.schneider.item(place),
        "schwarz": results.schwarz.item(place),
        "multiplier": results.multiplier.item(place),
        "revoker": _seat_or_none(results.revoker.item(place)),
        "units": results.units[place].tolist(),
    }


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NO_SEAT else seat
