"""The reference game of Smear on every worked case of the rules page."""

from __future__ import annotations

import copy
import random
from itertools import combinations

import pytest

from tests.reference.smear import ReferenceDeal
from tests.reference.smear_cards import ALL_CARDS, game_value
from tests.reference.smear_deals import (
    DISCARDING,
    SITUATIONS,
    SM_8,
    SM_G1,
    SM_G2,
    TAKING,
    WHOLE_DEALS,
    PlayedDeal,
)
from tests.reference.smear_match import ReferenceMatch
from tests.reference.smear_random import random_deal
from tests.reference.smear_table import listed


def play(line: PlayedDeal, bid: int = 3, **options: object) -> ReferenceDeal:
    """The deal of `line` after all its cards, each trick checked against the line."""
    options = {"players": line.players, **options}
    deal = ReferenceDeal.from_text(options, line.deal, line.dealer)
    for action in line.opening(bid):
        deal.apply(action)
    assert [sorted(hand) for hand in deal.hands] == [
        sorted(kept.split()) for kept in line.kept.split("|")
    ]
    for number, trick in enumerate(line.tricks):
        assert deal.seat == trick.leader
        for card in trick.cards:
            deal.apply(card)
        if trick.taker is not None and not options.keys() & {"joker_rank"}:
            assert deal.takers[number] == trick.taker
            assert game_value(trick.cards) == trick.game_value
    return deal


@pytest.mark.parametrize(
    ("line", "options", "hand", "legal"),
    [
        pytest.param("SM-1", {}, "KC JC 4S AH", "KC JC 4S", id="SM-1"),
        pytest.param("SM-2", {}, "JC AH 4D", "JC AH 4D", id="SM-2"),
        pytest.param("SM-3", {}, "JC AH LJ", "JC LJ", id="SM-3"),
        pytest.param("SM-4 with a trump", {}, "2S AH", "2S", id="SM-4-2S"),
        pytest.param("SM-4 without", {}, "AH KD", "AH KD", id="SM-4-both"),
        pytest.param("SM-5 with a heart", {}, "TS KH 9D", "TS KH", id="SM-5-KH-TS"),
        pytest.param("SM-5 without", {}, "TS 9D", "TS 9D", id="SM-5-both"),
        pytest.param("SM-6", {}, "KC 9D", "KC 9D", id="SM-6"),
        pytest.param("SM-7", {"variant": "no_jick"}, "JC 4S AH", "JC 4S", id="SM-7"),
    ],
)
def test_cases_of_following(line: str, options: dict[str, object], hand: str, legal: str) -> None:
    deal = play(SITUATIONS[line], **options)
    assert deal.seat == 1
    assert sorted(deal.hands[1]) == sorted(hand.split())
    assert deal.lawful() == legal.split()
    assert deal.legal() == legal.split()


def test_case_sm_8() -> None:
    deal = play(SM_8)
    assert deal.seat == 0
    assert sorted(deal.hands[0]) == sorted(listed("AS JC BJ TH TD 9C"))
    assert deal.legal() == listed("JC AS BJ")


@pytest.mark.parametrize(
    ("line", "cards", "options", "taken_by"),
    [
        pytest.param("SM-9 JS", "JC JS LJ BJ", {}, "JS", id="SM-9-JS"),
        pytest.param("SM-9 BJ", "LJ BJ TS 9S", {}, "BJ", id="SM-9-BJ"),
        pytest.param("SM-9 JC", "TS LJ 9S JC", {}, "JC", id="SM-9-JC"),
        pytest.param("SM-10", "BJ LJ TS JC", {}, "JC", id="SM-10"),
        pytest.param(
            "SM-10", "BJ LJ TS JC", {"joker_rank": "around_jick"}, "BJ", id="SM-10-around_jick"
        ),
        pytest.param("SM-11 2S", "AH KH 2S 3H", {}, "2S", id="SM-11-2S"),
        pytest.param("SM-11 AH", "AH KD TH AD", {}, "AH", id="SM-11-AH"),
    ],
)
def test_cases_of_taking(line: str, cards: str, options: dict[str, object], taken_by: str) -> None:
    deal = play(TAKING[line], **options)
    last = deal.tricks[-1]
    assert [card for _, card in last] == cards.split()
    assert dict(last)[deal.takers[-1]] == taken_by
    assert deal.seat == deal.takers[-1]


def ways_to_discard(deal: ReferenceDeal) -> set[frozenset[str]]:
    """Every six cards that the seat to act can come down to."""
    waiting = {frozenset(deal.hands[deal.seat]): deal}
    while len(next(iter(waiting))) > 6:
        nearer = {}
        for hand, before in waiting.items():
            for card in before.legal():
                if hand - {card} not in nearer:
                    after = copy.deepcopy(before)
                    after.apply(card)
                    nearer[hand - {card}] = after
        waiting = nearer
    return set(waiting)


@pytest.mark.parametrize(
    ("case", "kept", "others", "number"),
    [
        pytest.param("SM-12", "AS 4S JC", "TH TD TC AH KH 2D 9D", 35, id="SM-12"),
        pytest.param("SM-13", "AS JC BJ 3S", "KS 9S 8S", 3, id="SM-13"),
        pytest.param("SM-14", "", "AS JS JC BJ LJ 3S 2S", 7, id="SM-14"),
    ],
)
def test_cases_of_discarding(case: str, kept: str, others: str, number: int) -> None:
    deal = ReferenceDeal.from_text({}, DISCARDING[case], dealer=3)
    for action in ("bid 4", "pass", "pass", "pass", "trump S"):
        deal.apply(action)
    assert deal.seat == 0
    ways = ways_to_discard(deal)
    chosen = combinations(others.split(), 6 - len(kept.split()))
    assert ways == {frozenset(kept.split()) | set(some) for some in chosen}
    assert len(ways) == number


