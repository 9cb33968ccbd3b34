"""One game in Python numbers: a seat's view, the bytes of `observe_seats`.

With one row a call of numpy costs far more than its arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence

from smear_env.actions import HIDDEN_DISCARD, PACK
from smear_env.game import SmearGame
from smear_env.state import SmearState
from smear_env.trumps import ranks_of_one
from trick_taking.layout import Observations
from trick_taking.seat_view import member, relative, rolled
from trick_taking.totals import TOTAL_CLIP


def observe_row(game: SmearGame, row: int, seat: int) -> Observations:
    """(F,) uint8, what `seat` sees of game `row`, to act or not."""
    state, num_seats = game.state, game.num_seats
    bids = rolled(state.bids[row].tolist(), seat)
    hands = rolled(state.hands[row].tolist(), seat)
    values: dict[str, Sequence[int]] = {
        "hand": hands[:1],
        "discarded": (state.discarded.item(row, seat),),
        "played": rolled(state.played[row].tolist(), seat),
        "table": (state.table.item(row),),
        "best_card": (member(state.best_card.item(row)),),
        "trump": (member(state.trump.item(row)),),
        "led_group": (member(state.led_group.item(row)),),
        "leader": (member(relative(state.leader.item(row), seat, num_seats)),),
        "taker": (member(relative(state.taker.item(row), seat, num_seats)),),
        "side": (int(game.observe_information.my_side),),
        "pitcher": (member(relative(state.pitcher.item(row), seat, num_seats)),),
        "spoken": (sum(1 << place for place, bid in enumerate(bids) if bid >= 0),),
        "dealer": (member(relative(state.dealer.item(row), seat, num_seats)),),
        "voids": rolled(state.voids[row].tolist(), seat),
        "phase": (member(state.phase.item(row)),),
        "bids": [max(bid, 0) for bid in bids],
        "bid": (state.bid.item(row),),
        "table_value": (state.table_value.item(row),),
        "held": [hand.bit_count() for hand in hands],
        "drawn": rolled(state.drawn[row].tolist(), seat),
        "tricks_played": (state.tricks_played.item(row),),
        "redeals": (state.redeals.item(row),),
        "target": (game.rules.target,),
    }
    _add_trumps(values, game, row, seat)
    _add_points(values, game, row, seat)
    if game.history:
        values["history"] = _history(state, row, seat, num_seats)
    return game.layout.row(values)


def _add_trumps(values: dict[str, Sequence[int]], game: SmearGame, row: int, seat: int) -> None:
    """Sets of trumps by rank; all empty before trump is named."""
    trump = game.state.trump.item(row)
    trumps = game.tables.trump_sets.item(trump)
    hand = values["hand"][0]
    seen = hand | values["discarded"][0]
    for played in values["played"]:
        seen |= played
    captured = rolled(game.state.captured[row].tolist(), seat % game.rules.num_sides)
    values["own_trumps"] = (ranks_of_one(hand & trumps, trump),)
    values["unseen_trumps"] = (ranks_of_one(trumps & ~seen, trump),)
    values["captured_trumps"] = [ranks_of_one(cards & trumps, trump) for cards in captured]


def _add_points(values: dict[str, Sequence[int]], game: SmearGame, row: int, seat: int) -> None:
    """What each side has captured and scored."""
    state, num_sides = game.state, game.rules.num_sides
    side = seat % num_sides  # SM1
    totals = rolled(state.totals[row, :num_sides].tolist(), side)
    values["game_value"] = rolled(state.game_value[row].tolist(), side)
    values["totals"] = [
        min(max(points, 0), TOTAL_CLIP) for total in totals for points in (total, -total)
    ]


def _history(state: SmearState, row: int, seat: int, num_seats: int) -> list[int]:
    """Action + 1 and relative seat + 1 of each move; others' discards are hidden (SM7)."""
    actions, seats = state.history[row].tolist(), state.history_seats[row].tolist()
    for place in range(min(state.play_start.item(row), len(actions))):
        if 0 <= actions[place] < PACK.size and seats[place] != seat:
            actions[place] = HIDDEN_DISCARD
    around = [relative(who, seat, num_seats) for who in seats]
    return [number + 1 for pair in zip(actions, around, strict=True) for number in pair]
