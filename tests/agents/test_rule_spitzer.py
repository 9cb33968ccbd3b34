"""The rule player: it follows the advice of the rule books, keeps every rule, and is frozen."""

import numpy as np
import pytest

from agents.rule_spitzer import RuleAgent
from spitzer_env.actions import ACTION_NAMES, PASS, SOLO
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from tests.agents.frozen_players import check_actions, check_sources, play_moves, play_out
from trick_taking.choice import uniform_legal

# P0 is eldest and holds both trumps. P3 has no spades.
SOLO_DEAL = (
    "QC 7D KC JC 9S 8S KS 7C | AS TS QS 7S 9H 8H 9D 8D | "
    "JS AC TC 9C 8C QH JH 7H | AH TH KH AD TD KD QD JD"
)
# P3 holds QC and neither clubs nor the lead; P1 holds 7D.
QUEEN_DEAL = (
    "AC 9C 8C KS QS JS KH QH | KC JC 7D 8S 7S 9H 8H 7H | "
    "TC 7C AD TD KD QD JD 9D | QC AS TS 9S 8D AH TH JH"
)
# Everybody is void in the suits of the others; P3 holds both trumps.
ONE_SUIT_DEAL = (
    "AS TS KS QS JS 9S 8S 7S | AH TH KH QH JH 9H 8H 7H | "
    "AD TD KD QD JD 9D 8D 7C | QC 7D AC TC KC JC 9C 8C"
)


def start(deal: str, moves: str, dealer: int = 3, **options) -> SpitzerGame:
    """A game of one deal after `moves`, action texts separated by commas."""
    game = SpitzerGame(1, rules=TwoTrumpRules(**options), autoreset=False)
    game.reset(deals=[deal], dealers=[dealer])
    play_moves(game, moves)
    return game


def choice(game: SpitzerGame) -> str:
    return ACTION_NAMES[int(RuleAgent(game).act(game.view())[0])]


PASSES = "pass, pass, pass, pass"
ANNOUNCED = "solo, pass, pass, pass"


def test_gives_points_to_a_known_partner():
    game = start(SOLO_DEAL, f"{ANNOUNCED}, 9S, AS, JS")
    assert choice(game) in {"AH", "TH", "AD", "TD"}


def test_keeps_points_from_a_known_opponent():
    game = start(
        SOLO_DEAL.replace("KS", "?").replace("AS", "KS").replace("?", "AS"),
        f"{ANNOUNCED}, AS, 7S, JS",
    )
    assert choice(game) not in {"AH", "TH", "AD", "TD"}


def test_keeps_the_queen_hidden_on_a_trick_without_points():
    game = start(QUEEN_DEAL, f"{PASSES}, 9C, JC, 7C")
    assert choice(game) != "QC"


def test_takes_a_rich_trick_with_the_queen():
    game = start(QUEEN_DEAL, f"{PASSES}, AC, KC, TC")
    assert choice(game) == "QC"


def test_ducks_under_a_card_it_cannot_beat():
    game = start(QUEEN_DEAL, f"{PASSES}, AC")
    assert choice(game) == "JC"


def test_seven_waits_for_a_rich_trick():
    deal = QUEEN_DEAL.replace("7D", "?").replace("QC", "7D").replace("?", "QC")
    assert choice(start(deal, f"{PASSES}, 9C, JC, 7C")) != "7D"
    assert choice(start(deal, f"{PASSES}, AC, KC, TC")) == "7D"


def test_soloist_spends_the_cheaper_trump():
    assert choice(start(ONE_SUIT_DEAL, "pass, pass, pass, solo, AS, TH, TD")) == "7D"


@pytest.mark.parametrize(
    ("hand", "rest", "says"),
    [
        ("QC 7D 9C 8C 9S 8S 9H 8H", "7C JC", PASS),
        ("QC 7D AS TS AH TH AC TC", "9C 8C", SOLO),
    ],
)
def test_announces_solo_with_aces_and_tens_only(hand, rest, says):
    pack = [name for name in ACTION_NAMES[:32] if name not in hand.split()]
    hands = [hand, *(" ".join(pack[seat::3]) for seat in range(3))]
    game = start(" | ".join(hands), "")
    assert choice(game) == ACTION_NAMES[says]


OPTIONS = [
    {},
    {"players": 5},
    {"solo": False},
    {"trump_lead_must_follow": False},
    {"revoke": "lose_deal"},
    {"revoke": "fine_4", "trump_lead_must_follow": False, "players": 5, "solo": False},
    {"tie_60": "most_tricks", "schneider_bonus": False, "schwarz_bonus": False},
    {"schneider_minimum": 90, "double_spitzer": True},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_plays_lawfully_under_every_option(options):
    game = SpitzerGame(64, rules=TwoTrumpRules(**options), seed=3, autoreset=False)
    play_out(game, RuleAgent(game))
    assert (game.state.revoker < 0).all()


@pytest.mark.parametrize("players", [4, 5])
def test_plays_whole_matches(players):
    rules = TwoTrumpRules(players=players, deals=5)
    game = SpitzerGame(8, rules=rules, episode="match", seed=4, autoreset=False)
    play_out(game, RuleAgent(game))


def test_answer_depends_on_its_own_row_alone():
    game = SpitzerGame(48, seed=5)
    agent = RuleAgent(game)
    for _ in range(40):
        actions = agent.act(game.view())
        alone = [agent.act(game.view(np.array([row])))[0] for row in range(0, 48, 7)]
        assert actions[::7].tolist() == alone
        game.step(actions)


def test_sitting_out_changes_nothing_for_the_others():
    """SPV6: the same cards at the same table, with a fifth chair and without."""
    four = SpitzerGame(1, autoreset=False)
    five = SpitzerGame(1, rules=TwoTrumpRules(players=5), autoreset=False)
    four.reset(deals=[QUEEN_DEAL], dealers=[3])
    five.reset(deals=[f"{QUEEN_DEAL} | "], dealers=[4])
    at_four, at_five = (play_out(game, RuleAgent(game)) for game in (four, five))
    assert [move[0] for move in at_four] == [move[0] for move in at_five]


def test_beats_random():
    """Every deal with the two seats of a side exchanged: cheap, and far from chance."""
    seatings = np.array([[True, False] * 2, [False, True] * 2])
    streams = np.repeat(np.arange(400), 2).astype(np.uint64)
    game = SpitzerGame(800, seed=11, autoreset=False, streams=streams)
    by_rule = np.tile(seatings, (400, 1))
    agent, units = RuleAgent(game), np.zeros((800, 4))
    while (game.seat >= 0).any():
        view = game.view()
        ours = by_rule[np.arange(800), game.seat]
        actions = np.where(ours, agent.act(view), uniform_legal(view.legal, view.keys))
        units += game.step(actions).rewards
    assert units[by_rule].mean() > 0.3


def test_sources_are_frozen():
    check_sources("rule", "spitzer_", "rule_spitzer.py")


def test_golden_actions():
    """All actions of 200 deals under seed 2026."""
    game = SpitzerGame(200, seed=2026, autoreset=False)
    check_actions("rule", game, RuleAgent(game))
