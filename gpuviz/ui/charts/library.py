"""Loads pyqtgraph beside the event loop: its import takes longer than a window may stand still."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

POLL_MS = 15


class PlotLibrary(QTimer):
    """Does its work once pyqtgraph is loaded, in the event loop; `ask` begins that."""

    def __init__(self, owner: QObject, work: Callable[[], object]) -> None:
        super().__init__(owner, interval=POLL_MS)
        self._work = work
        self._loading: threading.Thread | None = None
        self.timeout.connect(self._look)

    def ask(self) -> None:
        """Load it, unless that is under way."""
        if self._loading is None:
            self._loading = threading.Thread(
                target=importlib.import_module, args=("pyqtgraph",), name="pyqtgraph"
            )
            self._loading.start()
        self.start()

    def _look(self) -> None:
        if self._loading is not None and not self._loading.is_alive():
            self.stop()
            self._work()
