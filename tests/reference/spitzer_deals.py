"""Deals of two-trump Spitzer written out trick by trick, as the worked cases write them.

P3 deals and P0 is eldest. A trick is its leader and the cards in order, then who takes it and the
card points in it; the last trick may be unfinished. Every legal and scoring situation of the worked
cases is reached by playing one of these.
"""

from __future__ import annotations

import re
from typing import NamedTuple

DEALER = 3


class Trick(NamedTuple):
    """One trick; `taker` and `points` are None while it is unfinished."""

    leader: int
    cards: list[str]
    taker: int | None
    points: int | None


class PlayedDeal(NamedTuple):
    """The deal as one line, and its tricks as one text."""

    deal: str
    play: str

    @property
    def tricks(self) -> list[Trick]:
        """The tricks of `play`."""
        return [_read_trick(text) for text in self.play.split(";")]

    @property
    def cards(self) -> list[str]:
        """The cards in the order in which they were played."""
        return [card for trick in self.tricks for card in trick.cards]


def _read_trick(text: str) -> Trick:
    pattern = r"\s*P(\d) ([^(]*?)\s*(?:\(P(\d), (\d+)\))?\s*"
    leader, cards, taker, points = re.fullmatch(pattern, text).groups()
    if taker is None:
        return Trick(int(leader), cards.split(), None, None)
    return Trick(int(leader), cards.split(), int(taker), int(points))


# The card led, and the hand that answers it, of cases SP-1 to SP-6: P1 is to act.
SITUATIONS = {
    "SP-1": PlayedDeal(
        "9C 8C AS 8S JH 8H AD JD | KC QC TC 7C 9S 7S AH 7D | "
        "JS KH QH TH KD QD TD 9D | AC JC KS QS TS 9H 7H 8D",
        "P0 AD 7D KD 8D (P1, 15);P1 TC TD JC 8C (P1, 22);P1 7S JS TS AS (P0, 23);P0 9C",
    ),
    "SP-2": PlayedDeal(
        "AC KC 9C TS KH 7H AD JD | QC TC QS 9S 7S AH JH TH | "
        "JC 8C 7C KS JS 8S QH TD | AS 9H 8H KD QD 9D 8D 7D",
        "P0 JD TC TD KD (P2, 26);"
        "P2 JC AS KC QS (P0, 20);"
        "P0 TS 7S KS 8H (P0, 14);"
        "P0 KH JH QH 9H (P0, 9);"
        "P0 9C",
    ),
    "SP-3": PlayedDeal(
        "7C AS 7S TH AD JD TD 9D | AC 9C KH QH 9H 7H 8D 7D | "
        "8C KS JS TS 9S AH KD QD | KC QC JC TC QS 8S JH 8H",
        "P0 7S 9H KS 8S (P2, 4);"
        "P2 8C KC 7C 9C (P3, 4);"
        "P3 TC TH AC KD (P1, 35);"
        "P1 QH AH JH JD (P2, 18);"
        "P2 JS QS AS 7H (P0, 16);"
        "P0 AD",
    ),
    "SP-4": PlayedDeal(
        "AC 7C TS JH 8H 7H AD TD | QC 9C 8S AH KH TH 9D 7D | "
        "AS KS QS 9S 7S 9H KD QD | KC JC TC 8C JS QH JD 8D",
        "P0 8H AH 9H QH (P1, 14);"
        "P1 QC QD 8C TS (P1, 16);"
        "P1 9C KS TC AC (P0, 25);"
        "P0 JH TH AS JD (P1, 25);"
        "P1 9D KD 8D TD (P0, 14);"
        "P0 AD",
    ),
    "SP-5": PlayedDeal(
        "AC QC 7S AH 9H 8H QD 9D | KC TC AS JS KH AD TD 7D | "
        "JC KS QS 9S JH 7H KD JD | 9C 8C 7C TS 8S QH TH 8D",
        "P0 8H KH JH QH (P1, 9);"
        "P1 JS QS TS 7S (P3, 15);"
        "P3 TH 9H TD 7H (P3, 20);"
        "P3 9C AC TC JC (P0, 23);"
        "P0 AH AS JD 8D (P0, 24);"
        "P0 QC",
    ),
    "SP-6": PlayedDeal(
        "QC AS QS TS JH 7H 9D 8D | AC KC 9C 8C 7S 9H AD TD | "
        "JC 7C JS QH TH 8H QD JD | TC KS 9S 8S AH KH KD 7D",
        "P0 7H 9H 8H KH (P3, 4);"
        "P3 AH JH AD TH (P3, 34);"
        "P3 KS QS 7S JS (P3, 9);"
        "P3 9S TS 8C 7C (P0, 10);"
        "P0 AS 9C JD 8S (P0, 13);"
        "P0 QC",
    ),
}

