"""Random deals and matches: Michigan Spitzer and its slow reference agree after every action."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from spitzer_env.michigan_v0 import Rules
from tests.michigan.under_test import MICHIGAN
from tests.reference.michigan import ZOLAS, MichiganDeal, all_rules
from tests.reference.michigan_knowledge import public_voids, sides_known_to
from tests.reference.michigan_match import MichiganMatch
from tests.reference.spitzer import PACK, write_hands
from tests.shared_checks.agreement import Referee, play_deals, play_matches
from trick_taking.cards import NO_GROUP, NO_SEAT

GROUPS = ("C", "S", "H", "D", "trump")
ALL_COMBINATIONS = list(all_rules())
MATCH_OPTIONS: list[dict[str, Any]] = [
    {},
    {"deals": 1},
    {"deals": 3, "negative_scores": "declarers"},
    {"target": 12, "partner_schneider": True, "trump_chain": True},
    {"target": 80, "max_deals": 4},
    {"deals": 2, "max_deals": 2, "first_announcement_ends": True, "zola_needs_queens": True},
    {"negative_scores": "declarers", "max_deals": 30},
]


def random_hands(chance: random.Random) -> list[list[str]]:
    """Hands by seat; half the time the black queens lie together, often with aces."""
    pack = chance.sample(PACK, 32)
    if chance.random() < 0.5:
        first = ["QC", "QS", *chance.sample(["AC", "AS", "AH"], chance.choice([0, 0, 1, 2, 3]))]
        pack = first + [card for card in pack if card not in first]
    hands = [pack[place : place + 8] for place in range(0, 32, 8)]
    chance.shuffle(hands)
    return hands


def draw_deal(chance: random.Random, options: dict[str, Any], dealer: int) -> str:
    return write_hands(random_hands(chance))


def hands_of(game: Any, row: int) -> list[list[str]]:
    """The cards that each seat of `row` holds, by text."""
    return [
        [name for card, name in enumerate(PACK) if int(cards) >> card & 1]
        for cards in game.state.hands[row]
    ]


class SingleDeal:
    """An episode of one deal."""

    def __init__(self, options: dict[str, Any], dealer: int) -> None:
        self.options, self.dealer = options, dealer

    def start(self, hands: list[list[str]]) -> None:
        self.deal = MichiganDeal(self.options, hands, self.dealer)
        self.apply = self.deal.apply

    @property
    def finished(self) -> bool:
        return self.deal.finished


def open_episode(options: dict[str, Any], game: Any, row: int) -> SingleDeal | MichiganMatch:
    make = SingleDeal if game.episode == "deal" else MichiganMatch
    return make(options, int(game.state.dealer[row]))


def choose(chance: random.Random, deal: MichiganDeal, legal: list[str], lawful: list[str]) -> str:
    """Any legal action, but few zolas, so that calls and silent solos are played too."""
    quiet = [action for action in legal if action not in ZOLAS]
    return chance.choice(legal if chance.random() < 0.1 else quiet)


def position(game: Any) -> dict[str, list[Any]]:
    state, names = game.state, game.action_names
    plain = ("taker", "led_group", "points", "tricks", "declarer")
    return {name: getattr(state, name).tolist() for name in plain} | {
        "announcement": [None if c < 0 else names[c] for c in state.contract.tolist()],
        "said": [[None if a < 0 else names[a] for a in row] for row in state.said.tolist()],
        "voids": state.voids.tolist(),
    }


def expected(deal: MichiganDeal) -> dict[str, Any]:
    said = dict(deal.spoken)
    voids = public_voids(deal)
    return {
        "taker": NO_SEAT if deal.taker is None else deal.taker,
        "led_group": NO_GROUP if deal.led_group is None else GROUPS.index(deal.led_group),
        "points": deal.points,
        "tricks": deal.tricks,
        "declarer": NO_SEAT if deal.announcer is None else deal.announcer,
        "announcement": deal.announcement,
        "said": [said.get(seat) for seat in range(4)],
        "voids": [sum(1 << GROUPS.index(group) for group in shown) for shown in voids],
    }


def check_result(results: Any, place: int, deal: MichiganDeal) -> None:
    """The result of a finished deal in the words of `deal_result`."""
    found = MICHIGAN.kit.deal_result(results, place)
    said = dict(deal.spoken)
    assert found == {
        "deal_number": int(results.deal_number[place]),
        "dealer": deal.dealer,
        "announcements": [said.get(seat) for seat in range(4)],
        "contract": deal.announcement,
        "declarer": deal.announcer,
        "declarers": sorted(deal.declarers),
        "opponents": sorted(set(range(4)) - deal.declarers),
        "queen_seat": deal.holder("QC"),
        "little_queen_seat": deal.holder("QS"),
        "points": deal.points,
        "tricks": deal.tricks,
        "side_points": deal.declarer_points,
        "side_tricks": deal.declarer_tricks,
        "row": deal.row,
        "column": deal.column,
        "value": deal.value,
        "units": deal.units,
    }


def check_match(game: Any, row: int, match: MichiganMatch) -> None:
    """Totals, deals and dealers of a match that goes on or has just ended."""
    state = game.state
    assert state.totals[row].tolist() == match.totals
    assert state.deals_played[row] == match.deals_played
    if match.finished:
        assert game.rules.following_dealer(match.totals, match.dealer) == match.next_dealer()
        return
    assert state.dealer[row] == match.dealer
    left = max((match.options["deals"] or 0) - match.deals_played, 0)
    assert game.information_state([row]).deals_left[0] == left


REFEREE = Referee(
    case=MICHIGAN,
    draw_deal=draw_deal,
    open_episode=open_episode,
    start_deal=lambda episode, game, row: episode.start(hands_of(game, row)),
    position=position,
    expected=expected,
    check_result=check_result,
    check_match=check_match,
    winners=lambda match: match.winners,
    choose=choose,
)


@pytest.mark.parametrize("part", range(8))
def test_deals_of_every_option_combination(part: int, full: bool) -> None:
    """2,048 deals, 20,480 in the long run."""
    rows = set()
    for options in ALL_COMBINATIONS[part::8]:
        for seed in range(10 if full else 1):
            rows |= {deal.row for deal in play_deals(REFEREE, options, 64, seed)}
    assert {"normal", "silent solo", "zola", "zola schneider", "zola schneider schwartz"} <= rows


def test_deals_at_batch_1() -> None:
    for seed, options in enumerate(ALL_COMBINATIONS):
        play_deals(REFEREE, options, 1, seed)


@pytest.mark.parametrize("number", range(len(MATCH_OPTIONS)))
def test_whole_matches(number: int, full: bool) -> None:
    """210 matches, 2,100 in the long run."""
    matches = play_matches(REFEREE, MATCH_OPTIONS[number], 300 if full else 30, seed=number)
    assert all(match.finished for match in matches)


def test_matches_end_by_the_target_and_by_the_last_deal() -> None:
    ends = play_matches(REFEREE, {"target": 30, "max_deals": 3}, 60, seed=1)
    assert {match.due() for match in ends} == {True, False}
    assert any(len(match.winners) > 1 for match in ends)


def test_the_sides_that_a_seat_knows_are_those_that_every_placing_has() -> None:
    """Each seat's `declarers` and `opponents` against all placings of the cards in question."""
    chance = random.Random(5)
    for options in ALL_COMBINATIONS[::2]:
        check_known_sides(options, 8, chance)


