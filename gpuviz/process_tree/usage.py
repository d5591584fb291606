"""What processes use, also where they hide it; standard library only, and quick to import (see
`guard`).

Hidden is memory that has the form of a file which a process only holds open (memfd_create, files
in /dev/shm), and files that lie in no folder any more. Not found: what lies in a socket, sent to
nobody; and for a guard that is not root, the rest of a file of which a process has a part mapped.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

assert sys.platform != "win32"

SHARED_MEMORY = (b"/memfd:", b"/dev/shm/", b"/dev/zero (deleted)", b"[anon_shmem:")
"""How the names of files begin that are memory."""
BLOCK_BYTES = 512  # of st_blocks, whatever the file system has
DELETED = b" (deleted)"


class HeldFile(NamedTuple):
    """A file that a process holds open or mapped, and the bytes that it takes."""

    name: bytes
    number: int
    used_bytes: int
    is_unlinked: bool


def used_bytes(resident: dict[int, int], limit: int) -> int:
    """The memory of these processes, of which the resident bytes are given; what they share counts
    once where that decides, and what they hide is looked for.
    """
    total = sum(resident.values())
    if sys.platform != "linux":
        return total
    of_all = _told("/proc/meminfo").get(b"Shmem", 0)
    if total + of_all <= limit:  # asked for quickly, as most that follows is not
        return total
    held = min(_held_memory(resident), of_all)
    if total + held <= limit:
        return total
    alone = shared = 0
    for pid, own in resident.items():
        told = _told(f"/proc/{pid}/smaps_rollup")
        of_files = told.get(b"Pss_Shmem", 0)
        alone += told.get(b"Pss", own) - of_files
        shared += of_files
    return alone + max(shared, held)


def unlinked_bytes(pids: Collection[int], folders: Iterable[str]) -> int:
    """What files take that lay below these folders, and that processes still hold.

    Raises PermissionError for a process that nobody may look at: it made itself so (prctl(2)).
    """
    below = tuple(os.fsencode(os.path.join(os.path.realpath(one), "")) for one in folders)
    return _sum(pids, lambda one: one.is_unlinked and one.name.startswith(below))


def opened(pid: int) -> Iterator[HeldFile]:
    """The ordinary files and memory that a process holds open; none if it has ended. Linux only.

    Raises PermissionError.
    """
    folder = f"/proc/{pid}/fd"
    for name in _names(folder):
        one = _held(f"{folder}/{name}")
        if one is not None:
            yield one


def mapped(pid: int) -> Iterator[HeldFile]:
    """The shared memory and the unlinked files that a process has mapped; Linux only.

    Who is not root learns only how far they are mapped.
    """
    for line in _content(f"/proc/{pid}/maps").split(b"\n"):  # other ends of lines are of names
        if line.endswith(DELETED) or b" /dev/shm/" in line or b"[anon_shmem:" in line:
            place, _, offset, _, number, name = line.split(None, 5)
            first, last = (int(word, 16) for word in place.split(b"-"))
            found = _held(f"/proc/{pid}/map_files/{first:x}-{last:x}")
            length = int(offset, 16) + last - first
            yield found or HeldFile(name, int(number), length, name.endswith(DELETED))


def _held_memory(pids: Collection[int]) -> int:
    """Of a process that nobody may look at, it can be any amount."""
    try:
        return _sum(pids, lambda one: one.name.startswith(SHARED_MEMORY))
    except PermissionError:
        return sys.maxsize


def _sum(pids: Collection[int], counts: Callable[[HeldFile], bool]) -> int:
    """The bytes of files that count, each once; what an open file takes is known best."""
    found: dict[tuple[int, bytes], int] = {}
    for held in (mapped, opened):
        for pid in pids:
            found |= {(one.number, one.name): one.used_bytes for one in held(pid) if counts(one)}
    return sum(found.values())


def _held(path: str) -> HeldFile | None:
    """What a link of /proc leads to, if it is a file."""
    try:
        found = os.stat(path)
        name = os.fsencode(os.readlink(path))
    except OSError:  # closed meanwhile
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return HeldFile(name, found.st_ino, found.st_blocks * BLOCK_BYTES, found.st_nlink == 0)


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except (FileNotFoundError, ProcessLookupError):
        return []


def _told(path: str) -> dict[bytes, int]:
    """The fields of a file of /proc that are told in KiB, as bytes."""
    rows = (line.split() for line in _content(path).splitlines())
    return {row[0].rstrip(b":"): int(row[1]) * 1024 for row in rows if row[-1:] == [b"kB"]}


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:  # it has ended meanwhile, or is another user's
        return b""
