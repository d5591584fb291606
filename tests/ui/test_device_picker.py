"""The device picker: a table to choose from, by mouse, arrow keys and letters."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.device import load_devices
from gpuviz.scene.theme import DARK
from gpuviz.ui.devices.picker import DevicePicker


@pytest.fixture
def picker(qtbot: QtBot) -> DevicePicker:
    made = DevicePicker(DARK)
    qtbot.addWidget(made)
    for device in load_devices().values():
        made.add_device(device)
    made.choose("t4")
    made.show()
    made.showPopup()
    return made


def cell(picker: DevicePicker, row: int, column: int) -> str:
    return str(picker.model().index(row, column).data())


def test_every_device_has_a_row_with_what_tells_it_apart(picker: DevicePicker) -> None:
    row = picker.findData("h200_sxm")

    assert [cell(picker, row, column) for column in range(10)] == [
        "H200 141GB HBM3e (SXM5)",
        "data centre",
        "2024",
        "9.0",
        "132",
        "141\u202fGiB",
        "4\u202f800\u202fGB/s",
        "66.9\u202fTFLOP/s",
        "700\u202fW",
        "its driver",
    ]


def test_a_device_is_there_once(picker: DevicePicker) -> None:
    picker.add_device(load_devices()["t4"])

    assert picker.count() == len(load_devices())


def test_letters_and_enter_choose_a_device(qtbot: QtBot, picker: DevicePicker) -> None:
    with qtbot.waitSignal(picker.picked) as told:
        QTest.keyClicks(picker.view(), "h2")
        QTest.keyClick(picker.view(), Qt.Key.Key_Return)

    assert told.args == ["h200_sxm"]


def test_a_click_on_any_column_chooses_the_device_of_its_row(
    qtbot: QtBot, picker: DevicePicker
) -> None:
    view, row = picker.view(), picker.findData("l4")
    place = view.visualRect(picker.model().index(row, 4)).center()

    with qtbot.waitSignal(picker.picked) as told:
        QTest.mouseMove(view.viewport(), place)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert told.args == ["l4"]
    assert picker.currentText() == "NVIDIA L4"


def test_all_columns_are_seen_at_once(picker: DevicePicker) -> None:
    table = picker.view()

    assert table.viewport().width() >= sum(table.sizeHintForColumn(column) for column in range(10))
