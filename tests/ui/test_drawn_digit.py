"""A digit that is drawn with the mouse is recognised by the network of the gallery."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.operation import find_operation
from gpuviz.scene.pictures.strokes import Point
from gpuviz.ui.main_window import MainWindow
from tests.ui.instant_workers import InstantWorkers
from tests.ui.windows import open_window

PATIENCE_MS = 120_000  # the whole network runs on the emulator, in this process
SEVEN = (((8.0, 7.0), (14.0, 6.5), (20.0, 7.0), (18.0, 12.0), (15.0, 17.0), (13.0, 23.0)),)
FOUR = (((15.0, 5.0), (7.5, 17.0), (20.0, 17.0)), ((16.5, 12.0), (16.5, 23.5)))


def draw(window: MainWindow, strokes: tuple[tuple[Point, ...], ...]) -> None:
    """Wipe the canvas and draw with the mouse."""
    canvas = window.panels.pictures.pad.canvas
    QTest.mouseClick(window.panels.pictures.pad.clear, Qt.MouseButton.LeftButton)
    for stroke in strokes:
        first, *others = (canvas.place_of(point).toPoint() for point in stroke)
        QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=first)
        for place in others:
            QTest.mouseMove(canvas, place)
        QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=others[-1])


def recognised(qtbot: QtBot, window: MainWindow) -> str:
    """What is said of the drawing once the network has run."""
    before = window.panels.pictures.gallery.cards
    with qtbot.waitSignal(window.session.launch.resultReady, timeout=PATIENCE_MS):
        window.session.launch.run()
    qtbot.waitUntil(lambda: window.panels.pictures.gallery.cards is not before, timeout=PATIENCE_MS)
    return next(card.says for card in window.panels.pictures.gallery.cards if card.kind == "bars")


@pytest.mark.slow
def test_drawn_digits_are_recognised_and_the_launches_are_on_the_timeline(qtbot: QtBot) -> None:
    window = open_window(qtbot, InstantWorkers())
    window.session.launcher.set_cpu_timing(False)
    with qtbot.waitSignal(window.session.launch.resultReady, timeout=PATIENCE_MS):
        window.session.launch.pick_operation(find_operation("cnn_digits"))
    window.session.launch.set_live(False)
    window.arrangement.raise_below("pictures")
    qtbot.waitUntil(lambda: bool(window.panels.pictures.gallery.cards), timeout=PATIENCE_MS)

    for strokes, words in ((SEVEN, "It is a 7 "), (FOUR, "It is a 4 ")):
        draw(window, strokes)
        assert recognised(qtbot, window).startswith(words)

    shown = window.session.launch.shown
    assert shown is not None
    assert shown.result.correct
    drawn = np.asarray(shown.result.inputs["image"]).reshape(28, 28)
    np.testing.assert_array_equal(drawn, window.panels.pictures.pad.canvas.pixels)
    window.arrangement.raise_below("pipeline")
    qtbot.waitUntil(lambda: window.panels.pipeline.timeline.train is not None)
    kernels = [row.kernel for row in window.panels.pipeline.table.launches.rows]
    assert kernels.count("conv2d") == 3
    assert kernels[-1] == "softmax"
