"""Deception: how well a silent soloist passes for one of a pair.

Every deal is played twice, see `agents.counterfactual.solo_pairs`: its two cards that make a side
lie with two seats, and with one of them, the soloist. Everybody passes, so nothing is announced.
The two seats that are neither soloist nor partner hold the same cards in both deals: they are the
observers. Before each trick stands their exact chance, by the rules alone and all they know
(`agents.belief`), that the soloist plays alone.

- `solo alone`, `pair alone`, after n tricks: the mean of that chance in the deals with the soloist
  and in the matched pairs
- `false belief`: what the observers of a soloist believe of a partner who is not there: 1 less
  `solo alone`, the mean over the moments before tricks 2 to the last; `of a pair` the same in the
  pairs, where it is true
- `told apart`: the second less the first: 0 where a soloist's cards say no more than a partner's
- `score`: what the soloist wins less what the holder of QC wins in the pair, units less their mean
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from agents.belief import Beliefs
from agents.bootstrap import Floats
from agents.counterfactual import solo_pairs
from agents.protocol import Agent
from experiments.play_figures import Figure, Panel, PlayMeasure, Sums, over, ratio
from experiments.seatings import MakeGame
from experiments.watched_deals import WatchedDeals, watch
from spitzer_env.actions import PACK
from spitzer_env.state import Phase
from trick_taking.cards import NO_SEAT, Cards, Ids

MOMENTS = 8  # before each trick
KINDS = ("solo", "pair")
COLUMNS = (
    "deals",
    "score",
    *(f"{what} {kind} {n}" for kind in KINDS for what in ("n", "alone") for n in range(MOMENTS)),
)


def tally(make_game: MakeGame, agent: Agent, deals: range) -> Floats:
    """(D, K) the columns of each deal."""
    streams = np.array(deals, np.uint64)
    game: Any = make_game(len(deals), streams)
    steps = (np.array(deals) % (game.num_seats - 1) + 1).astype(np.int8)
    pairs = solo_pairs(game.state.hands, steps, game.variant.tables)
    dealers = game.state.dealer.tolist()
    found, scores = [], []
    for hands in (pairs.solo, pairs.pair):
        game = make_game(len(deals), streams)
        game.reset(deals=deal_texts(hands), dealers=dealers, seed=int(game.state.seed[0]))
        watched = watch(game, agent, silent=True)
        found.append(count_beliefs(watched, pairs.soloist, pairs.partner))
        scores.append(watched.scores[np.arange(len(deals)), pairs.soloist])
    return np.column_stack([np.ones(len(deals)), scores[0] - scores[1], *found])


def deal_texts(hands: Cards) -> list[str | None]:
    """The deals `hands` (G, S) as `reset` reads them."""
    return [" | ".join(PACK.format(hand) for hand in deal) for deal in hands.tolist()]


def count_beliefs(deals: WatchedDeals, soloist: Ids, partner: Ids) -> Floats:
    """(G, 2 x 8) observers before each trick, and the sum of their chances that `soloist` (G,)
    plays alone; observers are all but him and `partner` (G,).
    """
    num_deals, seats = deals.sides.shape
    found = np.zeros((num_deals, 2, MOMENTS))
    beliefs = Beliefs(deals.game)
    for move, state in enumerate(deals.states):
        begins = (state.seat != NO_SEAT) & (state.phase == Phase.PLAY) & (state.trick_size == 0)
        for seat in range(seats):
            rows = np.flatnonzero(begins & (soloist != seat) & (partner != seat))
            if not len(rows):
                continue
            viewers = np.full(len(rows), seat, np.int8)
            information = deals.at(move, rows).information_state(seats=viewers)
            alone = np.left_shift(1, (soloist[rows].astype(np.int64) - seat) % seats)
            chances = beliefs.sides(information).chances[np.arange(len(rows)), alone]
            found[rows, 0, state.tricks_played[rows]] += 1
            found[rows, 1, state.tricks_played[rows]] += chances
    return found.reshape(num_deals, -1)


def _mean_alone(sums: Sums, kind: str) -> Floats:
    """The mean over the moments after the first trick."""
    by_moment: Sequence[Floats] = [
        over(sums[f"alone {kind} {n}"], sums[f"n {kind} {n}"]) for n in range(1, MOMENTS)
    ]
    means = np.stack(by_moment)
    known = ~np.isnan(means)
    return over(np.where(known, means, 0).sum(axis=0), known.sum(axis=0).astype(np.float64))


def _false_belief(kind: str) -> Figure:
    name = "false belief in a partner" if kind == "solo" else "belief in the partner of a pair"
    return Figure(name, lambda sums: 1 - _mean_alone(sums, kind), "deals")


DECEPTION = PlayMeasure(
    title="deception: what others believe of a silent soloist and of a matched pair",
    columns=COLUMNS,
    tally=tally,
    figures=(
        _false_belief("solo"),
        _false_belief("pair"),
        Figure(
            "told apart",
            lambda sums: _mean_alone(sums, "solo") - _mean_alone(sums, "pair"),
            "deals",
        ),
        ratio("score of the soloist less that in the pair", "score", "deals"),
        *(
            ratio(f"{kind} alone, after {n}", f"alone {kind} {n}", f"n {kind} {n}")
            for kind in KINDS
            for n in range(MOMENTS)
        ),
    ),
    panels=tuple(
        Panel(
            f"P(he plays alone), {kind}",
            "tricks played",
            tuple(map(str, range(MOMENTS))),
            tuple(f"{kind} alone, after {n}" for n in range(MOMENTS)),
        )
        for kind in KINDS
    ),
)
