"""Schmearing: giving card points to a trick that another seat is winning.

An occasion is a card that a seat plays second, third or last to a trick and that leaves the taker
as he is, where it could do so with a card of 10 points or more (an ace or a ten, SP5) as well as
with a smaller one. It schmears when it gives the former. P is the exact chance, by the rules alone
and all it knows (`agents.belief`), that the taker is on its side; 0 or 1 where a switch tells it.

- chance: the share of occasions that are schmears; `at P` by the tenth of P that they fall into
- slope: the least-squares slope of schmear (1 or 0) on P over all occasions; `of the last to play`
  over those in which the taker has won the trick, since nobody else is to play to it; of the trump
  side (in Michigan the declaring one) and of its opponents, over those of these seats
- threshold: the cut in tenths from which on schmearing is guessed with the fewest errors, that is
  schmeared below it and not schmeared from it on; the lowest of equals
- to opponents: the share of the points of schmears that were given to a taker of the other side
- cost: what these gave more than the smallest card that would have left the taker, per deal

Who is truly on whose side is told by the end of the deal.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.belief import Beliefs
from agents.bootstrap import Floats
from agents.protocol import Agent
from experiments.play_figures import Figure, Panel, PlayMeasure, Sums, over, ratio
from experiments.seatings import MakeGame
from experiments.watched_deals import WatchedDeals, cards_to_play, watch
from spitzer_env.game import SpitzerGame
from spitzer_env.trumps import POINTS
from trick_taking.cards import Flags, Ids

RICH = 10  # card points
TENTHS = 10
_RANGES = tuple(f"{n / TENTHS:.1f}-{(n + 1) / TENTHS:.1f}" for n in range(TENTHS))
_MOMENTS = ("occasions", "schmears", "chance", "chance squared", "chance of schmears")
GROUPS = ("", " of the last to play", " of the trump side", " of its opponents")
_POINTS = ("points", "points to opponents", "cost", "deals")
COLUMNS = (
    *(moment + group for group in GROUPS for moment in _MOMENTS),
    *_POINTS,
    *(f"occasions at {tenth}" for tenth in _RANGES),
    *(f"schmears at {tenth}" for tenth in _RANGES),
)


def tally(make_game: MakeGame, agent: Agent, deals: range) -> Floats:
    """(D, K) the columns of each deal."""
    deal = watch(make_game(len(deals), np.array(deals, np.uint64)), agent)
    return count_schmears(deal)


def count_schmears(deals: WatchedDeals) -> Floats:
    """(G, K) the columns of each of G deals."""
    beliefs = Beliefs(deals.game)
    found = np.zeros((len(deals.sides), len(COLUMNS)))
    found[:, COLUMNS.index("deals")] = 1
    for move, actions in enumerate(deals.actions):
        rows, gave, least = _occasions(deals, move)
        if not len(rows):
            continue
        state, game = deals.states[move], deals.at(move, rows)
        seat, taker = state.seat[rows], state.taker[rows]
        chance = chance_of_partner(beliefs, game, (taker - seat) % game.num_seats)
        foe = deals.sides[rows, seat] != deals.sides[rows, taker]
        points = np.where(gave, POINTS[actions[rows]], 0)
        extra = np.where(gave & foe, points - least, 0)
        last = state.trick_size[rows] == game.variant.tables.seats - 1
        declares = deals.sides[rows, seat]
        groups = np.stack([np.ones_like(last), last, declares, ~declares], axis=1)
        found[rows] += _columns(chance, gave, groups, points, points * foe, extra)
    return found


def chance_of_partner(beliefs: Beliefs, game: SpitzerGame, other: Ids) -> Floats:
    """(G,) the exact chance of who is to act that the relative seat `other` (G,) is on its side."""
    information = game.information_state()
    chances, told = beliefs.sides(information).chances, information.true_side
    sets = np.arange(chances.shape[1])
    same = (sets & 1) == (sets >> other[:, None] & 1)
    chance: Floats = (chances * same).sum(axis=1)
    return np.where(told != 0, same[np.arange(len(told)), told], chance)


def _occasions(
    deals: WatchedDeals, move: int
) -> tuple[npt.NDArray[np.intp], Flags, npt.NDArray[np.int64]]:
    """The deals with an occasion at `move`; of each whether it schmeared, and the least to give."""
    state, actions = deals.states[move], deals.actions[move]
    rows = deals.deciding(move)
    rows = rows[state.trick_size[rows] > 0]
    legal, takes = cards_to_play(state.select(rows), deals.game.variant.tables)
    leaves = legal & ~takes
    could = (leaves & (POINTS >= RICH)).any(axis=1) & (leaves & (POINTS < RICH)).any(axis=1)
    could &= leaves[np.arange(len(rows)), actions[rows]]
    least = np.where(leaves, POINTS.astype(np.int64), 1 << 20).min(axis=1, initial=1 << 20)
    return rows[could], POINTS[actions[rows[could]]] >= RICH, least[could]


def _columns(
    chance: Floats, gave: Flags, groups: Flags, *points: npt.NDArray[np.integer]
) -> Floats:
    """(N, K) what N occasions add to the columns of their deals; `groups` (N, 4) they belong to."""
    tenth = np.minimum((chance * TENTHS + 1e-9).astype(np.int64), TENTHS - 1)
    at = (tenth[:, None] == np.arange(TENTHS)).astype(np.float64)
    one = np.ones_like(chance)
    moments = np.stack([one, gave, chance, chance**2, chance * gave], axis=1)
    by_group = [moments * mine[:, None] for mine in groups.T]
    return np.column_stack([*by_group, *points, 0 * one, at, at * gave[:, None]])


def _slope(name: str, whose: str) -> Figure:
    def slope(sums: Sums) -> Floats:
        n, schmears, chance, squares, products = (sums[moment + whose] for moment in _MOMENTS)
        return over(n * products - schmears * chance, n * squares - chance**2)

    return Figure(name, slope, f"occasions{whose}")


def _threshold(sums: Sums) -> Floats:
    done = np.stack([sums[f"schmears at {tenth}"] for tenth in _RANGES])
    left = np.stack([sums[f"occasions at {tenth}"] for tenth in _RANGES]) - done
    nothing = np.zeros_like(done[:1])
    below = np.concatenate([nothing, done.cumsum(axis=0)])  # schmeared below each cut
    above = np.concatenate([left[::-1].cumsum(axis=0)[::-1], nothing])
    return np.where(sums["occasions"] > 0, (below + above).argmin(axis=0) / TENTHS, np.nan)


SCHMEARING = PlayMeasure(
    title="schmearing: giving 10 points or more to a trick that another seat is winning",
    columns=COLUMNS,
    tally=tally,
    figures=(
        ratio("chance", "schmears", "occasions"),
        *(_slope(f"slope{group}", group) for group in GROUPS),
        Figure("threshold", _threshold, "occasions"),
        ratio("to opponents", "points to opponents", "points"),
        ratio("cost", "cost", "deals"),
        *(
            ratio(f"at P {tenth}", f"schmears at {tenth}", f"occasions at {tenth}")
            for tenth in _RANGES
        ),
    ),
    panels=(
        Panel(
            "chance to schmear",
            "P(the taker is my partner)",
            _RANGES,
            tuple(f"at P {tenth}" for tenth in _RANGES),
        ),
    ),
)
