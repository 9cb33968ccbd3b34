"""The Michigan reference on what is said before the play: MI8 to MI13."""

from __future__ import annotations

import itertools

import pytest

from tests.reference.michigan import MichiganDeal, calls
from tests.reference.michigan_deals import MI_G1, WHOLE_DEALS
from tests.reference.michigan_playing import DEALER, hands_with, only, play, say
from tests.reference.michigan_situations import HANDS
from tests.reference.spitzer import read_hands

ZOLAS_TEXT = ", zola, zola schneider, zola schneider schwartz"


def test_mi8_each_seat_speaks_once_from_eldest() -> None:
    deal = MichiganDeal({}, read_hands(MI_G1.deal), 1)
    order = []
    while deal.phase == "announce":
        order.append(deal.seat)
        deal.apply("zola schneider schwartz" if deal.seat == 2 else "zola")
    assert order == [2, 3, 0, 1]
    assert deal.seat == 2


@pytest.mark.parametrize(
    ("needs", "schneider", "holder", "other"),
    [
        (False, False, "pass, call AC" + ZOLAS_TEXT, "pass" + ZOLAS_TEXT),
        (True, False, "pass, call AC" + ZOLAS_TEXT, "pass"),
        (False, True, "pass, call AC" + ZOLAS_TEXT, "pass" + ZOLAS_TEXT + ", schneider"),
        (True, True, "pass, call AC" + ZOLAS_TEXT, "pass, schneider"),
    ],
)
def test_mi8_options(needs: bool, schneider: bool, holder: str, other: str) -> None:
    options = {"zola_needs_queens": needs, "partner_schneider": schneider}
    deal = MichiganDeal(options, hands_with(HANDS["MI-12"]), DEALER)
    assert deal.legal() == holder.split(", ")
    deal.apply("zola schneider schwartz")
    for _ in range(3):  # whatever was said before
        assert deal.legal() == other.split(", ")
        deal.apply("pass")


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("QC QS 9C 8S 7H AD TD KD", "call AC, call AS, call AH"),  # MI9
        ("QC QS 9C AC 8S TD KD 9D", "call AS"),  # MI9; hearts are void and do not count
        ("QC QS JC JS JH AD TD KD", "call AC, call AS, call AH"),  # MI10; a jack is no club
        ("QC QS AC JS JH AD TD KD", "call AS, call AH"),  # MI10
        ("QC QS AC AS AH AD TD KD", "call first trick"),  # MI11
    ],
)
def test_mi9_to_mi11_what_may_be_called(hand: str, expected: str) -> None:
    assert calls(hand.split()) == expected.split(", ")


def test_mi9_the_holder_of_the_called_ace_is_the_partner() -> None:
    deal = play(WHOLE_DEALS["called AC at P3, 80"], {0: "call AC"})
    assert (deal.row, deal.declarers, deal.declarer_points) == ("normal", {0, 3}, 80)
    assert deal.units == only(3, 0, 3)


def test_mi10_the_ace_of_a_void() -> None:
    deal = play(WHOLE_DEALS["AH called void at P2, 58"], {0: "call AH"})
    assert (deal.row, deal.declarers, deal.declarer_points) == ("normal", {0, 2}, 58)
    assert deal.units == only(6, 1, 3)


def test_mi11_the_winner_of_the_first_trick_is_the_partner() -> None:
    deal = play(WHOLE_DEALS["first trick of P2, 72"], {0: "call first trick"})
    assert (deal.row, deal.declarers, deal.declarer_points) == ("normal", {0, 2}, 72)
    assert deal.units == only(3, 0, 2)


# MI12, low to high.
ORDER = ["pass", "call", "schneider", "zola", "zola schneider", "zola schneider schwartz"]


def kind(said: str) -> str:
    return "call" if said.startswith("call") else said


def sequences(hands: list[list[str]], **options: object) -> list[tuple[str, ...]]:
    """Everything that four seats can say in turn when all of them speak."""
    menus = []
    deal = MichiganDeal({**options, "first_announcement_ends": False}, hands, DEALER)
    while deal.phase == "announce":
        menus.append(deal.legal())
        deal.apply("pass")
    return list(itertools.product(*menus))


