"""Nothing a seat of Smear may not know reaches what it is shown.

Exchanged are the others' hands, what they laid down, the widow and the stock; the comparison is
shared by all games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from smear_env.smear_v0 import Rules
from tests.reference.smear_cards import read_deal
from tests.reference.smear_options import complete_options
from tests.shared_checks import leak as checks
from tests.shared_checks.leak import Pair
from tests.smear.under_test import SMEAR
from tests.smear.worlds import make_pairs

SETTINGS: list[dict[str, Any]] = [
    {},
    {"history": True},
    {"rules": {"players": 3, "all_pass": "redeal"}, "history": True},
    {"rules": {"players": 5, "cards_dealt": 8, "free_discard": True}, "history": True},
    {"rules": {"players": 6, "teams": 3}, "episode": "match", "rewards": "relative"},
    {"rules": {"players": 8, "teams": 4}, "history": True},
    {"rules": {"variant": "nine_card"}, "history": True},
    {"rules": {"variant": "nine_card", "players": 3}},
    {"rules": {"variant": "nine_card", "players": 5, "free_discard": True}, "history": True},
    {"rules": {"variant": "widow"}, "history": True},
    {"rules": {"variant": "widow", "players": 3, "free_discard": True}, "history": True},
    {"rules": {"variant": "no_jick", "jokers": 0, "revoke": "lose_deal"}},
    {"rules": {"variant": "five_point", "teams": 2}, "history": True},
    {"rules": {"joker_rank": "around_jick", "revoke": "lose_deal", "teams": 0}, "history": True},
]
ENV_PAIRS_A_SETTING = 4


def for_env(number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Setting `number` as `env` takes it, and its options of the rules as the reference does."""
    rules = SETTINGS[number].get("rules", {})
    return {**SETTINGS[number], "rules": Rules(**rules)}, complete_options(rules)


def exchanged(pairs: Sequence[Pair]) -> dict[str, int]:
    """In how many pairs each kind of hidden card is exchanged."""
    counts = {"hands": 0, "discards": 0, "widow": 0, "stock": 0}
    for pair in pairs:
        hands, widow, stock = read_deal(pair.first)
        others = read_deal(pair.second)
        counts["hands"] += [set(hand) for hand in hands] != [set(hand) for hand in others[0]]
        counts["widow"] += widow != others[1]
        counts["stock"] += stock != others[2]
        counts["discards"] += pair.actions != pair.others
    return counts


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_exchanged_cards_change_no_byte(number: int, full: bool) -> None:
    settings, rules = for_env(number)
    pairs = make_pairs(rules, 1000 if full else 70, number)
    checks.check_batch(SMEAR, settings, pairs)
    counts = exchanged(pairs)
    some, most = len(pairs) // 2, len(pairs) * 9 // 10
    assert counts["hands"] > most
    assert counts["stock"] > most
    assert counts["widow"] > some or rules["variant"] != "widow"
    discards_are_actions = rules["variant"] != "nine_card" and rules["players"] != 8
    assert counts["discards"] > some or not discards_are_actions


def test_the_test_sees_a_leak() -> None:
    checks.check_the_comparison_is_not_blind(SMEAR, {}, make_pairs(complete_options({}), 50, 1))


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_exchanged_cards_change_nothing_in_the_env(number: int, full: bool) -> None:
    settings, rules = for_env(number)
    count = 10 * ENV_PAIRS_A_SETTING if full else ENV_PAIRS_A_SETTING
    checks.check_env(SMEAR, settings, make_pairs(rules, count, 100 + number))
