"""Agents by their text, and what each must be."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
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
        ("random,greedy", "unknown option 'greedy'"),
        ("ppo:x,gredy", "unknown option 'gredy'"),
        ("ppo:x,", "unknown option ''"),
    ],
)
def test_unknown_text_lists_what_there_is(text: str, cause: str) -> None:
    with pytest.raises(ValueError, match=cause) as refused:
        agents.make(text, SpitzerGame(1))
    message = str(refused.value)
    assert repr(text) in message
    assert all(known in message for known in ("random", "rule", "ppo:PATH", "greedy"))
    assert "\n" not in message


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

    monkeypatch.setattr("agents.registry.find_spec", find)
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
