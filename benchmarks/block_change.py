"""How long a changed block size takes to be on the screen, and how long the window stands still.

For launches of 2^16 threads, in the window on Qt's offscreen platform: from the change of the
block to the end of the paint that shows the new launch, less the emulation itself, which each
result states (goal: at most 100 ms; the 10 ms for which the form waits for the next key are in
it), and the longest pause between two ticks of the event loop meanwhile (goal: at most 50 ms).
Beside it, as a measure of the machine, the same for a launch of one block.

`python benchmarks/block_change.py`
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from benchmarks.in_window import LONGEST_STALL_MS, Stalls, in_application, shown_window
from gpuviz.launch import Dim3
from gpuviz.operation import find_operation
from gpuviz.scene.launch.choice import ShownLaunch
from gpuviz.session.settings import Settings
from gpuviz.ui.main_window import MainWindow

CHANGES = 12
MOST_MS = 100.0
CASES = (
    ("vector_add", (256,), (Dim3(256), Dim3(128))),
    ("vector_add", (1 << 16,), (Dim3(256), Dim3(128))),
    ("sum_shared", (1 << 16,), (Dim3(256), Dim3(128))),
    ("matmul_tiled", (256, 256, 32), (Dim3(16, 16), Dim3(16, 8))),
)


@dataclass(frozen=True, slots=True)
class Change:
    """Seconds of one change: until it was painted, of that in the emulator, longest stall."""

    painted: float
    emulated: float
    stall: float


class Watch(QObject):
    """Changes the block and waits until the launch has been painted."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.window = window
        self.changes: list[Change] = []
        self._shown: ShownLaunch | None = None
        self._stalls = Stalls()
        window.session.launch.resultReady.connect(self._remember)
        window.stage.installEventFilter(self)
        self._painted: Callable[[], None] = lambda: None

    def change(self, block: Dim3, painted: Callable[[], None]) -> None:
        """Another block, as if it had been typed."""
        self._painted, self._shown = painted, None
        self._stalls.begin()
        controller = self.window.session.launch
        controller.set_numbers(controller.choice.size, block, None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The first paint of the stage after the result."""
        if event.type() is QEvent.Type.Paint and self._shown is not None:
            QTimer.singleShot(0, self, self._note)
        return False

    def _remember(self, shown: ShownLaunch) -> None:
        self._shown = shown if self._stalls.watching else None

    def _note(self) -> None:
        if self._shown is None:
            return
        emulated = self._shown.result.emulation_seconds or 0.0
        self._shown = None
        taken = self._stalls.seconds()
        QTimer.singleShot(250, self, lambda: self._finish(taken, emulated))  # what follows

    def _finish(self, taken: float, emulated: float) -> None:
        self.changes.append(Change(taken, emulated, self._stalls.end()))
        self._painted()


def measure(app: QApplication, name: str, size: tuple[int, ...], blocks: tuple[Dim3, ...]) -> None:
    """Change the block to and fro, and print the medians."""
    window = shown_window(app, Settings(operation=name, size=size, block=tuple(blocks[0])))
    watch = Watch(window)

    def go_on() -> None:
        done = len(watch.changes)
        if done > CHANGES:
            app.quit()
        else:
            watch.change(blocks[(done + 1) % 2], go_on)

    once = Qt.ConnectionType.SingleShotConnection
    window.session.launcher.cpuTimed.connect(lambda times: go_on(), once)
    QTimer.singleShot(0, window.start)
    app.exec()  # which ends with the window closed
    show(f"{find_operation(name).name} {' x '.join(map(str, size))}", watch.changes[1:])


def show(title: str, changes: list[Change]) -> None:
    """One line: medians, and the worst stall."""
    beyond = [1e3 * (change.painted - change.emulated) for change in changes]
    emulated = 1e3 * statistics.median(change.emulated for change in changes)
    stall = 1e3 * max(change.stall for change in changes)
    print(
        f"{title:28} emulation {emulated:6.0f} ms, beyond it {statistics.median(beyond):5.0f} ms"
        f" (goal {MOST_MS:.0f}; worst {max(beyond):.0f}),"
        f" longest stall {stall:4.0f} ms (goal {LONGEST_STALL_MS:.0f})"
    )


if __name__ == "__main__":
    in_application(measure, CASES)
