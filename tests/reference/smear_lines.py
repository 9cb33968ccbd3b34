"""Deals of Smear written out trick by trick, as the worked cases write them.

P0 pitches with spades as trump and the last seat deals. `kept` are the hands after the discards;
`deal` gives every seat plain cards to lay down besides. A trick is its leader and the cards in
order, then who takes it and the game value in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.reference.smear_cards import group, hand_size_dealt, pack, widow_size, write_deal
from tests.reference.smear_options import HAND_SIZE, complete_options
from tests.reference.spitzer_deals import PlayedDeal, Trick

TRUMP = "S"


class Line(NamedTuple):
    """What every seat keeps, as one line, and the tricks as one text."""

    kept: str
    play: str

    @property
    def hands(self) -> list[list[str]]:
        """The kept cards by seat."""
        return split_hands(self.kept)

    @property
    def tricks(self) -> list[Trick]:
        """The tricks of `play`."""
        return PlayedDeal(self.kept, self.play).tricks

    @property
    def cards(self) -> list[str]:
        """The cards in the order in which they were played."""
        return PlayedDeal(self.kept, self.play).cards


def split_hands(text: str) -> list[list[str]]:
    """The hands of one line."""
    return [hand.split() for hand in text.split("|")]


def plain_cards(options: dict[str, Any], trump: str, without: Sequence[Sequence[str]]) -> list[str]:
    """The plain cards of the pack, in its order, but for those of some hands."""
    used = {card for hand in without for card in hand}
    plain = [card for card in pack(options) if group(options, trump, card) != "trump"]
    return [card for card in plain if card not in used]


def fill(
    kept: Sequence[Sequence[str]], avoid: str = "", trump: str = TRUMP, **options: Any
) -> list[list[str]]:
    """Hands of six: `kept` and plain cards of other suits than `avoid`, the last ones first."""
    spare = plain_cards(complete_options(options), trump, kept)
    spare = [card for card in spare if card[1] not in avoid]
    return [[*hand, *(spare.pop() for _ in range(HAND_SIZE - len(hand)))] for hand in kept]


def deal_text(kept: Sequence[Sequence[str]], trump: str = TRUMP, **options: Any) -> str:
    """A deal in which every seat is dealt its `kept` cards and plain ones, as is the widow."""
    complete = complete_options(options)
    size, spare = hand_size_dealt(complete), plain_cards(complete, trump, kept)
    hands = [[*hand, *(spare.pop(0) for _ in range(size - len(hand)))] for hand in kept]
    widow = spare[: widow_size(complete)]
    return write_deal(hands, widow or None)


SM_G1 = Line(
    "KH BJ LJ 4S 8S KS | KD TD 9H QH 3S JS | 9C QC TC AD AH 7S | 7C 8C AC 6H TH TS",
    "P0 KS JS 7S TS (P0, 14);"
    "P0 KH 3S AH TH (P1, 17);"
    "P1 9H QC 6H 4S (P0, 2);"
    "P0 LJ TD TC 8C (P0, 20);"
    "P0 8S QH AD AC (P0, 10);"
    "P0 BJ KD 9C 7C (P0, 3)",
)
SM_G1_DEALT = "3C 5C 9D 3H KH BJ LJ 4S 8S KS"  # to P0
SM_G2 = Line(
    "6C 8D 6H 6S QS TS | JC QD KH LJ 5S 7S | AC AH TH 3S 4S JS | 8C 9C KC AD 9S AS",
    "P0 QS JC 4S 9S (P0, 3);"
    "P0 6H LJ 3S AS (P3, 4);"
    "P3 9C 6S QD AC (P0, 6);"
    "P0 6C 5S AH KC (P1, 7);"
    "P1 7S JS AD TS (P2, 15);"
    "P2 TH 8C 8D KH (P1, 13)",
)

# By the points of P0 and P2, then of P1 and P3.
WHOLE_DEALS = {
    "2 to 6": SM_G2,
    "4 to 4": SM_G1,
    # High, Low, Jack, both jokers and Game against the Three; the Jick is not in play.
    "6 to 3": Line(
        "AS JS BJ 3S 5H 6D | 4S 6S 7S KS AH KD | 2S LJ TD 2H 3H 2C | 5S TH TC 2D 4H 3D",
        "P0 AS 4S 2S 5S (P0, 4);"
        "P0 JS 6S LJ TH (P0, 11);"
        "P0 BJ 7S TD TC (P0, 20);"
        "P0 3S KS 2H 2D (P1, 3);"
        "P1 AH 3H 4H 5H (P1, 4);"
        "P1 KD 2C 3D 6D (P1, 3)",
    ),
    # High, Low, Jack, LJ and Game against the Jick, BJ and the Three.
    "5 to 5": Line(
        "AS JS BJ 3S 5H 6D | 4S 6S JC KS AH KD | 2S LJ 2H 2C 3H 4C | TS TH 2D 3D 4H 5D",
        "P0 AS 4S 2S TS (P0, 14);"
        "P0 JS 6S LJ TH (P0, 11);"
        "P0 BJ JC 2H 2D (P1, 1);"
        "P1 KS 2C 3D 3S (P1, 3);"
        "P1 AH 3H 4H 5H (P1, 4);"
        "P1 KD 4C 5D 6D (P1, 3)",
    ),
    # The same without LJ.
    "4 to 5": Line(
        "AS JS BJ 3S 5H 6D | 4S 6S JC KS AH KD | 2S 5S 2H 2C 3H 4C | TS TH 2D 3D 4H 5D",
        "P0 AS 4S 2S TS (P0, 14);"
        "P0 JS 6S 5S TH (P0, 11);"
        "P0 BJ JC 2H 2D (P1, 1);"
        "P1 KS 2C 3D 3S (P1, 3);"
        "P1 AH 3H 4H 5H (P1, 4);"
        "P1 KD 4C 5D 6D (P1, 3)",
    ),
    # The highest card of the trump suit is TS, P1's; BJ to P0, Low and Game to P1.
    "1 to 2": Line(
        "BJ 8S 2H 3H 4H 5H | 9S TS AD KD QD 9D | 2C 3C 4C 5C 6C 7C | 2D 3D 4D 5D 6D 7D",
        "P0 BJ 9S 2C 2D (P0, 0);"
        "P0 8S TS 3C 3D (P1, 10);"
        "P1 AD 4C 4D 2H (P1, 4);"
        "P1 KD 5C 5D 3H (P1, 3);"
        "P1 QD 6C 6D 4H (P1, 2);"
        "P1 9D 7C 7D 5H (P1, 0)",
    ),
    # "6 to 3" with low trumps in the place of the jokers.
    "no jokers": Line(
        "AS JS TS 3S 5H 6D | 4S 6S 7S KS AH KD | 2S 8S TD 2H 3H 2C | 5S TH TC 2D 4H 3D",
        "P0 AS 4S 2S 5S (P0, 4);"
        "P0 JS 6S 8S TH (P0, 11);"
        "P0 TS 7S TD TC (P0, 30);"
        "P0 3S KS 2H 2D (P1, 3);"
        "P1 AH 3H 4H 5H (P1, 4);"
        "P1 KD 2C 3D 6D (P1, 3)",
    ),
}
# P0 High and Low; P1 Jack, Three and Game; P2 Jick and both jokers.
THREE_ALONE = Line(
    "AS TS LJ 2H 3D 5H | 2S JS TH 3H AD AH | 9S 3S JC BJ 2D 4H",
    "P0 AS 2S 9S (P0, 4);"
    "P0 TS JS 3S (P1, 11);"
    "P1 TH JC LJ (P2, 11);"
    "P2 BJ 2H 3H (P2, 0);"
    "P2 2D 3D AD (P1, 4);"
    "P1 AH 4H 5H (P1, 4)",
)
# The ace is the only trump: High and Low; Game to P1.
ONLY_THE_ACE = Line(
    "AS 2H 3H 4H 5H 6H | AH KH QH JH TH 9H | 2D 3D 4D 5D 6D 7D",
    "P0 AS 9H 2D (P0, 4);"
    "P0 2H TH 3D (P1, 10);"
    "P1 AH 4D 3H (P1, 4);"
    "P1 KH 5D 4H (P1, 3);"
    "P1 QH 6D 5H (P1, 2);"
    "P1 JH 7D 6H (P1, 1)",
)
# No card of the trump suit at all: BJ, and Game to P1.
ONLY_A_JOKER = Line(
    "BJ 2H 3H 4H 5H 6H | AH KH QH JH TH 9H | 2D 3D 4D 5D 6D 7D",
    ONLY_THE_ACE.play.replace("AS", "BJ").replace("(P0, 4)", "(P0, 0)", 1),
)
# Low and the Three to P1, who has less game value than the others, who tie.
OTHERS_TIE = Line(
    "3S 3D TC 2H 6H 5C | KS 2D 3C 3H 7H 8H | 2S TD 2C 4H 5H 9H",
    "P0 3S KS 2S (P1, 3);"
    "P1 2D TD 3D (P2, 10);"
    "P2 2C TC 3C (P0, 10);"
    "P0 2H 3H 4H (P2, 0);"
    "P2 5H 6H 7H (P1, 0);"
    "P1 8H 9H 5C (P2, 0)",
)
