"""One game in Python numbers: a seat's view, the bytes of `observe_seats`.

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
from spitzer_env.observation import make_layouts, observe
from spitzer_env.state import SpitzerState
from spitzer_env.trumps import TRUMP, TRUMPS
from trick_taking.checks import check_seats
from trick_taking.layout import Observations
from trick_taking.seat_view import member, relative, rolled, rotated
from trick_taking.totals import TOTAL_CLIP

_SIDES = ("role", "trump_side", "defenders", "queen", "seven")
_TRUMPS = int(TRUMPS)
_VOID_IN_TRUMP = 1 << TRUMP
_answers: dict[tuple[Any, ...], dict[str, tuple[int, ...]]] = {}


def observe_row(game: SpitzerGame, row: int, seat: int) -> Observations:
    """(F,) uint8, what `seat` sees of game `row`, to act or not."""
    state, num_seats = game.state, game.num_seats
    hand = state.hands.item(row, seat)
    played = rolled(state.played[row].tolist(), seat)
    voids = rolled(state.voids[row].tolist(), seat)
    trump_seat = [relative(shown, seat, num_seats) for shown in state.trump_seat[row].tolist()]
    solo = relative(state.solo.item(row), seat, num_seats)
    dealer = relative(state.dealer.item(row), seat, num_seats)
    values: dict[str, Sequence[int]] = {
        "hand": (hand,),
        "played": played,
        "trick": [member(card) for card in state.trick[row, :3].tolist()],
        "led_group": (member(state.led_group.item(row)),),
        "leader": (member(relative(state.leader.item(row), seat, num_seats)),),
        "taker": (member(relative(state.taker.item(row), seat, num_seats)),),
        "voids": voids,
        "solo": (member(solo),),
        "spoken": (rotated(state.spoken.item(row), seat, num_seats),),
        "dealer": (member(dealer),),
        "phase": (member(state.phase.item(row)),),
        "points": rolled(state.points[row].tolist(), seat),
        "tricks": rolled(state.tricks[row].tolist(), seat),
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
    totals = rolled(state.totals[row].tolist(), seat)
    values["contenders"] = (rotated(state.contenders.item(row), seat, game.num_seats),)
    values["totals"] = [
        min(max(units, 0), TOTAL_CLIP) for total in totals for units in (total, -total)
    ]
    values["deals_left"] = (min(deals_left(state, game.rules).item(row), 255),)


def _history(state: SpitzerState, row: int, seat: int, num_seats: int) -> list[int]:
    actions, seats = state.history[row].tolist(), state.history_seats[row].tolist()
    around = [relative(who, seat, num_seats) for who in seats]
    return [number + 1 for pair in zip(actions, around, strict=True) for number in pair]
