"""Michigan Spitzer as a slow scalar deal: lists of card text, one rule after another.

Written from the rules page alone (MI2-MI19, MI21), so that the batched game has something
independent to agree with. It imports nothing of the product.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from tests.reference.spitzer import PACK, card_points, in_pack_order

TRUMPS = ["QC", "7D", "QS", "QH", "QD", "JC", "JS", "JH", "JD"]  # MI3, high to low
TRUMPS += ["AD", "TD", "KD", "9D", "8D"]
FAIL_SUITS = "CSH"  # MI4
FAIL_HIGH_TO_LOW = "ATK987"  # MI4
BLACK_QUEENS = ("QC", "QS")  # MI7
SEATS = 4  # MI1
TRICKS = 8  # MI14

FIRST_TRICK = "call first trick"
ZOLAS = ["zola", "zola schneider", "zola schneider schwartz"]  # MI12, the highest last
ACTIONS = ["pass", "call AC", "call AS", "call AH", FIRST_TRICK, *ZOLAS, "schneider"]  # id order

# MI18: row by contract, columns by result; None where the result cannot occur.
COLUMNS = ["0 tricks", "0-30", "31-60", "61-89", "90-120", "all 8 tricks"]
VALUES: dict[str, list[int | None]] = {
    "normal": [None, -9, -6, 3, 6, 9],
    "schneider": [-18, -15, -12, -9, 9, 12],
    "silent solo": [None, -9, -6, 9, 12, 15],
    "zola": [-15, -12, -9, 18, 27, 36],
    "zola schneider": [-42, -36, -24, -18, 36, 39],
    "zola schneider schwartz": [-42, -42, -39, -33, -27, 42],
}

CHOICES: dict[str, list[object]] = {
    "zola_needs_queens": [False, True],  # MI8
    "partner_schneider": [False, True],  # MI8
    "first_announcement_ends": [False, True],  # MI12
    "trump_chain": [False, True],  # MI15
    "negative_scores": ["opponents", "declarers"],  # MI19
}
NUMBERS: dict[str, object] = {"target": 42, "deals": None, "max_deals": 500}  # MI20


def all_rules() -> Iterator[dict[str, object]]:
    """Every combination of the options that a deal is played by: 32, the default first."""
    for values in itertools.product(*CHOICES.values()):
        yield dict(zip(CHOICES, values, strict=True))


def complete_options(options: dict[str, object]) -> dict[str, object]:
    """`options` over the defaults of the rules page; `ValueError` for a wrong name or value."""
    for name, value in options.items():
        if name not in CHOICES and name not in NUMBERS:
            raise ValueError(f"unknown option {name}")
        if name in CHOICES and value not in CHOICES[name]:
            raise ValueError(f"{name} cannot be {value!r}")
    return {**{name: values[0] for name, values in CHOICES.items()}, **NUMBERS, **options}


def group(card: str) -> str:
    """The suit that `card` belongs to for leading and following: C, S, H or "trump"."""
    return "trump" if card in TRUMPS else card[1]


def beats(card: str, best: str) -> bool:
    """Whether `card`, played after `best`, takes the trick from it (MI17)."""
    if card in TRUMPS and best in TRUMPS:
        return TRUMPS.index(card) < TRUMPS.index(best)
    if card in TRUMPS or best in TRUMPS:
        return card in TRUMPS
    if card[1] != best[1]:
        return False
    return FAIL_HIGH_TO_LOW.index(card[0]) < FAIL_HIGH_TO_LOW.index(best[0])


def taker_of(trick: Sequence[tuple[int, str]]) -> int:
    """The seat that takes `trick`, the (seat, card) pairs in order, as it stands."""
    taker, best = trick[0]
    for seat, card in trick[1:]:
        if beats(card, best):
            taker, best = seat, card
    return taker


def calls(hand: Sequence[str]) -> list[str]:
    """The calls of a hand with both black queens (MI9, MI10, MI11), in id order."""
    absent = [suit for suit in FAIL_SUITS if "A" + suit not in hand]
    if not absent:
        return [FIRST_TRICK]  # MI11
    held = [suit for suit in absent if any(group(card) == suit for card in hand)]
    return ["call A" + suit for suit in held or absent]  # MI9, else MI10


def chained(trick: Sequence[tuple[int, str]]) -> bool:
    """Whether the second card to a fail lead is a trump (`trump_chain` of MI15)."""
    cards = [card for _, card in trick]
    return len(cards) > 1 and group(cards[0]) != "trump" and group(cards[1]) == "trump"


def playable(
    hand: list[str], trick: Sequence[tuple[int, str]], called_ace: str | None, trump_chain: bool
) -> list[str]:
    """The cards of `hand` that may be played to `trick`; `called_ace` while a call counts."""
    if not trick:
        return hand  # MI14, MI16
    led = group(trick[0][1])
    following = [card for card in hand if group(card) == led]
    trumps = [card for card in hand if card in TRUMPS]
    if called_ace in following:
        return [called_ace]  # MI16, before the chain
    if trump_chain and chained(trick) and trumps:
        return trumps
    if following or trumps:
        return following or trumps  # MI15; with a trump led the two are the same
    return [card for card in hand if card != called_ace] or hand  # MI16: not thrown but as the last


def column_of(points: int, tricks: int) -> str:
    """The column of MI18 for a declaring side with `points` in `tricks`."""
    if tricks in (0, TRICKS):
        return COLUMNS[0] if tricks == 0 else COLUMNS[5]
    return COLUMNS[1 + sum(points > limit for limit in (30, 60, 89))]


def units_of(value: int, declarers: set[int], negative_scores: str) -> list[int]:
    """The units by seat of a deal worth `value` (MI19)."""
    scoring = declarers
    if value < 0 and negative_scores == "opponents":
        scoring, value = set(range(SEATS)) - declarers, -value
    return [value if seat in scoring else 0 for seat in range(SEATS)]


class MichiganDeal:
    """One deal, from the announcements to the units.

    `seat` is the seat to act, None once `finished`; the results (`declarers`, `row`, `column`,
    `declarer_points`, `declarer_tricks`, `value`, `units`) are None until then.
    """

    def __init__(self, options: dict[str, object], hands: list[list[str]], dealer: int) -> None:
        self.options = complete_options(options)
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self._check_deal()
        self.dealt = [list(hand) for hand in hands]
        self.eldest = (dealer + 1) % SEATS
        self.seat: int | None = self.eldest
        self.phase = "announce"
        self.spoken: list[tuple[int, str]] = []
        self.announcement: str | None = None  # the highest so far; it counts from the first lead
        self.announcer: int | None = None
        self.history: list[tuple[int, str]] = []
        self.tricks_so_far: list[list[tuple[int, str]]] = []  # complete ones
        self.trick: list[tuple[int, str]] = []
        self.takers: list[int] = []
        self.points = [0] * SEATS
        self.tricks = [0] * SEATS
        self.played: list[list[str]] = [[] for _ in range(SEATS)]
        self.declarers: set[int] | None = None
        self.row: str | None = None
        self.column: str | None = None
        self.declarer_points: int | None = None
        self.declarer_tricks: int | None = None
        self.value: int | None = None
        self.units: list[int] | None = None
        self.finished = False

    def _check_deal(self) -> None:
        """MI6: eight different cards of the pack for each of four seats."""
        if len(self.hands) != SEATS:
            raise ValueError("MI6: wrong number of hands")
        for seat, hand in enumerate(self.hands):
            if len(hand) != TRICKS:
                raise ValueError(f"MI6: seat {seat} has {len(hand)} cards")
        if in_pack_order([card for hand in self.hands for card in hand]) != PACK:
            raise ValueError("MI6: not each card of the pack once")

    def holder(self, card: str) -> int:
        """The seat to which `card` was dealt."""
        return next(seat for seat, hand in enumerate(self.dealt) if card in hand)

    @property
    def queens_side(self) -> set[int]:
        """The holders of the black queens: two seats, or one (MI7)."""
        return {self.holder(queen) for queen in BLACK_QUEENS}

    @property
    def called_ace(self) -> str | None:
        """The ace that the call that counts names, None under any other contract."""
        call = self.announcement or ""
        named = self.phase != "announce" and call.startswith("call") and call != FIRST_TRICK
        return call.removeprefix("call ") if named else None

    @property
    def led_group(self) -> str | None:
        """The group led to the trick under way, None when nothing is led."""
        return group(self.trick[0][1]) if self.trick else None

    @property
    def taker(self) -> int | None:
        """The seat that takes the trick under way as it stands, None when it is empty."""
        return taker_of(self.trick) if self.trick else None

    def legal(self) -> list[str]:
        """Actions that are accepted, in id order; all of them are lawful (MI21)."""
        if self.finished:
            return []
        hand = in_pack_order(self.hands[self.seat])
        if self.phase == "announce":
            return self._announcements(hand)
        return playable(hand, self.trick, self.called_ace, bool(self.options["trump_chain"]))

    lawful = legal

    def _announcements(self, hand: list[str]) -> list[str]:
        """MI8: what the cards allow, whatever was said before."""
        both = all(queen in hand for queen in BLACK_QUEENS)
        allowed = ["pass"]
        if both:
            allowed += calls(hand)
        if both or not self.options["zola_needs_queens"]:
            allowed += ZOLAS
        if self.options["partner_schneider"] and not both:
            allowed.append("schneider")
        return allowed

    def apply(self, action: str) -> None:
        """Let the seat to act take `action`; `ValueError` where it is not legal."""
        if action not in self.legal():
            raise ValueError(f"seat {self.seat} may not {action}")
        self.history.append((self.seat, action))
        if self.phase == "announce":
            self._speak(action)
        else:
            self._play(action)

    def _speak(self, action: str) -> None:
        """MI8, MI12."""
        self.spoken.append((self.seat, action))
        if rank_of(action) > rank_of(self.announcement or "pass"):  # of equals the earlier seat
            self.announcement, self.announcer = action, self.seat
        self.seat = (self.seat + 1) % SEATS
        ended = self.options["first_announcement_ends"] and self.announcement is not None
        if ended or len(self.spoken) == SEATS:
            self.phase = "play"
            self.seat = self.eldest  # MI14

    def _play(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.played[self.seat].append(card)
        self.trick.append((self.seat, card))
        if len(self.trick) < SEATS:
            self.seat = (self.seat + 1) % SEATS
            return
        taker = taker_of(self.trick)
        self.takers.append(taker)
        self.points[taker] += card_points([card for _, card in self.trick])
        self.tricks[taker] += 1
        self.tricks_so_far.append(self.trick)
        self.trick = []
        self.seat = taker
        if len(self.takers) == TRICKS:
            self._finish()

    def _finish(self) -> None:
        """MI18, MI19."""
        self.row, self.declarers = self.contract()
        self.declarer_points = sum(self.points[seat] for seat in self.declarers)
        self.declarer_tricks = sum(self.tricks[seat] for seat in self.declarers)
        self.column = column_of(self.declarer_points, self.declarer_tricks)
        self.value = VALUES[self.row][COLUMNS.index(self.column)]
        self.units = units_of(self.value, self.declarers, self.options["negative_scores"])
        self.seat = None
        self.phase = "end"
        self.finished = True

    def contract(self) -> tuple[str, set[int]]:
        """The row of MI18 and the declaring side, once all have spoken; secret before the end."""
        if self.announcement in ZOLAS:
            return self.announcement, {self.announcer}  # MI12
        if self.announcement == "schneider":  # MI8
            queens = self.queens_side
            return "schneider", queens if self.announcer in queens else set(range(SEATS)) - queens
        if self.announcement == FIRST_TRICK:
            return "normal", {self.announcer, *self.takers[:1]}  # MI11
        if self.announcement is not None:
            return "normal", {self.announcer, self.holder(self.called_ace)}  # MI9, MI10
        return "normal" if len(self.queens_side) == 2 else "silent solo", self.queens_side  # MI13


def rank_of(announcement: str) -> int:
    """The place of `announcement` in the order of MI12."""
    if announcement in ZOLAS:
        return 3 + ZOLAS.index(announcement)
    return {"pass": 0, "schneider": 2}.get(announcement, 1)
