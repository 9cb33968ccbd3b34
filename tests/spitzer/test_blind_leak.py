"""Nothing a seat may not know of the blind, of the buried cards and of hands reaches it (SPV4).

The exchanged deals come from the slow reference; the comparison is shared by all games.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from spitzer_env.spitzer_v0 import Rules
from tests.reference.blind import BlindDeal
from tests.reference.blind_options import read_deal, write_deal
from tests.reference.spitzer import group
from tests.shared_checks import leak as checks
from tests.shared_checks.leak import Pair
from tests.spitzer.test_blind_reference import draw_deal
from tests.spitzer.under_test import SPITZER

SETTINGS: list[dict[str, Any]] = [
    {"rules": {"players": 4, "blind": 2}, "history": True},
    {"rules": {"players": 4, "blind": 4, "revoke": "lose_deal"}, "history": True},
    {"rules": {"players": 3, "blind": 2, "all_pass": "redeal"}},
    {"rules": {"players": 5, "blind": 2, "all_pass": "dealer_picks"}, "history": True},
    {"rules": {"players": 5, "blind": 2, "trump_lead_must_follow": False}, "episode": "match"},
]
PAIRS_A_SETTING = 250


def play_some(options: dict[str, Any], chance: random.Random) -> BlindDeal:
    """A deal after some lawful actions; one in five deals is never picked but by force."""
    text = draw_deal(chance, options, 0)
    hands, blind = read_deal(text, options["players"], options["blind"])
    deal = BlindDeal(options, hands, blind, chance.randrange(options["players"]))
    picks = chance.random() < 0.8
    for _ in range(chance.randrange(36)):
        if deal.finished:
            break
        lawful = deal.lawful()
        if deal.phase == "pick" and not picks:
            lawful = lawful[:1]
        deal.apply(chance.choice(lawful))
    return deal


def exchange(deal: BlindDeal, chance: random.Random) -> tuple[list[list[str]], list[str]]:
    """What the others hold and the pile that the seat to act has not seen, exchanged at random.

    The pile is what another seat has buried, or a blind that nobody has picked; of the picker's
    own there is none.
    """
    pile = list(deal.blind if deal.picker is None else deal.buried)
    places = [list(hand) for hand in deal.hands] + [pile]
    seen = {deal.seat} | ({deal.players} if deal.picker == deal.seat else set())
    hidden = [place for place in range(deal.players + 1) if place not in seen]
    voids = [*deal.voids, set()]
    for _ in range(1 + chance.randrange(20)):
        one, two = chance.sample(hidden, 2)
        if places[one] and places[two]:
            here, there = chance.randrange(len(places[one])), chance.randrange(len(places[two]))
            card, for_it = places[one][here], places[two][there]
            if group(card) not in voids[two] and group(for_it) not in voids[one]:
                places[one][here], places[two][there] = for_it, card
    return places[:-1], places[-1]


def second_deal(deal: BlindDeal, chance: random.Random) -> tuple[str, list[str]]:
    """Another deal that the seat to act cannot tell from this one, and what was done in it."""
    held, pile = exchange(deal, chance)
    hands = [held[seat] + deal.played[seat] for seat in range(deal.players)]
    blind = pile if deal.picker is None else list(deal.blind)
    actions = [action for _, action in deal.history]
    if deal.picker is not None and deal.picker != deal.seat:
        buries = len(deal.spoken)
        actions[buries : buries + len(pile)] = pile
        owned = hands[deal.picker] + pile  # of which any cards may have been the blind
        blind = chance.sample(owned, len(deal.blind))
        hands[deal.picker] = [card for card in owned if card not in blind]
    elif deal.picker is not None:
        owned = hands[deal.picker] + deal.buried
        hands[deal.picker] = [card for card in owned if card not in blind]
    return write_deal(hands, blind), actions


def make_pairs(options: dict[str, Any], count: int, seed: int) -> list[Pair]:
    """`count` pairs of different deals."""
    chance = random.Random(f"{seed} {sorted(options.items())}")
    pairs: list[Pair] = []
    while len(pairs) < count:
        deal = play_some(options, chance)
        if deal.finished:
            continue
        first = write_deal(deal.dealt, deal.blind)
        second, others = second_deal(deal, chance)
        if in_order(first) == in_order(second) or not lawful(options, deal, second, others):
            continue
        actions = [action for _, action in deal.history]
        pairs.append(Pair(deal.dealer, first, second, actions, others, deal.seat))
    return pairs


def in_order(text: str) -> list[list[str]]:
    return [sorted(part.split()) for part in text.split("|")]


def lawful(options: dict[str, Any], deal: BlindDeal, text: str, actions: list[str]) -> bool:
    """Whether all `actions` are lawful in the deal of `text`."""
    hands, blind = read_deal(text, options["players"], options["blind"])
    other = BlindDeal(options, hands, blind, deal.dealer)
    for action in actions:
        if action not in other.lawful():
            return False
        other.apply(action)
    return other.seat == deal.seat


def for_env(number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Setting `number` as `env` takes it, and its options of the rules as the reference does."""
    rules = SETTINGS[number]["rules"]
    return {**SETTINGS[number], "rules": Rules(**rules)}, rules


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_exchanged_cards_change_no_byte(number: int, full: bool) -> None:
    settings, rules = for_env(number)
    pairs = make_pairs(rules, PAIRS_A_SETTING * (8 if full else 1), number)
    assert any(pair.actions != pair.others for pair in pairs)  # other cards were buried
    checks.check_batch(SPITZER, settings, pairs)


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_exchanged_cards_change_nothing_in_the_env(number: int) -> None:
    settings, rules = for_env(number)
    checks.check_env(SPITZER, settings, make_pairs(rules, 25, 100 + number))


def test_the_test_sees_a_leak() -> None:
    settings, rules = for_env(0)
    checks.check_the_comparison_is_not_blind(SPITZER, settings, make_pairs(rules, 50, 1))
