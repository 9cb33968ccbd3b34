"""Every deal that the record of a game of Spitzer allows, replayed by the slow references."""

from __future__ import annotations

from typing import Any

from spitzer_env.actions import ACTION_NAMES, PACK
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from tests.agents.brute_force import World, number_of_splits, splits
from tests.reference.blind import BlindDeal
from tests.reference.michigan import MichiganDeal
from tests.reference.spitzer import ReferenceDeal
from trick_taking.cards import cards_in

History = list[tuple[int, str]]


class Position:
    """What `viewer` knows of the only game of a batch, in plain absolute terms."""

    def __init__(self, game: SpitzerGame, viewer: int) -> None:
        state = game.state
        self.rules, self.viewer, self.players = game.rules, viewer, game.num_seats
        self.options: dict[str, Any] = self.rules.as_dict()
        del self.options["max_deals"]
        self.dealer = int(state.dealer[0])
        self.picker = int(state.declarer[0]) if self.rules.blind else -1
        self.played = [int(cards) for cards in state.played[0]]
        self.hand = int(state.hands[0, viewer])
        mine = self.picker == viewer
        self.my_buried = int(state.buried[0]) if mine else 0
        hidden = 0 if mine else int(state.buried[0]).bit_count()
        self.others = [(viewer + step) % self.players for step in range(1, self.players)]
        self.sizes = [int(state.hands[0, seat]).bit_count() for seat in self.others]
        self.sizes += [hidden, self.rules.blind if self.picker < 0 else 0]
        known = self.hand | self.my_buried
        for cards in self.played:
            known |= cards
        self.unseen = sum(1 << card for card in self.rules.pack) & ~known
        acted = state.history[0] >= 0
        self.history = [
            (int(seat), int(action))
            for seat, action in zip(
                state.history_seats[0, acted], state.history[0, acted], strict=True
            )
        ]

    @property
    def candidates(self) -> int:
        """Ways to split the unseen cards, allowed or not."""
        return number_of_splits(self.sizes)

    def worlds(self) -> set[World]:
        """All worlds that the reference can replay."""
        return {self._world(parts) for parts in splits(self.unseen, self.sizes) if self.fits(parts)}

    def allows(self, world: World) -> bool:
        """Whether the record could have come about in a world as drawn."""
        hands, laid = world[: self.players], world[self.players : 2 * self.players]
        assert hands[0] == self.hand
        assert laid[0] == self.my_buried
        assert world[-2] == 0
        assert [cards.bit_count() for cards in (*hands[1:], sum(laid[1:]), world[-1])] == self.sizes
        return self.fits((*hands[1:], sum(laid[1:]), world[-1]))

    def _world(self, parts: tuple[int, ...]) -> World:
        *hands, buried, blind = parts
        laid = [self.my_buried, *[0] * (self.players - 1)]
        if self.picker >= 0 and self.picker != self.viewer:
            laid[1 + self.others.index(self.picker)] = buried
        return (self.hand, *hands, *laid, 0, blind)

    def fits(self, parts: tuple[int, ...]) -> bool:
        """Whether the record could have come about."""
        *others, buried, blind = parts
        hands = [0] * self.players
        for seat, cards in zip([self.viewer, *self.others], [self.hand, *others], strict=True):
            hands[seat] = cards | self.played[seat]
        buried |= self.my_buried
        if self.picker >= 0:  # which of the picker's cards came from the blind makes no difference
            own = cards_in(hands[self.picker] | buried)
            blind = sum(1 << card for card in own[: self.rules.blind])
            hands[self.picker] = sum(1 << card for card in own[self.rules.blind :])
        assert sum(hands) + blind == sum(1 << card for card in self.rules.pack)
        return self._replays([_names(cards) for cards in hands], _names(blind), cards_in(buried))

    def _replays(self, hands: list[list[str]], blind: list[str], buried: list[int]) -> bool:
        deal: Any
        if self.rules.blind:
            deal = BlindDeal(self.options, hands, blind, self.dealer)
        elif isinstance(self.rules, MichiganRules):
            deal = MichiganDeal(self.options, hands, self.dealer)
        else:
            deal = ReferenceDeal(self.options, hands, self.dealer)
        lawful = deal.legal if isinstance(deal, MichiganDeal) else deal.lawful
        left = list(buried)
        for seat, action in self.history:
            name = ACTION_NAMES[action]
            if deal.phase == "bury" and self.picker != self.viewer:
                name = PACK.names[left.pop()]
            if deal.seat != seat or name not in lawful():
                return False
            deal.apply(name)
        return True


def _names(cards: int) -> list[str]:
    return [PACK.names[card] for card in cards_in(cards)]
