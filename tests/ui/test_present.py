"""Present mode: large, without side panels, with a halo; it leaves everything as it was."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.insight.colourings import Colouring
from gpuviz.ui.main_window import MainWindow
from tests.helpers import traces
from tests.ui.test_no_overlap import overlap, words_of
from tests.ui.windows import open_window


def showing(qtbot: QtBot, size: tuple[int, int] = (1920, 1080)) -> MainWindow:
    window = open_window(qtbot)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.stage)
    window.resize(*size)
    window.session.show_recording(traces.vector_add(), "some.gpuviz")
    window.session.playback.seek(window.session.playback.length // 2)
    return window


def present(window: MainWindow, size: tuple[int, int] = (1920, 1080)) -> None:
    """Enter Present mode on a screen of some size."""
    window.actions_by_id["present"].trigger()
    window.resize(*size)


def shown_panels(window: MainWindow) -> list[str]:
    return [name for name, dock in window.docks.items() if not dock.isHidden()]


def test_f11_doubles_the_stage_and_leaves_only_the_source_beside_it(qtbot: QtBot) -> None:
    window = showing(qtbot)

    QTest.keyClick(window.stage, Qt.Key.Key_F11)
    window.resize(1920, 1080)

    qtbot.waitUntil(lambda: window.stage.scale == 2)
    assert window.isFullScreen()
    assert not window.menuBar().isVisible()
    assert not window.toolbar.isVisible()
    assert window.playback_bar.position.font().pixelSize() == 26
    assert window.playback_bar.buttons["play"].width() == 60
    assert shown_panels(window) == ["source"]
    assert window.panels.source.view.font().pixelSize() == 20
    assert window.actions_by_id["present"].isChecked()


@pytest.mark.parametrize("key", [Qt.Key.Key_F11, Qt.Key.Key_Escape])
def test_the_same_key_and_escape_bring_everything_back(qtbot: QtBot, key: Qt.Key) -> None:
    window = showing(qtbot)
    window.docks["inspector"].hide()
    panels, code = shown_panels(window), window.panels.source.view.font().pixelSize()
    bars = (window.menuBar(), window.toolbar, window.status)
    present(window)

    QTest.keyClick(window.stage, key)

    assert shown_panels(window) == panels
    assert (window.stage.scale, window.panels.source.view.font().pixelSize()) == (1, code)
    assert not window.isFullScreen()
    assert all(bar.isVisible() for bar in bars)
    assert window.playback_bar.buttons["play"].width() == 30
    assert not window.present_controller.presenting
    assert not window.actions_by_id["present"].isChecked()


def test_the_halo_follows_the_pointer_and_lets_presses_through(qtbot: QtBot) -> None:
    window = showing(qtbot)
    present(window)
    halo = window.present_controller.halo
    assert halo is not None

    QCursor.setPos(window.mapToGlobal(QPoint(200, 300)))
    qtbot.waitUntil(lambda: halo.geometry().center() == QPoint(199, 299))

    assert window.childAt(200, 300) is not halo
    assert halo.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def test_a_lecturer_needs_only_the_keyboard(qtbot: QtBot) -> None:
    window = showing(qtbot)
    present(window)
    moment, stage, control = (
        window.session.playback.moment,
        window.stage,
        Qt.KeyboardModifier.ControlModifier,
    )

    QTest.keyClick(stage, Qt.Key.Key_Right)
    assert window.session.playback.moment == moment + 1

    QTest.keyClick(stage, Qt.Key.Key_Home)
    QTest.keyClick(stage, Qt.Key.Key_D)  # the next divergence
    assert window.session.playback.moment > 0

    QTest.keyClick(stage, Qt.Key.Key_2)
    assert stage.colouring is Colouring.SM

    window.session.selection.select_block(1)
    QTest.keyClick(stage, Qt.Key.Key_Return, control)
    assert stage.grid is not None
    assert stage.grid.alone == 1

    QTest.keyClick(stage, Qt.Key.Key_Plus)
    QTest.keyClick(stage, Qt.Key.Key_0)
    QTest.keyClick(stage, Qt.Key.Key_G, control)
    qtbot.waitUntil(lambda: window.go_to.isVisible())

    QTest.keyClick(window.go_to.line, Qt.Key.Key_Escape)
    QTest.keyClick(stage, Qt.Key.Key_Space)
    assert window.session.playback.playing
    assert window.present_controller.presenting


@pytest.mark.parametrize("entered", [False, True], ids=["the grid", "one block"])
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_large_words_do_not_lie_on_each_other(
    qtbot: QtBot, size: tuple[int, int], entered: bool
) -> None:
    window = showing(qtbot, size)
    window.session.selection.select_thread(1, 40)
    present(window, size)
    if entered:
        QTest.keyClick(window.stage, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.stage.scale > 1.4)

    pairs = itertools.combinations(words_of(window.stage.scene), 2)

    assert [(a[0], b[0]) for a, b in pairs if overlap(a[1], b[1])] == []
