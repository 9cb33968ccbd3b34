"""One game of any kind: a batched game with one row, its actions by name and its record."""

from __future__ import annotations

import secrets
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from trick_taking.action_sets import one_action_set
from trick_taking.cards import NO_SEAT, cards_in
from trick_taking.checks import check_choice, whole
from trick_taking.game_kit import GameKit, end_episode
from trick_taking.layout import Field, Layout, Observations
from trick_taking.record import ILLEGAL, DealRecord, Move, Record
from trick_taking.step import Step

Illegal = Literal["raise", "terminate"]


class OneGame:
    """What every one-row environment shares; see `GameKit` for what a game brings.

    switches: keywords that the kit names; TypeError for others
    game: the batched game with one row, for those who may see the true state
    deals: the deals of this episode and what was done in them
    state_layout: the fields of `state()`: the privileged row of the game, then the seat to act
        and the counters of the match
    """

    def __init__(
        self,
        kit: GameKit,
        *,
        rules: Any = None,
        episode: str = "deal",
        rewards: str = "units",
        illegal: Illegal = "raise",
        history: bool = False,
        **switches: bool,
    ) -> None:
        check_choice("illegal", illegal, Illegal)
        if rules is not None and not isinstance(rules, kit.rules):
            raise ValueError(f"rules must be {kit.rules.__name__}, not {type(rules).__name__}")
        self.kit, self.illegal = kit, illegal
        self.game = kit.make(
            1,
            rules=rules,
            episode=episode,
            rewards=rewards,
            autoreset=False,
            history=history,
            **kit.checked(switches),
        )
        self.rules = self.game.rules
        self.deals: list[DealRecord] = []
        self._first_deal = -1  # none yet
        self._deal_number = -1
        self._counters = kit.match_counters if episode == "match" else ()
        self.state_layout = self._make_state_layout()

    def _make_state_layout(self) -> Layout:
        top, meaning = self.game.num_seats, "absolute seat to act + 1; 0 when finished"
        seat = Field(name="seat", shape=(1,), top=top, meaning=meaning)
        counters = [
            Field(name=name, shape=(2,), top=255, meaning="of this match: times 256, and the rest")
            for name in self._counters
        ]
        return Layout([*self.game.layout_all.fields.values(), seat, *counters])

    @property
    def seat(self) -> int:
        """Seat to act, NO_SEAT when the episode is over."""
        return self.game.state.seat.item(0)

    @property
    def legal_set(self) -> int:
        """Set over the actions that the mask allows, bit a for action a; 0 when finished."""
        return one_action_set(self.game.state.legal, 0)

    @property
    def lawful_set(self) -> int:
        """Set over the actions without penalty: the legal ones, except under a revoke option."""
        return one_action_set(self.game.state.lawful, 0)

    def is_legal(self, action: int) -> bool:
        """Whether the seat to act may choose `action`; False for an id that does not exist."""
        return action >= 0 and bool(self.legal_set >> action & 1)

    def mask(self, actions: int) -> npt.NDArray[np.int8]:
        """(A,) int8, 1 for each member of a set over actions; a new array."""
        num_actions = self.game.num_actions
        packed = np.frombuffer(actions.to_bytes(-(-num_actions // 8), "little"), np.uint8)
        flags = np.unpackbits(packed, count=num_actions, bitorder="little")
        return flags.view(np.int8)

    def action_name(self, action: int) -> str:
        """Text of an action id; ValueError when there is none."""
        known = whole("an action", action)
        if known is None or not 0 <= known < self.game.num_actions:
            raise ValueError(f"{self.game.name} has actions 0 to {self.game.num_actions - 1}")
        return self.game.action_names[known]

    def action_id(self, name: str) -> int:
        """Id of an action text; ValueError when there is none."""
        if name not in self.game.action_names:
            known = ", ".join(self.game.action_names)
            raise ValueError(f"{self.game.name} has no action {name!r}; it has {known}")
        return self.game.action_names.index(name)

    def legal_action_names(self) -> list[str]:
        """What the seat to act may choose, in id order; empty when the episode is over."""
        return [self.game.action_names[a] for a in cards_in(self.legal_set)]

    def start_episode(
        self, seed: Any = None, deal: Any = None, dealer: Any = None, deal_number: Any = None
    ) -> None:
        """Start an episode: deal `deal_number` (default 0) of `seed`; without a seed, the next.

        `deal` is a text that replaces the cards, `dealer` a seat. Without any seed so far it comes
        from the operating system. ValueError for a wrong one; then nothing has changed.
        """
        if deal is not None and not isinstance(deal, str):
            raise ValueError(f"deal must be the text of a deal, not {deal!r}")
        seed, number = whole("seed", seed), whole("deal_number", deal_number)
        if number is not None and not 0 <= number < 2**62:
            raise ValueError(f"deal_number must be from 0 to 2**62, not {number}")
        if seed is None and self._first_deal < 0:
            seed = secrets.randbits(63)
        deals, dealers = [deal], [whole("dealer", dealer)]
        self.game.reset(seed, deals, dealers)
        if number is not None:
            self.game.state.deal_number[0] = number - 1
            self.game.reset(None, deals, dealers)
        self._first_deal = self.game.state.deal_number.item(0)
        self.deals = []
        self._open_deal()

    def _open_deal(self) -> None:
        dealer = self.game.state.dealer.item(0)
        self.deals.append(DealRecord(dealer, self.kit.deal_text(self.game, 0)))
        self._deal_number = self.game.state.deal_number.item(0)

    def inject_deal(self, deal: str) -> None:
        """Replace the cards of a deal in which nobody has acted; ValueError if it is wrong."""
        self.game.inject_deal(0, deal)
        self.deals[-1].deal = self.kit.deal_text(self.game, 0)

    def play(self, action: int) -> Step[Any]:
        """Take a legal action and keep it in the record."""
        seat, state = self.seat, self.game.state
        heading = self.kit.heading(self.game, 0)
        self.deals[-1].moves.append(Move(heading, seat, self.game.action_names[action]))
        step = self.game.advance(np.array([action], np.int64))
        if step.results is not None:
            self.deals[-1].units = step.results.units[0].tolist()
        if state.deal_number.item(0) != self._deal_number:
            self._open_deal()
        return step

    def forfeit(self, action: int) -> None:
        """End the episode because the seat to act chose the illegal `action`."""
        known = 0 <= action < self.game.num_actions
        name = self.game.action_names[action] if known else f"#{action}"
        self.deals[-1].moves.append(Move(ILLEGAL, self.seat, name))
        end_episode(self.game, 0)

    def record(self) -> str:
        """The episode so far as text: settings, deals and every action."""
        settings = {
            "game": self.game.name,
            "rules": self.rules.as_dict(),
            "episode": self.game.episode,
            "rewards": self.game.rewards,
            "illegal": self.illegal,
            "history": self.game.history,
            "switches": [*self.game.switches],
            "seed": self.game.state.seed.item(0),
            "first_deal": self._first_deal,
        }
        return Record(settings, self.deals).text()

    def next_dealer(self) -> int:
        """First dealer of the match that follows this one; ValueError unless it is over."""
        played_out = self.seat == NO_SEAT and self.deals and self.deals[-1].units is not None
        if self.game.episode != "match" or not played_out:
            raise ValueError("next_dealer needs a match that was played to its end")
        state = self.game.state
        return self.rules.following_dealer(state.totals[0].tolist(), state.dealer.item(0))

    def state(self) -> Observations:
        """(F',) uint8: everything, as `state_layout` declares it, for privileged critics only."""
        counts = [getattr(self.game.state, name).item(0) for name in self._counters]
        tail = [self.seat + 1, *(byte for count in counts for byte in divmod(count, 256))]
        return np.append(self.game.observe_all()[0], np.array(tail, np.uint8))

    def table_text(self, viewer: int | None, reveal: bool, names: list[str]) -> str:
        """The table as seat `viewer` sees it (None: a bystander), or with every hand."""
        return self.kit.render(self.game, 0, viewer, reveal, names)
