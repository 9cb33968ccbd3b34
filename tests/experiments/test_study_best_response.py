"""Best-response studies: what a gain is, that one is found, and that a study goes on."""

from __future__ import annotations

import json
import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from experiments import cli, train
from experiments import study_best_response as study
from experiments.deeds import spitzer_deeds
from experiments.exploitation import Gains, exploiter_gains
from experiments.measures import Measure
from experiments.seatings import play_out
from experiments.study_best_response import BestResponseConfig, Study, main
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from tests.experiments.players import Bold, First


def make_game(num_games: int, streams: npt.NDArray[np.uint64], players: int = 4) -> SpitzerGame:
    rules = TwoTrumpRules(players=players)
    return SpitzerGame(num_games, rules=rules, seed=3, autoreset=False, streams=streams)


def units_with(holds: list[bool], deals: int) -> Any:
    """(deals, 4) units where Bold holds the seats `holds` and First the others."""
    game = make_game(deals, np.arange(deals, dtype=np.uint64))
    _, results = play_out(game, (Bold(), First()), np.tile(holds, (deals, 1)))
    return results.units


def test_a_gain_is_what_the_exploiter_scores_less_what_the_agent_scored_in_its_seat() -> None:
    measure = Measure("deal", "units", 4)
    gains = exploiter_gains(make_game, spitzer_deeds, measure, Bold(), First(), range(20))
    alone = units_with([False] * 4, 20)
    expected = sum(
        units_with([seat == mine for seat in range(4)], 20)[:, mine] - alone[:, mine]
        for mine in range(4)
    )
    assert gains.top[:, 0].tolist() == expected.tolist()
    assert np.abs(expected).sum() > 0
    assert gains.bottom[:, 0].tolist() == [4] * 20
    assert gains.roles == ("QC", "7D", "both", "neither")
    assert np.array_equal(gains.top[:, 1:].sum(axis=1), gains.top[:, 0])
    both = gains.bottom[:, 3] == 1  # one seat holds both trumps, or two hold one each
    assert np.array_equal(gains.bottom[both, 1:], [[0, 0, 1, 3]] * both.sum())
    assert np.array_equal(gains.bottom[~both, 1:], [[1, 1, 0, 2]] * (~both).sum())


def test_a_copy_gains_nothing_and_the_seat_that_sits_out_does_not_count() -> None:
    measure = Measure("deal", "units", 5)
    five = partial(make_game, players=5)
    gains = exploiter_gains(five, spitzer_deeds, measure, First(), First(), range(12))
    assert not gains.top.any()
    assert gains.bottom[:, 0].tolist() == [4] * 12  # SPV6: the dealer sits out


def test_estimates_are_means_of_seats_and_come_back_from_a_file(tmp_path: Path) -> None:
    top, bottom = np.array([[6, 6, 0], [-2, 0, -2]]), np.array([[4, 1, 0], [4, 2, 0]])
    gains = Gains(("a", "b"), top, bottom, parts=2)
    every, first, second = gains.estimates(200, seed=0)
    assert (every.value, every.count) == (4 / 8 / 2, 8)
    assert first.value == 6 / 3 / 2
    assert np.isnan(second.value)
    assert every.low == pytest.approx(-0.25)  # the second deal twice
    assert every.high == pytest.approx(0.75)
    file = tmp_path / "gains.npz"
    file.write_bytes(gains.as_bytes())
    again = Gains.read(file)
    assert again.roles == gains.roles
    assert again.parts == 2
    assert np.array_equal(again.top, top)
    file.write_bytes(b"nonsense")
    with pytest.raises(ValueError, match=r"gains\.npz holds no gains"):
        Gains.read(file)


@pytest.fixture(scope="module")
def budget(request: pytest.FixtureRequest) -> int:
    """Decisions of a study; enough to exploit random play in the long run of the tests alone."""
    return 26_000 if request.config.getoption("--full") else 2_600


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, budget: int) -> Path:
    """A short study of random play."""
    run = tmp_path_factory.mktemp("study") / "run"
    games, deals = (256, 300) if budget > 10_000 else (64, 40)
    words = f"--agent random --budget {budget} --seeds 1 --games {games} --deals {deals}"
    words += " --threads 1"
    assert cli.main(["study", "best-response", "spitzer", *words.split(), "--run", str(run)]) == 0
    return run


