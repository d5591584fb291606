"""How long a frame of the stage takes while playing, panning and zooming, against a bare image.

`python benchmarks/stage_frames.py` prints for each the median and the 95th percentile, both as
ratios to the median of painting pyqtgraph's ImageItem with one pixel for each of 2^20 threads, new
pixels in every frame, at the same size right before and after. Goals: 1.5 and 3. The launches are
vector adds of 2^20 threads, where the steps of some blocks are kept, and of 2^16, where all are.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.scene.theme import DARK
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.trace import Trace
from gpuviz.ui.stage.view import StageView

THREADS = 1 << 20
FEWER = 1 << 16
SIZE = (1400, 900)
FRAMES = 60
GOAL, GOAL_95 = 1.5, 3.0
NOTCH = 120
ALT = Qt.KeyboardModifier.AltModifier
WAYS = (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up)


def main() -> int:
    """Measure and print a line for each; 1 if one of them misses its goal."""
    app = QApplication.instance() or QApplication(sys.argv)
    assert isinstance(app, QApplication)
    met = True
    for threads in (THREADS, FEWER):
        stage, playback = staged(app, traced("vector_add", threads))
        for name, part in (("playing", playing), ("zooming", zooming), ("panning", panning)):
            before = bare_image(app)
            measured = part(app, stage, playback)
            bare = statistics.median([*before, *bare_image(app)])
            met &= told(f"2^{threads.bit_length() - 1} threads, {name}", measured, bare)
        stage.close()
    return 0 if met else 1


def told(name: str, taken: list[float], bare: float) -> bool:
    """Print one line; whether both goals are met."""
    median, slow = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
    times = f"bare {bare * 1e3:5.2f} ms, median {median * 1e3:5.2f} ms, 95 % {slow * 1e3:5.2f} ms"
    ratios = median / bare, slow / bare
    print(f"{name:21} {times}; ratios {ratios[0]:.2f} ({GOAL}) and {ratios[1]:.2f} ({GOAL_95})")
    return ratios[0] <= GOAL and ratios[1] <= GOAL_95


def traced(name: str, size: int) -> Trace:
    """A launch of the gallery on the emulator."""
    operation, device = find_operation(name), find_device("t4")
    config = LaunchConfig(operation.grid((size,), operation.default_block), operation.default_block)
    request = LaunchRequest(0, Path(operation.path), (size,), config, "emulator", device)
    return EmulatorEngine().run(request, lambda share: None).trace


def staged(app: QApplication, trace: Trace) -> tuple[StageView, Playback]:
    """A stage on the screen."""
    playback = Playback()
    playback.set_trace(trace)
    stage = StageView(playback, Selection(), DARK)
    stage.show_trace(trace)
    shown(app, stage)
    return stage, playback


def playing(app: QApplication, stage: StageView, playback: Playback) -> list[float]:
    """From round to round."""
    return seconds(app, stage, lambda i: playback.seek_round(i % playback.rounds), FRAMES)


def zooming(app: QApplication, stage: StageView, playback: Playback) -> list[float]:
    """From the whole grid to one thread's numbers and back."""
    return seconds(app, stage, lambda i: wheel(app, stage, 1 if i < FRAMES // 2 else -1), FRAMES)


def panning(app: QApplication, stage: StageView, playback: Playback) -> list[float]:
    """At every fourth size between the whole grid and one thread."""
    taken: list[float] = []
    for _ in range(0, FRAMES // 2, 4):
        for _ in range(4):
            wheel(app, stage, 1)
        taken += seconds(app, stage, lambda i: QTest.keyClick(stage, WAYS[i % 4], ALT), 8)
    return taken


def wheel(app: QApplication, stage: StageView, notches: int) -> None:
    """Turn the wheel over the middle of the grid."""
    assert stage.grid is not None
    view = stage.grid.view
    at = QPointF(view.x + view.w / 2, view.y + 60)
    no_button, no_key = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    turn = QPoint(0, NOTCH * notches)
    phase = Qt.ScrollPhase.NoScrollPhase
    app.sendEvent(
        stage,
        QWheelEvent(at, stage.mapToGlobal(at), QPoint(), turn, no_button, no_key, phase, False),
    )


def bare_image(app: QApplication) -> list[float]:
    """Painting a new image of as many pixels as there are threads."""
    side = int(np.sqrt(THREADS))
    rng = np.random.default_rng(0)
    images = [rng.integers(0, 255, (side, side), np.uint8) for _ in range(4)]
    widget = pg.GraphicsLayoutWidget()
    item = pg.ImageItem(images[0], levels=(0, 255))
    widget.addViewBox().addItem(item)
    shown(app, widget)
    taken = seconds(
        app, widget, lambda i: item.setImage(images[i % 4], autoLevels=False), FRAMES // 2
    )
    widget.close()
    return taken


def shown(app: QApplication, widget: QWidget) -> None:
    """Show a widget at the size that is compared."""
    widget.resize(*SIZE)
    widget.show()
    app.processEvents()


def seconds(
    app: QApplication, widget: QWidget, advance: Callable[[int], object], count: int
) -> list[float]:
    """What each frame took of the processor, so that other programs do not count."""
    taken = []
    for frame in range(count):
        begin = time.process_time()
        advance(frame)
        widget.repaint()
        app.processEvents()
        taken.append(time.process_time() - begin)
    return taken


if __name__ == "__main__":
    raise SystemExit(main())
