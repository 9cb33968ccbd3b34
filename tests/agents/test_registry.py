"""Agents by their text, and what each must be."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents.agent_text import AgentText
from agents.checkpoint import save_checkpoint
from agents.policy_agent import PolicyAgent
from agents.random_agent import RandomAgent
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from tests.agents.conftest import make_network


@pytest.fixture
def run(tmp_path: Path) -> Path:
    game = SpitzerGame(1)
    save_checkpoint(tmp_path / "checkpoints" / "step_1.safetensors", make_network(game, 1), game)
    save_checkpoint(tmp_path / "checkpoints" / "step_2.safetensors", make_network(game, 2), game)
    return tmp_path


def test_random_and_rule() -> None:
    game = SpitzerGame(1)
    for text in ("random", "rule"):
        agent = agents.make(text, game)
        assert agent.name == text
        assert isinstance(agent, agents.Agent)
    assert isinstance(agents.make("random", game), RandomAgent)


def test_ppo_takes_the_newest_of_a_run_or_the_file_given(run: Path) -> None:
    game = SpitzerGame(64)
    newest = agents.make(f"ppo:{run}", game)
    assert newest.name == f"ppo:{run}"
    assert isinstance(newest, agents.Agent)
    second = PolicyAgent(make_network(game, 2))
    assert np.array_equal(newest.act(game.view()), second.act(game.view()))
    first = agents.make(f"ppo:{run}/checkpoints/step_1.safetensors,greedy", game)
    assert isinstance(first, PolicyAgent)
    assert first.greedy
    own = make_network(game, 1).state_dict()
    assert all((t == own[name]).all() for name, t in first.network.state_dict().items())


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "is unknown"),
        ("randem", "is unknown"),
        ("random:x", "is unknown"),
        ("rule:", "is unknown"),
        ("ppo", "is unknown"),
        ("Random", "is unknown"),
    ],
)
def test_unknown_text_lists_what_there_is(text: str, cause: str) -> None:
    with pytest.raises(ValueError, match=cause) as refused:
        agents.make(text, SpitzerGame(1))
    message = str(refused.value)
    assert repr(text) in message
    assert all(known in message for known in ("random", "rule", "ppo:PATH", "greedy"))
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("random,greedy", "unknown option 'greedy'; there are: none"),
        ("ppo:x,gredy", "unknown option 'gredy'; there are: greedy"),
        ("ppo:x,", "unknown option ''"),
    ],
)
def test_unknown_option_lists_those_of_the_kind(text: str, cause: str) -> None:
    with pytest.raises(ValueError, match=cause) as refused:
        agents.make(text, SpitzerGame(1))
    assert repr(text) in str(refused.value)


def test_numbers_of_a_text() -> None:
    text = AgentText.parse("pimc:worlds=7,ms=20")
    assert text.numbers({"worlds": 20, "ms": 100, "depth": 3}) == {
        "worlds": 7,
        "ms": 20,
        "depth": 3,
    }
    assert AgentText.parse("pimc").numbers({"worlds": 20}) == {"worlds": 20}


@pytest.mark.parametrize("setting", ["worlds", "worlds=", "worlds=0", "worlds=1.5", "world=3", ""])
def test_wrong_number_of_a_text_lists_the_usual_ones(setting: str) -> None:
    text = AgentText.parse(f"pimc:{setting}")
    with pytest.raises(ValueError, match=f"'pimc:{setting}' has '{setting}'.*worlds=20"):
        text.numbers({"worlds": 20})


class Lowest:
    """Plays the legal action of the lowest id."""

    name = "lowest"

    def __init__(self, game: SpitzerGame) -> None:
        assert game.name == "spitzer_v0"

    def act(self, view: Any) -> Any:
        return view.legal.argmax(axis=1)


def test_imported_agent_goes_by_its_text() -> None:
    game = SpitzerGame(3)
    agent = agents.make(f"import:{__name__}:Lowest", game)
    assert agent.name == f"import:{__name__}:Lowest"
    assert agent.act(game.view()).tolist() == game.legal.argmax(axis=1).tolist()


@pytest.mark.parametrize(
    ("argument", "cause"),
    [
        ("no_such_module:Agent", "names nothing that can be imported: No module named"),
        (f"{__name__}:Missing", "names nothing that can be imported: module .* has no attribute"),
        ("Lowest", "names nothing that can be imported"),
        ("", "names nothing that can be imported"),
        (f"{__name__}:type", "names nothing"),
        ("builtins:type", "is type, which has no name or no act"),
    ],
)
def test_what_cannot_be_imported(argument: str, cause: str) -> None:
    with pytest.raises(ValueError, match=f"import:{argument}' {cause}"):
        agents.make(f"import:{argument}", SpitzerGame(1))


@pytest.mark.parametrize("text", ["ppo:", "ppo:no/such/run", "ppo:no/such/run,greedy"])
def test_ppo_without_its_file(text: str) -> None:
    with pytest.raises(ValueError, match=f"agent '{text}': there is no file or folder"):
        agents.make(text, SpitzerGame(1))


def test_ppo_of_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"the folder holds no \.safetensors"):
        agents.make(f"ppo:{tmp_path}", SpitzerGame(1))


def test_ppo_of_other_rules(run: Path) -> None:
    with pytest.raises(ValueError, match="other rules: solo=True there, False here"):
        agents.make(f"ppo:{run}", SpitzerGame(1, rules=TwoTrumpRules(solo=False)))


def test_ppo_of_rules_that_leave_an_option_untold(run: Path) -> None:
    with pytest.raises(ValueError, match="other rules: blind=0 there, 2 here"):
        agents.make(f"ppo:{run}", SpitzerGame(1, rules=TwoTrumpRules(blind=2)))


def test_there_is_no_rule_player_for_another_game() -> None:
    other = SpitzerGame(1)
    other.name = "other_v0"
    with pytest.raises(ValueError, match="no rule player for other_v0"):
        agents.make("rule", other)


@pytest.mark.parametrize("missing", ["torch", "safetensors"])
def test_without_the_extra_it_says_how_to_install_it(
    run: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    def find(module: str) -> Any:
        return None if module == missing else object()

    monkeypatch.setattr("agents.agent_text.find_spec", find)
    with pytest.raises(ValueError, match=rf"needs {missing}: .*hidden-partners\[train\]"):
        agents.make(f"ppo:{run}", SpitzerGame(1))


LIGHT = """
import sys, agents
from spitzer_env.game import SpitzerGame
game = SpitzerGame(4)
for text in ("random", "rule"):
    agents.make(text, game).act(game.view())
assert not {"torch", "safetensors"} & sys.modules.keys()
"""


def test_other_agents_do_without_torch() -> None:
    subprocess.run([sys.executable, "-c", LIGHT], check=True, timeout=60)
