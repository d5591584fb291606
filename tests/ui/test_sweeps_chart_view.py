"""The chart of a sweep: read by mouse and keys, copied, exported."""

from __future__ import annotations

import csv
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from tests.ui.sweeping import open_sweeps, sweep


@pytest.mark.slow
def test_the_arrow_keys_read_point_after_point_and_leave_the_playback_alone(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    chart, moment = window.panels.sweeps.chart, window.session.playback.moment
    chart.setFocus()

    QTest.keyClick(chart, Qt.Key.Key_Right)
    QTest.keyClick(chart, Qt.Key.Key_Right)

    assert chart.read_out is not None
    assert chart.read_out.text.splitlines()[0] == "size n: 2\u202f048"
    assert "CPU, 1 thread (measured): 900\u202fns" in chart.read_out.text
    assert chart.accessibleDescription().startswith("size n: 2\u202f048")
    assert window.session.playback.moment == moment
    QTest.keyClick(chart, Qt.Key.Key_Escape)
    assert chart.read_out is None


@pytest.mark.slow
def test_the_mouse_reads_all_series_of_the_nearest_size(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    chart = window.panels.sweeps.chart
    place = chart.pixel(4096, 1e-5).toPoint()

    QTest.mouseMove(chart.viewport(), QPoint(place.x() + 4, chart.height() // 2))

    qtbot.waitUntil(lambda: chart.read_out is not None and chart.read_out.x == 4096)
    assert chart.read_out is not None
    assert len(chart.read_out.place.spots) == len(chart.chart.series)


@pytest.mark.slow
def test_beside_the_plot_nothing_is_read(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    chart = window.panels.sweeps.chart
    plot = chart.room
    QTest.mouseMove(chart.viewport(), QPoint(round(plot.x) + 20, round(plot.bottom) - 10))
    qtbot.waitUntil(lambda: chart.read_out is not None)

    QTest.mouseMove(chart.viewport(), QPoint(round(plot.right) + 40, chart.height() // 2))

    qtbot.waitUntil(lambda: chart.read_out is None)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".png", ".svg", ".csv"])
def test_the_chart_is_exported_by_the_file_menu(qtbot: QtBot, tmp_path: Path, suffix: str) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    path = tmp_path / f"sweep{suffix}"

    window.actions_by_id["chart"].trigger()
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.close()

    check = {".png": png_is_whole, ".svg": svg_has_its_words, ".csv": csv_has_its_numbers}
    check[suffix](path)
    assert window.status.currentMessage() == f"Saved as {path}."


def png_is_whole(path: Path) -> None:
    with Image.open(path) as image:
        image.load()
        assert image.width >= 2 * 720
        colours = image.convert("RGB").getcolors(1_000_000)
        assert colours is not None
        assert len(colours) > 50


def svg_has_its_words(path: Path) -> None:
    texts = {element.text for element in ElementTree.parse(path).iter() if element.text}
    assert "GPU kernel (modelled)" in texts
    assert any("faster than the CPU" in text for text in texts)


def csv_has_its_numbers(path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert head[0] == "size n"
    column = head.index("CPU, 1 thread (measured) [s]")
    assert [row[0] for row in rows] == ["1024", "2048", "4096", "8192"]
    assert [float(row[column]) for row in rows] == [9e-7] * 4


def test_a_chart_that_cannot_be_saved_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_sweeps(qtbot)

    window.panels.sweeps.chart.export.save(tmp_path / "no such folder" / "chart.csv")

    box = window.panels.sweeps.chart.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "cannot be written" in box.informativeText()
    box.close()


@pytest.mark.slow
def test_ctrl_c_copies_the_chart_as_a_picture(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    window.activateWindow()
    window.panels.sweeps.chart.setFocus()
    qtbot.waitUntil(window.panels.sweeps.chart.hasFocus)

    QTest.keyClick(window.panels.sweeps.chart, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().image().width() >= 2 * 720
