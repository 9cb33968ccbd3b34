"""Files that are always whole: written beside their place and moved there in one step."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path


def replace_files(contents: Mapping[Path, bytes]) -> None:
    """Write each file so that a reader at any moment finds the whole old or the whole new one.

    All data reaches the disk under temporary names in the same folders before the first file is
    replaced, so a full disk or a crash leaves every old file as it was. Folders that are missing
    are made. OSError names the file, the cause and what is left.
    """
    temporaries = {path: path.with_name(f".{path.name}.tmp") for path in contents}
    current = next(iter(contents))
    try:
        for current, data in contents.items():
            current.parent.mkdir(parents=True, exist_ok=True)
            _write(temporaries[current], data)
        for current in contents:
            os.replace(temporaries[current], current)
        for folder in {path.parent for path in contents}:
            _sync_folder(folder)
    except OSError as error:
        left = "the file saved before, whole" if current.is_file() else "no file"
        raise OSError(
            error.errno, f"cannot save {current}: {error.strerror}; left there: {left}"
        ) from error
    finally:
        for temporary in temporaries.values():
            with contextlib.suppress(OSError):
                temporary.unlink()


def _write(path: Path, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the new names in `folder` outlast a power failure."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
