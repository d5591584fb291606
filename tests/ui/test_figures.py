"""A figure answers a click or Enter, says what would change it, and can be tried and copied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableWidget
from pytestqt.qtbot import QtBot

from gpuviz.operation import find_operation
from gpuviz.ui.facts import FactList, FactRow
from gpuviz.ui.figures.popup import FigurePopup
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.pipeline.table import SHARE, TIME
from tests.ui.windows import launch, press_panel

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


def rows_of(window: MainWindow, label: str) -> list[FactRow]:
    rows = window.panels.launch.findChildren(FactRow)
    return [row for row in rows if row.isVisible() and row.label.text() == label]


def asked(qtbot: QtBot, operation: str, label: str) -> FigurePopup:
    """What is told of a figure of the launch panel, once that is filled with a run."""
    window = launch(qtbot, operation)
    qtbot.waitUntil(lambda: bool(rows_of(window, "limit, modelled")))
    QTest.mouseClick(rows_of(window, label)[0], LEFT)
    return window.figure_controller.popup


@pytest.mark.slow
def test_a_click_on_occupancy_says_its_formula_and_what_one_more_register_does(
    qtbot: QtBot,
) -> None:
    popup = asked(qtbot, "matmul_tiled", "occupancy")

    assert popup.isVisible()
    assert "4 blocks on an SM × 8 warps of a block = 32 of 32 warps" in popup.text
    assert "One more register for each thread, 33 instead of 32, changes nothing" in popup.text


@pytest.mark.slow
def test_more_registers_move_occupancy_at_once_and_the_time_when_the_model_has_answered(
    qtbot: QtBot,
) -> None:
    popup = asked(qtbot, "matmul_tiled", "occupancy")

    popup.what_if.registers.field.setValue(128)

    assert "100\u202f% → 50\u202f%" in popup.what_if.text
    assert "limit: registers" in popup.what_if.text
    qtbot.waitUntil(lambda: "kernel, modelled" in popup.what_if.text)
    QTest.mouseClick(popup.what_if.back, LEFT)
    qtbot.waitUntil(lambda: "→" not in popup.what_if.text)
    assert popup.what_if.registers.value == 32


@pytest.mark.slow
def test_a_press_on_plus_is_one_more_register(qtbot: QtBot) -> None:
    popup = asked(qtbot, "vector_add", "registers")

    QTest.mouseClick(popup.what_if.registers.more, LEFT)

    assert popup.what_if.values.registers == 33


@pytest.mark.slow
def test_blocks_that_share_memory_say_why_the_model_does_not_know_another_size(
    qtbot: QtBot,
) -> None:
    popup = asked(qtbot, "sum_shared", "occupancy")

    popup.what_if.block[0].field.setValue(512)

    qtbot.waitUntil(lambda: "launch it with a block of (512, 1, 1) to know" in popup.what_if.text)
    assert "occupancy" in popup.what_if.text


@pytest.mark.slow
def test_a_figure_that_nothing_of_it_moves_has_no_what_if(qtbot: QtBot) -> None:
    popup = asked(qtbot, "matmul_tiled", "load a")

    assert popup.what_if.isHidden()
    assert "sectors / 512 requests = " in popup.text


def test_the_keyboard_asks_too_and_copies_what_is_said(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    window.activateWindow()
    rows = window.panels.launch.meaning.findChild(FactList)
    assert isinstance(rows, FactList)
    rows.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(rows.hasFocus)

    QTest.keyClick(rows, Key.Key_Down)
    QTest.keyClick(rows, Key.Key_Return)

    popup = window.figure_controller.popup
    assert popup.isVisible()
    assert popup.name.text() == "warps"
    qtbot.waitUntil(popup.hasFocus)
    QTest.keyClick(popup, Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == popup.text
    QTest.keyClick(popup, Key.Key_Escape)
    assert not popup.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("label", "words"),
    [("GPU, kernel", "until the first block starts"), ("GPU with copies", "H2D")],
)
def test_a_bar_of_the_last_run_says_where_its_time_comes_from(
    qtbot: QtBot, label: str, words: str
) -> None:
    window = launch(qtbot, "vector_add")
    bars = window.panels.timing.last_run
    number = next(n for n, row in enumerate(bars.chart.rows) if row.label == label)

    bars.choose(number)
    QTest.keyClick(bars, Key.Key_Return)

    popup = window.figure_controller.popup
    assert popup.isVisible()
    assert popup.name.text() == label
    assert words in popup.text


@pytest.mark.slow
@pytest.mark.parametrize(("column", "is_told"), [(1, False), (5, True)])
def test_a_click_on_a_number_in_the_table_of_memory_says_where_it_comes_from(
    qtbot: QtBot, column: int, is_told: bool
) -> None:
    window = launch(qtbot, "vector_add")
    press_panel(window, "memory")
    qtbot.waitUntil(lambda: bool(window.panels.memory.table.costs))
    table = window.panels.memory.table
    at = table.visualRect(table.model().index(0, column)).center()

    QTest.mouseClick(table.viewport(), LEFT, pos=at)

    popup = window.figure_controller.popup
    assert popup.isVisible() == is_told
    assert ("sectors × 32 B" in popup.text) == is_told


@pytest.mark.slow
def test_enter_in_the_table_of_memory_asks_as_well(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    press_panel(window, "memory")
    qtbot.waitUntil(lambda: bool(window.panels.memory.table.costs))
    table = window.panels.memory.table
    table.setCurrentIndex(table.model().index(1, 0))

    QTest.keyClick(table, Key.Key_Return)

    assert table.costs[1].text in window.figure_controller.popup.text


@pytest.mark.slow
@pytest.mark.parametrize("by_key", [False, True])
def test_a_figure_of_compare_says_where_it_comes_from_in_its_own_run(
    qtbot: QtBot, by_key: bool
) -> None:
    window = launch(qtbot, "sum_shared")
    window.actions_by_id["compare"].trigger()
    window.session.launch.pick_operation(find_operation("sum_atomic"))
    table = window.panels.compare.table
    qtbot.waitUntil(lambda: table.rowCount() > 0)
    press_panel(window, "compare")
    number = next(n for n in range(table.rowCount()) if text_at(table, n, 0) == "atomic operations")

    table.setCurrentCell(number, 2)
    if by_key:
        QTest.keyClick(table, Key.Key_Return)
    else:
        table.scrollTo(table.model().index(number, 2))
        at = table.visualRect(table.model().index(number, 2)).center()
        QTest.mouseClick(table.viewport(), LEFT, pos=at)

    popup = window.figure_controller.popup
    assert popup.isVisible()
    assert popup.name.text() == "atomic operations · sum_atomic"
    assert popup.value.text() == text_at(table, number, 2)
    assert "Added up over all accesses" in popup.text
    assert popup.what_if.isHidden()


def text_at(table: QTableWidget, row: int, column: int) -> str:
    item = table.item(row, column)
    assert item is not None
    return item.text()


@pytest.mark.slow
@pytest.mark.parametrize(("label", "words"), [("occupancy", "warps that an SM"), ("waves", "SMs")])
def test_what_a_device_holds_of_a_launch_says_where_it_comes_from(
    qtbot: QtBot, label: str, words: str
) -> None:
    window = launch(qtbot, "vector_add")
    press_panel(window, "devices")
    details = window.panels.devices.details

    def row() -> FactRow | None:
        found = details.launch.findChildren(FactRow)
        return next((one for one in found if one.label.text() == label and one.has_figure), None)

    qtbot.waitUntil(lambda: row() is not None)
    asked_of = row()
    assert asked_of is not None
    asked_of.ask()

    popup = window.figure_controller.popup
    assert popup.isVisible()
    assert words in popup.text
    assert "Tesla T4" in popup.text or label == "waves"
    assert popup.what_if.isHidden()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "words"),
    [(TIME, "until the first block starts"), (SHARE, "take together")],
)
def test_a_click_on_a_number_of_a_pipeline_s_launch_says_where_it_comes_from(
    qtbot: QtBot, column: int, words: str
) -> None:
    window = launch(qtbot, "train_step")
    press_panel(window, "pipeline")
    table = window.panels.pipeline.table
    qtbot.waitUntil(lambda: len(table.launches.rows) > 1)
    shown = window.session.launch.shown

    table.scrollTo(table.model().index(1, column))
    at = table.visualRect(table.model().index(1, column)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=at)

    popup = window.figure_controller.popup
    assert popup.isVisible()
    assert words in popup.text
    assert window.session.launch.shown is shown
