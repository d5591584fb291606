"""Memory and files that processes hide are found, and what others share counts once."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gpuviz.process_tree import ProcessTree, start
from gpuviz.process_tree.usage import unlinked_bytes, used_bytes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows what is open")

MIB = 1 << 20
PR_SET_DUMPABLE = 4  # linux/prctl.h
LIMIT = 256 * MIB  # a Python has some
HIDDEN = 400
BEGIN = f"""
import ctypes, mmap, os, socket, sys, time
words = b"1" * {MIB}
def fill(opened, megabytes):
    for _ in range(megabytes):
        os.write(opened, words)
def ready():
    os.write(1, b"ready")
    time.sleep(600)
"""


@contextmanager
def running(code: str, limit: int | None = None, cwd: Path | None = None) -> Iterator[ProcessTree]:
    """A tree that has written a word, or ended."""
    reading, writing = os.pipe()
    command = [sys.executable, "-S", "-c", BEGIN + code]
    tree = start(command, stdout=writing, memory_bytes=limit, cwd=cwd)
    os.close(writing)
    try:
        os.read(reading, 5)
        yield tree
    finally:
        tree.end()
        os.close(reading)


def is_ended_as_over_memory(code: str) -> bool:
    with running(code, LIMIT) as tree:
        tree.process.wait(60)
    return tree.over_memory


MEMFD = f"opened = os.memfd_create('m'); fill(opened, {HIDDEN}); ready()"
SEVERAL = "opened = [os.memfd_create('m') for _ in range(4)]\n" + (
    f"[fill(one, {HIDDEN // 4}) for one in opened]; ready()"
)
IN_A_CHILD = f"os.fork() or [fill(os.memfd_create('m'), {HIDDEN}), ready()]\ntime.sleep(600)"
ANONYMOUS = f"""
kept = mmap.mmap(-1, {HIDDEN * MIB})
for at in range(0, len(kept), {MIB}):
    kept[at : at + {MIB}] = words
    kept.madvise(mmap.MADV_DONTNEED, at, {MIB})  # it stays, and is not resident
ready()
"""
MAPPED = f"""
opened = os.memfd_create("m")
fill(opened, {HIDDEN})
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap(None, ctypes.c_size_t({HIDDEN * MIB}), 1, 1, opened, ctypes.c_long(0))
os.close(opened)
ready()
"""


ODD_NAME = (
    "opened = os.memfd_create('a\\rb\\n c');"
    f" fill(opened, {HIDDEN}); kept = mmap.mmap(opened, 0); ready()"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [MEMFD, SEVERAL, IN_A_CHILD, ANONYMOUS, MAPPED, ODD_NAME],
    ids=["memfd", "several", "in-a-child", "anonymous", "mapped", "odd-name"],
)
def test_memory_that_is_not_resident_ends_a_tree(code: str) -> None:
    assert is_ended_as_over_memory(code)


@pytest.mark.slow
def test_shared_memory_counts_once_for_all_that_have_it() -> None:
    """It is open and mapped in four processes."""
    code = f"""
opened = os.memfd_create("m")
fill(opened, 100)
kept = mmap.mmap(opened, 100 * {MIB})
os.fork(); os.fork()
sum(kept[at] for at in range(0, len(kept), 4096))
time.sleep(1)
"""

    with running(code, LIMIT) as tree:
        tree.process.wait(60)

    assert (tree.end(), tree.over_memory) == (0, False)


def unlinked(code: str, folder: Path) -> int:
    with running(code, cwd=folder) as tree:
        return tree.unlinked_bytes([str(folder)])


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "opened = os.open('x', 66); os.unlink('x'); fill(opened, 20); ready()",
        "opened = os.open('x', 66); os.unlink('x'); fill(opened, 20); os.fork(); ready()",
        "opened = os.open('x', 66); os.unlink('x'); fill(opened, 20);"
        " kept = mmap.mmap(opened, 0); os.close(opened); ready()",
        "os.mkdir('d'); opened = os.open('d/x', 66); os.unlink('d/x'); os.rmdir('d');"
        " fill(opened, 20); ready()",
    ],
    ids=["open", "twice", "mapped", "without-its-folder"],
)
def test_unlinked_files_are_found_and_count_once(code: str, tmp_path: Path) -> None:
    assert 20 * MIB <= unlinked(code, tmp_path) < 21 * MIB


def test_files_that_can_be_seen_are_not_among_them(tmp_path: Path) -> None:
    code = "opened = os.open('x', 66); fill(opened, 20); os.memfd_create('m'); ready()"

    assert unlinked(code, tmp_path) == 0


def test_files_elsewhere_are_not_among_them(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    code = "opened = os.open('../x', 66); os.unlink('../x'); fill(opened, 20); ready()"

    assert unlinked(code, tmp_path / "own") == 0


def test_a_process_that_lets_nobody_look_at_it_may_hold_all_that_there_is() -> None:
    """Root looks at all, so another user does here."""
    child = os.fork()
    if child == 0:
        done = 1
        try:
            if os.geteuid() == 0:
                os.setresgid(65534, 65534, 65534)
                os.setresuid(65534, 65534, 65534)
            done = 0 if finds_one_that_hides() else 2
        finally:
            os._exit(done)

    assert os.waitpid(child, 0)[1] == 0


def finds_one_that_hides() -> bool:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
        os.write(os.memfd_create("m"), b"1" * (20 * MIB))
        os.write(writing, b"1")
        time.sleep(600)
    os.read(reading, 1)
    used = used_bytes({pid: MIB}, 10 * MIB)
    try:
        unlinked_bytes([pid], ["/tmp"])
    except PermissionError:
        return used > 20 * MIB
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return False


def test_one_that_has_ended_uses_nothing() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)

    assert unlinked_bytes([pid], ["/tmp"]) == 0  # nobody has waited for it
    os.waitpid(pid, 0)
    assert unlinked_bytes([pid], ["/tmp"]) == 0
