"""How long it takes from choosing an element to seeing who reads and writes it.

For launches of 2^16 threads, of which not every access is kept, so that they run once more with a
watch on the element. In the window on Qt's offscreen platform: from the choice to the end of the
paint that shows all readers and writers, beside the emulation of the launch itself, in turn (goal:
at most the emulation and 100 ms), and the longest pause between two ticks of the event loop
meanwhile (goal: at most 50 ms).

`python benchmarks/element_readers.py`
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from benchmarks.in_window import LONGEST_STALL_MS, Stalls, in_application, shown_window
from gpuviz.operation import find_operation
from gpuviz.scene.launch.choice import ShownLaunch
from gpuviz.session.selection import ElementChoice
from gpuviz.session.settings import Settings
from gpuviz.ui.main_window import MainWindow

TURNS = 9
PAUSE_MS = 400  # between a launch and a choice
MOST_MS = 100.0
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
        self._emulated = 0.0  # seconds
        self._stalls = Stalls()
        window.session.launch.resultReady.connect(self._wait)
        window.stage.installEventFilter(self)

    def begin(self) -> None:
        """Launch again, or end."""
        if len(self.turns) > TURNS:
            self._app.quit()
        else:
            self._window.session.launch.run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The first paint of the stage after all touches are known."""
        if event.type() is QEvent.Type.Paint and self._stalls.watching:
            touches = self._window.session.touches.touches
            if touches is not None and touches.complete and len(touches):
                QTimer.singleShot(0, self, self._note)
        return False

    def _wait(self, shown: ShownLaunch) -> None:
        self._emulated = shown.result.emulation_seconds or 0.0
        QTimer.singleShot(PAUSE_MS, self, self._choose)

    def _choose(self) -> None:
        """Another element of the first array each time."""
        self._stalls.begin()
        self._window.session.selection.select_element(ElementChoice(0, 7777 + len(self.turns)))

    def _note(self) -> None:
        if not self._stalls.watching:
            return
        taken = self._stalls.seconds()
        self.turns.append(Turn(self._emulated, taken, self._stalls.end()))
        self._window.session.selection.clear()
        QTimer.singleShot(PAUSE_MS, self, self.begin)


def measure(app: QApplication, name: str, size: tuple[int, ...]) -> None:
    """Takes the turns of one operation, and prints the medians."""
    window = shown_window(app, Settings(operation=name, size=size))
    window.session.launcher.set_cpu_timing(False)
    watch = Watch(app, window)
    window.session.launcher.replays.prepare()
    QTimer.singleShot(0, window.start)
    app.exec()  # which ends with the window closed
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


if __name__ == "__main__":
    in_application(measure, CASES)
