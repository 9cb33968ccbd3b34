"""The value of a reveal one trick earlier or later: deals that go on from a changed decision.

The reveal of a deal is the first card that makes a side (QC or 7D, in Michigan QC or QS) to be
played, where nothing was announced that settles the sides otherwise. The deal is played on by the
same agent in all seats, with the same random keys, from two of the revealer's decisions:

- later: at the reveal, where another card was legal, he must play one of those: the agent chooses
  among them. The figure is his score then less what it was
- earlier: in the trick before, where the card was legal already, he must play it. The figure is
  his score then less what it was

Scores are units less the mean of the seats. Each of them is the mean over the deals in which the
decision was there; `alone` are those of a silent soloist, `with a partner` the others.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.bootstrap import Floats
from agents.protocol import Agent
from experiments.play_figures import Figure, ratio
from experiments.watched_deals import WatchedDeals, play_on
from spitzer_env.actions import NO_ACTION
from spitzer_env.game import SpitzerGame
from spitzer_env.state import Phase
from trick_taking.cards import NO_SEAT, Ids, bit, contains

KINDS = ("later", "earlier")
WHO = ("with a partner", "alone")
COLUMNS = tuple(f"{what} {kind} {who}" for kind in KINDS for who in WHO for what in ("n", "gain"))
FIGURES: tuple[Figure, ...] = tuple(
    ratio(f"a reveal one trick {kind}, {who}", f"gain {kind} {who}", f"n {kind} {who}")
    for kind in KINDS
    for who in WHO
)
Moves = npt.NDArray[np.int64]
NO_MOVE = -1


def count_values(deals: WatchedDeals, agent: Agent) -> Floats:
    """(G, 8) the columns of each of G deals."""
    found = np.zeros((len(deals.sides), len(COLUMNS)))
    later, earlier, card = reveal_moves(deals)
    for kind, moves in enumerate((later, earlier)):
        rows = np.flatnonzero(moves != NO_MOVE)
        if not len(rows):
            continue
        game = _standing_before(deals, rows, moves[rows])
        seat = game.seat
        if kind == 0:
            game.state.legal &= ~bit(card[rows])
            game.state.lawful &= ~bit(card[rows])
            scores = play_on(game, agent)
        else:
            game.step(card[rows].astype(np.int64))
            scores = play_on(game, agent)
        gains = (scores - deals.scores[rows])[np.arange(len(rows)), seat]
        alone = (deals.states[0].holders[rows, 0] == deals.states[0].holders[rows, 1]).astype(int)
        found[rows, kind * 4 + alone * 2] = 1
        found[rows, kind * 4 + alone * 2 + 1] = gains
    return found


def reveal_moves(deals: WatchedDeals) -> tuple[Moves, Moves, Ids]:
    """(G,) the decision to reveal, the revealer's in the trick before, and the card.

    NO_MOVE where there is none, or the agent had no choice that the change would have changed.
    """
    num_deals = len(deals.sides)
    later, earlier = np.full((2, num_deals), NO_MOVE, np.int64)
    card, trick, who = np.full((3, num_deals), -1, np.int8)
    side_cards = list(deals.game.variant.tables.side_cards)
    for move, (state, actions) in enumerate(zip(deals.states, deals.actions, strict=True)):
        plays = (state.seat != NO_SEAT) & (state.phase == Phase.PLAY)
        secret = (state.solo == NO_SEAT) & (state.contract == NO_ACTION)
        rows = np.flatnonzero(plays & secret & (card < 0) & np.isin(actions, side_cards))
        card[rows], who[rows] = actions[rows], state.seat[rows]
        trick[rows] = state.tricks_played[rows]
        choice = rows[np.bitwise_count(state.legal[rows]) > 1]
        later[choice] = move
    for move, state in enumerate(deals.states):
        before = (state.phase == Phase.PLAY) & (state.tricks_played == trick - 1)
        could = before & (state.seat == who) & (card >= 0) & contains(state.legal, card)
        earlier[could] = move
    return later, earlier, card


def _standing_before(deals: WatchedDeals, rows: npt.NDArray[np.intp], moves: Moves) -> SpitzerGame:
    """Games in the positions of `rows`, each before its own move."""
    state = deals.states[0].select(rows)
    for move in np.unique(moves):
        places = np.flatnonzero(moves == move)
        state.assign(places, deals.states[move].select(rows[places]))
    return deals.game.standing(state)
