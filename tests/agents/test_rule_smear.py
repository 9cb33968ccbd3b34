"""The rule player of Smear: it follows the rule book's advice, keeps every rule, and is frozen."""

import numpy as np
import pytest

from agents.rule_smear import RuleAgent
from smear_env.actions import ACTION_IDS, ACTION_NAMES, PACK
from smear_env.game import SmearGame
from smear_env.rules import SmearRules
from smear_env.state import Phase
from tests.agents.frozen_players import check_actions, check_sources, play_moves, play_out
from trick_taking.choice import uniform_legal


def deal_with(hands: dict[int, str], players: int = 4, size: int = 10) -> str:
    """A deal with the cards of `hands` by seat; the others get what is left, in pack order."""
    given = {card for hand in hands.values() for card in hand.split()}
    left = iter([name for name in PACK.names if name not in given])
    whole = []
    for seat in range(players):
        cards = hands.get(seat, "").split()
        whole.append(" ".join(cards + [next(left) for _ in range(size - len(cards))]))
    return " | ".join(whole)


def start(deal: str, moves: str = "", dealer: int = 3, **options) -> SmearGame:
    """A game of one deal after `moves`, action texts separated by commas."""
    game = SmearGame(1, rules=SmearRules(**options), autoreset=False)
    game.reset(deals=[deal], dealers=[dealer])
    play_moves(game, moves)
    return game


def choice(game: SmearGame) -> str:
    return ACTION_NAMES[int(RuleAgent(game).act(game.view())[0])]


def choices(game: SmearGame, number: int) -> list[str]:
    """What the player does in `number` moves."""
    made = []
    for _ in range(number):
        made.append(choice(game))
        game.step([ACTION_IDS[made[-1]]])
    return made


STRONG = "AS KS JS 3S BJ LJ AH 9D 8D 4C"
FAIR = "AS JS 9S 3S KH QH 9D 8D 4C 5C"
WEAK = "9S 8S 7H 6H 9D 8D 6D 9C 7C 6C"


def bid_of(text: str) -> int:
    return 0 if text == "pass" else int(text.removeprefix("bid "))


def test_bids_on_what_it_holds():
    strong, fair, weak = (
        bid_of(choice(start(deal_with({0: hand})))) for hand in (STRONG, FAIR, WEAK)
    )
    assert weak <= 2
    assert fair in (2, 3, 4, 5)
    assert strong in (5, 6, 7, 8)


def test_does_not_outbid_a_partner_without_need():
    deal = deal_with({0: FAIR, 2: "KS QS BJ LJ AD KD JD TD 3D 6C"})
    assert choice(start(deal, "bid 6, pass", dealer=1)) == "pass"


def test_outbids_opponents_with_a_strong_hand():
    deal = deal_with({0: "KH QH JH 9H KD QD TD 9C 8C 7C", 1: STRONG})
    assert bid_of(choice(start(deal, "bid 4"))) >= 5


@pytest.mark.parametrize(("suit", "other"), ["SH", "HS", "CD", "DC"])
def test_names_its_best_suit(suit, other):
    hand = " ".join(
        f"{rank}{suit}" for rank in "AJ93"
    ) + f" K{other} 8{other} 5{other} 8C 8S 8H 8D".replace(f" 8{other} 5", " 5", 1)
    game = start(deal_with({0: hand}), "bid 3, pass, pass, pass")
    assert choice(game) == f"trump {suit}"


def test_keeps_trumps_and_the_ace_of_a_side_suit():
    game = start(deal_with({0: FAIR.replace("KH", "AH")}), "bid 3, pass, pass, pass, trump S")
    laid = choices(game, 4)
    assert not {"AS", "JS", "9S", "3S", "AH"} & set(laid)


def test_free_discard_keeps_trumps_too():
    moves = "bid 3, pass, pass, pass, trump S"
    laid = choices(start(deal_with({0: FAIR}), moves, free_discard=True), 4)
    assert not {"AS", "JS", "9S", "3S"} & set(laid)


