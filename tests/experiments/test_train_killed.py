"""A run that is stopped, killed or out of disk goes on from a whole checkpoint, to the same bits.

With the programs' own signals and exit codes, in child processes.
"""

import random
import signal
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from experiments.train import CHECKPOINT, RUN_FILE, TrainConfig
from tests.experiments.runs import (
    ITERATIONS,
    checkpoint_bits,
    command_in_child,
    command_with_interrupts,
    command_with_small_files,
    finish,
    going_on,
    metric_steps,
    start,
    tiny,
    train_in_child,
    train_until_killed,
)

Unstopped = tuple[dict[str, bytes], float]


@pytest.fixture(scope="module")
def unstopped(tmp_path_factory: pytest.TempPathFactory) -> Unstopped:
    """The last checkpoint of a run that was never stopped, and the seconds that it took."""
    folder = tmp_path_factory.mktemp("unstopped")
    child = start(train_in_child, folder / "log", tiny(folder / "run"))
    wait_for(folder / "run" / RUN_FILE)
    began = time.perf_counter()
    assert finish(child) == 0
    return checkpoint_bits(folder / "run"), time.perf_counter() - began


def wait_for(file: Path, seconds: float = 120.0) -> None:
    end = time.perf_counter() + seconds
    while not file.exists():
        assert time.perf_counter() < end, f"{file} does not appear"
        time.sleep(0.001)


def words(folder: Path, checkpoint_every: int = 1) -> tuple[str, ...]:
    """The command line of `tiny(folder)`."""
    return (
        *("train", "spitzer", "--run", str(folder), "--deals", str(16 * ITERATIONS)),
        *("--games", "16", "--hidden", "16", "16", "--minibatch", "128", "--threads", "1"),
        *("--pool", "2", "--pool-share", "0.5", "--snapshot-every", "2"),
        *("--checkpoint-every", str(checkpoint_every)),
    )


def resume(folder: Path) -> tuple[str, ...]:
    return ("train", "spitzer", "--run", str(folder), "--resume")


def test_two_runs_end_with_the_same_bits(tmp_path: Path, unstopped: Unstopped) -> None:
    run, log = tmp_path / "run", tmp_path / "log"
    assert finish(start(command_in_child, log, *words(run))) == 0
    assert checkpoint_bits(run) == unstopped[0]


def test_ctrl_c_ends_the_iteration_saves_and_tells_how_to_go_on(
    tmp_path: Path, unstopped: Unstopped
) -> None:
    run, log = tmp_path / "run", tmp_path / "log"
    command = words(run, checkpoint_every=100)  # so the stop itself must save
    assert finish(start(command_with_interrupts, log, 2, 1, *command)) == 130
    assert f"stopped after iteration 3; go on with --run {run} --resume" in log.read_text()
    assert "Traceback" not in log.read_text()
    assert checkpoint_bits(run) != unstopped[0]
    assert finish(start(command_in_child, log, *resume(run))) == 0
    assert checkpoint_bits(run) == unstopped[0]


def test_a_second_ctrl_c_stops_at_once(tmp_path: Path, unstopped: Unstopped) -> None:
    run, log = tmp_path / "run", tmp_path / "log"
    assert finish(start(command_with_interrupts, log, 2, 2, *words(run))) == 130
    assert log.read_text().splitlines()[-1] == "hidden-partners: stopped"
    assert "Traceback" not in log.read_text()
    assert finish(start(command_in_child, log, *resume(run))) == 0
    assert "iterations 3 to 6" in log.read_text()
    assert checkpoint_bits(run) == unstopped[0]


def begun_or_new(run: Path) -> TrainConfig:
    """What the user does next: `--resume` wherever a run has begun."""
    return going_on(run) if (run / RUN_FILE).exists() else tiny(run)


