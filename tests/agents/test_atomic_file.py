"""Files that are whole at every moment."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agents.atomic_file import replace_files

SIZE = 3_000_000


def test_files_are_written_with_their_folder(tmp_path: Path) -> None:
    first, second = tmp_path / "new" / "a.bin", tmp_path / "b.txt"
    replace_files({first: b"one", second: b"two"})
    replace_files({first: b"three"})
    assert first.read_bytes() == b"three"
    assert second.read_bytes() == b"two"
    assert sorted(os.listdir(tmp_path)) == ["b.txt", "new"]
    assert os.listdir(tmp_path / "new") == ["a.bin"]


def test_failure_of_one_file_leaves_all_as_they_were(tmp_path: Path) -> None:
    file, blocker = tmp_path / "a.bin", tmp_path / "no folder"
    replace_files({file: b"old", blocker: b"a file, so nothing fits below it"})
    with pytest.raises(OSError, match=r"cannot save .*no folder/b.bin.*no file"):
        replace_files({file: b"new", blocker / "b.bin": b"x"})
    assert file.read_bytes() == b"old"
    assert sorted(os.listdir(tmp_path)) == ["a.bin", "no folder"]


def test_a_folder_in_the_place_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "a.bin").mkdir()
    with pytest.raises(OSError, match="cannot save"):
        replace_files({tmp_path / "a.bin": b"x"})
    assert os.listdir(tmp_path) == ["a.bin"]


WRITER = f"""
import sys
from pathlib import Path
from agents.atomic_file import replace_files
assert "torch" not in sys.modules
step = 0
while True:
    replace_files({{Path(sys.argv[1]): bytes([step % 256]) * {SIZE}}})
    step += 1
"""


def test_killed_at_random_moments_the_file_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "a.bin"
    for round_number in range(6):
        file.unlink(missing_ok=True)
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(file)])
        try:
            deadline = time.monotonic() + 60
            while not file.exists():
                assert writer.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.005)
            for _ in range(20):  # a reader meanwhile
                data = file.read_bytes()
                assert data == data[:1] * SIZE
            time.sleep(0.0137 * round_number)
        finally:
            writer.send_signal(signal.SIGKILL)
            writer.wait()
        data = file.read_bytes()
        assert data == data[:1] * SIZE
    replace_files({file: b"after"})
    assert os.listdir(tmp_path) == ["a.bin"]
