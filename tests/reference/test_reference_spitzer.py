"""The reference game on every worked case of the rules page, and on rules that no case shows."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from tests.reference.spitzer import (
    PACK,
    ReferenceDeal,
    ReferenceMatch,
    beats,
    card_points,
    complete_options,
    group,
    in_pack_order,
    read_hands,
    write_hands,
)
from tests.reference.spitzer_deals import (
    DEALER,
    FIRST_TRICKS,
    SITUATIONS,
    SP_G1,
    WHOLE_DEALS,
    PlayedDeal,
)


def announce(deal: ReferenceDeal, solo: bool = False) -> None:
    """Let everybody speak: "solo" from the seat that may, if `solo`."""
    while deal.phase == "announce":
        deal.apply("solo" if solo and "solo" in deal.legal() else "pass")


def play(line: PlayedDeal, solo: bool = False, **options: object) -> ReferenceDeal:
    """The deal of `line` after all its cards, each trick checked against the line."""
    deal = ReferenceDeal(options, read_hands(line.deal), DEALER)
    announce(deal, solo)
    for number, trick in enumerate(line.tricks):
        assert deal.seat == trick.leader
        before = list(deal.points)
        for card in trick.cards:
            deal.apply(card)
        if trick.taker is not None:
            assert deal.takers[number] == trick.taker
            assert deal.points[trick.taker] - before[trick.taker] == trick.points
    return deal


@pytest.mark.parametrize(
    ("case", "options", "lawful"),
    [
        ("SP-1", {}, "KC 7C"),
        ("SP-2", {}, "QC 9S AH TH"),
        ("SP-3", {}, "8D"),
        ("SP-4", {}, "8S KH 7D"),
        ("SP-5", {}, "7D"),
        ("SP-5", {"trump_lead_must_follow": False}, "KC AD 7D"),
        ("SP-6", {}, "AC KC TD"),
    ],
)
def test_cases_of_following(case: str, options: dict[str, object], lawful: str) -> None:
    deal = play(SITUATIONS[case], **options)
    assert deal.seat == 1
    assert deal.lawful() == lawful.split()
    assert deal.legal() == lawful.split()


@pytest.mark.parametrize(
    ("case", "cards", "taker", "points"),
    [
        ("SP-7", "TS AS 7D QC", 3, 24),
        ("SP-8", "KH TH AC QH", 1, 28),
        ("SP-9", "7D AD KH 9C", 0, 15),
        ("SP-10", "QH KH JH 9H", 1, 9),
    ],
)
def test_cases_of_taking(case: str, cards: str, taker: int, points: int) -> None:
    assert FIRST_TRICKS[case].cards == cards.split()
    deal = play(FIRST_TRICKS[case])
    assert deal.takers == [taker]
    assert deal.points[taker] == points == sum(deal.points)
    assert deal.tricks[taker] == 1
    assert deal.seat == taker


@pytest.mark.parametrize(
    ("line", "trump_points", "units"),
    [
        ("61", 61, [1, -1, 1, -1]),
        ("60 in 4 tricks", 60, [-1, 1, -1, 1]),
        ("90", 90, [1, -1, 1, -1]),
        ("91", 91, [2, -2, 2, -2]),
        ("31", 31, [-1, 1, -1, 1]),
        ("30", 30, [-2, 2, -2, 2]),
        ("120 in 7 tricks", 120, [2, -2, 2, -2]),
        ("120 in 8 tricks", 120, [3, -3, 3, -3]),
    ],
)
def test_cases_sp_11_to_sp_13(line: str, trump_points: int, units: list[int]) -> None:
    deal = play(WHOLE_DEALS[line])
    assert deal.finished
    assert deal.trump_side == [True, False, True, False]
    assert deal.trump_points == trump_points
    assert deal.units == units


@pytest.mark.parametrize(
    ("line", "solo", "units"),
    [
        ("alone 75", False, [-1, 3, -1, -1]),  # SP-14
        ("alone 55", False, [1, -3, 1, 1]),
        ("alone 61", True, [-2, 6, -2, -2]),  # SP-15
        ("alone 60", True, [2, -6, 2, 2]),
        ("alone 91", True, [-4, 12, -4, -4]),
        ("alone 28", True, [4, -12, 4, 4]),
        ("alone all 8 tricks", True, [-6, 18, -6, -6]),
    ],
)
def test_cases_sp_14_and_sp_15(line: str, solo: bool, units: list[int]) -> None:
    deal = play(WHOLE_DEALS[line], solo)
    assert deal.trump_side == [False, True, False, False]
    assert deal.solo_seat == (1 if solo else None)
    assert deal.units == units


@pytest.mark.parametrize(
    ("line", "units"), [("95", [1, -1, 1, -1]), ("120 in 8 tricks", [2, -2, 2, -2])]
)
def test_case_sp_16(line: str, units: list[int]) -> None:
    assert play(WHOLE_DEALS[line], schneider_bonus=False).units == units


@pytest.mark.parametrize(
    ("line", "units"),
    [
        ("alone 95", [-8, 24, -8, -8]),
        ("alone all 8 tricks", [-12, 36, -12, -12]),
        ("alone 70", [-2, 6, -2, -2]),
    ],
)
def test_case_sp_17(line: str, units: list[int]) -> None:
    assert play(WHOLE_DEALS[line], True, double_spitzer=True).units == units


def test_case_sp_18() -> None:
    deal = ReferenceDeal({"revoke": "lose_deal"}, read_hands(SP_G1.deal), DEALER)
    announce(deal)
    deal.apply("8D")
    assert "KC" in deal.legal()
    assert "KC" not in deal.lawful()
    deal.apply("KC")  # P1 holds JD; the trump side is P0 and P1
    assert deal.finished
    assert deal.units == [-2, -2, 2, 2]


def test_case_sp_g1() -> None:
    deal = play(SP_G1)
    assert deal.finished
    assert deal.points == [40, 20, 44, 16]
    assert deal.trump_points == 60
    assert deal.units == [-1, -1, 1, 1]


def test_sp2_to_sp5_the_pack_the_trumps_the_order_and_the_points() -> None:
    assert len(PACK) == len(set(PACK)) == 32
    assert (PACK[0], PACK[3], PACK[31]) == ("AC", "JC", "7D")
    assert [card for card in PACK if group(card) == "trump"] == ["QC", "7D"]
    assert [sum(group(card) == suit for card in PACK) for suit in "CSHD"] == [7, 8, 8, 7]
    hearts = ["AH", "TH", "KH", "QH", "JH", "9H", "8H", "7H"]
    for high, low in pairwise(hearts):
        assert beats(high, low)
        assert not beats(low, high)
    assert beats("QC", "7D")
    assert not beats("7D", "QC")
    assert beats("7D", "AD")
    assert not beats("AC", "7S")
    assert card_points(PACK) == 120
    assert card_points(["QC", "7D"]) == 3


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("a card twice", SP_G1.deal.replace("QC", "TC")),
        ("an unknown card", SP_G1.deal.replace("QC", "6C")),
        ("seven cards", SP_G1.deal.replace("QC ", "")),
        ("three hands", " | ".join(SP_G1.deal.split(" | ")[:3])),
    ],
)
def test_sp7_a_wrong_deal_is_refused(fault: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"SP[67]|is not in list"):
        ReferenceDeal({}, read_hands(text), DEALER)


def test_sp9_each_seat_speaks_once_from_eldest() -> None:
    hands = read_hands(WHOLE_DEALS["alone 75"].deal)
    deal = ReferenceDeal({}, hands, 1)
    spoken = []
    while deal.phase == "announce":
        spoken.append((deal.seat, deal.legal()))
        deal.apply(deal.legal()[-1])
    assert spoken == [(2, ["pass"]), (3, ["pass"]), (0, ["pass"]), (1, ["pass", "solo"])]
    assert deal.solo_seat == 1
    assert deal.seat == 2  # SP10


def test_spv1_without_solo_nobody_speaks() -> None:
    deal = ReferenceDeal({"solo": False}, read_hands(SP_G1.deal), DEALER)
    assert deal.phase == "play"
    assert len(deal.legal()) == 8


@pytest.mark.parametrize(
    ("line", "units"),
    [
        ("60 in 5 tricks", [1, -1, 1, -1]),
        ("60 in 4 tricks", [-1, 1, -1, 1]),
        ("60 in 3 tricks", [-1, 1, -1, 1]),
    ],
)
def test_sp14_the_tie_by_tricks(line: str, units: list[int]) -> None:
    assert play(WHOLE_DEALS[line], tie_60="most_tricks").units == units
    assert play(WHOLE_DEALS[line]).units == [-1, 1, -1, 1]


def test_sp15_options() -> None:
    assert play(WHOLE_DEALS["90"], schneider_minimum=90).units == [2, -2, 2, -2]
    assert play(WHOLE_DEALS["31"], schneider_minimum=90).units == [-1, 1, -1, 1]
    assert play(WHOLE_DEALS["30"], schneider_minimum=90).units == [-2, 2, -2, 2]
    assert play(WHOLE_DEALS["120 in 8 tricks"], schwarz_bonus=False).units == [2, -2, 2, -2]
    neither = {"schwarz_bonus": False, "schneider_bonus": False}
    assert play(WHOLE_DEALS["120 in 8 tricks"], **neither).units == [1, -1, 1, -1]


def revoke_in_sp_5(solo: bool = False, **options: object) -> ReferenceDeal:
    """P1 keeps 7D back when P0 leads QC: the whole trump side is P0 and P1."""
    deal = play(SITUATIONS["SP-5"], solo, **options)
    deal.apply("KC")
    return deal


def test_sp18_lose_deal() -> None:
    deal = revoke_in_sp_5(revoke="lose_deal")
    assert deal.revoker == 1
    assert deal.trump_points == 0
    assert deal.units == [-2, -2, 2, 2]
    assert revoke_in_sp_5(revoke="lose_deal", schneider_bonus=False).units == [-1, -1, 1, 1]


def test_sp18_lose_deal_by_a_defender_of_a_solo() -> None:
    for double, units in ((False, [-4, 12, -4, -4]), (True, [-8, 24, -8, -8])):
        options = {"revoke": "lose_deal", "double_spitzer": double}
        deal = ReferenceDeal(options, read_hands(WHOLE_DEALS["alone 75"].deal), DEALER)
        announce(deal, solo=True)
        deal.apply("JS")
        deal.apply("TS")
        deal.apply("JC")  # P2 holds KS and QS
        assert deal.trump_points == 120
        assert deal.units == units


def test_sp18_fine_4() -> None:
    deal = revoke_in_sp_5(revoke="fine_4")
    assert deal.finished
    assert deal.units == [0, -4, 0, 0]


def test_sp18_a_forbidden_card_changes_nothing() -> None:
    deal = play(SITUATIONS["SP-5"])
    before = deal.seat, deal.legal(), list(deal.history), list(deal.points)
    with pytest.raises(ValueError, match="seat 1 may not KC"):
        deal.apply("KC")
    assert (deal.seat, deal.legal(), deal.history, deal.points) == before


def give_out(dealer: int, players: int, seed: int) -> list[list[str]]:
    """Random hands, none for the dealer of five."""
    pack = random.Random(seed).sample(PACK, 32)
    seats = [seat for seat in range(players) if players == 4 or seat != dealer]
    hands: list[list[str]] = [[] for _ in range(players)]
    for place, seat in enumerate(seats):
        hands[seat] = in_pack_order(pack[8 * place : 8 * place + 8])
    return hands


def scripted_match(
    results: list[list[int]], dealer: int = 0, max_deals: int = 500, **options: object
) -> ReferenceMatch:
    """A match whose deals end with the units of `results`, for as many deals as it takes."""
    match = ReferenceMatch(options, dealer, max_deals)
    for number, units in enumerate(results):
        assert not match.finished
        deal = match.start(give_out(match.dealer, match.players, number))
        deal.finished, deal.units = True, units
        match._count(units)
    return match


WIN = [1, 1, -1, -1]
LOSE = [-1, -1, 1, 1]
CHANGE = [1, -1, 1, -1]


def test_sp19_twelve_deals_highest_total_wins() -> None:
    match = scripted_match([WIN] * 11 + [CHANGE])
    assert match.finished
    assert match.deals_played == 12
    assert match.totals == [12, 10, -10, -12]
    assert match.winners == [0]
    assert not scripted_match([WIN] * 11).finished
    assert scripted_match([[3, -1, -1, -1]] * 16, deals=16).winners == [0]


def test_sp19_score_limit() -> None:
    limited = scripted_match([[3, -1, -1, -1]] * 2, score_limit=6)
    assert limited.finished
    assert limited.winners == [0]
    assert not scripted_match([[3, -1, -1, -1]] * 2, score_limit=7).finished
    assert scripted_match([[3, -1, -1, -1]] * 12, score_limit=1000).finished


def test_sp20_only_the_tied_seats_can_win() -> None:
    tied = scripted_match([WIN] * 2, deals=2)
    assert not tied.finished
    assert tied.contenders == [0, 1]
    # P2 passes both in the extra deal and still cannot win.
    over = scripted_match([*[WIN] * 2, [-6, -2, 18, -10]], deals=2)
    assert over.totals == [-4, 0, 16, -12]
    assert over.winners == [1]


def test_sp20_seats_no_longer_tied_drop_out() -> None:
    three = scripted_match([[1, 1, 1, -3]], deals=1)
    assert three.contenders == [0, 1, 2]
    two = scripted_match([[1, 1, 1, -3], WIN], deals=1)
    assert two.contenders == [0, 1]
    one = scripted_match([[1, 1, 1, -3], WIN, [-1, 1, 3, -3]], deals=1)
    assert one.totals == [1, 3, 3, -7]
    assert one.winners == [1]


def test_sp20_ten_extra_deals_at_most() -> None:
    extra = [WIN, LOSE] * 5
    assert not scripted_match([WIN, *extra[:9]], deals=1).finished
    match = scripted_match([WIN, *extra], deals=1)
    assert match.finished
    assert match.extra_deals == 10
    assert match.winners == [0, 1]


def test_sp20_a_tie_at_the_score_limit() -> None:
    match = scripted_match([WIN] * 3, score_limit=3)
    assert not match.finished
    assert match.contenders == [0, 1]


def test_a_match_ends_after_max_deals() -> None:
    match = scripted_match([WIN] * 3, deals=12, max_deals=3)
    assert match.finished
    assert match.winners == [0, 1]


def test_sp6_the_deal_passes_clockwise() -> None:
    assert [scripted_match([WIN] * number, dealer=2).dealer for number in range(4)] == [2, 3, 0, 1]


def test_spv5_the_next_dealer() -> None:
    match = scripted_match([[3, -1, -1, -1]] * 12, dealer=3)
    assert match.dealer == 2
    assert match.next_dealer() == 3
    # P1, P2 and P3 are lowest; from the left of P2 the first of them is P3, left of him P0.
    left = scripted_match([[3, -1, -1, -1]] * 12, dealer=3, next_dealer="left_of_loser")
    assert left.next_dealer() == 0
    # From the left of P3: P0 is not lowest, P1 is.
    left = scripted_match([[3, -1, -1, -1]] * 12, dealer=0, next_dealer="left_of_loser")
    assert left.dealer == 3
    assert left.next_dealer() == 2


def test_spv6_the_dealer_of_five_sits_out() -> None:
    five = read_hands(SP_G1.deal)
    hands = [*five[:2], [], *five[2:]]
    deal = ReferenceDeal({"players": 5}, hands, 2)
    order = []
    while deal.phase == "announce":
        order.append(deal.seat)
        deal.apply("pass")
    assert order == [3, 4, 0, 1]
    assert deal.seat == 3
    while not deal.finished:
        assert deal.seat != 2
        deal.apply(deal.legal()[0])
    assert deal.trump_side == [True, True, False, False, False]
    assert deal.units[2] == deal.points[2] == deal.tricks[2] == 0
    assert sum(deal.units) == 0
    with pytest.raises(ValueError, match="SP7: seat 2"):
        ReferenceDeal({"players": 5}, hands, 3)


def test_spv6_deals_are_a_multiple_of_five() -> None:
    assert ReferenceMatch({"players": 5}, 0).deals == 15
    with pytest.raises(ValueError, match="SPV6"):
        ReferenceMatch({"players": 5, "deals": 12}, 0)


def test_unknown_option_and_text_round_trip() -> None:
    with pytest.raises(ValueError, match="unknown option blind"):
        complete_options({"blind": 2})
    assert write_hands(read_hands(SP_G1.deal)) == SP_G1.deal
    with pytest.raises(ValueError, match="no deal is due"):
        scripted_match([WIN, CHANGE], deals=2).start(read_hands(SP_G1.deal))


@pytest.mark.parametrize("players", [4, 5])
def test_random_matches_end_by_the_rules(players: int) -> None:
    chance = random.Random(players)
    for seed in range(4):
        match = ReferenceMatch({"players": players, "deals": 5}, seed)
        while not match.finished:
            deal = match.start(give_out(match.dealer, players, chance.randrange(10**6)))
            while not deal.finished:
                match.apply(chance.choice(deal.legal()))
            assert sum(deal.points) == 120
            assert sum(deal.units) == 0
        assert sum(match.totals) == 0
        assert match.deals_played == 5 + match.extra_deals
        assert all(match.totals[seat] == match.totals[match.winners[0]] for seat in match.winners)
