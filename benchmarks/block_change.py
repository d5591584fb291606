"""How long a changed block size takes to be on the screen, and how long the window stands still.

For launches of 2^16 threads, in the window on Qt's offscreen platform: from the change of the
block to the end of the paint that shows the new launch, less the emulation itself, which each
result states (goal: at most 100 ms; the 10 ms for which the form waits for the next key are in
it), and the longest pause between two ticks of the event loop meanwhile (goal: at most 50 ms).
Beside it, as a measure of the machine, the same for a launch of one block.

`python benchmarks/block_change.py`
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from gpuviz.launch import Dim3
from gpuviz.operation import find_operation
from gpuviz.session.launcher import Launcher
from gpuviz.session.settings import Settings
from gpuviz.ui.launch.choice import Shown
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.remembered import choice_of
from gpuviz.ui.style import apply_theme
from gpuviz.ui.theme import DARK

CHANGES = 12
TICK_MS = 2
MOST_MS, LONGEST_STALL_MS = 100.0, 50.0
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
        self._begun = self._last = self._stall = 0.0
        self._shown: Shown | None = None
        self._ticks = QTimer(self, interval=TICK_MS)
        self._ticks.timeout.connect(self._tick)
        window.launch_desk.resultReady.connect(self._remember)
        window.stage.installEventFilter(self)
        self._painted: Callable[[], None] = lambda: None

    def change(self, block: Dim3, painted: Callable[[], None]) -> None:
        """Another block, as if it had been typed."""
        self._painted, self._shown, self._stall = painted, None, 0.0
        self._begun = self._last = time.perf_counter()
        self._ticks.start()
        desk = self.window.launch_desk
        desk.set_numbers(desk.choice.size, block, None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The first paint of the stage after the result."""
        if event.type() is QEvent.Type.Paint and self._shown is not None:
            QTimer.singleShot(0, self, self._note)
        return False

    def _remember(self, shown: Shown) -> None:
        self._shown = shown if self._ticks.isActive() else None

    def _note(self) -> None:
        if self._shown is None:
            return
        emulated = self._shown.result.emulation_seconds or 0.0
        self._shown = None
        taken = time.perf_counter() - self._begun
        QTimer.singleShot(250, self, lambda: self._finish(taken, emulated))  # what follows

    def _finish(self, taken: float, emulated: float) -> None:
        self._ticks.stop()
        self.changes.append(Change(taken, emulated, self._stall))
        self._painted()

    def _tick(self) -> None:
        now = time.perf_counter()
        self._stall, self._last = max(self._stall, now - self._last), now


def measure(app: QApplication, name: str, size: tuple[int, ...], blocks: tuple[Dim3, ...]) -> None:
    """Change the block to and fro, and print the medians."""
    settings = Settings(operation=name, size=size, block=tuple(blocks[0]))
    choice = choice_of(settings, None)
    window = MainWindow(Launcher(), choice, DARK)
    window.resize(1680, 1050)
    window.show()
    watch = Watch(window)

    def go_on() -> None:
        done = len(watch.changes)
        if done > CHANGES:
            app.quit()
        else:
            watch.change(blocks[(done + 1) % 2], go_on)

    once = Qt.ConnectionType.SingleShotConnection
    window.launcher.cpuTimed.connect(lambda times: go_on(), once)
    QTimer.singleShot(0, window.start)
    app.exec()
    window.close()
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


def main() -> None:
    """Measures every case."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_CONFIG_HOME"] = str(Path(home))
        app = QApplication(sys.argv[:1])
        apply_theme(app, DARK)
        for case in CASES:
            measure(app, *case)


if __name__ == "__main__":
    main()
