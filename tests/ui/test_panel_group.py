"""A group of panels: one entry is marked, whatever buttons stand in its pages."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpuviz.ui.panel_group import PanelGroup


def page_with_choice() -> tuple[QWidget, list[QPushButton]]:
    page = QWidget()
    row = QHBoxLayout(page)
    buttons = [QPushButton(words) for words in ("sizes", "blocks")]
    for button in buttons:
        button.setCheckable(True)
        button.setAutoExclusive(True)
        row.addWidget(button)
    buttons[0].setChecked(True)
    return page, buttons


@pytest.mark.parametrize("first", [0, 1])
def test_one_entry_is_marked_and_choices_in_a_page_stay(qtbot: QtBot, first: int) -> None:
    group = PanelGroup("How fast")
    qtbot.addWidget(group)
    page, choice = page_with_choice()
    pages = [QWidget(), QWidget()]
    pages.insert(first, page)
    for name, shown in zip("abc", pages, strict=True):
        group.add_page(name, name, shown)
    group.show()

    for name in "bcacb":
        QTest.mouseClick(group.way_to(name), Qt.MouseButton.LeftButton)

        assert [one for one in "abc" if group.way_to(one).isChecked()] == [name]
        assert [button.isChecked() for button in choice] == [True, False]
