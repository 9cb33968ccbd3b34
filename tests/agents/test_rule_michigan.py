"""The rule player of Michigan Spitzer: it follows good advice, keeps the rules, and is frozen."""

import numpy as np
import pytest

import agents
from agents.rule_michigan import RuleAgent
from spitzer_env import michigan_v0
from spitzer_env.actions import ACTION_NAMES, CALLS, PACK, PASS, ZOLA
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from tests.agents.frozen_players import check_actions, check_sources, play_moves, play_out
from trick_taking.choice import uniform_legal


def deal_with(hands: dict[int, str]) -> str:
    """A deal with the cards of `hands` by seat; the others get what is left, in pack order."""
    given = {card for hand in hands.values() for card in hand.split()}
    left = iter([name for name in PACK.names if name not in given])
    whole = []
    for seat in range(4):
        cards = hands.get(seat, "").split()
        whole.append(" ".join(cards + [next(left) for _ in range(8 - len(cards))]))
    return " | ".join(whole)


def start(hands: dict[int, str], moves: str = "", dealer: int = 3, **options) -> SpitzerGame:
    """A game of one deal after `moves`, action texts separated by commas; P0 is eldest."""
    game = michigan_v0.vector_env(1, rules=MichiganRules(**options), autoreset=False)
    game.reset(deals=[deal_with(hands)], dealers=[dealer])
    play_moves(game, moves)
    return game


def choice(game: SpitzerGame) -> str:
    return ACTION_NAMES[int(RuleAgent(game).act(game.view())[0])]


MIGHTY = "QC 7D QS QH QD JC AD AC"
STRONG = "QC 7D QH JC JS AD AC AS"
FAIR = "QC QH JD 9D AC 9C 8S 7H"
WEAK = "8D 9C 8C 7C 9S 8S 9H 8H"
CALLER = "QC QS JD 9D TC 9C 8C 9S"


def test_registry_names_it():
    assert isinstance(agents.make("rule", michigan_v0.vector_env(1)), RuleAgent)


@pytest.mark.parametrize(
    ("hand", "says"),
    [(WEAK, "pass"), (FAIR, "pass"), (STRONG, "zola"), (MIGHTY, "zola schneider")],
)
def test_plays_alone_with_a_hand_that_is_worth_it(hand, says):
    assert choice(start({0: hand})) == says


def test_calls_the_ace_of_its_shortest_suit():
    """MI9: a short suit is soon led by another, and the ace falls."""
    assert choice(start({0: CALLER})) == "call AS"
    assert choice(start({0: CALLER.replace("9S", "8D")})) == "call AC"


def test_calls_a_void_suit_where_no_other_can_be_called():
    assert choice(start({0: "QC QS JD 8D AC 9C AS 9S"})) == "call AH"  # MI10


def test_calls_the_first_trick_with_three_aces():
    assert choice(start({0: "QC QS AC AS AH 9C 7H 8D"})) == "call first trick"  # MI11


def test_a_zola_counts_before_its_own():
    """MI12: of equals the earlier seat, so nothing is left to say."""
    assert choice(start({0: STRONG, 1: "QS QD JH JD TD KD 9D AH"})) == "zola"
    assert choice(start({0: WEAK, 1: STRONG}, "pass")) == "zola"
    assert choice(start({0: WEAK, 1: STRONG}, "zola")) == "pass"


def test_no_zola_where_the_rules_want_both_queens():
    assert choice(start({0: STRONG}, zola_needs_queens=True)) == "pass"


# P0 calls AH and leads QC, which nobody can beat; P2 holds the ace.
CALLED = {
    0: "QC QS JC JS 9H 8C 7C TS",
    1: "AD 8D QH AC TC 9C AS KS",
    2: "TD 9D QD AH 8H 9S 8S 7S",
    3: "7D KD JH JD TH KH 7H KC",
}


def test_gives_points_to_a_partner_whom_nobody_can_beat():
    game = start(CALLED, "call AH, pass, pass, pass, QC, 8D")
    assert choice(game) == "TD"


def test_keeps_points_from_an_opponent():
    assert choice(start(CALLED, "call AH, pass, pass, pass, QC")) == "8D"


# P0 is alone; P1 takes his lead.
ALONE = {
    0: "QC 7D QS QH JC AC AS 9H",
    1: "AH 8H QD 8D TC 9C TS 9S",
    2: "TH 7H JS AD KC 8C KS 8S",
    3: "KH JH JD TD KD 9D 7C 7S",
}


def test_opponents_of_a_lone_player_feed_each_other():
    assert choice(start(ALONE, "zola, pass, pass, pass, 9H, AH")) == "TH"


def test_takes_the_lone_players_lead():
    assert choice(start(ALONE, "zola, pass, pass, pass, 9H")) == "AH"


