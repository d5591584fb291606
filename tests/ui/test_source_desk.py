"""Breakpoints, the menu of a line, and the choice of heat, with mouse and keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.operation import find_operation
from gpuviz.ui.main_window import MainWindow
from tests.ui.windows import open_window, run

LAST = 5  # c[i] = a[i] + b[i]: moments 65 to 96


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    shown = open_window(qtbot)
    run(qtbot, shown)
    return shown


def place_of(window: MainWindow, line: int) -> QPoint:
    """The middle of a line, in the gutter and in the text alike."""
    found = {one.number: rect for one, rect in window.panels.source.view.visible_lines()}
    return QPoint(12, int(found[line].center().y()))


def click_gutter(window: MainWindow, line: int) -> None:
    gutter = window.panels.source.view.gutter
    QTest.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=place_of(window, line))


def menu_entries(window: MainWindow, line: int) -> dict[str, bool]:
    """What the menu of a line offers, and whether it can be chosen."""
    place = place_of(window, line)
    viewport = window.panels.source.view.viewport()
    where = viewport.mapToGlobal(place)
    QApplication.sendEvent(
        viewport, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, where)
    )
    menu = window.source_controller.menu
    assert menu is not None
    return {action.text(): action.isEnabled() for action in menu.actions() if action.text()}


def choose(window: MainWindow, entry: str) -> None:
    menu = window.source_controller.menu
    assert menu is not None
    next(action for action in menu.actions() if action.text() == entry).trigger()
    menu.close()


@pytest.mark.slow
def test_a_click_beside_a_line_sets_a_breakpoint_and_another_removes_it(
    window: MainWindow,
) -> None:
    click_gutter(window, LAST)
    first = window.session.playback.breakpoints
    click_gutter(window, LAST)

    assert (first, window.session.playback.breakpoints) == (frozenset({LAST}), frozenset())


@pytest.mark.slow
def test_a_line_without_a_step_takes_no_breakpoint(window: MainWindow) -> None:
    click_gutter(window, 1)

    assert window.session.playback.breakpoints == frozenset()
    assert window.panels.source.view.gutter.tip(1) == "No step begins in line 1."


@pytest.mark.slow
def test_playing_stops_at_the_breakpoint_and_chooses_the_warp(
    window: MainWindow, qtbot: QtBot
) -> None:
    click_gutter(window, LAST)
    window.session.playback.speed = 16

    with qtbot.waitSignal(window.session.playback.stopped):
        window.actions_by_id["play"].trigger()

    assert (window.session.playback.moment, window.session.playback.playing) == (65, False)
    assert (window.session.selection.block, window.session.selection.warp) == (0, 0)
    qtbot.waitUntil(lambda: window.panels.source.view.playing_line == LAST)


@pytest.mark.slow
def test_a_key_sets_a_breakpoint_at_the_line_that_plays(window: MainWindow, qtbot: QtBot) -> None:
    window.session.playback.seek(40)
    qtbot.waitUntil(lambda: window.panels.source.view.playing_line == 4)
    window.stage.setFocus()

    window.actions_by_id["breakpoint"].trigger()

    assert window.session.playback.breakpoints == {4}
    window.actions_by_id["no_breakpoints"].trigger()
    assert window.session.playback.breakpoints == frozenset()


@pytest.mark.slow
def test_a_key_sets_a_breakpoint_at_the_cursor_of_the_source(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.activateWindow()
    window.panels.source.view.setFocus()
    qtbot.waitUntil(window.panels.source.view.hasFocus)
    for _ in range(2):
        QTest.keyClick(window.panels.source.view, Qt.Key.Key_Down)

    QTest.keyClick(window.panels.source.view, Qt.Key.Key_F9)

    assert window.session.playback.breakpoints == {3}


def test_breakpoints_are_remembered_for_each_file(window: MainWindow) -> None:
    click_gutter(window, LAST)

    window.source_controller.show_operation(find_operation("saxpy"))
    meanwhile = window.session.playback.breakpoints
    trace = window.session.playback.trace
    assert trace is not None
    window.source_controller.show_trace(trace)

    assert (meanwhile, window.session.playback.breakpoints) == (frozenset(), frozenset({LAST}))


@pytest.mark.slow
def test_the_menu_of_a_line_runs_to_it(window: MainWindow) -> None:
    window.session.playback.seek(0)

    entries = menu_entries(window, LAST)
    choose(window, "Run to line 5")

    assert entries["Run to line 5"]
    assert not entries["Back to line 5 – not executed before this step"]
    assert window.session.playback.moment == 65


@pytest.mark.slow
def test_the_menu_of_a_line_goes_back_to_it(window: MainWindow) -> None:
    window.session.playback.seek(96)

    menu_entries(window, 3)
    choose(window, "Back to line 3")

    assert window.session.playback.moment == 1


@pytest.mark.slow
def test_the_menu_sets_a_breakpoint(window: MainWindow) -> None:
    menu_entries(window, 4)
    choose(window, "Stop at line 4")

    assert window.panels.source.view.breakpoints == {4}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("action", "label"),
    [
        ("heat_memory", "memory moved ▾"),
        ("heat_idle", "idle lanes ▾"),
        ("heat_steps", "warp steps ▾"),
    ],
)
def test_the_heat_is_chosen_by_the_view_menu(window: MainWindow, action: str, label: str) -> None:
    window.actions_by_id[action].trigger()

    assert window.panels.source.chooser.text() == label


@pytest.mark.slow
def test_the_pull_down_of_idle_lanes_says_where_the_kernel_diverges(window: MainWindow) -> None:
    entries = {entry.text(): entry for entry in window.panels.source.chooser.menu().actions()}

    entries["idle lanes"].trigger()

    assert entries["idle lanes"].isChecked()
    assert not entries["warp steps"].isChecked()
    assert window.panels.source.note.isVisible()
    assert window.panels.source.note.text().startswith("Line 4 diverges in 1 of 32 warps: 24 of 1")


@pytest.mark.slow
def test_the_keyboard_reads_what_each_line_costs(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    window.panels.source.view.setFocus()
    qtbot.waitUntil(window.panels.source.view.hasFocus)

    for _ in range(LAST - 1):
        QTest.keyClick(window.panels.source.view, Qt.Key.Key_Down)
    said = window.panels.source.note.text()
    window.stage.setFocus()

    assert said.startswith("Line 5: 32 warp steps")
    qtbot.waitUntil(lambda: not window.panels.source.note.isVisible())


@pytest.mark.slow
def test_a_key_goes_to_the_breakpoint_and_another_plays_back_to_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    click_gutter(window, 4)  # moments 33 to 64
    window.session.playback.seek(0)
    window.session.playback.speed = 16
    window.activateWindow()
    window.stage.setFocus()
    qtbot.waitUntil(window.stage.hasFocus)

    QTest.keyClick(window.stage, Qt.Key.Key_F8)
    forward = window.session.playback.moment
    window.session.playback.seek(96)
    with qtbot.waitSignal(window.session.playback.stopped):
        QTest.keyClick(window.stage, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)

    assert (forward, window.session.playback.moment) == (33, 33)
    assert not window.session.playback.playing
