"""Work that waits until the window has answered what is under way."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, SignalInstance


class Later(QTimer):
    """Does its work once after any number of signals, when no other event waits.

    The picture comes first this way, and many changes at once cost as much as one. The owner
    keeps it.
    """

    def __init__(
        self, owner: QObject, work: Callable[[], object], *signals: SignalInstance
    ) -> None:
        super().__init__(owner, singleShot=True, interval=0)
        self.timeout.connect(work)
        for signal in signals:
            signal.connect(self.ask)

    def ask(self, *_told: object) -> None:
        """Have the work done soon, whatever a signal tells."""
        self.start()
