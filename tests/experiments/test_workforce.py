"""Tournaments that several processes or a Ray cluster play are to the bit those of one process."""

import dataclasses
import signal
import subprocess
import sys
import time
from importlib.util import find_spec

import pytest

from experiments import tournament, worker_pool, workforce
from experiments.cli import main as command_line
from experiments.tournament import TournamentConfig
from tests.experiments.test_resume import everything

PLAYERS = "import:tests.experiments.players:"
GIVEN = TournamentConfig(
    game="spitzer", agents=(f"{PLAYERS}Mortal", f"{PLAYERS}bold"), deals=12, chunk=2, resamples=50
)


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """What the tournament brings in one process, where nobody dies."""
    monkeypatch.setenv("MORTAL", str(tmp_path))
    assert tournament.main(dataclasses.replace(GIVEN, out=tmp_path / "alone")) == 0
    monkeypatch.setenv("MORTAL", str(tmp_path / "died"))
    return everything(tmp_path / "alone")


def test_two_processes_of_which_one_dies(alone, tmp_path):
    out = tmp_path / "here"
    assert tournament.main(dataclasses.replace(GIVEN, out=out, workers=2)) == 0
    assert (tmp_path / "died").exists()
    assert everything(out) == alone


def test_workers_that_always_die_end_the_tournament(tmp_path, monkeypatch):
    monkeypatch.setattr(worker_pool, "MOST_DEATHS", 1)
    agents = (f"{PLAYERS}Doomed", f"{PLAYERS}bold")
    config = dataclasses.replace(GIVEN, out=tmp_path / "here", workers=2, agents=agents)
    with pytest.raises(RuntimeError, match="1 times in a row a worker died at 0-1_0-2, 0-1_2-4"):
        tournament.main(config)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_one_ctrl_c_ends_agents_that_hang(workers, tmp_path, monkeypatch):
    hung = tmp_path / "hung"
    monkeypatch.setenv("HUNG", str(hung))
    command = [
        sys.executable, "-m", "experiments.cli", "tournament", "spitzer", "--deals", "100000",
        "--workers", workers, "--chunk", "2", "--out", str(tmp_path / "here"), "--resamples", "50",
        "--agents", f"{PLAYERS}Hung", f"{PLAYERS}bold",
    ]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    parts = tmp_path / "here" / "parts"
    while process.poll() is None and len(list(parts.glob("*-2.safetensors"))) < 1:
        time.sleep(0.1)
    hung.touch()
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    time.sleep(2.0)
    hung.unlink()  # who hangs does not look again
    out, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (130, "")
    assert "stopped early" in out
    assert "go on with --out" in out
    assert all(path.name.endswith(".safetensors") for path in parts.iterdir())


@pytest.mark.skipif(find_spec("ray") is None, reason="the extra ray is not installed")
@pytest.mark.filterwarnings("ignore::FutureWarning:ray.*", "ignore::DeprecationWarning:ray.*")
def test_a_ray_cluster_of_two_workers_of_which_one_dies(alone, tmp_path, monkeypatch):
    import ray

    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    out = tmp_path / "here"
    try:
        assert tournament.main(dataclasses.replace(GIVEN, out=out, workers=2, ray=True)) == 0
        assert not ray.is_initialized()
    finally:
        ray.shutdown()
    assert (tmp_path / "died").exists()
    assert everything(out) == alone


def test_networks_compute_in_one_thread():
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(3)
    try:
        with workforce.one_thread():
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(before)


def test_ray_is_missed_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ray", None)
    given = ["tournament", "spitzer", "--ray", "--deals", "2", "--out", str(tmp_path / "here")]
    assert command_line(given) == 2
    assert (
        "--ray needs ray: python -m pip install 'hidden-partners[ray]'" in capsys.readouterr().err
    )