def test_of_too_many_trumps_it_keeps_those_that_score():
    hand = "AS KS QS JS TS 9S 4S 3S BJ LJ"
    laid = choices(start(deal_with({0: hand}), "bid 6, pass, pass, pass, trump S"), 4)
    assert laid[0] == "4S"
    assert not {"AS", "JS", "3S", "BJ", "LJ"} & set(laid)


# P0 pitches in spades; P1 and P3 are opponents, P2 is the partner.
PITCHER = "AS KS QS 2S 4S AH KD 9D 8D 4C"
FIVE = "5S 6S LJ 7H 6H 5H 4H 9C 8C 7C"
TEN = "3S TS 9S KH TH 9H KC QC TC 6D"
JACK = "JS 7S 8S QH JH 8H 6C 5C 3C 2C"
VOID = "TH KH 9H 3H KC QC TC 6D 5D JD"


def in_play(hands: list[str], moves: str, **options) -> SmearGame:
    """A deal that P0 pitches at 4 and everybody has discarded, after `moves`."""
    deal = deal_with(dict(enumerate(hands)))
    game = start(deal, "bid 4, pass, pass, pass, trump S", **options)
    while game.state.phase[0] == Phase.DISCARD:
        game.step([ACTION_IDS[choice(game)]])
    play_moves(game, moves)
    return game


def test_leads_its_high_trumps_to_strip_opponents():
    hands = [PITCHER, FIVE, TEN, JACK]
    assert choice(in_play(hands, "")) in {"AS", "KS", "QS"}
    assert choice(in_play(hands, "AS, 5S, 3S, 7S")) in {"KS", "QS"}


def test_keeps_low_while_it_leads():
    assert choice(in_play([PITCHER, FIVE, TEN, JACK], "AS, 5S, 3S, 7S")) != "2S"


def test_keeps_the_three_from_an_opponent():
    assert choice(in_play([PITCHER, TEN, FIVE, JACK], "AS")) in {"9S", "TS"}


@pytest.mark.parametrize("scorer", ["3S", "BJ", "JC"])
def test_feeds_a_partner_who_takes_the_trick(scorer):
    hands = [PITCHER, FIVE, TEN.replace("3S", scorer), JACK]
    assert choice(in_play(hands, "AS, 5S")) == scorer


def test_last_to_play_takes_a_rich_trick_and_brings_its_jack_home():
    assert choice(in_play([PITCHER, TEN, FIVE, JACK], "4S, TS, LJ")) == "JS"


def test_gives_a_ten_to_the_partners_trick_and_not_to_an_opponents():
    assert choice(in_play([PITCHER, FIVE, VOID, JACK], "AS, 5S")) in {"TH", "TC"}
    assert choice(in_play([PITCHER, VOID, FIVE, JACK], "AS")) not in {"TH", "TC"}


def match_at(totals: tuple[int, int], deal: str, moves: str = "", **options) -> SmearGame:
    """A match in which the sides have `totals`, in a deal after `moves`."""
    game = SmearGame(1, rules=SmearRules(**options), episode="match", autoreset=False)
    game.reset(deals=[deal], dealers=[0])
    game.state.totals[0] = totals * 2
    play_moves(game, moves)
    return game


def says(totals: tuple[int, int], hand: str) -> int:
    """What the dealer bids over an opponent's 4 with these totals."""
    return bid_of(choice(match_at(totals, deal_with({0: hand}), "bid 4, pass, pass")))


def test_outbids_opponents_who_would_go_out():
    hand = "AS 9S 4S KH QH QD 8D 6D 9C 7C"
    assert says((0, 0), hand) == 0
    assert says((15, 15), hand) == 5


def test_takes_no_risk_with_the_match_nearly_won():
    hand = "AS QS 9S 7H KH QD 8D 6D 9C 7C"
    assert says((0, 0), hand) == 5
    assert says((20, 10), hand) == 0


