"""Records of Michigan Spitzer: replayable at any action, over matches."""

import random

from spitzer_env.michigan_v0 import Rules
from tests.michigan.under_test import MICHIGAN
from tests.reference.michigan import all_rules
from tests.shared_checks import records as checks

GAMES = 60
ALL_RULES = list(all_rules())


def random_settings(number: int) -> dict:
    """Settings of game `number`, every option drawn."""
    chance = random.Random(number)
    episode = chance.choice(["deal", "deal", "match"])
    return {
        "rules": Rules(**chance.choice(ALL_RULES), max_deals=chance.choice([1, 2, 3])),
        "episode": episode,
        "rewards": chance.choice(["units", "relative", "win"] if episode == "match" else ["units"]),
        "illegal": chance.choice(["raise", "terminate"]),
        "history": chance.choice([True, False]),
    }


def test_random_games_replay_at_the_end_and_in_between(full):
    met = checks.check_random_games_replay(MICHIGAN, random_settings, 4 * GAMES if full else GAMES)
    assert min(met["forfeits"], met["deals"]) >= 3
    assert met["revokes"] == 0  # MI21


def test_replay_at_every_action():
    checks.check_replay_at_every_action(MICHIGAN, {"history": True}, seed=4)


def test_match_goes_on_after_a_replay():
    checks.check_match_goes_on_after_a_replay(MICHIGAN, {"rules": Rules(deals=3)})
