"""Random deals and matches: the batched game and the slow reference agree after every action."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from tests.reference.spitzer import PACK, ReferenceDeal, ReferenceMatch, pack_of, write_hands
from tests.shared_checks.agreement import Referee, play_deals, play_matches
from tests.spitzer.tables import NAMES
from tests.spitzer.under_test import SPITZER
from trick_taking.cards import NO_GROUP, NO_SEAT

DEAL_OPTIONS: dict[str, list[Any]] = {
    "players": [4, 5],
    "solo": [True, False],
    "trump_lead_must_follow": [True, False],
    "tie_60": ["trump_side_loses", "most_tricks"],
    "schneider_bonus": [True, False],
    "schwarz_bonus": [True, False],
    "schneider_minimum": [91, 90],
    "revoke": ["forbidden", "lose_deal", "fine_4"],
    "double_spitzer": [False, True],
}
ALL_COMBINATIONS = [
    dict(zip(DEAL_OPTIONS, values, strict=True))
    for values in itertools.product(*DEAL_OPTIONS.values())
]
PRESETS: list[dict[str, Any]] = [
    {},
    {"players": 5, "double_spitzer": True, "tie_60": "most_tricks"},
    {"revoke": "lose_deal", "trump_lead_must_follow": False},
]
MATCH_OPTIONS: list[dict[str, Any]] = [
    {},
    {"deals": 1},
    {"deals": 2, "next_dealer": "left_of_loser", "double_spitzer": True},
    {"deals": 16, "score_limit": 5},
    {"score_limit": 3, "revoke": "fine_4"},
    {"players": 5, "deals": 5, "revoke": "lose_deal"},
    {"players": 5, "score_limit": 4, "next_dealer": "left_of_loser"},
    {"deals": 3, "max_deals": 4, "solo": False},
    {"deals": 2, "cards_each": 2, "double_spitzer": True},
]
# SPV7: whatever can differ with a reduced deck.
REDUCED_OPTIONS: list[dict[str, Any]] = [
    {},
    {"double_spitzer": True, "tie_60": "most_tricks"},
    {"solo": False, "schneider_bonus": False, "trump_lead_must_follow": False},
    {"revoke": "lose_deal", "schneider_minimum": 90},
    {"revoke": "fine_4", "schwarz_bonus": False},
]


def some_combinations(count: int, seed: int) -> list[dict[str, Any]]:
    return random.Random(seed).sample(ALL_COMBINATIONS, count)


def random_hands(
    chance: random.Random, players: int, dealer: int, each: int = 8
) -> list[list[str]]:
    """Hands by seat, none for the dealer of five."""
    pack = chance.sample(pack_of(each), 4 * each)
    hands = [pack[place : place + each] for place in range(0, 4 * each, each)]
    if players == 5:
        hands.insert(dealer, [])
    return hands


def draw_deal(chance: random.Random, options: dict[str, Any], dealer: int) -> str:
    players, each = options.get("players", 4), options.get("cards_each", 8)
    return write_hands(random_hands(chance, players, dealer, each))


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
        self.deal = ReferenceDeal(self.options, hands, self.dealer)
        self.apply = self.deal.apply

    @property
    def finished(self) -> bool:
        return self.deal.finished


def open_episode(options: dict[str, Any], game: Any, row: int) -> SingleDeal | ReferenceMatch:
    dealer = int(game.state.dealer[row])
    if game.episode == "deal":
        return SingleDeal(options, dealer)
    plain = {name: value for name, value in options.items() if name != "max_deals"}
    return ReferenceMatch(plain, dealer, options.get("max_deals", 500))


def choose(chance: random.Random, deal: ReferenceDeal, legal: list[str], lawful: list[str]) -> str:
    """A lawful action, now and then a card that is not; solo half the time."""
    unlawful = [action for action in legal if action not in lawful]
    if unlawful and chance.random() < 0.06:
        return chance.choice(unlawful)
    return chance.choice(lawful)


def position(game: Any) -> dict[str, list[Any]]:
    names = ("taker", "led_group", "points", "tricks", "solo")
    return {name: getattr(game.state, name).tolist() for name in names}


def expected(deal: ReferenceDeal) -> dict[str, Any]:
    groups = ("C", "S", "H", "D", "trump")
    return {
        "taker": NO_SEAT if deal.taker is None else deal.taker,
        "led_group": NO_GROUP if deal.led_group is None else groups.index(deal.led_group),
        "points": deal.points,
        "tricks": deal.tricks,
        "solo": NO_SEAT if deal.solo_seat is None else deal.solo_seat,
    }


def check_result(results: Any, place: int, deal: ReferenceDeal) -> None:
    """The result of a finished deal, each component of its score."""
    found = {name: array[place].tolist() for name, array in results.arrays().items()}
    assert deal.finished
    assert found["units"] == deal.units
    assert found["dealer"] == deal.dealer
    assert found["points"] == deal.points
    assert found["tricks"] == deal.tricks
    assert found["trump_side"] == deal.trump_side
    assert (found["queen_seat"], found["seven_seat"]) == (deal.queen_seat, deal.seven_seat)
    assert found["solo"] == (-1 if deal.solo_seat is None else deal.solo_seat)
    assert found["revoker"] == (-1 if deal.revoker is None else deal.revoker)
    if deal.won is not None:  # after fine_4 nobody has won and nothing is counted
        assert found["won"] == deal.won
        assert found["trump_points"] == deal.trump_points
        assert found["schneider"] == deal.schneider
        assert found["schwarz"] == deal.schwarz
        assert found["multiplier"] == deal.multiplier


def check_match(game: Any, row: int, match: ReferenceMatch) -> None:
    """Totals, deals and contenders of a match that goes on or has just ended."""
    state = game.state
    assert state.totals[row].tolist() == match.totals
    assert state.deals_played[row] == match.deals_played
    contenders = [seat for seat in range(match.players) if state.contenders[row] >> seat & 1]
    assert contenders == match.contenders
    if not match.finished:
        assert state.dealer[row] == match.dealer
        left = 0 if match.in_extra_deals else match.deals - match.deals_played
        assert game.information_state([row]).deals_left[0] == left
    else:
        assert game.rules.following_dealer(match.totals, match.dealer) == match.next_dealer()


REFEREE = Referee(
    case=SPITZER,
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


def revokes(options: dict[str, Any], batch: int, seed: int) -> int:
    """How many of `batch` deals under `options`, all played and compared, were revoked."""
    deals = play_deals(REFEREE, options, batch, seed)
    return sum(deal.revoker is not None for deal in deals)


@pytest.mark.parametrize("part", range(8))
def test_deals_of_every_option_combination_at_batch_1(part: int, full: bool) -> None:
    revoked = 0
    for options in ALL_COMBINATIONS[part::8]:
        for seed in range(4 if full else 1):
            revoked += revokes(options, 1, seed)
    assert revoked > 0


@pytest.mark.parametrize("preset", range(len(PRESETS)))
def test_deals_at_batch_512(preset: int) -> None:
    revoked = revokes(PRESETS[preset], 512, seed=preset)
    assert (revoked > 0) == ("revoke" in PRESETS[preset])


@pytest.mark.parametrize("cards_each", [4, 3, 2])
@pytest.mark.parametrize("preset", range(len(REDUCED_OPTIONS)))
def test_spv7_reduced_decks_at_batch_512(cards_each: int, preset: int, full: bool) -> None:
    options = {"cards_each": cards_each, **REDUCED_OPTIONS[preset]}
    for seed in range(8 if full else 1):
        revoked = revokes(options, 512, seed)
        assert (revoked > 0) == ("revoke" in options)


@pytest.mark.full
@pytest.mark.parametrize("options", some_combinations(34, seed=2), ids=repr)
def test_deals_of_sampled_combinations_at_batch_512(options: dict[str, Any]) -> None:
    revoked = revokes(options, 512, seed=77)
    assert (revoked > 0) == (options["revoke"] != "forbidden")


@pytest.mark.parametrize("number", range(len(MATCH_OPTIONS)))
def test_whole_matches(number: int, full: bool) -> None:
    matches = play_matches(REFEREE, MATCH_OPTIONS[number], 250 if full else 6, seed=number)
    assert all(match.finished for match in matches)


def test_matches_reach_extra_deals_shared_wins_and_the_limit() -> None:
    short = play_matches(REFEREE, {"deals": 1, "solo": False}, 40, seed=9)
    assert any(match.extra_deals > 1 for match in short)
    limited = play_matches(REFEREE, {"score_limit": 2}, 10, seed=9)
    assert any(match.deals_played < 12 for match in limited)
    shared = play_matches(REFEREE, {"deals": 1, "max_deals": 2, "solo": False}, 20, seed=9)
    assert any(len(match.winners) > 1 for match in shared)


def test_the_action_table_is_that_of_the_rules() -> None:
    assert list(NAMES) == [
        *PACK,
        *("pass", "solo", "pick", "call AC", "call AS", "call AH", "call first trick"),
        *("zola", "zola schneider", "zola schneider schwartz", "schneider"),
    ]
