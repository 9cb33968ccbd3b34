"""The rule player of Spitzer with a blind: it follows good advice, keeps the rules, is frozen."""

import numpy as np
import pytest

from agents.registry import make
from agents.rule_blind import RuleAgent
from spitzer_env.actions import ACTION_IDS, ACTION_NAMES, PACK
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from tests.agents.frozen_players import FROZEN, actions_digest, check_sources, play_moves, play_out
from trick_taking.cards import NO_SEAT
from trick_taking.choice import uniform_legal

TABLES = [(3, 2), (4, 2), (4, 4), (5, 2)]  # players and blind


def rules_of(players: int, blind: int, **options) -> TwoTrumpRules:
    return TwoTrumpRules(players=players, blind=blind, **options)


def deal_with(hands: dict[int, str], blind: str = "", rules: TwoTrumpRules | None = None) -> str:
    """A deal with the cards of `hands` by seat and of `blind`; the rest in pack order."""
    rules = rules or rules_of(4, 2)
    given = {card for hand in (*hands.values(), blind) for card in hand.split()}
    left = iter([PACK.names[card] for card in rules.pack if PACK.names[card] not in given])
    aside = blind.split() + [""] * (rules.blind - len(blind.split()))
    whole = []
    for seat in range(rules.players):
        cards = hands.get(seat, "").split()
        whole.append(" ".join(cards + [next(left) for _ in range(rules.tricks - len(cards))]))
    whole.append("blind: " + " ".join(card or next(left) for card in aside))
    return " | ".join(whole)


def start(deal: str, moves: str = "", rules: TwoTrumpRules | None = None) -> SpitzerGame:
    """A game of one deal after `moves`, action texts separated by commas; P0 is eldest."""
    rules = rules or rules_of(4, 2)
    game = SpitzerGame(1, rules=rules, autoreset=False)
    game.reset(deals=[deal], dealers=[rules.players - 1])
    play_moves(game, moves)
    return game


def choice(game: SpitzerGame) -> str:
    return ACTION_NAMES[int(RuleAgent(game).act(game.view())[0])]


def choices(game: SpitzerGame, number: int) -> list[str]:
    """What the player does in `number` moves."""
    made = []
    for _ in range(number):
        made.append(choice(game))
        game.step([ACTION_IDS[made[-1]]])
    return made


def test_registry_names_it():
    game = SpitzerGame(1, rules=rules_of(4, 2))
    assert isinstance(make("rule", game), RuleAgent)


STRONG = "QC 7D AS TS AH TH AD"
WEAK = "KC JC 9S 8S 9H 8D 9D"


@pytest.mark.parametrize(("players", "blind"), TABLES)
def test_picks_on_hands_that_pay(players, blind):
    rules, extra = rules_of(players, blind), " AC TC TD"
    strong = STRONG if players < 5 else "QC 7D AS TS AH AD"
    weak = WEAK if players < 5 else "KC JC 9S 8S 9H 8D"
    if players == 3:
        strong, weak = strong + extra, weak + " JS 7H 8H"
    assert choice(start(deal_with({0: strong}, rules=rules), rules=rules)) == "pick"
    assert choice(start(deal_with({0: weak}, rules=rules), rules=rules)) == "pass"


def test_picks_when_it_must():
    rules = rules_of(4, 2, all_pass="dealer_picks")
    game = start(deal_with({3: WEAK}, rules=rules), "pass, pass, pass", rules)
    assert choice(game) == "pick"


def test_keeps_trumps_and_aces_and_makes_voids():
    deal = deal_with({0: "QC 7D AS TS AH KH AD"}, "TC JC")
    assert set(choices(start(deal, "pick"), 2)) == {"TC", "JC"}


# P1 picks. P2 has neither spades nor clubs.
ONE_AGAINST_ALL = deal_with(
    {
        0: "AS 9S TC 8C 9H QH JD",
        1: "QC 7D 8S AC AH KH KS",
        2: "TH 8H 7H TD KD 9D 8D",
    },
    "KC 9C",
)
PICKED = "pass, pick, KC, 9C"


def test_gives_points_to_a_trick_of_its_side():
    assert choice(start(ONE_AGAINST_ALL, f"{PICKED}, AS, 8S")) in {"TH", "TD"}


def test_keeps_points_from_the_picker():
    deal = ONE_AGAINST_ALL.replace("AS", "?").replace("KS", "AS").replace("?", "KS")
    assert choice(start(deal, f"{PICKED}, 9S, AS")) not in {"TH", "TD", "KD"}


# P3 picks and has no spades.
PICKER_LAST = deal_with(
    {
        0: "AS 9S 8C QH JD AD 9H",
        1: "TS 8S JC KC 8H 7H TH",
        2: "KS QS JS 9C TD KD 9D",
        3: "QC 7D AC TC JH 8D QD",
    },
    "AH KH",
)
PICKED_LAST = "pass, pass, pass, pick, AH, KH"


