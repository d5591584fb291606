"""What lies in folders that others have filled: nothing in them ends or holds up who looks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

LEFT_OUT = ("__pycache__", "site-packages", "dist-packages", "node_modules", "__MACOSX")


def files_below(folder: Path, closed: Callable[[OSError], object]) -> Iterator[os.DirEntry[str]]:
    """All that is no folder, at any depth, sorted in each folder: files, links, pipes, devices.

    Folders that are hidden or made by tools are left out, and links are not followed. `closed` is
    told of each folder that cannot be read; it may raise.
    """
    waiting = [os.fspath(folder)]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as found:
                entries = sorted(found, key=lambda one: one.name)
        except OSError as error:
            closed(error)
            continue
        folders = {one.name: one.path for one in entries if one.is_dir(follow_symlinks=False)}
        yield from (one for one in entries if one.name not in folders)
        waiting += [folders[name] for name in reversed(folders) if not is_left_out(name)]


def is_left_out(name: str) -> bool:
    """Whether nothing of that name was handed in."""
    return name.startswith(".") or name in LEFT_OUT


def raise_it(error: OSError) -> None:
    """For those to whom a folder that cannot be read is an error."""
    raise error
