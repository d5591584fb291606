"""The panel Sweeps: run, watched, cancelled, refused, remembered, launched from, exported."""

from __future__ import annotations

import csv
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.bench.points import SweepPoint
from gpuviz.engines.request import LaunchRequest, Progress
from gpuviz.messages import KernelFailed, Message
from gpuviz.operation import find_operation
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.sweeps.block_chart import block_chart
from gpuviz.ui.sweeps.size_chart import size_chart
from tests.ui.instant_workers import InstantWorkers
from tests.ui.windows import open_window, press_tab, run, settle


@dataclass
class HeldWorkers(InstantWorkers):
    """Launches of a sweep wait until they are answered; those after the first `answers`."""

    answers: int = 0
    held: list[Future[SweepPoint]] = field(default_factory=list)

    def sweep_launch(
        self, request: LaunchRequest, index: int, on_progress: Progress
    ) -> Future[SweepPoint]:
        """Runs a launch of a sweep."""
        if index < self.answers:
            return super().sweep_launch(request, index, on_progress)
        self.held.append(Future())
        return self.held[-1]


@dataclass
class FailingWorkers(InstantWorkers):
    """The third launch of a sweep breaks off."""

    def sweep_launch(
        self, request: LaunchRequest, index: int, on_progress: Progress
    ) -> Future[SweepPoint]:
        """Runs a launch of a sweep."""
        if index != 2:
            return super().sweep_launch(request, index, on_progress)
        failed: Future[SweepPoint] = Future()
        failed.set_exception(KernelFailed(Message("test.broken", "The kernel reads beyond a.")))
        return failed


def open_sweeps(qtbot: QtBot, workers: InstantWorkers | None = None) -> MainWindow:
    """A window whose panel Sweeps is open on a launch of a thousand elements."""
    window = open_window(qtbot, workers or InstantWorkers())
    run(qtbot, window)
    press_tab(window, "Sweeps")
    qtbot.waitUntil(lambda: window.sweeps.is_seen)
    window.sweeps.form.first.setValue(1024)
    window.sweeps.form.last.setValue(8192)
    return window


def sweep(qtbot: QtBot, window: MainWindow) -> None:
    """Press the button and wait until all points are drawn."""
    with qtbot.waitSignal(window.launcher.sweeps.finished):
        QTest.mouseClick(window.sweeps.form.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.sweeps.form.button.text() == "Run sweep")
    outcome = window.sweep_desk.outcome
    assert outcome is not None
    expected = size_chart(outcome) if outcome.kind == "sizes" else block_chart(outcome)
    qtbot.waitUntil(lambda: replace(window.sweeps.chart.chart, notes=()) == expected)


def words(window: MainWindow) -> str:
    return window.sweeps.notes.text


def test_before_the_first_sweep_the_panel_says_what_to_do(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)

    qtbot.waitUntil(lambda: window.sweeps.chart.chart.hint != "")

    hint = window.sweeps.chart.chart.hint
    assert hint.startswith("Press Run sweep to time Vector add at sizes from 1\u202f024 to")


def test_a_size_sweep_draws_every_point_and_says_the_crossing(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)

    sweep(qtbot, window)

    chart = window.sweeps.chart.chart
    assert sorted({point.x for point in chart.points}) == [1024, 2048, 4096, 8192]
    assert "GPU kernel (modelled)" in {series.label for series in chart.series}
    assert "faster than the CPU" in words(window)


