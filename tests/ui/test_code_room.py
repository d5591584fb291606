"""Code can be read beside a lesson or a puzzle in a small window, and nobody's own panels move."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from gpuviz.lesson import lesson_files
from gpuviz.operation import find_operation
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.remembered import WindowLayout, layout_of
from gpuviz.ui.settled import settle as wait_until_shown
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import open_window

SMALL, LARGE = (1280, 720), (1920, 1080)
LINES = 14  # that are to be read at once
RIGHT, BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
CORNER = Qt.Corner.BottomRightCorner


def window_of(qtbot: QtBot, size: tuple[int, int], every: bool = True) -> MainWindow:
    """A window with the tiled product, whose kernel has 25 lines."""
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.session.view.all_panels = every
    window.resize(*size)
    with qtbot.waitSignal(window.session.launchShown):
        window.session.launch.pick_operation(find_operation("matmul_tiled"))
    settle(qtbot, window)
    return window


def open_lesson(qtbot: QtBot, window: MainWindow) -> None:
    """The step of lesson 9 that is about the lines of the tiled product."""
    window.open_file(next(path for path in lesson_files("en") if path.name.startswith("09")))
    window.lessons.go_to(5)
    qtbot.waitUntil(lambda: window.session.lesson.playing is not None)
    playing = window.session.lesson
    qtbot.waitUntil(lambda: playing.playing is not None and playing.playing.begun)
    settle(qtbot, window)


def settle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.height() - window.status.geometry().bottom() < 3)
    wait_until_shown(window, window.session)


def lines_seen(window: MainWindow) -> float:
    """How many lines of code have room in what stands in the source's panel."""
    panel = window.panels.source
    view = window.editor.panel.editor if panel.is_editing else panel.view
    pitch = view.fontMetrics().lineSpacing()
    area = view.viewport() if isinstance(view, QPlainTextEdit) else view
    return area.height() / pitch


def widths(window: MainWindow) -> list[int]:
    return [window.docks[name].width() for name in ("launch", "source", "how_fast")]


def panels_of(window: MainWindow) -> WindowLayout:
    """What is remembered of a window, but for where it is: no screen here is as large."""
    return replace(layout_of(window.settings()), geometry=QByteArray())


@pytest.mark.slow
@pytest.mark.parametrize("every", [True, False])
def test_a_lesson_in_a_small_window_leaves_14_lines_and_a_fifth_for_the_stage(
    qtbot: QtBot, every: bool
) -> None:
    window = window_of(qtbot, SMALL, every)

    open_lesson(qtbot, window)

    assert window.session.launch.choice.operation.name == "matmul_tiled"
    qtbot.waitUntil(lambda: lines_seen(window) >= LINES)
    assert window.stage.width() * window.stage.height() > SMALL[0] * SMALL[1] / 5
    assert window.docks["inspector"].isVisible()
    assert window.docks["how_fast"].isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("every", [True, False])
def test_a_puzzle_in_a_small_window_leaves_14_lines_to_type_in(qtbot: QtBot, every: bool) -> None:
    window = window_of(qtbot, SMALL, every)
    window.session.launch.set_live(False)

    window.puzzles.open_named("tiled_product")
    qtbot.waitUntil(window.editor.panel.editor.hasFocus)
    settle(qtbot, window)

    qtbot.waitUntil(lambda: lines_seen(window) >= LINES)
    assert window.stage.width() >= 440
    assert window.panels.launch.form.size_fields[0].isVisible()


@pytest.mark.slow
def test_after_a_lesson_the_panels_are_where_they_were(qtbot: QtBot) -> None:
    window = window_of(qtbot, LARGE)
    before = widths(window)
    open_lesson(qtbot, window)
    qtbot.waitUntil(lambda: window.corner(CORNER) is RIGHT)

    window.leave_lesson()

    qtbot.waitUntil(lambda: window.corner(CORNER) is BOTTOM)
    qtbot.waitUntil(lambda: widths(window) == before)


@pytest.mark.slow
def test_a_lesson_in_a_large_window_shows_more_lines_than_without_it(qtbot: QtBot) -> None:
    window = window_of(qtbot, LARGE)
    before, inspector = lines_seen(window), window.docks["inspector"].width()

    open_lesson(qtbot, window)

    qtbot.waitUntil(lambda: lines_seen(window) > before)
    assert window.docks["inspector"].width() == inspector