def check_known_sides(options: dict[str, Any], batch: int, chance: random.Random) -> None:
    game = MICHIGAN.vector_env(batch, rules=Rules(**options), autoreset=False)
    hands, dealers = [random_hands(chance) for _ in range(batch)], list(range(4)) * (batch // 4)
    game.reset(deals=[write_hands(deal) for deal in hands], dealers=dealers)
    deals = [MichiganDeal(options, *dealt) for dealt in zip(hands, dealers, strict=True)]
    while not all(deal.finished for deal in deals):
        actions = np.zeros(batch, np.int64)
        for row, deal in enumerate(deals):
            if deal.finished:
                continue
            action = choose(chance, deal, deal.legal(), deal.legal())
            deal.apply(action)
            actions[row] = MICHIGAN.ids[action]
        game.step(actions)
        for viewer in range(4):
            views = game.layout.views(game.observe_seats(viewer))
            for row, deal in enumerate(deals):
                if len(deal.takers) < 7:  # in the last trick the counts of cards tell more
                    found = sides_in(views, row, viewer)
                    assert found == sides_known_to(deal, viewer), (deal.history, viewer)


def sides_in(views: Any, row: int, viewer: int) -> list[bool | None]:
    """By absolute seat: known to declare, known to be against it, or neither."""
    sides: list[bool | None] = [None] * 4
    for place in range(4):
        declares, opposes = views["declarers"][row, place], views["opponents"][row, place]
        assert not (declares and opposes)
        if declares or opposes:
            sides[(viewer + place) % 4] = bool(declares)
    return sides
