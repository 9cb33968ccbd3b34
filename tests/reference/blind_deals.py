"""Deals with a blind (SPV4) written out: what is said and buried, and then trick by trick.

The last seat deals and P0 is eldest. Of the deals with a picker the names tell his card points, the
buried ones counted.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.reference.spitzer_deals import PlayedDeal, Trick


class BlindLine(NamedTuple):
    """Players and cards of the blind, the deal, the picking and burying, and the tricks."""

    players: int
    blind: int
    deal: str
    said: str
    play: str

    @property
    def actions(self) -> list[str]:
        """What comes before the first lead."""
        return self.said.split(", ")

    @property
    def tricks(self) -> list[Trick]:
        """The tricks of `play`."""
        return PlayedDeal(self.deal, self.play).tricks


DEALS = {
    "61": BlindLine(
        4,
        2,
        "9C 8C 9S JH TH 8H 7H | AC JC AS QH 9H AD 9D | KS JS 8S AH KH JD 7D | "
        "KC QC TC KD QD TD 8D | blind: QS TS",
        "pass, pick, AD, QS",
        "P0 9S TS JS TD (P1, 22);"
        "P1 AS KS TC 8C (P1, 25);"
        "P1 9H AH KC 8H (P2, 15);"
        "P2 KH QC JH QH (P3, 12);"
        "P3 KD 7H 9D JD (P3, 6);"
        "P3 QD TH JC 8S (P3, 15);"
        "P3 8D 9C AC 7D (P2, 11)",
    ),
    "60 in 4 of 7 tricks": BlindLine(
        4,
        2,
        "JC 9C TS 9S 8S KH 9D | AC QC 8C QS TH TD 7D | KC TC AS AH AD KD QD | "
        "KS QH JH 9H 7H JD 8D | blind: JS 8H",
        "pass, pick, QS, TD",
        "P0 TS JS AS KS (P2, 27);"
        "P2 TC JD 9C AC (P1, 23);"
        "P1 7D QD QH 9S (P1, 6);"
        "P1 TH AH 9H KH (P2, 25);"
        "P2 KC JH JC 8C (P2, 8);"
        "P2 KD 8D 9D QC (P1, 7);"
        "P1 8H AD 7H 8S (P1, 11)",
    ),
    "60 in 3 of 7 tricks": BlindLine(
        4,
        2,
        "JC TC KS AH JD 9D 7D | TS QH 8H AD KD QD TD | AC JS KH JH TH 7H 8D | "
        "QC 9C 8C QS 9S 8S 9H | blind: KC AS",
        "pass, pick, KD, AD",
        "P0 TC KC AC 8C (P2, 25);"
        "P2 8D 8S 9D TD (P1, 10);"
        "P1 QD JS 9C JD (P1, 7);"
        "P1 AS TH QS KS (P1, 28);"
        "P1 QH KH 9H AH (P0, 18);"
        "P0 JC 8H JH QC (P3, 7);"
        "P3 9S 7D TS 7H (P0, 10)",
    ),
    "91": BlindLine(
        4,
        2,
        "KC TC 8S TH QD TD 9D | AC QC AS TS AH JH 7H | JC 9C QH 9H 8H JD 7D | "
        "8C KS QS JS 9S KH 8D | blind: AD KD",
        "pass, pick, 7H, AC",
        "P0 8S AS 7D JS (P2, 13);"
        "P2 8H KH TH AH (P1, 25);"
        "P1 TS 9H KS TC (P1, 24);"
        "P1 QC 9C 8D 9D (P1, 3);"
        "P1 KD JD 8C TD (P0, 16);"
        "P0 QD AD QH QS (P1, 20);"
        "P1 JH JC 9S KC (P1, 8)",
    ),
    "90": BlindLine(
        4,
        2,
        "JC 9C QS 8H AD TD 9D | AC KC QC AS TS AH KH | TC 8C JH 9H QD JD 7D | "
        "JS 9S 8S QH TH 7H 8D | blind: KS KD",
        "pass, pick, QC, KD",
        "P0 TD AC QD 8D (P0, 24);"
        "P0 QS AS 8C JS (P1, 16);"
        "P1 TS 9H 8S 9C (P1, 10);"
        "P1 KH JH QH 8H (P1, 9);"
        "P1 KS TC 9S AD (P1, 25);"
        "P1 AH JD TH 9D (P1, 23);"
        "P1 KC 7D 7H JC (P2, 6)",
    ),
    "31": BlindLine(
        4,
        2,
        "AC 9C AS TD 9D 8D 7D | QC JC 8S AH JH 7H KD | TC 8C QS KH QH 8H QD | "
        "KS TS 9S TH 9H AD JD | blind: KC JS",
        "pass, pick, 7H, JS",
        "P0 9C JC 8C KS (P1, 6);"
        "P1 8S QS 9S AS (P0, 14);"
        "P0 AC KC TC TS (P0, 35);"
        "P0 8D KD QD JD (P1, 9);"
        "P1 JH KH 9H TD (P2, 16);"
        "P2 QH TH 7D AH (P0, 24);"
        "P0 9D QC 8H AD (P1, 14)",
    ),
    "30": BlindLine(
        4,
        2,
        "AC KC 9C QS 9S TD 9D | 8C JS 8S QH TH JD 7D | JC AS TS JH 8H 7H QD | "
        "QC TC KS KH 9H AD 8D | blind: AH KD",
        "pass, pick, AH, QH",
        "P0 AC 8C JC TC (P0, 23);"
        "P0 9S 8S AS KS (P2, 15);"
        "P2 7H 9H 9C TH (P1, 10);"
        "P1 JD QD 8D TD (P0, 15);"
        "P0 KC KD TS AD (P0, 29);"
        "P0 QS JS 8H QC (P3, 8);"
        "P3 KH 9D 7D JH (P1, 6)",
    ),
    "all 7 tricks": BlindLine(
        4,
        2,
        "9C 9S JH 7H AD QD 9D | AC QC TC AS TS AH 7D | KS JS 8S KH 9H 8H JD | "
        "KC JC QS QH KD TD 8D | blind: 8C TH",
        "pass, pick, TH, TS",
        "P0 9S AS 8S QS (P1, 14);"
        "P1 QC 8H JC 7H (P1, 5);"
        "P1 7D 9H 8D 9C (P1, 0);"
        "P1 AC JS KC 9D (P1, 17);"
        "P1 TC JD QH JH (P1, 17);"
        "P1 AH KH KD QD (P1, 22);"
        "P1 8C KS TD AD (P1, 25)",
    ),
    "no trick, 21 buried": BlindLine(
        4,
        2,
        "KC JS QH JH AD KD 7D | QC JC 8C QS TS QD TD | 9C AS 9S 8S TH 8H 7H | "
        "AC TC KS AH KH 9H JD | blind: 9D 8D",
        "pass, pass, pick, AS, TH",
        "P0 JS TS 9S KS (P1, 16);"
        "P1 JC 9C TC KC (P3, 16);"
        "P3 9H QH QS 8H (P0, 6);"
        "P0 JH 8C 7H KH (P3, 6);"
        "P3 JD KD QD 8D (P0, 9);"
        "P0 AD TD 9D AC (P0, 32);"
        "P0 7D QC 8S AH (P1, 14)",
    ),
    "no trick, 11 buried by P0": BlindLine(
        4,
        2,
        "9C AS 9S 8S 8H 7H 7D | KC 8C JS AH AD TD 9D | AC QC JC QS TS JH QD | "
        "TC KS KH QH 9H KD JD | blind: TH 8D",
        "pick, 8D, AS",
        "P0 7D 8C QC 9H (P2, 3);"
        "P2 JH KH 8H AH (P1, 17);"
        "P1 9D QD JD TH (P2, 15);"
        "P2 JC TC 9C KC (P3, 16);"
        "P3 QH 7H AD QS (P3, 17);"
        "P3 KS 9S JS TS (P2, 16);"
        "P2 AC KD 8S TD (P2, 25)",
    ),
    "four buried aces, no trick": BlindLine(
        4,
        4,
        "QC QS TS JH TH KD QD | JC TC 9C KS JS 9S 7D | KC KH QH 7H JD TD 8D | "
        "AC 8C 7C AS 8S 7S AH | blind: 9H 8H AD 9D",
        "pass, pass, pass, pick, AC, AS, AH, AD",
        "P0 JH 9S 7H 9H (P0, 2);"
        "P0 QS JS TD 8S (P0, 15);"
        "P0 QD JC 8D 9D (P0, 5);"
        "P0 QC 7D JD 8H (P0, 5);"
        "P0 KD 9C QH 7S (P0, 7);"
        "P0 TS KS KH 8C (P0, 18);"
        "P0 TH TC KC 7C (P0, 24)",
    ),
    "both trumps buried": BlindLine(
        4,
        4,
        "AC QC TC AS KS TS 8D | JC QS JS 8S KH QD 9D | KC 9C 9S 7S JH AD JD | "
        "8C 7C QH 8H 7H KD TD | blind: AH TH 9H 7D",
        "pick, QC, 7D, TH, AH",
        "P0 AC JC 9C 8C (P0, 13);"
        "P0 AS 8S 9S 7H (P0, 11);"
        "P0 TC 9D KC 7C (P0, 14);"
        "P0 TS JS 7S 8H (P0, 12);"
        "P0 KS QS JD QH (P0, 12);"
        "P0 9H KH JH KD (P1, 10);"
        "P1 QD AD TD 8D (P2, 24)",
    ),
    "three, 60 in 5 of 10 tricks": BlindLine(
        3,
        2,
        "KS QS 9S 8S AH AD QD JD 9D 7D | AC TC 7C AS TS 7S QH TH 9H TD | "
        "KC QC 9C 8C JS KH JH 7H KD 8D | blind: JC 8H",
        "pick, JC, 9D",
        "P0 JD TD KD (P1, 16);"
        "P1 AS JS QS (P1, 16);"
        "P1 9H KH 8H (P2, 4);"
        "P2 QC 7D TS (P2, 13);"
        "P2 8C AD 7C (P2, 11);"
        "P2 8D QD TH (P0, 13);"
        "P0 9S 7S JH (P0, 2);"
        "P0 KS TC 7H (P0, 14);"
        "P0 8S QH KC (P0, 7);"
        "P0 AH AC 9C (P0, 22)",
    ),
    "three, 75": BlindLine(
        3,
        2,
        "JC TC 7C TS 9S 8H 7H JD 9D 8D | 8C AS 7S AH QH TH 9H KD QD 7D | "
        "AC QC 9C KS QS 8S KH JH AD TD | blind: KC JS",
        "pass, pass, pick, JS, QS",
        "P0 7C 8C AC (P2, 11);"
        "P2 JH 8H 9H (P2, 2);"
        "P2 KH 7H QH (P2, 7);"
        "P2 KC JC AH (P2, 17);"
        "P2 AD 8D KD (P2, 15);"
        "P2 KS TS 7S (P0, 14);"
        "P0 9S AS 8S (P1, 11);"
        "P1 7D QC 9D (P2, 3);"
        "P2 TD JD QD (P2, 15);"
        "P2 9C TC TH (P0, 20)",
    ),
    "three, 28": BlindLine(
        3,
        2,
        "AC 7C JS TS 7S TH 8H 7H AD 8D | QC JC 9C AS 9S 8S KH QH JD 9D | "
        "KC TC 8C KS QS AH JH KD QD TD | blind: 9H 7D",
        "pass, pass, pick, JH, AH",
        "P0 7C 9C TC (P2, 10);"
        "P2 QD 8D JD (P2, 5);"
        "P2 KD AD 9D (P0, 15);"
        "P0 AC JC 8C (P0, 13);"
        "P0 JS AS QS (P1, 16);"
        "P1 QC 7D TH (P1, 13);"
        "P1 8S KS TS (P0, 14);"
        "P0 7S 9S TD (P1, 10);"
        "P1 QH 9H 8H (P1, 3);"
        "P1 KH KC 7H (P1, 8)",
    ),
    "five, 70": BlindLine(
        5,
        2,
        "TC 9C JS TS 8H 9D | 8C 8S KH 7H AD 8D | KC JC JH TH KD 7D | 7C KS 9S 7S QD JD | "
        "AC QC AS AH QH 9H | blind: QS TD",
        "pass, pass, pass, pass, pick, AH, QS",
        "P0 TS 8S KC 7S AS (P4, 25);"
        "P4 TD 9D AD KD JD (P1, 27);"
        "P1 8C JC 7C AC TC (P4, 23);"
        "P4 QH 8H 7H TH KS (P2, 17);"
        "P2 JH 9S 9H 9C KH (P1, 6);"
        "P1 8D 7D QD QC JS (P4, 8)",
    ),
    "five, 40": BlindLine(
        5,
        2,
        "AC 8C 8S 8H 9D 8D | 9C JH 9H AD KD QD | TC AS QS 9S QH 7H | JC TS 7S AH JD 7D | "
        "KC QC KS JS KH TH | blind: 7C TD",
        "pass, pass, pass, pass, pick, KH, JS",
        "P0 8S 9H 9S TS KS (P3, 14);"
        "P3 7S TD AC JH QS (P2, 26);"
        "P2 QH AH TH 8H AD (P3, 35);"
        "P3 JD 7C 8D QD 7H (P1, 5);"
        "P1 KD TC 7D QC 9D (P4, 17);"
        "P4 KC 8C 9C AS JC (P4, 17)",
    ),
    "five, all 6 tricks": BlindLine(
        5,
        2,
        "AC QC AS KS AH 7D | JS KH QH 8H KD TD | TC 9C QS 9S 8S JH | KC 7C TS 7S TH 7H | "
        "JC 8C 9H QD 9D 8D | blind: AD JD",
        "pick, JD, 7D",
        "P0 QC KH 8S 7C 8C (P0, 7);"
        "P0 AC JS 9C KC JC (P0, 19);"
        "P0 AS QH 9S TS 8D (P0, 24);"
        "P0 AH 8H JH 7H 9H (P0, 13);"
        "P0 AD KD QS 7S 9D (P0, 18);"
        "P0 KS TD TC TH QD (P0, 37)",
    ),
    "leaster won with a trick": BlindLine(
        4,
        2,
        "AC KC JC KS TS 9H 7D | TC 8C AS QS TH 8H 7H | QC 9C AH QH AD TD 8D | "
        "JS 9S 8S KH KD JD 9D | blind: JH QD",
        "pass, pass, pass, pass",
        "P0 KC TC 9C KH (P1, 18);"
        "P1 AS AD 8S TS (P1, 32);"
        "P1 8C QH 9S JC (P0, 5);"
        "P0 9H 8H AH 9D (P2, 11);"
        "P2 TD JD KS QS (P2, 19);"
        "P2 QC JS 7D 7H (P2, 5);"
        "P2 8D KD AC TH (P3, 25)",
    ),
    "leaster won without a trick": BlindLine(
        4,
        2,
        "KC KS 9S 8S QH QD 9D | 8C QS TS KH AD KD 8D | QC TC AH 9H 8H 7H JD | "
        "AC 9C AS JH TH TD 7D | blind: JC JS",
        "pass, pass, pass, pass",
        "P0 9S QS 9H AS (P3, 14);"
        "P3 TD QD KD JD (P3, 19);"
        "P3 JH QH KH 7H (P1, 9);"
        "P1 TS 8H TH 8S (P1, 20);"
        "P1 8D QC 7D 9D (P2, 3);"
        "P2 AH AC KC 8C (P2, 26);"
        "P2 TC 9C KS AD (P2, 25)",
    ),
    "leaster tied": BlindLine(
        4,
        2,
        "JC KS TS 9S TH 8H KD | QC AS QS JH 7H AD QD | 9C JS 8S AH 9H TD 8D | "
        "AC KC TC 8C KH QH 9D | blind: JD 7D",
        "pass, pass, pass, pass",
        "P0 9S AS JS KC (P1, 17);"
        "P1 7H AH KH 8H (P2, 15);"
        "P2 8D 9D KD AD (P1, 15);"
        "P1 JH 9H QH TH (P0, 15);"
        "P0 KS QS 8S 8C (P0, 7);"
        "P0 JC QD 9C TC (P3, 15);"
        "P3 AC TS QC TD (P1, 34)",
    ),
    "leaster lost by the blind": BlindLine(
        4,
        2,
        "AC 9C KS 9S AH QH 9H | TC QS 8H AD JD TD 8D | KC AS JS TS KH KD 9D | "
        "QC 8C 8S JH 7H QD 7D | blind: JC TH",
        "pass, pass, pass, pass",
        "P0 9S QS JS 8S (P1, 5);"
        "P1 TD 9D QD QH (P1, 16);"
        "P1 TC KC 8C AC (P0, 25);"
        "P0 KS JD AS QC (P3, 20);"
        "P3 7D AH AD KD (P3, 26);"
        "P3 JH 9H 8H KH (P2, 6);"
        "P2 TS 7H 9C 8D (P2, 10)",
    ),
    "leaster of three": BlindLine(
        3,
        2,
        "KC AS KS TS 9S 7S AH AD TD 7D | QC TC 8C JS QH 8H 7H KD JD 8D | "
        "AC 9C QS 8S KH JH TH 9H QD 9D | blind: JC 7C",
        "pass, pass, pass",
        "P0 7S JS 8S (P1, 2);"
        "P1 8D QD TD (P0, 13);"
        "P0 KC 8C 9C (P0, 4);"
        "P0 AS 7H QS (P0, 14);"
        "P0 AH 8H 9H (P0, 11);"
        "P0 7D QC 9D (P1, 3);"
        "P1 KD TH AD (P0, 25);"
        "P0 KS TC JH (P0, 16);"
        "P0 TS QH AC (P0, 24);"
        "P0 9S JD KH (P0, 6)",
    ),
    "leaster of five": BlindLine(
        5,
        2,
        "KC AS 9S AD TD 7D | KS JS TS 7S AH 8D | QC TC 8C QH 8H KD | 8S KH 9H 7H QD JD | "
        "AC 9C QS JH TH 9D | blind: JC 7C",
        "pass, pass, pass, pass, pass",
        "P0 9S JS QH 8S QS (P4, 8);"
        "P4 TH KC AH 8H KH (P1, 29);"
        "P1 TS TC JD JH AS (P0, 35);"
        "P0 7D KS QC QD 9C (P2, 10);"
        "P2 KD 9H 9D AD 8D (P0, 15);"
        "P0 TD 7S 8C 7H AC (P0, 21)",
    ),
    "leaster of a four-card blind": BlindLine(
        4,
        4,
        "KC AS 9S AH AD TD 7D | 8C KS JS TS 7S QH 8D | QC TC 9H 8H 7H KD JD | "
        "AC 9C QS 8S KH JH QD | blind: JC 7C TH 9D",
        "pass, pass, pass, pass",
        "P0 9S JS 8H 8S (P1, 2);"
        "P1 QH 9H JH AH (P0, 16);"
        "P0 AD 8D KD QD (P0, 18);"
        "P0 AS TS 7H QS (P0, 24);"
        "P0 7D 8C QC KH (P2, 7);"
        "P2 JD 9C TD KS (P0, 16);"
        "P0 KC 7S TC AC (P3, 25)",
    ),
    "leaster tied without tricks": BlindLine(
        5,
        2,
        "JS TS JH TH 9H QD | AC TC AS 8S KH 8H | KC QC JC QS AD KD | 9C 7C KS 7S TD 9D | "
        "8C 9S AH QH 8D 7D | blind: 7H JD",
        "pass, pass, pass, pass, pass",
        "P0 TS AS QS 7S 9S (P1, 24);"
        "P1 AC KC 9C 8C QD (P1, 18);"
        "P1 TC JC 7C 7D JS (P4, 14);"
        "P4 AH TH 8H QC KS (P2, 28);"
        "P2 AD TD 8D JH KH (P2, 27);"
        "P2 KD 9D QH 9H 8S (P2, 7)",
    ),
}
