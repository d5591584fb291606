"""The panel Warp in the window: brought to the front by its tab, it follows and leads."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.windows import open_window, press_tab, run


@pytest.mark.slow
def test_its_tab_shows_the_warp_of_the_chosen_thread(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    press_tab(window, "Warp")

    qtbot.waitUntil(lambda: "Warp 7 of block 3" in window.panels.warp.scene.texts())
    texts = window.panels.warp.scene.texts()
    assert "8 of 32 lanes are active: lanes 0–7" in texts
    assert "c[i] = a[i] + b[i]" in texts
    assert "Thread 231 is lane 7 of warp 7: 231 = 7 · 32 + 7" in texts


def test_a_click_in_it_moves_the_source_and_the_inspector(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    press_tab(window, "Warp")
    qtbot.waitUntil(lambda: window.panels.warp.strip is not None)
    strip = window.panels.warp.strip
    assert strip is not None

    at = QPointF(strip.x(1.5), strip.cells.y + 2.5 * strip.row).toPoint()
    QTest.mouseClick(window.panels.warp, Qt.MouseButton.LeftButton, pos=at)

    assert (window.session.selection.block, window.session.selection.thread) == (3, 226)
    title = window.docks["inspector"].title.words
    qtbot.waitUntil(lambda: "226" in title.text())
    trace, step = window.session.playback.trace, window.session.playback.current_step
    assert trace is not None
    assert trace.steps is not None
    assert step is not None
    statement = trace.statements[trace.steps.statement[step]]
    assert statement.kind == "If"


@pytest.mark.slow
def test_another_theme_reaches_it(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    press_tab(window, "Warp")
    qtbot.waitUntil(lambda: window.panels.warp.strip is not None)

    window.actions_by_id["theme"].trigger()

    panel = window.theme.panel
    qtbot.waitUntil(lambda: window.panels.warp.grab().toImage().pixelColor(2, 2).name() == panel)
