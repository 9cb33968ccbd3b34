"""Smear with a pack of few cards, and every deal that a record of it allows, by the reference.

Three seats and 25 cards instead of 54, so that all splits of the hidden cards can be tried. Hearts
are whole, and often trump: hands of more than six trumps are common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from smear_env.actions import ACTION_NAMES, PACK
from smear_env.game import SmearGame
from smear_env.rules import SmearRules
from tests.agents.brute_force import World, number_of_splits, splits
from tests.reference import smear_cards
from tests.reference.smear import ReferenceDeal
from tests.reference.smear_cards import protected, trumps
from tests.reference.smear_options import complete_options
from trick_taking.cards import cards_in

HEARTS = " ".join(rank + "H" for rank in "AKQJT98765432") + " BJ LJ JD"
SMALL_PACK = sorted(PACK.parse_order(HEARTS + " AC KC QC AS KS QS AD KD QD"))
WIDOW_PACK = sorted([*SMALL_PACK, *PACK.parse_order("TC TS TD")])


class SmallRules(SmearRules):
    """Three seats with hands of eight, of seven where they draw or there is a widow."""

    @cached_property
    def pack(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(WIDOW_PACK if self.widow_size else SMALL_PACK)

    @property
    def hand_size(self) -> int:
        return 7 if self.variant in ("widow", "nine_card") else 8


def shrink_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference plays with the same few cards."""

    def small_pack(options: dict[str, Any]) -> list[str]:
        widow = options["variant"] == "widow"
        return [PACK.names[card] for card in (WIDOW_PACK if widow else SMALL_PACK)]

    def size(options: dict[str, Any]) -> int:
        return 7 if options["variant"] in ("widow", "nine_card") else 8

    monkeypatch.setattr(smear_cards, "pack", small_pack)
    monkeypatch.setattr(smear_cards, "hand_size_dealt", size)


