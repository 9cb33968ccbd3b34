"""Deals of Smear written out trick by trick, as the worked cases write them.

Every seat's dealt cards, the six it keeps, and the tricks: the leader and the cards in order, then
who takes them and the game value in them; the last trick may be unfinished. The last seat deals, so
P0 is eldest: it outbids the table and names spades. All discards are plain cards.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Trick(NamedTuple):
    """One trick; `taker` and `game_value` are None while it is unfinished."""

    leader: int
    cards: list[str]
    taker: int | None
    game_value: int | None


class PlayedDeal(NamedTuple):
    """The cards dealt and kept, a line each, and the tricks as one text."""

    deal: str
    kept: str
    play: str

    @property
    def players(self) -> int:
        """How many seats play."""
        return self.deal.count("|") + 1

    @property
    def dealer(self) -> int:
        """The seat at the right of P0."""
        return self.players - 1

    @property
    def tricks(self) -> list[Trick]:
        """The tricks of `play`."""
        return [_read_trick(text) for text in self.play.split(";") if text]

    def opening(self, bid: int = 3) -> list[str]:
        """The actions before the first lead, when P0 bids `bid`."""
        actions = [f"bid {bid}", *["pass"] * self.dealer, "trump S"]
        for dealt, kept in zip(self.deal.split("|"), self.kept.split("|"), strict=True):
            actions += [card for card in dealt.split() if card not in kept.split()]
        return actions

    def actions(self, bid: int = 3) -> list[str]:
        """Every action of the line."""
        return self.opening(bid) + [card for trick in self.tricks for card in trick.cards]


def _read_trick(text: str) -> Trick:
    pattern = r"\s*P(\d) ([^(]*?)\s*(?:\(P(\d), (\d+)\))?\s*"
    leader, cards, taker, value = re.fullmatch(pattern, text).groups()
    if taker is None:
        return Trick(int(leader), cards.split(), None, None)
    return Trick(int(leader), cards.split(), int(taker), int(value))


# The card led, and the hand that answers it, of cases SM-1 to SM-7: P1 is to act.
SITUATIONS = {
    "SM-1": PlayedDeal(
        "9C 7C QS 9S 6S QH 7H 5H AD 6D | KC JC TC 5S 4S AH JH 8H QD 3D | "
        "QC 3C JS TS KH 4H 2H JD TD 8D | 8C 6C 5C 2C TH 9H 9D 7D 4D 2D",
        "9C 7C QS 9S 6S AD | KC JC 5S 4S AH 8H | JS TS KH 4H JD TD | 5C 2C 9H 9D 7D 4D",
        "P0 9S 5S JS 5C (P2, 1);P2 4H 9H QS 8H (P0, 2);P0 9C",
    ),
    "SM-2": PlayedDeal(
        "9C 7C 2C AS JS 7S JH AD QD 7D | JC TC 8C 3C TS AH 9H JD TD 4D | "
        "AC 6C TH 8H 4H 3H 2H KD 9D 5D | QC 4C KH 7H 6H 5H 8D 3D 2D LJ",
        "9C 7C AS JS 7S 7D | JC TC 8C TS AH 4D | 6C TH 8H 4H 3H 9D | 4C 7H 6H 5H 2D LJ",
        "P0 JS TS 6C LJ (P0, 11);P0 7C 8C 9D 4C (P1, 0);P1 TC TH 5H AS (P0, 24);P0 9C",
    ),
    "SM-3": PlayedDeal(
        "4C 3C QS JS 6S 5S QH 7H 8D 6D | QC JC 9S AH JH 8H 2H KD TD LJ | "
        "KC 7C 5C 2C KH TH 9H 4H QD 7D | AC TC 9C 7S 3S 6H 3H 5D 4D 3D",
        "QS JS 6S 5S QH 8D | JC 9S AH 8H 2H LJ | KC 7C TH 9H 4H QD | TC 9C 7S 3S 3H 3D",
        "P0 6S 9S KC 7S (P1, 3);P1 8H 4H 3S JS (P0, 1);P0 QH 2H TH 3H (P0, 12);P0 5S",
    ),
    "SM-4 with a trump": PlayedDeal(
        "KC 9C TS 8S QH AD 9D 4D 3D LJ | AC 6C 3C 9S 2S AH JH 9H KD 6D | "
        "JC 7C 8H 7H 4H 3H JD 8D 7D 5D | TC 8C 5C 4C 2C KS QS KH 2H TD",
        "KC TS 8S AD 4D LJ | 3C 9S 2S AH JH KD | JC 7C 8H 7H 3H JD | 5C 2C KS QS 2H TD",
        "P0 8S 9S JC KS (P3, 4);"
        "P3 2H TS JH 3H (P0, 11);"
        "P0 4D KD JD QS (P3, 6);"
        "P3 TD AD 3C 7H (P0, 14);"
        "P0 LJ",
    ),
    "SM-4 without": PlayedDeal(
        "JC 6C AS 5H 4H AD 8D 4D BJ LJ | QC TC 7C 3C QS AH TH 3H KD 7D | "
        "KC 9C 4C 2C 8S 3S 8H 7H 6H 6D | AC 5C KS 2S JH 2H QD TD 3D 2D",
        "JC 6C AS 8D BJ LJ | TC QS AH TH KD 7D | 9C 4C 8S 3S 8H 7H | 5C KS 2S 2H 3D 2D",
        "P0 AS QS 8S 2S (P0, 6);"
        "P0 JC TC 3S KS (P3, 14);"
        "P3 3D BJ 7D 9C (P0, 0);"
        "P0 6C TH 4C 5C (P0, 10);"
        "P0 LJ",
    ),
    "SM-5 with a heart": PlayedDeal(
        "KC TC 6C 3C AS 6S AH JH QD 8D | 8C 7C QS TS KH 6H 3H 9D 7D 5D | "
        "9C 4S 2S QH TH 7H 5H KD JD 4D | AC 5C 4C 2C 9S 4H 2H 6D 3D 2D",
        "KC 6C AS 6S AH JH | 7C QS TS KH 9D 7D | 4S 2S QH 7H JD 4D | AC 5C 9S 4H 2H 3D",
        "P0 6S QS 4S 9S (P1, 2);P1 7C 2S AC KC (P2, 7);P2 4D 3D AS 7D (P0, 4);P0 AH",
    ),
    "SM-5 without": PlayedDeal(
        "JC 5C 2C AH KH TH 6H KD TD 2D | KC 3C TS 7S JH 9H 5H 9D 8D 5D | "
        "AC QC 7C 6C QH 3H 2H AD 4D LJ | TC 9C 4C 9S 3S 7H QD JD 7D 6D",
        "JC 5C AH KH TH KD | TS 7S JH 9H 9D 8D | AC 6C 2H AD 4D LJ | TC 9S 3S QD 7D 6D",
        "P0 JC 7S LJ 3S (P0, 1);"
        "P0 5C 9H AC TC (P2, 14);"
        "P2 2H 6D TH JH (P1, 11);"
        "P1 8D 4D QD KD (P0, 5);"
        "P0 AH",
    ),
    "SM-6": PlayedDeal(
        "QC JC 9C 6C 9S KH QH JH 6H KD | AC KC TC QS 7S JD 9D 5D 4D 2D | "
        "7C 5C 2C AS 9H 4H 2H AD TD 6D | 4C 3C AH TH 8H 5H 3H QD 8D BJ",
        "JC 9S KH QH JH 6H | AC KC QS 7S 9D 4D | 5C AS 9H 4H 2H 6D | 4C AH TH 8H QD BJ",
        "P0 9S QS AS BJ (P2, 6);"
        "P2 5C 4C JH 7S (P1, 1);"
        "P1 4D 6D QD 6H (P3, 2);"
        "P3 TH KH AC 2H (P0, 17);"
        "P0 JC",
    ),
    "SM-7": PlayedDeal(
        "9C 7C 6C 4C 6S 3S 9H 8D 7D 4D | KC JC TC 8C 5C 5S 4S AH AD 6D | "
        "QC 2C KS KH TH 5H 4H 2H KD 5D | AC 3C QH 8H 6H 3H QD TD 9D 3D",
        "9C 6C 4C 6S 3S 4D | KC JC 5S 4S AH AD | QC KS 5H 4H 2H 5D | 3C QH 8H 6H 3H 9D",
        "P0 3S 5S KS QH (P2, 5);P2 QC 3C 4C KC (P1, 5);P1 AD 5D 9D 6S (P0, 4);P0 9C",
    ),
}

# Case SM-8: P0 is to lead.
SM_8 = PlayedDeal(
    "JC 9C 8C 5C AS TH TD 7D 6D BJ | QC TC 6C 4C QS TS AH KH 3H JD | "
    "7C JS 9S QH JH 8H 4H QD 4D 2D | KC 9H 7H 6H 5H 2H AD 9D 5D 3D",
    "JC 9C AS TH TD BJ | QC 4C QS TS AH KH | 7C JS 9S QH 4H 4D | KC 7H 5H 2H 9D 3D",
    "",
)

# The last trick of each is that of cases SM-9, SM-10, SM-11 and SM-16.
TAKING = {
    "SM-9 JS": PlayedDeal(
        "JC 8C 7C JH 9H 7H QD 7D 3D 2D | 5C 2C JS TS 9S 4S 3H 2H AD 5D | "
        "AC QC TC 6C 4C QS AH 4H TD LJ | 9C 3C 8H 5H JD 9D 8D 6D 4D BJ",
        "JC 8C 7C 9H QD 2D | JS TS 9S 4S 3H 5D | TC 6C 4C QS TD LJ | 9C 3C 5H 6D 4D BJ",
        "P0 JC JS LJ BJ (P1, 2)",
    ),
    "SM-9 BJ": PlayedDeal(
        "9C 4C QH TH 7H KD 7D 4D 3D LJ | QC 7C 3C AS KS 2S AH KH 2H BJ | "
        "AC TS 4S JH 9H 3H AD JD 8D 5D | JC TC 8C 5C 2C 9S 6S 4H QD 9D",
        "9C TH 7H 4D 3D LJ | 7C AS KS 2S AH BJ | TS 4S 9H AD JD 5D | JC 8C 9S 6S 4H 9D",
        "P0 LJ BJ TS 9S (P1, 10)",
    ),
    "SM-9 JC": PlayedDeal(
        "5C TS 7S AH KH 9H 2H QD JD 9D | 7C 3C AS JH TH 8H 7H 3D BJ LJ | "
        "AC 8C 6C 4C 9S 8S 3H 8D 6D 4D | JC 2C 4S QH 4H AD KD TD 5D 2D",
        "5C TS 7S KH 9H QD | 3C AS 8H 3D BJ LJ | 6C 4C 9S 8S 6D 4D | JC 2C 4S QH KD 2D",
        "P0 TS LJ 9S JC (P3, 11)",
    ),
    "SM-10": PlayedDeal(
        "QC 5C 4C 3C AS 8S 3S JH TH BJ | 8C 6C 2S AH KH 7H 4H 6D 3D LJ | "
        "KC 7C 2C TS QH 2H TD 8D 7D 4D | AC JC 7S 4S 9H 6H 3H KD QD 5D",
        "5C 4C AS 8S 3S BJ | 2S AH KH 4H 3D LJ | 2C TS 2H TD 8D 4D | AC JC 7S 4S 9H QD",
        "P0 BJ LJ TS JC (P3, 11)",
    ),
    "SM-11 2S": PlayedDeal(
        "7C 6C JS 6S AH TH 5H 2H JD 8D | KC 8C 3C 8S KH JH 9H 8H 6H KD | "
        "AC 9C 4C 2C 5S 3S 2S TD 5D 2D | TC QH 7H 4H 3H AD 7D 6D 4D 3D",
        "6C JS 6S AH 5H JD | 8C 8S KH JH 8H 6H | 9C 5S 3S 2S TD 5D | TC 7H 3H 7D 4D 3D",
        "P0 JS 8S 5S 3D (P0, 1);P0 AH KH 2S 3H (P2, 7)",
    ),
    "SM-11 AH": PlayedDeal(
        "KC QC 2C JS AH KH 7H 5H 2H BJ | 8C QH JH KD QD JD 9D 6D 3D 2D | "
        "AC 9C AS 5S 2S TH 9H 8H 4H 5D | 6C 5C 3C TS 7S 6H AD TD 8D 7D",
        "2C JS AH KH 5H BJ | 8C KD QD JD 3D 2D | 9C AS 5S 2S TH 9H | 6C 5C TS 7S AD 7D",
        "P0 BJ 3D 5S TS (P0, 10);P0 AH KD TH AD (P0, 21)",
    ),
    "SM-16": PlayedDeal(
        "4C 3C QS TS AH TH 7H 4H 6D 3D | JC 5C 2C JS QH 8H 2H AD TD 2D | "
        "KC TC 9C 6C 9H 3H KD 9D 5D BJ | AC QC 7C KH 6H 5H QD 8D 7D 4D",
        "4C QS TS TH 4H 6D | JC 5C JS QH 8H 2D | 9C 6C 3H 9D 5D BJ | 7C KH 6H QD 8D 7D",
        "P0 TS JC BJ KH (P1, 14)",
    ),
}

# Whole deals by the points that each side captures.
WHOLE_DEALS = {
    "6-3": PlayedDeal(
        "KC TC 7C 3C 2C AS JS AH 7D 5D | QC 5C QS 2S KH 9H 4H 2H 8D 4D | "
        "AC 4C 7S 7H 5H 3H AD KD JD BJ | 9C 6C 8S 3S JH TH TD 3D 2D LJ",
        "KC TC AS JS AH 7D | QC 5C QS 2S KH 4D | AC 7S 7H 3H AD BJ | 6C 8S 3S TH TD LJ",
        "P0 AS 2S BJ LJ (P0, 4);"
        "P0 7D QS AD 3S (P1, 6);"
        "P1 5C 7S 8S TC (P3, 10);"
        "P3 TH JS KH 7H (P0, 14);"
        "P0 KC QC AC 6C (P2, 9);"
        "P2 3H TD AH 4D (P0, 14)",
    ),
    "4-5": PlayedDeal(
        "KC JC AS JS 5S KH 9H 4H 8D 3D | QC TC 4C 7S AH JH 5H JD TD 7D | "
        "5C 9S 2S QH TH 8H 3H QD 9D 2D | 9C 8C 3C QS 3S 7H 6H 6D 5D BJ",
        "KC JC AS JS 5S 4H | QC 4C 7S 5H JD 7D | 9S 2S TH QD 9D 2D | 9C 8C QS 3S 6D BJ",
        "P0 5S 7S 2S 3S (P1, 0);"
        "P1 5H 9S BJ AS (P0, 4);"
        "P0 4H 4C TH 8C (P2, 10);"
        "P2 9D QS JS 7D (P3, 3);"
        "P3 6D JC JD 2D (P0, 2);"
        "P0 KC QC QD 9C (P0, 7)",
    ),
    "3-6": PlayedDeal(
        "7C 5C 2C 9S 3S 9H 8H 4H 9D 7D | 3C KS 6S 7H KD TD 8D 5D 4D BJ | "
        "JC 6C 4C QS JS 7S KH 5H QD 2D | AC QC 9C 4S JH TH 6H AD 6D LJ",
        "5C 2C 9S 3S 9H 9D | 3C KS 6S TD 4D BJ | JC 6C 4C QS JS 7S | QC 9C 4S JH AD LJ",
        "P0 3S KS JS 4S (P1, 4);"
        "P1 3C JC 9C 9S (P2, 1);"
        "P2 QS LJ 5C BJ (P2, 2);"
        "P2 4C QC 2C TD (P3, 12);"
        "P3 JH 9H 4D 6C (P3, 1);"
        "P3 AD 9D 6S 7S (P2, 4)",
    ),
    "5-5": PlayedDeal(
        "KC JC 8C 6C 4C 3S 4H TD 7D 3D | KS JS TS 6S KH 9H 8H 3H AD KD | "
        "TC 9C 2C 4S AH 7H 5H QD JD BJ | 7C 5C 3C AS 8S QH 2H 9D 4D LJ",
        "JC 8C 3S 4H TD 3D | KS JS TS 6S KH KD | 4S AH 5H QD JD BJ | 5C AS 8S QH 2H LJ",
        "P0 JC JS 4S AS (P3, 6);"
        "P3 8S 3S TS BJ (P2, 10);"
        "P2 5H LJ 4H KH (P3, 3);"
        "P3 5C 8C 6S AH (P1, 4);"
        "P1 KS QD QH TD (P1, 17);"
        "P1 KD JD 2H 3D (P1, 4)",
    ),
    "2-5-3": PlayedDeal(
        "TC 8C AS TS 3S KH JD 8D 5D 3D | KC QC 7C 4S JH 2H KD 4D BJ LJ | "
        "JC 2C JS 8S 7S TH 9H 5H 4H 7D",
        "8C AS TS 3S KH 8D | KC 7C 4S KD BJ LJ | JC JS 8S 7S TH 5H",
        "P0 AS BJ 8S (P0, 4);"
        "P0 3S LJ 7S (P1, 0);"
        "P1 4S JS TS (P2, 11);"
        "P2 TH KH 7C (P0, 13);"
        "P0 8D KD JC (P2, 4);"
        "P2 5H 8C KC (P2, 3)",
    ),
    "SM-23": PlayedDeal(
        "8C 5C 3C 2C AS 7H 3H QD 3D 2D | KC QC 7C KH TH 6H 9D 8D 7D 5D | "
        "6C 4C JH 8H 5H 4H 2H KD JD 4D",
        "5C 3C 2C AS 3H 3D | 7C KH TH 6H 7D 5D | 6C 4C 4H KD JD 4D",
        "P0 AS 7D 4D (P0, 4);"
        "P0 2C 7C 6C (P1, 0);"
        "P1 5D JD 3D (P2, 1);"
        "P2 4C 5C KH (P0, 3);"
        "P0 3C 6H 4H (P0, 0);"
        "P0 3H TH KD (P1, 13)",
    ),
}

# Cases SM-12 to SM-14: P0 names spades and discards.
DISCARDING = {
    "SM-12": (
        "AS 4S JC TH TD TC AH KH 2D 9D | KC QC 7C 5C KS QS QD 8D 4D 3D | "
        "9C 6C 2C JS 9S 7S 5S 2S QH AD | 8C 4C 3C 7H 6H 5H 4H 6D BJ LJ"
    ),
    "SM-13": (
        "AS KS 9S 8S JC BJ 3S TH TD AH | KC QC 6C 2C 7H 3H 6D 5D 4D LJ | "
        "AC 5C 3C TS 5S 6H 5H KD 9D 3D | 9C 4C 7S 6S JH 9H 4H 2H QD 7D"
    ),
    "SM-14": (
        "AS KS QS JS JC BJ LJ TS 3S 2S | TC 3C 2C 6S 4S 9H 5H TD 9D 2D | "
        "5S TH 8H 6H 4H AD KD JD 8D 4D | AC 8C 6C 9S AH KH JH QD 7D 5D"
    ),
}

# SM-G1: Game 49-17; 4 points each.
SM_G1 = PlayedDeal(
    "5C 3C KS 8S 4S KH 3H 9D BJ LJ | 4C JS 3S QH 9H 7H 4H KD TD 6D | "
    "QC TC 9C 6C 7S AH 2H AD 4D 3D | AC 8C 7C TS JH TH 6H 5H QD 7D",
    "KH BJ LJ 4S 8S KS | KD TD 9H QH 3S JS | 9C QC TC AD AH 7S | 7C 8C AC 6H TH TS",
    "P0 KS JS 7S TS (P0, 14);"
    "P0 KH 3S AH TH (P1, 17);"
    "P1 9H QC 6H 4S (P0, 2);"
    "P0 LJ TD TC 8C (P0, 20);"
    "P0 8S QH AD AC (P0, 10);"
    "P0 BJ KD 9C 7C (P0, 3)",
)

# SM-G2: Game tied 24-24; 2 points against 6.
SM_G2 = PlayedDeal(
    "6C 4C 2C QS TS 6S 9H 6H 5H 8D | JC 7C 7S 5S KH 4H 3H QD 6D LJ | "
    "AC 5C JS 4S 3S AH TH 7H 7D 3D | KC QC 9C 8C 3C AS 9S AD TD 2D",
    "6C 8D 6H 6S QS TS | JC QD KH LJ 5S 7S | AC AH TH 3S 4S JS | 8C 9C KC AD 9S AS",
    "P0 QS JC 4S 9S (P0, 3);"
    "P0 6H LJ 3S AS (P3, 4);"
    "P3 9C 6S QD AC (P0, 6);"
    "P0 6C 5S AH KC (P1, 7);"
    "P1 7S JS AD TS (P2, 15);"
    "P2 TH 8C 8D KH (P1, 13)",
)
