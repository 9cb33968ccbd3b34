"""A tournament that was stopped ends as if it had not been."""

import dataclasses
import json
import os
import signal

import pytest

from experiments import contest, tournament
from experiments.cli import main as command_line
from experiments.contest import Contest
from experiments.tournament import TournamentConfig
from experiments.work_units import Part, PartStore, Unit
from tests.experiments.players import Bold, Sampled

GIVEN = TournamentConfig(game="spitzer", agents=("sampled", "bold"), deals=9, chunk=4, resamples=50)


class Pausing(Sampled):
    """Sends Ctrl-C, so to speak, when it is asked for the `last` time."""

    last = 0

    def act(self, view):
        Pausing.last -= 1
        if Pausing.last == 0:
            os.kill(os.getpid(), signal.SIGINT)
        return super().act(view)


@pytest.fixture
def _players(monkeypatch):
    players = {"sampled": Pausing, "bold": Bold}
    monkeypatch.setattr(contest, "make", lambda text, game: players[text]())


def pause_in_second_chunk():
    """Let Ctrl-C come when `sampled` is asked for the fifth time there."""
    Pausing.last = 0
    Contest(GIVEN).play_unit(Unit((0, 1), 0, 4))
    Pausing.last = 5 - Pausing.last


def run(folder, **options):
    return tournament.main(dataclasses.replace(GIVEN, out=folder, **options))


def everything(folder):
    """All files, without what tells the time."""
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    files.pop("run.json")
    results = json.loads(files.pop("results.json"))
    for name in ("started", "seconds", "machine", "config"):
        del results[name]
    return files, results


@pytest.mark.usefixtures("_players")
def test_ctrl_c_between_two_moves_then_resume(tmp_path, capsys):
    assert run(tmp_path / "whole") == 0
    pause_in_second_chunk()
    assert run(tmp_path / "cut") == 130
    assert "4 of 9 deals" in capsys.readouterr().out
    partial = json.loads((tmp_path / "cut" / "results.json").read_text())
    assert (partial["deals"], partial["complete"]) == (4, False)
    assert "controlled" not in partial["comparisons"][0]
    parts = sorted(path.name for path in (tmp_path / "cut" / "parts").iterdir())
    assert parts == ["0-1_0-4.safetensors"]
    assert run(tmp_path / "cut", deals=2000, agents=("random", "rule"), resume=True,
               seed=0, chunk=256, resamples=2000) == 0  # fmt: skip
    assert everything(tmp_path / "cut") == everything(tmp_path / "whole")


@pytest.mark.usefixtures("_players")
def test_every_unit_may_be_the_last_before_a_kill(tmp_path, monkeypatch):
    """What was stored before a kill counts; the rest is played by those who go on."""
    assert run(tmp_path / "whole") == 0
    save, saved = PartStore.save, []

    def deadly(store, unit, part):
        if len(saved) % 2:
            saved.append(None)
            raise MemoryError  # as good as any end
        save(store, unit, part)
        saved.append(unit)

    monkeypatch.setattr(PartStore, "save", deadly)
    options = {}
    while True:
        try:
            assert run(tmp_path / "cut", **options) == 0
            break
        except MemoryError:
            options = {"resume": True}
    units = [unit for unit in saved if unit is not None]
    assert len(units) == len(set(units)) == 5  # 3 chunks of the pair, 2 of the baseline
    assert everything(tmp_path / "cut") == everything(tmp_path / "whole")


@pytest.mark.usefixtures("_players")
def test_what_cannot_go_on_is_refused(tmp_path):
    with pytest.raises(ValueError, match="--resume: there is no tournament in"):
        run(tmp_path / "none", resume=True)
    with pytest.raises(ValueError, match="--resume needs --out"):
        run(None, resume=True)
    with pytest.raises(ValueError, match="give one of them"):
        run(tmp_path / "none", resume=True, overwrite=True)
    pause_in_second_chunk()
    assert run(tmp_path / "cut") == 130
    with pytest.raises(ValueError, match="unfinished tournament: go on with --resume"):
        run(tmp_path / "cut")
    with pytest.raises(ValueError, match="--resume: deals was 9 in this run, not 10"):
        run(tmp_path / "cut", deals=10, resume=True)
    part = tmp_path / "cut" / "parts" / "0-1_0-4.safetensors"
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(ValueError, match="is no part of a tournament: damaged"):
        run(tmp_path / "cut", resume=True)
    assert run(tmp_path / "cut", overwrite=True) == 0
    assert not (tmp_path / "cut" / "parts").exists()


def test_a_part_is_stored_as_it_is(tmp_path):
    store, unit = PartStore(tmp_path), Unit((2, 11), 256, 300)
    assert unit.name == "2-11_256-300"
    assert (Unit(None, 0, 7).name, list(unit.deals)[-1]) == ("baseline_0-7", 299)
    units = [unit, Unit((2, 11), 300, 310)]
    assert store.load_all(units) == {}
    assert not store.exists
    part = Part({}, {"forfeits": [[0, 1, 2, 3, "why"]]})
    store.save(unit, part)
    assert store.load_all(units) == {unit: part}
    store.clear()
    assert not store.exists


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--workers", "0"], "workers must be 1 or more"),
        (["--time-cap", "-1"], "time_cap must be 0 or more"),
        (["--baseline-deals", "-1"], "baseline_deals must be 0 or more"),
    ],
)
def test_wrong_numbers_are_refused(options, message, capsys):
    assert command_line(["tournament", "spitzer", *options]) == 2
    assert message in capsys.readouterr().err