def test_a_block_sweep_says_which_block_is_best(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    QTest.mouseClick(window.sweeps.form.kinds["blocks"], Qt.MouseButton.LeftButton)
    window.sweeps.form.blocks.setText("32, 64, 256")

    sweep(qtbot, window)

    chart = window.sweeps.chart.chart
    assert [chart.x.unit.text(point.x) for point in chart.points] == ["32", "64", "256"]
    assert chart.strip is not None
    assert "equally fast" in words(window)


def test_points_appear_one_by_one_and_cancel_keeps_them(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot, HeldWorkers(answers=2))

    QTest.mouseClick(window.sweeps.form.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.sweeps.form.progress.text() == "2 of 4")
    assert window.actions_by_id["cancel"].isEnabled()
    assert window.sweeps.form.button.text() == "Cancel"
    QTest.mouseClick(window.sweeps.form.button, Qt.MouseButton.LeftButton)

    assert not window.launcher.sweeps.busy
    qtbot.waitUntil(lambda: window.sweeps.form.progress.text() == "")
    assert {point.x for point in window.sweeps.chart.chart.points} == {1024, 2048}


def test_the_action_cancel_ends_a_sweep_too(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot, HeldWorkers())
    QTest.mouseClick(window.sweeps.form.button, Qt.MouseButton.LeftButton)
    assert window.launcher.sweeps.busy

    window.actions_by_id["cancel"].trigger()

    assert not window.launcher.sweeps.busy


def test_closing_the_window_ends_a_sweep(qtbot: QtBot) -> None:
    workers = HeldWorkers()
    window = open_sweeps(qtbot, workers)
    QTest.mouseClick(window.sweeps.form.button, Qt.MouseButton.LeftButton)

    window.close()

    assert workers.held[0].cancelled()


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [(4096, 1024, "ends below its beginning"), (1, 2**31 - 1, "memory")],
)
def test_a_range_that_cannot_be_meant_is_refused_in_words(
    qtbot: QtBot, first: int, last: int, said: str
) -> None:
    window = open_sweeps(qtbot)
    window.sweeps.form.first.setValue(first)
    window.sweeps.form.last.setValue(last)

    QTest.mouseClick(window.sweeps.form.button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: said in words(window))


@pytest.mark.parametrize(
    ("blocks", "said"), [("", "nothing to sweep over"), ("32, x", "not a shape")]
)
def test_blocks_that_cannot_be_meant_are_refused_in_words(
    qtbot: QtBot, blocks: str, said: str
) -> None:
    window = open_sweeps(qtbot)
    QTest.mouseClick(window.sweeps.form.kinds["blocks"], Qt.MouseButton.LeftButton)
    window.sweeps.form.blocks.setText(blocks)

    QTest.keyClick(window.sweeps.form.blocks, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: said in words(window))
    assert not window.launcher.sweeps.busy


