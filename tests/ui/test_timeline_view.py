"""The SM timeline in the window: mouse, keys, the stage and the playback."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.insight.timeline_moves import Now
from gpuviz.scene.theme import LIGHT
from gpuviz.scene.timeline.bars import bar_rect
from gpuviz.trace import Placement, Trace
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.timeline.controller import TimelineController
from gpuviz.ui.timeline.view import TimelineView
from tests.helpers import traces
from tests.helpers.timelines import in_waves, placed
from tests.ui.windows import desk_in, launch, open_window, press_tab

LEFT = Qt.MouseButton.LeftButton
NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def showing(qtbot: QtBot, trace: Trace) -> MainWindow:
    """A window with the timeline of a launch in front."""
    window = open_window(qtbot)
    window.session.show_recording(trace, "some.gpuviz")
    press_tab(window, "SM timeline")
    qtbot.waitUntil(lambda: window.panels.timeline.shown is not None)
    return window


def middle(view: TimelineView, block: int) -> QPoint:
    """Where the bar of a block is."""
    assert view.shown is not None
    assert view.span is not None
    rect = bar_rect(view.shown.timeline, view.span, block)
    return QPoint(int(rect.x + rect.w / 2), int(rect.y + rect.h / 2))


def tip_at(view: TimelineView, place: QPoint) -> str:
    """What Qt is given to show there."""
    return view.tip_of(view.hit_at(QPointF(place)))


def turn(view: TimelineView, place: QPoint, notches: int, held: Qt.KeyboardModifier = NONE) -> None:
    """Turn the wheel."""
    at = QPointF(place)
    event = QWheelEvent(
        at, view.mapToGlobal(at), QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton,
        held, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QGuiApplication.sendEvent(view, event)


def span_of(view: TimelineView) -> tuple[float, float, float, float]:
    assert view.span is not None
    return view.span.begin, view.span.end, view.span.row_px, view.span.top


@pytest.mark.slow
def test_it_is_filled_only_once_somebody_looks(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.session.show_recording(in_waves(60), "some.gpuviz")
    QTest.qWait(1)

    assert window.panels.timeline.shown is None
    press_tab(window, "SM timeline")

    qtbot.waitUntil(lambda: window.panels.timeline.shown is not None)
    assert window.panels.timeline.scene.sentence == (
        "SM timeline · modelled, Tesla T4."
        " One wave: all 40 SMs have a block; 60 of their 160 places are taken."
    )


@pytest.mark.slow
def test_the_title_says_whether_it_was_measured(qtbot: QtBot) -> None:
    window = showing(qtbot, in_waves(60, "measured", "h200_sxm"))

    assert "SM timeline · measured, H200 141GB HBM3e (SXM5)" in window.panels.timeline.scene.texts()
    assert "a block, measured" in window.panels.timeline.scene.texts()


@pytest.mark.slow
def test_waves_and_the_tail_are_named(qtbot: QtBot) -> None:
    texts = showing(qtbot, in_waves(324)).panels.timeline.scene.texts()

    assert {"wave 1", "wave 2", "wave 3", "tail", "SM 0", "0", "3.0\u202fµs"} <= set(texts)
    assert "The last of 3 waves fills 4 of 40 SMs: 33 % of the time is tail." in texts


@pytest.mark.slow
def test_a_click_chooses_the_block_for_the_whole_window(qtbot: QtBot) -> None:
    window = showing(qtbot, placed([0, 1, 1], [0, 0, 1e-6], [2e-6, 1e-6, 2e-6]))

    QTest.mouseClick(window.panels.timeline, LEFT, pos=middle(window.panels.timeline, 2))

    assert (window.session.selection.block, window.session.selection.subject) == (2, "block")
    qtbot.waitUntil(lambda: window.panels.timeline.chosen == 2)


@pytest.mark.slow
def test_a_press_beside_the_bars_and_a_drag_choose_nothing(qtbot: QtBot) -> None:
    window = showing(qtbot, placed([0, 1], [0, 0], [2e-6, 1e-6]))
    view = window.panels.timeline
    place = middle(view, 0)

    QTest.mouseClick(view, LEFT, pos=QPoint(5, view.height() - 3))
    QTest.mousePress(view, LEFT, pos=place)
    QTest.mouseMove(view, place + QPoint(-30, 0))
    QTest.mouseRelease(view, LEFT, pos=place + QPoint(-30, 0))

    assert window.session.selection.block is None


@pytest.mark.slow
def test_a_double_click_enters_the_block_on_the_stage(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    press_tab(window, "SM timeline")
    qtbot.waitUntil(lambda: window.panels.timeline.shown is not None)
    grid = window.stage.grid

    QTest.mouseDClick(window.panels.timeline, LEFT, pos=middle(window.panels.timeline, 1))

    assert window.session.selection.block == 1
    assert window.stage.grid != grid


@pytest.mark.slow
def test_a_block_chosen_elsewhere_is_lit_and_brought_into_sight(qtbot: QtBot) -> None:
    window = showing(qtbot, in_waves(324))
    view, before = window.panels.timeline, span_of(window.panels.timeline)
    turn(view, middle(view, 0), 12)
    turn(view, middle(view, 0), 10, CTRL)

    window.session.selection.select_block(199)

    qtbot.waitUntil(lambda: view.chosen == 199)
    assert span_of(view) != before
    assert view.shown is not None
    assert view.span is not None
    rect = bar_rect(view.shown.timeline, view.span, 199)
    assert view.span.plot.contains(rect.x, rect.y)
    window.session.selection.clear()
    qtbot.waitUntil(lambda: view.chosen is None)


@pytest.mark.slow
def test_the_wheel_zooms_in_time_and_with_ctrl_the_rows(qtbot: QtBot) -> None:
    view = showing(qtbot, in_waves(324)).panels.timeline
    begin, end, row_px, top = span_of(view)
    place = middle(view, 200)

    turn(view, place, 4)
    near = span_of(view)
    turn(view, place, 8, CTRL)
    high = span_of(view)
    turn(view, place, -2, SHIFT)

    assert near[1] - near[0] < (end - begin) / 2
    assert near[2:] == (row_px, top)
    assert high[2] > 4 * row_px
    assert span_of(view)[3] > high[3]
    QTest.keyClick(view, Qt.Key.Key_0)
    assert span_of(view) == (begin, end, row_px, top)


@pytest.mark.slow
def test_keys_zoom_pan_and_leaf(qtbot: QtBot) -> None:
    view = showing(qtbot, in_waves(324)).panels.timeline

    QTest.keyClick(view, Qt.Key.Key_Plus)
    QTest.keyClick(view, Qt.Key.Key_Plus, CTRL)
    near = span_of(view)
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(view, Qt.Key.Key_PageDown)

    assert span_of(view)[0] > near[0]
    assert span_of(view)[3] > near[3]
    QTest.keyClick(view, Qt.Key.Key_Minus)
    assert span_of(view)[1] - span_of(view)[0] > near[1] - near[0]


@pytest.mark.slow
def test_arrow_keys_go_from_block_to_block_and_leave_the_playback_alone(qtbot: QtBot) -> None:
    window = showing(qtbot, in_waves(324))
    moment = window.session.playback.moment
    window.panels.timeline.setFocus()

    chosen = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left):
        QTest.keyClick(window.panels.timeline, key)
        chosen.append(window.session.selection.block)
        qtbot.waitUntil(lambda: window.panels.timeline.chosen == window.session.selection.block)

    assert chosen == [0, 40, 41, 1]
    assert window.session.playback.moment == moment


@pytest.mark.slow
def test_enter_enters_the_chosen_block(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    press_tab(window, "SM timeline")
    window.session.selection.select_block(2)
    qtbot.waitUntil(lambda: window.panels.timeline.chosen == 2)

    with qtbot.waitSignal(window.panels.timeline.blockEntered) as entered:
        QTest.keyClick(window.panels.timeline, Qt.Key.Key_Return)

    assert entered.args == [2]


def test_a_tooltip_tells_where_and_when_a_block_ran(qtbot: QtBot) -> None:
    window = showing(qtbot, in_waves(324))
    view = window.panels.timeline

    lines = tip_at(view, middle(view, 200)).splitlines()

    assert lines[0].startswith("block ")
    assert lines[1].startswith("SM 0, place")
    assert lines[2] == "1.0\u202fµs to 2.0\u202fµs, 1.0\u202fµs long, modelled"
    assert lines[3] == "wave 2 of 3"
    assert tip_at(view, QPoint(3, view.height() - 3)) == ""


@pytest.mark.slow
def test_above_the_rows_a_tooltip_explains_the_words(qtbot: QtBot) -> None:
    view = showing(qtbot, in_waves(324)).panels.timeline

    tip = tip_at(view, QPoint(60, 8))

    assert "<b>wave</b>: As many blocks as all SMs hold at once" in tip
    assert "<b>tail</b>" in tip
    head = view.hit_at(QPointF(60, 8))
    assert head is not None
    assert not view.is_pressable(head)
    assert tip_at(view, middle(view, 200)).startswith("block ")


@pytest.mark.slow
def test_the_cursor_follows_the_playback(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    press_tab(window, "SM timeline")
    view, playback = window.panels.timeline, window.session.playback
    qtbot.waitUntil(lambda: view.shown is not None)
    assert view.shown is not None

    playback.seek(0)
    qtbot.waitUntil(lambda: view.now is None)
    playback.move_round(1)
    qtbot.waitUntil(lambda: view.now is not None)
    first = view.now
    playback.seek(playback.length)
    qtbot.waitUntil(lambda: view.now != first)

    assert first is not None
    assert view.now is not None
    assert first.seconds < view.now.seconds
    assert view.now.seconds == pytest.approx(view.shown.timeline.duration_s)
    assert view.now.block is None


@pytest.mark.slow
def test_where_rounds_have_no_common_time_the_cursor_is_on_the_block_that_plays(
    qtbot: QtBot,
) -> None:
    window = launch(qtbot, "vector_add")
    trace = window.session.playback.trace
    assert trace is not None
    start = np.array([0.0, 1e-6, 2e-6, 3e-6])
    apart = Placement(np.arange(4, dtype=np.int32), start, start + 1e-6, "modelled")
    window.session.show_recording(replace(trace, placement=apart), "apart.gpuviz")
    press_tab(window, "SM timeline")
    qtbot.waitUntil(lambda: window.panels.timeline.shown is not None)

    window.session.playback.seek(window.session.playback.length)

    qtbot.waitUntil(lambda: window.panels.timeline.now == Now(4e-6, 3))


@pytest.mark.slow
def test_measured_times_have_no_cursor(qtbot: QtBot) -> None:
    window = showing(qtbot, in_waves(60, "measured"))

    assert window.panels.timeline.now is None


@pytest.mark.slow
def test_a_launch_without_a_placement_says_why(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.session.show_recording(traces.matmul_tiled(), "some.gpuviz")

    press_tab(window, "SM timeline")

    words = "This launch is too large for a timeline"
    qtbot.waitUntil(lambda: words in window.panels.timeline.scene.sentence)
    assert window.panels.timeline.shown is None


@pytest.mark.slow
def test_another_launch_takes_its_place(qtbot: QtBot) -> None:
    window = showing(qtbot, in_waves(324))
    turn(window.panels.timeline, QPoint(200, 60), 5)

    window.session.show_recording(placed([0], [0], [1e-6]), "other.gpuviz")

    qtbot.waitUntil(lambda: "39 of 40 SMs" in window.panels.timeline.scene.sentence)
    assert span_of(window.panels.timeline)[:2] == (0.0, 1e-6)


@pytest.mark.slow
def test_the_same_launch_with_more_of_its_steps_is_seen_from_where_it_was(qtbot: QtBot) -> None:
    window = showing(qtbot, trace := in_waves(324))
    turn(window.panels.timeline, QPoint(200, 60), 5)
    seen = span_of(window.panels.timeline)

    assert trace.placement is not None
    copied = replace(trace.placement, start_s=trace.placement.start_s.copy())
    window.session.show_recording(replace(trace, placement=copied), "again.gpuviz")
    desk_in(window.panels.timeline, TimelineController).refresh()

    assert span_of(window.panels.timeline) == seen


@pytest.mark.slow
def test_a_hundred_thousand_blocks_are_one_image(qtbot: QtBot) -> None:
    window = showing(qtbot, in_waves(100_000, device="h200_sxm"))

    assert len(window.panels.timeline.scene.items) < 400
    assert (
        "The last of 95 waves fills 736 of 1\u202f056 places"
        in window.panels.timeline.scene.sentence
    )


@pytest.mark.slow
def test_a_large_launch_that_is_outdated_meanwhile_is_not_shown(qtbot: QtBot) -> None:
    window = showing(qtbot, in_waves(60))

    window.session.show_recording(in_waves(100_000, device="h200_sxm"), "large.gpuviz")
    desk_in(window.panels.timeline, TimelineController).refresh()
    assert "Laying out the blocks" in window.panels.timeline.scene.sentence
    window.session.show_recording(placed([0], [0], [1e-6]), "small.gpuviz")
    desk_in(window.panels.timeline, TimelineController).refresh()
    desk_in(window.panels.timeline, TimelineController).close()
    QTest.qWait(1)

    assert "39 of 40 SMs" in window.panels.timeline.scene.sentence


@pytest.mark.slow
def test_it_is_exported_as_picture_drawing_and_table(qtbot: QtBot, tmp_path: Path) -> None:
    window = showing(qtbot, placed([3, 5], [0, 1e-6], [2e-6, 1.5e-6]))
    export = window.panels.timeline.export

    for suffix in (".png", ".svg", ".csv"):
        export.save(tmp_path / f"timeline{suffix}")

    assert (tmp_path / "timeline.png").read_bytes().startswith(b"\x89PNG")
    assert "SM timeline" in (tmp_path / "timeline.svg").read_text("utf-8")
    with (tmp_path / "timeline.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["block"], row["SM"], float(row["end [s]"])) for row in rows] == [
        ("0", "3", 2e-6),
        ("1", "5", 1.5e-6),
    ]


@pytest.mark.slow
def test_other_colours_are_a_new_picture(qtbot: QtBot) -> None:
    window = showing(qtbot, in_waves(60))
    dark = window.panels.timeline.scene

    window.set_theme(LIGHT)

    assert window.panels.timeline.scene != dark
