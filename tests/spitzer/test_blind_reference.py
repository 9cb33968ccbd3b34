"""Random deals and matches with a blind (SPV4) agree with the slow reference at every action."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.reference.blind import BlindDeal, BlindMatch
from tests.reference.blind_options import all_rules, cards_each, pack_of, write_deal
from tests.shared_checks.agreement import Referee, play_deals, play_matches
from tests.spitzer.test_against_reference import check_match as check_totals
from tests.spitzer.test_against_reference import hands_of
from tests.spitzer.under_test import SPITZER
from trick_taking.cards import NO_GROUP, NO_SEAT

GROUPS = ("C", "S", "H", "D", "trump")
ALL_COMBINATIONS = list(all_rules(without_effect=False))
PRESETS: list[dict[str, Any]] = [
    {"players": 4, "blind": 2},
    {"players": 4, "blind": 4, "revoke": "lose_deal"},
    {"players": 3, "blind": 2, "all_pass": "redeal", "double_spitzer": True},
    {"players": 5, "blind": 2, "all_pass": "dealer_picks", "solo": False},
]
MATCH_OPTIONS: list[dict[str, Any]] = [
    {"players": 4, "blind": 2},
    {"players": 4, "blind": 4, "deals": 3, "all_pass": "redeal", "next_dealer": "left_of_loser"},
    {"players": 3, "blind": 2, "score_limit": 8, "revoke": "fine_4"},
    {"players": 5, "blind": 2, "deals": 4, "all_pass": "dealer_picks"},
    {"players": 5, "blind": 2, "deals": 2, "max_deals": 3, "revoke": "lose_deal"},
]


def draw_deal(chance: random.Random, options: dict[str, Any], dealer: int) -> str:
    players, blind = options["players"], options["blind"]
    pack = pack_of(players, blind)
    chance.shuffle(pack)
    size = cards_each(players, blind)
    hands = [pack[place * size : (place + 1) * size] for place in range(players)]
    return write_deal(hands, pack[players * size :])


def names_in(cards: Any) -> list[str]:
    return [name for card, name in enumerate(SPITZER.names[:32]) if int(cards) >> card & 1]


class SingleDeal:
    """An episode of one deal that counts; before it there may be redeals (SPV4)."""

    def __init__(self, options: dict[str, Any], dealer: int) -> None:
        self.options, self.dealer = options, dealer
        self.redeals = 0

    def start(self, hands: list[list[str]], blind: list[str]) -> None:
        self.deal = BlindDeal(self.options, hands, blind, self.dealer, self.redeals)

    def apply(self, action: str) -> None:
        self.deal.apply(action)
        self.redeals += self.deal.redealt

    @property
    def finished(self) -> bool:
        return self.deal.finished and not self.deal.redealt


def open_episode(options: dict[str, Any], game: Any, row: int) -> SingleDeal | BlindMatch:
    make = SingleDeal if game.episode == "deal" else BlindMatch
    return make(options, int(game.state.dealer[row]))


def choose(chance: random.Random, deal: BlindDeal, legal: list[str], lawful: list[str]) -> str:
    """A lawful action, now and then a card that is not; mostly `pass`."""
    unlawful = [action for action in legal if action not in lawful]
    if unlawful and chance.random() < 0.06:
        return chance.choice(unlawful)
    passes = "pass" in lawful and chance.random() < 0.8
    return "pass" if passes else chance.choice(lawful)


def position(game: Any) -> dict[str, list[Any]]:
    state = game.state
    names = ("taker", "led_group", "points", "tricks", "voids", "redeals")
    return {name: getattr(state, name).tolist() for name in names} | {
        "picker": state.declarer.tolist(),
        "buried": [names_in(cards) for cards in state.buried],
    }


def expected(deal: BlindDeal) -> dict[str, Any]:
    return {
        "taker": NO_SEAT if deal.taker is None else deal.taker,
        "led_group": NO_GROUP if deal.led_group is None else GROUPS.index(deal.led_group),
        "points": deal.points,
        "tricks": deal.tricks,
        "voids": [sum(1 << GROUPS.index(group) for group in shown) for shown in deal.voids],
        "redeals": deal.redeals if deal.picker is None else 0,
        "picker": NO_SEAT if deal.picker is None else deal.picker,
        "buried": [name for name in SPITZER.names[:32] if name in deal.buried],
    }


def check_result(results: Any, place: int, deal: BlindDeal) -> None:
    """The result of a finished deal, each component of its score."""
    found = SPITZER.kit.deal_result(results, place)
    assert found["units"] == deal.units
    assert found["dealer"] == deal.dealer
    assert found["sits_out"] is None
    assert found["tricks"] == deal.tricks
    assert found["leaster"] == deal.leaster
    assert found["picker"] == deal.picker
    assert found["trump_side"] == ([] if deal.picker is None else [deal.picker])
    assert sorted(found["blind"].split()) == sorted(deal.blind)
    assert sorted(found["buried"].split()) == sorted(deal.buried)
    assert found["revoker"] == deal.revoker
    if deal.counted is not None:
        assert found["points"] == deal.counted
    if deal.trump_points is not None and deal.won is not None:
        assert found["trump_points"] == deal.trump_points
        assert (found["won"], found["schneider"]) == (deal.won, deal.schneider)
        assert (found["schwarz"], found["multiplier"]) == (deal.schwarz, deal.multiplier)


def check_match(game: Any, row: int, match: BlindMatch) -> None:
    """As without a blind; nobody has redealt before the next deal."""
    check_totals(game, row, match)
    assert game.state.redeals[row] == 0


REFEREE = Referee(
    case=SPITZER,
    draw_deal=draw_deal,
    open_episode=open_episode,
    start_deal=lambda episode, game, row: episode.start(
        hands_of(game, row), names_in(game.state.blind[row])
    ),
    position=position,
    expected=expected,
    check_result=check_result,
    check_match=check_match,
    winners=lambda match: match.winners,
    choose=choose,
)


@pytest.mark.parametrize("part", range(8))
def test_deals_of_every_option_combination(part: int, full: bool) -> None:
    """2,304 deals, 23,040 in the long run; options without effect are left out."""
    met = set()
    for options in ALL_COMBINATIONS[part::8]:
        for seed in range(10 if full else 1):
            deals = play_deals(REFEREE, options, 2, seed)
            met |= {"leaster" for deal in deals if deal.leaster}
            met |= {"redeals" for deal in deals if deal.redeals}
            met |= {"revoke" for deal in deals if deal.revoker is not None}
    assert met == {"leaster", "redeals", "revoke"}


@pytest.mark.parametrize("preset", range(len(PRESETS)))
def test_deals_at_batch_256(preset: int) -> None:
    play_deals(REFEREE, PRESETS[preset], 256, seed=preset)


@pytest.mark.parametrize("number", range(len(MATCH_OPTIONS)))
def test_whole_matches(number: int, full: bool) -> None:
    matches = play_matches(REFEREE, MATCH_OPTIONS[number], 400 if full else 20, seed=number)
    assert all(match.finished for match in matches)
