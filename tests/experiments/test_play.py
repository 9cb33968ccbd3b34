"""A person at the table, through a pipe."""

import re
import signal
import subprocess
import time
from types import SimpleNamespace

import numpy as np
import pytest

from experiments import play
from experiments.games import make_rules
from experiments.outcomes import outcome_text
from experiments.play import PersonsTable, PlayConfig, seat_agents, usual_opponent
from spitzer_env import spitzer_v0
from tests.experiments.players import Bold, First, Sampled
from tests.experiments.test_cli import run, start
from trick_taking.cards import PACK_32

EVERYTHING = ["pass", *PACK_32.names]


def typed(*lines):
    return "\n".join(lines) + "\n"


def test_a_whole_deal_by_trying_every_card(tmp_path):
    record = tmp_path / "deal.txt"
    code, out, err = run(
        "play", "spitzer", "--seed", "3", "--opponents", "rule", "random", "rule",
        "--record", str(record), cwd=tmp_path, stdin=typed(*EVERYTHING * 10),
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "seat 1: rule, seat 2: random, seat 3: rule" in out
    assert "may not choose" in out
    text = record.read_text()
    env = spitzer_v0.replay(text)
    result = env.infos["player_0"]["deal_result"]
    ending = out[out.rindex("units") :]
    for unit, line in zip(result["units"], ending.splitlines()[1:5], strict=True):
        assert line.split()[1 + line.startswith("seat")] == str(unit)
    # Every hand is told at the end, and before that only one's own.
    dealt = env.unwrapped.deals[0].deal.split(" | ")
    assert all(hand in ending for hand in dealt)
    before = out[: out.rindex("units")]
    assert dealt[0] in before
    assert not any(hand in before for hand in dealt[1:])


def test_cards_of_others_show_only_when_played(tmp_path):
    """Up to any moment the output names no card but one's own and those on the table."""
    _, out, _ = run(
        "play", "spitzer", "--seed", "4", cwd=tmp_path, stdin=typed("pass", "quit")
    )  # fmt: skip
    own = set(re.search(r"> you .*?((?:[AKQJT987][CSHD] ?){8})", out).group(1).split())
    shown = set(re.findall(r"\b[AKQJT987][CSHD]\b", out))
    played = set(re.findall(r"seat \d: ([AKQJT987][CSHD])", out))
    assert shown <= own | played
    assert out.rstrip().endswith("good-bye")


def test_hints_and_wrong_input_ask_again(tmp_path):
    lines = ["?", "hint", "XX", "KC", "call AC", "solo", "", "", "quit"]
    against = ("--seed", "3", "--opponents", "rule")
    code, out, err = run("play", "spitzer", *against, cwd=tmp_path, stdin=typed(*lines))
    assert (code, err) == (0, "")
    assert out.count("rule would choose pass") == 2
    assert "there is no 'xx'; choose one of pass" in out
    assert out.count("SP9: before the first lead") == 1
    assert "SP9: solo needs both QC and 7D" in out
    assert "SP9: this announcement is one of Michigan Spitzer" in out
    assert "you: pass" in out  # nothing typed takes the only action
    assert "choose one of KS, QS, JS, TS" in out


def test_the_end_of_the_input_is_a_clean_end(tmp_path):
    code, out, err = run("play", "spitzer", "--seed", "3", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert out.rstrip().endswith("good-bye")


def test_ctrl_c_is_a_clean_end(tmp_path):
    process = start("play", "spitzer", "--seed", "3", cwd=tmp_path, stdin=subprocess.PIPE)
    while "may choose" not in process.stdout.readline():
        assert process.poll() is None
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == "hidden-partners: stopped\n"


@pytest.fixture
def table(monkeypatch):
    known = {"first": First, "bold": Bold, "sampled": Sampled}
    monkeypatch.setattr(play, "make", lambda text, game: known[text]())

    def sit(**options):
        given = {"opponents": ("sampled",), "hint": "first", "seed": 5}
        return PersonsTable(PlayConfig(**{"game": "spitzer", **given, **options}))

    return sit


def test_hints_are_the_moves_of_the_hinter(table, monkeypatch):
    """Who always asks for a hint and takes it plays as the hinter would."""
    asked = []

    def answer(prompt):
        if asked and asked[-1] == "?":
            asked.append("hint")
            return person.base.action_name(person.ask_agent(person.hinter))
        asked.append("?")
        return "?"

    monkeypatch.setattr("builtins.input", answer)
    person = table(hint="bold")
    assert person.play()
    other = table(hint="bold")
    other.agents[0] = Bold()
    assert other.play()
    assert person.base.record() == other.base.record()


@pytest.mark.parametrize("seat", range(4))
def test_opponents_sit_clockwise_from_the_person(table, seat):
    person = table(seat=seat, opponents=("first", "bold", "sampled"))
    assert person.agents[seat] is None
    names = [person.agents[(seat + step) % 4].name for step in (1, 2, 3)]
    assert names == ["first", "bold", "sampled"]
    assert person.names[seat] == "you"


@pytest.mark.parametrize(("rules", "usual"), [((), "pretrained"), (("solo=False",), "rule")])
def test_usual_opponent_is_the_trained_player_where_there_is_one(rules, usual):
    game = spitzer_v0.vector_env(1, rules=make_rules(spitzer_v0, rules))
    assert usual_opponent(game) == usual
    agents = seat_agents(PlayConfig(game="spitzer", seat=1), game)
    assert [None if agent is None else agent.name for agent in agents] == [
        usual,
        None,
        usual,
        usual,
    ]


def test_five_players(table, monkeypatch, capsys):
    person = table(rules=("players=5",), seat=2)
    monkeypatch.setattr("builtins.input", lambda prompt: person.base.legal_action_names()[0])
    assert person.play()
    said = person.outcome()
    assert "sits out" in said
    assert said.count("\nseat") == 4


def test_a_whole_match(table, monkeypatch, capsys):
    person = table(episode="match", rules=("deals=3",), opponents=("first", "bold", "sampled"))
    monkeypatch.setattr("builtins.input", lambda prompt: person.base.legal_action_names()[0])
    assert person.play()
    said = capsys.readouterr().out
    deals = person.base.deals
    assert len(deals) >= 3
    assert said.count("\nmultiplier: ") == len(deals)  # a line of an outcome
    place = 0
    for deal in deals:  # one outcome after the other, each with the hands of its own deal
        place = said.index(deal.deal.split(" | ")[1], place)
    totals = [sum(deal.units[seat] for deal in deals) for seat in range(4)]
    ending = said[said.index("the match is over") :]
    assert f"you {totals[0]}, seat 1 {totals[1]}, seat 2 {totals[2]}, seat 3" in ending
    winners = [
        name for name, total in zip(person.names, totals, strict=True) if total == max(totals)
    ]
    assert f"won by {' and '.join(winners)}" in ending
    replayed = spitzer_v0.replay(person.base.record())
    assert replayed.unwrapped.record() == person.base.record()


def test_a_card_laid_face_down_stays_hidden(table, monkeypatch):
    """A seat's history has a number beyond the actions where it saw no more than that."""
    person = table()
    name = person.base.action_name(3)
    for history, text in (([32, 43], "a card, face down"), ([32, 3], name), ([-1, -1], name)):
        seen = SimpleNamespace(history=np.array([history]))
        monkeypatch.setattr(
            person.base.game, "information_state", lambda seats, seen=seen: seen, raising=False
        )
        assert person.as_seen(3) == text


def test_text_of_an_outcome():
    result = {"won": True, "solo": None, "trump_side": [0, 2], "tricks": [8, 0], "units": [3, -3]}
    said = outcome_text(result, "QC | 7D | blind: AC", ["you", "seat 1"], (0, 1))
    lines = [line.split() for line in said.splitlines()]
    assert lines[1] == ["units", "tricks", "dealt"]
    assert ["you", "3", "8", "QC"] in lines
    assert ["trump", "side:", "0,", "2"] in lines
    assert ["blind:", "AC"] in lines
    assert ["solo:", "nobody"] in lines
    assert ["won:", "yes"] in lines


def test_text_of_an_outcome_of_teams():
    """Case SM-G1 at a bid of 5."""
    result = {
        "bids": [5, "pass", "pass", None], "pitcher": 0, "high": None, "low": 1, "jack": 0,
        "big_joker": 0, "three": 1, "game_value": [49, 17], "captured": [4, 4], "made": False,
        "units": [-5, 4, -5, 4],
    }  # fmt: skip
    names = ["you", "seat 1", "seat 2", "seat 3"]
    said = outcome_text(result, "3C | KD | 9C | 7C | stock: AS KC", names, (0, 1, 0, 1))
    assert said.splitlines() == [
        "",
        "              units       bids   dealt",
        "you              -5          5   3C",
        "seat 1            4       pass   KD",
        "seat 2           -5       pass   9C",
        "seat 3            4              7C",
        "   stock: AS KC",
        "",
        "                   captured   game value   scored",
        "you, seat 2               4           49   jack, big joker",
        "seat 1, seat 3            4           17   low, three",
        "pitcher: 0",
        "made: no",
    ]
