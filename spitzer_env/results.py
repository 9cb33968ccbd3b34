"""What everybody may know of a finished deal, as plain values."""

from __future__ import annotations

from typing import Any

from spitzer_env.actions import ACTION_NAMES, NO_ACTION, PACK
from spitzer_env.michigan_scoring import COLUMN_NAMES, ROW_NAMES, MichiganResults
from spitzer_env.scoring import DealResults
from trick_taking.cards import NO_SEAT


def deal_result(results: DealResults, place: int) -> dict[str, Any]:
    """The deal at `place` of `results`: ints, bools, lists by absolute seat, None for nobody.

    trump_side, opponents: seats of each side (SP8); who sits the deal out is in neither
    points, tricks: captured by each seat; trump_points: T of SP14, 0 or P after a revoke
    won, schneider, schwarz, multiplier: the components of the score (SP14-SP16); under
        `revoke="fine_4"` a revoke costs its fine and they have no effect (SP18)
    units: the score of each seat

    With a blind (SPV4) the trump side is the picker, in a `leaster` nobody; `blind` and `buried`
    are card texts, and their points are in `points`. QC and 7D may have had no holder.
    """
    side = results.trump_side[place].tolist()
    dealer, seats = results.dealer.item(place), range(len(side))
    blind, picker = results.blind.item(place), results.picker.item(place)
    sits_out = dealer if len(side) == 5 and not blind else None  # SPV6
    against = [seat for seat in seats if not side[seat] and seat != sits_out]
    leaster = blind and picker == NO_SEAT
    return {
        "deal_number": results.deal_number.item(place),
        "dealer": dealer,
        "sits_out": sits_out,
        "trump_side": [seat for seat in seats if side[seat]],
        "opponents": [] if leaster else against,
        "queen_seat": _seat_or_none(results.queen_seat.item(place)),
        "seven_seat": _seat_or_none(results.seven_seat.item(place)),
        "solo": _seat_or_none(results.solo.item(place)),
        "points": results.points[place].tolist(),
        "tricks": results.tricks[place].tolist(),
        "trump_points": results.trump_points.item(place),
        "won": results.won.item(place),
        "schneider": results.schneider.item(place),
        "schwarz": results.schwarz.item(place),
        "multiplier": results.multiplier.item(place),
        "revoker": _seat_or_none(results.revoker.item(place)),
        **(_piles(results, place) if blind else {}),
        "units": results.units[place].tolist(),
    }


def _piles(results: DealResults, place: int) -> dict[str, Any]:
    """What SPV4 adds to the result of a deal."""
    picker = results.picker.item(place)
    return {
        "picker": _seat_or_none(picker),
        "leaster": picker == NO_SEAT,
        "blind": PACK.format(results.blind.item(place)),
        "buried": PACK.format(results.buried.item(place)),
    }


def michigan_result(results: MichiganResults, place: int) -> dict[str, Any]:
    """The deal at `place` of `results`: ints, texts, lists by absolute seat, None for nobody.

    announcements: what each seat said, None for who was not asked (MI12); contract: the one that
        counts, None for none; declarer: who said it
    declarers, opponents: seats of each side (MI7-MI13)
    side_points, side_tricks: T and n of MI18; row, column, value: its cell
    points, tricks: captured by each seat; units: the score of each seat (MI19)
    """
    side = results.declarers[place].tolist()
    seats = range(len(side))
    return {
        "deal_number": results.deal_number.item(place),
        "dealer": results.dealer.item(place),
        "announcements": [_name_or_none(action) for action in results.said[place].tolist()],
        "contract": _name_or_none(results.contract.item(place)),
        "declarer": _seat_or_none(results.declarer.item(place)),
        "declarers": [seat for seat in seats if side[seat]],
        "opponents": [seat for seat in seats if not side[seat]],
        "queen_seat": results.queen_seat.item(place),
        "little_queen_seat": results.little_queen_seat.item(place),
        "points": results.points[place].tolist(),
        "tricks": results.tricks[place].tolist(),
        "side_points": results.side_points.item(place),
        "side_tricks": results.side_tricks.item(place),
        "row": ROW_NAMES[results.table_row.item(place)],
        "column": COLUMN_NAMES[results.table_column.item(place)],
        "value": results.value.item(place),
        "units": results.units[place].tolist(),
    }


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NO_SEAT else seat


def _name_or_none(action: int) -> str | None:
    return None if action == NO_ACTION else ACTION_NAMES[action]
