"""How a process that runs a script tells what happens: lines with JSON, in files of a folder.

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
APPENDING = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)


class EventFile:
    """Where the process tells what happens."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._script_pid = os.getpid()

    @property
    def is_of_script(self) -> bool:
        """Whether this is the process that was started, and not one that it forked."""
        return os.getpid() == self._script_pid

    def write(self, kind: str, **values: object) -> None:
        """Tells one event."""
        name = OF_SCRIPT if self.is_of_script else OF_CHILDREN.format(pid=os.getpid())
        told = json.dumps({"event": kind, **values}, allow_nan=False)
        left = memoryview(f"{told}\n".encode())
        file = os.open(f"{self._folder}/{name}", APPENDING, 0o600)
        try:
            while left:
                left = left[os.write(file, left) :]
        finally:
            os.close(file)


def has_begun(folder: Path) -> bool:
    """Whether the process has told anything yet."""
    return (folder / OF_SCRIPT).exists()


def events_of_script(folder: Path) -> Iterator[Mapping[str, Any]]:
    """What the process told."""
    yield from _events(folder / OF_SCRIPT)


def events_of_children(folder: Path) -> Iterator[Mapping[str, Any]]:
    """What the processes told that the script forked."""
    for path in sorted(folder.glob(OF_CHILDREN.format(pid="*"))):
        yield from _events(path)


def _events(path: Path) -> Iterator[Mapping[str, Any]]:
    """The events of a file; a line that was cut at its end, or is none of ours, is none."""
    if not path.is_file():
        return
    most = MOST_BYTES
    with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
        while (line := file.readline(most)).endswith("\n"):
            event = _event(line)
            if event is not None:
                yield event
            most -= len(line)


def _event(line: str) -> Mapping[str, Any] | None:
    try:
        event = json.loads(line)
        return event if isinstance(event["event"], str) else None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
