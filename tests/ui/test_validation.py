"""The dialog of modelled times beside published ones, used with mouse and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.model.validation import published_points
from gpuviz.scene.theme import DARK, LIGHT, Theme
from gpuviz.scene.validation import how_far_off, validation_chart
from gpuviz.ui.validation import FACTOR, ValidationDialog
from tests.ui.windows import open_window


def opened(qtbot: QtBot, theme: Theme = DARK) -> ValidationDialog:
    dialog = ValidationDialog(lambda: theme)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def test_the_chart_has_every_point_once_where_its_times_are() -> None:
    chart = validation_chart(published_points(), compiled=False)

    assert sorted((point.x, point.y) for point in chart.points) == sorted(
        (p.published_s, p.usual.modelled_s) for p in published_points()
    )
    assert [(line.name, line.end[1] / line.end[0]) for line in chart.boundaries] == [
        ("half", 0.5),
        ("equal", 1.0),
        ("twice", 2.0),
    ]


def test_the_sentence_counts_points_kernels_and_devices() -> None:
    assert how_far_off(published_points(), compiled=True).startswith(
        "50 published times of 26 kernels on 14 GPUs."
    )


def test_the_farthest_off_stands_first_and_a_row_is_found_in_the_chart(qtbot: QtBot) -> None:
    dialog = opened(qtbot)
    table = dialog.table

    QTest.mouseClick(
        table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=table.visualRect(table.model().index(0, 0)).center(),
    )

    point = table.point_at(table.currentIndex())
    ratios = [p.compiled.modelled_s / p.published_s for p in published_points()]
    assert point.compiled.modelled_s / point.published_s in (min(ratios), max(ratios))
    read = dialog.chart.read_out
    assert read is not None
    assert (read.place.x, read.place.y) == (point.published_s, point.compiled.modelled_s)
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert dialog.chart.read_out != read


@pytest.mark.slow
def test_without_a_compiler_other_times_are_shown(qtbot: QtBot) -> None:
    dialog = opened(qtbot)

    QTest.keyClick(dialog.way, Qt.Key.Key_Down)

    assert not dialog.is_compiled
    assert dialog.chart.chart.title == "Modelled from source"
    assert dialog.summary.text() == how_far_off(published_points(), compiled=False)
    assert {point.y for point in dialog.chart.chart.points} == {
        one.usual.modelled_s for one in published_points()
    }
    assert dialog.table.model().rowCount() == len(published_points())


def test_the_table_is_copied_with_its_sources(qtbot: QtBot) -> None:
    dialog = opened(qtbot)
    dialog.table.setFocus()

    QTest.keyClick(dialog.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == len(published_points()) + 1
    assert lines[0].split("\t")[FACTOR] == "Factor"
    assert all("github.com" in line or "page" in line for line in lines[1:])


@pytest.mark.slow
def test_help_opens_it_and_it_takes_the_colours_of_the_window(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    window.actions_by_id["validation"].trigger()

    (dialog,) = window.findChildren(ValidationDialog)
    assert dialog.chart.theme is window.theme
    window.set_theme(LIGHT if window.theme is DARK else DARK)
    assert dialog.chart.theme is window.theme
    dialog.close()
