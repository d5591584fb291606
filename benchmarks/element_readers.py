"""How long it takes from choosing an element to seeing who reads and writes it.

For launches of 2^16 threads, of which not every access is kept, so that they run once more with a
watch on the element. In the window on Qt's offscreen platform: from the choice to the end of the
paint that shows all readers and writers, beside the emulation of the launch itself, in turn (goal:
at most the emulation and 100 ms), and the longest pause between two ticks of the event loop
meanwhile (goal: at most 50 ms).

`python benchmarks/element_readers.py`
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from gpuviz.operation import find_operation
from gpuviz.session.launcher import Launcher
from gpuviz.session.settings import Settings
from gpuviz.ui.launch.choice import Shown
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.remembered import choice_of
from gpuviz.ui.selection import ElementChoice
from gpuviz.ui.style import apply_theme
from gpuviz.ui.theme import DARK

TURNS = 9
TICK_MS = 2
PAUSE_MS = 400  # between a launch and a choice
MOST_MS, LONGEST_STALL_MS = 100.0, 50.0
CASES = (("matmul_naive", (256, 256, 256)), ("sum_shared", (1 << 16,)))


@dataclass(frozen=True, slots=True)
class Turn:
    """Seconds of one turn: the emulation, from the choice to the paint, the longest stall."""

    emulated: float
    painted: float
    stall: float


class Watch(QObject):
    """Launches, chooses an element, waits until all its touches are painted, and begins again."""

    def __init__(self, app: QApplication, window: MainWindow) -> None:
        super().__init__()
        self.turns: list[Turn] = []
        self._app, self._window = app, window
        self._begun = self._last = self._stall = self._emulated = 0.0
        self._ticks = QTimer(self, interval=TICK_MS)
        self._ticks.timeout.connect(self._tick)
        window.launch_desk.resultReady.connect(self._wait)
        window.stage.installEventFilter(self)

    def begin(self) -> None:
        """Launch again, or end."""
        if len(self.turns) > TURNS:
            self._app.quit()
        else:
            self._window.launch_desk.run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The first paint of the stage after all touches are known."""
        if event.type() is QEvent.Type.Paint and self._ticks.isActive():
            touches = self._window.element_desk.touches
            if touches is not None and touches.complete and len(touches):
                QTimer.singleShot(0, self, self._note)
        return False

    def _wait(self, shown: Shown) -> None:
        self._emulated = shown.result.emulation_seconds or 0.0
        QTimer.singleShot(PAUSE_MS, self, self._choose)

    def _choose(self) -> None:
        """Another element of the first array each time."""
        self._stall = 0.0
        self._begun = self._last = time.perf_counter()
        self._ticks.start()
        self._window.selection.select_element(ElementChoice(0, 7777 + len(self.turns)))

    def _note(self) -> None:
        if not self._ticks.isActive():
            return
        self._ticks.stop()
        taken = time.perf_counter() - self._begun
        self.turns.append(Turn(self._emulated, taken, self._stall))
        self._window.selection.clear()
        QTimer.singleShot(PAUSE_MS, self, self.begin)

    def _tick(self) -> None:
        now = time.perf_counter()
        self._stall, self._last = max(self._stall, now - self._last), now


def measure(app: QApplication, name: str, size: tuple[int, ...]) -> None:
    """Takes the turns of one operation, and prints the medians."""
    window = MainWindow(Launcher(), choice_of(Settings(operation=name, size=size), None), DARK)
    window.launcher.set_cpu_timing(False)
    window.resize(1680, 1050)
    window.show()
    watch = Watch(app, window)
    window.launcher.replays.prepare()
    QTimer.singleShot(0, window.start)
    app.exec()
    window.close()
    show(f"{find_operation(name).name} {' x '.join(map(str, size))}", watch.turns[1:])


def show(title: str, turns: list[Turn]) -> None:
    """One line: medians, their ratio, and the worst stall."""
    emulated = 1e3 * statistics.median(turn.emulated for turn in turns)
    painted = 1e3 * statistics.median(turn.painted for turn in turns)
    beyond = 1e3 * statistics.median(turn.painted - turn.emulated for turn in turns)
    stall = 1e3 * max(turn.stall for turn in turns)
    print(
        f"{title:28} emulation {emulated:5.0f} ms, readers {painted:5.0f} ms:"
        f" {painted / emulated:.2f} times, {beyond:+.0f} ms (goal {MOST_MS:+.0f}),"
        f" longest stall {stall:.0f} ms (goal {LONGEST_STALL_MS:.0f})"
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
