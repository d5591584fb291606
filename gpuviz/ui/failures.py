"""Errors inside gpuviz that would end the window: one log entry, one quiet sentence, it goes on."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType

from PySide6.QtCore import QThread, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QStatusBar

from gpuviz.texts import tr

TOLD_MS = 20_000  # that the sentence stays; a paint that goes on failing brings it back
PAUSE_S = 0.25  # between two looks whether the windows say it
logger = logging.getLogger(__name__)
_logged: set[tuple[str, type[BaseException], int]] = set()
"""Which errors the log has: of what, their kind, and the line that raised them."""
_asked_at = -PAUSE_S  # on the monotonic clock


def report(error: BaseException, where: str) -> None:
    """Log an error that happened `where`, the first time with its traceback, and tell the user.

    Nothing that goes wrong here goes any further: it is called where nothing may.
    """
    with suppress(Exception):
        kind = (where, type(error), _line(error.__traceback__))
        if kind not in _logged:
            _logged.add(kind)
            logger.error("%s failed", where, exc_info=error)
        app = QApplication.instance()
        if app is not None and QThread.currentThread() is app.thread():
            _tell_soon()


@contextmanager
def reported_failures() -> Iterator[None]:
    """Meanwhile what a slot or a thread lets through is reported; Ctrl+C is for those before."""
    of_slots, of_threads = sys.excepthook, threading.excepthook

    def slot_failed(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception):
            report(error, "a slot")
        else:
            of_slots(kind, error, trace)

    def thread_failed(failed: threading.ExceptHookArgs) -> None:
        if isinstance(failed.exc_value, Exception):
            report(failed.exc_value, "a thread")
        else:
            of_threads(failed)

    sys.excepthook, threading.excepthook = slot_failed, thread_failed
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook = of_slots, of_threads


def failure_words() -> str:
    """What the status line says; where an entry of the log is, if it goes to a file."""
    path = next((h.baseFilename for h in _handlers() if isinstance(h, logging.FileHandler)), None)
    if path is None:
        return tr("An error inside gpuviz was caught: what you see may be incomplete.")
    text = tr(
        "An error inside gpuviz was caught: what you see may be incomplete."
        " Please report it with {file}."
    )
    return text.format(file=path)


def _tell_soon() -> None:
    """Not while something is painted, and not for each of thousands: what tells may fail too."""
    global _asked_at
    now = time.monotonic()
    if now - _asked_at > PAUSE_S:
        _asked_at = now
        QTimer.singleShot(0, _tell)


def _tell() -> None:
    """Say it in every window that does not say it already: to say it again would paint again."""
    with suppress(Exception):
        words = failure_words()
        for window in QApplication.topLevelWidgets():
            bar = window.findChild(QStatusBar) if isinstance(window, QMainWindow) else None
            if bar is not None and bar.currentMessage() != words:
                bar.showMessage(words, TOLD_MS)


def _handlers() -> list[logging.Handler]:
    return logging.getLogger("gpuviz").handlers


def _line(trace: TracebackType | None) -> int:
    """The number of the line in which the error was raised."""
    line = 0
    while trace is not None:
        line, trace = trace.tb_lineno, trace.tb_next
    return line
