"""A window that is asked to end by a signal closes as if somebody had closed it."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # those that a platform has
EXIT_CODE = 128  # and the number of the signal: as a shell tells it


class EndSignals(QObject):
    """Calls `ended` with the exit code, in the event loop, once such a signal has come.

    Python looks for signals only between two of its own steps, and Qt waits in none of them: a
    socket that Python writes to wakes it up.
    """

    def __init__(self, parent: QObject, ended: Callable[[int], object]) -> None:
        super().__init__(parent)
        self._ended, self._number = ended, 0
        self._near, self._far = socket.socketpair()
        for end in (self._near, self._far):
            end.setblocking(False)
        self._woken = QSocketNotifier(self._near.fileno(), QSocketNotifier.Type.Read, self)
        self._woken.activated.connect(self._look)
        numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
        heard = [n for n in numbers if signal.getsignal(n) != signal.SIG_IGN]  # nohup stays so
        self._before = {number: signal.signal(number, self._heard) for number in heard}
        self._waker = signal.set_wakeup_fd(self._far.fileno(), warn_on_full_buffer=False)

    def stop(self) -> None:
        """Signals are answered as they were before."""
        signal.set_wakeup_fd(self._waker)
        for number, handler in self._before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)
        self._woken.setEnabled(False)
        self._near.close()
        self._far.close()

    def _heard(self, number: int, frame: FrameType | None) -> None:
        """Between two steps of Python, wherever it is: only noted; a second one ends it at once."""
        self._number = number
        signal.signal(number, signal.SIG_DFL)

    def _look(self) -> None:
        with suppress(BlockingIOError):
            self._near.recv(4096)
        if self._number:
            number, self._number = self._number, 0
            self._ended(EXIT_CODE + number)
