"""The reference of two-trump Spitzer with a blind: SPV4, and the rules it shares, by hand."""

from __future__ import annotations

import pytest

from tests.reference.blind import REDEALS, BlindDeal, public_facts
from tests.reference.blind_deals import DEALS, BlindLine
from tests.reference.blind_options import (
    cards_each,
    complete_options,
    pack_of,
    read_deal,
    write_deal,
)
from tests.reference.spitzer import card_points, in_pack_order


def begin(line: BlindLine, **options: object) -> BlindDeal:
    """The deal of `line` before anybody has spoken."""
    table = {"players": line.players, "blind": line.blind}
    hands, blind = read_deal(line.deal, line.players, line.blind)
    return BlindDeal({**table, **options}, hands, blind, line.players - 1)


def play(name: str, **options: object) -> BlindDeal:
    """The deal of that name after all its cards, each trick checked against the line."""
    line = DEALS[name]
    deal = begin(line, **options)
    for action in line.actions:
        deal.apply(action)
    for number, trick in enumerate(line.tricks):
        assert deal.seat == trick.leader
        before = list(deal.points)
        for card in trick.cards:
            deal.apply(card)
        assert deal.takers[number] == trick.taker
        assert deal.points[trick.taker] - before[trick.taker] == trick.points
    assert deal.finished
    return deal


def against(picker: int, unit: int, players: int) -> list[int]:
    """Each opponent pays `unit` to the picker."""
    return [unit * (players - 1) if seat == picker else -unit for seat in range(players)]


@pytest.mark.parametrize(
    ("players", "blind", "each", "cards"),
    [(4, 2, 7, 30), (4, 4, 7, 32), (3, 2, 10, 32), (5, 2, 6, 32)],
)
def test_spv4_packs(players: int, blind: int, each: int, cards: int) -> None:
    assert cards_each(players, blind) == each
    pack = pack_of(players, blind)
    assert len(pack) == cards == players * each + blind
    assert card_points(pack) == 120
    assert ("7C" in pack, "7S" in pack) == (cards == 32, cards == 32)
    assert "7D" in pack
    assert "7H" in pack


@pytest.mark.parametrize(
    ("players", "blind"), [(4, 0), (5, 0), (3, 0), (3, 4), (5, 4), (4, 3), (6, 2)]
)
def test_spv4_no_other_pair(players: int, blind: int) -> None:
    with pytest.raises(ValueError, match="SPV4"):
        complete_options({"players": players, "blind": blind})


def test_spv4_eldest_speaks_first_and_a_pick_ends_it() -> None:
    deal = begin(DEALS["no trick, 21 buried"])
    assert (deal.phase, deal.seat, deal.legal()) == ("pick", 0, ["pass", "pick"])
    deal.apply("pass")
    deal.apply("pass")
    assert deal.sides() == [None] * 4
    deal.apply("pick")
    assert (deal.phase, deal.seat, deal.picker) == ("bury", 2, 2)
    assert deal.sides() == [False, False, True, False]


def test_spv4_the_picker_buries_one_card_an_action() -> None:
    line = DEALS["four buried aces, no trick"]
    deal = begin(line)
    for action in line.actions[:4]:
        deal.apply(action)
    held = in_pack_order(deal.dealt[3] + deal.blind)
    assert len(held) == 11
    for card in ("AC", "AS", "AH", "AD"):
        assert deal.seat == 3
        assert deal.legal() == held  # any card, of the blind too
        deal.apply(card)
        held.remove(card)
    assert (deal.phase, deal.seat) == ("play", 0)  # eldest leads
    assert deal.buried == ["AC", "AS", "AH", "AD"]
    assert len(deal.hands[3]) == 7
    assert deal.points == [0, 0, 0, 0]
    facts = public_facts(deal)  # what is buried shows neither as cards nor as points
    assert (facts["cards_buried"], facts["points"]) == (4, [0, 0, 0, 0])
    assert not set(facts) & {"buried", "blind", "hands", "counted"}


@pytest.mark.parametrize(
    ("name", "points", "unit"),
    [
        ("61", 61, 2),
        ("60 in 4 of 7 tricks", 60, -2),
        ("60 in 3 of 7 tricks", 60, -2),
        ("90", 90, 2),
        ("91", 91, 4),
        ("31", 31, -2),
        ("30", 30, -4),
        ("all 7 tricks", 120, 6),
        ("no trick, 21 buried", 21, -6),
        ("no trick, 11 buried by P0", 11, -6),
        ("four buried aces, no trick", 44, -4),  # Schwarz, but no Schneider
        ("both trumps buried", 86, 2),
        ("three, 60 in 5 of 10 tricks", 60, -2),
        ("three, 75", 75, 2),
        ("three, 28", 28, -4),
        ("five, 70", 70, 2),
        ("five, 40", 40, -2),
        ("five, all 6 tricks", 120, 6),
    ],
)
def test_spv4_the_picker_against_all(name: str, points: int, unit: int) -> None:
    deal = play(name)
    assert deal.trump_points == deal.counted[deal.picker] == points
    assert deal.multiplier == 2
    assert deal.units == against(deal.picker, unit, deal.players)
    buried = card_points(deal.buried)
    assert deal.counted[deal.picker] == deal.points[deal.picker] + buried
    assert sum(deal.counted) == 120


