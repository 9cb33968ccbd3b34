"""Two-trump Spitzer as a slow scalar game: lists of card text, one rule after another.

Written from the rules page alone (SP1-SP20, SPV1, SPV2, SPV3, SPV5-SPV7), so that the batched game
has something independent to agree with. It imports nothing of the product.
"""

from __future__ import annotations

from collections.abc import Sequence

SUITS = "CSHD"
PACK = [rank + suit for suit in SUITS for rank in "AKQJT987"]  # SP2, in pack order
QUEEN = "QC"  # SP3: the Spitzer
SEVEN = "7D"  # SP3
HIGH_TO_LOW = "ATKQJ987"  # SP4
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}  # SP5

# SPV7: the plain cards of a reduced deck, beside QC and 7D, by cards of a hand.
REDUCED = {
    2: {"C": "ATK", "S": "ATK"},
    3: {"C": "ATK", "S": "ATK", "H": "ATK", "D": "A"},
    4: {"C": "ATKJ", "S": "ATKJ", "H": "ATKJ", "D": "AT"},
}
EXTRA_DEALS = 10  # SP20
MAX_DEALS = 500

OPTIONS: dict[str, object] = {
    "players": 4,
    "cards_each": 8,
    "solo": True,
    "trump_lead_must_follow": True,
    "tie_60": "trump_side_loses",
    "schneider_bonus": True,
    "schwarz_bonus": True,
    "schneider_minimum": 91,
    "revoke": "forbidden",
    "double_spitzer": False,
    "deals": None,
    "score_limit": None,
    "next_dealer": "rotate",
}


def complete_options(options: dict[str, object]) -> dict[str, object]:
    """`options` over the defaults of the rules page; an unknown name is a `ValueError`."""
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"unknown option {name}")
    return {**OPTIONS, **options}


def group(card: str) -> str:
    """The suit that `card` belongs to for leading and following: C, S, H, D or "trump" (SP3)."""
    return "trump" if card in (QUEEN, SEVEN) else card[1]


def beats(card: str, best: str) -> bool:
    """Whether `card`, played after `best`, takes the trick from it (SP13)."""
    if best == QUEEN:
        return False
    if card == QUEEN:
        return True
    if best == SEVEN:
        return False
    if card == SEVEN:
        return True
    if group(card) != group(best):
        return False
    return HIGH_TO_LOW.index(card[0]) < HIGH_TO_LOW.index(best[0])


def pack_of(cards_each: int) -> list[str]:
    """The cards that are dealt, in pack order (SP2, SPV7)."""
    if cards_each == 8:
        return list(PACK)
    plain = [rank + suit for suit, ranks in REDUCED[cards_each].items() for rank in ranks]
    return in_pack_order([QUEEN, SEVEN, *plain])


def card_points(cards: Sequence[str]) -> int:
    """Card points in `cards` (SP5)."""
    return sum(CARD_POINTS[card[0]] for card in cards)


def in_pack_order(cards: Sequence[str]) -> list[str]:
    """`cards` in the order of their ids."""
    return sorted(cards, key=PACK.index)


def read_hands(text: str) -> list[list[str]]:
    """The hands by seat of a deal written as one line."""
    return [part.split() for part in text.split("|")]


def write_hands(hands: Sequence[Sequence[str]]) -> str:
    """One line for `hands`, a seat without cards left empty."""
    return " | ".join(" ".join(hand) for hand in hands)


