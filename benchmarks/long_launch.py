"""How long a launch of 1.5 million threads takes to its picture, and how soon it can be cancelled.

mandelbrot, 1000 x 1500 points of at most 200 turns, in the window on Qt's offscreen platform:
seconds from Run to the painted picture, of these in the emulator, and the longest pause of the
window meanwhile. Then it runs again, and in the middle of it Cancel is chosen: seconds until the
window says so, and until another launch, of 6,144 threads, is painted in its place.

`python benchmarks/long_launch.py`
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from benchmarks.in_window import LONGEST_STALL_MS, Stalls, in_application, shown_window
from gpuviz.launch import Dim3
from gpuviz.scene.launch.choice import ShownLaunch
from gpuviz.session.settings import Settings
from gpuviz.ui.main_window import MainWindow

NAME = "mandelbrot"
LARGE, SMALL = (1000, 1500, 200), (64, 96, 50)
BLOCK = Dim3(32, 8)
MOST_TO_CANCEL = 1.0  # seconds


class Watch(QObject):
    """Tells when a launch has been painted, and how long that took."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.window = window
        self.stalls = Stalls()
        self._painted: Callable[[float, float, float], None] | None = None
        self._shown: ShownLaunch | None = None
        window.session.launch.resultReady.connect(self._remember)
        window.stage.installEventFilter(self)

    def run(self, painted: Callable[[float, float, float], None]) -> None:
        """Run; then `painted(seconds, of these in the emulator, longest stall)`."""
        self._painted, self._shown = painted, None
        self.stalls.begin()
        self.window.session.launch.run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The first paint of the stage after the result."""
        if event.type() is QEvent.Type.Paint and self._shown is not None:
            QTimer.singleShot(0, self, self._note)
        return False

    def _remember(self, shown: ShownLaunch) -> None:
        self._shown = shown

    def _note(self) -> None:
        shown, painted = self._shown, self._painted
        if shown is None or painted is None:
            return
        self._shown = self._painted = None
        painted(self.stalls.seconds(), shown.result.emulation_seconds or 0.0, self.stalls.end())


def measure(app: QApplication, size: tuple[int, ...]) -> None:
    """Run something small first, then `size`, that again and cancel it, and something small."""
    window = shown_window(app, Settings(operation=NAME, size=SMALL, block=tuple(BLOCK)))
    watch, launch = Watch(window), window.session.launch

    def large(*of_the_first: float) -> None:
        launch.set_numbers(size, BLOCK, None)
        watch.run(again)

    def again(seconds: float, emulated: float, stall: float) -> None:
        print(
            f"{NAME} {' x '.join(map(str, size))}: painted after {seconds:.1f} s, of these"
            f" {emulated:.1f} s emulated; longest stall {stall * 1e3:.0f} ms"
            f" (goal {LONGEST_STALL_MS:.0f})"
        )
        watch.run(lambda *figures: print("it ended before it was cancelled"))
        QTimer.singleShot(int(500 * seconds), watch, cancel)

    def cancel() -> None:
        watch.stalls.end()
        watch.stalls.begin()
        window.actions_by_id["cancel"].trigger()
        print(f"cancelled in the middle, and told after {watch.stalls.seconds():.3f} s")
        launch.set_numbers(SMALL, BLOCK, None)
        watch.run(small)

    def small(seconds: float, emulated: float, stall: float) -> None:
        print(f"another launch painted {seconds:.2f} s after that (goal {MOST_TO_CANCEL:.0f})")
        app.quit()

    QTimer.singleShot(2000, lambda: watch.run(large))  # when what comes after the start is there
    app.exec()


if __name__ == "__main__":
    in_application(measure, [(LARGE,)])
