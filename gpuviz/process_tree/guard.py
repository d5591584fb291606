"""The guard of a process tree: `python -I -S guard.py CHANNEL MARK MEMORY MOST FOLDER COMMAND...`.

It starts the command, adopts what loses its parents, and ends all when the command ends, when the
other end of CHANNEL (a descriptor) is shut down, when the starter is gone, or when more than MEMORY
bytes are used or more than MOST processes run (0: no limit). Then it removes FOLDER, if there is
one. It tells the command's number, whether a limit was the reason, and that nothing is left. Its
exit code or signal is the command's.

It imports nothing that is slow to import: it starts with every worker. Not for Windows.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time

assert sys.platform != "win32"

MYPY = False  # its name for typing.TYPE_CHECKING, which takes longer to import
if MYPY or __name__ != "__main__":
    from gpuviz.process_tree.members import MARK, descendants, marked, own_children, processes
    from gpuviz.process_tree.usage import used_bytes
else:  # by its path, without the package
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from members import MARK, descendants, marked, own_children, processes
    from usage import used_bytes

SHARE_OF_LOOKS = 0.1  # of the time, at most, where a look takes long
STARTER_S = 1.0  # between two looks at the starter, for the case that others hold the channel open
LIMITS_S = 0.1  # between two looks at the memory and the number of processes
PATIENCE_S = 5.0  # for what was killed to be gone: only the kernel can delay it
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # linux/prctl.h
LOOKS = 10  # at all processes, before what was found so far is killed
NUMBER_BYTES = 8
OVER_MEMORY, OVER_PROCESSES, NOTHING_LEFT = b"M", b"P", b"."
NOT_STARTED = 127  # as a shell says it
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


def adopts() -> bool:
    """Whether orphans of a tree become children of its guard."""
    return sys.platform == "linux"


def end_processes(root: int, mark: str) -> None:
    """Kills every process below `root` and all that carry the mark, with their groups.

    All are stopped first: a stopped process starts no others.
    """
    stopped: set[int] = set()
    for _ in range(LOOKS):
        new = _others(root, mark) - stopped
        for number in new:
            _send(number, signal.SIGSTOP)
        stopped |= new
        if not new:
            break
    for number in stopped:
        _send(number, signal.SIGKILL)


def _others(root: int, mark: str) -> set[int]:
    """What belongs to the tree: process numbers, and those of groups as negative ones."""
    rows = processes()
    found = descendants(root, rows)
    if not adopts() or root != os.getpid():
        found |= marked(mark)
    found -= {root, os.getpid()}
    groups = {row.group for row in rows if row.pid in found} - {os.getpgrp()}
    return found | {-group for group in groups if group > 1}


def _group_of(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except OSError:
        return 0


def _send(number: int, what: signal.Signals) -> None:
    try:  # contextlib takes longer to import than all else
        os.kill(number, what)
    except OSError:  # it has ended, or is another user's
        return


class Guard:
    """What runs under it: one command, and what came of it."""

    def __init__(
        self,
        channel: int,
        mark: str,
        limits: tuple[int, int],  # bytes of memory, processes
        folder: str,
        command: list[str],
    ) -> None:
        self._channel = channel
        self._mark = mark
        self._memory_bytes, self._most_processes = limits
        self._folder = folder
        self._starter = os.getppid()
        self._status: int | None = None  # of the command, as os.waitpid gives it
        self._asked = False
        self._childless = False  # on Linux: no process of the tree is left
        self._woken = self._hear_signals()
        if adopts():
            _prctl(PR_SET_CHILD_SUBREAPER, 1)
        self._command = self._start(command)
        _detach(channel)

    def run(self) -> int:
        """Waits for the end, sees to it that nothing is left, and gives the command's status."""
        self._tell(self._command.to_bytes(NUMBER_BYTES, "little"))
        over = self._wait()
        self._end_all()
        if self._folder:
            _remove(self._folder)
        self._tell(over + NOTHING_LEFT)
        return signal.SIGKILL if self._status is None else self._status

    def _wait(self) -> bytes:
        """Waits until the tree has to end; gives which limit was exceeded, if any."""
        has_limit = self._memory_bytes or self._most_processes
        pause = LIMITS_S if has_limit else STARTER_S
        look_at = time.monotonic() + pause
        while self._reap() and not self._asked and os.getppid() == self._starter:
            if self._channel in self._readable(pause):
                return b""
            began = time.monotonic()
            if has_limit and began >= look_at:
                over = self._exceeded()
                if over:
                    return over
                now = time.monotonic()
                look_at = now + max(pause, (now - began) / SHARE_OF_LOOKS)
        return b""

    def _exceeded(self) -> bytes:
        rows = processes()
        below = descendants(os.getpid(), rows)
        if 0 < self._most_processes < len(below):
            return OVER_PROCESSES
        most = self._memory_bytes
        resident = {row.pid: row.resident_bytes for row in rows if row.pid in below}
        if most and used_bytes(resident, most) > most:
            return OVER_MEMORY
        return b""

    def _readable(self, seconds: float) -> list[int]:
        """Which of the channel and the signals have something to say, within that time."""
        asked = select.poll()  # knows more descriptors than select.select
        for number in (self._channel, self._woken):
            asked.register(number, select.POLLIN)
        readable = [number for number, _ in asked.poll(seconds * 1000)]
        if self._woken in readable:
            os.read(self._woken, 512)
        return readable

    def _reap(self) -> bool:
        """Takes note of what has ended; whether the command still runs."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                self._childless = True
                return False
            if pid == self._command:
                self._status = status
            elif pid == 0:
                return self._status is None

    def _end_all(self) -> None:
        deadline = time.monotonic() + PATIENCE_S
        before: list[int] = []
        while time.monotonic() < deadline:
            children = own_children()
            if children is None:
                end_processes(os.getpid(), self._mark)
            else:
                self._kill_children(children)
            self._reap()
            if self._childless and (adopts() or not _others(os.getpid(), self._mark)):
                return
            if children is None or children == before:  # the kernel is at it
                time.sleep(0.001)
            before = children or []

    def _kill_children(self, children: list[int]) -> None:
        """Kills these and their groups; theirs are ours by that, and have their turn.

        It takes less time than a process needs to fork: one that forks and ends, and always has
        another number, is met in time; in a group it is met at once.
        """
        for pid in children:
            _send(pid, signal.SIGKILL)
        for pid in children:
            group = _group_of(pid)
            if group not in (0, os.getpgrp()):
                _send(-group, signal.SIGKILL)

    def _tell(self, words: bytes) -> None:
        try:
            os.write(self._channel, words)
        except OSError:  # the starter is gone
            self._asked = True

    def _hear_signals(self) -> int:
        woken, wakes = os.pipe()
        os.set_blocking(wakes, False)
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in ENDING:
            signal.signal(number, self._ask)
        return woken

    def _ask(self, *_: object) -> None:
        self._asked = True

    def _start(self, command: list[str]) -> int:
        guard = os.getpid()
        pid = os.fork()
        if pid:
            return pid
        try:
            os.setpgid(0, 0)
            if sys.platform == "linux":
                _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() == guard:
                _limit_memory(self._memory_bytes)
                for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
                    signal.signal(number, signal.SIG_DFL)
                os.environ[MARK] = self._mark
                os.execvp(command[0], command)
        finally:
            os._exit(NOT_STARTED)


def _remove(folder: str) -> None:
    if MYPY or __name__ != "__main__":  # what it imports takes long, and few trees have one
        from gpuviz.process_tree.folders import remove
    else:
        from folders import remove
    remove(folder)


def _prctl(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _limit_memory(limit_bytes: int) -> None:
    """Limits what this process can write: address space alone costs nothing, threads reserve it."""
    if limit_bytes and sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (limit_bytes, limit_bytes))


def _detach(channel: int) -> None:
    """Keeps nothing open that the command was given: who reads from it waits for its end only."""
    os.set_inheritable(channel, False)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _end_as(status: int) -> None:
    """Ends this process as the command ended."""
    if os.WIFEXITED(status):
        os._exit(os.WEXITSTATUS(status))
    import resource

    number = os.WTERMSIG(status)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)


if __name__ == "__main__":
    os.set_inheritable(int(sys.argv[1]), False)
    most = (int(sys.argv[3]), int(sys.argv[4]))
    _end_as(Guard(int(sys.argv[1]), sys.argv[2], most, sys.argv[5], sys.argv[6:]).run())