class Position:
    """What `viewer` knows of the only game of a batch, in plain absolute terms."""

    def __init__(self, game: SmearGame, viewer: int) -> None:
        state = game.state
        self.rules, self.viewer, self.players = game.rules, viewer, game.num_seats
        self.options = complete_options(
            {name: value for name, value in self.rules.as_dict().items() if name != "max_deals"}
        )
        self.dealer, self.pitcher = int(state.dealer[0]), int(state.pitcher[0])
        self.took_widow = state.phase[0] > 0
        self.played = [int(cards) for cards in state.played[0]]
        self.hand, self.discarded = int(state.hands[0, viewer]), int(state.discarded[0, viewer])
        self.others = [(viewer + step) % self.players for step in range(1, self.players)]
        self.to_act = int(state.seat[0])
        self.drawn = [int(cards) for cards in state.drawn[0]]
        dealt = viewer * self.rules.hand_size + np.arange(self.rules.hand_size)
        mine = sum(1 << int(card) for card in state.order[0, dealt])
        self.i_drew = (self.hand | self.played[viewer]) & ~mine if any(self.drawn) else 0
        held = [int(state.hands[0, seat]).bit_count() for seat in self.others]
        laid = [int(state.discarded[0, seat]).bit_count() for seat in self.others]
        widow = 0 if self.took_widow else self.rules.widow_size
        known = self.hand | self.discarded
        for cards in self.played:
            known |= cards
        self.unseen = sum(1 << card for card in self.rules.pack) & ~known
        stock = self.unseen.bit_count() - sum(held) - sum(laid) - widow
        self.sizes = [*held, *laid, widow, stock]
        acted = range(int(state.moves[0]))
        self.history = [
            (int(state.history_seats[0, move]), int(state.history[0, move])) for move in acted
        ]
        self.play_start = int(state.play_start[0])
        self.trump = "CSHD"[state.trump[0]] if state.trump[0] >= 0 else None

    @property
    def candidates(self) -> int:
        """Ways to split the unseen cards, allowed or not."""
        return number_of_splits(self.sizes)

    def worlds(self) -> Counter[World]:
        """All worlds that the reference can replay, with the number of deals that lead to each."""
        found: Counter[World] = Counter()
        for parts in splits(self.unseen, self.sizes):
            if deals := self.deals(parts):
                others, laid, (widow, stock) = self._piles(parts)
                world = (self.hand, *others, self.discarded, *laid, widow, stock)
                found[world] = deals
        return found

    def allows(self, world: World) -> bool:
        """Whether the record could have come about in a world as drawn."""
        seats = self.players
        assert (world[0], world[seats]) == (self.hand, self.discarded)
        parts = (*world[1:seats], *world[seats + 1 :])
        assert [cards.bit_count() for cards in parts] == self.sizes
        return any(self._replayed(parts))

    def _piles(self, parts: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        others = self.players - 1
        return parts[:others], parts[others : 2 * others], parts[2 * others :]

    def deals(self, parts: tuple[int, ...]) -> int:
        """How many deals lead to this world with the record; of the widow's cards any four."""
        return sum(self._replayed(parts))

    def _replayed(self, parts: tuple[int, ...]) -> Iterator[bool]:
        """Whether the reference can replay the record with each deal that this world can be of."""
        others, laid, (widow, stock) = self._piles(parts)
        hands, down = [0] * self.players, [0] * self.players
        for seat, held, gone in zip(
            [self.viewer, *self.others], [self.hand, *others], [self.discarded, *laid], strict=True
        ):
            hands[seat], down[seat] = held | self.played[seat] | gone, gone
        now = list(hands)
        if self.took_widow and self.rules.widow_size:
            taken = cards_in(hands[self.pitcher])[: self.rules.widow_size]
            widow = sum(1 << card for card in taken)
            hands[self.pitcher] &= ~widow
        for drawn in self._drawn(hands, down):
            from_stock = [card for seat in self._from_pitcher() for card in _names(drawn[seat])]
            deal = ReferenceDeal(
                self.options,
                [_names(cards & ~drawn[seat]) for seat, cards in enumerate(hands)],
                self.dealer,
                _names(widow) if self.rules.widow_size else None,
                from_stock + _names(stock),
            )
            held_now = [
                (
                    sorted(_names(cards & ~self.played[seat] & ~down[seat])),
                    sorted(_names(down[seat])),
                )
                for seat, cards in enumerate(now)
            ]
            replayed = self._replays(deal, [self._in_order(cards) for cards in down])
            piles = zip(deal.hands, deal.discards, strict=True)
            yield replayed and held_now == [(sorted(hand), sorted(gone)) for hand, gone in piles]

    def _from_pitcher(self) -> list[int]:
        return [(self.pitcher + step) % self.players for step in range(1, self.players + 1)]

    def _drawn(self, hands: list[int], down: list[int]) -> Iterator[tuple[int, ...]]:
        """Every way in which cards that the seats hold or have played can be those they drew."""
        ways = []
        high = 0 if self.trump is None else PACK.parse(" ".join(trumps(self.options, self.trump)))
        for seat, number in enumerate(self.drawn):
            own = hands[seat] & ~down[seat]
            every = [
                sum(1 << card for card in some) for some in combinations(cards_in(own), number)
            ]
            ways.append([drawn for drawn in every if not number or not own & ~drawn & ~high])
        ways[self.viewer] = [self.i_drew]
        return product(*ways)

    def _in_order(self, cards: int) -> list[str]:
        """Cards in an order in which SM7 lets them go, if there is one: plain cards first."""
        names = _names(cards)
        if self.trump is None or self.rules.free_discard:
            return names
        high, kept = trumps(self.options, self.trump), protected(self.options, self.trump)
        if self.rules.variant == "nine_card":  # SMV1: the plain cards go by themselves
            names = [card for card in names if card in high]
        return sorted(names, key=lambda card: (card in high, card in kept))

    def _replays(self, deal: ReferenceDeal, down: list[list[str]]) -> bool:
        for move, (seat, action) in enumerate(self.history):
            name = ACTION_NAMES[action]
            if action < PACK.size and move < self.play_start:
                if not down[seat]:
                    return False
                name = down[seat].pop(0)
            if deal.seat != seat or name not in deal.lawful():
                return False
            deal.apply(name)
        return deal.seat == self.to_act


def _names(cards: int) -> list[str]:
    return [PACK.names[card] for card in cards_in(cards)]


def small_game(rules: SmearRules, chance: np.random.Generator, long_hand: bool) -> SmearGame:
    """A game before its first action; with `long_hand` one seat has all protected hearts."""
    game = SmearGame(1, rules=rules, seed=int(chance.integers(1 << 30)), autoreset=False)
    if long_hand:
        kept = PACK.parse_order("AH JH JD BJ LJ 3H 2H TH")[: rules.hand_size]
        rest = chance.permutation([card for card in rules.pack if card not in kept]).tolist()
        size, seat = rules.hand_size, int(chance.integers(3))
        hands = [rest[:size], rest[size : 2 * size]]
        hands.insert(seat, kept)
        game.reset(
            deals=[" | ".join(" ".join(PACK.names[card] for card in hand) for hand in hands)]
        )
    return game
