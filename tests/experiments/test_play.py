"""A person at the table, through a pipe."""

import re
import signal
import subprocess
import time

import pytest

from experiments import play
from experiments.play import PersonsTable, PlayConfig, outcome_text
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
    code, out, err = run("play", "spitzer", "--seed", "3", cwd=tmp_path, stdin=typed(*lines))
    assert (code, err) == (0, "")
    assert out.count("rule would choose pass") == 2
    assert "there is no 'xx'; choose one of pass" in out
    assert out.count("SP9: before the first lead") == 1
    assert "SP9: solo needs both QC and 7D" in out
    assert "this announcement belongs to other rules" in out
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


def test_five_players(table, monkeypatch, capsys):
    person = table(rules=("players=5",), seat=2)
    monkeypatch.setattr("builtins.input", lambda prompt: person.base.legal_action_names()[0])
    assert person.play()
    said = person.outcome()
    assert "sits out" in said
    assert said.count("\nseat") == 4


def test_text_of_an_outcome():
    result = {"won": True, "solo": None, "trump_side": [0, 2], "tricks": [8, 0], "units": [3, -3]}
    said = outcome_text(result, "QC | 7D | blind: AC", ["you", "seat 1"])
    lines = [line.split() for line in said.splitlines()]
    assert lines[1] == ["units", "tricks", "dealt"]
    assert ["you", "3", "8", "QC"] in lines
    assert ["trump", "side:", "0,", "2"] in lines
    assert ["blind:", "AC"] in lines
    assert ["solo:", "nobody"] in lines
    assert ["won:", "yes"] in lines
