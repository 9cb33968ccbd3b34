"""The cards of Smear: the pack, what is trump, what takes what, what is worth how much.

Written from the rules page alone (SM2, SM3, SM7, SM10, SM11, SMV2-SMV4, SMV6). Cards are text, and
every function that knows a rule set takes complete options.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tests.reference.smear_options import (
    Options,
    hand_size_dealt,
    highest_bid,
    widow_size,
)

SUITS = "CSHD"
RANKS = "AKQJT98765432"
BIG, LITTLE = "BJ", "LJ"
ALL_CARDS = [*(rank + suit for suit in SUITS for rank in RANKS), BIG, LITTLE]
PLACE = {card: place for place, card in enumerate(ALL_CARDS)}
ACTIONS = [
    *ALL_CARDS,
    "pass",
    *(f"bid {number}" for number in range(2, 13)),
    *(f"trump {suit}" for suit in SUITS),
]
SAME_COLOUR = {"C": "S", "S": "C", "H": "D", "D": "H"}
GAME_VALUES = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}  # SM3


def jokers(options: Options) -> list[str]:
    """The jokers of the game, high to low (SM2, SMV3, SMV4)."""
    if options["variant"] == "five_point":
        return [BIG]
    return [BIG, LITTLE][: options["jokers"]]


def pack(options: Options) -> list[str]:
    """The cards of the game, in pack order (SM2)."""
    return ALL_CARDS[:52] + jokers(options)


def in_pack_order(cards: Sequence[str]) -> list[str]:
    """`cards` in the order of their ids; an unknown card is a `ValueError`."""
    unknown = [card for card in cards if card not in PLACE]
    if unknown:
        raise ValueError(f"SM2: no card {unknown[0]}")
    return sorted(cards, key=PLACE.__getitem__)


def has_jick(options: Options) -> bool:
    """Whether there is a Jick, and with it a Three (SMV3, SMV4)."""
    return options["variant"] not in ("no_jick", "five_point")


def jick(trump: str) -> str:
    """The jack of the other suit of the colour of `trump` (SM2)."""
    return "J" + SAME_COLOUR[trump]


def trumps(options: Options, trump: str) -> list[str]:
    """The trumps, high to low (SM2, SMV3, SMV4, SMV6)."""
    around = options["joker_rank"] == "around_jick"
    return _trumps(tuple(jokers(options)), has_jick(options), around, trump)


@cache
def _trumps(middle: tuple[str, ...], with_jick: bool, around: bool, trump: str) -> list[str]:
    between = list(middle)
    if with_jick:
        between.insert(1 if around else 0, jick(trump))
    return [
        *(rank + trump for rank in "AKQJ"),
        *between,
        *(rank + trump for rank in "T98765432"),
    ]


def group(options: Options, trump: str, card: str) -> str:
    """The suit that `card` belongs to for leading and following: C, S, H, D or "trump" (SM2)."""
    return "trump" if card in trumps(options, trump) else card[1]


def beats(options: Options, trump: str, card: str, best: str) -> bool:
    """Whether `card`, played after `best`, takes the trick from it (SM10)."""
    order = trumps(options, trump)
    if card in order:
        return best not in order or order.index(card) < order.index(best)
    if best in order or card[1] != best[1]:
        return False
    return RANKS.index(card[0]) < RANKS.index(best[0])


def game_value(cards: Sequence[str]) -> int:
    """Game value of `cards` (SM3)."""
    return sum(GAME_VALUES.get(card[0], 0) for card in cards if card not in (BIG, LITTLE))


def protected(options: Options, trump: str) -> list[str]:
    """The trumps that are discarded last: those that score, and the 2 (SM7)."""
    kept = ["A" + trump, "J" + trump, *jokers(options), "2" + trump]
    if has_jick(options):
        kept += [jick(trump), "3" + trump]
    return kept


def bids_above(options: Options, bid: int) -> list[str]:
    """The bids higher than `bid`, which is 0 before the first (SM5)."""
    return [f"bid {number}" for number in range(max(2, bid + 1), highest_bid(options) + 1)]


def deal_out(options: Options, cards: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """The hands by seat, taken from `cards` one after another, and what is left."""
    size, players = hand_size_dealt(options), options["players"]
    hands = [list(cards[size * seat : size * (seat + 1)]) for seat in range(players)]
    return hands, list(cards[size * players :])


def fill_piles(
    options: Options,
    hands: Sequence[Sequence[str]],
    widow: Sequence[str] | None = None,
    stock: Sequence[str] | None = None,
) -> tuple[list[str], list[str]]:
    """Widow and stock; what is not given is the rest of the pack in pack order, the widow first.

    `ValueError` unless hands, widow and stock are each card of the pack once, in the right numbers.
    """
    if len(hands) != options["players"]:
        raise ValueError("SM1: wrong number of hands")
    for seat, hand in enumerate(hands):
        if len(hand) != hand_size_dealt(options):
            raise ValueError(f"SM4: seat {seat} has {len(hand)} cards")
    told = {card for cards in (*hands, widow or (), stock or ()) for card in cards}
    rest = [card for card in pack(options) if card not in told]
    if widow is None:
        widow, rest = rest[: widow_size(options)], rest[widow_size(options) :]
    if len(widow) != widow_size(options):
        raise ValueError(f"SMV2: {len(widow)} cards in the widow")
    if stock is None:
        stock = rest
    everything = [card for cards in (*hands, widow, stock) for card in cards]
    if in_pack_order(everything) != pack(options):
        raise ValueError("SM4: not each card of the pack once")
    return list(widow), list(stock)


def read_deal(text: str) -> tuple[list[list[str]], list[str] | None, list[str] | None]:
    """Hands by seat, widow and stock of a deal written as one line; a pile not told is None."""
    hands: list[list[str]] = []
    piles: dict[str, list[str]] = {}
    for part in text.split("|"):
        name, told, cards = part.rpartition(":")
        if told:
            piles[name.strip()] = cards.split()
        else:
            hands.append(cards.split())
    return hands, piles.get("widow"), piles.get("stock")


def write_deal(
    hands: Sequence[Sequence[str]],
    widow: Sequence[str] | None = None,
    stock: Sequence[str] | None = None,
) -> str:
    """One line for a deal; a pile that is None is left out."""
    parts = [" ".join(hand) for hand in hands]
    for name, pile in (("stock", stock), ("widow", widow)):
        if pile is not None:
            parts.append(f"{name}: {' '.join(pile)}")
    return " | ".join(parts)
