"""The tables of menus and actions."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gpuviz.insight.colourings import Colouring
from gpuviz.ui.actions import ACTIONS, ActionSpec
from gpuviz.ui.menus import MENUS, listed
from tests.ui.windows import open_window


def test_every_action_is_in_exactly_one_menu() -> None:
    shown = [action for menu in MENUS for action in listed(menu)]

    assert sorted(shown) == sorted(spec.id for spec in ACTIONS)


@pytest.mark.slow
def test_no_menu_has_two_entries_of_one_letter_or_more_than_fits_a_low_screen(
    qtbot: QtBot,
) -> None:
    window = open_window(qtbot)
    menus = window.menuBar().findChildren(QMenu)  # not action.menu(): PySide6 6.7 to 6.11 lose it

    assert len(menus) >= len(MENUS)
    for menu in menus:
        texts = [action.text().casefold() for action in menu.actions()]
        letters = [text[text.index("&") + 1] for text in texts if "&" in text]
        assert len(letters) == len(set(letters)), (menu.title(), texts)
        assert menu.sizeHint().height() < 560, menu.title()


def test_the_keys_count_while_the_menu_bar_is_hidden(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.stage)
    window.menuBar().hide()

    QTest.keyClick(window.stage, Qt.Key.Key_3)

    assert window.stage.colouring is Colouring.START


def test_no_two_actions_have_the_same_keys() -> None:
    keys = [key for spec in ACTIONS for key in spec.shortcut.split("; ") if key]

    assert len(keys) == len(set(keys))


@pytest.mark.slow
@pytest.mark.parametrize("spec", ACTIONS, ids=lambda spec: spec.id)
def test_every_action_has_readable_keys_and_a_sentence(spec: ActionSpec) -> None:
    assert spec.tip.endswith(".")
    keys = QKeySequence.listFromString(spec.shortcut)
    assert "; ".join(key.toString() for key in keys) == spec.shortcut


def test_the_view_menu_opens_and_closes_every_panel(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    listed = {one for menu in window.menuBar().findChildren(QMenu) for one in menu.actions()}

    for name, dock in window.docks.items():
        entry = dock.toggleViewAction()
        assert entry in listed
        shown = dock.isVisible()
        entry.trigger()
        assert dock.isVisible() is not shown
        entry.trigger()
        assert dock.isVisible() is shown
        if not shown:
            entry.trigger()  # one that has nothing to say says what to do
            qtbot.waitUntil(partial(window.panels.is_in_front, name))
