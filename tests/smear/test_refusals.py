"""What an illegal action costs: an error that names the seat, the card and the rule, or a stake."""

from __future__ import annotations

from typing import Any

import pytest

from smear_env import smear_v0
from smear_env.smear_v0 import Rules
from tests.reference.smear_lines import SM_G1, WHOLE_DEALS, deal_text
from tests.smear.tables import IDS, NAMES, TABLES, bid, play_out

both_interfaces = pytest.mark.parametrize("kind", TABLES)
DEAL = deal_text(WHOLE_DEALS["6 to 3"].hands)  # P0 has AS JS BJ 3S 5H 6D and four clubs

# What was done, what is tried, and the words of the refusal.
REFUSALS = {
    "a card in the auction": ([], "AS", "seat 0 .*'AS'.*SM5: in the auction"),
    "trump in the auction": ([], "trump S", "seat 0 .*'trump S'.*SM5: in the auction"),
    "a bid above the points": ([], "bid 11", "seat 0 .*'bid 11'.*SM5: .*points in play, 10"),
    "an equal bid": (["bid 4"], "bid 4", "seat 1 .*'bid 4'.*SM5: a bid must be higher than 4"),
    "a card for trump": (["bid 2", *["pass"] * 3], "AS", "seat 0 .*'AS'.*SM6: .*name trump now"),
    "a pass for trump": (["bid 2", *["pass"] * 3], "pass", "seat 0 .*'pass'.*SM6"),
    "a pass for a discard": (
        ["bid 2", *["pass"] * 3, "trump S"],
        "pass",
        "seat 0 .*'pass'.*SM7: the seat must lay a card face down now",
    ),
    "a trump for a discard": (
        ["bid 2", *["pass"] * 3, "trump S"],
        "3S",
        "seat 0 .*'3S'.*SM7: a trump may go only after all plain cards",
    ),
    "a discard from another hand": (
        ["bid 2", *["pass"] * 3, "trump S"],
        "4S",
        "seat 0 .*'4S'.*SM7: the card is not in its hand .*AS JS 3S 5H 6D BJ",
    ),
}


@both_interfaces
@pytest.mark.parametrize("fault", REFUSALS)
def test_a_refusal_names_the_seat_the_action_and_the_rule(kind: str, fault: str) -> None:
    done, action, message = REFUSALS[fault]
    table = TABLES[kind](Rules(), DEAL)
    table.play_all(done)
    before, legal = table.game.state.copy(), table.legal()
    with pytest.raises(ValueError, match=message) as refused:
        table.play(action)
    assert table.game.state.equals(before)
    assert table.legal() == legal
    words = str(refused.value)
    assert "\n" not in words
    assert "smear_v0 game" in words
    if kind == "env":
        assert words.startswith(f"player_{table.seat}: ")


def test_an_action_of_a_finished_game() -> None:
    table = TABLES["env"](Rules(), DEAL)
    bid(table)
    play_out(table)
    with pytest.raises(ValueError, match="None"):
        table.play("AS")
    assert "finished: nobody is to act" in table.game.explain_illegal(0, IDS["AS"])


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize("action", [-1, -70, 70, 127, 128, 2**40])
def test_an_action_that_does_not_exist(games: int, action: int) -> None:
    game = smear_v0.vector_env(games)
    before, actions = game.state.copy(), game.legal.argmax(axis=1)
    actions[-1] = action
    with pytest.raises(ValueError, match=f"action {action} does not exist"):
        game.step(actions)
    assert game.state.equals(before)


@pytest.mark.parametrize(
    ("options", "stake"),
    [
        ({}, 10),
        ({"players": 8, "teams": 0}, 10),
        ({"variant": "nine_card"}, 10),
        ({"variant": "widow"}, 12),
        ({"variant": "no_jick"}, 6),
        ({"variant": "no_jick", "jokers": 0}, 4),
        ({"variant": "five_point"}, 5),
        ({"revoke": "lose_deal"}, 10),
    ],
)
@pytest.mark.parametrize("turns", [0, 5, 12])
def test_terminate_costs_the_largest_stake(options: dict[str, Any], stake: int, turns: int) -> None:
    env = smear_v0.env(rules=Rules(**options), illegal="terminate")
    env.reset(seed=3)
    for _ in range(turns):
        env.step(env.unwrapped.action_id(env.unwrapped.legal_action_names()[0]))
    offender = env.agent_selection
    illegal = next(name for name in NAMES if name not in env.unwrapped.legal_action_names())
    env.step(IDS[illegal])
    assert all(env.terminations.values())
    lost = dict.fromkeys(env.possible_agents, 0.0) | {offender: -float(stake)}
    assert env.rewards == lost
    assert not any("deal_result" in info for info in env.infos.values())


def test_terminate_ends_a_match_too() -> None:
    env = smear_v0.env(episode="match", rewards="win", illegal="terminate")
    env.reset(seed=3)
    env.step(IDS["AS"])
    assert all(env.terminations.values())
    assert sorted(env.rewards.values()) == [-10.0, 0.0, 0.0, 0.0]


def test_a_revoke_is_no_illegal_action() -> None:
    rules = Rules(revoke="lose_deal")
    table = TABLES["env"](rules, deal_text(SM_G1.hands), illegal="terminate")
    bid(table)
    while len(table.hand(table.seat)) > 6:
        kept = SM_G1.hands[table.seat]
        table.play(next(card for card in table.legal() if card not in kept))
    table.play_all(["KS", "KD"])  # P1 holds JS and 3S
    assert table.result["revoker"] == 1
    assert table.rewards == [10, 0, 10, 0]  # SM14, not the stake of an illegal action