def test_mi12_every_order_of_announcements() -> None:
    deals = [read_hands(WHOLE_DEALS["63"].deal)]  # P0 has QC and P1 QS
    for place in range(4):  # both queens with each speaker in turn
        hands = hands_with(HANDS["MI-12"])
        deals.append(hands[4 - place :] + hands[: 4 - place])
    seen = set()
    for hands in deals:
        for said in sequences(hands, partner_schneider=True):
            deal = MichiganDeal({"partner_schneider": True}, hands, DEALER)
            say(deal, dict(enumerate(said)))
            best = max(said, key=lambda text: ORDER.index(kind(text)))
            if best == "pass":
                assert deal.announcement is deal.announcer is None
                continue
            assert deal.announcement == best
            assert deal.announcer == [kind(text) for text in said].index(kind(best))
            assert (deal.called_ace is not None) == (kind(best) == "call")
            seen.add(tuple(map(kind, said)))
    earlier_later = {pair for said in seen for pair in itertools.combinations(said, 2)}
    assert {(a, b) for a in ORDER for b in ORDER} - {("call", "call")} <= earlier_later


@pytest.mark.parametrize(
    ("said", "counts", "announcer"),
    [
        ("pass, schneider, schneider, pass", "schneider", 1),
        ("call AC, schneider, zola, pass", "zola", 2),
        ("call AC, schneider, pass, pass", "schneider", 1),
        ("zola, zola, pass, zola", "zola", 0),
        ("zola, zola schneider, zola schneider, zola", "zola schneider", 1),
        ("zola schneider, zola schneider schwartz, zola, pass", "zola schneider schwartz", 1),
        ("call AC, pass, pass, pass", "call AC", 0),
    ],
)
def test_mi12_the_highest_counts(said: str, counts: str, announcer: int) -> None:
    deal = MichiganDeal({"partner_schneider": True}, hands_with(HANDS["MI-12"]), DEALER)
    say(deal, dict(enumerate(said.split(", "))))
    assert (deal.announcement, deal.announcer) == (counts, announcer)


def test_mi12_first_announcement_ends() -> None:
    options = {"partner_schneider": True, "first_announcement_ends": True}
    hands = hands_with(HANDS["MI-12"])
    for said in sequences(hands, **options):
        deal = MichiganDeal(options, hands, DEALER)
        say(deal, dict(enumerate(said)))
        first = next((seat for seat in range(4) if said[seat] != "pass"), None)
        assert deal.announcer == first
        assert len(deal.spoken) == (4 if first is None else first + 1)
        assert deal.announcement == (None if first is None else said[first])
        assert deal.seat == 0


def test_mi12_a_zola_player_is_alone_whoever_holds_queens() -> None:
    deal = play(WHOLE_DEALS["63"], {2: "zola"})  # P2 takes no trick there
    assert (deal.row, deal.declarers) == ("zola", {2})
    deal = play(WHOLE_DEALS["alone 61"], {0: "call AS", 2: "zola"})
    assert (deal.row, deal.declarers) == ("zola", {2})


@pytest.mark.parametrize("said", [{}, {0: "call AC"}])
def test_mi8_mi12_schneider_against_the_holder_of_both(said: dict[int, str]) -> None:
    deal = play(WHOLE_DEALS["alone 30"], {**said, 1: "schneider"}, partner_schneider=True)
    assert (deal.row, deal.declarers) == ("schneider", {1, 2, 3})
    assert (deal.declarer_points, deal.declarer_tricks) == (90, 5)
    assert deal.units == only(9, 1, 2, 3)
    assert deal.called_ace is None  # an outbid call is void, so the ace is free


def test_mi8_schneider_is_for_the_announcers_side() -> None:
    with_queen = play(WHOLE_DEALS["90"], {1: "schneider", 2: "schneider"}, partner_schneider=True)
    assert (with_queen.declarers, with_queen.units) == ({0, 1}, only(9, 0, 1))
    without = play(WHOLE_DEALS["90"], {2: "schneider"}, partner_schneider=True)
    assert (without.declarers, without.declarer_points) == ({2, 3}, 30)
    assert without.units == only(15, 0, 1)


def test_mi13_a_silent_holder_of_both_plays_a_solo() -> None:
    deal = play(WHOLE_DEALS["alone 90"])
    assert (deal.row, deal.value) == ("silent solo", 12)
