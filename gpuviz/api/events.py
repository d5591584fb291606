"""How a process that runs a script tells what happens: lines with JSON, in files of a folder.

What is told is there even if the process is killed the moment after. A process that the script
forked writes a file of its own. The starter reads plain values and never runs what it reads.

Each line has a number and a seal, so that one that somebody else wrote or took away is noticed: a
script finds that folder soon, the key of the seal only in the memory of gpuviz itself.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

OF_SCRIPT, OF_CHILDREN = "events.jsonl", "events-{pid}.jsonl"
TAMPERED = "tampered"
"""An event that only the reader makes: lines are missing, or are not of the process."""
MOST_BYTES = 1 << 28  # of all that a script tells: some hundred thousand launches
APPENDING = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)


class EventFile:
    """Where the process tells what happens."""

    def __init__(self, folder: Path, key: str) -> None:
        self._folder, self._seal = str(folder), seal_under(key)
        self._numbers = itertools.count()
        self._script_pid = os.getpid()
        self._open, self._write, self._close = os.open, os.write, os.close  # as they are now

    @property
    def is_of_script(self) -> bool:
        """Whether this is the process that was started, and not one that it forked."""
        return os.getpid() == self._script_pid

    def write(self, kind: str, **values: object) -> None:
        """Tells one event."""
        name = OF_SCRIPT if self.is_of_script else OF_CHILDREN.format(pid=os.getpid())
        told = json.dumps({"event": kind, **values}, allow_nan=False)
        told = f"{next(self._numbers)} {told}"
        left = memoryview(f"{self._seal(told)} {told}\n".encode())
        file = self._open(f"{self._folder}/{name}", APPENDING, 0o600)
        try:
            while left:
                left = left[self._write(file, left) :]
        finally:
            self._close(file)


def seal_under(key: str) -> Callable[[str], str]:
    """What seals a text, by functions as they are now: BLAKE2 with a key, which the seal hides."""
    made, digest = blake2b(key=key.encode(), digest_size=16), blake2b.hexdigest

    def seal(text: str) -> str:
        one = made.copy()
        one.update(text.encode())
        return digest(one)

    return seal


def has_begun(folder: Path) -> bool:
    """Whether the process has told anything yet."""
    return (folder / OF_SCRIPT).exists()


def events_of_script(folder: Path, key: str) -> Iterator[Mapping[str, Any]]:
    """What the process told."""
    numbers: set[int] = set()
    yield from _events(folder / OF_SCRIPT, key, numbers)
    if numbers != set(range(len(numbers))):
        yield {"event": TAMPERED}


def events_of_children(folder: Path, key: str) -> Iterator[Mapping[str, Any]]:
    """What the processes told that the script forked."""
    for path in sorted(folder.glob(OF_CHILDREN.format(pid="*"))):
        yield from _events(path, key, set())


def _events(path: Path, key: str, numbers: set[int]) -> Iterator[Mapping[str, Any]]:
    """The events of a file, whose numbers are added; a line that was cut at its end is none."""
    if not path.is_file():
        return
    most, seal = MOST_BYTES, seal_under(key)
    with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
        while (line := file.readline(most)).endswith("\n"):
            found = _event(line, seal)
            if found is None:
                yield {"event": TAMPERED}
                return
            number, event = found
            if number in numbers:
                yield {"event": TAMPERED}
                return
            numbers.add(number)
            yield event
            most -= len(line)


def _event(line: str, seal: Callable[[str], str]) -> tuple[int, Mapping[str, Any]] | None:
    sealed, _, rest = line[:-1].partition(" ")
    if sealed != seal(rest):
        return None
    number, _, told = rest.partition(" ")
    try:
        event = json.loads(told)
        return (int(number), event) if isinstance(event["event"], str) else None
    except (ValueError, TypeError, KeyError):
        return None
