"""Options that a game settles when they are not given."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from experiments.games import GAMES
from experiments.run_folder import RUN_FILE
from experiments.train import main
from experiments.training_options import RECIPES, Recipe, TrainConfig, settle_config
from tests.experiments.runs import going_on, tiny


def test_every_game_has_a_recipe() -> None:
    assert RECIPES.keys() == GAMES.keys()


def test_a_recipe_names_options_that_the_command_leaves_open() -> None:
    options = {field.name: field for field in dataclasses.fields(TrainConfig)}
    for field in dataclasses.fields(Recipe):
        assert options[field.name].default is None


@pytest.mark.parametrize(
    ("game", "given", "expected"),
    [
        ("spitzer", {}, {"episode": "deal", "rewards": "relative", "reward_divisor": 6.0}),
        ("smear", {}, {"episode": "match", "rewards": "relative", "reward_divisor": 10.0}),
        ("smear", {"episode": "deal", "games": 7}, {"episode": "deal", "games": 7}),
        ("smear", {"rewards": "win"}, {"episode": "match", "reward_divisor": 0.1, "games": 1024}),
        ("smear", {"rewards": "win", "equity": False}, {"reward_divisor": 1.0, "deals": 50_000}),
        ("smear", {"rewards": "win", "reward_divisor": 0.5}, {"reward_divisor": 0.5}),
        ("smear", {"deals": 4000}, {"deals": 4000, "imitate": 300}),
        ("smear", {"deals": 4000, "imitate": 5}, {"imitate": 5}),
        ("smear", {"deals": 500, "rewards": "win", "equity": False}, {"imitate": 37}),
        ("spitzer", {"rewards": "win"}, {"episode": "deal", "deals": 112_500, "games": 256}),
        ("michigan", {}, {"powers": True, "episode": "deal"}),
        ("michigan", {"algo": "sb3-maskable-ppo"}, {"powers": False}),
    ],
)
def test_what_is_not_given_is_the_games_own(
    game: Any, given: dict[str, Any], expected: dict[str, Any]
) -> None:
    own = TrainConfig(game=game, **given).own
    assert {name: getattr(own, name) for name in expected} == expected


def test_equity_is_refused_where_no_match_is_paid(tmp_path: Path) -> None:
    config = TrainConfig(game="smear", run=tmp_path / "run", rewards="relative", equity=True)
    with pytest.raises(ValueError, match="--equity True needs --rewards win"):
        settle_config(config)


def test_powers_are_refused_where_trump_changes(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="--powers: smear_v0 has no trump that is the same"):
        main(TrainConfig(game="smear", run=tmp_path / "run", games=4, deals=4, powers=True))
    assert not (tmp_path / "run").exists()


def test_the_settled_options_are_stored_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    assert main(tiny(run, deals=32)) == 0
    config = json.loads((run / RUN_FILE).read_text())["config"]
    assert (config["episode"], config["rewards"], config["reward_divisor"]) == (
        *("deal", "relative"),
        6.0,
    )
    monkeypatch.setitem(RECIPES, "spitzer", Recipe(reward_divisor=3.0, games=32))
    config, _ = settle_config(going_on(run))
    assert (config.own.reward_divisor, config.own.games) == (6.0, 16)
