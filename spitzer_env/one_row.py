"""One game in Python numbers: what may be done, and a seat's view, the bytes of `observe_seats`.

With one row a call of numpy costs far more than its arithmetic. Only the change from absolute to
relative seats is written again here. What is proven about the sides is not: the batched function
is asked once for each situation, and its answer is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spitzer_env.game import SpitzerGame
from spitzer_env.information import know
from spitzer_env.match import deals_left
from spitzer_env.observation import TOTAL_CLIP, make_layouts, observe
from spitzer_env.state import SpitzerState
from spitzer_env.trumps import TRUMP, TRUMPS
from trick_taking.cards import NO_SEAT
from trick_taking.checks import check_seats
from trick_taking.layout import Observations

_SIDES = ("role", "trump_side", "defenders", "queen", "seven")
_TRUMPS = int(TRUMPS)
_VOID_IN_TRUMP = 1 << TRUMP
_answers: dict[tuple[Any, ...], dict[str, tuple[int, ...]]] = {}


def legal_actions(game: SpitzerGame, row: int) -> int:
    """Set over actions that the mask of game `row` allows; empty when it is finished."""
    return game.state.legal.item(row)


def lawful_actions(game: SpitzerGame, row: int) -> int:
    """Set over actions without penalty; differs from the legal ones under SP18."""
    return game.state.lawful.item(row)


def observe_row(game: SpitzerGame, row: int, seat: int) -> Observations:
    """(F,) uint8, what `seat` sees of game `row`, to act or not."""
    state, num_seats = game.state, game.num_seats
    hand = state.hands.item(row, seat)
    played = _rolled(state.played[row].tolist(), seat)
    voids = _rolled(state.voids[row].tolist(), seat)
    trump_seat = [_relative(shown, seat, num_seats) for shown in state.trump_seat[row].tolist()]
    solo = _relative(state.solo.item(row), seat, num_seats)
    dealer = _relative(state.dealer.item(row), seat, num_seats)
    values: dict[str, Sequence[int]] = {
        "hand": (hand,),
        "played": played,
        "trick": [_member(card) for card in state.trick[row, :3].tolist()],
        "led_group": (_member(state.led_group.item(row)),),
        "leader": (_member(_relative(state.leader.item(row), seat, num_seats)),),
        "taker": (_member(_relative(state.taker.item(row), seat, num_seats)),),
        "voids": voids,
        "solo": (_member(solo),),
        "spoken": (_rotated(state.spoken.item(row), seat, num_seats),),
        "dealer": (_member(dealer),),
        "phase": (_member(state.phase.item(row)),),
        "points": _rolled(state.points[row].tolist(), seat),
        "tricks": _rolled(state.tricks[row].tolist(), seat),
        "trick_points": (state.trick_points.item(row),),
        "tricks_played": (state.tricks_played.item(row),),
        "trump_trick": state.trump_trick[row].tolist(),
    }
    shown = tuple(void & _VOID_IN_TRUMP for void in voids[1:])
    situation = (hand & _TRUMPS, played[0] & _TRUMPS, *trump_seat, solo, dealer, num_seats, *shown)
    if situation not in _answers:
        _answers[situation] = _ask_sides(game, row, seat)
    values.update(_answers[situation])
    if game.episode == "match":
        _add_match(values, game, row, seat)
    if game.history:
        values["history"] = _history(state, row, seat, num_seats)
    return game.layout.row(values)


def _ask_sides(game: SpitzerGame, row: int, seat: int) -> dict[str, tuple[int, ...]]:
    """What the batched observation says of the sides, as sets of labels."""
    layout, _ = make_layouts(game.num_seats, False, False)
    viewer = check_seats(seat, 1, game.num_seats)
    info = know(game.state.select(slice(row, row + 1)), viewer, game.rules, False)
    views = layout.views(observe(layout, info))
    return {
        name: (sum(flag << place for place, flag in enumerate(views[name][0].tolist())),)
        for name in _SIDES
    }


def _add_match(values: dict[str, Sequence[int]], game: SpitzerGame, row: int, seat: int) -> None:
    state = game.state
    totals = _rolled(state.totals[row].tolist(), seat)
    values["contenders"] = (_rotated(state.contenders.item(row), seat, game.num_seats),)
    values["totals"] = [
        min(max(units, 0), TOTAL_CLIP) for total in totals for units in (total, -total)
    ]
    values["deals_left"] = (min(deals_left(state, game.rules).item(row), 255),)


def _history(state: SpitzerState, row: int, seat: int, num_seats: int) -> list[int]:
    actions, seats = state.history[row].tolist(), state.history_seats[row].tolist()
    relative = [_relative(who, seat, num_seats) for who in seats]
    return [number + 1 for pair in zip(actions, relative, strict=True) for number in pair]


def _rolled(by_seat: list[int], seat: int) -> list[int]:
    """Values by absolute seat to values by relative seat."""
    return by_seat[seat:] + by_seat[:seat]


def _relative(other: int, seat: int, num_seats: int) -> int:
    """Absolute seat to relative seat; NO_SEAT stays."""
    return NO_SEAT if other == NO_SEAT else (other - seat) % num_seats


def _rotated(bits: int, seat: int, num_seats: int) -> int:
    """Set of absolute seats to set of relative seats."""
    return (bits >> seat | bits << (num_seats - seat)) & ((1 << num_seats) - 1)


def _member(number: int) -> int:
    """The set of one number; none of a negative one."""
    return 1 << number if number >= 0 else 0
