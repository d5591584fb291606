"""Ctrl+C on the command line: exit code 130 and silence, wherever it strikes.

`KeyboardInterrupt` is the right answer while Python code of ours runs: files in the making go,
workers are ended. It is wrong in the middle of an import, which it turns into errors of other
people's modules or into an abort, and below Qt, which it crashes: there the process ends at once.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130  # 128 + SIGINT, as shells tell it
IMPORTING = "<frozen importlib._bootstrap>"
BELOW_QT = "PySide6"
FILES = "gpuviz.atomic_file"


class _Heard:
    """Whether Ctrl+C was pressed since the command began."""

    yet = False


def heard() -> bool:
    """Whether somebody has pressed Ctrl+C: whatever went wrong since then is no news."""
    return _Heard.yet


def begin() -> None:
    """From now on Ctrl+C ends what runs; where it is ignored (nohup) it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _answer)


def end() -> None:
    """From now on Ctrl+C ends the process at once: Python is about to take itself apart."""
    if signal.getsignal(signal.SIGINT) is _answer:
        signal.signal(signal.SIGINT, _end)


def _answer(number: int, frame: FrameType | None) -> None:
    """The first one raises KeyboardInterrupt where that does no harm; a second one never waits."""
    if _Heard.yet or BELOW_QT in sys.modules or _is_importing(frame):
        _end(number, frame)
    _Heard.yet = True
    raise KeyboardInterrupt


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_filename != IMPORTING:
        frame = frame.f_back
    return frame is not None


def _end(number: int, frame: FrameType | None) -> None:
    """Ends the process; workers notice that it is gone, and files in the making are removed."""
    remove_parts = getattr(sys.modules.get(FILES), "remove_open_parts", None)
    if remove_parts is not None:
        remove_parts()
    os._exit(INTERRUPTED)
