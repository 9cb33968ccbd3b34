"""Nothing a seat of Spitzer may not know reaches what it is shown.

The exchanged deals come from the slow reference; the comparison is shared by all games.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from spitzer_env.spitzer_v0 import Rules
from tests.reference.spitzer import PACK, ReferenceDeal, group, read_hands, write_hands
from tests.shared_checks import leak as checks
from tests.shared_checks.leak import Pair
from tests.spitzer.test_against_reference import random_hands
from tests.spitzer.under_test import SPITZER

SETTINGS: list[dict[str, Any]] = [
    {},
    {"history": True},
    {"rules": {"solo": False}},
    {"rules": {"trump_lead_must_follow": False}, "history": True},
    {"rules": {"players": 5}, "history": True},
    {"rules": {"revoke": "lose_deal"}},
    {"rules": {"revoke": "fine_4", "trump_lead_must_follow": False}},
    {"rules": {"double_spitzer": True}, "episode": "match", "rewards": "relative"},
]
PAIRS_A_SETTING = 1250  # 10,000 in all
SOLO_PAIRS_A_SETTING = 250
ENV_PAIRS_A_SETTING = 25


def is_alone(hands: list[list[str]]) -> bool:
    return any("QC" in hand and "7D" in hand for hand in hands)


def trumps_are_open(deal: ReferenceDeal, hands: list[list[str]]) -> bool:
    """Whether the seat to act may take the deal for a silent solo and for a 2 v 2."""
    if deal.solo_seat is not None or {"QC", "7D"} & set(hands[deal.seat]):
        return False
    played = {action for _, action in deal.history}
    return not {"QC", "7D"} <= played


def forbidden_groups(deal: ReferenceDeal) -> list[set[str]]:
    """By seat, the groups that it is publicly known not to hold (SP9, SP11, SP12)."""
    shown: list[set[str]] = [set() for _ in range(deal.players)]
    plays = [(seat, action) for seat, action in deal.history if action in PACK]
    for start in range(0, len(plays), 4):
        led = group(plays[start][1])
        if led == "trump" and not deal.options["trump_lead_must_follow"]:
            continue
        for seat, card in plays[start : start + 4]:
            if group(card) != led:
                shown[seat].add(led)
    if deal.solo_seat is not None:
        for seat in range(deal.players):
            if seat != deal.solo_seat:
                shown[seat].add("trump")
    return shown


def exchange(
    deal: ReferenceDeal, chance: random.Random, wanted: Callable[[list[list[str]]], bool]
) -> list[list[str]] | None:
    """The hands first dealt, with the cards unseen by the seat to act exchanged at random.

    Walks by swaps of two unseen cards until `wanted` holds of the whole hands; None if it does
    not come about.
    """
    others = [seat for seat in deal.playing if seat != deal.seat]
    cannot = forbidden_groups(deal)
    held = [list(hand) for hand in deal.hands]
    swaps = 20 + chance.randrange(30)
    for number in range(swaps + 120):
        one, two = chance.sample(others, 2)
        if not held[one] or not held[two]:
            continue
        place, other = chance.randrange(len(held[one])), chance.randrange(len(held[two]))
        card, for_it = held[one][place], held[two][other]
        if group(card) not in cannot[two] and group(for_it) not in cannot[one]:
            held[one][place], held[two][other] = for_it, card
        if number >= swaps:
            hands = [held[seat] + deal.played[seat] for seat in range(deal.players)]
            if wanted(hands):
                return hands
    return None


def play_some(options: dict[str, Any], chance: random.Random) -> tuple[ReferenceDeal, Any]:
    """A deal after some lawful actions, and the hands first dealt."""
    players = options.get("players", 4)
    dealer = chance.randrange(players)
    hands = random_hands(chance, players, dealer)
    deal = ReferenceDeal(options, hands, dealer)
    announcements = 4 if deal.phase == "announce" else 0
    for _ in range(chance.randrange(announcements + 31)):
        deal.apply(chance.choice(deal.lawful()))
    return deal, hands


def record_is_lawful(options: dict[str, Any], second: list[list[str]], deal: ReferenceDeal) -> bool:
    """Whether the second deal makes every action of the record of the first one lawful."""
    other = ReferenceDeal(options, second, deal.dealer)
    for _, action in deal.history:
        if action not in other.lawful():
            return False
        other.apply(action)
    return other.seat == deal.seat


def make_pairs(options: dict[str, Any], count: int, seed: int, solo: bool = False) -> list[Pair]:
    """`count` pairs of different deals; if `solo`, one a silent solo and one a plain 2 v 2."""
    chance = random.Random(f"{seed} {sorted(options.items())} {solo}")
    pairs: list[Pair] = []
    while len(pairs) < count:
        deal, hands = play_some(options, chance)
        if solo and not trumps_are_open(deal, hands):
            continue
        alone = is_alone(hands)
        dealt = [set(hand) for hand in hands]

        def wanted(others: list[list[str]], alone: bool = alone, dealt: Any = dealt) -> bool:
            if solo and is_alone(others) == alone:
                return False
            return [set(hand) for hand in others] != dealt

        second = exchange(deal, chance, wanted)
        if second is None:
            continue
        assert record_is_lawful(options, second, deal)
        actions = [action for _, action in deal.history]
        first, other = write_hands(hands), write_hands(second)
        pairs.append(Pair(deal.dealer, first, other, actions, actions, deal.seat))
    return pairs


def for_env(number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Setting `number` as `env` takes it, and its options of the rules as the reference does."""
    rules = SETTINGS[number].get("rules", {})
    return {**SETTINGS[number], "rules": Rules(**rules)}, rules


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_exchanged_cards_change_no_byte(number: int) -> None:
    settings, rules = for_env(number)
    checks.check_batch(SPITZER, settings, make_pairs(rules, PAIRS_A_SETTING, number))


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_a_silent_solo_looks_like_two_against_two(number: int) -> None:
    settings, rules = for_env(number)
    pairs = make_pairs(rules, SOLO_PAIRS_A_SETTING, number, solo=True)
    alone = [[is_alone(read_hands(deal)) for deal in (one.first, one.second)] for one in pairs]
    assert all(first != second for first, second in alone)
    checks.check_batch(SPITZER, settings, pairs)


def test_the_test_sees_a_leak() -> None:
    checks.check_the_comparison_is_not_blind(SPITZER, {}, make_pairs({}, 50, seed=1))


@pytest.mark.parametrize("number", range(len(SETTINGS)))
@pytest.mark.parametrize("solo", [False, True], ids=["any exchange", "silent solo"])
def test_exchanged_cards_change_nothing_in_the_env(number: int, solo: bool) -> None:
    settings, rules = for_env(number)
    checks.check_env(SPITZER, settings, make_pairs(rules, ENV_PAIRS_A_SETTING, 100 + number, solo))
