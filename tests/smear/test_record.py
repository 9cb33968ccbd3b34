"""Records of Smear: replayable at any action, over redeals and matches."""

import random

import pytest

from smear_env.smear_v0 import Rules
from tests.reference.smear_options import draw_options
from tests.shared_checks import records as checks
from tests.shared_checks.aec import everything, same
from tests.smear.under_test import SHAPES, SMEAR

GAMES = 200


def random_settings(number: int) -> dict:
    """Settings of game `number`, every option drawn."""
    chance = random.Random(number)
    options = draw_options(chance, chance.choice(SHAPES))
    episode = chance.choice(["deal", "deal", "match"])
    return {
        "rules": Rules(**options, max_deals=chance.choice([1, 2, 3])),
        "episode": episode,
        "rewards": chance.choice(["units", "relative", "win"] if episode == "match" else ["units"]),
        "illegal": chance.choice(["raise", "terminate"]),
        "history": chance.choice([True, False]),
    }


def test_random_games_replay_at_the_end_and_in_between(full):
    met = checks.check_random_games_replay(SMEAR, random_settings, GAMES if full else GAMES // 6)
    assert min(met.values()) >= 3


@pytest.mark.parametrize(
    "options",
    [
        {"history": True},
        {"rules": Rules(variant="widow", players=3)},
        {"rules": Rules(variant="nine_card")},
    ],
)
def test_replay_at_every_action(options):
    checks.check_replay_at_every_action(SMEAR, options, seed=4)


def test_match_goes_on_after_a_replay_with_the_deals_of_its_seed():
    checks.check_match_goes_on_after_a_replay(SMEAR, {"rules": Rules(max_deals=3)})


@pytest.mark.parametrize("episode", ["deal", "match"])
def test_sm5_redeals_are_deals_of_the_record(episode):
    """After two deals that all pass the third is played; every point of it replays."""
    rules = Rules(players=3, all_pass="redeal", max_deals=1)
    env = SMEAR.env(rules=rules, episode=episode, history=True)
    env.reset(seed=5, options={"dealer": 1})
    snapshots = [everything(env)]
    for turn in range(7):
        env.step(env.action_id("pass" if turn < 6 else "bid 2"))
        snapshots.append(everything(env))
    while env.seat >= 0:
        env.step(env.action_id(env.legal_action_names()[0]))
        snapshots.append(everything(env))
    assert [deal.dealer for deal in env.deals] == [1, 1, 1]
    for number, deal in enumerate(env.deals):  # they are the deals of the seed
        other = SMEAR.env(rules=rules)
        other.reset(seed=5, options={"deal_number": number})
        assert deal.deal == other.deals[0].deal
    assert [deal.units is None for deal in env.deals] == [True, True, False]
    text = env.record()
    assert text.count("units: ") == 1
    for upto, snapshot in enumerate(snapshots):
        assert same(everything(SMEAR.module.replay(text, upto)), snapshot), upto
