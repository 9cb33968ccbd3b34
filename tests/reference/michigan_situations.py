"""Situations of Michigan Spitzer: hands that may speak, cards to answer, first tricks.

P3 deals and P0 is eldest. A situation is the deal and the tricks that lead to it.
"""

from __future__ import annotations

from tests.reference.spitzer_deals import PlayedDeal

# The hand that answers, and the cards led to it, of cases MI-1 to MI-9.
SITUATIONS = {
    "MI-1": PlayedDeal(
        "AC TS 9S KH 9H KD 9D 7D | 7C QS 8S 7S AH TH 8H 7H | "
        "9C 8C AS KS JH AD QD JD | KC QC JC TC JS QH TD 8D",
        "P0 AC 7C 8C TC (P0, 21);"
        "P0 KH TH AD TD (P2, 35);"
        "P2 JH QH KD QS (P1, 12);"
        "P1 7H QD JS 9H (P2, 5);"
        "P2 9C",
    ),
    "MI-2": PlayedDeal(
        "KC 9C QS KH QH JH TH 7D | AC QC JC 8S AH 7H 9D 8D | "
        "TC 7C JS TS 9S 7S KD TD | 8C AS KS 9H 8H AD QD JD",
        "P0 KH 7H JS 8H (P2, 6);"
        "P2 7S KS QS 8S (P0, 7);"
        "P0 7D QC TD QD (P1, 16);"
        "P1 AC 7C 8C KC (P1, 15);"
        "P1 9D KD AD QH (P0, 18);"
        "P0 9C",
    ),
    "MI-3": PlayedDeal(
        "7C 8S AH KH 8H 7H QD TD | QC JC 9C JS TS 7S 9D 8D | "
        "AC KC TC AS QS QH AD 7D | 8C KS 9S JH TH 9H KD JD",
        "P0 8S 7S AS 9S (P2, 11);"
        "P2 KC 8C 7C 9C (P2, 4);"
        "P2 QS JD QD JC (P2, 10);"
        "P2 TC JH TD JS (P1, 24);"
        "P1 8D",
    ),
    "MI-4": PlayedDeal(
        "KC 9C 8C 8H KD QD 9D 8D | JC 7C AS KS QS TH AD 7D | "
        "AC QC TC JS 8S JH 7H TD | TS 9S 7S AH KH QH 9H JD",
        "P0 8D JC JS QH (P3, 7);"
        "P3 9H 8H TH 7H (P1, 10);"
        "P1 KS 8S 7S 9D (P0, 4);"
        "P0 QD QS TD JD (P1, 18);"
        "P1 7D QC TS KD (P2, 17);"
        "P2 JH",
    ),
    "MI-5": PlayedDeal(
        "AC KC AS KS 7S QH JH 7D | QC 8C 7C AH TH 8H AD TD | "
        "TC QS JS TS 8S 7H KD 8D | JC 9C 9S KH 9H QD JD 9D",
        "P0 AC 7C TC 9C (P0, 21);"
        "P0 KC 8C KD 9D (P2, 8);"
        "P2 8S 9S KS QC (P1, 7);"
        "P1 AH 7H KH 7D (P0, 15);"
        "P0 JH AD QS JC (P2, 18);"
        "P2 TS JD",
    ),
    "MI-6": PlayedDeal(
        "KC JC 9C 8C 7C 7H AD QD | QC AS TS 9S 8S TH 8H KD | "
        "TC QS 7S JH 9H JD 9D 7D | AC KS JS AH KH QH TD 8D",
        "P0 7C KD TC AC (P1, 25);"
        "P1 9S 7S KS JC (P0, 6);"
        "P0 7H TH 9H KH (P1, 14);"
        "P1 AS JH TD QD (P0, 26);"
        "P0 KC QC 7D JS (P1, 9);"
        "P1 TS JD",
    ),
    "MI-7": PlayedDeal(
        "KC JC 8C 9S KH TH 8H TD | 7C TS 8S 7S AH QH 9D 8D | "
        "QC 9C AS QS JS JH 7H JD | AC TC KS 9H AD KD QD 7D",
        "P0 TD QH JS 7D (P3, 15);"
        "P3 AD JC 8D QS (P2, 16);"
        "P2 JD KD KH 9D (P2, 10);"
        "P2 7H 9H TH AH (P1, 21);"
        "P1 TS AS KS 9S (P2, 25);"
        "P2 9C",
    ),
    "MI-8": PlayedDeal(
        "JC KH QH JH 9H AD JD TD | AC TC AS JS 7S KD QD 8D | "
        "9C 7C TS 9S AH 8H 9D 7D | KC QC 8C KS QS 8S TH 7H",
        "P0 QH 8D 9D QS (P3, 6);"
        "P3 QC TD QD 7D (P3, 16);"
        "P3 7H KH JS 8H (P1, 6);"
        "P1 KD TS KC JH (P0, 20);"
        "P0 JC AS 9C KS (P0, 17);"
        "P0 9H",
    ),
    "MI-8 alone": PlayedDeal(
        "AC 9C JS TS 8S 7S JD 7D | JC AS 9S KH TH 8H 7H 8D | "
        "KC TC 8C 7C KS JH KD 9D | QC QS AH QH 9H AD QD TD",
        "P0 7S AS KS QD (P3, 18);"
        "P3 QS JD JC 9D (P3, 7);"
        "P3 AH 7D KH JH (P0, 17);"
        "P0 JS 8D KD QH (P3, 9);"
        "P3 TD 8S 7H 8C (P3, 10);"
        "P3 QC TS 8H TC (P3, 23);"
        "P3 AD 9C TH 7C (P3, 21);"
        "P3 9H",
    ),
    "MI-9": PlayedDeal(
        "AC KC TC JH TH AD KD QD | 9C AS JS 7S QH JD 8D 7D | "
        "JC KS TS AH KH 8H TD 9D | QC 8C 7C QS 9S 8S 9H 7H",
        "P0 KC 9C TD 8C (P2, 14);"
        "P2 JC QS KD JS (P3, 11);"
        "P3 QC JH 7D 9D (P3, 5);"
        "P3 7H TH QH AH (P1, 24);"
        "P1 8D KH 8S AD (P0, 15)",
    ),
}

