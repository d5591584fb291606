"""Which processes belong to a tree; standard library only, and quick to import (see `guard`)."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

assert sys.platform != "win32"

MARK = "GPUVIZ_PROCESS_TREE"
"""The variable that all processes of a tree have in their environment."""


class ProcessRow(NamedTuple):
    """One process of the system."""

    pid: int
    parent: int
    group: int
    resident_bytes: int


def processes() -> list[ProcessRow]:
    """All processes that can be seen, zombies too."""
    return _from_proc() if sys.platform == "linux" else _from_ps()


def descendants(root: int, rows: list[ProcessRow]) -> set[int]:
    """The children of `root`, theirs, and so on."""
    children: dict[int, list[int]] = {}
    for row in rows:
        children.setdefault(row.parent, []).append(row.pid)
    found: set[int] = set()
    waiting = [root]
    while waiting:
        new = set(children.get(waiting.pop(), ())) - found
        found |= new
        waiting.extend(new)
    return found - {root}


def own_children() -> list[int] | None:
    """The children of this process, asked for quickly; None where the system has no such list."""
    own = os.getpid()
    try:
        with open(f"/proc/{own}/task/{own}/children", "rb") as file:
            return [int(word) for word in file.read().split()]
    except OSError:  # macOS; Linux without CONFIG_PROC_CHILDREN
        return None


def marked(mark: str) -> set[int]:
    """All processes of this user that started with MARK=mark, or are forks of one that did."""
    wanted = f"{MARK}={mark}"
    if sys.platform == "linux":
        return {pid for pid in _numbers() if wanted.encode() in _environment(pid)}
    lines = _output_of("ps", "-A", "-E", "-ww", "-o", "pid=,command=")
    found = {int(line.split(None, 1)[0]) for line in lines if wanted in line.split()}
    return found - {os.getpid()}


def _from_proc() -> list[ProcessRow]:
    page = os.sysconf("SC_PAGE_SIZE")
    rows = []
    for pid in _numbers():
        stat = _content(f"/proc/{pid}/stat")
        fields = stat[stat.rfind(b")") + 2 :].split()  # the name before may hold anything
        if len(fields) > 21:
            rows.append(ProcessRow(pid, int(fields[1]), int(fields[2]), int(fields[21]) * page))
    return rows


def _from_ps() -> list[ProcessRow]:
    lines = _output_of("ps", "-A", "-o", "pid=,ppid=,pgid=,rss=")
    table = [[int(word) for word in line.split()] for line in lines]
    return [ProcessRow(pid, parent, group, kib * 1024) for pid, parent, group, kib in table]


def _output_of(*command: str) -> list[str]:
    import subprocess  # only where there is no /proc

    done = subprocess.run(command, capture_output=True, check=False)
    return done.stdout.decode(errors="replace").splitlines()


def _numbers() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _environment(pid: int) -> list[bytes]:
    return _content(f"/proc/{pid}/environ").split(b"\0")


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:  # it has ended meanwhile, or is another user's
        return b""
