"""The table, the auction, the discards and the play of Smear, worked by hand (SM1-SM9, SM14)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.reference.smear import ReferenceDeal
from tests.reference.smear_cards import (
    ACTIONS,
    ALL_CARDS,
    beats,
    game_value,
    group,
    pack,
    protected,
    read_deal,
    trumps,
    write_deal,
)
from tests.reference.smear_deals import SITUATIONS, SM_8, SM_G1, TAKING, WHOLE_DEALS
from tests.reference.smear_match import ReferenceEpisode, ReferenceMatch
from tests.reference.smear_options import (
    all_rules,
    complete_options,
    draw_options,
    highest_bid,
)
from tests.reference.smear_random import choose, random_cards, random_deal
from tests.reference.smear_table import act, deal_of, hands_with, listed, pitched

SHAPES = [(3, 0), (4, 0), (4, 2), (5, 0), (6, 0), (6, 2), (6, 3), (8, 0), (8, 2), (8, 4)]


# SM1 to SM4: the table


def test_sm1_the_shapes_of_the_table() -> None:
    told = [tuple(shape.values()) for shape in all_rules()]
    assert len(set(told)) == len(told) == 49
    assert sorted({shape[:2] for shape in told}) == SHAPES
    usual = [complete_options({"players": players})["teams"] for players in (3, 4, 5, 6, 8)]
    assert usual == [0, 2, 0, 2, 2]
    nine_card = {shape[:2] for shape in told if shape[2] == "nine_card"}
    assert nine_card == {(3, 0), (4, 0), (4, 2), (5, 0)}
    five_point = {shape[:2] for shape in told if shape[2] == "five_point"}
    assert five_point == {(4, 2), (6, 2), (6, 3), (8, 2), (8, 4)}


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"player": 4}, "player"),
        ({"players": 7}, "players"),
        ({"players": 5, "teams": 2}, "SM1"),
        ({"players": 4, "teams": 4}, "SM1"),
        ({"players": 6, "cards_dealt": 8}, "SM4"),
        ({"players": 5, "cards_dealt": 8, "variant": "nine_card"}, "SM4"),
        ({"players": 6, "variant": "nine_card"}, "SMV1"),
        ({"jokers": 0}, "SMV3"),
        ({"players": 5, "variant": "five_point"}, "SMV4"),
        ({"players": 4, "teams": 0, "variant": "five_point"}, "SMV4"),
    ],
)
def test_options_that_contradict_each_other(options: dict[str, Any], rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        complete_options(options)


def test_every_drawn_combination_is_allowed() -> None:
    chance = random.Random(1)
    drawn = [complete_options(draw_options(chance, shape)) for shape in all_rules() for _ in "1234"]
    assert {options["cards_dealt"] for options in drawn} == {None, 8}
    assert {options["floor"] for options in drawn} == {None, -21}
    assert {options["target"] for options in drawn} == {11, 21, 52}


@pytest.mark.parametrize(
    ("options", "order"),
    [
        ({}, "AH KH QH JH JD BJ LJ TH 9H 8H 7H 6H 5H 4H 3H 2H"),
        ({"joker_rank": "around_jick"}, "AH KH QH JH BJ JD LJ TH 9H 8H 7H 6H 5H 4H 3H 2H"),
        ({"variant": "no_jick"}, "AH KH QH JH BJ LJ TH 9H 8H 7H 6H 5H 4H 3H 2H"),
        (
            {"variant": "no_jick", "joker_rank": "around_jick"},
            "AH KH QH JH BJ LJ TH 9H 8H 7H 6H 5H 4H 3H 2H",
        ),
        ({"variant": "no_jick", "jokers": 0}, "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"),
        ({"variant": "five_point"}, "AH KH QH JH BJ TH 9H 8H 7H 6H 5H 4H 3H 2H"),
    ],
)
def test_sm2_smv3_smv4_smv6_the_trumps(options: dict[str, Any], order: str) -> None:
    complete = complete_options(options)
    assert trumps(complete, "H") == order.split()
    high_to_low = [*order.split(), "AC"]
    for place, card in enumerate(high_to_low):
        assert [beats(complete, "H", card, other) for other in high_to_low] == [
            place < other for other in range(len(high_to_low))
        ]
    assert len([card for card in pack(complete) if group(complete, "H", card) == "D"]) == (
        12 if "JD" in order else 13
    )


def test_sm2_plain_cards_and_the_jick_of_each_suit() -> None:
    options = complete_options({})
    assert beats(options, "S", "TH", "9H")
    assert not beats(options, "S", "AH", "9D")
    assert [trumps(options, suit)[4] for suit in "CSHD"] == ["JS", "JC", "JD", "JH"]


def test_sm3_the_pack_and_its_game_value() -> None:
    assert len(ALL_CARDS) == len(set(ALL_CARDS)) == 54
    assert (ALL_CARDS[0], ALL_CARDS[13], ALL_CARDS[51:]) == ("AC", "AS", ["2D", "BJ", "LJ"])
    assert game_value(ALL_CARDS) == 80
    assert len(ACTIONS) == 70
    named = [ACTIONS[number] for number in (54, 55, 65, 66, 69)]
    assert named == ["pass", "bid 2", "bid 12", "trump C", "trump D"]


@pytest.mark.parametrize(
    ("options", "size", "left"),
    [
        ({"players": 3}, 10, 24),
        ({"players": 4}, 10, 14),
        ({"players": 5}, 10, 4),
        ({"players": 5, "cards_dealt": 8}, 8, 14),
        ({"players": 6}, 8, 6),
        ({"players": 8}, 6, 6),
        ({"players": 8, "variant": "five_point"}, 6, 5),
        ({"players": 5, "variant": "no_jick", "jokers": 0}, 10, 2),
        ({"players": 5, "variant": "nine_card"}, 9, 9),
    ],
)
def test_sm4_the_hands(options: dict[str, Any], size: int, left: int) -> None:
    deal = random_deal(random.Random(4), options, dealer=0)
    assert deal.cards_held == [size] * options["players"]
    assert len(deal.stock) == left
    assert deal.seat == 1


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("a card twice", SM_G1.deal.replace("5C", "3C")),
        ("an unknown card", SM_G1.deal.replace("5C", "1C")),
        ("nine cards", SM_G1.deal.replace("5C ", "")),
        ("three hands", " | ".join(SM_G1.deal.split(" | ")[:3])),
        ("a stock that is not all the rest", SM_G1.deal + " | stock: AS QS"),
        ("a widow without its variant", SM_G1.deal + " | widow: AS QS 2S 5S"),
    ],
)
def test_sm4_a_wrong_deal_is_refused(fault: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"SM[124]|SMV2"):
        ReferenceDeal.from_text({}, text, 3)


def test_piles_that_are_not_told_are_the_rest_in_pack_order() -> None:
    options = {"variant": "widow"}
    cards = random_cards(random.Random(2), options)
    deal = ReferenceDeal(options, cards.hands, 0)
    held = {card for hand in cards.hands for card in hand}
    rest = [card for card in ALL_CARDS if card not in held]
    assert (deal.widow, deal.stock) == (rest[:4], rest[4:])
    told = ReferenceDeal(options, cards.hands, 0, widow=rest[3:7])
    assert told.stock == rest[:3] + rest[7:]
    assert read_deal(cards.text) == (cards.hands, cards.widow, cards.stock)
    assert read_deal(write_deal(cards.hands)) == (cards.hands, None, None)


# SM5, SM6: the auction


def test_sm5_each_seat_speaks_once_from_eldest() -> None:
    deal = random_deal(random.Random(5), {}, dealer=1)
    order = []
    for action in ("bid 2", "pass", "bid 5", "bid 6"):
        order.append(deal.seat)
        deal.apply(action)
    assert order == [2, 3, 0, 1]
    assert deal.bids == [5, 6, 2, 0]
    assert (deal.pitcher, deal.bid, deal.phase, deal.seat) == (1, 6, "trump", 1)
    assert not deal.forced


def test_sm5_the_dealer_still_chooses_when_all_have_passed() -> None:
    deal = random_deal(random.Random(5), {}, dealer=3)
    act(deal, "pass", "pass", "pass")
    assert deal.legal() == ["pass", *(f"bid {number}" for number in range(2, 11))]
    deal.apply("bid 4")
    assert (deal.pitcher, deal.bid, deal.forced) == (3, 4, False)


@pytest.mark.parametrize(
    ("options", "highest"),
    [
        ({}, 10),
        ({"variant": "nine_card"}, 10),
        ({"variant": "widow"}, 12),
        ({"variant": "no_jick"}, 6),
        ({"variant": "no_jick", "jokers": 0}, 4),
        ({"variant": "five_point"}, 5),
    ],
)
def test_sm5_smv_the_highest_bid(options: dict[str, Any], highest: int) -> None:
    deal = random_deal(random.Random(5), options, dealer=0)
    assert highest_bid(complete_options(options)) == highest
    assert deal.legal() == ["pass", *(f"bid {number}" for number in range(2, highest + 1))]


def test_sm5_redeal() -> None:
    deal = random_deal(random.Random(5), {"all_pass": "redeal"}, dealer=2)
    act(deal, "pass", "pass", "pass", "pass")
    assert deal.finished
    assert deal.redeal
    assert (deal.units, deal.pitcher, deal.seat, deal.legal()) == (None, None, None, [])


def test_sm5_after_ten_redeals_the_dealer_pitches_at_2() -> None:
    chance = random.Random(10)
    episode = ReferenceEpisode({"all_pass": "redeal"}, dealer=2)
    for number in range(11):
        assert episode.due
        deal = episode.start(*random_cards(chance, episode.options))
        assert deal.dealer == 2
        assert episode.deal_number == number
        act(deal, "pass", "pass", "pass")
        assert "bid 2" in deal.legal()
        episode.apply("pass")
        assert deal.redeal == (number < 10)
    assert (deal.phase, deal.pitcher, deal.bid, deal.forced) == ("trump", 2, 2, True)
    assert episode.redeals == 10
    while not episode.finished:
        episode.apply(choose(chance, deal))
    assert episode.redeals == 0


def test_sm5_redeals_of_a_match_keep_the_dealer_and_do_not_count() -> None:
    chance = random.Random(11)
    match = ReferenceMatch({"all_pass": "redeal"}, dealer=3)
    for _ in range(2):
        match.start(*random_cards(chance, match.options))
        for _ in range(4):
            match.apply("pass")
    assert (match.dealer, match.deals_played, match.redeals) == (3, 0, 2)
    match.start(*random_cards(chance, match.options))
    match.apply("bid 2")
    while not match.due:
        match.apply("pass" if match.deal.phase == "auction" else choose(chance, match.deal))
    assert (match.dealer, match.deals_played, match.redeals) == (0, 1, 0)
    assert match.deal_number == 2


@pytest.mark.parametrize(
    ("options", "hand", "suits"),
    [
        ({}, "AC JC 9H 8H 7H 6H 5H 4H 3H 2H", "CSH"),
        ({}, "AC KC 9H 8H 7H 6H 5H 4H 3H 2H", "CH"),
        ({}, "AC KC QC TC 9C 8C 7C 6C 5C LJ", "CSHD"),
        ({"variant": "no_jick"}, "AC JC 9H 8H 7H 6H 5H 4H 3H 2H", "CH"),
        ({"variant": "no_jick"}, "AC KC QC TC 9C 8C 7C 6C 5C BJ", "CSHD"),
        ({"variant": "five_point"}, "AC JC QC TC 9C 8C 7C 6C 5C BJ", "CSHD"),
        ({"variant": "five_point"}, "AC JC QC TC 9C 8C 7C 6C 5C 4C", "C"),
    ],
)
def test_sm6_a_suit_in_which_the_pitcher_has_a_trump(
    options: dict[str, Any], hand: str, suits: str
) -> None:
    deal = ReferenceDeal(options, hands_with(options, {0: hand}), dealer=3)
    act(deal, "bid 2", "pass", "pass", "pass")
    assert deal.legal() == [f"trump {suit}" for suit in suits]


def test_sm6_sm8_a_pitcher_with_only_a_joker_leads_it() -> None:
    clubs = "AC KC QC TC 9C 8C 7C 6C 5C LJ"
    deal = pitched({}, {0: clubs}, trump="D")
    act(deal, *listed("AC KC QC TC"))
    while deal.phase == "discard":
        deal.apply(deal.legal()[0])
    assert deal.legal() == ["LJ"]


# SM7: the discards


def test_sm7_the_pitcher_first_then_clockwise_a_seat_at_a_time() -> None:
    deal = random_deal(random.Random(7), {}, dealer=0)
    act(deal, "pass", "bid 2", "pass", "pass")
    deal.apply(deal.legal()[0])
    order = []
    while deal.phase == "discard":
        order.append(deal.seat)
        deal.apply(deal.legal()[-1])
    assert order == [2] * 4 + [3] * 4 + [0] * 4 + [1] * 4
    assert deal.cards_held == [6] * 4
    assert [len(cards) for cards in deal.discards] == [4] * 4
    assert (deal.phase, deal.seat) == ("play", 2)


def test_sm7_eight_players_have_nothing_to_discard() -> None:
    deal = random_deal(random.Random(7), {"players": 8}, dealer=7)
    act(deal, "bid 2", *["pass"] * 7)
    deal.apply(deal.legal()[0])
    assert (deal.phase, deal.seat) == ("play", 0)


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, "AS JS JC BJ LJ 3S 2S"),
        ({"high": "highest_played"}, "AS JS JC BJ LJ 3S 2S"),
        ({"variant": "nine_card"}, "AS JS JC BJ LJ 3S 2S"),
        ({"variant": "widow"}, "AS JS JC BJ LJ 3S 2S"),
        ({"variant": "no_jick"}, "AS JS BJ LJ 2S"),
        ({"variant": "no_jick", "jokers": 0}, "AS JS 2S"),
        ({"variant": "five_point"}, "AS JS BJ 2S"),
    ],
)
def test_sm7_protected_trumps(options: dict[str, Any], kept: str) -> None:
    assert set(protected(complete_options(options), "S")) == set(kept.split())


def test_sm7_a_trump_goes_after_all_plain_cards() -> None:
    hand = "AS KS 9S 8S JC BJ 3S TH TD AH"
    deal = pitched({}, {0: hand})
    assert deal.legal() == listed("AH TH TD")
    act(deal, *listed("TH AH TD"))
    assert deal.legal() == listed("KS 9S 8S")
    with pytest.raises(ValueError, match="seat 0 may not AS"):
        deal.apply("AS")


def test_sm7_without_jick_the_3_goes_like_any_trump() -> None:
    options = {"variant": "no_jick"}
    hand = "AS JS BJ LJ 3S 2S JC KS TH TD"
    deal = pitched(options, {0: hand})
    assert deal.legal() == listed("JC TH TD")
    act(deal, *listed("JC TH TD"))
    assert deal.legal() == listed("KS 3S")


def test_sm7_free_discard_but_the_pitcher_keeps_his_last_trump() -> None:
    options = {"free_discard": True}
    hands = {0: "AS 4S TH 9H 8H 7H 6H 5H 4H 3H", 1: "KS TD 9D 8D 7D 6D 5D 4D 3D 2D"}
    deal = pitched(options, hands)
    assert set(deal.legal()) == set(deal.hands[0])
    deal.apply("AS")
    assert set(deal.legal()) == set(listed("TH 9H 8H 7H 6H 5H 4H 3H"))
    act(deal, *listed("TH 9H 8H"))
    assert deal.seat == 1
    assert set(deal.legal()) == set(deal.hands[1])
    deal.apply("KS")
    assert deal.discards[1] == ["KS"]


# SM8, SM9: the play and what it proves


def test_sm8_the_pitcher_may_lead_a_plain_card_later() -> None:
    deal = deal_of(TAKING["SM-11 2S"])
    assert [card for _, card in deal.tricks[1]] == listed("AH KH 2S 3H")
    assert deal.seat == 2
    assert set(deal.legal()) == set(deal.hands[2])


def test_voids_that_are_proofs() -> None:
    deal = deal_of(TAKING["SM-11 AH"])  # BJ 3D 5S TS, then AH KD TH AD
    assert deal.voids == [set(), {"trump", "H"}, set(), {"H"}]


def test_a_trump_on_a_plain_suit_proves_nothing() -> None:
    deal = deal_of(TAKING["SM-11 2S"])  # JS 8S 5S 3D, then AH KH 2S 3H
    assert deal.voids == [set(), set(), set(), {"trump"}]


# SM14: the revoke


def test_sm14_the_mask_of_a_seat_that_follows() -> None:
    deal = deal_of(SITUATIONS["SM-1"], revoke="lose_deal")
    assert deal.legal() == listed("KC JC 4S AH")
    assert deal.lawful() == listed("KC JC 4S")
    lead = deal_of(SM_8, revoke="lose_deal")
    assert lead.legal() == lead.lawful() == listed("JC AS BJ")


def test_sm14_a_revoke_of_the_others() -> None:
    deal = deal_of(SITUATIONS["SM-1"], bid=9, revoke="lose_deal")
    deal.apply("AH")
    assert deal.finished
    assert deal.revoker == 1
    assert deal.units == [10, 0, 10, 0]
    assert deal.score.made
    assert deal.score.captured is None
    assert deal.trick == [(0, "9C")]
    assert deal.voids[1] == set()


def test_sm14_a_revoke_of_the_pitchers_side() -> None:
    deal = deal_of(SM_8, bid=9, revoke="lose_deal")
    act(deal, *listed("AS QS 4D"))  # P2 holds JS and 9S
    assert deal.revoker == 2
    assert deal.units == [0, 10, 0, 10]
    assert not deal.score.made


def test_sm14_every_other_seat_alone_scores_the_most() -> None:
    deal = deal_of(WHOLE_DEALS["2-5-3"]._replace(play="P0 AS"), revoke="lose_deal")
    deal.apply("KD")
    assert deal.units == [10, 0, 10]


@pytest.mark.parametrize(("variant", "most"), [("no_jick", 6), ("ten_point", 10)])
def test_sm14_the_most_points_of_the_variant(variant: str, most: int) -> None:
    deal = deal_of(SM_8, revoke="lose_deal", variant=variant)
    act(deal, *listed("AS 4C"))  # P1 holds QS and TS
    assert deal.units == [most, 0, most, 0]


def test_sm14_a_forbidden_card_changes_nothing() -> None:
    deal = deal_of(SITUATIONS["SM-1"])
    before = deal.seat, deal.legal(), list(deal.history), list(deal.trick)
    with pytest.raises(ValueError, match="seat 1 may not AH"):
        deal.apply("AH")
    assert (deal.seat, deal.legal(), deal.history, deal.trick) == before