# First tricks of cases SP-7 to SP-10.
FIRST_TRICKS = {
    "SP-7": PlayedDeal(
        "KC KS JS TS 9S 8S JH 8D | 8C AS QS 7S KH AD QD JD | "
        "AC JC TH 9H 7H TD 9D 7D | QC TC 9C 7C AH QH 8H KD",
        "P0 TS AS 7D QC (P3, 24)",
    ),
    "SP-8": PlayedDeal(
        "9C 8C 7C JS KH KD JD 8D | JC TC QS 8S JH TH 9H 7H | "
        "AC QC AS TS 9S 7S QD 7D | KC KS AH QH 8H AD TD 9D",
        "P0 KH TH AC QH (P1, 28)",
    ),
    "SP-9": PlayedDeal(
        "QC 7C TS 8S AH QH JD 7D | TC 8C AS 9H AD QD TD 9D | "
        "KC QS 9S 7S KH JH TH 8D | AC JC 9C KS JS 8H 7H KD",
        "P0 7D AD KH 9C (P0, 15)",
    ),
    "SP-10": PlayedDeal(
        "AC TC 9C AH QH TH 7H JD | JC 8S 7S KH AD QD 9D 8D | "
        "KC QC AS TS JH KD TD 7D | 8C 7C KS QS JS 9S 9H 8H",
        "P0 QH KH JH 9H (P1, 9)",
    ),
}

