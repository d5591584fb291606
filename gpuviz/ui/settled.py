"""Waits until a window that nobody sees shows all that it has to: then a picture can be taken."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QWidget

from gpuviz.session.coalesced import has_work
from gpuviz.session.newest import NewestJob
from gpuviz.session.session import Session

PATIENCE_MS = 120_000  # for a launch on a machine that has much else to do
TURN_MS = 20  # between two looks at whether there is still something to do


def settle(window: QWidget, session: Session) -> None:
    """Until everything that can be seen shows what it has to."""
    jobs = session.findChildren(NewestJob)
    for _ in range(2):  # what is answered may ask for more
        wait(lambda: not (has_work(window, session) or any(one.busy for one in jobs)))
        wait(lambda: not _is_timed(session))
        _turn()


def _is_timed(session: Session) -> bool:
    """Whether times of the CPU are still to come."""
    late = (run for run in session.runs.all[-1:] if run.expects_cpu and not run.cpu)
    return session.launcher.times_cpu and any(late)


def wait(until: Callable[[], bool]) -> None:
    """Until it is so, or for as long as one has patience."""
    late: list[bool] = []
    timer = QTimer(singleShot=True, interval=PATIENCE_MS)
    timer.timeout.connect(lambda: late.append(True))
    timer.start()
    while not until() and not late:
        _turn()
    timer.stop()


def _turn() -> None:
    """One turn of the loop, with what is to be deleted."""
    loop = QEventLoop()
    QTimer.singleShot(TURN_MS, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
