"""How fast the window appears, and how long its event loop ever stands still.

1. From starting the process to the end of the first paint: gpuviz against a bare PySide6 +
   pyqtgraph window, in turn; goal: at most 1.2 times.
2. The most that the window's thread works between two ticks of the event loop, in CPU time: after
   the first paint, while what the first launch needs is imported; and then while 2^20 threads of
   vector_add run, are shown and timed; goal of the second: at most 50 ms.

Needs no screen, both run on Qt's offscreen platform: `python benchmarks/window.py`.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 7
THREADS = 1 << 20
TICK_MS = 2
TIMEOUT_SECONDS = 60  # of one window

FIRST_PAINT = """
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            QTimer.singleShot(0, watched.window().close)
        return False
app = QApplication([])
paint = FirstPaint(app)
app.installEventFilter(paint)
"""

BARE = """
import pyqtgraph
from PySide6.QtWidgets import QMainWindow
window = QMainWindow()
window.setCentralWidget(pyqtgraph.PlotWidget())
window.resize(1680, 1050)
window.show()
app.exec()
"""

GPUVIZ = """
from gpuviz.cli import main
main(["app"])
"""

STALL = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from gpuviz.launch import Dim3
from gpuviz.operation import find_operation
from gpuviz.session.launcher import Launcher
from gpuviz.session.session import Session
from gpuviz.session.settings import Settings
from gpuviz.ui.app import collect_new_garbage, prepare_first_launch
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.remembered import choice_of
from gpuviz.ui.style import apply_theme
from gpuviz.scene.theme import DARK
threads, tick_ms = int(sys.argv[1]), int(sys.argv[2])
app = QApplication([])
apply_theme(app, DARK)
settings = Settings(operation="vector_add", size=(threads,))
session = Session(Launcher(), choice_of(settings, None), parent=app)
window = MainWindow(session, DARK)
window.resize(1680, 1050)
gaps, last = [], [0.0]
def tick():
    now = time.thread_time()
    if last[0]:
        gaps.append(now - last[0])
    last[0] = now
def launch():
    gaps.append(None)
    window.start()
timer = QTimer(interval=tick_ms)
timer.timeout.connect(tick)
timer.start()
session.launcher.cpuTimed.connect(lambda times: QTimer.singleShot(300, app.quit))
prepare_first_launch(window).done.connect(lambda: QTimer.singleShot(400, launch))
window.show()
collect_new_garbage(app)
app.processEvents()
last[0] = 0.0
app.exec()
launched = gaps.index(None)
print(session.playback.trace.config.threads, max(gaps[:launched]), max(gaps[launched + 1:]))
session.close()
"""


def main() -> None:
    """Measures both and prints them with their goals."""
    with tempfile.TemporaryDirectory() as home:
        bare, own = [], []
        for _ in range(ROUNDS):
            bare.append(_seconds(FIRST_PAINT + BARE, home))
            own.append(_seconds(FIRST_PAINT + GPUVIZ, home))
        ratio = statistics.median(o / b for o, b in zip(own, bare, strict=True))
        print(f"bare window {statistics.median(bare):.3f} s, gpuviz {statistics.median(own):.3f} s")
        print(f"ratio {ratio:.2f} (goal: at most 1.2)")
        threads, before, meanwhile = _run(STALL, home, str(THREADS), str(TICK_MS)).split()
        print(f"longest stall before it: {float(before) * 1e3:.0f} ms (the import of pyqtgraph)")
        print(
            f"longest stall {float(meanwhile) * 1e3:.0f} ms with {threads} threads"
            " (goal: at most 50)"
        )


def _seconds(program: str, home: str) -> float:
    started = time.perf_counter()
    _run(program, home)
    return time.perf_counter() - started


def _run(program: str, home: str, *arguments: str) -> str:
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment = {  # pip compiles what it installs: gpuviz gets its bytecode too
        **inherited,
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": home,
        "XDG_CONFIG_HOME": home,
        "PYTHONPATH": str(Path(__file__).resolve().parent.parent),
    }
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
    )
    return done.stdout


if __name__ == "__main__":
    main()