OPTIONS = [
    {},
    {"all_pass": "redeal", "high": "highest_played"},
    {"free_discard": True, "low_to": "holder"},
    {"revoke": "lose_deal", "joker_rank": "around_jick"},
    {"variant": "no_jick", "jokers": 0, "game_tie": "low_captor"},
    {"players": 5, "cards_dealt": 8},
    {"players": 3, "revoke": "lose_deal", "free_discard": True},
    {"target": 52, "floor": -21, "both_over": "highest"},
]
TABLES = [(3, 0), (4, 0), (4, 2), (5, 0), (6, 0), (6, 2), (6, 3), (8, 0), (8, 2), (8, 4)]
VARIANTS = ["ten_point", "nine_card", "widow", "no_jick", "five_point"]


def allowed(players: int, teams: int, variant: str) -> bool:
    """Whether the rules page has this table (SMV1, SMV4)."""
    refused = {"nine_card": players > 5, "five_point": teams == 0}
    return not refused.get(variant, False)


@pytest.mark.parametrize("options", OPTIONS)
def test_plays_lawfully_under_every_option(options):
    game = SmearGame(48, rules=SmearRules(**options), seed=3, autoreset=False)
    play_out(game, RuleAgent(game))
    assert (game.state.revoker < 0).all()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("players", "teams"), TABLES)
def test_plays_lawfully_at_every_table(players, teams, variant):
    if allowed(players, teams, variant):
        rules = SmearRules(players=players, teams=teams, variant=variant)
        game = SmearGame(24, rules=rules, seed=4, autoreset=False)
        play_out(game, RuleAgent(game))


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"players": 6, "floor": -21}])
def test_plays_whole_matches(options):
    rules = SmearRules(target=11, max_deals=20, **options)
    game = SmearGame(8, rules=rules, episode="match", seed=4, autoreset=False)
    play_out(game, RuleAgent(game))


@pytest.mark.parametrize("episode", ["deal", "match"])
def test_answer_depends_on_its_own_row_alone(episode):
    game = SmearGame(48, seed=5, episode=episode)
    agent = RuleAgent(game)
    for _ in range(60):
        actions = agent.act(game.view())
        alone = [agent.act(game.view(np.array([row])))[0] for row in range(0, 48, 7)]
        assert actions[::7].tolist() == alone
        game.step(actions)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 8])
def test_beats_random(players):
    """Every deal with both players in turn on side 0; cheap, and far from chance."""
    deals, rules = 60, SmearRules(players=players)
    streams = np.repeat(np.arange(deals), 2).astype(np.uint64)
    game = SmearGame(
        2 * deals, rules=rules, seed=11, autoreset=False, streams=streams, rewards="relative"
    )
    first = np.array(rules.fixed_sides) == 0
    by_rule = np.tile([first, ~first], (deals, 1))
    agent, units = RuleAgent(game), np.zeros(by_rule.shape)
    while (game.seat >= 0).any():
        view = game.view()
        ours = by_rule[np.arange(2 * deals), game.seat]
        actions = np.where(ours, agent.act(view), uniform_legal(view.legal, view.keys))
        units += game.step(actions).rewards
    assert units[by_rule].mean() > 1


def test_bids_and_makes_most_of_its_bids():
    """No collapse to passing, nor to bids that cannot be made."""
    game = SmearGame(600, seed=12, autoreset=False)
    made, forced = [], []
    agent = RuleAgent(game)
    while (game.seat >= 0).any():
        results = game.step(agent.act(game.view())).results
        if results is not None:
            made += results.made.tolist()
            forced += results.forced.tolist()
    assert 0.6 < np.mean(made) < 0.85
    assert np.mean(forced) < 0.2


def test_sources_are_frozen():
    check_sources("rule_smear", "smear_", "rule_smear.py")


def test_golden_actions():
    """All actions of 200 deals under seed 2026."""
    game = SmearGame(200, seed=2026, autoreset=False)
    check_actions("rule_smear", game, RuleAgent(game))