# First tricks of cases MI-10 and MI-11.
FIRST_TRICKS = {
    "MI-10": PlayedDeal(
        "7C AS TS 8S 7S QH JH 7H | QC 9C 8C JS AH 8H TD 7D | "
        "AC KC QS TH 9H JD 9D 8D | JC TC KS 9S KH AD KD QD",
        "P0 AS 7D QS 9S (P1, 14)",
    ),
    "MI-10 with QC": PlayedDeal(
        "AS KS JS TS 9S 8S 7S 7H | AC KC TC 8H KD JD 8D 7D | "
        "9C QS KH QH JH TH QD 9D | QC JC 8C 7C AH 9H AD TD",
        "P0 AS 7D QS QC (P3, 17)",
    ),
    "MI-11": PlayedDeal(
        "QC JC TC AS QH KD JD 9D | 8C 7C TS 8S 7S TH 9H AD | "
        "AC KS 9S AH KH JH TD 7D | KC 9C QS JS 8H 7H QD 8D",
        "P0 JD AD TD QD (P3, 26)",
    ),
    "MI-11 hearts": PlayedDeal(
        "QC JC TC AS KH JH TD 9D | 8C 7C TS 8S 7S TH AD KD | "
        "AC KS 9S AH QH 9H 7H 7D | KC 9C QS JS 8H QD JD 8D",
        "P0 KH TH 9H 8H (P1, 14)",
    ),
}

# The hands of P0 in cases MI-12 to MI-15; the others have the rest in pack order.
HANDS = {
    "MI-12": "QC QS 7D TC 9C AH AS 8D",
    "MI-13": "QC QS 7D JC AC 9C AS 8D",
    "MI-14": "QC QS AC AS AH 9C 7H 8D",
    "MI-15": "QC 9C 8C AS KS AH KH AD",
}