@pytest.mark.parametrize(
    ("name", "units"),
    [
        ("61", [-2, 6, -2, -2]),
        ("91", [-4, 12, -4, -4]),
        ("all 7 tricks", [-6, 18, -6, -6]),
        ("four buried aces, no trick", [4, 4, 4, -12]),
        ("three, 75", [-2, -2, 4]),
        ("three, 28", [4, 4, -8]),
        ("five, 70", [-2, -2, -2, -2, 8]),
        ("five, all 6 tricks", [24, -6, -6, -6, -6]),
    ],
)
def test_spv4_units_in_full(name: str, units: list[int]) -> None:
    assert play(name).units == units


def test_spv4_solo_and_double_spitzer_have_no_effect() -> None:
    for options in ({"solo": False}, {"double_spitzer": True}):
        assert play("all 7 tricks", **options).units == [-6, 18, -6, -6]
        assert begin(DEALS["61"], **options).legal() == ["pass", "pick"]


def test_spv4_whoever_holds_the_trumps_the_picker_is_alone() -> None:
    deal = play("both trumps buried")
    assert set(deal.buried) >= {"QC", "7D"}
    assert deal.units == [6, -2, -2, -2]


def test_sp14_the_tie_by_tricks() -> None:
    for name, unit in (("60 in 4 of 7 tricks", 2), ("60 in 3 of 7 tricks", -2)):
        deal = play(name, tie_60="most_tricks")
        assert deal.units == against(1, unit, 4)
    even = play("three, 60 in 5 of 10 tricks", tie_60="most_tricks")
    assert even.tricks[0] == 5  # not strictly more
    assert even.units == against(0, -2, 3)


def test_sp15_options() -> None:
    assert play("90", schneider_minimum=90).units == against(1, 4, 4)
    assert play("30", schneider_minimum=90).units == against(1, -4, 4)
    assert play("30", schneider_bonus=False).units == against(1, -2, 4)
    assert play("all 7 tricks", schneider_bonus=False).units == against(1, 4, 4)
    assert play("all 7 tricks", schwarz_bonus=False).units == against(1, 4, 4)
    assert play("four buried aces, no trick", schwarz_bonus=False).units == against(3, -2, 4)


@pytest.mark.parametrize(
    ("name", "units"),
    [
        ("leaster won with a trick", [3, -1, -1, -1]),
        ("leaster won without a trick", [6, -2, -2, -2]),
        ("leaster tied", [0, 0, 0, 0]),
        ("leaster lost by the blind", [-1, 3, -1, -1]),
        ("leaster of three", [-2, -2, 4]),
        ("leaster of five", [-2, -2, -2, 8, -2]),
        ("leaster of a four-card blind", [-1, 3, -1, -1]),
        ("leaster tied without tricks", [0, 0, 0, 0, 0]),
    ],
)
def test_spv4_leaster(name: str, units: list[int]) -> None:
    deal = play(name)
    assert deal.leaster
    assert deal.picker is None
    assert deal.sides() == [None] * deal.players
    assert deal.multiplier == 1
    assert deal.units == units
    gained = [after - before for before, after in zip(deal.points, deal.counted, strict=True)]
    expected = [0] * deal.players
    expected[deal.takers[-1]] = card_points(deal.blind)
    assert gained == expected  # the blind goes with the last trick


def test_spv4_the_blind_can_lose_a_leaster() -> None:
    deal = play("leaster lost by the blind")
    assert deal.points == [25, 21, 16, 46]
    assert deal.counted == [25, 21, 28, 46]
    assert deal.winner == 1


def pass_out(options: dict[str, object], redeals: int = 0) -> BlindDeal:
    """The deal "61" when everybody passes who may."""
    hands, blind = read_deal(DEALS["61"].deal, 4, 2)
    deal = BlindDeal(options, hands, blind, 3, redeals)
    while deal.phase == "pick":
        deal.apply(deal.legal()[0])
    return deal


def test_spv4_all_pass() -> None:
    leaster = pass_out({"all_pass": "leaster"})
    assert (leaster.leaster, leaster.phase, leaster.seat) == (True, "play", 0)
    redeal = pass_out({"all_pass": "redeal"})
    assert (redeal.redealt, redeal.finished, redeal.units) == (True, True, None)
    forced = pass_out({"all_pass": "dealer_picks"})
    assert (forced.picker, forced.phase) == (3, "bury")
    assert forced.spoken == [(0, "pass"), (1, "pass"), (2, "pass"), (3, "pick")]


