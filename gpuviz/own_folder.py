"""Folders of a process in the system's folder for temporary files: they go with it, or, where it
was killed, at the next start of a command that clears them.

A process holds a lock on each folder of its own (flock(2)), which ends with it, however that ends.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gpuviz.process_tree.folders import remove

PREFIX = "gpuviz-own-"
"""How their names begin, and no others."""


@contextmanager
def own_folder() -> Iterator[Path]:
    """A new folder, which is removed at the end with whatever is in it then."""
    path, lock = _made()
    try:
        yield Path(path)
    finally:
        remove(path)
        if lock is not None:
            os.close(lock)


def clear_abandoned() -> None:
    """Removes what is left of processes that were killed: folders of this user that nobody holds.

    Not on Windows, where nobody can tell.
    """
    if sys.platform == "win32":
        return
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in [one for one in entries if one.name.startswith(PREFIX)]:
            if entry.stat(follow_symlinks=False).st_uid != os.getuid():
                continue
            with suppress(OSError):
                lock = _locked(entry.path)
                remove(entry.path)
                os.close(lock)


def _made() -> tuple[str, int | None]:
    """The folder, and what has to be closed at its end; None where it cannot be held."""
    while True:
        path = tempfile.mkdtemp(prefix=PREFIX)
        try:
            return path, _locked(path)
        except (BlockingIOError, FileNotFoundError):  # it was taken for an abandoned one
            continue
        except OSError:  # this file system has no locks: nobody will hold it for abandoned either
            return path, None


def _locked(path: str) -> int:
    """The folder, open and held. Raises BlockingIOError where another holds it, or OSError."""
    if sys.platform == "win32":
        raise OSError
    import fcntl

    opened = os.open(path, os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.path.samestat(os.stat(path, follow_symlinks=False), os.fstat(opened)):
            raise FileNotFoundError(path)
    except BaseException:
        os.close(opened)
        raise
    return opened
