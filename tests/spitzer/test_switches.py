"""Switches for experiments: observations change as they say, and nothing else does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.policy_agent import load_policy_agent
from experiments import cli
from smear_env import smear_v0
from spitzer_env import michigan_v0, spitzer_v0
from spitzer_env.registration import seat_env
from tests.shared_checks.aec import everything, same
from trick_taking.choice import uniform_legal
from trick_taking.record import parse_record

SWITCHES = ("reveal_teams", "oracle_partner", "scramble_history")
PAIR = "QC AC AS AH AD TC TS TH | 7D KC QS QH QD 9C 9S 9H | TD KS KH KD JC JS JH JD | \
8C 8S 8H 8D 7C 7S 7H 9D"
SOLO = "QC 7D AS AH AD TC TS TH | AC KC QS QH QD 9C 9S 9H | TD KS KH KD JC JS JH JD | \
8C 8S 8H 8D 7C 7S 7H 9D"
CLUBS = "KC AC TC QC JC 9H 8H 7H | 9C 8C 7C AS TS KS QS JS | 9S 8S 7S AH TH KH QH JH | \
AD KD QD JD TD 9D 8D 7D"


def facts(game: Any, seats: Any) -> list[dict[str, Any]]:
    """What each seat sees of its game, decoded."""
    return [game.layout.decode(row) for row in game.observe_seats(seats)]


def test_every_seat_is_shown_the_sides_from_the_first_moment() -> None:
    game = spitzer_v0.vector_env(2, reveal_teams=True)
    game.reset(deals=[PAIR, SOLO], dealers=[3, 3])
    assert [f["teams"] for f in facts(game, [0, 0])] == [["me", "seat +1"], ["me"]]
    assert [f["teams"] for f in facts(game, [2, 2])] == [["seat +2", "seat +3"], ["seat +2"]]
    assert facts(game, [2, 2])[0]["trump_side"] == []  # what it can prove is told as before


def test_mi7_the_sides_of_michigan_are_shown_as_they_stand() -> None:
    game = michigan_v0.vector_env(1, reveal_teams=True, oracle_partner=True)
    game.reset(deals=[PAIR], dealers=[3])  # QC with seat 0, QS with seat 1
    assert facts(game, [3])[0]["teams"] == ["seat +1", "seat +2"]
    assert facts(game, [0])[0]["partners"] == ["seat +1"]
    game.step([game.action_names.index("zola")])  # MI8: anybody may
    assert facts(game, [3])[0]["teams"] == ["seat +1"]
    assert facts(game, [1])[0]["partners"] == ["seat +1", "seat +2"]  # it is to speak
    assert facts(game, [0])[0]["partners"] == []


def test_only_the_seat_to_act_is_told_its_partners() -> None:
    game = spitzer_v0.vector_env(2, oracle_partner=True)
    game.reset(deals=[PAIR, SOLO], dealers=[1, 1])  # seat 2 speaks first
    assert [f["partners"] for f in facts(game, [2, 2])] == [["seat +1"], ["seat +1", "seat +3"]]
    for seat in (0, 1, 3):
        assert [f["partners"] for f in facts(game, [seat, seat])] == [[], []]
    assert "teams" not in game.layout.fields


def test_spv6_who_sits_out_is_nobodys_partner() -> None:
    game = spitzer_v0.vector_env(
        1, rules=spitzer_v0.Rules(players=5), oracle_partner=True, reveal_teams=True
    )
    game.reset(deals=[f"{PAIR} |"], dealers=[4])
    game.step([game.action_names.index("pass")])
    game.step([game.action_names.index("pass")])
    assert facts(game, [2])[0]["partners"] == ["seat +1"]


def test_who_played_which_card_is_hidden_and_which_are_gone_is_not() -> None:
    game = spitzer_v0.vector_env(1, rules=spitzer_v0.Rules(solo=False), scramble_history=True)
    game.reset(deals=[CLUBS], dealers=[3])
    for card in ("KC", "9C", "9S", "AD"):
        game.step([game.action_names.index(card)])
    seen = facts(game, [2])[0]
    assert seen["played"] == ["KC", "9C", "9S", "AD"]  # in the order of the pack
    assert "trump_trick" not in seen
    assert seen["voids"] == [["C"], ["C"], [], []]  # SP11: proven, so it stays
    assert seen["leader"] == ["seat +2"]
    assert game.layout.size == spitzer_v0.vector_env(1).layout.size - 3 * 32 - 2
    other = game.copy()
    other.state.played[0, :2] = game.state.played[0, 1::-1]  # KC and 9C by each other's seats
    assert not np.array_equal(other.state.played, game.state.played)
    assert np.array_equal(other.observe_seats([2]), game.observe_seats([2]))


@pytest.mark.parametrize("module", [spitzer_v0, michigan_v0])
@pytest.mark.parametrize("on", [(name,) for name in SWITCHES] + [SWITCHES])
def test_rules_legal_actions_rewards_and_the_other_fields_stay(module: Any, on: Any) -> None:
    plain = module.vector_env(64, seed=5)
    switched = module.vector_env(64, seed=5, **dict.fromkeys(on, True))
    assert switched.layout.digest != plain.layout.digest
    for _ in range(40):
        seats = np.arange(64) % 4
        mine = plain.layout.views(plain.observe_seats(seats))
        theirs = switched.layout.views(switched.observe_seats(seats))
        for name in set(plain.layout.fields) & set(switched.layout.fields) - {"played"}:
            assert np.array_equal(mine[name], theirs[name]), name
        if "scramble_history" in on:
            assert np.array_equal(mine["played"].max(axis=1), theirs["played"])
        assert np.array_equal(plain.legal, switched.legal)
        actions = uniform_legal(plain.legal, plain.action_keys())
        one, other = plain.step(actions), switched.step(actions)
        assert np.array_equal(one.rewards, other.rewards)
    assert plain.state.equals(switched.state)


@pytest.mark.parametrize("module", [spitzer_v0, michigan_v0])
def test_one_game_shows_the_row_of_the_batch_and_its_record_keeps_the_switches(module: Any) -> None:
    env = module.env(reveal_teams=True, oracle_partner=True, scramble_history=True)
    env.reset(seed=3)
    for _ in range(14):
        for seat in range(4):
            row = env.observe(f"player_{seat}")["observation"]
            assert np.array_equal(row, env.game.observe_seats([seat])[0])
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(legal[len(legal) // 2]))
    text = env.record()
    assert text.splitlines()[6] == f"switches: {json.dumps(SWITCHES)}"
    assert parse_record(text).text() == text
    assert same(everything(module.replay(text)), everything(env))
    plain = module.env()
    plain.reset(seed=3)
    assert "switches" not in plain.record()
    with pytest.raises(ValueError, match=r"line 7: 'x_ray' is none of \['reveal_teams'"):
        module.replay(text.replace("oracle_partner", "x_ray"))
    with pytest.raises(ValueError, match="line 7: switches must be list"):
        module.replay(text.replace(json.dumps(SWITCHES), "7"))


def test_wrong_switches_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="scramble_history must be True or False, not 1"):
        spitzer_v0.vector_env(1, scramble_history=1)
    with pytest.raises(ValueError, match="history shows the order of play, scramble_history hides"):
        spitzer_v0.env(history=True, scramble_history=True)
    with pytest.raises(TypeError, match="reveal_teams"):
        smear_v0.env(reveal_teams=True)
    with pytest.raises(TypeError, match="'reveal' is no option: switches here are"):
        seat_env(reveal=True)


def test_a_learners_seat_sees_what_is_switched_on() -> None:
    env = seat_env(oracle_partner=True, seat=2)
    observation, _ = env.reset(seed=1, options={"deal": PAIR})
    layout = env.play.game.layout
    assert env.observation_space.contains(observation)
    assert layout.decode(observation["observation"])["partners"] == ["seat +1"]
    assert layout.size == 335 + 4


def test_training_takes_them_and_a_checkpoint_knows_its_layout(tmp_path: Path) -> None:
    words = "--deals 8 --games 8 --imitate 0 --hidden 16 --threads 1"
    for name, options in (("shown", "--reveal-teams"), ("hidden", "--scramble-history")):
        run = str(tmp_path / name)
        assert cli.main(["train", "spitzer", *words.split(), options, "--run", run]) == 0
    revealing = spitzer_v0.vector_env(4, reveal_teams=True)
    load_policy_agent(tmp_path / "shown", revealing).act(revealing.view())
    with pytest.raises(ValueError, match="another observation layout"):
        load_policy_agent(tmp_path / "shown", spitzer_v0.vector_env(4))  # nobody tells it the sides
    for game in (revealing, spitzer_v0.vector_env(4, history=True)):
        load_policy_agent(tmp_path / "hidden", game).act(
            game.view()
        )  # what it need not see is left
    assert cli.main(["train", "smear", "--oracle-partner", "--run", str(tmp_path / "no")]) == 2
    assert cli.main(["train", "spitzer", "--history", "--scramble-history"]) == 2
