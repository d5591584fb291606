"""How long a playback frame of the stage takes for 2^20 threads, against painting a bare image.

Prints both medians and their ratio, measured in one run: `python benchmarks/stage_frames.py`. The
goal is a ratio of at most 2. The bare image is pyqtgraph's ImageItem with one pixel a thread, new
pixels in every frame.
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
from PySide6.QtWidgets import QApplication, QWidget

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.session.playback import Playback
from gpuviz.trace import Trace
from gpuviz.ui.selection import Selection
from gpuviz.ui.stage.view import StageView
from gpuviz.ui.theme import DARK

THREADS = 1 << 20
SIZE = (1400, 900)
FRAMES = 60


def main() -> int:
    """Measure both and print one line each."""
    app = QApplication.instance() or QApplication(sys.argv)
    stage = stage_frames(app, traced("vector_add", THREADS))
    bare = image_frames(app)
    print(f"stage   {stage * 1e3:6.2f} ms a frame (median of {FRAMES})")
    print(f"bare    {bare * 1e3:6.2f} ms a frame")
    print(f"ratio   {stage / bare:6.2f}   (goal: at most 2)")
    return 0 if stage <= 2 * bare else 1


def traced(name: str, size: int) -> Trace:
    """A launch of the gallery on the emulator."""
    operation, device = find_operation(name), find_device("t4")
    config = LaunchConfig(operation.grid((size,), operation.default_block), operation.default_block)
    request = LaunchRequest(0, Path(operation.path), (size,), config, "emulator", device)
    return EmulatorEngine().run(request, lambda share: None).trace


def stage_frames(app: QApplication, trace: Trace) -> float:
    """Median seconds from one round to the next on the screen."""
    playback = Playback()
    playback.set_trace(trace)
    stage = StageView(playback, Selection(), DARK)
    stage.show_trace(trace)
    shown(app, stage)
    return median_frame(app, stage, lambda frame: playback.seek_round(frame % playback.rounds))


def image_frames(app: QApplication) -> float:
    """Median seconds of painting a new image of as many pixels as there are threads."""
    side = int(np.sqrt(THREADS))
    rng = np.random.default_rng(0)
    images = [rng.integers(0, 255, (side, side), np.uint8) for _ in range(4)]
    widget = pg.GraphicsLayoutWidget()
    item = pg.ImageItem(images[0], levels=(0, 255))
    box = widget.addViewBox()
    box.addItem(item)
    shown(app, widget)
    return median_frame(
        app, widget, lambda frame: item.setImage(images[frame % 4], autoLevels=False)
    )


def shown(app: QApplication, widget: QWidget) -> None:
    """Show a widget at the size that is compared."""
    widget.resize(*SIZE)
    widget.show()
    app.processEvents()


def median_frame(app: QApplication, widget: QWidget, advance: Callable[[int], object]) -> float:
    """Median seconds of moving on and painting."""
    taken = []
    for frame in range(FRAMES):
        begin = time.perf_counter()
        advance(frame)
        widget.repaint()
        app.processEvents()
        taken.append(time.perf_counter() - begin)
    widget.close()
    return statistics.median(taken)


if __name__ == "__main__":
    raise SystemExit(main())
