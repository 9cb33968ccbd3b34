"""The trained players that come with the package."""

import json
from pathlib import Path

import numpy as np
import pytest

import agents
from agents.checkpoint import load_checkpoint, save_checkpoint
from agents.policy_agent import PolicyAgent
from agents.pretrained import FOLDER, pretrained_file, save_pretrained
from experiments.games import GAMES, load_game
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from tests.agents.conftest import make_network
from trick_taking.cards import NO_SEAT

FILES = sorted(FOLDER.glob("*.safetensors"))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_one_under_its_usual_rules(name: str) -> None:
    game = load_game(name).vector_env(1)
    assert pretrained_file(game) in FILES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_says_where_it_comes_from(file: Path) -> None:
    saved = load_checkpoint(file)
    run = saved.extra["run"]
    assert run.keys() == {"config", "started", "revision", "versions", "machine"}
    assert saved.extra["results"]["tournaments"]
    assert saved.optimizer_groups is None
    assert json.loads(file.with_suffix(".json").read_text())["extra"] == saved.extra
    assert file.stat().st_size < 3e6


@pytest.mark.parametrize("text", ["pretrained", "pretrained,greedy"])
@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("name", GAMES)
def test_it_plays_deals_to_their_end(name: str, episode: str, text: str) -> None:
    game = load_game(name).vector_env(8, episode=episode, autoreset=False)
    agent = agents.make(text, game)
    assert agent.name == text
    deals = 0
    while deals < 8 and (game.seat != NO_SEAT).any():
        step = game.step(agent.act(game.view()))
        deals += 0 if step.results is None else len(step.results.rows)
    assert deals >= 8


def test_rules_without_a_player_are_told_with_those_that_have_one() -> None:
    game = SpitzerGame(1, rules=TwoTrumpRules(solo=False))
    with pytest.raises(ValueError, match=r"of spitzer_v0 with solo=False; .*the usual rules"):
        agents.make("pretrained", game)


def test_a_run_is_kept_without_its_optimiser(tmp_path: Path) -> None:
    game = SpitzerGame(16, rules=TwoTrumpRules(solo=False))
    network = make_network(game, 3)
    save_checkpoint(tmp_path / "run" / "latest.safetensors", network, game, counters={"deals": 7})
    (tmp_path / "run" / "run.json").write_text('{"config": {"seed": 5}}')
    file = tmp_path / "players" / "sololess.safetensors"
    save_pretrained(tmp_path / "run", file, game, {"tournaments": []})
    saved = load_checkpoint(pretrained_file(game, file.parent), game)
    assert saved.path == file
    assert saved.counters == {"deals": 7}
    assert saved.extra == {"run": {"config": {"seed": 5}}, "results": {"tournaments": []}}
    first, again = PolicyAgent(network), PolicyAgent(saved.network)
    assert np.array_equal(first.act(game.view()), again.act(game.view()))
