"""The PettingZoo environment beyond PettingZoo's interface, on two-trump Spitzer."""

import numpy as np
import pytest

from spitzer_env import spitzer_v0
from tests.shared_checks.aec import advance, advance_lawfully, turns

Rules = spitzer_v0.Rules
# SP-G1 of the worked cases
DEAL = (
    "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS 7S "
    "| AC KD QD 9D QH TH AS 8S | 9C 7C AD KH 8H KS JS TS"
)
ACTIONS = (
    "pass pass pass pass 8D JD QD AD 8H 9H 7H QH 9D TS TD 7D JC AC 7C 8C "
    "AS KS 9S QS KD 9C JH KC 8S JS QC 7S TC AH TH KH"
)
PLAYS = ACTIONS.split()


def started(**options) -> spitzer_v0.TrickTakingAEC:
    env = spitzer_v0.env(**options)
    env.reset(seed=1, options={"deal": DEAL, "dealer": 3})
    return env


def play(env, *names: str) -> None:
    for name in names:
        env.step(env.action_id(name))


def test_actions_have_the_texts_and_ids_of_the_rules():
    env = spitzer_v0.env()
    assert env.action_name(3) == "JC"
    assert env.action_id("JC") == 3
    assert env.action_name(np.int64(31)) == "7D"
    assert [env.action_id(name) for name in ("pass", "solo", "pick", "call AC")] == [32, 33, 34, 35]
    assert env.action_id("schneider") == 42
    for wrong in (-1, 43, 1.0, None, True):
        with pytest.raises(ValueError, match="action"):
            env.action_name(wrong)
    for wrong in ("JX", "Pass", "", 3):
        with pytest.raises(ValueError, match="no action"):
            env.action_id(wrong)


def test_legal_names_are_in_id_order():
    env = started()
    assert env.legal_action_names() == ["pass"]
    play(env, *PLAYS[:4])
    assert env.legal_action_names() == ["QC", "TC", "8C", "9S", "JH", "9H", "TD", "8D"]
    play(env, "8D")
    assert env.legal_action_names() == ["JD"]


def test_refusal_names_the_agent_the_card_and_the_rule():
    env = started()
    play(env, *PLAYS[:5])
    with pytest.raises(ValueError, match=r"player_1.*seat 1.*'KC'.*SP11: must follow diamonds"):
        env.step(env.action_id("KC"))
    with pytest.raises(ValueError, match=r"player_1: .*action 99 does not exist"):
        env.step(99)
    with pytest.raises(ValueError, match="player_1 must act"):
        env.step(None)


def test_worked_deal_and_its_result():
    env = started()
    play(env, *PLAYS)
    assert env.infos["player_2"]["deal_result"] == {
        "deal_number": 0,
        "dealer": 3,
        "sits_out": None,
        "trump_side": [0, 1],
        "opponents": [2, 3],
        "queen_seat": 0,
        "seven_seat": 1,
        "solo": None,
        "points": [40, 20, 44, 16],
        "tricks": [2, 1, 4, 1],
        "trump_points": 60,
        "won": False,
        "schneider": False,
        "schwarz": False,
        "multiplier": 1,
        "revoker": None,
        "units": [-1, -1, 1, 1],
    }
    collected = {}
    while env.agents:
        collected[env.agent_selection] = env.last()[1]
        env.step(None)
    assert collected == {"player_0": -1, "player_1": -1, "player_2": 1, "player_3": 1}


def test_idle_agents_have_no_legal_and_no_lawful_action():
    env = started(rules=Rules(revoke="lose_deal"))
    play(env, *PLAYS[:5])
    for seat, agent in enumerate(env.possible_agents):
        mask = env.observe(agent)["action_mask"]
        lawful = env.infos[agent]["lawful_mask"]
        assert lawful.dtype == np.int8
        assert lawful.shape == mask.shape
        names = [env.action_name(action) for action in np.flatnonzero(lawful)]
        assert names == (["JD"] if seat == 1 else [])
        assert mask.sum() == (8 if seat == 1 else 0)


@pytest.mark.parametrize(
    ("revoke", "units"), [("lose_deal", [-2, -2, 2, 2]), ("fine_4", [0, -4, 0, 0])]
)
def test_sp18_revoke_ends_the_deal(revoke, units):
    env = started(rules=Rules(revoke=revoke))
    play(env, *PLAYS[:5], "KC")
    assert list(env.rewards.values()) == units
    result = env.infos["player_0"]["deal_result"]
    assert result["revoker"] == 1
    assert result["units"] == units
    assert all(env.terminations.values())


def test_spv6_seat_that_sits_out_has_no_turn_and_no_units():
    env = spitzer_v0.env(rules=Rules(players=5))
    for dealer in range(5):
        env.reset(seed=dealer, options={"dealer": dealer})
        agent = f"player_{dealer}"
        assert env.deals[0].deal.split("|")[dealer].strip() == ""
        acted = []
        while not env.terminations[env.agent_selection]:
            acted.append(env.agent_selection)
            assert not env.observe(agent)["action_mask"].any()
            advance(env, dealer, len(acted))
        assert len(acted) == 36
        assert agent not in acted
        assert env.rewards[agent] == 0
        assert env.infos[agent]["deal_result"]["sits_out"] == dealer


