"""A folder in which somebody's code runs, gone afterwards whatever that code made of it."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def working_folder() -> Iterator[Path]:
    """A new folder. Raises OSError where none can be made."""
    folder = Path(tempfile.mkdtemp(prefix="gpuviz-"))
    try:
        yield folder
    finally:
        remove_folder(folder)


def remove_folder(top: Path) -> None:
    """Removes a folder in which nothing runs any more; what cannot be removed stays.

    Python's own way calls itself for each level, of which there may be thousands, and has a path
    or a file open for each, of which there may not. Here each folder is moved up before it is
    emptied. Links are never followed.
    """
    if sys.platform == "win32":  # where a junction looks like a folder, and no path is that long
        with suppress(RecursionError):
            shutil.rmtree(top, ignore_errors=True)
        return
    mark, moved = secrets.token_hex(8), 0
    waiting, emptied = [os.fspath(top)], []
    while waiting:
        folder = waiting.pop()
        emptied.append(folder)
        for entry in _entries(folder):
            with suppress(OSError):
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry)
                    continue
                moved += 1
                place = os.path.join(top, f"{mark}-{moved}")
                os.chmod(entry, 0o700)  # what is closed cannot be moved either
                os.rename(entry, place)
                waiting.append(place)
    for folder in reversed(emptied):
        with suppress(OSError):
            os.rmdir(folder)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with suppress(OSError):
        os.chmod(folder, 0o700)
        with os.scandir(folder) as found:
            return list(found)
    return []
