"""Whole deals of Michigan Spitzer written out trick by trick, as the worked cases write them.

P3 deals and P0 is eldest; what is said before the play is for the test that plays them.
"""

from __future__ import annotations

from tests.reference.spitzer_deals import PlayedDeal

# Whole deals by the card points of one side: P0 and P1 with a black queen each; P0 alone with both;
# P0 alone without a queen; P0 as the caller.
WHOLE_DEALS = {
    "63": PlayedDeal(
        "QC TC KS 9S QH 8H JD 7D | AC KC JC 9C QS JH TD 9D | "
        "8C 7C AS 8S 7S TH 9H 7H | JS TS AH KH AD KD QD 8D",
        "P0 QC TD 7S 8D (P0, 13);"
        "P0 7D QS 7C AD (P0, 14);"
        "P0 8H JH 9H AH (P1, 13);"
        "P1 AC 8C JS TC (P3, 23);"
        "P3 TS KS 9D 8S (P1, 14);"
        "P1 KC AS QD JD (P3, 20);"
        "P3 KH QH JC 7H (P0, 9);"
        "P0 9S 9C TH KD (P3, 14)",
    ),
    "60": PlayedDeal(
        "AC QC AS 7S 9H KD TD 7D | 9C 7C KS QS 8S JH TH 7H | "
        "8C JS TS 9S KH AD QD 8D | KC JC TC AH QH 8H JD 9D",
        "P0 AS 8S TS 9D (P3, 21);"
        "P3 JC 7D JH 8D (P0, 4);"
        "P0 7S KS 9S QH (P3, 7);"
        "P3 TC AC 9C 8C (P0, 21);"
        "P0 KD QS AD JD (P1, 20);"
        "P1 7H KH AH 9H (P3, 15);"
        "P3 8H QC TH JS (P0, 15);"
        "P0 TD 7C QD KC (P2, 17)",
    ),
    "31": PlayedDeal(
        "QC AS KS AH JH TH 9H JD | AC QS JS 9S 8S 7S 7H AD | "
        "KC TC 9C 8C 7C QH QD TD | JC TS KH 8H KD 9D 8D 7D",
        "P0 9H 7H TD KH (P2, 14);"
        "P2 KC 7D QC AC (P0, 18);"
        "P0 TH AD QH 8H (P2, 24);"
        "P2 9C 8D JD JS (P1, 4);"
        "P1 8S QD TS AS (P2, 24);"
        "P2 7C KD JH QS (P1, 9);"
        "P1 7S TC 9D KS (P3, 14);"
        "P3 JC AH 9S 8C (P3, 13)",
    ),
    "30": PlayedDeal(
        "QC 8C 7C AS 9S 8S AD 8D | JC 9C QS 7S KH 7H KD 7D | "
        "JS TS 9H 8H QD JD TD 9D | AC KC TC KS AH QH JH TH",
        "P0 9S 7S TS KS (P2, 14);"
        "P2 JD QH AD JC (P3, 18);"
        "P3 JH 8D KD QD (P2, 9);"
        "P2 TD KC QC QS (P0, 20);"
        "P0 7C 9C JS AC (P2, 13);"
        "P2 9H TH 8C KH (P3, 14);"
        "P3 AH AS 7H 8H (P3, 22);"
        "P3 TC 8S 7D 9D (P1, 10)",
    ),
    "89": PlayedDeal(
        "AC KC QC 7C AS 9S AD 8D | 9C KS QS TS KH JH QD 7D | "
        "TC JS 8S QH 9H 8H KD 9D | JC 8C 7S AH TH 7H JD TD",
        "P0 KC 9C TC 8C (P2, 14);"
        "P2 8S 7S 9S TS (P1, 10);"
        "P1 7D QH TD 8D (P1, 13);"
        "P1 QS JS JD AD (P1, 18);"
        "P1 KH 9H TH QC (P0, 17);"
        "P0 AS KS 9D JC (P3, 17);"
        "P3 AH AC QD 8H (P1, 25);"
        "P1 JH KD 7H 7C (P1, 6)",
    ),
    "90": PlayedDeal(
        "QC TC 9C 7C KH QH 8H JD | AS KS QS TS 9S 9D 8D 7D | "
        "AC KC 8C 8S 9H 7H KD QD | JC JS 7S AH JH TH AD TD",
        "P0 9C QS KC JH (P1, 9);"
        "P1 AS 8S 7S JD (P0, 13);"
        "P0 TC 7D AC JC (P1, 23);"
        "P1 KS KD AD QC (P0, 22);"
        "P0 7C 9D 8C TD (P3, 10);"
        "P3 AH KH 8D 9H (P1, 15);"
        "P1 9S QD JS QH (P0, 8);"
        "P0 8H TS 7H TH (P3, 20)",
    ),
    "120 in 7 tricks": PlayedDeal(
        "QC 9C 8C JS AH QH TH 7D | JC AS QS 7S JH 8H KD QD | "
        "TC 7C TS 8S KH 9H 7H 8D | AC KC KS 9S AD JD TD 9D",
        "P0 QC QS 8D 9D (P0, 6);"
        "P0 7D JH 7C TD (P0, 12);"
        "P0 QH QD TC AD (P0, 27);"
        "P0 JS JC TS JD (P1, 16);"
        "P1 8H 7H KC AH (P0, 15);"
        "P0 8C KD 8S AC (P1, 15);"
        "P1 AS KH KS TH (P1, 29);"
        "P1 7S 9H 9S 9C (P3, 0)",
    ),
    "all 8 tricks": PlayedDeal(
        "QC AS KS JS QH 8H AD 7D | JC QS TS KH JH TH QD JD | "
        "KC 7C 8S 7S AH 9H KD 8D | AC TC 9C 8C 9S 7H TD 9D",
        "P0 AS TS 7S 9S (P0, 21);"
        "P0 QC QS 8D 9D (P0, 6);"
        "P0 AD QD KD TD (P1, 28);"
        "P1 JC AH 7H JS (P1, 15);"
        "P1 JH KC 8C 7D (P0, 6);"
        "P0 QH JD 8S 9C (P0, 5);"
        "P0 8H KH 9H AC (P1, 15);"
        "P1 TH 7C TC KS (P1, 24)",
    ),
    "alone 61": PlayedDeal(
        "AC QC 7C QS 9S JH TH 9D | JC 9C AS KS KH 9H 7H KD | "
        "TC JS AH AD JD TD 8D 7D | KC 8C TS 8S 7S QH 8H QD",
        "P0 7C 9C TC KC (P2, 14);"
        "P2 AH 8H TH 7H (P2, 21);"
        "P2 8D QH 9D KD (P3, 7);"
        "P3 QD QC JC JD (P0, 10);"
        "P0 AC 9H 7D 8C (P2, 11);"
        "P2 AD 7S JH AS (P0, 24);"
        "P0 QS KS TD TS (P0, 27);"
        "P0 9S KH JS 8S (P2, 6)",
    ),
    "alone 60": PlayedDeal(
        "QC AS KS QS TS AH JD 9D | 8C 7C 7S QH JH 9H 8H QD | "
        "JC 9S KH TH AD KD TD 8D | AC KC TC 9C JS 8S 7H 7D",
        "P0 JD JH 8D JS (P3, 6);"
        "P3 7D QC QD AD (P0, 17);"
        "P0 AH 9H TH 7H (P0, 21);"
        "P0 QS QH JC KC (P0, 12);"
        "P0 9D 7C KD 9C (P2, 4);"
        "P2 9S 8S TS 7S (P0, 10);"
        "P0 KS 8C TD AC (P2, 25);"
        "P2 KH TC AS 8H (P2, 25)",
    ),
    "alone 50": PlayedDeal(
        "AC KC QC QS JS 7S TH 8H | TC 9C AS 8S AH TD 8D 7D | "
        "KS KH JH 9H 7H AD KD QD | JC 8C 7C TS 9S QH JD 9D",
        "P0 QC 8D QD JD (P0, 8);"
        "P0 QS TD JH 9D (P0, 15);"
        "P0 7S 8S KS 9S (P2, 4);"
        "P2 7H JC TH AH (P3, 23);"
        "P3 7C AC 9C AD (P2, 22);"
        "P2 9H QH 8H 7D (P1, 3);"
        "P1 AS KD TS JS (P0, 27);"
        "P0 KC TC KH 8C (P1, 18)",
    ),
    "alone 30": PlayedDeal(
        "QC 9C 7C QS 8H 7H 9D 7D | AS 7S AH KH QH AD KD TD | "
        "AC TC JS 9S JH 9H QD 8D | KC JC 8C KS TS 8S TH JD",
        "P0 QS QH QD JC (P0, 11);"
        "P0 QC KD 8D JD (P0, 9);"
        "P0 9D TD JH 8C (P2, 12);"
        "P2 9S TS 7D 7S (P0, 10);"
        "P0 9C AD TC KC (P1, 25);"
        "P1 KH 9H TH 7H (P3, 14);"
        "P3 KS 7C AS JS (P2, 17);"
        "P2 AC 8S 8H AH (P2, 22)",
    ),
    "alone 25": PlayedDeal(
        "QC 9C AS QS TS QH 8H TD | AC KH 7H KD QD JD 9D 8D | "
        "JC TC 8C JS 9S 7S JH TH | KC 7C KS 8S AH 9H AD 7D",
        "P0 QC 8D JH 7D (P0, 5);"
        "P0 8H 7H TH AH (P3, 21);"
        "P3 7C 9C AC TC (P1, 21);"
        "P1 KH JC 9H QH (P0, 9);"
        "P0 TD JD JS AD (P2, 25);"
        "P2 7S 8S AS QD (P1, 14);"
        "P1 KD 9S KC QS (P0, 11);"
        "P0 TS 9D 8C KS (P1, 14)",
    ),
    "alone 89": PlayedDeal(
        "QC 9C KS QS JS 8S QH 7D | AS TS AH JH KD QD JD 8D | "
        "AC KC 8C KH TH 9H 8H 9D | JC TC 7C 9S 7S 7H AD TD",
        "P0 9C JH 8C 7C (P1, 2);"
        "P1 TS 9D 7S 8S (P2, 10);"
        "P2 9H 7H QS AH (P0, 14);"
        "P0 QC JD 8H JC (P0, 7);"
        "P0 JS KD KC TD (P0, 20);"
        "P0 QH QD AC AD (P0, 28);"
        "P0 7D 8D TH TC (P0, 20);"
        "P0 KS AS KH 9S (P1, 19)",
    ),
    "alone 90": PlayedDeal(
        "QC JC 8C AS QS 7S JH TD | AC KC 7C KS 8S KH KD QD | "
        "JS 9S TH 8H 7H JD 9D 7D | TC 9C TS AH QH 9H AD 8D",
        "P0 8C 7C 9D TC (P2, 10);"
        "P2 JD QH JH QD (P3, 10);"
        "P3 TS 7S 8S 9S (P3, 10);"
        "P3 9H TD KH 8H (P0, 14);"
        "P0 JC KD JS 8D (P0, 8);"
        "P0 QC KS 7D AD (P0, 18);"
        "P0 AS KC TH AH (P0, 36);"
        "P0 QS AC 7H 9C (P0, 14)",
    ),
    "alone 110 in 7 tricks": PlayedDeal(
        "AC QC QS 7S QH QD TD 7D | TC 8C 8S AH TH 8H JD 9D | "
        "KC JC 9C 7C AS KS JS TS | 9S KH JH 9H 7H AD KD 8D",
        "P0 QC 9D JS 8D (P0, 5);"
        "P0 7D JD JC KD (P0, 8);"
        "P0 QS AH 7C JH (P0, 16);"
        "P0 QH 8C KS AD (P0, 18);"
        "P0 QD 8H AS 9H (P0, 14);"
        "P0 7S 8S TS 9S (P2, 10);"
        "P2 9C 7H AC TC (P0, 21);"
        "P0 TD TH KC KH (P0, 28)",
    ),
    "alone all 8 tricks": PlayedDeal(
        "QC QS TS AH QH TH QD 7D | AC KC JC 7C KS 9S JH 8H | "
        "TC 9C JS 7S KH 9H TD 9D | 8C AS 8S 7H AD KD JD 8D",
        "P0 QS JH JS 8D (P0, 7);"
        "P0 QH JC 9D AD (P0, 16);"
        "P0 QC 7C TD KD (P0, 17);"
        "P0 7D 8H 7S JD (P0, 2);"
        "P0 TH KC 9H 7H (P0, 14);"
        "P0 AH 9S KH 8C (P0, 15);"
        "P0 QD AC 9C AS (P0, 25);"
        "P0 TS KS TC 8S (P0, 24)",
    ),
    "alone one trick of 0 points": PlayedDeal(
        "AC 9C 8C AH KH JD TD 8D | QC TC AS 8S QH 9H 7H 9D | "
        "KC JC 7C KS JS TS 9S TH | QS 7S JH 8H AD KD QD 7D",
        "P0 JD 9D JC KD (P2, 8);"
        "P2 7C JH AC TC (P3, 23);"
        "P3 7S 8D 8S 9S (P0, 0);"
        "P0 8C QH KC 7D (P3, 7);"
        "P3 AD TD QC JS (P1, 26);"
        "P1 9H TH 8H KH (P2, 14);"
        "P2 TS QD AH AS (P3, 35);"
        "P3 QS 9C 7H KS (P3, 7)",
    ),
    "alone 0 tricks": PlayedDeal(
        "9C 8C TS 8S 7S 9H KD 8D | KC QC KH QH JH 8H 7H QD | "
        "AC JC TC 7C KS 9S TH 9D | AS QS JS AH AD JD TD 7D",
        "P0 9H KH TH AH (P3, 25);"
        "P3 JD KD QH 9D (P1, 9);"
        "P1 7H JC QS 8D (P3, 5);"
        "P3 AD TS JH 7C (P1, 23);"
        "P1 QC 9S 7D 9C (P1, 3);"
        "P1 8H KS TD 8S (P3, 14);"
        "P3 AS 7S QD AC (P1, 25);"
        "P1 KC TC JS 8C (P3, 16)",
    ),
    "first trick of the caller, 70": PlayedDeal(
        "AC QC AS QS 8S AH QD 8D | 9C 7C KS JS KH 7H AD KD | "
        "KC TC 8C 9S 7S TH 8H TD | JC TS QH JH 9H JD 9D 7D",
        "P0 AH KH TH 9H (P0, 25);"
        "P0 AC 7C TC JH (P3, 23);"
        "P3 9D QS JS TD (P0, 15);"
        "P0 AS KS 9S TS (P0, 25);"
        "P0 8S KD 7S JD (P3, 6);"
        "P3 7D QD AD 8C (P3, 14);"
        "P3 JC QC 7H 8H (P0, 5);"
        "P0 8D 9C KC QH (P3, 7)",
    ),
    "first trick of the caller, 40": PlayedDeal(
        "AC QC TC AS QS AH KD 8D | 9C 8C 7S KH 9H 8H 7H AD | "
        "JS 9S 8S QH TH QD TD 9D | KC JC 7C KS TS JH JD 7D",
        "P0 AS 7S 9S TS (P0, 21);"
        "P0 KD AD TD JC (P3, 27);"
        "P3 7D 8D 7H QH (P3, 3);"
        "P3 KC AC 9C 9D (P2, 15);"
        "P2 QD JD QC 8H (P0, 8);"
        "P0 TC 8C JS 7C (P2, 12);"
        "P2 TH JH AH 9H (P3, 23);"
        "P3 KS QS KH 8S (P0, 11)",
    ),
    "first trick of P2, 72": PlayedDeal(
        "AC KC QC AS KS QS AH JD | 9C TS 9S 8S QH TD 9D 8D | "
        "JC TC 7C KH TH 9H 8H QD | 8C JS 7S JH 7H AD KD 7D",
        "P0 KC 9C TC 8C (P2, 14);"
        "P2 7C JS AC 9D (P3, 13);"
        "P3 7S KS TS QD (P2, 17);"
        "P2 9H 7H AH QH (P1, 14);"
        "P1 8D JC AD QC (P0, 16);"
        "P0 QS TD TH JH (P0, 25);"
        "P0 AS 8S 8H KD (P3, 15);"
        "P3 7D JD 9S KH (P3, 6)",
    ),
    "called AC at P3, 80": PlayedDeal(
        "KC QC TC AS KS QS AH JD | 8S KH QH JH 9H 8H AD 7D | "
        "JC 9C 7C TS 9S 7S QD 9D | AC 8C JS TH 7H KD TD 8D",
        "P0 JD AD 9D KD (P0, 17);"
        "P0 AS 8S TS JS (P3, 23);"
        "P3 8D QS 7D JC (P1, 5);"
        "P1 KH QD 7H AH (P2, 18);"
        "P2 7S TD KS QH (P1, 17);"
        "P1 JH 7C TH QC (P0, 15);"
        "P0 KC 9H 9C AC (P3, 15);"
        "P3 8C TC 8H 9S (P0, 10)",
    ),
    "AH called void at P2, 58": PlayedDeal(
        "AC QC JC 9C AS QS 8D 7D | KC 8C TS 8S KH QH QD 9D | "
        "7C KS 9S 7S AH JH TH JD | TC JS 9H 8H 7H AD KD TD",
        "P0 AC KC 7C TC (P0, 25);"
        "P0 JC QH JD TD (P1, 17);"
        "P1 KH AH 9H QS (P0, 18);"
        "P0 9C 8C JH KD (P2, 6);"
        "P2 TH 7H 8D QD (P1, 13);"
        "P1 TS 7S AD AS (P3, 32);"
        "P3 JS 7D 9D 9S (P0, 2);"
        "P0 QC 8S KS 8H (P0, 7)",
    ),
}

# MI-G1: the black queens are at P2 and P3, and they take 89.
MI_G1 = PlayedDeal(
    "KC JC 8C TD QD JH 9H TS | AC TC 9C AD JD 7D TH JS | "
    "7C KH AS KS QS 9S 8S 7S | QC KD 9D 8D AH QH 8H 7H",
    "P0 JH AD QS QH (P2, 19);"
    "P2 KS QC TS JS (P3, 19);"
    "P3 9D TD 7D KH (P1, 14);"
    "P1 TH 7C AH 9H (P3, 21);"
    "P3 8H JC JD 7S (P0, 4);"
    "P0 KC AC AS KD (P3, 30);"
    "P3 7H QD TC 9S (P0, 13);"
    "P0 8C 9C 8S 8D (P3, 0)",
)
