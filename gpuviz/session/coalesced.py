"""Work that waits until the window has answered what is under way."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, SignalInstance

from gpuviz.session.signals import TypedSignal

BREATH_S = 0.001  # between two works: meanwhile the window hears mouse and keyboard


class CoalescedCall(QTimer):
    """Does its work once after any number of signals, when no other event waits.

    The picture comes first this way, and many changes at once cost as much as one. Works take
    turns: between two of them the event loop runs. The owner keeps it.
    """

    INTERVAL_MS = 0  # after the latest signal
    _rested = 0.0  # when the latest work of any ended

    def __init__(
        self,
        owner: QObject,
        work: Callable[[], object],
        *signals: SignalInstance | TypedSignal[...],
    ) -> None:
        super().__init__(owner, singleShot=True, interval=self.INTERVAL_MS)
        self._work = work
        self.timeout.connect(self._take_turn)
        for signal in signals:
            signal.connect(self.ask)

    def ask(self, *_told: object) -> None:
        """Have the work done soon, whatever a signal tells."""
        self.start()

    def _take_turn(self) -> None:
        if time.perf_counter() - CoalescedCall._rested < BREATH_S:
            self.start()
            return
        try:
            self._work()
        finally:
            CoalescedCall._rested = time.perf_counter()


def has_work(*owners: QObject) -> bool:
    """Whether anything of one of them has yet to be done."""
    calls = (call for owner in owners for call in owner.findChildren(CoalescedCall))
    return any(call.isActive() for call in calls)
