"""Present mode: large, without side panels, with a halo; it leaves everything as it was."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.insight.colourings import Colouring
from gpuviz.scene.scene import Label
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.source import editor_controller
from gpuviz.ui.source.editor import CodeEditor
from tests.helpers import traces
from tests.ui.test_every_text import fill
from tests.ui.test_no_overlap import overlap, words_of
from tests.ui.windows import open_window, present


def showing(qtbot: QtBot, size: tuple[int, int] = (1920, 1080)) -> MainWindow:
    window = open_window(qtbot)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.stage)
    window.resize(*size)
    window.session.show_recording(traces.vector_add(), "some.gpuviz")
    window.session.playback.seek(window.session.playback.length // 2)
    return window


def geometries(window: MainWindow) -> dict[str, QRect]:
    """Where the panels are that can be seen, and the stage."""
    seen = {name: dock for name, dock in window.docks.items() if not dock.visibleRegion().isEmpty()}
    return {name: part.geometry() for name, part in (*seen.items(), ("stage", window.stage))}


def shown_panels(window: MainWindow) -> list[str]:
    return [name for name, dock in window.docks.items() if not dock.isHidden()]


@pytest.mark.slow
def test_f11_leaves_the_stage_the_source_and_one_row_of_fields(qtbot: QtBot) -> None:
    window = showing(qtbot)

    QTest.keyClick(window.stage, Qt.Key.Key_F11)

    bar = window.present_controller.bar
    assert window.isFullScreen()
    assert bar is not None
    qtbot.waitUntil(bar.isVisible)
    assert [field.accessibleName() for field in bar.fields] == ["Size n", "Block x"]
    assert [button.text() for button in bar.buttons] == ["Live", "Run"]
    assert not window.menuBar().isVisible()
    assert not window.toolbar.isVisible()
    assert shown_panels(window) == ["source"]
    assert window.actions_by_id["present"].isChecked()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "letter_px"), [((1920, 1080), 28), ((1280, 720), 19)])
def test_letters_are_as_large_as_the_screen_wants_them(
    qtbot: QtBot, size: tuple[int, int], letter_px: int
) -> None:
    window = showing(qtbot)

    present(window, size)

    qtbot.waitUntil(lambda: window.present_controller.letter_px == letter_px)
    assert window.playback_bar.position.font().pixelSize() == letter_px
    assert window.caption.words.font().pixelSize() == letter_px
    assert window.panels.source.view.font().pixelSize() == letter_px
    assert window.stage.scale == letter_px / 13


@pytest.mark.slow
@pytest.mark.parametrize("operation", ["vector_add", "matmul_tiled"])
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_every_lane_of_the_warp_has_its_number(
    qtbot: QtBot, size: tuple[int, int], operation: str
) -> None:
    window = showing(qtbot)
    window.session.show_recording(getattr(traces, operation)(), "some.gpuviz")
    window.session.selection.select_warp(0, 0)
    present(window, size)
    qtbot.waitUntil(lambda: window.size().toTuple() == size)

    fill(qtbot, window)
    print(
        "STAGE", window.stage.size(), window.panels.source.size(), window.size(), window.stage.scale
    )

    words = [item.text for item in window.stage.scene.items if isinstance(item, Label)]

    assert {str(lane) for lane in range(32)} <= set(words)


@pytest.mark.slow
@pytest.mark.parametrize("kept", [False, True], ids=["as they come", "as somebody placed them"])
def test_going_to_present_and_back_moves_no_panel(qtbot: QtBot, kept: bool) -> None:
    window = showing(qtbot)
    if kept:
        window.arrangement.is_kept = True
        across = Qt.Orientation.Horizontal
        window.resizeDocks([window.docks["launch"]], [window.docks["launch"].width() + 60], across)
    fill(qtbot, window)
    before = geometries(window)

    present(window, (1280, 720))
    qtbot.waitUntil(lambda: window.present_controller.letter_px == 19)
    window.actions_by_id["present"].trigger()
    window.resize(1920, 1080)

    qtbot.waitUntil(lambda: geometries(window) == before)


@pytest.mark.slow
def test_a_panel_that_comes_up_meanwhile_waits_until_present_is_left(qtbot: QtBot) -> None:
    window = showing(qtbot)
    present(window)

    window.arrangement.raise_below("memory")
    assert shown_panels(window) == ["source"]
    window.actions_by_id["present"].trigger()
    window.resize(1920, 1080)

    qtbot.waitUntil(lambda: not window.docks["memory"].visibleRegion().isEmpty())


@pytest.mark.slow
def test_an_editor_is_as_large_while_it_presents_and_usual_afterwards(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(editor_controller, "scratch_folder", lambda: tmp_path)
    window = open_window(qtbot)
    present(window)
    qtbot.waitUntil(lambda: window.present_controller.letter_px == 28)

    window.actions_by_id["edit"].trigger()
    code = window.panels.source.findChild(CodeEditor)
    assert isinstance(code, CodeEditor)
    assert code.font().pixelSize() == 28
    window.actions_by_id["present"].trigger()

    assert code.font().pixelSize() == 12


def test_what_the_status_bar_would_say_is_said_over_the_stage(qtbot: QtBot) -> None:
    window = showing(qtbot)
    window.say("before")
    assert window.present_controller.said is None
    present(window)
    qtbot.waitUntil(lambda: window.present_controller.letter_px == 28)

    window.say("The file cannot be read.")

    said = window.present_controller.said
    assert said is not None
    assert said.isVisible()
    assert said.text() == "The file cannot be read."
    assert said.fontInfo().pixelSize() == 28
    window.actions_by_id["present"].trigger()
    assert not said.isVisible()


@pytest.mark.slow
def test_the_theme_of_halo_and_caption_changes_with_the_window(qtbot: QtBot) -> None:
    window = showing(qtbot)
    present(window)
    before = window.caption.grab().toImage().pixelColor(2, 4).name()

    window.actions_by_id["theme"].trigger()

    halo = window.present_controller.halo
    assert halo is not None
    assert halo.color == window.theme.accent
    assert window.caption.grab().toImage().pixelColor(2, 4).name() != before


@pytest.mark.slow
def test_letters_stay_as_large_in_another_theme(qtbot: QtBot) -> None:
    window = showing(qtbot)
    window.actions_by_id["theme"].trigger()  # the first style sheet of a test's window
    present(window, (1920, 1080))
    qtbot.waitUntil(lambda: window.present_controller.letter_px == 28)

    window.actions_by_id["theme"].trigger()

    assert window.panels.source.view.font().pixelSize() == 28
    assert window.caption.words.font().pixelSize() == 28


@pytest.mark.slow
@pytest.mark.parametrize("key", [Qt.Key.Key_F11, Qt.Key.Key_Escape])
def test_the_same_key_and_escape_bring_everything_back(qtbot: QtBot, key: Qt.Key) -> None:
    window = showing(qtbot)
    window.docks["inspector"].hide()
    panels, code = shown_panels(window), window.panels.source.view.font().pixelSize()
    title = window.docks["source"].title
    bars = (window.menuBar(), window.toolbar, window.status)
    present(window)

    QTest.keyClick(window.stage, key)

    assert shown_panels(window) == panels
    assert (window.stage.scale, window.panels.source.view.font().pixelSize()) == (1, code)
    assert not window.isFullScreen()
    assert all(bar.isVisible() for bar in bars)
    assert window.playback_bar.buttons["play"].width() == 30
    assert title.isVisible()
    assert window.present_controller.bar is None
    assert not window.present_controller.presenting
    assert not window.actions_by_id["present"].isChecked()


@pytest.mark.slow
def test_the_halo_follows_the_pointer_and_lets_presses_through(qtbot: QtBot) -> None:
    window = showing(qtbot)
    present(window)
    halo = window.present_controller.halo
    assert halo is not None

    QCursor.setPos(window.mapToGlobal(QPoint(200, 300)))
    qtbot.waitUntil(lambda: halo.geometry().center() == QPoint(199, 299))

    assert window.childAt(200, 300) is not halo
    assert halo.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


@pytest.mark.slow
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


@pytest.mark.slow
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
