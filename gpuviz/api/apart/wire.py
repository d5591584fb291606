"""Connections between the process that grades and those of a student: frames of data, no code.

A student's process opens a connection when it has something to say, and so does each process that
it forks: it makes a pair of sockets and hands one over at the door, a socket that both have. Where
no sockets can be handed over (Windows) the door is one that listens on this machine, and who comes
in says the word first.
"""

from __future__ import annotations

import hmac
import os
import secrets
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from gpuviz.api.job import ScriptJob
from gpuviz.process_tree.fences import Fenced
from gpuviz.trace.members import DamagedTrace
from gpuviz.worker.frames import Garbage, frames_of, receive

MOST_CONNECTIONS = 256
WORD_BYTES = 32
PATIENCE_S = 5.0  # for the word of who comes in
ENDS_S = 5.0  # for a process whose connection is closed
T = TypeVar("T")


class StudentGone(Exception):
    """A student's process has ended, or says what nobody says."""


class Line:
    """One connection: whole values to and fro."""

    def __init__(self, connection: Connection[Any, Any]) -> None:
        self.connection = connection

    def send(self, value: object) -> None:
        """Sends a value. Raises StudentGone."""
        try:
            for frame in frames_of(value):
                self.connection.send_bytes(frame)
        except (OSError, ValueError) as error:
            raise StudentGone(str(error)) from None

    def receive(self, kind: type[T]) -> T:
        """Waits for a value of this dataclass. Raises StudentGone."""
        try:
            return cast(T, receive(self.connection, kind, lambda share: None))
        except (EOFError, OSError, Garbage, DamagedTrace, MemoryError) as error:
            raise StudentGone(str(error)) from None

    def close(self) -> None:
        """Nobody says anything more."""
        with suppress(OSError):
            self.connection.close()


class Door(Protocol):
    """Where connections of a student's processes come in."""

    def fileno(self) -> int:
        """What to wait for."""

    def enter(self) -> Line | None:
        """The connection of who stands there; None for one who is no student's process."""

    def close(self) -> None:
        """Nobody comes in any more."""


@dataclass(frozen=True, slots=True)
class Started:
    """A student's process: where its connections come in, and what tells how it ended.

    `ended` can be waited for where there is such a thing; `exit_code` is as subprocess gives it.
    """

    door: Door
    ended: int | None
    exit_code: Callable[[], int]


class Listening:
    """A socket on this machine that listens, with a word."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.word = secrets.token_bytes(WORD_BYTES)
        self.port: int = self._socket.getsockname()[1]

    def fileno(self) -> int:
        """What to wait for."""
        return self._socket.fileno()

    def enter(self) -> Line | None:
        """The connection of who says the word."""
        came, _ = self._socket.accept()
        came.settimeout(PATIENCE_S)
        try:
            said = came.recv(WORD_BYTES, socket.MSG_WAITALL)
        except OSError:
            said = b""
        if not hmac.compare_digest(said, self.word):
            came.close()
            return None
        came.setblocking(True)
        return Line(Connection(came.detach()))

    def close(self) -> None:
        """Nobody comes in any more."""
        self._socket.close()


class Knocks(Protocol):
    """How a student's process gets a new connection."""

    def __call__(self) -> Line:
        """A connection of its own."""


def knocking_by_word(port: int, word: bytes) -> Knocks:
    """Connections to the socket that listens there."""

    def knock() -> Line:
        made = socket.create_connection(("127.0.0.1", port))
        made.sendall(word)
        return Line(Connection(made.detach()))

    return knock


SayWhere = Callable[[float], None]
"""Has a process write down, in so many seconds, what it is doing then."""
Run = Callable[[ScriptJob, Path, Knocks, Fenced, SayWhere], None]
"""What a student's process does, from its job, the folder of it, and how it gets connections."""


class OwnLines:
    """The connection of each process: what was forked opens one of its own."""

    def __init__(self, knock: Knocks) -> None:
        self._knock = knock
        self._pid = -1
        self._change = threading.Lock()
        self._line: Line | None = None
        self.first: object = None
        """What is said first by a new one."""

    def line(self) -> Line:
        """That of the process that asks."""
        if self._pid != os.getpid():
            self._change = threading.Lock()  # another thread may have had it while we were forked
        with self._change:
            if self._line is None or self._pid != os.getpid():
                self._line, self._pid = self._knock(), os.getpid()
                if self.first is not None:
                    self._line.send(self.first)
            return self._line


def ready(things: list[Any], seconds: float | None = None) -> list[Any]:
    """Which of these connections and doors have something."""
    return wait(things, seconds)