def test_picker_takes_a_rich_trick_with_the_cheaper_trump():
    assert choice(start(PICKER_LAST, f"{PICKED_LAST}, AS, TS, KS")) == "7D"


def test_wastes_no_trump_on_a_trick_of_its_side():
    deal = ONE_AGAINST_ALL.replace("QC", "?").replace("KD", "QC").replace("?", "KD")
    assert choice(start(deal, f"{PICKED}, AS, 8S")) in {"TH", "TD"}


def test_leaster_throws_high_cards_on_the_tricks_of_others():
    deal = deal_with(
        {0: "9S 8S KC 9C 8C 9H QH", 1: "AS TS KS AC TC JC QD", 2: "AH 7H 8H AD TD 8D 9D"}
    )
    game = start(deal, "pass, pass, pass, pass, 9S, KS")
    assert choice(game) in {"AH", "AD", "TD"}


def test_leaster_stays_under_the_best_card():
    deal = deal_with({0: "KS 9S KC 9C 8C 9H QH", 1: "AS TS JS AC TC JC QD"})
    assert choice(start(deal, "pass, pass, pass, pass, KS")) == "JS"


OPTIONS = [
    {},
    {"all_pass": "redeal", "schneider_minimum": 90},
    {"all_pass": "dealer_picks", "double_spitzer": True},
    {"revoke": "lose_deal", "trump_lead_must_follow": False},
    {"revoke": "fine_4", "tie_60": "most_tricks"},
    {"schneider_bonus": False, "schwarz_bonus": False},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(("players", "blind"), TABLES)
def test_plays_lawfully_under_every_option(players, blind, options):
    rules = rules_of(players, blind, **options)
    game = SpitzerGame(24, rules=rules, seed=3, autoreset=False)
    play_out(game, RuleAgent(game))
    assert (game.state.revoker == NO_SEAT).all()


@pytest.mark.parametrize(("players", "blind"), TABLES)
def test_plays_whole_matches(players, blind):
    rules = rules_of(players, blind, deals=5, all_pass="redeal")
    game = SpitzerGame(4, rules=rules, episode="match", seed=4, autoreset=False)
    play_out(game, RuleAgent(game))


@pytest.mark.parametrize(("players", "blind"), TABLES)
def test_answer_depends_on_its_own_row_alone(players, blind):
    game = SpitzerGame(24, rules=rules_of(players, blind), seed=5)
    agent = RuleAgent(game)
    for _ in range(45):
        actions = agent.act(game.view())
        alone = [agent.act(game.view(np.array([row])))[0] for row in range(0, 24, 7)]
        assert actions[::7].tolist() == alone
        game.step(actions)


@pytest.mark.parametrize(("players", "blind"), TABLES)
def test_beats_random(players, blind):
    """Every deal once with each seat by rule and the others at random, and the other way round."""
    deals, rules = 40, rules_of(players, blind)
    alone = np.eye(players, dtype=np.bool_)
    seatings = np.concatenate([alone, ~alone])
    streams = np.repeat(np.arange(deals), len(seatings)).astype(np.uint64)
    rows = np.arange(len(streams))
    game = SpitzerGame(len(rows), rules=rules, seed=11, autoreset=False, streams=streams)
    by_rule = np.tile(seatings, (deals, 1))
    agent, units = RuleAgent(game), np.zeros(by_rule.shape)
    while (game.seat >= 0).any():
        view = game.view()
        ours = by_rule[rows, game.seat]
        actions = np.where(ours, agent.act(view), uniform_legal(view.legal, view.keys))
        units += game.step(actions).rewards
    assert units[by_rule].mean() > 0.7


@pytest.mark.parametrize(("players", "blind"), TABLES)
def test_picks_often_and_earns_by_it(players, blind):
    """No collapse to passing, nor to picking every hand."""
    game = SpitzerGame(300, rules=rules_of(players, blind), seed=12, autoreset=False)
    agent, pickers, units = RuleAgent(game), [], []
    while (game.seat >= 0).any():
        results = game.step(agent.act(game.view())).results
        if results is not None:
            pickers += results.picker.tolist()
            units += results.units.tolist()
    picked = np.array(pickers) != NO_SEAT
    assert 0.1 < picked.mean() < 0.98
    earned = np.array(units)[picked, np.array(pickers)[picked]]
    assert earned.mean() > 0.5


def test_sources_are_frozen():
    check_sources("rule_blind", "blind_", "rule_blind.py")


def test_golden_actions():
    """50 deals at each table under seed 2026."""
    for (players, blind), frozen in zip(
        TABLES, FROZEN["rule_blind"]["actions_sha256"], strict=True
    ):
        game = SpitzerGame(50, rules=rules_of(players, blind), seed=2026, autoreset=False)
        assert actions_digest(game, RuleAgent(game)) == frozen
