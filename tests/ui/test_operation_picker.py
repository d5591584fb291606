"""The picker of operations: groups, a search above them, the keyboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.operation import GROUPS, OperationInfo, find_operation, list_operations
from gpuviz.scene.theme import DARK
from gpuviz.ui.operations.picker import OperationPicker
from gpuviz.ui.operations.popup import OperationPopup, sections
from gpuviz.ui.operations.rows import OPERATION
from tests.ui.windows import open_window


def own_file() -> OperationInfo:
    """A file of the user's own."""
    info = find_operation("vector_add")
    return replace(info, name="mine", title="Mine", path=Path("/home/me/mine.py"))


@pytest.fixture
def picker(qtbot: QtBot) -> OperationPicker:
    picker = OperationPicker(DARK)
    qtbot.addWidget(picker)
    picker.show_operations(list_operations())
    picker.add_operation(own_file())
    picker.choose(str(find_operation("saxpy").path))
    picker.show()
    picker.showPopup()
    return picker


def shown(popup: OperationPopup) -> list[str]:
    """The names of the operations in the list, and headings in brackets."""
    items = (popup.list.item(row) for row in range(popup.list.count()))
    return [
        item.data(OPERATION).name if item.data(OPERATION) else f"[{item.text()}]" for item in items
    ]


def test_groups_stand_in_the_order_of_teaching_and_own_files_last() -> None:
    found = sections([own_file(), *list_operations()])

    titles = [section.title for section in found]
    assert titles[-1] == "Your files"
    assert [title for title in titles if title != "More"][:-1] == [
        group.title for group in GROUPS if any(one.name in group.names for one in list_operations())
    ]


def test_every_operation_stands_in_exactly_one_group() -> None:
    names = [one.name for section in sections(list_operations()) for one in section.operations]

    assert sorted(names) == sorted(one.name for one in list_operations())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("saxpy", "saxpy"),  # its name
        ("vector add", "vector_add"),  # words of its title, in any order
        ("add vector", "vector_add"),
        ("GRID-STRIDE", "saxpy"),  # its sentence
        ("broken barrier", "broken_barrier"),
    ],
)
def test_a_search_looks_into_name_title_and_sentence(search: str, found: str) -> None:
    names = [
        one.name for section in sections(list_operations(), search) for one in section.operations
    ]

    assert found in names
    assert len(names) < len(list_operations())


def test_the_list_opens_at_what_is_chosen(picker: OperationPicker) -> None:
    assert picker.popup.list.currentItem().data(OPERATION).name == "saxpy"
    assert shown(picker.popup)[:2] == ["[First steps]", "vector_add"]
    assert shown(picker.popup)[-2:] == ["[Your files]", "mine"]


@pytest.mark.slow
def test_typing_searches_arrows_choose_and_enter_picks(
    picker: OperationPicker, qtbot: QtBot
) -> None:
    QTest.keyClicks(picker.popup.search, "vector")
    QTest.keyClick(picker.popup.search, Qt.Key.Key_Down)
    wanted = picker.popup.list.currentItem().data(OPERATION)

    with qtbot.waitSignal(picker.picked) as picked:
        QTest.keyClick(picker.popup.search, Qt.Key.Key_Return)

    assert picked.args == [str(wanted.path)]
    assert wanted.name in shown(picker.popup)
    assert not picker.popup.isVisible()


def test_arrows_pass_over_headings(picker: OperationPicker) -> None:
    visited = []
    for _ in range(8):
        QTest.keyClick(picker.popup.search, Qt.Key.Key_Down)
        visited.append(picker.popup.list.currentItem().data(OPERATION))

    assert None not in visited


def test_escape_closes_the_list_and_picks_nothing(picker: OperationPicker) -> None:
    picked: list[str] = []
    picker.picked.connect(picked.append)

    QTest.keyClick(picker.popup.search, Qt.Key.Key_Escape)

    assert not picker.popup.isVisible()
    assert picked == []


def test_words_that_nothing_has_are_answered(picker: OperationPicker) -> None:
    picker.popup.search.setText("sourdough")

    assert picker.popup.nothing.isVisible()
    assert not picker.popup.list.isVisible()
    QTest.keyClick(picker.popup.search, Qt.Key.Key_Return)  # and nothing happens


@pytest.mark.slow
def test_a_letter_on_the_closed_picker_begins_a_search(picker: OperationPicker) -> None:
    picker.hidePopup()

    QTest.keyClick(picker, Qt.Key.Key_H)

    assert picker.popup.isVisible()
    assert picker.popup.search.text() == "h"


@pytest.mark.slow
def test_what_is_picked_is_launched(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    picker = window.toolbar.operation
    qtbot.waitUntil(lambda: picker.count() > 1)
    picker.showPopup()
    picker.popup.search.setText("saxpy")

    QTest.keyClick(picker.popup.search, Qt.Key.Key_Return)

    assert window.session.launch.choice.operation.name == "saxpy"
