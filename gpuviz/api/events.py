"""How a process that runs a script tells what happens: lines of JSON, in files of a folder.

What is told is there even if the process is killed the moment after. A process that the script
forked writes a file of its own. The starter reads plain values and never runs what it reads.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

OF_SCRIPT, OF_CHILDREN = "events.jsonl", "events-{pid}.jsonl"
MOST_BYTES = 1 << 28  # of all that a script tells: some hundred thousand launches


class EventFile:
    """Where the process tells what happens."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._script_pid = os.getpid()

    @property
    def is_of_script(self) -> bool:
        """Whether this is the process that was started, and not one that it forked."""
        return os.getpid() == self._script_pid

    def write(self, kind: str, **values: object) -> None:
        """Tells one event."""
        name = OF_SCRIPT if self.is_of_script else OF_CHILDREN.format(pid=os.getpid())
        line = json.dumps({"event": kind, **values}, allow_nan=False) + "\n"
        with open(self._folder / name, "a", encoding="utf-8") as file:
            file.write(line)


def has_begun(folder: Path) -> bool:
    """Whether the process has told anything yet."""
    return (folder / OF_SCRIPT).exists()


def events_of_script(folder: Path) -> Iterator[Mapping[str, Any]]:
    """What the process told."""
    yield from _events(folder / OF_SCRIPT, MOST_BYTES)


def events_of_children(folder: Path) -> Iterator[Mapping[str, Any]]:
    """What the processes told that the script forked."""
    for path in sorted(folder.glob(OF_CHILDREN.format(pid="*"))):
        yield from _events(path, MOST_BYTES)


def _events(path: Path, most: int) -> Iterator[Mapping[str, Any]]:
    """The events of a file; a line that is none, such as one that was cut, ends it."""
    if not path.is_file():
        return
    with open(path, encoding="utf-8", errors="replace") as file:
        while line := file.readline(most):
            try:
                event = json.loads(line)
            except ValueError:
                return
            if isinstance(event, dict) and "event" in event:
                yield event
            most -= len(line)
            if most <= 0:
                return
