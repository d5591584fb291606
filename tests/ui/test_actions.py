"""The tables of menus and actions."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction, QKeySequence
from pytestqt.qtbot import QtBot

from gpuviz.ui.actions import ACTIONS, MENUS, SEPARATOR, ActionSpec
from tests.ui.windows import open_window


def test_every_action_is_in_exactly_one_menu() -> None:
    listed = [action for menu in MENUS for action in menu.actions if action != SEPARATOR]

    assert sorted(listed) == sorted(spec.id for spec in ACTIONS)


def test_no_two_actions_have_the_same_keys() -> None:
    keys = [key for spec in ACTIONS for key in spec.shortcut.split("; ") if key]

    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("spec", ACTIONS, ids=lambda spec: spec.id)
def test_every_action_has_readable_keys_and_a_sentence(spec: ActionSpec) -> None:
    assert spec.tip.endswith(".")
    keys = QKeySequence.listFromString(spec.shortcut)
    assert "; ".join(key.toString() for key in keys) == spec.shortcut


def test_the_view_menu_opens_and_closes_every_panel(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    entries = {action.text(): action for action in window.findChildren(QAction)}

    for dock in window.docks.values():
        entries[dock.windowTitle()].trigger()
        assert dock.isHidden()
        entries[dock.windowTitle()].trigger()
        assert dock.isVisible()
