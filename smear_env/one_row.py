"""One game's observation for one seat, the bytes of `observe_seats`."""

from __future__ import annotations

from smear_env.game import SmearGame
from smear_env.information import know
from trick_taking.checks import check_seats
from trick_taking.layout import Observations


def observe_row(game: SmearGame, row: int, seat: int) -> Observations:
    """(F,) uint8, what `seat` sees of game `row`, to act or not."""
    viewer = check_seats(seat, 1, game.num_seats)
    state = game.state if game.num_games == 1 else game.state.select(slice(row, row + 1))
    return game.observe_information(know(state, viewer, game.rules, game.history))[0]
