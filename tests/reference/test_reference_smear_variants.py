"""The variants of Smear worked by hand (SMV1, SMV2, SMV6), and random play under every shape."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.reference.smear import ReferenceDeal
from tests.reference.smear_cards import ACTIONS, group, pack
from tests.reference.smear_deals import TAKING, PlayedDeal
from tests.reference.smear_match import ReferenceEpisode, ReferenceMatch
from tests.reference.smear_options import all_rules, draw_options, highest_bid, num_sides
from tests.reference.smear_random import choose, play_out, random_cards, random_deal
from tests.reference.smear_table import act, deal_of, hands_with, listed

NINE_CARD = (
    "AH QH 3H AC KC QC TC 9C 8C | BJ AS KS QS TS 9S 8S 7S 6S | "
    "AD KD QD TD 9D 8D 7D 6D 5D | KH JH TH 9H 8H 7H JD JC JS | "
    "stock: LJ 7C 6C 5C 4C 5H 5S 4S 3S 2S 4D 2H 3C 2C 6H 4H 3D 2D"
)


def nine_card_deal(**options: Any) -> ReferenceDeal:
    """P0 pitches hearts; P3 has seven trumps."""
    deal = ReferenceDeal.from_text({"variant": "nine_card", **options}, NINE_CARD, dealer=3)
    act(deal, "bid 3", "pass", "pass", "pass", "trump H")
    return deal


def test_smv1_plain_cards_go_by_themselves_and_trumps_over_six_by_sm7() -> None:
    deal = nine_card_deal()
    assert (deal.phase, deal.seat) == ("discard", 3)
    assert deal.cards_held == [3, 1, 0, 7]
    assert deal.discards[3] == ["JC", "JS"]
    assert deal.legal() == listed("KH TH 9H 8H 7H")
    free = nine_card_deal(free_discard=True)
    assert free.legal() == listed("KH JH TH 9H 8H 7H JD")


def test_smv1_each_draws_to_six_from_the_pitchers_left() -> None:
    deal = nine_card_deal()
    deal.apply("9H")
    assert (deal.phase, deal.seat) == ("play", 0)
    assert deal.drawn == [
        listed("2H 3C 2C"),
        listed("LJ 7C 6C 5C 4C"),
        listed("5H 5S 4S 3S 2S 4D"),
        [],
    ]
    assert deal.cards_drawn == [3, 5, 6, 0]
    assert deal.cards_held == [6, 6, 6, 6]


def test_smv1_only_trumps_a_seat_without_is_skipped_a_lead_passes_left() -> None:
    deal = nine_card_deal(revoke="lose_deal")
    deal.apply("9H")
    assert deal.legal() == listed("AH QH 3H 2H")
    deal.apply("AH")
    assert deal.legal() == listed("BJ LJ")  # nobody can revoke
    act(deal, "LJ", "5H", "7H")
    assert (deal.takers, deal.seat) == ([0], 0)
    assert deal.voids == [set()] * 4
    act(deal, "3H", "BJ")
    assert deal.seat == 3  # P2 is skipped
    assert deal.voids == [set(), set(), {"trump"}, set()]
    deal.apply("8H")
    assert deal.takers == [0, 1]
    assert deal.seat == 3  # P1 won without a trump left, P2 has none
    assert deal.voids == [set(), {"trump"}, {"trump"}, set()]
    act(deal, "TH", "QH", "2H", "JD")
    assert (deal.takers, deal.seat) == ([0, 1, 0, 3], 3)
    deal.apply("KH")
    assert (deal.takers, deal.seat) == ([0, 1, 0, 3, 3], 3)
    deal.apply("JH")
    assert deal.finished
    assert deal.score.game_value == [16, 5]
    assert (deal.score.high, deal.score.little_joker, deal.score.game) == (0, 0, 0)
    assert deal.score.captured == [3, 7]
    assert deal.units == [3, 7, 3, 7]


def test_smv1_the_stock_may_run_out() -> None:
    text = (
        "AH AC KC QC JC TC 9C 8C 7C | 6C 5C 4C 3C 2C AS KS QS TS | JS 9S 8S 7S 6S 5S 4S 3S 2S | "
        "KH QH JH TH 9H 8H 7H 6H 5H | 4H 3H 2H BJ LJ AD KD QD TD | "
        "stock: JD 9D 8D 7D 6D 5D 4D 3D 2D"
    )
    deal = ReferenceDeal.from_text({"players": 5, "variant": "nine_card"}, text, dealer=4)
    act(deal, "bid 2", *["pass"] * 4, "trump H")
    assert deal.seat == 3
    assert "JH" not in deal.legal()
    act(deal, "5H", "6H", "7H")
    assert deal.cards_drawn == [0, 6, 3, 0, 0]
    assert deal.cards_held == [1, 6, 3, 6, 5]
    act(deal, "AH", "JD")
    assert deal.seat == 3  # P2 has no trump
    act(deal, "TH", "2H")
    assert (deal.takers, deal.seat) == ([0], 3)  # P0, P1 and P2 have no trump left
    assert deal.voids == [{"trump"}, {"trump"}, {"trump"}, set(), set()]


def test_smv2_the_pitcher_takes_the_widow_before_he_names_trump() -> None:
    options, widow = {"variant": "widow"}, "2H JH BJ 3H"
    hands = hands_with(options, {1: "AC KC QC TC 9C 8C 7C 6C 5C 4C"}, apart=widow)
    deal = ReferenceDeal(options, hands, dealer=3, widow=listed(widow))
    act(deal, "pass", "bid 12")
    assert deal.legal() == ["pass"]
    act(deal, "pass", "pass")
    assert deal.cards_held == [10, 14, 10, 10]
    assert deal.legal() == ["trump C", "trump S", "trump H", "trump D"]
    deal.apply("trump H")
    assert deal.legal() == listed("AC KC QC TC 9C 8C 7C 6C 5C 4C")
    act(deal, *listed("AC KC QC TC 9C 8C 7C 6C"))
    assert deal.seat == 2
    assert deal.cards_held == [10, 6, 10, 10]
    assert deal.cards_drawn == [0, 0, 0, 0]


def test_smv2_with_eight_players_only_the_pitcher_discards() -> None:
    deal = random_deal(random.Random(8), {"players": 8, "variant": "widow"}, dealer=0)
    act(deal, "bid 2", *["pass"] * 7)
    deal.apply(deal.legal()[0])
    order = []
    while deal.phase == "discard":
        order.append(deal.seat)
        deal.apply(deal.legal()[0])
    assert order == [1] * 4


def test_smv6_the_big_joker_above_the_jick() -> None:
    line = TAKING["SM-10"]
    assert deal_of(line).takers == [3]
    around = deal_of(line, joker_rank="around_jick")
    assert (around.takers, around.seat) == ([0], 0)
    low = PlayedDeal(line.deal, line.kept, "P0 3S LJ TS JC")
    assert deal_of(low, joker_rank="around_jick").takers == [3]


def check_deal(deal: ReferenceDeal) -> None:
    """What holds of any deal at any time."""
    piles = [*deal.hands, *deal.discards, *deal.captured, [card for _, card in deal.trick]]
    piles.append(deal.stock[sum(deal.cards_drawn) :])
    if deal.pitcher is None or deal.phase == "auction":
        piles.append(deal.widow)
    assert sorted(card for pile in piles for card in pile) == sorted(pack(deal.options))
    for hand, voids in zip(deal.hands, deal.voids, strict=True):
        for void in voids:
            assert void not in {group(deal.options, deal.trump, card) for card in hand}
    if deal.finished:
        assert (deal.seat, deal.legal()) == (None, [])
    else:
        assert deal.lawful()
        assert set(deal.lawful()) <= set(deal.legal())
        assert deal.legal() == sorted(deal.legal(), key=ACTIONS.index)


@pytest.mark.parametrize(
    "shape", list(all_rules()), ids=lambda shape: "-".join(map(str, shape.values()))
)
def test_random_deals(shape: dict[str, Any]) -> None:
    chance = random.Random(str(shape))
    for _ in range(4):
        options = draw_options(chance, shape)
        episode = ReferenceEpisode(options, chance.randrange(options["players"]))
        while not episode.finished:
            if episode.due:
                episode.start(*random_cards(chance, options))
            check_deal(episode.deal)
            episode.apply(choose(chance, episode.deal))
            check_deal(episode.deal)
        found = episode.deal.score
        assert len(found.scores) == num_sides(episode.options)
        if found.captured is not None:
            on_table = [card for cards in episode.deal.played for card in cards]
            assert sum(found.captured) <= highest_bid(episode.options)
            assert sum(found.game_value) <= 80
            assert (found.low is None) == (episode.deal.trump not in {card[1] for card in on_table})


@pytest.mark.parametrize("players", [3, 4, 5, 6, 8])
def test_random_matches_end(players: int) -> None:
    chance = random.Random(players)
    for _ in range(3):
        match = ReferenceMatch({"players": players}, dealer=0)
        play_out(chance, match)
        assert match.finished
        assert match.winners