def test_random_play_can_be_exploited(found: Path, budget: int, full: bool) -> None:
    results = json.loads((found / "results.json").read_text())
    assert results["lower_bound"]["all"]["low"] > 0.0 or not full
    assert results["lower_bound"].keys() == {"all", "QC", "7D", "both", "neither"}
    assert results["exploiters"].keys() == {"seed 0"}
    assert results["agent"] == "random"
    # 5.3 decisions of a seat and deal, as random play of other deals counts; and in a tenth of the
    # deals those of three more seats, which are imitated
    assert results["training_deals"] == pytest.approx(budget / (5.3 * 1.3), rel=0.03)
    text = (found / "table.txt").read_text()
    bound = results["lower_bound"]["all"]["value"]
    assert f"LOWER BOUND of the exploitability of random in one seat: {bound:+.3f}" in text


def test_a_study_that_is_over_is_told_again(found: Path, capsys: Any) -> None:
    before = json.loads((found / "results.json").read_text())
    (found / "results.json").unlink()
    assert main(BestResponseConfig(game="spitzer", run=found, resume=True)) == 0
    after = json.loads((found / "results.json").read_text())
    assert after["lower_bound"] == before["lower_bound"]
    assert "iteration" not in capsys.readouterr().out  # nothing is trained again


def tiny(run: Path, **options: Any) -> BestResponseConfig:
    usual = {"budget": 80, "seeds": 2, "games": 8, "deals": 4, "threads": 1}
    given = {"game": "spitzer", "agent": "random", "run": run} | usual | options
    return BestResponseConfig(**given)


@pytest.mark.parametrize(
    "game", ["spitzer", "smear", pytest.param("michigan", marks=pytest.mark.full)]
)
def test_a_stopped_study_goes_on_seed_by_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    assert main(tiny(tmp_path / "whole", game=game)) == 0
    trainings: list[Path] = []

    def stops_at_the_second(config: Any) -> int:
        trainings.append(config.run)
        return 130 if len(trainings) == 2 else train_main(config)

    train_main, half = train.main, tmp_path / "half"
    with monkeypatch.context() as patch:
        patch.setattr(train, "main", stops_at_the_second)
        assert main(tiny(half, game=game)) == study.STOPPED
    assert not (half / "results.json").exists()
    assert main(BestResponseConfig(game=game, run=half, resume=True)) == 0
    one, other = (
        json.loads((tmp_path / n / "results.json").read_text()) for n in ("whole", "half")
    )
    assert one["exploiters"] == other["exploiters"]
    assert one["lower_bound"] == other["lower_bound"]


def test_a_stop_in_the_evaluation_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return exploiter_gains(*arguments)

    monkeypatch.setattr(study, "exploiter_gains", interrupted)
    assert main(tiny(tmp_path / "run", seeds=1)) == study.STOPPED
    assert not (tmp_path / "run" / "seed-0" / "gains.npz").exists()


def test_an_exploiter_may_begin_from_a_trained_player(trained: Path, tmp_path: Path) -> None:
    config = tiny(tmp_path / "run", start=trained, agent=f"ppo:{trained}")
    training = Study(config, tmp_path).training(1)
    assert (training.start, training.imitate, training.seed) == (trained, 0, 1)
    assert training.opponents == f"ppo:{trained}"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"agent": "genius"}, "agent 'genius' is unknown"),
        ({"budget": 0}, "budget must be in"),
        ({"seeds": 0}, "seeds must be in"),
        ({"start": Path("nowhere")}, "there is no such file or folder"),
        ({"rules": ("players=7",)}, "option players must be"),
        ({"resume": True}, "is no run folder"),
    ],
)
def test_wrong_options_are_refused_and_leave_no_folder(
    tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        main(tiny(tmp_path / "run", **options))
    assert not (tmp_path / "run").exists()


def test_the_command_has_two_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["study"]) == 2
    assert "best-response" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        cli.main(["study", "best-response", "--help"])
    assert "--budget" in capsys.readouterr().out
