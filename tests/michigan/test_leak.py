"""Nothing a seat of Michigan Spitzer may not know reaches what it is shown.

The exchanged deals come from the slow reference, which also says whether they allow the same
record; the comparison is shared by all games.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from spitzer_env.michigan_v0 import Rules
from tests.michigan.test_against_reference import choose, random_hands
from tests.michigan.under_test import MICHIGAN
from tests.reference.michigan import MichiganDeal, group
from tests.reference.michigan_knowledge import public_voids, replays
from tests.reference.spitzer import write_hands
from tests.shared_checks import leak as checks
from tests.shared_checks.leak import Pair

Hands = list[list[str]]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"history": True},
    {"rules": {"trump_chain": True}, "history": True},
    {"rules": {"partner_schneider": True}},
    {"rules": {"first_announcement_ends": True, "negative_scores": "declarers"}},
    {"rules": {"zola_needs_queens": True}, "episode": "match", "rewards": "relative"},
]
PAIRS_A_SETTING = 100


def holder(hands: Hands, card: str) -> int:
    return next(seat for seat, hand in enumerate(hands) if card in hand)


def is_alone(hands: Hands) -> bool:
    """Whether one seat was dealt both black queens."""
    return holder(hands, "QC") == holder(hands, "QS")


def called_aces(deal: MichiganDeal) -> list[str]:
    """The aces that somebody has called, whether or not the call counts."""
    return [said[-2:] for _, said in deal.spoken if said in ("call AC", "call AS", "call AH")]


def any_exchange(deal: MichiganDeal, other: Hands) -> bool:
    return True


def called_ace_moves(deal: MichiganDeal, other: Hands) -> bool:
    """The ace of a call that counts lies elsewhere."""
    ace = deal.called_ace
    return ace is not None and holder(deal.dealt, ace) != holder(other, ace)


def silent_solo_or_pair(deal: MichiganDeal, other: Hands) -> bool:
    """One of the deals is a silent solo, the other two against two."""
    return deal.announcement is None and is_alone(deal.dealt) != is_alone(other)


def ace_of_an_outbid_call_moves(deal: MichiganDeal, other: Hands) -> bool:
    """A call was outbid, and its ace lies elsewhere."""
    outbid = [ace for ace in called_aces(deal) if deal.announcement != f"call {ace}"]
    return any(holder(deal.dealt, ace) != holder(other, ace) for ace in outbid)


Wanted = Callable[[MichiganDeal, Hands], bool]
WANTED: list[Wanted] = [any_exchange, called_ace_moves, silent_solo_or_pair]


def exchange(deal: MichiganDeal, chance: random.Random, swaps: int) -> Hands:
    """The hands first dealt, with cards that the seat to act has not seen exchanged at random."""
    others = [seat for seat in range(4) if seat != deal.seat]
    voids = public_voids(deal)
    held = [list(hand) for hand in deal.hands]
    for _ in range(swaps):
        one, two = chance.sample(others, 2)
        if held[one] and held[two]:
            place, other = chance.randrange(len(held[one])), chance.randrange(len(held[two]))
            card, for_it = held[one][place], held[two][other]
            if group(card) not in voids[two] and group(for_it) not in voids[one]:
                held[one][place], held[two][other] = for_it, card
    return [held[seat] + deal.played[seat] for seat in range(4)]


def speak(chance: random.Random, deal: MichiganDeal, legal: list[str], wanted: Wanted) -> str:
    """What leads to the deals that are `wanted`: a call, after it a zola, or silence."""
    calls = [action for action in legal if action.startswith("call")]
    zolas = [action for action in legal if action.startswith("zola")]
    if wanted is silent_solo_or_pair:
        return "pass"
    if wanted in (called_ace_moves, ace_of_an_outbid_call_moves) and calls:
        return chance.choice(calls)
    if wanted is ace_of_an_outbid_call_moves and called_aces(deal) and zolas:
        return chance.choice(zolas)
    return choose(chance, deal, legal, legal) if wanted is any_exchange else "pass"


def play_some(options: dict[str, Any], chance: random.Random, wanted: Wanted) -> MichiganDeal:
    """A deal after some actions."""
    deal = MichiganDeal(options, random_hands(chance), chance.randrange(4))
    for _ in range(chance.randrange(34)):
        if deal.finished:
            break
        legal = deal.legal()
        speaks = deal.phase == "announce"
        deal.apply(speak(chance, deal, legal, wanted) if speaks else chance.choice(legal))
    return deal


def make_pairs(options: dict[str, Any], count: int, seed: int, wanted: Wanted) -> list[Pair]:
    """`count` pairs of different deals that `wanted` tells apart but the seat to act cannot."""
    chance = random.Random(f"{seed} {sorted(options.items())} {wanted.__name__}")
    pairs: list[Pair] = []
    while len(pairs) < count:
        deal = play_some(options, chance, wanted)
        if deal.finished:
            continue
        other = exchange(deal, chance, 1 + chance.randrange(12))
        if [set(hand) for hand in other] == [set(hand) for hand in deal.dealt]:
            continue
        if not wanted(deal, other) or replays(options, other, deal.dealer, deal.history) is None:
            continue
        actions = [action for _, action in deal.history]
        first, second = write_hands(deal.dealt), write_hands(other)
        pairs.append(Pair(deal.dealer, first, second, actions, actions, deal.seat))
    return pairs


def for_env(number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Setting `number` as `env` takes it, and its options of the rules as the reference does."""
    rules = SETTINGS[number].get("rules", {})
    return {**SETTINGS[number], "rules": Rules(**rules)}, rules


def cases() -> list[Any]:
    found = [(number, wanted) for number in range(len(SETTINGS)) for wanted in WANTED]
    found += [(number, ace_of_an_outbid_call_moves) for number in (0, 1, 3)]
    return [pytest.param(*one, id=f"{one[0]}-{one[1].__name__}") for one in found]


@pytest.mark.parametrize(("number", "wanted"), cases())
def test_exchanged_cards_change_no_byte(number: int, wanted: Wanted, full: bool) -> None:
    settings, rules = for_env(number)
    count = PAIRS_A_SETTING * (4 if full else 1)
    checks.check_batch(MICHIGAN, settings, make_pairs(rules, count, number, wanted))


@pytest.mark.parametrize(("number", "wanted"), cases())
def test_exchanged_cards_change_nothing_in_the_env(number: int, wanted: Wanted) -> None:
    settings, rules = for_env(number)
    checks.check_env(MICHIGAN, settings, make_pairs(rules, 8, 100 + number, wanted))


def test_the_test_sees_a_leak() -> None:
    pairs = make_pairs({}, 50, 1, any_exchange)
    checks.check_the_comparison_is_not_blind(MICHIGAN, {}, pairs)
