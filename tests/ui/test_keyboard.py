"""The window without a mouse: what Tab reaches, what has a name, what the keys do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from gpuviz.session.playback import SPEEDS
from gpuviz.ui.actions import ACTIONS
from gpuviz.ui.main_window import MainWindow
from tests.ui.windows import open_window, run


def reached_by_tab(window: MainWindow) -> list[QWidget]:
    """Every shown and enabled control in the order of the focus chain, from the toolbar on."""
    first = window.toolbar.operation
    found: list[QWidget] = [first]
    at = first.nextInFocusChain()
    while at is not None and at is not first:
        stops = bool(at.focusPolicy() & Qt.FocusPolicy.TabFocus.value)
        if stops and at.isVisible() and at.isEnabled() and not isinstance(at, QLineEdit):
            found.append(at)
        at = at.nextInFocusChain()
    return found


def test_tab_goes_through_the_window_as_one_reads_it(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    reached = reached_by_tab(window)

    listed = window.tab_stops()
    assert reached == [part for part in listed if part.isEnabled() and part.isVisible()]
    assert window.playback_bar.slider in reached
    assert window.stage in reached


def test_everything_that_tab_reaches_has_a_name_for_a_screen_reader(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    for part in reached_by_tab(window):
        interface = QAccessible.queryAccessibleInterface(part)
        assert interface.text(QAccessible.Text.Name), part


def test_the_stage_has_the_keyboard_first(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.activateWindow()

    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.stage)


def test_escape_leaves_the_entered_block(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.selection.select_block(2)
    window.actions_by_id["enter"].trigger()
    assert window.stage.grid is not None
    inside = window.stage.grid.alone

    window.actions_by_id["leave"].trigger()

    assert inside == 2
    assert window.stage.grid.alone is None
    assert window.session.selection.block is None


def test_threads_and_blocks_are_chosen_by_keys(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.selection.select_thread(0, 255)
    seen = []

    for action in ("next_thread", "next_block", "previous_thread", "previous_block"):
        window.actions_by_id[action].trigger()
        seen.append((window.session.selection.block, window.session.selection.thread))

    assert seen == [(1, 0), (2, 0), (1, 255), (0, 255)]


@pytest.mark.parametrize(
    ("action", "last"), [("previous_thread", (0, 0)), ("next_thread", (3, 255))]
)
def test_there_is_no_thread_beyond_the_last(
    qtbot: QtBot, action: str, last: tuple[int, int]
) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.selection.select_thread(*last)

    window.actions_by_id[action].trigger()

    assert (window.session.selection.block, window.session.selection.thread) == last


def test_the_warp_that_plays_is_one_key_away(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.selection.select_thread(3, 231)
    window.session.playback.seek(40)

    window.actions_by_id["playing"].trigger()

    assert (window.session.selection.block, window.session.selection.warp) == (0, 7)


def test_the_speed_changes_by_keys_and_stays_within_its_limits(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    for _ in range(len(SPEEDS) + 2):
        window.actions_by_id["faster"].trigger()

    assert window.session.playback.speed == SPEEDS[-1]
    window.actions_by_id["slower"].trigger()
    assert window.session.playback.speed == SPEEDS[-2]


def test_the_words_of_the_inspector_are_copied_by_a_key(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    window.actions_by_id["copy"].trigger()

    assert QApplication.clipboard().text() == window.panels.inspector.text
    assert "c[i] = a[i] + b[i]" in window.panels.inspector.text


def test_page_keys_move_the_slider_by_tenths(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.playback.seek(0)

    QTest.keyClick(window.playback_bar.slider, Qt.Key.Key_PageDown)

    assert abs(window.session.playback.moment - window.session.playback.length / 10) <= 1


def test_the_help_lists_every_key(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    window.actions_by_id["shortcuts"].trigger()

    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    for spec in ACTIONS:
        assert not spec.shortcut or spec.tip in box.informativeText()
    assert "F5" in box.informativeText()
    box.close()
