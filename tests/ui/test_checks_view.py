"""The checks view: what was found, the moment behind it, and the order of a race that fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.launch import Dim3
from gpuviz.operation import describe, find_operation
from gpuviz.scene.scene import Outlines, Panel
from gpuviz.scene.theme import DARK
from gpuviz.session.selection import ElementChoice
from gpuviz.trace.file import load_trace, save_trace
from gpuviz.ui.checks.details import ElementTarget, LineTarget, ThreadTarget
from gpuviz.ui.checks.view import ChecksView
from gpuviz.ui.main_window import MainWindow
from gpuviz.worker import Workers
from tests.helpers.gallery_lines import line_of
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers
from tests.ui.windows import launch, open_window, shown_window


def opened(qtbot: QtBot, name: str, workers: InstantWorkers | None = None) -> MainWindow:
    window = launch(qtbot, name, workers)
    window.arrangement.raise_below("checks")
    return window


def words(view: ChecksView) -> list[str]:
    return [view.list.item(row).text() for row in range(view.list.count())]


def row_of(view: ChecksView, start: str) -> int:
    return next(row for row, text in enumerate(words(view)) if text[2:].startswith(start))


def click_row(view: ChecksView, row: int) -> None:
    place = view.list.visualItemRect(view.list.item(row)).center()
    nothing = Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, nothing, place)


def test_before_a_launch_the_view_says_so(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    assert "No launch yet" in window.panels.checks.text


@pytest.mark.slow
def test_a_launch_without_mistakes_lists_what_was_checked(qtbot: QtBot) -> None:
    window = opened(qtbot, "vector_add")

    assert words(window.panels.checks)[:5] == [
        "✓ result equals NumPy",
        "✓ no access out of bounds",
        "✓ no race",
        "✓ nothing read uninitialised",
        "✓ every barrier reached by all",
    ]
    assert "compared with what NumPy computes" in window.panels.checks.text


@pytest.mark.slow
def test_a_race_is_told_with_both_threads_lines_and_its_element(qtbot: QtBot) -> None:
    window = opened(qtbot, "broken_sum_shared")

    assert words(window.panels.checks)[0].startswith("✕ race on part, line 47 · 508")
    text = window.panels.checks.text
    assert "writes: block (0, 0, 0) thread (1, 0, 0) · warp 0 lane 1 · line 47" in text
    assert "reads: block (0, 0, 0) thread (0, 0, 0) · warp 0 lane 0 · line 47" in text
    assert "element: part[1]" in text
    assert "in this order: the write first" in text


@pytest.mark.slow
def test_a_race_of_two_turns_of_a_loop_is_told_with_both(qtbot: QtBot) -> None:
    window = opened(qtbot, "broken_matmul_tiled")

    text = window.panels.checks.text

    strides, loading, products, store, product = (
        line_of("broken_matmul_tiled", words)
        for words in (
            "for first in",
            "while i < TILE",
            "for i in range(TILE)",
            "] = a[row",
            "total +=",
        )
    )
    assert f"in turn 2 of the loop of line {strides}, and thread (1, 0, 0)" in text
    assert (
        f"lane 0 · line {store} · turn 2 of the loop of line {strides}"
        f" · turn 1 of the loop of line {loading}" in text
    )
    assert (
        f"lane 1 · line {product} · turn 1 of the loop of line {strides}"
        f" · turn 1 of the loop of line {products}" in text
    )
    assert "in this order: the read first, step" in text


@pytest.mark.slow
def test_a_missing_barrier_is_placed_when_it_is_asked_for(qtbot: QtBot) -> None:
    view = opened(qtbot, "broken_matmul_tiled").panels.checks
    strides, products, product = (
        line_of("broken_matmul_tiled", words)
        for words in ("for first in", "for i in range(TILE)", "total +=")
    )
    place = (
        f"behind the loop of lines {products} to {product}, "
        f"before the next turn of the loop of line {strides} writes"
    )
    assert place not in view.text

    QTest.mouseClick(view.ask, Qt.MouseButton.LeftButton)

    assert place in view.text


@pytest.mark.slow
def test_the_moment_of_a_race_in_a_loop_plays_without_a_barrier_in_it(qtbot: QtBot) -> None:
    window = opened(qtbot, "broken_matmul_tiled")
    playback = window.session.playback
    playback.speed = 1024.0
    assert playback.trace is not None
    assert playback.trace.steps is not None
    assert playback.order is not None
    race = playback.trace.hazards[0]
    ends = [int(playback.order.position[s]) + 1 for s in (race.step, race.other_step) if s]

    QTest.mouseClick(window.panels.checks.play, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not playback.playing)

    assert playback.moment == max(ends)
    played = playback.order.step[min(ends) - 1 : max(ends)]
    in_block = played[playback.trace.steps.block[played] == 0]
    passed = [
        playback.trace.statements[n].is_barrier for n in playback.trace.steps.statement[in_block]
    ]
    assert not any(passed)


@pytest.mark.slow
def test_what_repairs_it_is_told_when_it_is_asked_for(qtbot: QtBot) -> None:
    view = opened(qtbot, "broken_sum_shared").panels.checks
    assert "put cuda.syncthreads()" not in view.text

    QTest.mouseClick(view.ask, Qt.MouseButton.LeftButton)

    assert "put cuda.syncthreads()" in view.text


@pytest.mark.slow
def test_playing_the_failing_order_runs_it_and_stops_after_the_race(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = opened(qtbot, "broken_sum_shared", workers)
    view, playback = window.panels.checks, window.session.playback
    playback.speed = 16.0

    QTest.mouseClick(view.order, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "the read first" in view.text)
    qtbot.waitUntil(lambda: f"then the write, step {playback.moment}" in view.text)
    qtbot.waitUntil(lambda: not playback.playing)

    assert [launch.schedule for launch in workers.launches] == ["lockstep", "adversarial"]
    assert playback.order is not None
    assert playback.order.label == "executed"
    assert f"then the write, step {playback.moment}" in view.text
    assert "✕ 1 of 1 elements of total wrong" in words(view)
    assert "total[0] in this order: 4" in view.text
    assert view.order.text() == "Show the usual order"

    QTest.mouseClick(view.order, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.order.text() == "▶ Play the failing order")

    assert workers.launches[-1].schedule == "lockstep"


@pytest.mark.slow
def test_the_failing_order_plays_and_tells_what_the_raced_element_holds(qtbot: QtBot) -> None:
    window = opened(qtbot, "broken_histogram")
    view, playback = window.panels.checks, window.session.playback
    played: list[int] = []

    def note(moment: int) -> None:
        if playback.playing:
            played.append(moment)

    playback.momentChanged.connect(note)
    playback.speed = 16.0

    QTest.mouseClick(view.order, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: playback.playing)
    qtbot.waitUntil(lambda: not playback.playing)

    (race,) = playback.trace.hazards if playback.trace is not None else ()
    element = f"bins[{race.index[0]}]"
    assert race.index != (0,)  # the first wrong one is another
    assert played == list(range(played[0], played[0] + 10))
    assert f"correct {element}: " in view.text
    assert f"{element} in this order: " in view.text
    assert "bins[0]" not in view.text


@pytest.mark.slow
def test_another_size_after_a_failing_order_runs_in_the_usual_one(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = opened(qtbot, "broken_sum_shared", workers)
    QTest.mouseClick(window.panels.checks.order, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "the read first" in window.panels.checks.text)

    window.session.launch.set_numbers((500,), Dim3(128), None)
    qtbot.waitUntil(lambda: workers.launches[-1].size == (500,))

    assert workers.launches[-1].schedule == "lockstep"


@pytest.mark.slow
def test_a_click_on_a_check_goes_to_its_thread_and_moment(qtbot: QtBot) -> None:
    window = opened(qtbot, "broken_barrier")
    window.session.selection.select_thread(0, 0)
    window.session.playback.seek(1)

    click_row(window.panels.checks, row_of(window.panels.checks, "barrier not reached"))

    assert (window.session.selection.block, window.session.selection.thread) == (3, 0)
    assert window.session.playback.moment == 185
    assert "never comes: block (3, 0, 0) thread (232, 0, 0)" in window.panels.checks.text


@pytest.mark.slow
def test_the_keyboard_goes_through_the_checks(qtbot: QtBot) -> None:
    view = opened(qtbot, "broken_vector_add").panels.checks
    view.list.setFocus()
    before = view.list.currentRow()

    QTest.keyClick(view.list, Qt.Key.Key_Down)

    assert view.list.currentRow() == before + 1
    assert "b[1000]" in view.text


@pytest.mark.slow
def test_links_choose_the_thread_the_element_and_the_line(qtbot: QtBot) -> None:
    window = opened(qtbot, "broken_sum_shared")
    follow = window.panels.checks.rows.targetFollowed.emit
    qtbot.waitUntil(lambda: 47 in window.panels.source.view.lines_in_view)

    follow(ThreadTarget(2, 40))
    follow(ElementTarget(ElementChoice(1, 0)))
    follow(LineTarget(39))

    assert (window.session.selection.block, window.session.selection.thread) == (2, 40)
    assert window.session.selection.element == ElementChoice(1, 0)
    assert 39 in window.panels.source.view.lines_in_view


@pytest.mark.slow
def test_the_stage_frames_both_threads_and_fills_the_element(qtbot: QtBot) -> None:
    window = opened(qtbot, "broken_sum_shared")

    click_row(window.panels.checks, 0)

    panels = [item for item in window.stage.scene.items if isinstance(item, Panel)]
    framed = [item for item in panels if item.stroke == DARK.hazard and item.width == 2.5]
    assert len(framed) == 2
    assert "part[1]" in window.stage.scene.texts()


@pytest.mark.slow
def test_wrong_elements_are_framed_on_their_array(qtbot: QtBot) -> None:
    window = opened(qtbot, "broken_stencil")

    items = window.stage.scene.items
    frames = [i for i in items if isinstance(i, Outlines) and i.color == DARK.hazard]
    assert sum(len(item.rects) for item in frames) == 3  # three elements differ, each in its cell


@pytest.mark.slow
def test_a_recording_shows_its_race_but_cannot_look_for_another_order(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened(qtbot, "broken_sum_shared")
    trace = window.session.playback.trace
    assert trace is not None
    save_trace(trace, tmp_path / "race.gpuviz")

    window.session.show_recording(load_trace(tmp_path / "race.gpuviz"), "race.gpuviz")
    qtbot.waitUntil(lambda: "recording" in window.panels.checks.order.toolTip())

    assert not window.panels.checks.order.isEnabled()
    assert words(window.panels.checks)[0].startswith("✕ race on part")
    assert "What repairs it?" in window.panels.checks.ask.text()


EQUAL_VALUES = '''"""All threads write the same."""

import numpy as np
from numba import cuda

SIZES = {"n": 64}
BLOCK = (32,)
THREADS = ("n",)
OUTPUTS = ("out",)


@cuda.jit
def equal_values(out):
    out[0] = 7


def inputs(n, seed):
    return {"out": np.zeros(1, np.int64)}


def numpy_twin(out):
    out[0] = 7
'''


@pytest.mark.slow
def test_who_pauses_before_the_race_and_plays_on_is_not_stopped_there(qtbot: QtBot) -> None:
    window = opened(qtbot, "broken_sum_shared")
    playback = window.session.playback
    QTest.mouseClick(window.panels.checks.play, Qt.MouseButton.LeftButton)
    assert playback.playing

    playback.pause()
    playback.speed = 16.0
    playback.play()

    qtbot.waitUntil(lambda: not playback.playing)
    assert playback.ended


@pytest.mark.slow
def test_a_race_without_a_failing_order_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "equal_values.py"
    file.write_text(EQUAL_VALUES, encoding="utf-8")
    window = open_window(qtbot, EmulatingWorkers())
    operation = describe(file)
    window.session.launch.trust(operation)
    window.session.launch.pick_operation(operation)
    qtbot.waitUntil(lambda: window.panels.checks.list.count() > 0)

    QTest.mouseClick(window.panels.checks.order, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: "in no order that was tried" in window.panels.checks.text)


@pytest.mark.slow
def test_cancelling_the_search_leaves_the_picture_and_the_button(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = opened(qtbot, "broken_sum_shared", workers)
    trace = window.session.playback.trace

    workers.holds = True
    QTest.mouseClick(window.panels.checks.order, Qt.MouseButton.LeftButton)
    window.session.launch.cancel()

    assert window.session.playback.trace is trace
    assert window.panels.checks.order.text() == "▶ Play the failing order"
    assert "cancelled" in window.stale.text()


@pytest.mark.slow
def test_a_real_worker_finds_the_failing_order(qtbot: QtBot) -> None:
    window = shown_window(Workers())
    qtbot.addWidget(window)
    window.session.launch.pick_operation(find_operation("broken_sum_shared"))
    qtbot.waitUntil(lambda: "✕ race" in "".join(words(window.panels.checks)))

    window.panels.checks.order.click()

    qtbot.waitUntil(lambda: "the read first" in window.panels.checks.text)
