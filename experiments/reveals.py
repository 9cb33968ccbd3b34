"""Time to reveal: how many cards of a deal the sides stay secret.

Counted are deals whose sides are not yet told by cards when the first one is led, that is all but
those of an announced solo (SP9) or zola (MI12). Times are in tricks, a card being a quarter of one
(with four seats); what is not told before the last card is told with it, after all tricks.

- by card: until the cards on the table tell the sides to everybody: both trumps have fallen
  (SP8), in Michigan both black queens (MI7), or the caller's partner is shown (MI9-MI11)
- by logic: until a seat's own cards and the record prove the side of every seat to it; the mean of
  the seats that were dealt no card that makes a side, `to holders` of those that were
- by belief: until such a seat's exact chance of the true sides, by the rules alone
  (`agents.belief`), is above .95; looked at before each trick
- `after n tricks`: the share of deals, or seats, to whom the sides are told by then

Friendly fire is counted beside it, in all deals, see `experiments.friendly_fire`, and the value of
a reveal, see `experiments.reveal_value`.
"""

from __future__ import annotations

import numpy as np

from agents.belief import Beliefs
from agents.bootstrap import Floats
from agents.protocol import Agent
from experiments import friendly_fire, reveal_value
from experiments.friendly_fire import known_sides
from experiments.play_figures import Panel, PlayMeasure, ratio
from experiments.seatings import MakeGame
from experiments.watched_deals import WatchedDeals, watch
from spitzer_env.actions import CALL_FIRST_TRICK, CALLS, NO_ACTION, SCHNEIDER
from spitzer_env.state import Phase, SpitzerState
from trick_taking.cards import NO_SEAT, Flags

SURE = 0.95
KINDS = ("by card", "by logic", "by logic to holders", "by belief")
MOST_TRICKS = 8
COLUMNS = tuple(
    name
    for kind in KINDS
    for name in (f"counted {kind}", f"time {kind}", *(f"{kind} after {n}" for n in range(8)))
)
_WIDTH = 2 + MOST_TRICKS


def tally(make_game: MakeGame, agent: Agent, deals: range) -> Floats:
    """(D, K) the columns of each deal."""
    watched = watch(make_game(len(deals), np.array(deals, np.uint64)), agent)
    value = reveal_value.count_values(watched, agent)
    return np.hstack([count_reveals(watched), friendly_fire.count_fire(watched), value])


def count_reveals(deals: WatchedDeals) -> Floats:
    """(G, K) the columns of each of G deals."""
    num_deals, seats = deals.sides.shape
    tricks = deals.game.rules.tricks
    told = np.full((num_deals, 3, seats), float(tricks))  # by card, by logic, by belief
    beliefs, secret = Beliefs(deals.game), np.zeros(num_deals, np.bool_)
    for move, state in enumerate(deals.states):
        rows = np.flatnonzero((state.seat != NO_SEAT) & (state.phase == Phase.PLAY))
        time = state.tricks_played + state.trick_size / deals.game.variant.tables.seats
        shown = told_by_cards(state)
        first = rows[time[rows] == 0]
        secret[first] = ~shown[first]
        game = deals.at(move, rows)
        for seat in range(seats if len(rows) else 0):
            one, other = known_sides(game, np.full(len(rows), seat, np.int8))
            _note(told[:, :, seat], rows, 0, time, shown[rows])
            _note(told[:, :, seat], rows, 1, time, np.logical_and.reduce(one | other, axis=1))
        first = rows[(state.trick_size[rows] == 0) & secret[rows]]
        for seat in range(seats if len(first) else 0):
            sure = _chance_of_truth(beliefs, deals, move, first, seat) > SURE
            _note(told[:, :, seat], first, 2, time, sure)
    return _columns(told, secret, _holders(deals))


def _note(told: Floats, rows: np.ndarray, kind: int, time: Floats, now: Flags) -> None:
    """Set the time of `rows` whose sides are told `now`, where that is new."""
    found = rows[now]
    told[found, kind] = np.minimum(told[found, kind], time[found])


def told_by_cards(state: SpitzerState) -> Flags:
    """(G,) whether the table tells the sides to everybody."""
    both = (state.side_trick > 0).all(axis=1)
    calls = np.isin(state.contract, (*CALLS, CALL_FIRST_TRICK))
    by_cards = (state.contract == NO_ACTION) | (state.contract == SCHNEIDER)
    alone = (state.solo != NO_SEAT) | ~(calls | by_cards)
    return np.where(calls, state.partner != NO_SEAT, both) | alone


def _chance_of_truth(
    beliefs: Beliefs, deals: WatchedDeals, move: int, rows: np.ndarray, seat: int
) -> Floats:
    """(K,) the exact chance that `seat` gives the true sides of the deals `rows`."""
    information = deals.at(move, rows).information_state(seats=np.full(len(rows), seat))
    seats = deals.sides.shape[1]
    true = np.roll(deals.sides[rows], -seat, axis=1) @ (1 << np.arange(seats))
    return beliefs.sides(information).chances[np.arange(len(rows)), true]


def _holders(deals: WatchedDeals) -> Flags:
    """(G, S) who was dealt a card that makes a side."""
    holders = deals.states[0].holders
    return (holders[:, :, None] == np.arange(deals.sides.shape[1])).any(axis=1)


def _columns(told: Floats, secret: Flags, holds: Flags) -> Floats:
    """(G, K) from the times (G, 3, S)."""
    parts = []
    one_seat = np.arange(holds.shape[1]) == 0  # what cards tell everybody is counted once
    for kind, who in ((0, one_seat), (1, ~holds), (1, holds), (2, ~holds)):
        counts = secret[:, None] & who
        time = told[:, kind]
        by_then = [((time <= n) & counts).sum(axis=1) for n in range(MOST_TRICKS)]
        parts += [counts.sum(axis=1), (time * counts).sum(axis=1), *by_then]
    return np.column_stack(parts).astype(np.float64)


_SHARES = {kind: tuple(f"{kind}, after {n}" for n in range(MOST_TRICKS)) for kind in KINDS}
REVEALS = PlayMeasure(
    title="reveals: when the sides are told, friendly fire, and what a reveal is worth",
    columns=(*COLUMNS, *friendly_fire.COLUMNS, *reveal_value.COLUMNS),
    tally=tally,
    figures=(
        *(ratio(f"tricks until told {kind}", f"time {kind}", f"counted {kind}") for kind in KINDS),
        *friendly_fire.FIGURES,
        *reveal_value.FIGURES,
        *(
            ratio(figure, f"{kind} after {n}", f"counted {kind}")
            for kind in KINDS
            for n, figure in enumerate(_SHARES[kind])
        ),
    ),
    panels=tuple(
        Panel(f"share told {kind}", "tricks played", tuple(map(str, range(MOST_TRICKS))), shares)
        for kind, shares in _SHARES.items()
    ),
)
