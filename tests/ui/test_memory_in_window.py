"""The memory view as a panel of the window, and pictures that are higher than their room."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.session.coalesced import has_work
from gpuviz.trace import Trace
from gpuviz.ui.main_window import MainWindow
from tests.helpers.traces import vector_add
from tests.ui.test_memory_view import Memory, memory
from tests.ui.windows import launch, open_window, press_tab, run
from tools.pictures.findings import of_scene


def strided(stride: int) -> Trace:
    """A vector_add whose lanes read a far apart: each touches a line of its own."""
    trace = vector_add()
    assert trace.accesses is not None
    element = trace.accesses.element.copy()
    reads = np.flatnonzero(trace.accesses.site == 0)
    element[reads] = np.arange(32) * stride
    arrays = (replace(trace.arrays[0], shape=(32 * stride,)), *trace.arrays[1:])
    return replace(trace, arrays=arrays, accesses=replace(trace.accesses, element=element))


def is_seen(window: MainWindow) -> bool:
    return window.panels.memory.is_seen


def low(qtbot: QtBot, trace: Trace) -> Memory:
    """A view that is too low for many lines."""
    found = memory(qtbot, trace, 65)
    found.view.resize(1300, 150)
    area = found.view.pane.area
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    return found


@pytest.mark.slow
def test_the_panel_begins_to_count_when_its_tab_is_pressed(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    assert window.panels.memory.table.costs == ()

    press_tab(window, "Memory")

    qtbot.waitUntil(lambda: len(window.panels.memory.table.costs) == 3)
    assert (
        "c[i]" in window.panels.memory.pane.words.title
        or "a[i]" in window.panels.memory.pane.words.title
    )


@pytest.mark.slow
def test_an_access_that_is_chosen_elsewhere_brings_the_panel_to_the_front(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    assert not is_seen(window)

    window.session.selection.select_site(1)

    qtbot.waitUntil(lambda: "load b[i]" in window.panels.memory.pane.words.title)
    assert is_seen(window)


def test_each_of_32_lines_is_in_the_picture_with_its_address(qtbot: QtBot) -> None:
    found = memory(qtbot, strided(64), 65)

    texts = found.view.pane.canvas.picture.scene.texts()

    assert {f"0x{line * 256:04x}" for line in range(32)} <= set(texts)
    assert "32 sectors moved, 128 of 1\u202f024 B needed" in found.view.pane.words.figures
    assert "4 would be enough" in found.view.pane.words.figures


def test_lanes_stay_in_sight_while_the_lines_are_scrolled(qtbot: QtBot) -> None:
    found = low(qtbot, strided(64))
    canvas, bar = found.view.pane.canvas, found.view.pane.area.verticalScrollBar()
    at_top = canvas.words_of(canvas.hit_at(QPointF(10, 10)))

    bar.setValue(bar.maximum())

    assert canvas.words_of(canvas.hit_at(QPointF(10, bar.value() + 10))) == at_top
    assert at_top.startswith("Lane 0 reads a[0]")


def test_a_lower_picture_after_a_scrolled_one_is_seen_from_its_top(qtbot: QtBot) -> None:
    found = low(qtbot, strided(64))
    bar = found.view.pane.area.verticalScrollBar()
    bar.setValue(bar.maximum())
    higher = found.view.pane.canvas.picture.height

    found.playback.set_trace(vector_add())
    found.playback.seek(65)
    found.controller.refresh()

    assert found.view.pane.canvas.picture.height < higher
    assert bar.maximum() <= found.view.pane.canvas.picture.height


def test_with_the_keyboard_the_picture_is_reached_and_copied(qtbot: QtBot) -> None:
    found = memory(qtbot, vector_add(), 65)
    canvas = found.view.pane.canvas
    QGuiApplication.clipboard().clear()
    canvas.setFocus(Qt.FocusReason.TabFocusReason)

    QTest.keyClick(canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().image().width() >= canvas.width()
    assert "4 sectors moved" in canvas.accessibleDescription()
    assert "375 sectors" in found.view.table.accessibleDescription()


def test_three_lines_have_as_much_room_as_there_is_and_are_not_scrolled(qtbot: QtBot) -> None:
    found = memory(qtbot, strided(3), 65)
    bar = found.view.pane.area.verticalScrollBar()

    for height in (220, 225, 230, 235, 300):
        found.view.resize(1300, height)
        texts = found.view.pane.canvas.picture.scene.texts()
        assert any("0x0100" in text for text in texts)
        assert bar.maximum() == 0


@pytest.mark.slow
def test_no_line_from_a_lane_crosses_the_name_of_a_line_of_memory(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    window.resize(1280, 720)
    press_tab(window, "Memory")
    canvas = window.panels.memory.pane.canvas
    qtbot.waitUntil(lambda: not has_work(window, window.session) and canvas.picture.height > 0)

    wrong = list(of_scene(canvas.scene))

    assert [one.what for one in wrong if one.kind == "line on words"] == []


@pytest.mark.slow
def test_why_there_is_no_access_has_as_many_lines_as_it_needs(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.resize(1280, 720)
    run(qtbot, window)
    press_tab(window, "Memory")
    window.session.playback.seek_step(1)
    pane = window.panels.memory.pane

    qtbot.waitUntil(lambda: "touches no memory" in pane.title.text())
    qtbot.waitUntil(lambda: pane.title.height() >= pane.title.heightForWidth(pane.title.width()))
    assert pane.title.wordWrap()

    window.session.selection.select_site(1)
    window.session.playback.seek(10**6)
    qtbot.waitUntil(lambda: "load b[i]" in pane.title.text())
    assert not pane.title.wordWrap()