def check_kills(kills: int, seed: int, folder: Path, unstopped: Unstopped) -> None:
    """Kill runs at `kills` random moments, and let each go on until it is done."""
    bits, seconds = unstopped
    draw = random.Random(seed)
    killed, run, number = 0, folder / "run-0", 0
    while killed < kills:
        child = start(train_in_child, folder / "log", begun_or_new(run))
        wait_for(run / RUN_FILE)
        time.sleep(draw.uniform(0.0, 0.5 * seconds))
        child.kill()
        code = finish(child)
        if code == 0:  # it was faster: the next kills fall on another run
            assert checkpoint_bits(run) == bits
            number += 1
            run = folder / f"run-{number}"
            continue
        assert code == -signal.SIGKILL
        killed += 1
        if (run / CHECKPOINT).exists():
            checkpoint_bits(run)
    assert finish(start(train_in_child, folder / "log", going_on(run))) == 0
    assert checkpoint_bits(run) == bits
    assert metric_steps(run)["update/kl"] == list(range(1, ITERATIONS + 1))
    assert "Traceback" not in (folder / "log").read_text()


def test_killed_at_random_moments(tmp_path: Path, unstopped: Unstopped) -> None:
    check_kills(3, 1, tmp_path, unstopped)


@pytest.mark.full
def test_killed_at_twenty_random_moments(tmp_path: Path, unstopped: Unstopped) -> None:
    check_kills(20, 2, tmp_path, unstopped)


def check_kills_while_saving(moments: Iterable[int], folder: Path, bits: dict[str, bytes]) -> None:
    for calls in moments:
        run, log = folder / f"run-{calls}", folder / f"log-{calls}"
        child = start(train_until_killed, log, tiny(run), calls)
        assert finish(child) == -signal.SIGKILL
        if (run / CHECKPOINT).exists():
            checkpoint_bits(run)
        assert finish(start(train_in_child, log, begun_or_new(run))) == 0
        assert checkpoint_bits(run) == bits
        assert metric_steps(run)["update/kl"] == list(range(1, ITERATIONS + 1))
        assert not list(run.rglob("*.tmp"))


# The calls are: 3 for run.json, 5 for the first checkpoint (two files and their folder), then in
# the second iteration 5 for the past self and 5 for the checkpoint.
def test_killed_in_the_middle_of_saving(tmp_path: Path, unstopped: Unstopped) -> None:
    check_kills_while_saving([6, 15], tmp_path, unstopped[0])


@pytest.mark.full
def test_killed_at_every_system_call_of_saving(tmp_path: Path, unstopped: Unstopped) -> None:
    check_kills_while_saving(range(18), tmp_path, unstopped[0])


def test_full_disk_while_saving(tmp_path: Path, unstopped: Unstopped) -> None:
    run, log = tmp_path / "run", tmp_path / "log"
    assert finish(start(command_with_interrupts, log, 1, 1, *words(run))) == 130
    before, size = checkpoint_bits(run), (run / CHECKPOINT).stat().st_size
    log.unlink()
    # a past self would still fit
    assert finish(start(command_with_small_files, log, size // 2, *resume(run))) == 2
    lines = [line for line in log.read_text().splitlines() if "error" in line.lower()]
    assert len(lines) == 1
    assert lines[0].startswith("hidden-partners: error: ")
    assert f"cannot save {run / CHECKPOINT}: File too large" in lines[0]
    assert "left there: the file saved before, whole" in lines[0]
    assert "Traceback" not in log.read_text()
    assert checkpoint_bits(run) == before
    assert not list(run.rglob("*.tmp"))
    assert finish(start(command_in_child, log, *resume(run))) == 0
    assert checkpoint_bits(run) == unstopped[0]


def test_full_disk_while_writing_metrics(tmp_path: Path, unstopped: Unstopped) -> None:
    run, log = tmp_path / "run", tmp_path / "log"
    assert finish(start(command_with_interrupts, log, 1, 1, *words(run))) == 130
    before = checkpoint_bits(run)
    log.unlink()
    assert finish(start(command_with_small_files, log, 1000, *resume(run))) == 2
    text = log.read_text()
    assert "Traceback" not in text
    assert f"hidden-partners: error: [Errno 27] cannot write metrics in {run / 'metrics'}" in text
    assert checkpoint_bits(run) == before
    assert finish(start(command_in_child, log, *resume(run))) == 0
    assert checkpoint_bits(run) == unstopped[0]
