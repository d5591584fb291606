"""Folders of any depth and with anything in them, of which a program may have made every part;
standard library only, and quick to import (see `guard`).

One folder is open at a time, so that neither the depth, nor the length of a path, nor the number of
open files is an end, as it is for shutil.rmtree and os.walk. Windows, whose paths are short, has
those.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

OWNERS_RIGHTS, TO_ENTER = 0o700, 0o100


def remove(folder: str) -> bool:
    """Removes a folder with all that is in it, and follows no link; whether nothing is left.

    What cannot be removed stays, such as files of other users. Raises nothing for what is in it.
    """
    with suppress(OSError, RecursionError):
        if sys.platform == "win32":
            import shutil

            for place, _, names in os.walk(folder):
                for path in (os.path.join(place, name) for name in names):
                    with suppress(OSError):  # what is read-only could not be removed
                        if not os.path.islink(path):
                            os.chmod(path, OWNERS_RIGHTS)
            shutil.rmtree(folder, ignore_errors=True)
        else:
            _visit(folder, _without_files, _rmdir)
            os.rmdir(folder)
    return not os.path.lexists(folder)


def bytes_below(folder: str) -> int:
    """What the files of a folder and below take, while somebody writes, moves and removes them."""
    total = 0

    def look(opened: int) -> Iterator[str]:
        nonlocal total
        for entry in _entries(opened):
            if entry.is_dir(follow_symlinks=False):
                yield entry.name
                continue
            with suppress(OSError):  # removed meanwhile
                total += entry.stat(follow_symlinks=False).st_size

    if sys.platform == "win32":
        for place, _, names in os.walk(folder):
            for name in names:
                with suppress(OSError):
                    total += os.lstat(os.path.join(place, name)).st_size
    else:
        with suppress(OSError):
            _visit(folder, look, lambda *_: None)
    return total


def _without_files(opened: int) -> Iterator[str]:
    """Takes from a folder all but folders, whose names it gives."""
    with suppress(OSError):
        os.chmod(opened, OWNERS_RIGHTS)
    for entry in _entries(opened):
        if entry.is_dir(follow_symlinks=False):
            yield entry.name
            continue
        with suppress(OSError):
            os.unlink(entry.name, dir_fd=opened)


def _rmdir(above: int, name: str) -> None:
    with suppress(OSError):
        os.rmdir(name, dir_fd=above)


def _entries(opened: int) -> list[os.DirEntry[str]]:
    """A list, since removing while listing may leave some out."""
    with os.scandir(opened) as found:
        return list(found)


def _visit(
    folder: str, look: Callable[[int], Iterator[str]], leave: Callable[[int, str], None]
) -> None:
    """Opens a folder and each one below, and calls `look`, which gives names in it to be visited.

    After each one `leave` is called with the folder above and its name. Raises OSError.
    """
    place = _Place(folder)
    try:
        waiting = [list(look(place.opened))]
        while waiting[-1] or len(waiting) > 1:
            if waiting[-1]:
                if place.enter(waiting[-1].pop()):
                    waiting.append(list(look(place.opened)))
                continue
            name = place.leave()
            del waiting[1 + place.depth :]
            if name is not None:
                leave(place.opened, name)
    finally:
        os.close(place.opened)


class _Place:
    """The folder that is open, below one with which it begins."""

    def __init__(self, folder: str) -> None:
        self.opened = _open(folder)
        self._folder = folder
        self._path = [(folder, _identity(self.opened))]

    @property
    def depth(self) -> int:
        """How many folders below the first."""
        return len(self._path) - 1

    def enter(self, name: str, wanted: tuple[int, int] | None = None) -> bool:
        """Whether there is such a folder in here; it is open then."""
        try:
            below = _open(name, self.opened)
        except OSError:
            return False
        found = _identity(below)
        if wanted not in (None, found):
            os.close(below)
            return False
        self._move(below)
        self._path.append((name, found))
        return True

    def leave(self) -> str | None:
        """Goes up; gives the name of the folder that was open, None if it is not there any more.

        Where somebody moved it, that is as far up as its path is still the same.
        """
        name, _ = self._path.pop()
        self._move(_open("..", self.opened))
        if _identity(self.opened) == self._path[-1][1]:
            return name
        before = self._path[1:]
        del self._path[1:]
        self._move(_open(self._folder))
        while before and self.enter(*before.pop(0)):
            pass
        return None

    def _move(self, opened: int) -> None:
        os.close(self.opened)
        self.opened = opened


def _identity(opened: int) -> tuple[int, int]:
    found = os.fstat(opened)
    return found.st_dev, found.st_ino


def _open(name: str, inside: int | None = None) -> int:
    """Opens a folder; its owner takes the rights to look into it. Raises OSError."""
    if sys.platform == "win32":
        raise NotImplementedError
    how = os.O_DIRECTORY | os.O_NOFOLLOW
    try:
        opened = os.open(name, how, dir_fd=inside)
    except PermissionError:
        _take_rights(name, inside)
        opened = os.open(name, how, dir_fd=inside)
    with suppress(OSError):
        if not os.fstat(opened).st_mode & TO_ENTER:
            os.chmod(opened, OWNERS_RIGHTS)
    return opened


def _take_rights(name: str, inside: int | None) -> None:
    """Of a folder, and not of one to which a link leads that somebody puts there meanwhile."""
    if sys.platform != "linux":
        os.chmod(name, OWNERS_RIGHTS, dir_fd=inside, follow_symlinks=False)
        return
    found = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=inside)
    try:
        os.chmod(f"/proc/self/fd/{found}", OWNERS_RIGHTS)
    finally:
        os.close(found)