def test_a_refused_block_is_shown_with_its_reason(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    QTest.mouseClick(window.sweeps.form.kinds["blocks"], Qt.MouseButton.LeftButton)
    window.sweeps.form.blocks.setText("128, 2048")

    with qtbot.waitSignal(window.launcher.sweeps.finished):
        QTest.mouseClick(window.sweeps.form.button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: "2048: A block of 2 048 threads is more than" in words(window))
    assert [gap.x for gap in window.sweeps.chart.chart.gaps] == [1]


def test_a_launch_that_breaks_off_leaves_the_others(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot, FailingWorkers())

    with qtbot.waitSignal(window.launcher.sweeps.finished):
        QTest.mouseClick(window.sweeps.form.button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: "4 096: The kernel reads beyond a." in words(window))
    assert {point.x for point in window.sweeps.chart.chart.points} == {1024, 2048, 8192}


def test_each_operation_has_its_own_sweep_and_its_own_range(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    before = window.sweeps.chart.chart

    saxpy = find_operation("saxpy")
    window.launch_desk.pick_operation(saxpy)
    qtbot.waitUntil(lambda: saxpy.title in window.sweeps.chart.chart.hint)
    window.launch_desk.pick_operation(find_operation("vector_add"))

    qtbot.waitUntil(lambda: window.sweeps.chart.chart == before)
    assert window.sweeps.form.last.value() == 8192


def test_a_double_click_puts_the_size_of_a_point_into_the_launch(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    chart = window.sweeps.chart
    spot = next(spot for spot in chart.picture.spots if spot.point.x == 4096)

    QTest.mouseDClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(round(spot.x), round(spot.y)))

    assert window.launch_desk.choice.size == (4096,)
    settle(qtbot, window)


def test_enter_launches_the_block_that_the_keys_have_reached(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    QTest.mouseClick(window.sweeps.form.kinds["blocks"], Qt.MouseButton.LeftButton)
    window.sweeps.form.blocks.setText("32, 64, 256")
    sweep(qtbot, window)

    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Return):
        QTest.keyClick(window.sweeps.chart, key)

    assert window.launch_desk.choice.block == (64, 1, 1)
    settle(qtbot, window)


def test_the_arrow_keys_read_point_after_point_and_leave_the_playback_alone(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    chart, moment = window.sweeps.chart, window.playback.moment
    chart.setFocus()

    QTest.keyClick(chart, Qt.Key.Key_Right)
    QTest.keyClick(chart, Qt.Key.Key_Right)

    assert chart.read_out is not None
    assert chart.read_out.text.splitlines()[0] == "size n: 2\u202f048"
    assert "CPU, 1 thread (measured): 900\u202fns" in chart.read_out.text
    assert chart.accessibleDescription().startswith("size n: 2\u202f048")
    assert window.playback.moment == moment
    QTest.keyClick(chart, Qt.Key.Key_Escape)
    assert chart.read_out is None


def test_the_mouse_reads_all_series_of_the_nearest_size(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    chart = window.sweeps.chart
    spot = next(spot for spot in chart.picture.spots if spot.point.x == 4096)

    QTest.mouseMove(chart, QPoint(round(spot.x) + 4, chart.height() // 2))

    qtbot.waitUntil(lambda: chart.read_out is not None and chart.read_out.x == 4096)
    assert chart.read_out is not None
    assert len(chart.read_out.place.spots) == len(chart.chart.series)


def test_beside_the_plot_nothing_is_read(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    chart = window.sweeps.chart
    frame = chart.picture.frame
    assert frame is not None
    QTest.mouseMove(chart, QPoint(round(frame.plot.x) + 20, round(frame.plot.bottom) - 10))
    qtbot.waitUntil(lambda: chart.read_out is not None)

    QTest.mouseMove(chart, QPoint(round(frame.plot.right) + 40, chart.height() // 2))

    qtbot.waitUntil(lambda: chart.read_out is None)


def test_a_file_of_ones_own_is_swept_only_after_it_may_run(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_sweeps(qtbot)
    path = tmp_path / "mine.py"
    path.write_bytes(find_operation("vector_add").path.read_bytes())
    window.open_file(path)
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    box.close()

    window.sweep_desk.run()

    qtbot.waitUntil(lambda: "Run mine.py once before sweeping it" in words(window))
    assert not window.launcher.sweeps.busy


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

    window.sweeps.chart.export.save(tmp_path / "no such folder" / "chart.csv")

    box = window.sweeps.chart.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "cannot be written" in box.informativeText()
    box.close()


def test_ctrl_c_copies_the_chart_as_a_picture(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    window.activateWindow()
    window.sweeps.chart.setFocus()
    qtbot.waitUntil(window.sweeps.chart.hasFocus)

    QTest.keyClick(window.sweeps.chart, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().image().width() >= 2 * 720


def test_an_unseen_panel_draws_nothing_and_catches_up(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    press_tab(window, "Timing")
    empty = window.sweeps.chart.chart

    with qtbot.waitSignal(window.launcher.sweeps.finished):
        window.sweep_desk.run()
    assert window.sweeps.chart.chart == empty
    press_tab(window, "Sweeps")

    qtbot.waitUntil(lambda: len({point.x for point in window.sweeps.chart.chart.points}) == 4)


def test_the_arrow_keys_double_and_halve_the_ends_of_a_range(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    field = window.sweeps.form.first
    field.setValue(1000)

    QTest.keyClick(field, Qt.Key.Key_Up)
    up = field.value()
    field.setValue(1000)
    QTest.keyClick(field, Qt.Key.Key_Down)

    assert (up, field.value()) == (1024, 512)
