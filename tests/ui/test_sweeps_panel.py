"""The panel Sweeps: run, watched, cancelled, refused, remembered, launched from."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.bench.points import SweepPoint
from gpuviz.engines.request import LaunchRequest
from gpuviz.messages import KernelFailed, Message
from gpuviz.operation import find_operation
from gpuviz.scene.facts import Note
from gpuviz.scene.theme import DARK
from gpuviz.ui.sweeps.controller import SweepController
from gpuviz.ui.sweeps.view import SweepsView
from gpuviz.worker.jobs import Job, SweepLaunch
from tests.ui.instant_workers import InstantWorkers
from tests.ui.sweeping import open_sweeps, sweep, words
from tests.ui.windows import close, desk_in, press_tab, settle


@dataclass
class HeldWorkers(InstantWorkers):
    """Launches of a sweep wait until they are answered; those after the first `answers`."""

    answers: int = 0
    held: list[Future[SweepPoint]] = field(default_factory=list)

    def held_back(self, job: Job[Any]) -> Future[Any] | None:
        """A launch of a sweep."""
        if not isinstance(job, SweepLaunch) or job.index < self.answers:
            return None
        self.held.append(Future())
        return self.held[-1]


@dataclass
class FailingWorkers(InstantWorkers):
    """The third launch of a sweep breaks off."""

    def sweep(self, request: LaunchRequest, index: int) -> SweepPoint:
        """Runs a launch of a sweep."""
        if index == 2:
            raise KernelFailed(Message("test.broken", "The kernel reads beyond a."))
        return super().sweep(request, index)


@pytest.mark.slow
def test_before_the_first_sweep_the_panel_says_what_to_do(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)

    qtbot.waitUntil(lambda: window.panels.sweeps.chart.chart.hint != "")

    hint = window.panels.sweeps.chart.chart.hint
    assert hint.startswith("Press Run sweep to time Vector add at sizes from 1\u202f024 to")


@pytest.mark.slow
def test_a_size_sweep_draws_every_point_and_says_the_crossing(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)

    sweep(qtbot, window)

    chart = window.panels.sweeps.chart.chart
    assert sorted({point.x for point in chart.points}) == [1024, 2048, 4096, 8192]
    assert "GPU kernel (modelled)" in {series.label for series in chart.series}
    assert "faster than the CPU" in words(window)


@pytest.mark.slow
def test_a_block_sweep_says_which_block_is_best(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    QTest.mouseClick(window.panels.sweeps.form.kinds["blocks"], Qt.MouseButton.LeftButton)
    window.panels.sweeps.form.blocks.setText("32, 64, 256")

    sweep(qtbot, window)

    chart = window.panels.sweeps.chart.chart
    assert [chart.x.unit.text(point.x) for point in chart.points] == ["32", "64", "256"]
    assert chart.strip is not None
    assert "equally fast" in words(window)


@pytest.mark.slow
def test_points_appear_one_by_one_and_cancel_keeps_them(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot, HeldWorkers(answers=2))

    QTest.mouseClick(window.panels.sweeps.form.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.panels.sweeps.form.progress.text() == "2 of 4")
    assert window.actions_by_id["cancel"].isEnabled()
    assert window.panels.sweeps.form.button.text() == "Cancel"
    QTest.mouseClick(window.panels.sweeps.form.button, Qt.MouseButton.LeftButton)

    assert not window.session.launcher.sweeps.busy
    qtbot.waitUntil(lambda: window.panels.sweeps.form.progress.text() == "")
    assert {point.x for point in window.panels.sweeps.chart.chart.points} == {1024, 2048}


@pytest.mark.slow
def test_the_action_cancel_ends_a_sweep_too(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot, HeldWorkers())
    QTest.mouseClick(window.panels.sweeps.form.button, Qt.MouseButton.LeftButton)
    assert window.session.launcher.sweeps.busy

    window.actions_by_id["cancel"].trigger()

    assert not window.session.launcher.sweeps.busy


@pytest.mark.slow
def test_closing_the_window_ends_a_sweep(qtbot: QtBot) -> None:
    workers = HeldWorkers()
    window = open_sweeps(qtbot, workers)
    QTest.mouseClick(window.panels.sweeps.form.button, Qt.MouseButton.LeftButton)

    close(window)

    assert workers.held[0].cancelled()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "last", "said"),
    [(4096, 1024, "ends below its beginning"), (1, 2**31 - 1, "memory")],
)
def test_a_range_that_cannot_be_meant_is_refused_in_words(
    qtbot: QtBot, first: int, last: int, said: str
) -> None:
    window = open_sweeps(qtbot)
    window.panels.sweeps.form.first.setValue(first)
    window.panels.sweeps.form.last.setValue(last)

    QTest.mouseClick(window.panels.sweeps.form.button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: said in words(window))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("blocks", "said"), [("", "nothing to sweep over"), ("32, x", "not a shape")]
)
def test_blocks_that_cannot_be_meant_are_refused_in_words(
    qtbot: QtBot, blocks: str, said: str
) -> None:
    window = open_sweeps(qtbot)
    QTest.mouseClick(window.panels.sweeps.form.kinds["blocks"], Qt.MouseButton.LeftButton)
    window.panels.sweeps.form.blocks.setText(blocks)

    QTest.keyClick(window.panels.sweeps.form.blocks, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: said in words(window))
    assert not window.session.launcher.sweeps.busy


@pytest.mark.slow
def test_a_refused_block_is_shown_with_its_reason(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    QTest.mouseClick(window.panels.sweeps.form.kinds["blocks"], Qt.MouseButton.LeftButton)
    window.panels.sweeps.form.blocks.setText("128, 2048")

    with qtbot.waitSignal(window.session.launcher.sweeps.finished):
        QTest.mouseClick(window.panels.sweeps.form.button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: "2 048: A block of 2 048 threads is more than" in words(window))
    assert [gap.x for gap in window.panels.sweeps.chart.chart.gaps] == [1]


@pytest.mark.slow
def test_a_launch_that_breaks_off_leaves_the_others(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot, FailingWorkers())

    with qtbot.waitSignal(window.session.launcher.sweeps.finished):
        QTest.mouseClick(window.panels.sweeps.form.button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: "4 096: The kernel reads beyond a." in words(window))
    assert {point.x for point in window.panels.sweeps.chart.chart.points} == {1024, 2048, 8192}


@pytest.mark.slow
def test_each_operation_has_its_own_sweep_and_its_own_range(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    before = window.panels.sweeps.chart.chart

    saxpy = find_operation("saxpy")
    window.session.launch.pick_operation(saxpy)
    qtbot.waitUntil(lambda: saxpy.title in window.panels.sweeps.chart.chart.hint)
    window.session.launch.pick_operation(find_operation("vector_add"))

    qtbot.waitUntil(lambda: window.panels.sweeps.chart.chart == before)
    assert window.panels.sweeps.form.last.value() == 8192


@pytest.mark.slow
def test_a_double_click_puts_the_size_of_a_point_into_the_launch(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    sweep(qtbot, window)
    chart = window.panels.sweeps.chart
    place = chart.pixel(4096, 1e-5).toPoint()

    QTest.mouseDClick(chart.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert window.session.launch.choice.size == (4096,)
    settle(qtbot, window)


@pytest.mark.slow
def test_enter_launches_the_block_that_the_keys_have_reached(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    QTest.mouseClick(window.panels.sweeps.form.kinds["blocks"], Qt.MouseButton.LeftButton)
    window.panels.sweeps.form.blocks.setText("32, 64, 256")
    sweep(qtbot, window)

    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Return):
        QTest.keyClick(window.panels.sweeps.chart, key)

    assert window.session.launch.choice.block == (64, 1, 1)
    settle(qtbot, window)


@pytest.mark.slow
def test_a_file_of_ones_own_is_swept_only_after_it_may_run(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_sweeps(qtbot)
    path = tmp_path / "mine.py"
    path.write_bytes(find_operation("vector_add").path.read_bytes())
    window.open_file(path)
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    box.close()

    desk_in(window.panels.sweeps, SweepController).run()

    qtbot.waitUntil(lambda: "Run mine.py once before sweeping it" in words(window))
    assert not window.session.launcher.sweeps.busy


@pytest.mark.slow
def test_an_unseen_panel_draws_nothing_and_catches_up(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    press_tab(window, "Timing")
    empty = window.panels.sweeps.chart.chart

    with qtbot.waitSignal(window.session.launcher.sweeps.finished):
        desk_in(window.panels.sweeps, SweepController).run()
    assert window.panels.sweeps.chart.chart == empty
    press_tab(window, "Sweeps")

    qtbot.waitUntil(
        lambda: len({point.x for point in window.panels.sweeps.chart.chart.points}) == 4
    )


@pytest.mark.parametrize(
    ("width", "note", "seen"),
    [
        (1200, Note("The GPU wins."), True),
        (700, Note("The GPU wins."), False),
        (700, Note("The range ends below its beginning.", "hazard"), True),
    ],
)
def test_in_a_small_window_words_give_way_to_the_chart_unless_something_is_wrong(
    qtbot: QtBot, width: int, note: Note, seen: bool
) -> None:
    view = SweepsView(DARK)
    qtbot.addWidget(view)
    view.resize(width, 170)
    view.show()

    view.show_notes([note])

    assert view.notes.isVisible() == seen


@pytest.mark.slow
def test_the_arrow_keys_double_and_halve_the_ends_of_a_range(qtbot: QtBot) -> None:
    window = open_sweeps(qtbot)
    field = window.panels.sweeps.form.first
    field.setValue(1000)

    QTest.keyClick(field, Qt.Key.Key_Up)
    up = field.value()
    field.setValue(1000)
    QTest.keyClick(field, Qt.Key.Key_Down)

    assert (up, field.value()) == (1024, 512)
