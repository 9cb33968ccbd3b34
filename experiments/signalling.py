"""Signalling: does a seat play otherwise when nothing but a signal is another?

At a listener's decision a card that another seat, the sender, played to an earlier trick is
exchanged, in the record and in its hand, for its twin: a card that the sender still holds, of the
same group, with the same card points, and which like the card would not have won that trick. So the
sender was dealt the same hand, each trick had the same points and the same taker, and the listener
has the same legal cards. Cards that make a side and aces (which can be called, MI9) have no twin.
Of twins the nearest in strength is taken, of the sender's earlier cards the last that has one. The
listener is asked again, with the same random keys. Which of two such cards fell does change what
others may still hold, hence the comparison:

- `by a teammate`, `by an opponent`: the share of decisions that are others after the exchange
- `signal`: the first less the second

At each decision one sender is tried, the seats in turn; who is a teammate is told by the end of the
deal. 0 of `random` means that it hears nothing: its draws are those of before.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.bootstrap import Floats
from agents.protocol import Agent
from experiments.play_figures import Panel, PlayMeasure, difference, ratio
from experiments.seatings import MakeGame
from experiments.watched_deals import WatchedDeals, choose, watch
from spitzer_env.play import PlayTables
from spitzer_env.state import Phase, SpitzerState
from spitzer_env.trumps import POINTS, TRUMP
from trick_taking.cards import NO_CARD, NO_SEAT, Cards, Ids, bit, contains

WHO = ("a teammate", "an opponent")
COLUMNS = tuple(f"{what} by {who}" for who in WHO for what in ("tried", "changed"))
_ACE = 11  # card points
Cells = npt.NDArray[np.int8]


def tally(make_game: MakeGame, agent: Agent, deals: range) -> Floats:
    """(D, 4) the columns of each deal."""
    return count_signals(watch(make_game(len(deals), np.array(deals, np.uint64)), agent), agent)


def count_signals(deals: WatchedDeals, agent: Agent) -> Floats:
    """(G, 4) the columns of each of G deals."""
    found = np.zeros((len(deals.sides), len(COLUMNS)))
    tables, seats = deals.game.variant.tables, deals.game.num_seats
    twins, tricks = twin_sets(tables), Tricks(deals)
    for move, actions in enumerate(deals.actions):
        rows, state = deals.deciding(move), deals.states[move]
        listener = state.seat[rows]
        sender = ((listener + 1 + move % (seats - 1)) % seats).astype(np.int8)
        card, twin = tricks.exchange(state.select(rows), rows, sender, twins)
        there = np.flatnonzero(card != NO_CARD)
        if not len(there):
            continue
        rows, listener, sender = rows[there], listener[there], sender[there]
        other = exchanged(state.select(rows), sender, card[there], twin[there])
        changed = choose(deals.game.standing(other), agent) != actions[rows]
        foe = (deals.sides[rows, listener] != deals.sides[rows, sender]).astype(np.intp)
        found[rows, 2 * foe] += 1
        found[rows, 2 * foe + 1] += changed
    return found


def twin_sets(tables: PlayTables) -> Cards:
    """(C,) the cards that are alike each card but for their rank: same group, same points."""
    ids = np.arange(len(tables.group))
    usual = (POINTS != _ACE) & ~np.isin(ids, tables.side_cards)
    alike = (tables.group[:, None] == tables.group) & (POINTS[:, None] == POINTS)
    alike &= usual[:, None] & usual & (ids[:, None] != ids)
    sets: Cards = (alike * bit(ids)).sum(axis=1, dtype=np.uint64)
    return sets


def exchanged(state: SpitzerState, sender: Ids, card: Ids, twin: Ids) -> SpitzerState:
    """The positions `state`, written over, had each `sender` played `twin` in place of `card`."""
    rows, both = np.arange(len(sender)), bit(card) ^ bit(twin)
    state.hands[rows, sender] ^= both
    state.played[rows, sender] ^= both
    state.history[:] = np.where(state.history == card[:, None], twin[:, None], state.history)
    return state


class Tricks:
    """The finished tricks of G deals: cards (G, T, S) by seat, and the best card of each (G, T)."""

    def __init__(self, deals: WatchedDeals) -> None:
        self.tables = tables = deals.game.variant.tables
        num_deals, seats = deals.sides.shape
        self.cards: Cells = np.full((num_deals, tables.tricks, seats), NO_CARD, np.int8)
        self.best: Cells = np.full((num_deals, tables.tricks), -1, np.int8)  # its strength
        self.led: Cells = np.full((num_deals, tables.tricks), -1, np.int8)  # group
        for state, actions in zip(deals.states, deals.actions, strict=True):
            rows = np.flatnonzero((state.seat != NO_SEAT) & (state.phase == Phase.PLAY))
            trick, cards = state.tricks_played[rows], actions[rows]
            self.cards[rows, trick, state.seat[rows]] = cards
            leads = state.trick_size[rows] == 0
            self.led[rows[leads], trick[leads]] = tables.group[cards[leads]]
        group = tables.group[self.cards]
        counts = (self.cards != NO_CARD) & ((group == self.led[:, :, None]) | (group == TRUMP))
        self.best = np.where(counts, self._rank(self.cards), -1).max(axis=2)

    def _rank(self, cards: Cells) -> npt.NDArray[np.int64]:
        """Of each card: every trump above every other card."""
        trump = self.tables.group[cards] == TRUMP
        return self.tables.strength[cards].astype(np.int64) + 100 * trump

    def exchange(
        self, state: SpitzerState, rows: npt.NDArray[np.intp], sender: Ids, twins: Cards
    ) -> tuple[Ids, Ids]:
        """(K,) the card of `sender` to be exchanged and its twin, NO_CARD where there is none.

        `state` has the positions of the deals `rows` before the decision.
        """
        places = np.arange(len(rows))
        card, twin = np.full((2, len(rows)), NO_CARD, np.int8)
        for trick in range(self.tables.tricks - 1):
            played = self.cards[rows, trick, sender]
            held = twins[played] & state.hands[places, sender]
            could = self._losing(rows, trick, held)
            nearest = self._nearest(played, could)
            fits = (state.tricks_played > trick) & (could.any(axis=1))
            fits &= self._loses(rows, trick, played)
            card, twin = np.where(fits, played, card), np.where(fits, nearest, twin)
        return card.astype(np.int8), twin.astype(np.int8)

    def _loses(self, rows: npt.NDArray[np.intp], trick: int, cards: Cells) -> npt.NDArray[np.bool_]:
        """(K,) or (K, C): whether `cards` do not win the trick."""
        shape = (-1, *[1] * (cards.ndim - 1))
        led, best = self.led[rows, trick].reshape(shape), self.best[rows, trick].reshape(shape)
        group = self.tables.group[cards]
        loses: npt.NDArray[np.bool_] = ((group != led) & (group != TRUMP)) | (
            self._rank(cards) < best
        )
        return loses

    def _losing(self, rows: npt.NDArray[np.intp], trick: int, sets: Cards) -> npt.NDArray[np.bool_]:
        """(K, C) which cards of `sets` would have lost the trick too."""
        ids = np.broadcast_to(
            np.arange(len(self.tables.group)), (len(rows), len(self.tables.group))
        )
        return contains(sets[:, None], ids) & self._loses(rows, trick, ids.astype(np.int8))

    def _nearest(self, played: Cells, could: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
        """(K,) of the cards `could` (K, C) the one nearest in strength to `played` (K,)."""
        strength = self.tables.strength.astype(np.int64)
        apart = np.abs(strength - strength[played][:, None])
        return np.where(could, apart, 1 << 20).argmin(axis=1)


SIGNALLING = PlayMeasure(
    title="signalling: decisions that change when only an earlier card of another seat is swapped",
    columns=COLUMNS,
    tally=tally,
    figures=(
        *(ratio(f"changed by {who}", f"changed by {who}", f"tried by {who}") for who in WHO),
        difference(
            "signal: teammate less opponent",
            (f"changed by {WHO[0]}", f"tried by {WHO[0]}"),
            (f"changed by {WHO[1]}", f"tried by {WHO[1]}"),
        ),
    ),
    panels=(
        Panel(
            "decisions that change",
            "swapped signal of",
            WHO,
            tuple(f"changed by {who}" for who in WHO),
        ),
    ),
)