def test_case_sm_15() -> None:
    start = random_deal(random.Random(15), {}, dealer=3)
    deal = copy.deepcopy(start)
    deal.apply("pass")
    deal.apply("bid 3")
    assert deal.legal() == ["pass", *(f"bid {number}" for number in range(4, 11))]
    deal.apply("bid 10")
    assert deal.legal() == ["pass"]
    deal.apply("pass")
    assert (deal.phase, deal.seat, deal.pitcher, deal.bid) == ("trump", 2, 2, 10)
    for _ in range(4):
        start.apply("pass")
    assert (start.phase, start.seat, start.pitcher, start.bid) == ("trump", 3, 3, 2)
    assert start.forced


def test_case_sm_16() -> None:
    deal = play(TAKING["SM-16"])
    assert deal.captured[1] == listed("TS JC BJ KH")
    assert deal.game_value == [0, 14]


@pytest.mark.parametrize(
    ("line", "bid", "captured", "scores"),
    [
        pytest.param("6-3", 5, [6, 3], [6, 3], id="SM-17-bid-5"),
        pytest.param("6-3", 7, [6, 3], [-7, 3], id="SM-17-bid-7"),
        pytest.param("2-5-3", 3, [2, 5, 3], [-3, 5, 3], id="SM-22"),
    ],
)
def test_cases_of_scoring(line: str, bid: int, captured: list[int], scores: list[int]) -> None:
    deal = play(WHOLE_DEALS[line], bid)
    assert deal.finished
    assert deal.score.captured == captured
    assert deal.score.scores == scores
    assert deal.units == [scores[seat % len(scores)] for seat in range(deal.players)]
    assert deal.score.made == (captured[0] >= bid)


@pytest.mark.parametrize(
    ("before", "line", "bid", "options", "after", "winner"),
    [
        pytest.param([18, 19], "4-5", 4, {}, [22, 24], 0, id="SM-18"),
        pytest.param([18, 19], "4-5", 4, {"both_over": "highest"}, [22, 24], 1, id="SM-18-highest"),
        pytest.param([19, 18], "3-6", 4, {}, [15, 24], 1, id="SM-19"),
        pytest.param([10, 20], "5-5", 5, {}, [15, 25], 1, id="SM-20"),
        pytest.param([-15, 0], "6-3", 7, {"floor": -21}, [-22, 3], 1, id="SM-21"),
        pytest.param([-15, 0], "6-3", 7, {}, [-22, 3], None, id="SM-21-no-floor"),
    ],
)
def test_cases_of_the_match(
    before: list[int],
    line: str,
    bid: int,
    options: dict[str, object],
    after: list[int],
    winner: int | None,
) -> None:
    played = WHOLE_DEALS[line]
    match = ReferenceMatch(options, played.dealer)
    match.totals = before
    match.start_text(played.deal)
    for action in played.actions(bid):
        match.apply(action)
    assert match.totals == after
    assert match.winners == ([] if winner is None else [winner])
    assert match.finished == (winner is not None)
    assert match.winning_seats == ([] if winner is None else [winner, winner + 2])


def test_case_sm_23() -> None:
    deal = play(WHOLE_DEALS["SM-23"], bid=2)
    on_table = [card for cards in deal.played for card in cards]
    assert [card for card in on_table if card in ("JC", "BJ", "LJ") or card[1] == "S"] == ["AS"]
    assert (deal.score.high, deal.score.low) == (0, 0)


@pytest.mark.parametrize(
    ("bid", "options", "scores"),
    [
        pytest.param(4, {}, [4, 4], id="bid-4"),
        pytest.param(5, {}, [-5, 4], id="bid-5"),
        pytest.param(5, {"high": "highest_played"}, [5, 4], id="bid-5-highest_played"),
    ],
)
def test_case_sm_g1(bid: int, options: dict[str, object], scores: list[int]) -> None:
    deal = play(SM_G1, bid, **options)
    assert deal.takers == [0, 1, 0, 0, 0, 0]
    score = deal.score
    assert score.game_value == [49, 17]
    assert (score.jack, score.big_joker, score.little_joker, score.game) == (0, 0, 0, 0)
    assert (score.low, score.three, score.jick, score.two) == (1, 1, None, None)
    assert score.high == (0 if options else None)
    assert score.scores == scores


@pytest.mark.parametrize(
    ("options", "captured", "game"),
    [
        pytest.param({}, [2, 6], None, id="nobody"),
        pytest.param({"game_tie": "low_captor"}, [2, 7], 1, id="low_captor"),
    ],
)
def test_case_sm_g2(options: dict[str, object], captured: list[int], game: int | None) -> None:
    deal = play(SM_G2, 2, **options)
    assert deal.takers == [0, 3, 0, 1, 2, 1]
    score = deal.score
    assert score.game_value == [24, 24]
    assert (score.jick, score.jack) == (0, 0)
    assert (score.high, score.low, score.little_joker, score.three) == (1, 1, 1, 1)
    assert (score.big_joker, score.game) == (None, game)
    assert score.captured == score.scores == captured


def test_the_lines_name_cards_of_the_pack() -> None:
    lines = [*SITUATIONS.values(), SM_8, *TAKING.values(), *WHOLE_DEALS.values(), SM_G1, SM_G2]
    for line in lines:
        cards = line.deal.replace("|", " ").split()
        assert len(set(cards)) == 10 * line.players
        assert set(cards) <= set(ALL_CARDS)
