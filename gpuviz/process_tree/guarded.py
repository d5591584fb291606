"""A process tree under a guard: Linux, macOS."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
import uuid
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from gpuviz.process_tree import guard, members, usage
from gpuviz.process_tree.limits import TreeLimits

assert sys.platform != "win32"

PATIENCE_S = guard.PATIENCE_S + 1.0  # for a guard that was asked to end all


class ProcessTree:
    """A running command with all that it started; any thread may end it.

    `process` has its streams and waits for its end: then nothing of the tree is left.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: TreeLimits,
        folder: Path | None,
        popen: dict[str, Any],
    ) -> None:
        self._mark = uuid.uuid4().hex
        self._channel, theirs = socket.socketpair()
        self._told = b""
        self._ending = threading.Lock()
        self._hearing = threading.Lock()
        number = theirs.fileno()
        most = (limits.memory_bytes or 0, limits.processes or 0)
        words = [str(number), self._mark, *map(str, most), str(folder or ""), *command]
        popen["pass_fds"] = (*popen.get("pass_fds", ()), number)
        try:
            self.process: subprocess.Popen[Any] = subprocess.Popen(
                [sys.executable, "-I", "-S", guard.__file__, *words],
                start_new_session=True,
                **popen,
            )
        except BaseException:
            self._channel.close()
            raise
        finally:
            theirs.close()

    @property
    def pid(self) -> int | None:
        """The command's process number; None if its guard could not start it."""
        with self._hearing:
            while len(self._told) < guard.NUMBER_BYTES and self._hear():
                pass
        number = self._told[: guard.NUMBER_BYTES]
        return int.from_bytes(number, "little") if len(number) == guard.NUMBER_BYTES else None

    @property
    def over_memory(self) -> bool:
        """Whether the tree has been ended because it used too much memory; known after `end`."""
        return guard.OVER_MEMORY in self._told[guard.NUMBER_BYTES :]

    @property
    def over_processes(self) -> bool:
        """Whether the tree has been ended because it had too many processes; known after `end`."""
        return guard.OVER_PROCESSES in self._told[guard.NUMBER_BYTES :]

    def unlinked_bytes(self, folders: Collection[str]) -> int:
        """What files take that lay below these folders, and that processes hold still (Linux).

        Raises PermissionError for a process that made itself one that nobody may look at.
        """
        if sys.platform != "linux":
            return 0
        below = members.descendants(self.process.pid, members.processes())
        return usage.unlinked_bytes(below, folders)

    def kill(self) -> None:
        """Lets the tree end at once, and does not wait for it."""
        with contextlib.suppress(OSError):  # it has ended already
            self._channel.shutdown(socket.SHUT_WR)

    def end(self) -> int:
        """Ends the tree; gives the exit code as subprocess does, -9 if the command still ran."""
        with self._ending:
            self.kill()
            try:
                self.process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:  # somebody stopped the guard
                self.process.kill()
            exit_code: int = self.process.wait()
            if self._channel.fileno() >= 0:
                self._finish()
            return exit_code

    def _finish(self) -> None:
        with self._hearing:
            while self._hear():
                pass
        self._channel.close()
        if guard.NOTHING_LEFT not in self._told[guard.NUMBER_BYTES :]:
            guard.end_processes(self.process.pid, self._mark)

    def _hear(self) -> bool:
        """Whether the guard told something more."""
        try:
            words = self._channel.recv(64)
        except OSError:
            return False
        self._told += words
        return bool(words)
