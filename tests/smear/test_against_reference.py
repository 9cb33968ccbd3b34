"""Random deals and matches: the batched game and the slow reference agree after every action.

Hypothesis draws the rules, the deals and the actions: in `make test` 2,000 deals and 200 matches,
in `make test-full` ten times as many or more.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smear_env.smear_v0 import Rules
from smear_env.state import PHASE_NAMES
from tests.reference.smear import ReferenceDeal
from tests.reference.smear_cards import ALL_CARDS, SUITS, trumps
from tests.reference.smear_match import ReferenceEpisode, ReferenceMatch
from tests.reference.smear_options import complete_options
from tests.reference.smear_random import random_cards
from tests.shared_checks.agreement import Referee, play_deals, play_matches
from tests.smear.tables import ITEMS, for_reference
from tests.smear.under_test import SMEAR, any_rules
from tests.smear.worlds import with_many_trumps
from trick_taking.cards import NO_CARD, NO_GROUP

PLAYERS = (3, 4, 5, 6, 8)
BITS = {card: 1 << place for place, card in enumerate(ALL_CARDS)}
GROUPS = (*SUITS, "trump")
SEEDS = st.integers(0, 2**32)


def rules_for(players: int) -> st.SearchStrategy[Rules]:
    """Any rules of so many players."""
    return any_rules(players)


def draw_deal(chance: random.Random, options: dict[str, Any], dealer: int) -> str:
    """A deal as text, in some a suit nearly whole in one hand, the piles given half the time."""
    cards = random_cards(chance, for_reference(options))
    if chance.random() < 0.3:
        cards = with_many_trumps(chance, complete_options(for_reference(options)), cards)
    return cards.text if chance.random() < 0.5 else cards._replace(widow=[], stock=[]).text


def open_episode(options: dict[str, Any], game: Any, row: int) -> ReferenceEpisode:
    dealer = int(game.state.dealer[row])
    if game.episode == "deal":
        return ReferenceEpisode(for_reference(options), dealer)
    return ReferenceMatch(for_reference(options), dealer, game.rules.max_deals)


def start_deal(episode: ReferenceEpisode, game: Any, row: int) -> None:
    """Give the episode the deal of the row, through its text."""
    episode.start_text(SMEAR.kit.deal_text(game, row))
    assert game.state.deal_number[row] == episode.deal_number
    assert game.state.redeals[row] == episode.redeals
    assert game.state.dealer[row] == episode.dealer


def choose(chance: random.Random, deal: ReferenceDeal, legal: list[str], lawful: list[str]) -> str:
    """A lawful action, now and then a revoke; mostly pass or the lowest bid."""
    if deal.phase == "auction":
        if len(lawful) == 1 or chance.random() < 0.6:
            return "pass"
        return lawful[1] if chance.random() < 0.7 else chance.choice(lawful[1:])
    if len(legal) > len(lawful) and chance.random() < 0.03:
        return chance.choice([action for action in legal if action not in lawful])
    return chance.choice(lawful)


def pass_mostly(
    chance: random.Random, deal: ReferenceDeal, legal: list[str], lawful: list[str]
) -> str:
    """The same, but hardly anybody bids."""
    passes = deal.phase == "auction" and chance.random() < 0.97
    return "pass" if passes else choose(chance, deal, legal, lawful)


def number(value: int | None) -> int:
    """None in the numbers of the product."""
    return -1 if value is None else value


def as_set(cards: Sequence[str]) -> int:
    """Cards by text as one number."""
    return sum(map(BITS.__getitem__, cards))


def sets(piles: Sequence[Sequence[str]]) -> list[int]:
    return [as_set(pile) for pile in piles]


# What the state and, but for the hidden cards, the information state tell of a deal under way.
PUBLIC: dict[str, Callable[[ReferenceDeal], Any]] = {
    "phase": lambda deal: PHASE_NAMES.index(deal.phase),
    "bids": lambda deal: [number(bid) for bid in deal.bids],
    "bid": lambda deal: deal.bid or 0,
    "pitcher": lambda deal: number(deal.pitcher),
    "forced": lambda deal: deal.forced,
    "trump": lambda deal: NO_GROUP if deal.trump is None else SUITS.index(deal.trump),
    "played": lambda deal: sets(deal.played),
    "drawn": lambda deal: deal.cards_drawn,
    "table": lambda deal: as_set([card for _, card in deal.trick]),
    "led_group": lambda deal: GROUPS.index(deal.led_group) if deal.trick else NO_GROUP,
    "taker": lambda deal: number(deal.taker),
    "best_card": lambda deal: ALL_CARDS.index(best_card(deal)) if deal.trick else NO_CARD,
    "tricks_played": lambda deal: len(deal.takers),
    "captured": lambda deal: sets(deal.captured),
    "game_value": lambda deal: deal.game_value,
    "voids": lambda deal: [sum(1 << GROUPS.index(name) for name in seat) for seat in deal.voids],
}
HIDDEN: dict[str, Callable[[ReferenceDeal], Any]] = {
    "hands": lambda deal: sets(deal.hands),
    "discarded": lambda deal: sets(deal.discards),
}
COUNTED: dict[str, Callable[[ReferenceDeal], Any]] = {"held": lambda deal: deal.cards_held}


def best_card(deal: ReferenceDeal) -> str:
    """The card that is winning the trick."""
    return dict(deal.trick)[deal.taker]


def position(game: Any) -> dict[str, list[Any]]:
    return {name: getattr(game.state, name).tolist() for name in PUBLIC | HIDDEN}


def expected(deal: ReferenceDeal) -> dict[str, Any]:
    return {name: find(deal) for name, find in (PUBLIC | HIDDEN).items()}


def seen_position(game: Any) -> dict[str, list[Any]]:
    """What seat 0 is told of the public record: to it relative seats are the absolute ones."""
    known = game.information_state(seats=0)
    return {name: getattr(known, name).tolist() for name in PUBLIC | COUNTED}


def seen_expected(deal: ReferenceDeal) -> dict[str, Any]:
    return {name: find(deal) for name, find in (PUBLIC | COUNTED).items()}


def check_result(results: Any, place: int, deal: ReferenceDeal) -> None:
    """The result of a finished deal, each component of its score."""
    found = {name: array[place].tolist() for name, array in results.arrays().items()}
    score = deal.score
    assert found["units"] == deal.units
    assert found["made"] == score.made
    assert found["game_value"] == score.game_value
    assert found["captured"] == (score.captured or [0] * deal.sides)  # none after a revoke
    assert [found[item] for item in ITEMS] == [number(getattr(score, item)) for item in ITEMS]
    assert found["dealer"] == deal.dealer
    assert found["tricks"] == len(deal.takers)
    assert found["revoker"] == number(deal.revoker)
    assert (found["pitcher"], found["bid"], found["forced"]) == (
        deal.pitcher,
        deal.bid,
        deal.forced,
    )
    assert found["trump"] == SUITS.index(deal.trump)
    assert found["bids"] == [number(bid) for bid in deal.bids]


def check_match(game: Any, row: int, match: ReferenceMatch) -> None:
    """Totals, deals and dealer of a match that goes on or has just ended, and who won it."""
    state, sides = game.state, match.sides
    assert state.totals[row].tolist() == [
        match.totals[seat % sides] for seat in range(match.players)
    ]
    assert game.information_state([row], [0]).totals[0].tolist() == match.totals
    assert state.deals_played[row] == match.deals_played
    if match.finished:
        winners = [seat for seat in range(match.players) if state.contenders[row] >> seat & 1]
        assert winners == match.winning_seats


REFEREE = Referee(
    case=SMEAR,
    draw_deal=draw_deal,
    open_episode=open_episode,
    start_deal=start_deal,
    position=position,
    expected=expected,
    check_result=check_result,
    check_match=check_match,
    winners=lambda match: match.winning_seats,
    choose=choose,
)


def compare_deals(players: int, examples: int, batch: int, referee: Referee = REFEREE) -> None:
    """Hypothesis draws rules for `players` and a seed for the cards and the actions."""

    @settings(max_examples=examples)
    @given(rules=rules_for(players), seed=SEEDS)
    def check(rules: Rules, seed: int) -> None:
        play_deals(referee, rules.as_dict(), batch, seed)

    check()


@pytest.mark.parametrize("players", PLAYERS)
def test_deals(players: int, full: bool) -> None:
    compare_deals(players, *((200, 20) if full else (25, 16)))


@pytest.mark.parametrize("players", PLAYERS)
def test_deals_that_hardly_anybody_bids(players: int, full: bool) -> None:
    referee = replace(REFEREE, choose=pass_mostly)
    compare_deals(players, *((40, 20) if full else (4, 8)), referee)


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_public_is_told(players: int, full: bool) -> None:
    referee = replace(REFEREE, position=seen_position, expected=seen_expected)
    compare_deals(players, *((40, 20) if full else (5, 8)), referee)


def open_late_match(options: dict[str, Any], game: Any, row: int) -> ReferenceEpisode:
    """A match that begins with totals near its end."""
    match, rules = open_episode(options, game, row), game.rules
    chance = random.Random(f"{game.state.seed[row]} {row}")
    lowest = rules.target - 14 if rules.floor is None or chance.random() < 0.7 else rules.floor + 1
    match.totals = [chance.randint(lowest, lowest + 13) for _ in range(rules.num_sides)]
    game.state.totals[row] = [match.totals[side] for side in rules.fixed_sides]
    return match


def only_actions(_: Any) -> dict[str, Any]:
    """Nothing but the seat and its actions, which are compared anyway."""
    return {}


MATCH_REFEREE = replace(REFEREE, position=only_actions, expected=only_actions)
LATE_REFEREE = replace(MATCH_REFEREE, open_episode=open_late_match)


def compare_matches(
    rules: st.SearchStrategy[Rules], examples: int, batch: int, referee: Referee
) -> None:
    """Hypothesis draws rules and a seed for the cards and the actions."""

    @settings(max_examples=examples)
    @given(rules=rules, seed=SEEDS)
    def check(rules: Rules, seed: int) -> None:
        matches = play_matches(referee, rules.as_dict(), batch, seed)
        assert all(match.finished for match in matches)

    check()


@pytest.mark.parametrize("players", PLAYERS)
def test_whole_matches(players: int, full: bool) -> None:
    rules = rules_for(players)
    if not full:  # the longest matches by `make test-full` only
        rules = rules.map(lambda rules: replace(rules, target=21 if rules.target == 21 else 11))
    compare_matches(rules, *((20, 20) if full else (5, 8)), MATCH_REFEREE)


@pytest.mark.parametrize("players", PLAYERS)
def test_ends_of_matches(players: int, full: bool) -> None:
    compare_matches(rules_for(players), *((20, 20) if full else (5, 8)), LATE_REFEREE)


def test_matches_end_after_max_deals() -> None:
    for players in PLAYERS:
        options = {"players": players, "max_deals": 2, "target": 52}
        for match in play_matches(MATCH_REFEREE, options, 8, seed=players):
            assert match.deals_played == 2


def played(**options: Any) -> list[ReferenceDeal]:
    return play_deals(REFEREE, options, 80, seed=2)


def test_deals_reach_what_is_rare() -> None:
    widow = played(revoke="lose_deal", all_pass="redeal", variant="widow")
    assert any(deal.revoker is not None for deal in widow)
    assert any(lays_trump(deal) for deal in widow)
    alone = played(players=8, teams=0)
    assert any(deal.score.game is None for deal in alone)  # Game tied
    assert {deal.score.made for deal in alone} == {True, False}
    assert any(deal.forced for deal in alone)
    nine_card = played(players=5, variant="nine_card")
    assert any(len(deal.takers) < 6 for deal in nine_card)
    assert any("trump" in seat for deal in nine_card for seat in deal.voids)


def lays_trump(deal: ReferenceDeal) -> bool:
    """Whether somebody had more than six trumps (SM7)."""
    high = trumps(deal.options, deal.trump)
    return any(card in high for cards in deal.discards for card in cards)
