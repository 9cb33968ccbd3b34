"""What a game brings to `LockstepGame`: its names, its tables and its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from trick_taking.cards import Flags, Ids
from trick_taking.layout import Layout, Observations

GameRows = npt.NDArray[np.intp]
Dealt = npt.NDArray[Any]  # (K, ..) the cards of K deals, in the game's own form


class GameHooks:
    """The part of a batched game that differs from game to game.

    name: of the game, with its version
    num_actions, num_cards, action_names: A, C and the text of every action
    longest_deal: most actions in one deal
    layout, layout_all: of a seat's observation and of the privileged one
    state: the true state, with the arrays of `game_kit.GameState`
    switches: the keywords of construction by which its observations differ from the usual ones
    hiding: those of them that there are which hide the order of play
    observe_information: (information state, out=None) to (G, F) uint8; it holds no true state
    """

    name: str
    num_actions: ClassVar[int]
    num_cards: ClassVar[int]
    action_names: ClassVar[tuple[str, ...]]
    longest_deal: int
    layout: Layout
    layout_all: Layout
    rules: Any
    state: Any
    switches: Mapping[str, Any] = MappingProxyType({})
    hiding: ClassVar[tuple[str, ...]] = ()
    observe_information: Callable[..., Observations]
    _rules_class: ClassVar[type]  # of the default rules
    _other_rules: ClassVar[tuple[type, ...]] = ()  # other classes of rules that the game knows

    def _set_up(self) -> None:
        """Set `state`, both layouts, `observe_information` and the tables of the rules."""
        raise NotImplementedError

    def _read_deal(self, text: str, dealer: int | None) -> tuple[Dealt, int | None]:
        """The deal of a text and its dealer if it shows him; ValueError names the fault."""
        raise NotImplementedError

    def _draw_deals(self, rows: GameRows) -> Dealt:
        """(K, ..) the deals that the counters of `rows` name."""
        raise NotImplementedError

    def _start_deals(self, rows: GameRows, dealt: Dealt) -> None:
        """Lay out the deals of `rows`, whose dealers are set; somebody is to act."""
        raise NotImplementedError

    def _start_matches(self, rows: GameRows) -> None:
        """Everything that a match counts at its beginning."""
        raise NotImplementedError

    def _act(self, rows: GameRows, chosen: npt.NDArray[np.int64]) -> GameRows:
        """The seats to act of `rows` take their lawful actions `chosen` (G,).

        Returns the rows whose deals are over, ascending. `rows` may be `ONE_ROW`.
        """
        raise NotImplementedError

    def _score(self, rows: GameRows) -> Any:
        """The results of the finished deals of `rows`, with `units` (K, S)."""
        raise NotImplementedError

    def _seats_playing(self, results: Any) -> Flags:
        """(K, S) the seats that took part in finished deals."""
        return np.ones(results.units.shape, np.bool_)

    def _advance_matches(self, rows: GameRows, results: Any) -> Flags:
        """Book finished deals; (K,) whether each match is over, its winners in `contenders`."""
        raise NotImplementedError

    def _refresh_legal(self) -> None:
        """Find the legal and the lawful actions of every seat to act."""
        raise NotImplementedError

    def _know(self, state: Any, viewers: Ids, history: bool) -> Any:
        """What `viewers` (G,) of each game of `state` know."""
        raise NotImplementedError

    def _why_illegal(self, row: int, action: int, game: str) -> str:
        """One line for an action that is illegal in `row`; `game` names the game in it."""
        raise NotImplementedError

    def observe_all(self, out: Observations | None = None) -> Observations:
        """(G, F') uint8, the observation and all that is hidden: for privileged critics only."""
        raise NotImplementedError
