"""One game in Python numbers: a seat's view, the bytes of `observe_seats`.

With one row a call of numpy costs far more than its arithmetic. Only the change from absolute to
relative seats is written again here. What is proven about the sides is not: the batched function
is asked once for each situation, and its answer is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from spitzer_env.actions import HIDDEN_ACTION, NO_ACTION
from spitzer_env.calling import CONTRACTS
from spitzer_env.fields import KINDS, SAID, make_layouts
from spitzer_env.game import SpitzerGame
from spitzer_env.information import InformationState, know
from spitzer_env.match import deals_left
from spitzer_env.michigan_duties import CALLED_CARD
from spitzer_env.michigan_trumps import ACES, QUEENS
from spitzer_env.observation import observe, partners
from spitzer_env.state import SpitzerState
from spitzer_env.trumps import TRUMP, TRUMPS
from trick_taking.cards import NO_SEAT, union
from trick_taking.checks import check_seats
from trick_taking.layout import Observations
from trick_taking.seat_view import member, relative, rolled, rotated
from trick_taking.totals import TOTAL_CLIP

Values = dict[str, Sequence[int]]

_TRUMPS = int(TRUMPS)
_TOLD = int(QUEENS) | sum(1 << ace for ace in ACES)  # cards that tell the sides of Michigan
_VOID_IN_TRUMP = 1 << TRUMP
_LABELS = {NO_ACTION: 0} | {action: 1 << place for place, action in enumerate(SAID)}
_KINDS = len(KINDS) - len(CONTRACTS)  # from the place in CONTRACTS to that in KINDS, calls but one
_answers: dict[tuple[Any, ...], dict[str, tuple[int, ...]]] = {}


def observe_row(game: SpitzerGame, row: int, seat: int) -> Observations:
    """(F,) uint8, what `seat` sees of game `row`, to act or not."""
    state, num_seats = game.state, game.num_seats
    values: Values = {
        "hand": (state.hands.item(row, seat),),
        "played": rolled(state.played[row].tolist(), seat),
        "trick": [member(card) for card in state.trick[row, :-1].tolist()],
        "led_group": (member(state.led_group.item(row)),),
        "leader": (member(relative(state.leader.item(row), seat, num_seats)),),
        "taker": (member(relative(state.taker.item(row), seat, num_seats)),),
        "voids": rolled(state.voids[row].tolist(), seat),
        "spoken": (rotated(state.spoken.item(row), seat, num_seats),),
        "dealer": (member(relative(state.dealer.item(row), seat, num_seats)),),
        "phase": (member(state.phase.item(row)),),
        "points": rolled(state.points[row].tolist(), seat),
        "tricks": rolled(state.tricks[row].tolist(), seat),
        "trick_points": (state.trick_points.item(row),),
        "tricks_played": (state.tricks_played.item(row),),
        "trump_trick": state.side_trick[row].tolist(),
    }
    if len(game.layout.fields["played"].shape) == 1:  # scrambled
        values["played"] = (union(state.played[row][None]).item(),)
    for name, add in _PARTS.items():
        if name in game.layout.fields:
            add(values, game, row, seat)
    return game.layout.row(values)


def _add_two_trump(values: Values, game: SpitzerGame, row: int, seat: int) -> None:
    state, num_seats = game.state, game.num_seats
    solo = relative(state.solo.item(row), seat, num_seats)
    values["solo"] = (member(solo),)
    situation = (
        values["hand"][0] & _TRUMPS,
        values["played"][0] & _TRUMPS,
        *_side_seats(state, row, seat, num_seats),
        solo,
        relative(state.dealer.item(row), seat, num_seats),
        num_seats,
        *(void & _VOID_IN_TRUMP for void in values["voids"][1:]),
    )
    fields = ("role", "trump_side", "defenders", "queen", "seven")
    _add_sides(values, game, row, seat, situation, fields)


def _add_blind(values: Values, game: SpitzerGame, row: int, seat: int) -> None:
    state, num_seats = game.state, game.num_seats
    picker = state.declarer.item(row)
    values["picker"] = (member(relative(picker, seat, num_seats)),)
    values["buried"] = (state.buried.item(row) if picker == seat else 0,)
    queen, seven = _side_seats(state, row, seat, num_seats)
    values["queen"], values["seven"] = (member(queen),), (member(seven),)
    values["redeals"] = (state.redeals.item(row),)


def _add_michigan(values: Values, game: SpitzerGame, row: int, seat: int) -> None:
    state, num_seats = game.state, game.num_seats
    contract = state.contract.item(row)
    said = rolled(state.said[row].tolist(), seat)
    declarer = relative(state.declarer.item(row), seat, num_seats)
    partner = relative(state.partner.item(row), seat, num_seats)
    called = CALLED_CARD.item(contract)
    values["announced"] = [_LABELS[action] for action in said]
    values["contract"] = (_kind(contract),)
    values["called"] = (1 << ACES.index(called) if called in ACES else 0,)
    values["declarer"], values["partner"] = (member(declarer),), (member(partner),)
    values["queen_trick"] = values["trump_trick"]
    situation = (
        values["phase"][0],
        (values["hand"][0] | values["played"][0]) & _TOLD,
        *_side_seats(state, row, seat, num_seats),
        *said,
        contract,
        declarer,
        partner,
        rotated(state.without_ace.item(row), seat, num_seats),
        *(void & _VOID_IN_TRUMP for void in values["voids"]),
    )
    fields = ("role", "declarers", "opponents", "queen", "little_queen")
    _add_sides(values, game, row, seat, situation, fields)


def _kind(contract: int) -> int:
    """The flag of a contract: every call of an ace is of the first kind."""
    return 0 if contract == NO_ACTION else 1 << max(CONTRACTS.index(contract) + _KINDS, 0)


def _side_seats(state: SpitzerState, row: int, seat: int, num_seats: int) -> list[int]:
    return [relative(shown, seat, num_seats) for shown in state.side_seat[row].tolist()]


def _add_sides(
    values: Values,
    game: SpitzerGame,
    row: int,
    seat: int,
    situation: tuple[int, ...],
    fields: Sequence[str],
) -> None:
    """Add the `fields` about the sides, which depend on nothing but `situation`."""
    key = (game.name, *situation)
    if key not in _answers:
        _answers[key] = _ask_sides(game, row, seat, fields)
    values.update(_answers[key])


def _ask_sides(
    game: SpitzerGame, row: int, seat: int, fields: Sequence[str]
) -> dict[str, tuple[int, ...]]:
    """What the batched observation says of the sides, as sets of labels."""
    layout, _ = make_layouts(game.rules, False, False)  # of no switch: no side is told
    viewer = check_seats(seat, 1, game.num_seats)
    info = know(game.state.select(slice(row, row + 1)), viewer, game.rules, False)
    views = layout.views(observe(layout, info))
    return {
        name: (sum(flag << place for place, flag in enumerate(views[name][0].tolist())),)
        for name in fields
    }


def _add_contenders(values: Values, game: SpitzerGame, row: int, seat: int) -> None:
    values["contenders"] = (rotated(game.state.contenders.item(row), seat, game.num_seats),)


def _add_match(values: Values, game: SpitzerGame, row: int, seat: int) -> None:
    state = game.state
    totals = rolled(state.totals[row].tolist(), seat)
    values["totals"] = [
        min(max(units, 0), TOTAL_CLIP) for total in totals for units in (total, -total)
    ]
    values["deals_left"] = (min(deals_left(state, game.rules).item(row), 255),)


def _add_teams(values: Values, game: SpitzerGame, row: int, seat: int) -> None:
    values["teams"] = (_told(game, row, seat).true_side.item(),)


def _add_partners(values: Values, game: SpitzerGame, row: int, seat: int) -> None:
    values["partners"] = (partners(_told(game, row, seat)).item(),)


def _told(game: SpitzerGame, row: int, seat: int) -> InformationState:
    viewer = check_seats(seat, 1, game.num_seats)
    told = game.state.select(slice(row, row + 1))
    return know(told, viewer, game.rules, False, game.switched)


def _add_history(values: Values, game: SpitzerGame, row: int, seat: int) -> None:
    state, num_seats = game.state, game.num_seats
    actions, seats = state.history[row].tolist(), state.history_seats[row].tolist()
    picker = state.declarer.item(row)
    if game.rules.blind and picker not in (seat, NO_SEAT):
        first = state.spoken.item(row).bit_count()
        for move in range(first, min(first + game.rules.blind, state.moves.item(row))):
            actions[move] = HIDDEN_ACTION
    around = [relative(who, seat, num_seats) for who in seats]
    values["history"] = [
        number + 1 for pair in zip(actions, around, strict=True) for number in pair
    ]


_PARTS: dict[str, Callable[[Values, SpitzerGame, int, int], None]] = {
    "trump_side": _add_two_trump,
    "picker": _add_blind,
    "declarers": _add_michigan,
    "contenders": _add_contenders,
    "totals": _add_match,
    "teams": _add_teams,
    "partners": _add_partners,
    "history": _add_history,
}
