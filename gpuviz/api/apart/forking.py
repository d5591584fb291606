"""A student's process by forking, and copies of it: not for Windows."""

from __future__ import annotations

import faulthandler
import functools
import os
import select
import signal
import socket
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from gpuviz.api.apart.wire import ENDS_S, Knocks, Line, Run, Started
from gpuviz.api.job import ScriptJob
from gpuviz.api.supervisor import STUDENTS_WHERE_FILE
from gpuviz.process_tree import forked_apart
from gpuviz.process_tree.fences import Prepared

assert sys.platform != "win32"


def forked(job: ScriptJob, folder: Path, prepared: Prepared, run: Run) -> Started | None:
    """Forks it, and has it run; None in that process itself, when that is done."""
    door = HandedOver()
    told, status = os.pipe()
    where = open(folder / STUDENTS_WHERE_FILE, "w", encoding="utf-8")  # noqa: SIM115 - stays
    sys.stdout.flush()
    sys.stderr.flush()
    if os.fork() == 0:
        os.close(told)
        door.close()
        own = [job.folder] if job.folder else []
        fenced = forked_apart.become_apart(
            prepared, job.search, own, fenced=job.fenced, status=status
        )
        if job.folder is not None:
            os.chdir(job.folder)  # of which it sees another mount now
        say_where = functools.partial(faulthandler.dump_traceback_later, file=where)
        run(job, folder, knocking_by_hand(door.theirs), fenced, say_where)
        return None
    os.close(status)
    where.close()
    door.theirs.close()

    def exit_code() -> int:
        has_ended = select.select([told], [], [], ENDS_S)[0]
        words = os.read(told, forked_apart.STATUS_BYTES) if has_ended else b""
        return os.waitstatus_to_exitcode(forked_apart.status_of(words))

    return Started(door, told, exit_code)


class HandedOver:
    """Sockets that are handed over, by a socket that was there before the student's process."""

    def __init__(self) -> None:
        self._ours, self.theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)

    def fileno(self) -> int:
        """The descriptor that has something when somebody enters."""
        return self._ours.fileno()

    def enter(self) -> Line | None:
        """The connection that was handed over."""
        _, numbers, _, _ = socket.recv_fds(self._ours, 1, 1)
        for number in numbers:
            return _line_of(number)
        return None

    def close(self) -> None:
        """Lets nobody in any more."""
        self._ours.close()


def _line_of(number: int) -> Line | None:
    """The connection of a descriptor, if it is a socket of that kind."""
    try:
        made = socket.socket(fileno=number)
    except OSError:
        os.close(number)
        return None
    if (made.family, made.type) != (socket.AF_UNIX, socket.SOCK_STREAM):
        made.close()
        return None
    made.setblocking(True)
    return Line(Connection(made.detach()))


def knocking_by_hand(door: socket.socket) -> Knocks:
    """Connections that are handed over at this door."""

    def knock() -> Line:
        mine, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(door, [b"."], [theirs.fileno()])
        return Line(Connection(mine.detach()))

    return knock


class Before:
    """A copy of this process as it was before a call, which waits until it is let go."""

    def __init__(self, older: Before | None) -> None:
        if older is not None:
            older.forget()
        reading, self._writing = os.pipe()
        self._pid = os.fork()
        self.is_copy = self._pid == 0
        if self.is_copy:
            os.close(self._writing)
            if not os.read(reading, 1):
                os._exit(0)
        os.close(reading)

    def go(self) -> None:
        """Lets the copy go on: it makes the call."""
        os.write(self._writing, b".")

    def forget(self) -> None:
        """Ends the copy, whether it has gone on or not."""
        os.close(self._writing)
        with suppress(OSError):
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
