"""The options of Smear: what goes together, and errors that name what does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from smear_env import smear_v0
from smear_env.smear_v0 import Rules
from tests.smear.under_test import SHAPES


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"variant": "nine_card", "players": 6}, ("variant", "nine_card", "players", "SMV1")),
        ({"variant": "nine_card", "players": 8}, ("variant", "nine_card", "players", "SMV1")),
        ({"teams": 3}, ("teams", "players=4", "SM1")),
        ({"players": 5, "teams": 2}, ("teams", "players=5", "SM1")),
        ({"players": 8, "teams": 3}, ("teams", "players=8", "SM1")),
        ({"cards_dealt": 8}, ("cards_dealt=8", "players", "SM4")),
        ({"cards_dealt": 8, "players": 6}, ("cards_dealt=8", "players", "SM4")),
        (
            {"cards_dealt": 8, "players": 5, "variant": "nine_card"},
            ("cards_dealt=8", "nine_card", "SMV1"),
        ),
        ({"jokers": 0}, ("jokers=0", "variant", "SMV3")),
        ({"jokers": 0, "variant": "widow"}, ("jokers=0", "variant", "SMV3")),
        ({"jokers": 0, "variant": "five_point"}, ("jokers=0", "variant", "SMV3")),
        ({"variant": "five_point", "players": 3}, ("five_point", "teams", "players", "SMV4")),
        ({"variant": "five_point", "teams": 0}, ("five_point", "teams", "players", "SMV4")),
    ],
)
def test_options_that_contradict_are_refused_by_name(
    options: dict[str, Any], named: tuple[str, ...]
) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the words are checked below
        Rules(**options)
    message = str(refused.value)
    assert "\n" not in message
    assert [word for word in named if word not in message] == []


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        ("players", (2, 7, "4", True, None, 4.0)),
        ("teams", (1, 5, "2", False, 2.0)),
        ("variant", ("ten", None, 10)),
        ("cards_dealt", (0, 9, 10, "8", True)),
        ("all_pass", ("forced", None, True)),
        ("free_discard", (1, 0, None, "yes")),
        ("high", ("king", None)),
        ("low_to", ("winner", None)),
        ("game_tie", ("all", None)),
        ("jokers", (1, 3, None, False)),
        ("joker_rank", ("above_jick", None)),
        ("both_over", ("lowest", None)),
        ("target", (20, 0, None, "21")),
        ("floor", (0, 21, -11, False)),
        ("revoke", ("fine_4", None)),
        ("max_deals", (0, -1, 32_768, 1.0, None, True)),
    ],
)
def test_a_wrong_value_is_refused_by_name(option: str, wrong: tuple[Any, ...]) -> None:
    for value in wrong:
        with pytest.raises(ValueError, match=option):
            Rules(**{option: value})


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(TypeError, match="trumps"):
        Rules(trumps=2)
    with pytest.raises(ValueError, match="unknown option 'trumps'"):
        Rules.from_dict({"trumps": 2})
    with pytest.raises(TypeError):
        Rules(4)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 8])
def test_the_number_of_players_alone_is_enough(players: int) -> None:
    rules = Rules(players=players)
    assert Rules.from_dict(rules.as_dict()) == rules
    env = smear_v0.env(rules=rules)
    env.reset(seed=1)
    assert len(env.agents) == players


@pytest.mark.parametrize("joker_rank", ["below_jick", "around_jick"])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: "-".join(map(str, shape.values())))
def test_joker_ranks_combine_with_every_table(shape: dict[str, Any], joker_rank: str) -> None:
    rules = Rules(**shape, joker_rank=joker_rank)
    assert (rules.players, rules.variant) == (shape["players"], shape["variant"])


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: "-".join(map(str, shape.values())))
def test_every_table_plays_a_deal_to_its_end(shape: dict[str, Any]) -> None:
    game = smear_v0.vector_env(4, rules=Rules(**shape), autoreset=False, seed=3)
    moves = 0
    while (game.seat >= 0).any():
        game.step(game.lawful.argmax(axis=1))
        moves += 1
    assert moves <= game.longest_deal
    assert np.isin(game.state.tricks_played, range(1, 7)).all()