# Whole deals by the card points T of the trump side: P0 and P2, or P1 alone.
WHOLE_DEALS = {
    "61": PlayedDeal(
        "QC TC QS TS QH AD JD TD | 8C AS KS 9S 7S KH JH 9H | "
        "AC KC JC 9C 7C 8S 9D 7D | JS AH TH 8H 7H KD QD 8D",
        "P0 QC 7S 7D AH (P0, 14);"
        "P0 JD KH 9D KD (P3, 10);"
        "P3 7H QH 9H 9C (P0, 3);"
        "P0 AD 9S KC 8D (P0, 15);"
        "P0 TD 8C 7C QD (P0, 13);"
        "P0 TS KS 8S JS (P0, 16);"
        "P0 QS AS AC 8H (P1, 25);"
        "P1 JH JC TH TC (P3, 24)",
    ),
    "60 in 5 tricks": PlayedDeal(
        "JS TS 8S TH 9H QD TD 7D | KC TC 9C AS KH JH AD 9D | "
        "AC QC JC QS AH QH 8H 8D | 8C 7C KS 9S 7S 7H KD JD",
        "P0 8S AS QS KS (P1, 18);"
        "P1 KC AC 8C TH (P2, 25);"
        "P2 AH 7H 9H KH (P2, 15);"
        "P2 8D JD QD 9D (P0, 5);"
        "P0 7D JH QC 9S (P2, 5);"
        "P2 8H 7S TS 9C (P2, 10);"
        "P2 JC 7C JS TC (P1, 14);"
        "P1 AD QH KD TD (P1, 28)",
    ),
    "60 in 4 tricks": PlayedDeal(
        "AC KC QC AS 8S 7H KD 8D | JC 8C QS JS QH TH AD TD | "
        "TC 7C 9S AH KH JH 9H 7D | 9C KS TS 7S 8H QD JD 9D",
        "P0 KD TD 7D JD (P2, 16);"
        "P2 7C 9C AC 8C (P0, 11);"
        "P0 8D AD 9H QD (P1, 14);"
        "P1 QH AH 8H 7H (P2, 14);"
        "P2 9S TS 8S QS (P3, 13);"
        "P3 9D AS JC KH (P3, 17);"
        "P3 7S KC JS TC (P1, 16);"
        "P1 TH JH KS QC (P0, 19)",
    ),
    "60 in 3 tricks": PlayedDeal(
        "QC TC JS TH 8H AD QD 8D | AC 9C TS 9S 7S KH QH KD | "
        "KC 8S JH 9H 7H JD TD 7D | JC 8C 7C AS KS QS AH 9D",
        "P0 QD KD JD 9D (P1, 9);"
        "P1 TS 8S QS JS (P1, 15);"
        "P1 QH 9H AH TH (P3, 24);"
        "P3 AS TC 9S 7D (P2, 21);"
        "P2 KC 7C AD 9C (P2, 15);"
        "P2 7H JC 8H KH (P1, 6);"
        "P1 7S JH KS 8D (P3, 6);"
        "P3 8C QC AC TD (P0, 24)",
    ),
    "90": PlayedDeal(
        "QC TC 8C QS KH QH 9D 8D | AC JC 9C JS 8S 8H QD JD | "
        "TS 7S AH 9H 7H KD TD 7D | KC 7C AS KS 9S JH TH AD",
        "P0 9D QD TD AD (P3, 24);"
        "P3 9S QS 8S TS (P2, 13);"
        "P2 7D TH QC 8H (P0, 13);"
        "P0 8D JD KD KC (P2, 10);"
        "P2 7S KS 8C JS (P3, 6);"
        "P3 JH KH AC 9H (P0, 17);"
        "P0 QH JC 7H AS (P0, 16);"
        "P0 TC 9C AH 7C (P0, 21)",
    ),
    "91": PlayedDeal(
        "TC QS 8S 7S JH 7H JD 7D | 9C 7C AS 9S AH TH AD TD | "
        "AC KC QC 8C KH QH 9H 9D | JC KS JS TS 8H KD QD 8D",
        "P0 JD TD 9D QD (P1, 15);"
        "P1 9C AC JC TC (P2, 23);"
        "P2 8C KS JH 7C (P2, 6);"
        "P2 KC TS 7S AD (P2, 25);"
        "P2 QH 8H 7H AH (P1, 14);"
        "P1 TH 9H KD 7D (P0, 14);"
        "P0 8S AS QC JS (P2, 16);"
        "P2 KH 8D QS 9S (P2, 7)",
    ),
    "31": PlayedDeal(
        "KC QC 9C 8C QH JH KD 9D | TC AS 9S AH 9H 8H QD 8D | "
        "AC 7C QS KH AD JD TD 7D | JC KS JS TS 8S 7S TH 7H",
        "P0 9C TC 7C JC (P1, 12);"
        "P1 AS QS JS KC (P1, 20);"
        "P1 AH KH TH QH (P1, 28);"
        "P1 9H 7D 7H JH (P2, 2);"
        "P2 AC 7S 8C 8D (P2, 11);"
        "P2 JD TS 9D QD (P1, 15);"
        "P1 9S TD 8S KD (P1, 14);"
        "P1 8H AD KS QC (P0, 18)",
    ),
    "30": PlayedDeal(
        "KC QC QS 7S KH QH AD 8D | JC 8C 7C AS JH TH 8H QD | "
        "TC 9C JS 9S 8S KD 9D 7D | AC KS TS AH 9H 7H JD TD",
        "P0 7S AS JS TS (P1, 23);"
        "P1 TH 9C 7H KH (P1, 14);"
        "P1 QD 9D JD 8D (P1, 5);"
        "P1 JC TC AC KC (P3, 27);"
        "P3 AH QH 8H 8S (P3, 14);"
        "P3 TD AD 8C KD (P0, 25);"
        "P0 QC JH 7D 9H (P0, 5);"
        "P0 QS 7C 9S KS (P3, 7)",
    ),
    "95": PlayedDeal(
        "QC 7C TS QH 9H KD JD TD | 8C QS JS 9S 7S TH 7H QD | "
        "AC KC 9C KH JH AD 9D 7D | JC TC AS KS 8S AH 8H 8D",
        "P0 QH 7H JH 8H (P0, 5);"
        "P0 9H TH KH AH (P3, 25);"
        "P3 8S TS 7S 9D (P0, 10);"
        "P0 TD QD AD 8D (P2, 24);"
        "P2 7D KS QC JS (P0, 9);"
        "P0 KD 8C KC TC (P0, 18);"
        "P0 JD 9S 9C AS (P0, 13);"
        "P0 7C QS AC JC (P2, 16)",
    ),
    "120 in 7 tricks": PlayedDeal(
        "AC QC 8C QS 8S JH 8H JD | JC 9C JS KH 9H KD TD 9D | "
        "KC AS TS 9S AH AD 8D 7D | TC 7C KS 7S QH TH 7H QD",
        "P0 QC 9C 7D TC (P0, 13);"
        "P0 AC JC KC 7C (P0, 17);"
        "P0 QS JS TS 7S (P2, 15);"
        "P2 AS KS 8S KH (P2, 19);"
        "P2 AH TH JH 9H (P2, 23);"
        "P2 9S QH 8C TD (P2, 13);"
        "P2 AD QD JD KD (P2, 20);"
        "P2 8D 7H 8H 9D (P1, 0)",
    ),
    "120 in 8 tricks": PlayedDeal(
        "AC KC QC 7C KS KH KD 8D | AS QS JS QH AD JD TD 9D | "
        "JC 9C 8C JH 9H 8H QD 7D | TC TS 9S 8S 7S AH TH 7H",
        "P0 QC AD 7D AH (P0, 25);"
        "P0 AC 9D 8C TC (P0, 21);"
        "P0 KC TD 9C TH (P0, 24);"
        "P0 KS QS QD 8S (P0, 10);"
        "P0 KH QH 9H 7H (P0, 7);"
        "P0 KD JD JH TS (P0, 18);"
        "P0 8D JS 8H 7S (P0, 2);"
        "P0 7C AS JC 9S (P2, 13)",
    ),
    "alone 75": PlayedDeal(
        "7C AS JS 9S AH QH QD 9D | QC 9C TS 7S TH 8H 8D 7D | "
        "JC TC 8C KS QS JH 9H 7H | AC KC 8S KH AD KD JD TD",
        "P0 JS TS QS 8S (P1, 15);"
        "P1 8D 7H JD 9D (P3, 2);"
        "P3 KD QD 7D JC (P1, 9);"
        "P1 9C 8C KC 7C (P3, 4);"
        "P3 KH QH TH 9H (P1, 17);"
        "P1 8H JH AD AH (P0, 24);"
        "P0 9S 7S KS AC (P2, 15);"
        "P2 TC TD AS QC (P1, 34)",
    ),
    "alone 55": PlayedDeal(
        "KC JC 8C JS TS JH AD TD | QC 9C KS QH TH 8H KD 7D | "
        "AC TC QS 8S AH 9H JD 8D | 7C AS 9S 7S KH 7H QD 9D",
        "P0 JS KS 8S 7S (P1, 6);"
        "P1 QC TC 7H JH (P1, 15);"
        "P1 TH 9H KH KC (P1, 18);"
        "P1 QH AH AS TD (P2, 35);"
        "P2 AC 7C JC 9C (P2, 13);"
        "P2 JD 9D AD KD (P0, 17);"
        "P0 TS 7D QS 9S (P1, 13);"
        "P1 8H 8D QD 8C (P1, 3)",
    ),
    "alone 61": PlayedDeal(
        "TC QS TS QH JH 8H QD JD | QC JC 8C 7C AS 9S TD 7D | "
        "AC KS 7S 9H AD KD 9D 8D | KC 9C JS 8S AH KH TH 7H",
        "P0 QS AS 7S 8S (P1, 14);"
        "P1 9S KS JS TS (P0, 16);"
        "P0 QH 7C 9H 7H (P0, 3);"
        "P0 JH JC KD AH (P3, 19);"
        "P3 9C TC 8C AC (P2, 21);"
        "P2 9D KC JD TD (P1, 16);"
        "P1 QC 8D KH QD (P1, 10);"
        "P1 7D AD TH 8H (P1, 21)",
    ),
    "alone 60": PlayedDeal(
        "7C KS QS AH QH TH 8H QD | QC 9C JS TS 7S 7H KD 7D | "
        "JC TC AS 8S KH JH 9H JD | AC KC 8C 9S AD TD 9D 8D",
        "P0 QH 7H KH TD (P2, 17);"
        "P2 8S 9S QS TS (P1, 13);"
        "P1 KD JD 9D QD (P1, 9);"
        "P1 QC AS AD AH (P1, 36);"
        "P1 JS 9H 8D KS (P0, 6);"
        "P0 8H 7D JH 8C (P1, 2);"
        "P1 9C JC AC 7C (P3, 13);"
        "P3 KC TH 7S TC (P2, 24)",
    ),
    "alone 91": PlayedDeal(
        "TC 9S QH TH 9H KD TD 9D | AC KC QC 8C 7C JS 8S 7D | "
        "9C AS QS 7S AH QD JD 8D | JC KS TS KH JH 8H 7H AD",
        "P0 9S JS 7S KS (P3, 6);"
        "P3 8H 9H QC AH (P1, 14);"
        "P1 8S QS TS TH (P3, 23);"
        "P3 KH QH 7D QD (P1, 10);"
        "P1 AC 9C JC TC (P1, 23);"
        "P1 KC JD 7H KD (P1, 10);"
        "P1 7C AS AD TD (P1, 32);"
        "P1 8C 8D JH 9D (P1, 2)",
    ),
    "alone 28": PlayedDeal(
        "AC JC 9C 7S AH QH JH 9D | QC 8C 7C 9S KH AD JD 7D | "
        "KC KS QS 8S TH 9H QD TD | TC AS JS TS 8H 7H KD 8D",
        "P0 9D JD TD 8D (P2, 12);"
        "P2 KC TC 9C 7C (P3, 14);"
        "P3 AS 7S 9S KS (P3, 15);"
        "P3 8H JH KH TH (P2, 16);"
        "P2 QS TS AC AD (P3, 35);"
        "P3 JS JC 7D 8S (P1, 4);"
        "P1 QC QD 7H AH (P1, 17);"
        "P1 8C 9H KD QH (P1, 7)",
    ),
    "alone 95": PlayedDeal(
        "8C AH JH TH KD QD 9D 8D | QC JC AS JS 9S 7S AD 7D | "
        "KC 9C 7C KS TS 8S 9H JD | AC TC QS KH QH 8H 7H TD",
        "P0 8C JC 7C TC (P3, 12);"
        "P3 8H AH JS 9H (P0, 13);"
        "P0 9D AD JD TD (P1, 23);"
        "P1 QC TS AC 8D (P1, 24);"
        "P1 7D KS KH KD (P1, 12);"
        "P1 AS 8S QS QD (P1, 17);"
        "P1 9S KC 7H JH (P1, 6);"
        "P1 7S 9C QH TH (P1, 13)",
    ),
    "alone 70": PlayedDeal(
        "AC 9C 8C 7C KS QS AH JH | QC JC 9S TH 9H KD QD 7D | "
        "JS TS 7S 8H 7H JD TD 9D | KC TC AS 8S KH QH AD 8D",
        "P0 QS 9S 7S 8S (P0, 3);"
        "P0 AC JC 9D KC (P0, 17);"
        "P0 9C QC JD TC (P1, 15);"
        "P1 KD TD 8D 8C (P2, 14);"
        "P2 8H QH JH TH (P1, 15);"
        "P1 7D 7H KH AH (P1, 15);"
        "P1 9H TS AS KS (P1, 25);"
        "P1 QD JS AD 7C (P3, 16)",
    ),
    "alone all 8 tricks": PlayedDeal(
        "AC TC 9C 8C 8S 9H 8H JD | KC QC JC JS AD QD 9D 7D | "
        "AS 7S AH KH QH 7H KD 8D | 7C KS QS TS 9S JH TH TD",
        "P0 9C KC 7S 7C (P1, 4);"
        "P1 QC KH TS 9H (P1, 17);"
        "P1 7D KD QS AC (P1, 18);"
        "P1 AD 8D TD JD (P1, 23);"
        "P1 QD AS TH TC (P1, 34);"
        "P1 JC QH KS 8C (P1, 9);"
        "P1 JS 7H 9S 8S (P1, 2);"
        "P1 9D AH JH 8H (P1, 13)",
    ),
}

# SP-G1: the trump side is P0 and P1, and it ends 60-60.
SP_G1 = PlayedDeal(
    "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS 7S | "
    "AC KD QD 9D QH TH AS 8S | 9C 7C AD KH 8H KS JS TS",
    "P0 8D JD QD AD (P3, 16);"
    "P3 8H 9H 7H QH (P2, 3);"
    "P2 9D TS TD 7D (P1, 20);"
    "P1 JC AC 7C 8C (P2, 13);"
    "P2 AS KS 9S QS (P2, 18);"
    "P2 KD 9C JH KC (P2, 10);"
    "P2 8S JS QC 7S (P0, 5);"
    "P0 TC AH TH KH (P0, 35)",
)
