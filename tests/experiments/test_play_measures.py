"""Measures of play with secret sides, on situations whose figures are worked out by hand."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from agents.belief import Beliefs
from agents.counterfactual import solo_pairs
from experiments import (
    bid_signals,
    deception,
    friendly_fire,
    play_figures,
    reveal_value,
    reveals,
    schmearing,
    signalling,
)
from experiments.play_figures import Figure, PlayMeasure, difference, ratio
from experiments.watched_deals import WatchedDeals, watch
from smear_env import smear_v0
from smear_env.state import Phase
from spitzer_env import michigan_v0, spitzer_v0
from spitzer_env.actions import NO_ACTION, PACK
from trick_taking.cards import bit
from trick_taking.choice import uniform_legal

SILENT = spitzer_v0.Rules(solo=False)  # the first action is a card
# Seat 1 has 7D, seat 2 QC; seat 0 leads.
GIVES = (
    "AH AC KC JC 9C 8C 7C AS | TH 8H 7D TS KS QS JS 9S | 9H KH QC TC 8S 7S AD TD | "
    "7H QH JH KD QD JD 9D 8D"
)
# Seat 0 has QC, seat 2 has 7D; seat 0 leads.
FIRES = (
    "QC KH AC KC JC 9C 8C 7C | 7H 9H TS KS QS JS 9S AS | 7D AH 8H TC 8S 7S AD TD | "
    "TH QH JH KD QD JD 9D 8D"
)
TEAMMATES = FIRES.replace("7D", "..").replace("TS", "7D").replace("..", "TS")  # 7D with seat 1


class Script:
    """Plays a text of cards, one an action of the deal, then the lowest id that is legal."""

    name = "script"

    def __init__(self, cards: str = "") -> None:
        self.cards = [PACK.card_id(card) for card in cards.split()]

    def act(self, view: Any) -> Any:
        moves = (view.information_state.history != NO_ACTION).sum(axis=1)
        actions = view.legal.argmax(axis=1)
        for row, move in enumerate(moves):
            if move < len(self.cards):
                actions[row] = self.cards[move]
        return actions


def played(deal: str, agent: Any, upto: int | None = None) -> WatchedDeals:
    """The deal with seat 0 leading, looked at as far as its first `upto` actions."""
    game = spitzer_v0.vector_env(1, rules=SILENT, autoreset=False)
    game.reset(deals=[deal], dealers=[3])
    deals = watch(game, agent)
    return dataclasses.replace(deals, states=deals.states[:upto], actions=deals.actions[:upto])


def named(columns: tuple[str, ...], counted: Any) -> dict[str, float]:
    """The columns of one deal that are not 0."""
    return {name: x for name, x in zip(columns, counted[0].tolist(), strict=True) if x}


def test_a_ten_on_the_ace_of_an_opponent_is_a_schmear_at_the_chance_that_he_holds_qc() -> None:
    """Seat 1 has 7D and sees 9 cards. QC is one of 23: 7 with seat 0, which has played, 8, 8."""
    deals = played(GIVES, Script("AH TH 9H 7H"), upto=4)
    counted = named(schmearing.COLUMNS, schmearing.count_schmears(deals))
    chance = 7 / 23
    assert counted == pytest.approx(
        {
            "occasions": 1,
            "schmears": 1,
            "chance": chance,
            "chance squared": chance**2,
            "chance of schmears": chance,
            "points": 10,
            "points to opponents": 10,
            "cost": 10,  # 8H would have given nothing
            "deals": 1,
            "occasions of the trump side": 1,
            "schmears of the trump side": 1,
            "chance of the trump side": chance,
            "chance squared of the trump side": chance**2,
            "chance of schmears of the trump side": chance,
            "occasions at 0.3-0.4": 1,
            "schmears at 0.3-0.4": 1,
        }
    )


def test_where_a_switch_tells_the_sides_the_chance_is_0_or_1() -> None:
    """QC is with seat 0, which is to act, and 7D with seat 2; the other two are against them."""
    game = spitzer_v0.vector_env(1, rules=SILENT, autoreset=False, oracle_partner=True)
    game.reset(deals=[FIRES], dealers=[3])
    for other, chance in ((1, 0.0), (2, 1.0), (3, 0.0)):
        seat = np.array([other], np.int8)
        assert schmearing.chance_of_partner(Beliefs(game), game, seat).tolist() == [chance]


def test_withholding_is_an_occasion_and_a_forced_gift_is_none() -> None:
    counted = named(
        schmearing.COLUMNS,
        schmearing.count_schmears(played(GIVES, Script("AH 8H 9H 7H"), upto=4)),
    )
    assert counted["occasions"] == 1
    assert "schmears" not in counted
    forced = GIVES.replace("8H", "..").replace("9D", "8H").replace("..", "9D")  # TH is its only H
    counted = named(
        schmearing.COLUMNS,
        schmearing.count_schmears(played(forced, Script("AH TH 9H 7H"), upto=4)),
    )
    assert counted == {"deals": 1}


def test_slope_and_threshold_of_known_points() -> None:
    """Schmears at P .05 never, at .55 one of two, at .95 always: cuts at .6 and above err once."""
    rows = [(0.05, 0), (0.05, 0), (0.55, 1), (0.55, 0), (0.95, 1), (0.95, 1)]
    chance, gave = np.array(rows).T
    groups = np.array([[True, False, True, False]] * len(rows))
    zero = np.zeros(len(rows), np.int64)
    tallies = schmearing._columns(chance, gave > 0, groups, zero, zero, zero)
    found = play_figures.estimates(schmearing.SCHMEARING, tallies, 50, 0)
    assert found["slope"].value == pytest.approx(np.polyfit(chance, gave, 1)[0])
    assert found["threshold"].value == 0.1  # the lowest of the cuts with one error
    assert found["chance"].value == 0.5
    assert found["at P 0.5-0.6"].value == 0.5
    assert found["slope of the last to play"].count == 0
    assert np.isnan(found["slope of the last to play"].value)


def test_taking_a_partners_trick_is_fire_before_the_reveal() -> None:
    deals = played(FIRES, Script("KH 7H AH TH"), upto=4)  # seat 2 has 8H too
    assert named(friendly_fire.COLUMNS, friendly_fire.count_fire(deals)) == {
        "chances to fire before": 1,
        "fire before": 1,
    }


def test_leaving_it_after_the_reveal_is_a_chance_and_no_fire() -> None:
    """SP12: QC draws 7D. Then seat 2 leaves KH of its known partner; seat 3 could take it by TH."""
    deals = played(FIRES, Script("QC 7H 7D 8D KH 9H 8H QH"), upto=8)
    assert named(friendly_fire.COLUMNS, friendly_fire.count_fire(deals)) == {
        "chances to fire after": 1,
        "chances to fire at opponents": 1,
    }


def test_the_time_of_a_reveal_by_card_by_logic_and_by_belief() -> None:
    """7D is the third card: .75 tricks. Its holder knows his partner after the first, QC."""
    counted = reveals.count_reveals(played(FIRES, Script("QC 7H 7D 8D")))
    found = named(reveals.COLUMNS, counted)
    assert found["counted by card"] == 1
    assert found["time by card"] == 0.75
    assert (found["counted by logic"], found["time by logic"]) == (2, 1.5)
    assert (found["counted by logic to holders"], found["time by logic to holders"]) == (2, 1.0)
    assert (found["counted by belief"], found["time by belief"]) == (2, 2.0)  # before trick 2
    assert "by card after 0" not in found
    assert found["by card after 1"] == found["by card after 7"] == 1
    assert found["by logic after 1"] == 2


def test_mi9_a_zola_is_told_before_the_first_card_and_a_call_when_the_partner_is_shown() -> None:
    game = michigan_v0.vector_env(3, autoreset=False)
    state = game.state
    names = game.action_names
    state.contract[:] = [names.index("zola"), names.index("call AC"), NO_ACTION]
    assert reveals.told_by_cards(state).tolist() == [True, False, False]
    state.partner[1], state.side_trick[2] = 3, [2, 5]
    assert reveals.told_by_cards(state).tolist() == [True, True, True]


def scores_by_hand(cards: str) -> Any:
    """What the seats score in FIRES after these first cards and the lowest legal ones, by steps."""
    env = spitzer_v0.env(rules=SILENT)
    env.reset(options={"deal": FIRES, "dealer": 3})
    for card in cards.split():
        env.step(env.action_id(card))
    while env.seat >= 0:
        env.step(env.action_id(env.legal_action_names()[0]))
    return np.array(env.infos["player_0"]["deal_result"]["units"])


def test_a_reveal_is_put_off_and_brought_forward_by_one_trick() -> None:
    """Seat 0 wins with AC and leads QC: later any other of his cards, earlier QC before AC."""
    agent = Script("AC 7H TC 8D QC")
    deals = played(FIRES, agent)
    later, earlier, card = reveal_value.reveal_moves(deals)
    assert (later[0], earlier[0], PACK.names[card[0]]) == (4, 0, "QC")
    found = dict(
        zip(reveal_value.COLUMNS, reveal_value.count_values(deals, Script())[0], strict=True)
    )
    actual = scores_by_hand("AC 7H TC 8D QC")[0]
    assert found["n later with a partner"] == found["n earlier with a partner"] == 1
    assert found["n later alone"] == 0
    put_off = scores_by_hand("AC 7H TC 8D KC")[0]  # the lowest legal card but QC
    assert found["gain later with a partner"] == put_off - actual
    assert found["gain earlier with a partner"] == scores_by_hand("QC")[0] - actual


def test_no_reveal_is_moved_where_the_card_was_forced_or_could_not_be_played() -> None:
    deals = played(FIRES, Script("KH 7H AH TH 7D"))  # hearts were led in the trick before
    later, earlier, card = reveal_value.reveal_moves(deals)
    assert (later[0], earlier[0], PACK.names[card[0]]) == (4, -1, "7D")


def test_a_soloist_who_leads_qc_is_found_out_and_a_pair_is_too() -> None:
    """A non-holder gives each solo 28 of the 276 placings of two cards in three hands."""
    game = spitzer_v0.vector_env(1, rules=SILENT, autoreset=False)
    game.reset(deals=[FIRES], dealers=[3])
    pairs = solo_pairs(game.state.hands, np.array([1], np.int8), game.variant.tables)
    expected = {"solo": [56 / 276, 2.0, 2.0], "pair": [56 / 276, 0.0, 0.0]}
    for kind, hands in (("solo", pairs.solo), ("pair", pairs.pair)):
        deal = deception.deal_texts(hands)[0]
        second = "7D" if kind == "pair" else "8S"
        deals = played(str(deal), Script(f"QC 7H {second} 8D"))
        found = deception.count_beliefs(deals, pairs.soloist, pairs.partner).reshape(2, 8)
        assert found[0].tolist() == [2] * 8
        assert found[1, :3] == pytest.approx(expected[kind])  # nobody followed, or 7D did: SP12


def test_a_deception_is_told_of_the_same_deals_with_and_without_a_partner() -> None:
    def make_game(num_games: int, streams: Any) -> Any:
        return michigan_v0.vector_env(num_games, seed=8, autoreset=False, streams=streams)

    counted = deception.tally(make_game, Script(), range(5))
    again = deception.tally(make_game, Script(), range(3, 5))
    assert np.array_equal(counted[3:], again)  # whatever the chunk
    found = dict(zip(deception.COLUMNS, counted.sum(axis=0), strict=True))
    assert found["deals"] == 5
    assert found["n solo 0"] == found["n pair 7"] == 10  # two observers
    assert found["alone solo 0"] == pytest.approx(10 * 28 / 276)


class Hears(Script):
    """Seat 0 in the second trick plays 7C if 9H has been played by seat 1, else 8C."""

    def act(self, view: Any) -> Any:
        actions = super().act(view)
        known = view.information_state
        moves = (known.history != NO_ACTION).sum(axis=1)
        heard = (known.played[:, 1] & bit(np.array([PACK.card_id("9H")]))) != 0
        answer = np.where(heard, PACK.card_id("7C"), PACK.card_id("8C"))
        return np.where((moves == 6) & (known.seat == 0), answer, actions)


@pytest.mark.parametrize(("deal", "who"), [(TEAMMATES, "a teammate"), (FIRES, "an opponent")])
def test_a_listener_who_plays_by_a_twin_card_is_found_out(deal: str, who: str) -> None:
    """Seat 1 played 7H under KH and AH and still has 9H; seat 0 hears which."""
    script = "KH 7H AH TH 8S 8D"
    listening, deaf = played(deal, Hears(script), upto=7), played(deal, Script(script), upto=7)
    assert named(signalling.COLUMNS, signalling.count_signals(listening, Hears(script))) == {
        f"tried by {who}": 1,
        f"changed by {who}": 1,
    }
    assert named(signalling.COLUMNS, signalling.count_signals(deaf, Script(script))) == {
        f"tried by {who}": 1
    }


def test_sp5_twins_are_of_one_group_and_worth_the_same() -> None:
    twins = signalling.twin_sets(spitzer_v0.vector_env(1).variant.tables)
    shown = {name: PACK.format(twins[PACK.card_id(name)]) for name in ("7H", "9D", "KH", "7D")}
    assert shown == {"7H": "9H 8H", "9D": "8D", "KH": "", "7D": ""}
    twins = signalling.twin_sets(michigan_v0.vector_env(1).variant.tables)
    shown = {
        name: PACK.format(twins[PACK.card_id(name)]) for name in ("JD", "QD", "QS", "7D", "AH")
    }
    assert shown == {"JD": "JC JS JH", "QD": "QH", "QS": "", "7D": "9D 8D", "AH": ""}


@pytest.mark.parametrize(("led", "expected"), [("AH", ["7H", "9H"]), ("8H", [])])
def test_a_twin_that_would_have_won_the_trick_is_none(led: str, expected: list[str]) -> None:
    """Seat 1 plays 7H and keeps 9H, which loses to AH and would have won against 8H."""
    deal = (
        "QC AC AH KH QH JH TH 8H | 7H 9H TS KS QS JS 9S AS | 7D KC TC JC 8S 7S AD TD | "
        "9C 8C 7C KD QD JD 9D 8D"
    )
    deals = played(deal, Script(f"{led} 7H KC 9C"), upto=5)
    twins = signalling.twin_sets(deals.game.variant.tables)
    found = signalling.Tricks(deals).exchange(
        deals.states[4], np.arange(1), np.array([1], np.int8), twins
    )
    assert [PACK.names[card[0]] for card in found if card[0] >= 0] == expected


def test_sm5_a_bid_that_lost_becomes_a_pass_and_a_pass_the_least_that_was_left() -> None:
    """Seat 3 deals, so seats 0, 1, 2, 3 speak: 2, pass, 4, pass."""
    bids = np.array([[2, 0, 4, 0]] * 4, np.int8)
    found = bid_signals.other_bids(bids, np.full(4, 3, np.int8), np.arange(4))
    # 3 was left to seat 1, below the 4 that followed; seat 2 won; nobody outbid seat 3
    assert found.tolist() == [0, 3, -1, -1]
    full = bid_signals.other_bids(np.array([[2, 0, 3, 0]], np.int8), np.array([3]), np.array([1]))
    assert full.tolist() == [-1]  # only 3 was left, which seat 2 bid


class HearsBids:
    """Plays its highest card where the seat across has bid, else its lowest; bids at random."""

    name = "hears bids"

    def act(self, view: Any) -> Any:
        heard = view.information_state.bids[:, 2] > 0
        highest = view.legal.shape[1] - 1 - view.legal[:, ::-1].argmax(axis=1)
        plays = view.information_state.phase == Phase.PLAY
        drawn = uniform_legal(view.legal, view.keys)
        return np.where(plays, np.where(heard, highest, view.legal.argmax(axis=1)), drawn)


def test_a_partner_who_plays_by_bids_is_found_out_and_hears_no_opponent() -> None:
    def make_game(num_games: int, streams: Any) -> Any:
        return smear_v0.vector_env(num_games, seed=2, autoreset=False, streams=streams)

    assert make_game(1, np.zeros(1, np.uint64)).rules.fixed_sides == (0, 1, 0, 1)
    found = dict(
        zip(
            signalling.COLUMNS,
            bid_signals.tally(make_game, HearsBids(), range(40)).sum(axis=0),
            strict=True,
        )
    )
    assert found["changed by a teammate"] == found["tried by a teammate"] > 0
    assert found["tried by an opponent"] > 0
    assert found["changed by an opponent"] == 0


def test_intervals_and_ratios_of_two_deals() -> None:
    measure = PlayMeasure(
        "t",
        ("x", "n"),
        lambda make_game, agent, deals: np.zeros((1, 2)),
        (
            ratio("mean", "x", "n"),
            difference("nothing", ("x", "n"), ("x", "n")),
            Figure("sum", lambda sums: sums["x"], "n"),
        ),
        (),
    )
    found = play_figures.estimates(measure, np.array([[0.0, 1.0], [4.0, 1.0]]), 400, 0)
    assert dataclasses.astuple(found["mean"]) == (2.0, 0.0, 4.0, 2)
    assert dataclasses.astuple(found["nothing"]) == (0.0, 0.0, 0.0, 2)
    assert found["sum"].high == 8.0
    empty = play_figures.estimates(measure, np.zeros((2, 2)), 10, 0)
    assert play_figures.as_json(empty)["mean"]["value"] is None


@pytest.mark.parametrize("option", [{"blind": 2}, {"players": 5}, {"revoke": "fine_4"}])
def test_spv4_a_blind_has_no_secret_sides(option: dict[str, Any]) -> None:
    game = spitzer_v0.vector_env(1, rules=spitzer_v0.Rules(**option), autoreset=False)
    with pytest.raises(ValueError, match="with 4 players, no blind, no revokes"):
        watch(game, Script())
