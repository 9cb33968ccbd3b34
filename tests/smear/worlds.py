"""Deals of Smear that one seat cannot tell apart: what is hidden from it is exchanged.

Every card of a deal has an origin (whose deal, the widow, a place in the stock) and a fate (whose
hand, played, laid down, unseen). From one seat the cards with another's hidden fate are exchanged,
and another seat's cards change origins, as long as all that was done stays lawful and all that is
public stays the same. Played by the slow reference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.reference.smear import ReferenceDeal
from tests.reference.smear_cards import ALL_CARDS, group, protected, trumps
from tests.reference.smear_options import Options
from tests.reference.smear_random import Cards, choose, random_cards
from tests.shared_checks.leak import Pair

DEALT, WIDOW, STOCK = "dealt", "widow", "stock"
HELD, PLAYED, LAID, UNSEEN = "held", "played", "laid", "unseen"
MOVES = 60  # most actions of a deal, but one


@dataclass
class Token:
    """One card of a deal: `origin` is (kind, seat or place), `fate` (kind, seat, place)."""

    card: str
    origin: tuple[str, int]
    fate: tuple[str, int, int]


class World:
    """The true deal at the point where `viewer` is to act, or an exchanged one."""

    def __init__(self, deal: ReferenceDeal, cards: Cards) -> None:
        self.deal, self.options, self.viewer = deal, deal.options, deal.seat
        fates = dict(self._fates())
        self.tokens = [
            Token(card, origin, fates.get(card, (UNSEEN, -1, 0)))
            for card, origin in _origins(cards)
        ]
        by_place = sorted(self.tokens, key=lambda token: token.fate[2])
        self.by_seat = [
            [token for token in by_place if token.fate[1] == seat] for seat in range(deal.players)
        ]
        if deal.trump is not None:
            self.trumps = set(trumps(deal.options, deal.trump))
            self.protected = set(protected(deal.options, deal.trump))

    def _fates(self) -> Iterator[tuple[str, tuple[str, int, int]]]:
        deal = self.deal
        for kind, piles in ((HELD, deal.hands), (PLAYED, deal.played), (LAID, deal.discards)):
            for seat, pile in enumerate(piles):
                yield from ((card, (kind, seat, place)) for place, card in enumerate(pile))

    def exchange(self, chance: random.Random) -> None:
        """One random exchange, taken back if anything that is public would change by it."""
        one, two = chance.sample(self.tokens, 2)
        same_seat = one.fate[1] == two.fate[1] not in (self.viewer, -1)
        if same_seat and chance.random() < 0.4:
            one.origin, two.origin = two.origin, one.origin
            if not (self._origin_fits(one) and self._origin_fits(two) and self._fits(one, two)):
                one.origin, two.origin = two.origin, one.origin
        elif self._is_hidden(one) and self._is_hidden(two):
            one.card, two.card = two.card, one.card
            if not self._fits(one, two):
                one.card, two.card = two.card, one.card

    def _is_hidden(self, token: Token) -> bool:
        kind, seat, _ = token.fate
        return kind != PLAYED and seat != self.viewer

    def _origin_fits(self, token: Token) -> bool:
        """Whether a card with this origin can have come to the seat of its fate."""
        kind, place = token.origin
        fate, seat, _ = token.fate
        if kind == DEALT:
            return place == seat
        if kind == WIDOW:
            return seat == self.deal.pitcher
        return fate != LAID and self._drawer(place) == seat

    def _drawer(self, place: int) -> int:
        """Who drew the card at a place of the stock (SMV1): from the pitcher's left."""
        for steps in range(1, self.deal.players + 1):
            seat = (self.deal.pitcher + steps) % self.deal.players
            place -= len(self.deal.drawn[seat])
            if place < 0:
                return seat
        return -1

    def _fits(self, *changed: Token) -> bool:
        """Whether the seats of the changed cards may still have done what they did."""
        if self.deal.trump is None:
            return True
        seats = {token.fate[1] for token in changed} - {-1}
        return all(self._may_hold(token) for token in changed) and all(
            self._may_have_discarded(seat) and self._may_have_named(seat) for seat in seats
        )

    def _may_hold(self, token: Token) -> bool:
        kind, seat, place = token.fate
        own_group = group(self.options, self.deal.trump, token.card)
        if kind == HELD and own_group in self.deal.voids[seat]:
            return False
        if self.deal.nine_card and token.origin[0] == DEALT:  # it is public how many were trumps
            gone = kind == LAID and place < self._gone_by_themselves(seat)
            return gone != (own_group == "trump")
        return True

    def _gone_by_themselves(self, seat: int) -> int:
        """SMV1: the plain cards, which come first among the discards."""
        chosen = sum(who == seat for who, _ in self._discards())
        return len(self.deal.discards[seat]) - chosen

    def _discards(self) -> list[tuple[int, str]]:
        """The discards that were actions."""
        done = [(seat, card) for seat, card in self.deal.history if card in ALL_CARDS]
        played = sum(len(cards) for cards in self.deal.played)
        return done[: len(done) - played]

    def _of(self, seat: int, *kinds: str) -> list[Token]:
        return [token for token in self.by_seat[seat] if token.fate[0] in kinds]

    def _may_have_discarded(self, seat: int) -> bool:
        """SM7, for every discard of the seat in turn."""
        laid = [token.card for token in self._of(seat, LAID)][self._first_choice(seat) :]
        left = [token for token in self._of(seat, HELD, PLAYED) if token.origin[0] != STOCK]
        hand = {token.card for token in left} | set(laid)
        for card in laid:
            held = hand & self.trumps
            if self.options["free_discard"]:
                if seat == self.deal.pitcher and held == {card}:
                    return False
            elif card in held and (
                held < hand or (card in self.protected and held - self.protected)
            ):
                return False
            hand.remove(card)
        return True

    def _first_choice(self, seat: int) -> int:
        return self._gone_by_themselves(seat) if self.deal.nine_card else 0

    def _may_have_named(self, seat: int) -> bool:
        """SM6."""
        had = [token for token in self._of(seat, HELD, PLAYED, LAID) if token.origin[0] != STOCK]
        return seat != self.deal.pitcher or any(token.card in self.trumps for token in had)

    @property
    def cards(self) -> Cards:
        """The deal as it was dealt."""

        def pile(kind: str, seat: int | None = None) -> list[str]:
            found = [token for token in self.tokens if token.origin[0] == kind]
            if seat is None:
                return [one.card for one in sorted(found, key=lambda token: token.origin[1])]
            return [token.card for token in found if token.origin[1] == seat]

        hands = [pile(DEALT, seat) for seat in range(self.deal.players)]
        return Cards(hands, pile(WIDOW), pile(STOCK))

    @property
    def actions(self) -> list[str]:
        """What was done, in card text."""
        laid = {
            seat: iter([token.card for token in self._of(seat, LAID)][self._first_choice(seat) :])
            for seat in range(self.deal.players)
        }
        num_discards, done = len(self._discards()), []
        for seat, action in self.deal.history:
            discards = action in ALL_CARDS and num_discards > 0
            num_discards -= discards
            done.append(next(laid[seat]) if discards else action)
        return done


