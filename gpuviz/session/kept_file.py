"""Small files of JSON that several windows read and change: each change under a lock."""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile

from gpuviz.atomic_file import write_whole
from gpuviz.ordinary_file import read_ordinary

LOCK_SUFFIX = ".lock"
PATIENCE_SECONDS = 5.0  # for another window that is saving
STALE_MS = 3_000  # of a lock without a name in it; that of a process that is gone is none at once
LARGEST_BYTES = 1 << 22  # what the files of gpuviz never reach
DEEPEST = 50  # the same for objects and lists in each other


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """While this lasts no other window changes the file. Raises OSError where another one does.

    Where no lock can be made at all, as in a folder that is full, the writing says what is wrong.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = QLockFile(os.path.realpath(path) + LOCK_SUFFIX)
    lock.setStaleLockTime(STALE_MS)
    until = time.monotonic() + PATIENCE_SECONDS
    while not lock.tryLock(0) and lock.error() == QLockFile.LockError.LockFailedError:
        if time.monotonic() > until:
            raise OSError(errno.EAGAIN, "another gpuviz is writing it", str(path))
        time.sleep(0.01)
    try:
        yield
    finally:
        lock.unlock()


def read_object(path: Path) -> dict[str, Any] | None:
    """The JSON object in a file; None where there is no file.

    Raises OSError, and ValueError for anything else than one object.
    """
    try:
        data = read_ordinary(path, LARGEST_BYTES)
    except FileNotFoundError:
        return None
    try:
        found = json.loads(data.decode("utf-8"))
    except RecursionError:
        raise ValueError("it is nested without end") from None
    if not isinstance(found, dict):
        raise ValueError("it holds no object")
    if _depth(found) > DEEPEST:  # it could not be written again
        raise ValueError(f"it is nested more than {DEEPEST} times")
    return found


def _depth(found: object) -> int:
    """How many objects and lists lie in each other, DEEPEST + 1 if there are more."""
    depth, layer = 0, [found]
    while layer and depth <= DEEPEST:
        inner = [one for one in layer if isinstance(one, dict | list)]
        layer = [one for of in inner for one in (of.values() if isinstance(of, dict) else of)]
        depth += bool(inner)
    return depth


def write_object(path: Path, found: dict[str, Any]) -> None:
    """Writes the file as a whole or not at all. Raises OSError."""
    write_whole(path, json.dumps(found, indent=1))
