"""Keeps a process that was just forked, and all that it will start, from the rest of the machine,
as far as the system allows that; what it does not allow stays open, and is said. Not for Windows.

    prepared = prepare_apart(offline=True)  # once, before there are threads
    ...
    told, status = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(told)
        fenced = become_apart(prepared, sys.path, [folder], fenced=True, status=status)
        ...  # what is kept apart
    os.close(status)
    ended = status_of(os.read(told, STATUS_BYTES))  # once it is over
    os.waitpid(pid, 0)

What is forked becomes two processes more on Linux. The innermost one is what is kept apart, in a
namespace of processes, so that others have no number there by which they could be met. Its parent
is the first process of that namespace: it adopts orphans, and when it ends, the kernel kills all
that is left. Its parent, outside, tells how the innermost one ended, when nothing is left of it.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from gpuviz.process_tree.fence import fence_in
from gpuviz.process_tree.fences import Fenced, Prepared
from gpuviz.process_tree.namespaces import (
    NEW_IPC,
    NEW_PROCESSES,
    enter,
    give_up_rights,
)
from gpuviz.process_tree.read_only import make_read_only
from gpuviz.process_tree.shared_memory import forbid_shared_memory

assert sys.platform != "win32"

STATUS_BYTES = 4
NOT_STARTED = 127 << 8  # a status as os.waitpid gives it: the exit code 127, as a shell says it
PR_SET_PDEATHSIG = 1  # linux/prctl.h


def become_apart(
    prepared: Prepared, modules: Sequence[str], own: Sequence[str], *, fenced: bool, status: int
) -> Fenced:
    """Returns in the process that is kept apart, and nowhere else: this one never returns.

    To be called in a process that was just forked, from one that was prepared. With `fenced` no
    files are left but those of the folders `own`, of Python with its `modules`, as in sys.path,
    and of the system. This process ends when nothing is left of the one that is kept apart; before
    that it writes that one's status, as os.waitpid gives it, to the descriptor `status`
    (`STATUS_BYTES`, see `status_of`). If it is killed itself, all ends, and nothing is written.
    The process kept apart leads a session of its own, has no `status`, and no rights.
    """
    reading, writing = os.pipe()
    has_processes = sys.platform == "linux" and enter(NEW_PROCESSES)
    pid = _fork_or_tell(status)
    if pid:
        _wait_outside(pid, reading, status)
    os.close(reading)
    _end_with_parent(writing)
    made = Fenced(prepared.network, *_fence(prepared, modules, own, fenced), has_processes)
    if has_processes:
        pid = _fork_or_tell(writing)
        if pid:
            _wait_inside(pid, writing)
    os.close(writing)
    os.close(status)
    os.setsid()
    return made


def status_of(words: bytes) -> int:
    """What was written to the descriptor `status`; killed, where its writer was before that."""
    return int.from_bytes(words, "little") if len(words) == STATUS_BYTES else signal.SIGKILL


def _fence(
    prepared: Prepared, modules: Sequence[str], own: Sequence[str], fenced: bool
) -> tuple[bool, bool]:
    """Whether files are fenced, and their permissions."""
    if sys.platform != "linux":
        return False, False
    enter(NEW_IPC)
    forbid_shared_memory()
    permissions = fenced and make_read_only(own, prepared.sockets)
    give_up_rights()
    return fenced and fence_in(modules, own), permissions


def _fork_or_tell(descriptor: int) -> int:
    """Where it is not zero, no signal is heard from then on."""
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        pid = os.fork()
    except OSError:  # there are as many processes as may be
        _tell_and_end(descriptor, NOT_STARTED)
    if pid == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)
    return pid


def _wait_outside(pid: int, reading: int, status: int) -> NoReturn:
    """Tells the status that the process inside told, or its own where it told none."""
    try:
        _let_go_of_all_but(reading, status)
        own = _waited(pid)
        os.set_blocking(reading, False)
        told = b""
        with suppress(BlockingIOError):  # somebody holds the other end, who was not in a namespace
            told = os.read(reading, STATUS_BYTES)
        _tell_and_end(status, status_of(told) if told else own)
    finally:
        os._exit(1)


def _wait_inside(pid: int, writing: int) -> NoReturn:
    """The first process of a namespace waits for all: orphans are its children."""
    try:
        _let_go_of_all_but(writing)
        _tell_and_end(writing, _waited(pid))
    finally:
        os._exit(1)


def _waited(wanted: int) -> int:
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == wanted:
            return status


def _tell_and_end(descriptor: int, status: int) -> NoReturn:
    try:
        os.write(descriptor, status.to_bytes(STATUS_BYTES, "little"))
    finally:
        os._exit(0)


def _let_go_of_all_but(*kept: int) -> None:
    """Holds nothing open at whose end others wait, and learns how its child ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # ignored, no status would be left
    for name in os.listdir("/dev/fd"):
        if int(name) not in kept:
            with suppress(OSError):
                os.close(int(name))


def _end_with_parent(writing: int) -> None:
    """Ends this process with its parent, which holds the other end of the pipe; Linux only."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    asked = select.poll()
    asked.register(writing, 0)
    if asked.poll(0):  # it has ended before
        os._exit(0)
