"""A pipeline in the window: its form, its timeline, its launches on the stage."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.engines.request import CpuTimes
from gpuviz.messages import KernelFailed, Message
from gpuviz.operation import find_operation
from gpuviz.scene.pipeline.scene import bar_rect
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.pipeline.table import SHARE
from gpuviz.ui.pipeline.view import WORDS_PX
from tests.helpers import trains
from tests.ui.trains_in_windows import show_train, workers_of
from tests.ui.windows import open_window

KEY = Qt.Key


def click_bar(window: MainWindow, event: int) -> None:
    timeline = window.panels.pipeline.timeline
    assert timeline.train is not None
    assert timeline.span is not None
    rect = bar_rect(timeline.train, timeline.span, event)
    place = QPoint(round(rect.x + rect.w / 2), round(rect.y + rect.h / 2))
    QTest.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=place)


def opened(window: MainWindow) -> int | None:
    shown = window.session.launch.shown
    return None if shown is None or not shown.of_pipeline else shown.row


@pytest.mark.slow
def test_picking_a_pipeline_brings_its_timeline_to_the_front(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_train(qtbot, tmp_path)

    assert window.panels.pipeline.is_seen
    assert window.panels.pipeline.timeline.scene.sentence.startswith("5 launches in 40")


@pytest.mark.slow
def test_the_form_of_a_pipeline_has_sizes_alone_and_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_train(qtbot, tmp_path)
    form = window.panels.launch.form

    assert form.size_fields[0].isVisible()
    assert not any(f.isVisible() for f in (*form.grid_fields, *form.block_fields, form.link))

    window.session.launch.pick_operation(find_operation("vector_add"))

    assert all(f.isVisible() for f in (*form.grid_fields, *form.block_fields, form.link))


@pytest.mark.slow
def test_the_longest_launch_is_on_the_stage_under_its_name(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_train(qtbot, tmp_path)

    assert opened(window) == 2
    assert "Launch 3 of 5: conv2d" in window.stage.scene.texts()
    assert window.session.playback.trace is not None
    assert window.session.playback.trace.kernel == "conv2d"


@pytest.mark.slow
def test_a_click_on_a_bar_opens_a_launch_that_is_whole_at_once(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = show_train(qtbot, tmp_path)

    click_bar(window, 1)

    assert opened(window) == 0
    assert len(workers_of(window).pipelines) == 1
    qtbot.waitUntil(lambda: window.panels.pipeline.timeline.opened == 0)
    assert "Launch 1 of 5: conv2d" in window.stage.scene.texts()


@pytest.mark.slow
def test_a_launch_whose_steps_were_not_kept_is_fetched_and_stays(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = show_train(qtbot, tmp_path)

    with qtbot.waitSignal(window.session.launch.launchOpened):
        window.panels.pipeline.table.setFocus()
        window.panels.pipeline.table.choose(3)
        QTest.keyClick(window.panels.pipeline.table, KEY.Key_Return)

    asked = workers_of(window).pipelines[-1]
    assert asked.whole == (3,)
    assert opened(window) == 3
    assert window.session.playback.trace is not None
    assert window.session.playback.trace.steps is not None

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.run()

    assert opened(window) == 2  # the longest again: this run did not keep it


@pytest.mark.slow
def test_the_arrow_keys_go_from_launch_to_launch_and_enter_opens(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = show_train(qtbot, tmp_path)
    timeline = window.panels.pipeline.timeline
    timeline.setFocus()

    for key in (KEY.Key_Left, KEY.Key_Left):
        QTest.keyClick(timeline, key)

    assert timeline.chosen == 0
    assert opened(window) == 2
    assert window.panels.pipeline.table.currentIndex().row() == 0

    QTest.keyClick(timeline, KEY.Key_Return)

    assert opened(window) == 0


@pytest.mark.slow
def test_wheel_and_keys_zoom_and_0_shows_all(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_train(qtbot, tmp_path)
    timeline = window.panels.pipeline.timeline
    whole = timeline.span
    timeline.setFocus()

    QTest.keyClick(timeline, KEY.Key_Plus)
    near = timeline.span
    QTest.keyClick(timeline, KEY.Key_0)

    assert whole is not None
    assert near is not None
    assert near.end - near.begin < whole.end - whole.begin
    assert timeline.span == whole


@pytest.mark.slow
def test_a_fetch_can_be_cancelled_and_the_stage_stays(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_train(qtbot, tmp_path)
    runs = window.session.launch.opener

    window.panels.pipeline.launchPicked.emit(1)
    assert runs.fetching == 1
    qtbot.waitUntil(lambda: window.panels.pipeline.cancel.isVisible() or runs.fetching is None)
    runs.cancel_fetch()

    assert runs.fetching is None
    qtbot.waitUntil(lambda: not window.panels.pipeline.cancel.isVisible())
    assert opened(window) in (1, 2)  # an instant answer may have been there before


@pytest.mark.slow
def test_why_a_launch_could_not_be_opened_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_train(qtbot, tmp_path)
    workers_of(window).error = KernelFailed(Message("test.no", "The worker was ended."))

    with qtbot.waitSignal(window.session.launch.opener.openFailed):
        window.panels.pipeline.launchPicked.emit(1)

    qtbot.waitUntil(lambda: "The worker was ended." in window.panels.pipeline.notes.text)
    assert opened(window) == 2


@pytest.mark.slow
def test_what_ran_before_a_failure_stays_and_the_failing_launch_is_named(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = show_train(qtbot, tmp_path, trains.broken)

    assert opened(window) == 1
    assert len(window.panels.pipeline.table.launches.rows) == 2
    qtbot.waitUntil(
        lambda: (
            "Launch 2 of digits, max_pool in line 20, broke off"
            in window.panels.pipeline.notes.text
        )
    )
    qtbot.waitUntil(lambda: "y has 4 elements" in window.panels.launch.notes.text)

    click_bar(window, 1)

    assert opened(window) == 0


@pytest.mark.slow
def test_words_that_need_one_line_leave_the_room_to_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    pipeline = show_train(qtbot, tmp_path).panels.pipeline

    pipeline.resize(1280, 160)
    one = pipeline.words.height()
    pipeline.resize(400, 160)

    assert "\n" not in pipeline.notes.text
    assert one < pipeline.words.height() <= WORDS_PX


@pytest.mark.slow
def test_the_launch_on_the_stage_stays_in_view_in_a_lower_table(
    qtbot: QtBot, tmp_path: Path
) -> None:
    table = show_train(qtbot, tmp_path).panels.pipeline.table
    table.choose(4)

    table.resize(table.width(), 90)

    row = table.visualRect(table.currentIndex())
    assert table.viewport().rect().contains(row.center())


@pytest.mark.slow
def test_the_table_says_shares_and_copies_as_text(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_train(qtbot, tmp_path)
    table = window.panels.pipeline.table

    shares = [table.launches.index(row, SHARE).data() for row in range(5)]

    assert [share.replace("\u202f", " ") for share in shares] == [
        "20 %", "5 %", "40 %", "10 %", "5 %",
    ]  # fmt: skip
    assert table.text.splitlines()[3].startswith("3\tconv2d\t4\t256")


@pytest.mark.slow
def test_the_timing_panel_has_the_whole_pipeline_beside_the_cpu(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = show_train(qtbot, tmp_path)
    number = workers_of(window).pipelines[0].number
    window.session.runs.set_cpu_times(CpuTimes(number, 4e-4, None, None))

    rows = {row.label: row for row in window.panels.timing.last_run.chart.rows}

    assert rows["GPU, kernels"].value is not None
    assert abs(rows["GPU, kernels"].value - 32e-6) < 1e-9
    parts = [part.name for part in rows["GPU with copies"].parts]
    assert parts == ["H2D", "kernels", "D2H"]
    assert rows["CPU, 1 thread"].value == 4e-4
    qtbot.waitUntil(lambda: "10 times as long" in window.panels.pipeline.notes.text)


@pytest.mark.slow
def test_opening_another_launch_adds_no_run_to_the_history(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_train(qtbot, tmp_path)

    click_bar(window, 1)

    assert len(window.session.runs.all) == 1


@pytest.mark.slow
def test_a_pipeline_cannot_be_swept_and_the_panel_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_train(qtbot, tmp_path)
    window.arrangement.raise_below("sweeps")

    said = "A pipeline is a train of launches, and a sweep changes one launch"
    qtbot.waitUntil(lambda: said in window.panels.sweeps.chart.chart.hint)
    assert not window.panels.sweeps.form.isEnabled()


def test_without_a_pipeline_the_panel_says_what_to_do(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.arrangement.raise_below("pipeline")

    words = window.panels.pipeline.timeline.scene
    qtbot.waitUntil(lambda: "pick one in the toolbar" in words.sentence)


@pytest.mark.slow
def test_a_kernel_after_a_pipeline_has_no_title_of_a_launch(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_train(qtbot, tmp_path)

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.pick_operation(find_operation("vector_add"))

    assert "Grid" in window.stage.scene.texts()
    assert not window.panels.is_in_front("pipeline")
    window.arrangement.raise_below("pipeline")
    qtbot.waitUntil(lambda: window.panels.pipeline.timeline.train is None)
