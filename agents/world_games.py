"""Games that could be the true one, from where a seat stands: to be stepped, seen and scored.

    tables = WorldGames(game)
    worlds = tables.determinizer.draw(information, keys, 20)
    play = tables.start(information, worlds, keys)      # a batched game of G * 20 rows
    step = play.step(actions)                           # step.results of the deals that end

Each row is a whole game of the same rules in the same position, with the cards of one world. It
goes on to the end of the deal and no further, also within a match, whose totals are shown. Seats
are relative: seat 0 is the observer. What chance still decides in it (the order of a stock, a deal
that is dealt again) and `view().keys` are a pure function of the observer's key and the world's
number.

An information state, a world and a key go in, and nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from agents import world_states, world_states_smear
from agents.determinize import Determinizer, Worlds
from smear_env.information import InformationState as SmearInformation
from smear_env.state import SmearState
from spitzer_env.state import SpitzerState
from trick_taking.cards import NO_CARD, NO_SEAT, Cards, Ids, bit, contains, union
from trick_taking.counter import Keys
from trick_taking.deals import shuffled_packs
from trick_taking.lockstep import LockstepGame


class WorldGames:
    """Makes such games for information states of one game; of `game` only its options are used."""

    def __init__(self, game: LockstepGame) -> None:
        self.rules = game.rules
        self.determinizer = Determinizer(game)
        self._model = type(game)(
            1,
            rules=game.rules,
            episode=game.episode,
            history=game.history,
            autoreset=False,
            **game.switches,
        )
        self._model.episode = "deal"  # ends with the deal, and shows what a match shows

    def draw(self, information: Any, keys: Keys, num_worlds: int) -> Any:
        """The batched game of `num_worlds` worlds of each row, drawn by `keys` (G,) uint64."""
        return self.start(information, self.determinizer.draw(information, keys, num_worlds), keys)

    def start(self, information: Any, worlds: Worlds, keys: Keys) -> Any:
        """The batched game of the W worlds of G rows, those of a row together.

        information, worlds: see `Determinizer.draw`; keys: (G,) uint64, `view.keys`
        """
        num_worlds = worlds.hands.shape[1]
        is_smear = isinstance(information, SmearInformation)
        module: Any = world_states_smear if is_smear else world_states
        state = module.world_states(information, worlds, self.rules)
        state.seed[:] = np.repeat(keys, num_worlds)
        state.stream[:] = np.tile(np.arange(num_worlds, dtype=np.uint64), len(keys))
        state.deal_number[:] = 0
        if is_smear:
            self._lay_on_table(state, worlds)
        elif self.rules.blind:
            self._draw_blind(state)
        return self._model.standing(state)

    def _draw_blind(self, state: SpitzerState) -> None:
        """SPV4: which of a picker's cards lay in the blind; he may have played or buried them."""
        rows = np.flatnonzero(state.declarer != NO_SEAT)
        if len(rows):
            picker = state.declarer[rows]
            owned = state.hands[rows, picker] | state.played[rows, picker] | state.buried[rows]
            order = self._shuffled(state, owned, rows)
            state.blind[rows] = union(bit(order[:, : self.rules.blind]))

    def _lay_on_table(self, state: SmearState, worlds: Worlds) -> None:
        """SM4, SMV2: the widow, then the stock, in an order that nobody knows."""
        rules, every = self.rules, np.arange(state.num_rows)
        first = rules.players * rules.hand_size
        for cards, size in ((worlds.widow, rules.widow_size), (worlds.rest, None)):
            places = state.order[:, first:][:, :size]
            places[:] = self._shuffled(state, cards.reshape(-1), every)[:, : places.shape[1]]
            first += rules.widow_size

    def _shuffled(
        self, state: SpitzerState | SmearState, cards: Cards, rows: npt.NDArray[np.intp]
    ) -> Ids:
        """(K, C) the `cards` (K,) of `rows` in random order, NO_CARD after the last one."""
        pack = np.array(self.rules.pack, np.uint64)
        numbers = state.deal_number[rows].astype(np.uint64)
        order = shuffled_packs(state.seed[rows], state.stream[rows], numbers, pack).astype(np.int8)
        absent = ~contains(cards[:, None], order)
        order = np.where(absent, np.int8(NO_CARD), order)
        return np.take_along_axis(order, absent.argsort(axis=1, kind="stable"), axis=1)