def test_a_lone_player_draws_trumps_from_the_top():
    game = start({0: "QC 7D QS QH QD JC JS 9H"}, "zola, pass, pass, pass")
    assert choice(game) in {"QC", "7D", "QS", "QH", "QD"}


def test_last_to_play_takes_a_rich_trick_with_the_cheapest_card():
    hands = {
        0: "TC KC QC QS JH 7S 8S 9H",
        1: "AC 9C 8C QD JD TD 9D TS",
        2: "7C KH AD KD AS KS 9S 7H",
        3: "7D QH JS JC 8D AH TH 8H",
    }
    game = start(hands, "call AC, pass, pass, pass, KC, AC, 7C")
    assert choice(game) == "8D"  # void in clubs it must trump (MI15)


def test_ducks_under_a_trump_it_cannot_beat():
    game = start(ALONE, "zola, pass, pass, pass, QC, 8D, JS")
    assert choice(game) == "9D"


def test_the_holder_of_the_called_ace_owes_it():
    """MI16."""
    hands = CALLED | {1: "AD 8D QH AC TC 9C AS 9H", 0: "QC QS JC JS KS 8C 7C TS"}
    game = start(hands, "call AC, pass, pass, pass, 8C")
    assert choice(game) == "AC"


OPTIONS = [
    {},
    {"zola_needs_queens": True},
    {"partner_schneider": True},
    {"first_announcement_ends": True},
    {"trump_chain": True},
    {"negative_scores": "declarers"},
    {"trump_chain": True, "partner_schneider": True, "first_announcement_ends": True},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_plays_lawfully_under_every_option(options):
    rules = MichiganRules(**options)
    game = michigan_v0.vector_env(96, rules=rules, seed=3, autoreset=False)
    play_out(game, RuleAgent(game))


@pytest.mark.parametrize("options", OPTIONS)
def test_plays_lawfully_after_any_announcement(options):
    """Others say what they like, so every contract and every side is met."""
    rules = MichiganRules(**options)
    game = michigan_v0.vector_env(192, rules=rules, seed=6, autoreset=False)
    while (game.state.phase == 0).any():
        view = game.view()
        own = RuleAgent(game).act(view)
        game.step(np.where(game.state.phase == 0, uniform_legal(view.legal, view.keys), own))
    play_out(game, RuleAgent(game))


@pytest.mark.parametrize("options", [{}, {"deals": 5}])
def test_plays_whole_matches(options):
    rules = MichiganRules(**options)
    game = michigan_v0.vector_env(8, rules=rules, episode="match", seed=4, autoreset=False)
    play_out(game, RuleAgent(game))


@pytest.mark.parametrize("episode", ["deal", "match"])
def test_answer_depends_on_its_own_row_alone(episode):
    game = michigan_v0.vector_env(48, seed=5, episode=episode)
    agent = RuleAgent(game)
    for _ in range(45):
        actions = agent.act(game.view())
        alone = [agent.act(game.view(np.array([row])))[0] for row in range(0, 48, 7)]
        assert actions[::7].tolist() == alone
        game.step(actions)


def test_beats_random():
    """Every deal with the seats of both players exchanged: cheap, and far from chance."""
    seatings = np.array([[True, False] * 2, [False, True] * 2])
    streams = np.repeat(np.arange(400), 2).astype(np.uint64)
    game = michigan_v0.vector_env(
        800, seed=11, autoreset=False, streams=streams, rewards="relative"
    )
    by_rule = np.tile(seatings, (400, 1))
    agent, units = RuleAgent(game), np.zeros((800, 4))
    while (game.seat >= 0).any():
        view = game.view()
        ours = by_rule[np.arange(800), game.seat]
        actions = np.where(ours, agent.act(view), uniform_legal(view.legal, view.keys))
        units += game.step(actions).rewards
    assert units[by_rule].mean() > 4


def test_announces_now_and_then_and_wins_most_zolas():
    """No collapse to passing, nor to zolas that cannot be won."""
    game = michigan_v0.vector_env(1500, seed=12, autoreset=False)
    agent, said, zolas = RuleAgent(game), [], []
    while (game.seat >= 0).any():
        results = game.step(agent.act(game.view())).results
        if results is not None:
            said.append(results.said)
            zolas.append(results.value[results.contract == ZOLA] > 0)
    words = np.concatenate(said)
    assert 0.02 < (words == ZOLA).mean() < 0.08
    assert 0.02 < np.isin(words, CALLS).mean() < 0.06
    assert (words == PASS).mean() > 0.85
    assert 0.5 < np.concatenate(zolas).mean() < 0.8


def test_sources_are_frozen():
    check_sources("rule_michigan", "michigan_", "rule_michigan.py")


def test_golden_actions():
    """All actions of 200 deals under seed 2026."""
    game = michigan_v0.vector_env(200, seed=2026, autoreset=False)
    check_actions("rule_michigan", game, RuleAgent(game))
