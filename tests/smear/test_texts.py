"""Names of actions, results of deals and the table as text."""

from __future__ import annotations

import re
from typing import Any

import pytest

from smear_env import smear_v0
from smear_env.smear_v0 import Rules
from tests.reference.smear_lines import SM_G1, SM_G1_DEALT, THREE_ALONE, WHOLE_DEALS, deal_text
from tests.smear.tables import (
    NAMES,
    EnvTable,
    bid,
    facing,
    lay_down_to,
    open_play,
    play_line,
    play_out,
)

CARDS = [*(rank + suit for suit in "CSHD" for rank in "AKQJT98765432"), "BJ", "LJ"]


@pytest.mark.parametrize("options", [{}, {"players": 8}, {"variant": "five_point"}])
def test_one_action_table_for_all_options(options: dict[str, Any]) -> None:
    env = smear_v0.env(rules=Rules(**options)).unwrapped
    bids = [f"bid {points}" for points in range(2, 13)]
    names = [*CARDS, "pass", *bids, *(f"trump {suit}" for suit in "CSHD")]
    assert list(NAMES) == names
    assert [env.action_name(action) for action in range(70)] == names
    assert [env.action_id(name) for name in names] == list(range(70))
    assert (env.action_id("pass"), env.action_id("bid 2"), env.action_id("trump C")) == (54, 55, 66)
    assert env.action_space("player_0").n == 70
    with pytest.raises(ValueError, match="no action 'bid 13'"):
        env.action_id("bid 13")
    with pytest.raises(ValueError, match="actions 0 to 69"):
        env.action_name(70)


G1_RESULT = {
    "deal_number": 0,
    "dealer": 3,
    "bids": [4, "pass", "pass", "pass"],
    "pitcher": 0,
    "bid": 4,
    "forced": False,
    "trump": "S",
    "tricks": 6,
    "high": None,
    "low": 1,
    "jack": 0,
    "jick": None,
    "big_joker": 0,
    "little_joker": 0,
    "game": 0,
    "three": 1,
    "two": None,
    "game_value": [49, 17],
    "captured": [4, 4],
    "made": True,
    "revoker": None,
    "units": [4, 4, 4, 4],
}


def test_the_result_of_a_deal() -> None:
    table = play_line("env", SM_G1, 4)
    assert table.result == G1_RESULT
    assert list(table.result) == list(G1_RESULT)
    for agent in table.env.possible_agents:
        assert table.base.infos[agent]["deal_result"] == G1_RESULT


def test_the_result_of_a_batch_says_the_same() -> None:
    assert play_line("vector_env", SM_G1, 4).result == G1_RESULT


def test_the_result_of_a_revoke() -> None:
    table = facing("env", "9C", "KC AH", revoke="lose_deal")
    table.play("AH")
    told = {name: table.result[name] for name in ("revoker", "made", "captured", "units", "tricks")}
    assert told == {
        "revoker": 1,
        "made": True,
        "captured": [0, 0],
        "units": [10, 0, 10, 0],
        "tricks": 4,
    }


def test_the_result_by_side_where_every_seat_is_alone() -> None:
    result = play_line("env", THREE_ALONE, 3, players=3).result
    assert (result["captured"], result["game_value"]) == ([2, 5, 3], [4, 19, 11])
    assert (result["jack"], result["jick"], result["game"]) == (1, 2, 1)


def test_the_record_of_a_deal_by_parts() -> None:
    table = EnvTable(Rules(), deal_text([SM_G1_DEALT.split(), *SM_G1.hands[1:]]))
    bid(table, 4)
    lay_down_to(table, SM_G1.hands)
    table.play_all(SM_G1.cards)
    lines = table.base.record().splitlines()
    assert "auction: 0 bid 4, 1 pass, 2 pass, 3 pass" in lines
    assert "trump: 0 trump S" in lines
    assert "trick 1: 0 KS, 1 JS, 2 7S, 3 TS" in lines
    assert "trick 6: 0 BJ, 1 KD, 2 9C, 3 7C" in lines
    assert lines[-1] == "units: 4 4 4 4"
    discards = next(line for line in lines if line.startswith("discard: "))
    assert discards.startswith("discard: 0 5C, 0 3C, 0 3H, 0 9D, 1 ")
    assert len(discards.split(",")) == 16
    again = smear_v0.replay(table.base.record())
    assert again.unwrapped.record() == table.base.record()


@pytest.mark.parametrize("episode", ["deal", "match"])
def test_the_record_of_redeals_is_played_again(episode: str) -> None:
    rules = Rules(all_pass="redeal", max_deals=2)
    table = EnvTable(rules, deal_text(SM_G1.hands), episode=episode)
    table.play_all([*["pass"] * 8, "bid 2", *["pass"] * 3])
    play_out(table)
    text = table.base.record()
    assert [deal.units is None for deal in table.base.deals[:3]] == [True, True, False]
    again = smear_v0.replay(text).unwrapped
    assert again.record() == text
    assert again.game.state.equals(table.game.state)


def rendered(table: EnvTable, reveal: bool = False) -> list[str]:
    """The lines of the table."""
    return table.base.render(reveal=reveal).splitlines()


def words(lines: list[str]) -> set[str]:
    return set(re.findall(r"\w+", " ".join(lines)))


def test_the_table_as_the_seat_to_act_sees_it() -> None:
    table = EnvTable(
        Rules(), deal_text([SM_G1_DEALT.split(), *SM_G1.hands[1:]]), render_mode="ansi"
    )
    lines = rendered(table)
    assert "auction" in lines[0]
    assert "player_3 dealt" in lines[0]
    assert set(SM_G1_DEALT.split()) <= words(lines)
    assert not {"JS", "QC", "TS"} & words(lines)  # other hands
    assert {"JS", "QC", "TS"} <= words(rendered(table, reveal=True))
    table.play("bid 4")
    assert any(line.startswith("> player_1") for line in rendered(table))
    assert any("player_0" in line and "bid 4" in line for line in rendered(table))
    assert not {"KS", "BJ"} & words(rendered(table))
    table.play_all(["pass"] * 3)
    assert "trump" in rendered(table)[0]
    table.play("trump S")
    assert "discard" in rendered(table)[0]
    lay_down_to(table, SM_G1.hands)
    lines = rendered(table)
    assert "trick 1" in lines[0]
    assert any("S are trump" in line for line in lines)
    assert {"3C", "5C", "9D", "3H"} <= words(lines)  # what he laid down himself
    table.play("KS")
    lines = rendered(table)
    assert not {"3C", "5C", "9D", "3H"} & words(lines)
    assert not {"LJ", "8S"} & words(lines)
    assert {"3C", "5C", "9D", "3H", "LJ", "8S"} <= words(rendered(table, reveal=True))
    assert any("player_0 KS" in line and "winning" in line for line in lines)
    table.play_all(SM_G1.cards[1:])
    assert "over" in rendered(table)[0]


def test_the_table_of_a_match_tells_totals_and_sides() -> None:
    kept = WHOLE_DEALS["6 to 3"].hands
    table = open_play("env", kept, episode="match", render_mode="ansi")
    table.set_totals([12, -5])
    lines = rendered(table)
    assert "deal 1 to 21" in lines[0]
    rows = [line.split() for line in lines if "player_" in line and "cards)" in line]
    assert [row[1:3] for row in rows] == [["1", "-5"], ["0", "12"], ["1", "-5"]]
