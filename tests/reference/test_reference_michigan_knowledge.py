"""What the Michigan reference calls proven is so in every deal that makes the same record."""

from __future__ import annotations

import random

import pytest

from tests.reference.michigan import SEATS, MichiganDeal, all_rules, group
from tests.reference.michigan_deals import MI_G1, WHOLE_DEALS
from tests.reference.michigan_knowledge import (
    public_facts,
    public_sides,
    public_voids,
    replays,
    sides_known_to,
    voids_shown,
)
from tests.reference.michigan_playing import DEALER, play, say
from tests.reference.michigan_situations import SITUATIONS
from tests.reference.spitzer import PACK, read_hands
from tests.reference.spitzer_deals import PlayedDeal

SIGNS = {True: "+", False: "-", None: "?"}


def signs(sides: list[bool | None]) -> str:
    return "".join(SIGNS[side] for side in sides)


def after(line: PlayedDeal, cards: int, said: dict[int, str], **options: object) -> MichiganDeal:
    """The deal of `line` after the announcements and its first `cards` cards."""
    deal = MichiganDeal(options, read_hands(line.deal), DEALER)
    say(deal, said)
    for card in line.cards[:cards]:
        deal.apply(card)
    return deal


@pytest.mark.parametrize(
    ("before", "card", "plain", "chain"),
    [
        ("", "AS", "", ""),
        ("8D", "JD", "", ""),
        ("8D", "7S", "trump", "trump"),
        ("TS", "7S", "", ""),
        ("TS", "JD", "S", "S"),
        ("TS", "9H", "S trump", "S trump"),
        ("TS JD", "QH", "S", ""),  # owed by the chain, whatever else is held
        ("TS JD", "7S", "", "trump"),
        ("TS JD", "9H", "S trump", "S trump"),
        ("TS JD 7S", "QH", "S", ""),
        ("TS 7S JD", "QH", "S", "S"),
        ("TS 9H", "QH", "S", "S"),
        ("9C JD", "AC", "", ""),  # the called ace is owed before the chain
        ("9C JD", "KC", "", "trump"),
        ("9C", "AC", "", ""),
        ("9H", "AC", "H trump", "H trump"),
    ],
)
def test_mi15_mi16_voids(before: str, card: str, plain: str, chain: str) -> None:
    trick = list(enumerate(before.split()))
    assert voids_shown(card, trick, "AC", False) == set(plain.split())
    assert voids_shown(card, trick, "AC", True) == set(chain.split())


def test_nothing_is_known_while_they_speak() -> None:
    deal = MichiganDeal({}, read_hands(MI_G1.deal), DEALER)
    deal.apply("zola")
    assert public_sides(deal) == [None] * 4
    assert public_facts(deal)["announcement"] == "zola"


@pytest.mark.parametrize(
    ("name", "said", "expected"),
    [
        # MI7: QC falls, P2 gives a spade to it, QS falls.
        ("63", {}, {0: "????", 1: "+???", 3: "+?-?", 5: "+?-?", 6: "++--"}),
        # MI13: a solo shows itself when the second queen falls.
        ("alone 61", {}, {13: "????", 14: "+???", 18: "+-??", 22: "+-?-", 25: "+---"}),
        # MI9, MI16: P1 is void in the suit, P2 follows without the ace, so P3 has it.
        (
            "called AC at P3, 80",
            {0: "call AC"},
            {0: "+???", 25: "+???", 26: "+-??", 27: "+--+", 28: "+--+"},
        ),
        # MI10: the ace falls.
        ("AH called void at P2, 58", {0: "call AH"}, {9: "+???", 10: "+-+-"}),
        # MI11: the first trick must be complete.
        ("first trick of P2, 72", {0: "call first trick"}, {0: "+???", 3: "+???", 4: "+-+-"}),
        ("first trick of the caller, 70", {0: "call first trick"}, {3: "+???", 4: "+---"}),
        # MI8: the announcer's side, whichever it is; one queen alone does not tell.
        ("90", {2: "schneider"}, {0: "??+?", 2: "??+?", 15: "??+?", 16: "--++"}),
        ("90", {0: "schneider"}, {0: "+???", 2: "+???", 16: "++--"}),
        # MI8: only the holder of both queens can call, also when he is outbid.
        ("alone 30", {0: "call AC", 1: "schneider"}, {0: "-+++"}),
        # MI12
        ("63", {2: "zola"}, {0: "--+-"}),
        ("alone 61", {0: "call AS", 2: "zola"}, {0: "--+-"}),
    ],
)
def test_public_sides(name: str, said: dict[int, str], expected: dict[int, str]) -> None:
    found = {
        cards: signs(public_sides(after(WHOLE_DEALS[name], cards, said, partner_schneider=True)))
        for cards in expected
    }
    assert found == expected


