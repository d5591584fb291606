"""The page of keys: read off the actions, to search and to scroll."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.ui.actions import ACTIONS, OTHER_KEYS
from gpuviz.ui.cheat_sheet import CheatSheet
from gpuviz.ui.main_window import MainWindow
from tests.ui.windows import open_window, present


def sheet_of(window: MainWindow) -> CheatSheet:
    sheet = window.findChild(CheatSheet)
    assert isinstance(sheet, CheatSheet)
    return sheet


@pytest.mark.slow
def test_every_action_with_a_key_is_listed_once(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    window.actions_by_id["shortcuts"].trigger()

    rows = sheet_of(window).rows
    for spec in ACTIONS:
        listed = [row for row in rows if row.does.endswith(f": {spec.tip}") and row.keys]
        shortcuts = window.actions_by_id[spec.id].shortcuts()
        keys = {key.toString() for key in shortcuts if not key.isEmpty()}
        assert not keys or [one for one in listed if set(one.keys.split(" or ")) == keys], spec.id
    assert {does for _, does in OTHER_KEYS} <= {row.does for row in rows}
    sheet_of(window).close()


@pytest.mark.slow
def test_f1_and_the_question_mark_open_it(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.stage)

    for key in (Qt.Key.Key_F1, Qt.Key.Key_Question):
        QTest.keyClick(window.stage, key)
        sheet = sheet_of(window)
        assert sheet.isVisible()
        with qtbot.waitSignal(sheet.destroyed):
            sheet.close()
        window.activateWindow()
        qtbot.waitUntil(lambda: QApplication.activeWindow() is window)


def test_it_says_the_keys_that_the_actions_have_now(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.actions_by_id["run"].setShortcut(QKeySequence("Ctrl+9"))

    window.actions_by_id["shortcuts"].trigger()

    found = [row.keys for row in sheet_of(window).rows if row.does.startswith("Run:")]
    assert found == ["Ctrl+9"]
    sheet_of(window).close()


def test_words_filter_it(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.actions_by_id["shortcuts"].trigger()
    sheet = sheet_of(window)

    sheet.search.setText("size field")
    assert not any(sheet.shown)
    assert "No key" in sheet.page.toPlainText()

    sheet.search.setText("to the size")
    found = [row.keys for row in sheet.shown]
    assert found == ["S"]
    assert "S" in sheet.page.toPlainText()
    sheet.close()


@pytest.mark.slow
def test_it_is_scrolled_where_it_is_longer_than_the_window(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    window.actions_by_id["shortcuts"].trigger()

    sheet = sheet_of(window)
    assert sheet.height() <= window.height()
    qtbot.waitUntil(lambda: sheet.page.verticalScrollBar().maximum() > 0)
    sheet.close()


@pytest.mark.slow
def test_in_present_mode_its_letters_are_large(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    present(window)
    qtbot.waitUntil(lambda: window.present_controller.letter_px == 28)

    window.actions_by_id["shortcuts"].trigger()

    sheet = sheet_of(window)
    sheet.ensurePolished()
    qtbot.waitUntil(lambda: sheet.page.fontInfo().pixelSize() == 28)
    sheet.close()