def test_spv4_the_dealer_must_pick_after_ten_redeals() -> None:
    assert pass_out({"all_pass": "redeal"}, 9).redealt
    assert pass_out({"all_pass": "redeal"}, REDEALS).picker == 3
    assert pass_out({"all_pass": "leaster"}, REDEALS).leaster


def led_to(trump: str, **options: object) -> BlindDeal:
    """P0 leads `trump`; P1, who is to act, holds the other and AD."""
    other = "7D" if trump == "QC" else "QC"
    pack = [card for card in pack_of(4, 2) if card not in (trump, other, "AD")]
    hands = [[trump, *pack[:6]], [other, "AD", *pack[6:11]], pack[11:18], pack[18:25]]
    deal = BlindDeal(options, hands, pack[25:], 3)
    while deal.phase == "pick":
        deal.apply("pass")
    deal.apply(trump)
    return deal


@pytest.mark.parametrize(("trump", "other"), [("QC", "7D"), ("7D", "QC")])
def test_sp12_a_trump_led(trump: str, other: str) -> None:
    assert led_to(trump).legal() == [other]
    assert len(led_to(trump, trump_lead_must_follow=False).legal()) == 7


def test_voids_are_proven_by_not_following() -> None:
    assert play("61").voids == [{"S", "D"}, {"D"}, {"D"}, {"S", "H"}]
    for follow, void in ((True, {"trump"}), (False, set())):  # SP12
        deal = led_to("QC", trump_lead_must_follow=follow)
        deal.apply("7D")
        deal.apply(deal.legal()[0])
        assert deal.voids == [set(), set(), void, set()]


@pytest.mark.parametrize(
    ("revoke", "units"), [("lose_deal", [1, -3, 1, 1]), ("fine_4", [0, -4, 0, 0])]
)
def test_sp18_a_revoke_in_a_leaster(revoke: str, units: list[int]) -> None:
    deal = led_to("QC", revoke=revoke)
    assert len(deal.legal()) == 7
    deal.apply("AD")
    assert (deal.finished, deal.revoker) == (True, 1)
    assert deal.units == units
    assert deal.winner is None


@pytest.mark.parametrize(
    ("picker", "options", "units"),
    [
        (1, {}, [4, -12, 4, 4]),
        (1, {"schneider_bonus": False}, [2, -6, 2, 2]),
        (2, {}, [-4, -4, 12, -4]),
        (2, {"double_spitzer": True}, [-4, -4, 12, -4]),
        (2, {"schneider_bonus": False}, [-2, -2, 6, -2]),
    ],
)
def test_sp18_lose_deal_with_a_picker(
    picker: int, options: dict[str, object], units: list[int]
) -> None:
    line = DEALS["61"]
    deal = begin(line, revoke="lose_deal", **options)
    while deal.phase == "pick":
        deal.apply("pick" if deal.seat == picker else "pass")
    while deal.phase == "bury":
        deal.apply(deal.legal()[-1])
    deal.apply("9S")
    assert deal.lawful() == (["AS"] if picker == 2 else ["AS", "QS", "TS"])
    deal.apply("AC")
    assert (deal.revoker, deal.won) == (1, picker != 1)
    assert deal.trump_points == (120 if picker == 2 else 0)
    assert (deal.schwarz, deal.multiplier) == (False, 2)
    assert deal.units == units


def test_sp18_a_forbidden_card_changes_nothing() -> None:
    deal = led_to("QC")
    before = deal.seat, deal.legal(), list(deal.history), list(deal.points)
    for action in ("AD", "pick", "KC"):
        with pytest.raises(ValueError, match=f"seat 1 may not {action}"):
            deal.apply(action)
    assert (deal.seat, deal.legal(), deal.history, deal.points) == before


@pytest.mark.parametrize(
    ("fault", "there", "here"),
    [
        ("a card twice", "9C", "8C"),
        ("a card that is left out", "9C", "7C"),
        ("six cards", "9C ", ""),
        ("a blind of one", "QS TS", "QS"),
        ("three hands", " | KS JS 8S AH KH JD 7D", ""),
    ],
)
def test_sp7_a_wrong_deal_is_refused(fault: str, there: str, here: str) -> None:
    hands, blind = read_deal(DEALS["61"].deal.replace(there, here, 1), 4, 2)
    with pytest.raises(ValueError, match=r"SP[67]"):
        BlindDeal({}, hands, blind, 3)


def test_deal_text() -> None:
    for line in DEALS.values():
        hands, blind = read_deal(line.deal, line.players, line.blind)
        assert write_deal(hands, blind) == line.deal
        short = line.deal.split(" | blind")[0]
        assert read_deal(short, line.players, line.blind) == (hands, in_pack_order(blind))
    with pytest.raises(ValueError, match="no stock"):
        read_deal("AC | KC | stock: QC", 4, 2)