@pytest.mark.slow
def test_panels_that_somebody_has_sized_stay_in_a_lesson(qtbot: QtBot) -> None:
    window = window_of(qtbot, SMALL)
    window.resizeDocks([window.docks["source"]], [420], Qt.Orientation.Horizontal)
    window.arrangement.is_kept = True
    settle(qtbot, window)
    qtbot.waitUntil(lambda: window.docks["source"].width() == 420)
    corner = window.corner(CORNER)

    open_lesson(qtbot, window)

    assert window.docks["source"].width() == 420
    assert window.corner(CORNER) is corner


@pytest.mark.slow
def test_what_nobody_has_sized_follows_the_window_after_another_start(qtbot: QtBot) -> None:
    window = window_of(qtbot, LARGE)
    other = window_of(qtbot, SMALL)

    other.restore_layout(panels_of(window))
    settle(qtbot, other)

    assert not other.arrangement.is_kept
    assert other.corner(CORNER) is RIGHT


@pytest.mark.slow
@pytest.mark.parametrize(("size", "area"), [(SMALL, RIGHT), (LARGE, BOTTOM)])
def test_what_somebody_has_sized_comes_back_after_another_start(
    qtbot: QtBot, size: tuple[int, int], area: Qt.DockWidgetArea
) -> None:
    window = window_of(qtbot, size)
    window.resizeDocks([window.docks["source"]], [401], Qt.Orientation.Horizontal)
    window.arrangement.is_kept = True
    qtbot.waitUntil(lambda: window.docks["source"].width() == 401)
    other = window_of(qtbot, size)

    other.restore_layout(panels_of(window))
    settle(qtbot, other)

    assert other.arrangement.is_kept
    assert other.corner(CORNER) is area
    qtbot.waitUntil(lambda: other.docks["source"].geometry() == window.docks["source"].geometry())


@pytest.mark.slow
def test_a_panel_that_was_moved_counts_as_placed_by_hand(qtbot: QtBot) -> None:
    window = window_of(qtbot, LARGE)
    window.addDockWidget(RIGHT, window.docks["launch"])
    other = window_of(qtbot, LARGE)

    other.restore_layout(panels_of(window))

    assert other.arrangement.is_kept
    assert other.dockWidgetArea(other.docks["launch"]) is RIGHT


@pytest.mark.slow
def test_shrinking_a_window_in_which_one_types_narrows_the_editor_too(qtbot: QtBot) -> None:
    window = window_of(qtbot, LARGE)
    window.actions_by_id["edit"].trigger()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: window.docks["source"].width() > 800)

    window.resize(*SMALL)

    qtbot.waitUntil(lambda: window.docks["source"].width() < 600)


@pytest.mark.slow
def test_what_an_answer_comes_to_takes_no_lines_from_whoever_types(qtbot: QtBot) -> None:
    window = window_of(qtbot, SMALL, every=False)
    window.session.launch.set_live(False)
    window.puzzles.open_named("turn_rows")
    qtbot.waitUntil(window.editor.panel.editor.hasFocus)

    with qtbot.waitSignal(window.session.launcher.grading.graded):
        QTest.mouseClick(window.puzzles.strip.check, Qt.MouseButton.LeftButton)
    settle(qtbot, window)

    assert window.session.selection.thread is not None  # whom the hazard is about
    assert window.docks["inspector"].isHidden()
    qtbot.waitUntil(lambda: lines_seen(window) >= LINES)

    window.stage.setFocus()
    window.session.selection.select_thread(0, 5)
    qtbot.waitUntil(lambda: window.docks["inspector"].isVisible())


@pytest.mark.slow
def test_a_panel_that_a_lesson_brings_takes_nothing_from_the_stage(qtbot: QtBot) -> None:
    window = window_of(qtbot, SMALL, every=False)

    window.open_file(next(path for path in lesson_files("en") if path.name.startswith("11")))

    qtbot.waitUntil(lambda: window.panels.is_in_front("memory"))
    qtbot.waitUntil(lambda: window.stage.width() * window.stage.height() > 1280 * 720 / 5)


def test_letters_of_every_level_are_as_large_as_those_of_the_source(qtbot: QtBot) -> None:
    window = window_of(qtbot, SMALL, every=False)
    window.session.view.show_level("cuda", "python")
    panel = window.panels.source
    qtbot.waitUntil(lambda: panel.level_view is not None and panel.level_view.isVisible())
    few = panel.view.font().pixelSize()

    window.session.view.all_panels = True

    assert panel.level_view is not None
    assert panel.view.font().pixelSize() < few
    assert panel.level_view.font().pixelSize() == panel.view.font().pixelSize()
