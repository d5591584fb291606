"""Launches that no lesson shows, opened as recordings: what the window says of them is true."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

import gpuviz
from gpuviz import cuda
from gpuviz.insight.states import ThreadState
from gpuviz.messages import GpuvizError
from gpuviz.session.selection import ElementChoice
from gpuviz.simt.replay import follow, watch
from gpuviz.trace import Element, Trace
from gpuviz.trace.file import load_trace, save_trace
from gpuviz.ui.facts import FactRow
from gpuviz.ui.main_window import MainWindow
from tests.helpers import traces
from tests.ui.instant_workers import InstantWorkers
from tests.ui.windows import open_window


@cuda.jit
def copy(a, b):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    if i < a.size:
        b[i] = a[i]


@cuda.jit
def fill(a):  # type: ignore[no-untyped-def]
    x, y, z = cuda.grid(3)
    if x < a.shape[0] and y < a.shape[1] and z < a.shape[2]:
        a[x, y, z] = x


@cuda.jit
def empty():  # type: ignore[no-untyped-def]
    pass


@cuda.jit
def wait_for_nobody(a):  # type: ignore[no-untyped-def]
    while a[0] == 0:
        pass
    a[1] = 1


@cuda.jit(debug=True, opt=False)
def assert_few(a):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    assert i < 40, "too far"
    a[i] = i


def recorded(
    kernel: Any, *arguments: Any, grid: Any = 2, block: Any = 32, schedule: str = "lockstep"
) -> Trace:
    """What one launch did."""
    with gpuviz.recording(schedule=schedule) as launches, suppress(GpuvizError, AssertionError):
        kernel[grid, block](*arguments)
    trace: Trace = launches[0].trace
    return trace


def copied(array: Any) -> Callable[[], Trace]:
    """Makes the trace of a copy of some array."""
    return lambda: recorded(copy, np.asarray(array), np.zeros_like(array))


def shown(qtbot: QtBot, trace: Trace) -> MainWindow:
    """A window that shows a launch as a recording."""
    window = open_window(qtbot, InstantWorkers())
    window.session.show_recording(trace, "odd.gpuviz")
    return window


ARRAYS = {
    "bool": np.arange(64) % 2 == 0,
    "complex64": np.arange(64).astype(np.complex64) * 1j,
    "float16": np.arange(64, dtype=np.float16),
    "uint64": np.full(64, 2**64 - 1, np.uint64),
    "datetime64": np.arange(64).astype("datetime64[s]"),
    "timedelta64": np.arange(64).astype("timedelta64[s]"),
    "nan": np.full(64, np.nan),
    "inf": np.array([np.inf, -np.inf] * 32, np.float32),
    "no element": np.zeros(0),
    "one element": np.ones(1),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ARRAYS)
def test_arrays_of_any_type_can_be_looked_at_step_by_step(qtbot: QtBot, kind: str) -> None:
    array: Any = ARRAYS[kind]
    window = shown(qtbot, copied(array)())
    window.session.selection.select_thread(0, 0)

    for moment in range(window.session.playback.length + 1):
        window.session.playback.seek(moment)
        window.inspector_controller.refresh()
        window.stage.repaint()

    touched = window.panels.inspector.thread_page.text
    assert ("writes b[0]" in touched) == (array.size > 0)


@pytest.mark.slow
def test_a_difference_of_times_is_written_with_its_unit(qtbot: QtBot) -> None:
    window = shown(qtbot, copied(ARRAYS["timedelta64"])())
    window.session.selection.select_thread(0, 5)

    window.session.playback.seek(window.session.playback.length - 1)
    window.inspector_controller.refresh()

    assert "reads a[5]: 5 seconds" in window.panels.inspector.text


@pytest.mark.slow
def test_a_kernel_without_a_statement_is_not_blamed_on_the_emulator(qtbot: QtBot) -> None:
    window = shown(qtbot, recorded(empty))
    window.inspector_controller.refresh()

    words = "empty executes no statement"
    assert words in window.stage.scene.sentence
    assert words in window.panels.inspector.text


@pytest.mark.slow
def test_a_recording_without_times_says_so_and_promises_none_of_a_cpu(qtbot: QtBot) -> None:
    window = shown(qtbot, copied(np.zeros(8))())

    assert "holds no times" in window.panels.timing.last_run.accessibleName()
    assert window.status.times.text() == ""
    assert window.panels.timing.history.accessibleName() == "Times of 0 runs"


@pytest.mark.slow
def test_a_long_condition_stands_above_its_numbers(qtbot: QtBot) -> None:
    window = shown(qtbot, recorded(fill, np.zeros((8, 4, 4)), block=(4, 4, 4)))
    window.session.selection.select_thread(0, 0)
    window.session.playback.seek(window.session.playback.length * 2 // 3)

    window.inspector_controller.refresh()

    rows = window.panels.inspector.thread_page.findChildren(FactRow)
    row = next(row for row in rows if " and " in row.text)
    assert row.value.y() > row.label.y()


@pytest.mark.slow
def test_the_order_of_tab_survives_a_panel_that_floats(qtbot: QtBot) -> None:
    window = shown(qtbot, copied(np.zeros(8))())
    window.docks["memory"].setFloating(True)

    window.session.launch.choiceChanged.emit()

    assert window.docks["memory"].isFloating()  # and Qt did not complain


BREAK_OFF = {"No progress": wait_for_nobody, "too far": assert_few}


@pytest.mark.slow
@pytest.mark.parametrize(("why", "kernel"), BREAK_OFF.items(), ids=BREAK_OFF)
def test_a_launch_that_broke_off_is_never_shown_as_finished(
    qtbot: QtBot, tmp_path: Path, why: str, kernel: Any
) -> None:
    save_trace(recorded(kernel, np.zeros(64, np.int32)), tmp_path / "broken.gpuviz")

    window = shown(qtbot, load_trace(tmp_path / "broken.gpuviz"))
    window.session.playback.seek_round(window.session.playback.rounds + 1)

    facts = window.stage.facts
    assert facts is not None
    assert facts.states is not None
    states = facts.states.threads(window.session.playback.instant, np.arange(2))
    assert ThreadState.FINISHED not in states
    assert "broke off" in window.stage.scene.sentence
    assert why in window.panels.launch.notes.text
    assert "the launch broke off" in window.panels.launch.checks.text


def test_a_launch_that_broke_off_can_be_followed_and_watched_again() -> None:
    trace = recorded(wait_for_nobody, np.zeros(64, np.int32))

    again = follow(trace, [1])
    touches = watch(trace, Element("a", (0,), 0))

    assert again.failure == trace.failure
    assert set(touches.thread.tolist()) == set(range(64))


@pytest.mark.slow
def test_an_element_chosen_in_one_launch_does_not_disturb_the_next(qtbot: QtBot) -> None:
    window = shown(qtbot, copied(np.zeros(64))())
    window.session.selection.select_element(ElementChoice(1, 5))
    window.session.touches.look()

    window.session.show_recording(
        recorded(assert_few, np.zeros(30, np.int32), block=4), "next.gpuviz"
    )
    window.session.launcher.replays.busyChanged.emit(True)

    assert window.session.touches.touches is None


@pytest.mark.slow
@pytest.mark.parametrize("schedule", ["lockstep", "warps"])
@pytest.mark.parametrize("kernel", BREAK_OFF.values(), ids=BREAK_OFF)
def test_what_a_launch_did_until_it_broke_off_is_counted(kernel: Any, schedule: str) -> None:
    trace = recorded(kernel, np.zeros(64, np.int32), schedule=schedule)

    assert trace.counters is not None
    assert trace.steps is not None
    assert trace.counters.warp_steps == len(trace.steps)
    assert (trace.counters.active_threads == 64) == (kernel is wait_for_nobody)


def test_whose_limits_stand_in_for_those_of_an_unknown_device_is_said(qtbot: QtBot) -> None:
    window = open_window(qtbot, InstantWorkers())
    trace = replace(traces.vector_add(100, 32), device_id="this-gpu")

    window.session.show_recording(trace, "elsewhere.gpuviz")

    assert "gpuviz does not know the device this-gpu" in window.panels.launch.notes.text
    assert "those that a Tesla T4 would have" in window.panels.launch.notes.text
