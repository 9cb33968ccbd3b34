"""One deal of Smear as a slow scalar game: lists of card text, one rule after another.

Written from the rules page alone (SM1-SM14, SMV1-SMV6), so that the batched game has something
independent to agree with. It imports nothing of the product.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.smear_cards import (
    SUITS,
    beats,
    bids_above,
    fill_piles,
    game_value,
    group,
    in_pack_order,
    protected,
    read_deal,
    trumps,
)
from tests.reference.smear_options import (
    HAND_SIZE,
    Options,
    complete_options,
    num_sides,
    side_of,
)
from tests.reference.smear_scoring import DealScore, score_deal, score_revoke

TRICKS = 6  # SM8


class ReferenceDeal:
    """One deal, from the auction to the score.

    `hands` are by seat; `widow` (SMV2) and `stock` (SMV1, its first card drawn first) are the rest
    of the pack in pack order where they are not given. `must_pitch`: the dealer who passes last of
    all pitches, also under `all_pass="redeal"`.

    `phase` is auction, trump, discard, play or end, `seat` the seat to act, None once `finished`.
    A deal that all passed is finished with `redeal` True and has no `score`.
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        dealer: int,
        widow: Sequence[str] | None = None,
        stock: Sequence[str] | None = None,
        must_pitch: bool = False,
    ) -> None:
        self.options = complete_options(options)
        self.players: int = self.options["players"]
        self.sides = num_sides(self.options)
        self.nine_card = self.options["variant"] == "nine_card"
        self.dealer = dealer
        self.must_pitch = must_pitch or self.options["all_pass"] == "dealer_forced"
        self.widow, self.stock = fill_piles(self.options, hands, widow, stock)
        self.hands = [list(hand) for hand in hands]
        self.phase = "auction"
        self.seat: int | None = self._left_of(dealer)  # SM5: eldest
        self.bids: list[int | None] = [None] * self.players  # 0 is a pass
        self.pitcher: int | None = None
        self.bid: int | None = None
        self.forced = False
        self.trump: str | None = None
        self.trumps: list[str] = []  # high to low
        self.discards: list[list[str]] = [[] for _ in range(self.players)]
        self.drawn: list[list[str]] = [[] for _ in range(self.players)]  # SMV1
        self.trick: list[tuple[int, str]] = []
        self.tricks: list[list[tuple[int, str]]] = []
        self.takers: list[int] = []
        self.played: list[list[str]] = [[] for _ in range(self.players)]
        self.captured: list[list[str]] = [[] for _ in range(self.sides)]
        self.voids: list[set[str]] = [set() for _ in range(self.players)]
        self.history: list[tuple[int, str]] = []
        self.revoker: int | None = None
        self.redeal = False
        self.score: DealScore | None = None
        self.finished = False

    @classmethod
    def from_text(
        cls, options: Options, text: str, dealer: int, must_pitch: bool = False
    ) -> ReferenceDeal:
        """The deal written as one line."""
        hands, widow, stock = read_deal(text)
        return cls(options, hands, dealer, widow, stock, must_pitch)

    def _left_of(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % self.players

    def _trumps_in(self, cards: Sequence[str]) -> list[str]:
        return [card for card in cards if card in self.trumps]

    @property
    def led_group(self) -> str | None:
        """The suit led to the trick under way: C, S, H, D, "trump", or None."""
        return group(self.options, self.trump, self.trick[0][1]) if self.trick else None

    @property
    def taker(self) -> int | None:
        """The seat that takes the trick under way as it stands, None when it is empty."""
        return self._taker_of(self.trick) if self.trick else None

    def _taker_of(self, trick: list[tuple[int, str]]) -> int:
        taker, best = trick[0]
        for seat, card in trick[1:]:
            if beats(self.options, self.trump, card, best):
                taker, best = seat, card
        return taker

    @property
    def cards_held(self) -> list[int]:
        """How many cards each seat holds."""
        return [len(hand) for hand in self.hands]

    @property
    def cards_drawn(self) -> list[int]:
        """How many cards each seat has drawn from the stock (SMV1)."""
        return [len(cards) for cards in self.drawn]

    @property
    def game_value(self) -> list[int]:
        """Game value captured so far, by side (SM3)."""
        return [game_value(cards) for cards in self.captured]

    @property
    def units(self) -> list[int] | None:
        """The score by seat, None before the end and after a redeal."""
        return None if self.score is None else self.score.units

    def lawful(self) -> list[str]:
        """Actions that break no rule, in id order."""
        if self.finished:
            return []
        hand = in_pack_order(self.hands[self.seat])
        if self.phase == "auction":  # SM5
            return ["pass", *bids_above(self.options, max(bid or 0 for bid in self.bids))]
        if self.phase == "trump":  # SM6
            named = [suit for suit in SUITS if set(hand) & set(trumps(self.options, suit))]
            return [f"trump {suit}" for suit in named]
        if self.phase == "discard":
            return self._discardable(hand)
        return self._playable(hand)

    def _discardable(self, hand: list[str]) -> list[str]:
        """SM7: plain cards, then trumps that score nothing, then any."""
        held = self._trumps_in(hand)
        if self.options["free_discard"]:
            if self.seat == self.pitcher and len(held) == 1:
                return [card for card in hand if card not in held]
            return hand
        plain = [card for card in hand if card not in held]
        if plain:
            return plain
        kept = protected(self.options, self.trump)
        return [card for card in hand if card not in kept] or hand

    def _playable(self, hand: list[str]) -> list[str]:
        """SM8, SM9, SMV1."""
        held = self._trumps_in(hand)
        if self.nine_card:
            return held
        if not self.trick:
            return hand if self.takers else held
        led = self.led_group
        if led == "trump":
            return held or hand
        following = [card for card in hand if card not in held and card[1] == led]
        if not following:
            return hand
        return [card for card in hand if card in following or card in held]

    def legal(self) -> list[str]:
        """Actions that are accepted, in id order: under a revoke option a seat that follows to a
        trick may play every card it holds (SM14)."""
        follows = self.phase == "play" and bool(self.trick) and not self.nine_card
        if follows and self.options["revoke"] == "lose_deal":
            return in_pack_order(self.hands[self.seat])
        return self.lawful()

    def apply(self, action: str) -> None:
        """Let the seat to act take `action`; `ValueError` where it is not legal."""
        if action not in self.legal():
            raise ValueError(f"seat {self.seat} may not {action}")
        self.history.append((self.seat, action))
        if self.phase == "auction":
            self._speak(action)
        elif self.phase == "trump":
            self._name_trump(action[-1])
        elif self.phase == "discard":
            self._discard(action)
        elif action not in self.lawful():
            self._revoke()
        else:
            self._play(action)

    def _speak(self, action: str) -> None:
        """SM5: once each, from eldest, the dealer last."""
        self.bids[self.seat] = 0 if action == "pass" else int(action.split()[1])
        if action != "pass":
            self.pitcher, self.bid = self.seat, self.bids[self.seat]
        if self.seat != self.dealer:
            self.seat = self._left_of(self.seat)
        elif self.pitcher is None and not self.must_pitch:
            self.redeal = True
            self._end()
        else:
            if self.pitcher is None:
                self.pitcher, self.bid, self.forced = self.dealer, 2, True
            self.hands[self.pitcher] += self.widow  # SMV2
            self.phase, self.seat = "trump", self.pitcher

    def _name_trump(self, suit: str) -> None:
        self.trump, self.trumps = suit, trumps(self.options, suit)
        if self.nine_card:  # SMV1: all plain cards go by themselves
            for hand, discards in zip(self.hands, self.discards, strict=True):
                discards += [card for card in hand if card not in self._trumps_in(hand)]
                hand[:] = self._trumps_in(hand)
        self.phase = "discard"
        self._next_discard()

    def _discard(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.discards[self.seat].append(card)
        self._next_discard()

    def _next_discard(self) -> None:
        """SM7: the first seat from the pitcher that holds too many; then the play begins."""
        for steps in range(self.players):
            seat = self._left_of(self.pitcher, steps)
            if len(self.hands[seat]) > HAND_SIZE:
                self.seat = seat
                return
        if self.nine_card:
            self._draw()
        self.phase, self.seat = "play", self.pitcher  # SM8

    def _draw(self) -> None:
        """SMV1: up to six from the stock, from the pitcher's left, the pitcher last."""
        left = list(self.stock)
        for steps in range(1, self.players + 1):
            seat = self._left_of(self.pitcher, steps)
            while left and len(self.hands[seat]) < HAND_SIZE:
                card = left.pop(0)
                self.hands[seat].append(card)
                self.drawn[seat].append(card)

    def _play(self, card: str) -> None:
        led = self.led_group
        own = group(self.options, self.trump, card)
        if led is not None and own not in (led, "trump"):
            self.voids[self.seat].add(led)  # a trump on a plain suit proves nothing
        self.hands[self.seat].remove(card)
        self.played[self.seat].append(card)
        self.trick.append((self.seat, card))
        leader = self.trick[0][0]
        seat = self._left_of(self.seat)
        while seat != leader and self._is_skipped(seat):
            seat = self._left_of(seat)
        self.seat = seat
        if seat == leader:
            self._take_trick()

    def _is_skipped(self, seat: int) -> bool:
        """SMV1: whether `seat`, whose turn it is, has nothing to play; all see that it is void."""
        skipped = self.nine_card and not self._trumps_in(self.hands[seat])
        if skipped:
            self.voids[seat].add("trump")
        return skipped

    def _take_trick(self) -> None:
        """SM10; the winner leads, in SMV1 the first seat from him that has a trump."""
        taker = self._taker_of(self.trick)
        self.takers.append(taker)
        self.captured[side_of(self.options, taker)] += [card for _, card in self.trick]
        self.tricks.append(self.trick)
        self.trick = []
        if len(self.takers) < TRICKS:
            for steps in range(self.players):
                self.seat = self._left_of(taker, steps)
                if not self._is_skipped(self.seat):
                    return
        self.score = score_deal(
            self.options, self.trump, self.pitcher, self.bid, self.captured, self.played
        )
        self._end()

    def _revoke(self) -> None:
        """SM14: the card that fails to follow ends the deal and is not part of the trick."""
        self.revoker = self.seat
        self.score = score_revoke(self.options, self.pitcher, self.revoker, self.captured)
        self._end()

    def _end(self) -> None:
        self.seat = None
        self.phase = "end"
        self.finished = True
