"""A window whose panel Sweeps is open, for the tests of it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.scene.sweeps.block_chart import block_chart
from gpuviz.scene.sweeps.size_chart import size_chart
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.sweeps.controller import SweepController
from tests.ui.instant_workers import InstantWorkers
from tests.ui.windows import desk_in, open_window, press_tab, run


def open_sweeps(qtbot: QtBot, workers: InstantWorkers | None = None) -> MainWindow:
    """A window whose panel Sweeps is open on a launch of a thousand elements."""
    window = open_window(qtbot, workers or InstantWorkers())
    run(qtbot, window)
    press_tab(window, "Sweeps")
    qtbot.waitUntil(lambda: window.panels.sweeps.is_seen)
    window.panels.sweeps.form.first.setValue(1024)
    window.panels.sweeps.form.last.setValue(8192)
    return window


def sweep(qtbot: QtBot, window: MainWindow) -> None:
    """Press the button and wait until all points are drawn."""
    with qtbot.waitSignal(window.session.launcher.sweeps.finished):
        QTest.mouseClick(window.panels.sweeps.form.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.panels.sweeps.form.button.text() == "Run sweep")
    outcome = desk_in(window.panels.sweeps, SweepController).outcome
    assert outcome is not None
    expected = size_chart(outcome) if outcome.kind == "sizes" else block_chart(outcome)
    qtbot.waitUntil(lambda: replace(window.panels.sweeps.chart.chart, notes=()) == expected)


def words(window: MainWindow) -> str:
    return window.panels.sweeps.notes.text