def test_mi9_the_partner_knows_himself_and_the_others_do_not() -> None:
    deal = after(WHOLE_DEALS["called AC at P3, 80"], 0, {0: "call AC"})
    assert [signs(sides_known_to(deal, seat)) for seat in range(4)] == [
        "+???",
        "+-??",
        "+?-?",
        "+--+",
    ]


def test_mi7_a_holder_knows_himself() -> None:
    deal = after(WHOLE_DEALS["63"], 0, {})
    assert signs(sides_known_to(deal, 0)) == "+???"
    assert signs(sides_known_to(deal, 2)) == "??-?"
    solo = after(WHOLE_DEALS["alone 61"], 0, {})
    assert signs(sides_known_to(solo, 0)) == "+---"


def test_public_facts_tell_what_fell() -> None:
    facts = public_facts(play(WHOLE_DEALS["called AC at P3, 80"], {0: "call AC"}))
    assert facts["queens_fallen"] == [0, 0]
    assert (facts["called_ace"], facts["ace_fallen"]) == ("AC", 3)
    assert facts["first_trick_taker"] == 0
    early = public_facts(after(MI_G1, 3, {}))
    assert early["queens_fallen"] == [None, 2]
    assert early["voids"] == [set()] * 4
    assert (early["trick"], early["taker"]) == ([(0, "JH"), (1, "AD"), (2, "QS")], 2)


def test_replays_judges_other_hands() -> None:
    deal = play(SITUATIONS["MI-1"])
    assert replays({}, deal.dealt, DEALER, deal.history).legal() == ["KC"]
    for here, possible in (("7C", False), ("8H", False), ("9D", True)):
        hands = [list(hand) for hand in deal.dealt]
        other = next(seat for seat in range(SEATS) if here in hands[seat])
        hands[3][hands[3].index("8D")] = here  # played by P1; P3 is void in hearts; as good as 8D
        hands[other][hands[other].index(here)] = "8D"
        assert (replays({}, hands, DEALER, deal.history) is not None) == possible


def part_of_a_deal(chance: random.Random, options: dict[str, object]) -> MichiganDeal:
    """A random deal at a random moment; passes and calls more often than zolas."""
    pack = chance.sample(PACK, 32)
    if chance.random() < 0.4:  # both black queens with eldest, so that calls are met
        pack = ["QC", "QS", *(card for card in pack if card not in ("QC", "QS"))]
    hands = [pack[place : place + 8] for place in range(0, 32, 8)]
    deal = MichiganDeal(options, hands, chance.choice([DEALER, chance.randrange(SEATS)]))
    for _ in range(chance.randrange(2, 36)):
        if deal.finished:
            break
        legal = deal.legal()
        quiet = [action for action in legal if not action.startswith("zola")]
        deal.apply(chance.choice(quiet if chance.random() < 0.9 else legal))
    return deal


def exchanged(chance: random.Random, deal: MichiganDeal, viewer: int) -> MichiganDeal:
    """Another deal with the same record and the same hand of `viewer`, if one is found."""
    for _ in range(12):
        first, second = chance.sample([seat for seat in range(SEATS) if seat != viewer], 2)
        if not deal.hands[first] or not deal.hands[second]:
            continue
        hands = [list(hand) for hand in deal.dealt]
        one, other = chance.choice(deal.hands[first]), chance.choice(deal.hands[second])
        hands[first][hands[first].index(one)] = other
        hands[second][hands[second].index(other)] = one
        found = replays(deal.options, hands, deal.dealer, deal.history)
        if found is not None:
            return found
    return deal


def test_what_is_proven_holds_in_every_deal_with_the_same_record(full: bool) -> None:
    chance = random.Random(11)
    proven = changed = 0
    for options in list(all_rules()) * (20 if full else 2):
        deal = part_of_a_deal(chance, options)
        viewer = chance.randrange(SEATS)
        voids, sides, known = public_voids(deal), public_sides(deal), sides_known_to(deal, viewer)
        other = deal
        for _ in range(12):
            other = exchanged(chance, other, viewer)
            assert public_voids(other) == voids
            assert public_sides(other) == sides
            assert sides_known_to(other, viewer) == known
            for seat, groups in enumerate(voids):
                assert not groups & {group(card) for card in other.hands[seat]}
            declarers = set() if other.phase == "announce" else other.contract()[1]
            for seat in range(SEATS):
                assert sides[seat] in (None, known[seat])
                assert known[seat] is None or known[seat] == (seat in declarers)
        proven += sum(side is not None for side in known)
        changed += other.dealt != deal.dealt
    assert proven > 60
    assert changed > 20