class ReferenceDeal:
    """One deal, from the announcements to the units.

    `hands` are by seat; with five players the dealer's is empty (SPV6). `seat` is the seat to act,
    None once `finished`; `units` is None until then.
    """

    def __init__(self, options: dict[str, object], hands: list[list[str]], dealer: int) -> None:
        self.options = complete_options(options)
        self.players: int = self.options["players"]  # SP1, SPV6
        self.cards_each: int = self.options["cards_each"]  # SP6, SPV7
        self.pack = pack_of(self.cards_each)
        self.pack_points = card_points(self.pack)
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self.playing = [seat for seat in range(self.players) if self.players == 4 or seat != dealer]
        self._check_deal()
        self.queen_seat = self._holder(QUEEN)
        self.seven_seat = self._holder(SEVEN)
        holders = (self.queen_seat, self.seven_seat)
        self.trump_side = [seat in holders for seat in range(self.players)]  # SP8
        self.eldest = self._left_of(dealer)
        self.seat: int | None = self.eldest
        self.phase = "announce" if self.options["solo"] else "play"  # SPV1
        self.spoken: list[tuple[int, str]] = []
        self.solo_seat: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.tricks_played = 0
        self.takers: list[int] = []
        self.points = [0] * self.players
        self.tricks = [0] * self.players
        self.played: list[list[str]] = [[] for _ in range(self.players)]
        self.history: list[tuple[int, str]] = []
        self.revoker: int | None = None
        self.trump_points: int | None = None
        self.won: bool | None = None
        self.schneider = self.schwarz = False
        self.multiplier: int | None = None
        self.units: list[int] | None = None
        self.finished = False

    def _check_deal(self) -> None:
        """SP6, SP7, SPV7: as many different cards of the pack for each seat that plays."""
        if len(self.hands) != self.players:
            raise ValueError("SP6: wrong number of hands")
        for seat, hand in enumerate(self.hands):
            if len(hand) != (self.cards_each if seat in self.playing else 0):
                raise ValueError(f"SP7: seat {seat} has {len(hand)} cards")
        if in_pack_order([card for hand in self.hands for card in hand]) != self.pack:
            raise ValueError("SP7: not each card of the pack once")

    def _holder(self, card: str) -> int:
        return next(seat for seat, hand in enumerate(self.hands) if card in hand)

    def _left_of(self, seat: int) -> int:
        """The next seat clockwise that plays."""
        seat = (seat + 1) % self.players
        while seat not in self.playing:
            seat = (seat + 1) % self.players
        return seat

    @property
    def led_group(self) -> str | None:
        """The group led to the trick under way, None when nothing is led."""
        return group(self.trick[0][1]) if self.trick else None

    @property
    def taker(self) -> int | None:
        """The seat that takes the trick under way as it stands, None when it is empty."""
        return _taker(self.trick) if self.trick else None

    def lawful(self) -> list[str]:
        """Actions that break no rule, in id order."""
        if self.finished:
            return []
        hand = in_pack_order(self.hands[self.seat])
        if self.phase == "announce":  # SP9
            return ["pass", "solo"] if QUEEN in hand and SEVEN in hand else ["pass"]
        if not self.trick:  # SP10
            return hand
        led = self.led_group
        if led == "trump" and not self.options["trump_lead_must_follow"]:  # SP12, the option
            return hand
        following = [card for card in hand if group(card) == led]
        return following or hand  # SP11, SP12

    def legal(self) -> list[str]:
        """Actions that are accepted, in id order: with a revoke option every card held (SP18)."""
        if self.finished or self.phase == "announce" or self.options["revoke"] == "forbidden":
            return self.lawful()
        return in_pack_order(self.hands[self.seat])

    def apply(self, action: str) -> None:
        """Let the seat to act take `action`; `ValueError` where it is not legal."""
        if action not in self.legal():
            raise ValueError(f"seat {self.seat} may not {action}")
        self.history.append((self.seat, action))
        if self.phase == "announce":
            self._speak(action)
        elif action not in self.lawful():
            self._revoke()
        else:
            self._play(action)

    def _speak(self, action: str) -> None:
        """SP9: once each, from eldest, also after a solo."""
        self.spoken.append((self.seat, action))
        if action == "solo":
            self.solo_seat = self.seat
        self.seat = self._left_of(self.seat)
        if len(self.spoken) == len(self.playing):
            self.phase = "play"

    def _play(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.played[self.seat].append(card)
        self.trick.append((self.seat, card))
        if len(self.trick) < len(self.playing):
            self.seat = self._left_of(self.seat)
            return
        taker = _taker(self.trick)
        self.takers.append(taker)
        self.points[taker] += card_points([card for _, card in self.trick])
        self.tricks[taker] += 1
        self.trick = []
        self.tricks_played += 1
        self.seat = taker
        if self.tricks_played == self.cards_each:  # SP10
            self._finish()

    def _revoke(self) -> None:
        """SP18: the illegal card ends the deal and is not part of the trick."""
        self.revoker = self.seat
        if self.options["revoke"] == "fine_4":
            self.trump_points = self._captured()
            self._end([-4 if seat == self.revoker else 0 for seat in range(self.players)])
            return
        self.trump_points = 0 if self.trump_side[self.revoker] else self.pack_points
        self.won = not self.trump_side[self.revoker]
        self.schneider = bool(self.options["schneider_bonus"])
        self._settle()

    def _captured(self) -> int:
        return sum(self.points[seat] for seat in self.playing if self.trump_side[seat])

    def _finish(self) -> None:
        """SP14, SP15, after the last trick."""
        self.trump_points = self._captured()
        trump_tricks = sum(self.tricks[seat] for seat in self.playing if self.trump_side[seat])
        self.won = self.trump_points > self.pack_points / 2  # 61 of 120
        if self.trump_points == self.pack_points / 2 and self.options["tie_60"] == "most_tricks":
            self.won = trump_tricks > self.cards_each - trump_tricks
        if self.options["schneider_bonus"]:  # SPV3
            self.schneider = self._is_schneider()
        if self.options["schwarz_bonus"]:
            self.schwarz = trump_tricks in (0, self.cards_each)
        self._settle()

    def _is_schneider(self) -> bool:
        """SP15; SPV7: more than three quarters of the points, or a quarter at most."""
        if self.cards_each == 8:
            limit = self.options["schneider_minimum"]
            return self.trump_points >= limit or self.trump_points <= 30
        quarter = self.pack_points / 4
        return self.trump_points > 3 * quarter or self.trump_points <= quarter

    def _settle(self) -> None:
        """SP16, SP17, SPV2."""
        self.multiplier = 1
        if self.solo_seat is not None:
            self.multiplier = 2
            if self.options["double_spitzer"] and (self.schneider or self.schwarz):
                self.multiplier = 4
        unit = self.multiplier * (1 + int(self.schneider) + int(self.schwarz))
        if not self.won:
            unit = -unit
        side = [seat for seat in self.playing if self.trump_side[seat]]
        opponents = [seat for seat in self.playing if not self.trump_side[seat]]
        units = [0] * self.players
        for seat in opponents:
            units[seat] = -unit
        for seat in side:
            units[seat] = unit * len(opponents) // len(side)
        self._end(units)

    def _end(self, units: list[int]) -> None:
        self.units = units
        self.seat = None
        self.phase = "end"
        self.finished = True


def _taker(trick: list[tuple[int, str]]) -> int:
    taker, best = trick[0]
    for seat, card in trick[1:]:
        if beats(card, best):
            taker, best = seat, card
    return taker


class ReferenceMatch:
    """Deals under rotating dealers until the match rules end it (SP19, SP20).

    Give each deal's hands to `start`, then `apply` its actions. `contenders` are the seats that can
    still win; `winners` is empty until `finished`.
    """

    def __init__(self, options: dict[str, object], dealer: int, max_deals: int = MAX_DEALS) -> None:
        self.options = complete_options(options)
        self.players: int = self.options["players"]
        self.max_deals = max_deals
        usual = 12 if self.players == 4 else 15  # SP19, SPV6
        self.deals: int = usual if self.options["deals"] is None else self.options["deals"]
        if self.players == 5 and self.deals % 5:
            raise ValueError("SPV6: deals must be a multiple of 5")
        self.dealer = dealer
        self.totals = [0] * self.players
        self.deals_played = 0
        self.extra_deals = 0
        self.in_extra_deals = False
        self.contenders = list(range(self.players))
        self.winners: list[int] = []
        self.deal: ReferenceDeal | None = None
        self.finished = False

    def start(self, hands: list[list[str]]) -> ReferenceDeal:
        """Give out the next deal."""
        if self.finished or (self.deal is not None and not self.deal.finished):
            raise ValueError("no deal is due")
        self.deal = ReferenceDeal(self.options, hands, self.dealer)
        return self.deal

    def apply(self, action: str) -> None:
        """Take one action in the deal under way, and count the deal when it ends with it."""
        if self.deal is None or self.deal.finished:
            raise ValueError("no deal is under way")
        self.deal.apply(action)
        if self.deal.finished:
            self._count(self.deal.units)

    def _count(self, units: list[int]) -> None:
        self.totals = [total + unit for total, unit in zip(self.totals, units, strict=True)]
        self.deals_played += 1
        if self.in_extra_deals:
            self.extra_deals += 1
            self._compare()
        elif self.deals_played >= self.deals or self._limit_reached():
            self.in_extra_deals = True
            self._compare()
        elif self.deals_played >= self.max_deals:
            self._share()
        if not self.finished:
            self.dealer = (self.dealer + 1) % self.players  # SP6

    def _limit_reached(self) -> bool:
        limit = self.options["score_limit"]
        return limit is not None and max(self.totals) >= limit

    def _compare(self) -> None:
        """SP20: end on one highest total, or after ten extra deals; else play another."""
        best = max(self.totals[seat] for seat in self.contenders)
        self.contenders = [seat for seat in self.contenders if self.totals[seat] == best]
        spent = self.extra_deals == EXTRA_DEALS or self.deals_played >= self.max_deals
        if len(self.contenders) == 1 or spent:
            self._share()

    def _share(self) -> None:
        best = max(self.totals[seat] for seat in self.contenders)
        self.contenders = [seat for seat in self.contenders if self.totals[seat] == best]
        self.winners = list(self.contenders)
        self.finished = True

    def next_dealer(self) -> int:
        """The first dealer of the match after this one (SP6, SPV5)."""
        if not self.finished:
            raise ValueError("SPV5: the match is not over")
        if self.options["next_dealer"] == "rotate":
            return (self.dealer + 1) % self.players
        lowest = min(self.totals)
        for step in range(1, self.players + 1):
            seat = (self.dealer + step) % self.players
            if self.totals[seat] == lowest:
                return (seat + 1) % self.players
        raise AssertionError("some seat has the lowest total")
