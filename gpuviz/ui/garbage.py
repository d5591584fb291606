"""Garbage is looked for in the thread of the window, and in no other.

Python looks for it in whatever thread makes the next object, and threads that read from workers
make many. A menu or a closed window that is part of a cycle would be destroyed there, outside of
Qt's thread, which ends the program (seen with Python 3.12).
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 500
OLDER, ALL = 10, 60  # turns after which older objects, and all that are not frozen, are looked at


class GarbageCollector(QObject):
    """For a program in which Python's own is off: young objects often, older ones more seldom."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._turns = 0
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.take_turn)
        self._timer.start()

    def take_turn(self) -> None:
        """Looks for garbage."""
        self._turns += 1
        gc.collect(2 if self._turns % ALL == 0 else 1 if self._turns % OLDER == 0 else 0)