def test_spv6_dealer_is_the_seat_without_cards():
    env = spitzer_v0.env(rules=Rules(players=5))
    hands = DEAL.split(" | ")
    env.reset(options={"deal": " | ".join([*hands[:2], "", *hands[2:]])})
    assert env.deals[0].dealer == 2
    assert env.agent_selection == "player_3"


@pytest.mark.parametrize("next_dealer", ["rotate", "left_of_loser"])
def test_spv5_next_dealer_after_a_match(next_dealer):
    env = spitzer_v0.env(episode="match", rules=Rules(deals=2, next_dealer=next_dealer))
    env.reset(seed=4)
    with pytest.raises(ValueError, match="played to its end"):
        env.next_dealer()
    for _ in turns(env):
        pass
    totals, last = env.game.state.totals[0].tolist(), env.deals[-1].dealer
    assert totals == np.sum([deal.units for deal in env.deals], axis=0).tolist()
    if next_dealer == "rotate":
        assert env.next_dealer() == (last + 1) % 4
    else:
        clockwise = [(last + step) % 4 for step in range(1, 5)]
        loser = min(clockwise, key=totals.__getitem__)
        assert env.next_dealer() == (loser + 1) % 4


def test_next_dealer_needs_a_match_that_was_played_out():
    single = started()
    play(single, *PLAYS)
    with pytest.raises(ValueError, match="needs a match"):
        single.next_dealer()
    forfeited = started(episode="match", illegal="terminate")
    forfeited.step(0)
    with pytest.raises(ValueError, match="played to its end"):
        forfeited.next_dealer()


def test_relative_rewards_are_zero_sum_after_a_fine():
    env = started(rules=Rules(revoke="fine_4"), rewards="relative")
    play(env, *PLAYS[:5], "KC")
    assert list(env.rewards.values()) == [1, -3, 1, 1]


def test_state_is_everything():
    env = started(episode="match", rules=Rules(deals=3), history=True)
    play(env, *PLAYS, "pass", "pass")
    facts = env.state_layout.decode(env.state())
    deal = [set(hand.split()) for hand in env.deals[1].deal.split("|")]
    assert facts["seat"] == 3 + 1
    assert set(facts["hand"]) == deal[3]
    assert [set(hand) for hand in facts["other_hands"]] == [deal[0], deal[1], deal[2]]
    assert facts["deals_played"] == [0, 1]
    assert facts["extra_deals"] == [0, 0]
    assert facts["totals"] == [[1, 0], [0, 1], [0, 1], [1, 0]]
    assert env.state().base is None
    assert "deals_played" not in spitzer_v0.env().state_layout.fields


def test_rendering_hides_the_other_hands():
    env = started(render_mode="ansi")
    play(env, *PLAYS[:6])
    shown = env.render()
    own, others = DEAL.split(" | ")[2].split(), ["QC", "KC", "9C", "AD", "7S", "TS"]
    assert all(card in shown for card in [*own, "8D", "JD"])
    assert not any(card in shown for card in others)
    assert "player_2 may choose KD, QD, 9D" in shown
    assert "(7 cards)" in shown
    assert "table: player_0 8D, player_1 JD; player_1 is winning 2 points" in shown
    revealed = env.render(reveal=True)
    assert all(card in revealed for card in [*own, *others])


def test_rendering_of_a_hidden_exchange_is_the_same():
    """What the acting seat does not know changes nothing that it is shown."""
    other = DEAL.replace("7H QS 7S", "7H QS TS").replace("KS JS TS", "KS JS 7S")
    texts = []
    for deal in (DEAL, other):
        env = spitzer_v0.env(render_mode="ansi")
        env.reset(options={"deal": deal, "dealer": 3})
        play(env, *PLAYS[:6])
        texts.append(env.render())
    assert texts[0] == texts[1]


def test_rendering_in_every_phase():
    env = spitzer_v0.env(rules=Rules(players=5), episode="match", render_mode="ansi")
    env.reset(seed=2)
    for turn in range(80):
        text = env.render()
        assert text.count("sits out") == 1
        assert f"> {env.agent_selection}" in text
        advance_lawfully(env, 0, turn)
    solo = "QC 7D AC AS AH AD TC TS | KC JC 9C 8C 7C KS QS JS | 9S 8S 7S KH QH JH TH 9H "
    env = spitzer_v0.env(render_mode="ansi")
    env.reset(options={"deal": solo + "| 8H 7H KD QD JD TD 9D 8D", "dealer": 3})
    play(env, "solo", "pass")
    assert "  solo    (8 cards)" in env.render()
    for _ in turns(env):
        pass
    assert "over" in env.render()