def _origins(cards: Cards) -> Iterator[tuple[str, tuple[str, int]]]:
    for seat, hand in enumerate(cards.hands):
        yield from ((card, (DEALT, seat)) for card in hand)
    for kind, pile in ((WIDOW, cards.widow), (STOCK, cards.stock)):
        yield from ((card, (kind, place)) for place, card in enumerate(pile))


def replayed(options: Options, cards: Cards, dealer: int, actions: list[str]) -> ReferenceDeal:
    """The reference after these actions, every one of them lawful."""
    deal = ReferenceDeal(options, cards.hands, dealer, cards.widow, cards.stock)
    for action in actions:
        assert action in deal.lawful()
        deal.apply(action)
    return deal


def with_many_trumps(chance: random.Random, options: Options, cards: Cards) -> Cards:
    """The same with trumps of one suit, as many as it holds, dealt to one seat."""
    seat, wanted = chance.randrange(len(cards.hands)), trumps(options, chance.choice("CSHD"))
    places = [(hand, place) for hand in (*cards.hands, *cards[1:]) for place in range(len(hand))]
    sources = [(hand, place) for hand, place in places if hand[place] in wanted]
    for place, (hand, other) in enumerate(sources[: len(cards.hands[seat])]):
        mine = cards.hands[seat]
        mine[place], hand[other] = hand[other], mine[place]
    return cards


def play_some(chance: random.Random, options: Options) -> tuple[ReferenceDeal, Cards]:
    """A deal under way after some lawful actions; in some a seat has a suit nearly whole."""
    while True:
        cards = random_cards(chance, options)
        if chance.random() < 0.25:
            cards = with_many_trumps(chance, options, cards)
        deal = ReferenceDeal(
            options, cards.hands, chance.randrange(options["players"]), cards.widow, cards.stock
        )
        for _ in range(chance.randrange(MOVES)):
            if not deal.finished:
                deal.apply(choose(chance, deal, revoking=0.0))
        if not deal.finished:
            return deal, cards


def same_cards(one: Cards, two: Cards) -> bool:
    """Whether two deals give everybody the same cards, in whatever order."""
    hands = [[set(hand) for hand in cards.hands] for cards in (one, two)]
    return hands[0] == hands[1] and (set(one.widow), one.stock) == (set(two.widow), two.stock)


def make_pairs(options: Options, count: int, seed: int) -> list[Pair]:
    """`count` pairs of different deals under complete options."""
    chance = random.Random(f"{seed} {sorted(options.items(), key=str)}")
    pairs: list[Pair] = []
    while len(pairs) < count:
        deal, cards = play_some(chance, options)
        world = World(deal, cards)
        for _ in range(chance.randrange(40, 250)):
            world.exchange(chance)
        if same_cards(world.cards, cards):
            continue
        actions = [action for _, action in deal.history]
        other = replayed(options, world.cards, deal.dealer, world.actions)
        assert [seat for seat, _ in other.history] == [seat for seat, _ in deal.history]
        assert other.seat == deal.seat
        texts = cards.text, world.cards.text
        pairs.append(Pair(deal.dealer, *texts, actions, world.actions, deal.seat))
    return pairs
