"""A recording in the window: it is read and shown, and nothing is launched."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.trace import Trace
from gpuviz.trace.file import save_trace
from tests.helpers import traces
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers
from tests.ui.windows import open_window, run


@pytest.mark.slow
def test_a_recording_is_shown_without_launching_anything(qtbot: QtBot, tmp_path: Path) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    recording = tmp_path / "old.gpuviz"
    save_trace(traces.vector_add(100, 32), recording)

    window.open_file(recording)

    words = "old.gpuviz is a recording of vector_add"
    qtbot.waitUntil(lambda: words in window.panels.launch.notes.text)
    qtbot.waitUntil(lambda: "vector_add" in window.panels.source.view.toPlainText())
    assert not window.panels.launch.form.isEnabled()
    assert workers.launches == []


@pytest.mark.slow
def test_live_launches_nothing_while_a_recording_is_shown(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.session.show_recording(traces.vector_add(100, 32), "old.gpuviz")

    for _ in range(2):
        window.actions_by_id["live"].trigger()

    timers = window.session.launch.findChildren(QTimer)
    assert window.session.launch.live
    assert not any(timer.isActive() for timer in timers)


@pytest.mark.slow
def test_a_recording_ends_the_launch_that_is_under_way(qtbot: QtBot) -> None:
    window = open_window(qtbot, EmulatingWorkers(holds=True))
    window.session.launch.run()

    window.session.show_recording(traces.vector_add(100, 32), "old.gpuviz")

    qtbot.waitUntil(lambda: not window.session.launcher.busy)
    assert not window.actions_by_id["cancel"].isEnabled()
    assert not window.panels.launch.form.isEnabled()


def recorded(operation: str, size: tuple[int, ...], block: Dim3, **changes: Any) -> Trace:
    """An operation of the gallery, launched on the emulator."""
    info = find_operation(operation)
    config = LaunchConfig(info.grid(size, block), block)
    request = LaunchRequest(1, info.path, size, config, "emulator", find_device("t4"))
    return replace(EmulatorEngine().run(request, lambda share: None).trace, **changes)


@pytest.mark.slow
def test_the_controls_show_the_launch_of_a_recording_and_run_launches_it(qtbot: QtBot) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    window.session.show_recording(recorded("matmul_tiled", (32, 48, 16), Dim3(16, 16)), "m.gpuviz")
    form = window.panels.launch.form

    assert window.toolbar.operation.currentText() == "Matmul, tiled"
    assert form.isEnabled()
    assert (form.problem_size, form.block) == ((32, 48, 16), Dim3(16, 16))
    assert "Run launches the same again." in window.panels.launch.notes.text
    assert workers.launches == []

    QTest.mouseClick(window.toolbar.button("run"), Qt.MouseButton.LeftButton)

    (launch,) = workers.launches
    assert launch.operation == find_operation("matmul_tiled").path
    assert (launch.size, launch.config) == ((32, 48, 16), LaunchConfig(Dim3(3, 2), Dim3(16, 16)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"size": ()}, "it does not say with which size and inputs it was launched"),
        ({"functions": "other"}, "its file vector_add.py is not here, or says something else"),
    ],
)
def test_a_recording_that_cannot_be_launched_again_says_why(
    qtbot: QtBot, changes: dict[str, Any], why: str
) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    trace = recorded("vector_add", (100,), Dim3(32))
    if "functions" in changes:
        own = replace(trace.functions[0], text="def vector_add(a, b, c):\n    pass\n")
        changes = {"functions": (own, *trace.functions[1:])}
    window.session.show_recording(replace(trace, **changes), "old.gpuviz")
    form = window.panels.launch.form

    QTest.mouseClick(window.toolbar.button("run"), Qt.MouseButton.LeftButton)

    assert workers.launches == []
    assert why in window.panels.launch.notes.text
    assert why in window.status.currentMessage()
    assert not form.isEnabled()
    assert (form.problem_size, form.block) == ((), Dim3(32))
    assert window.toolbar.operation.words == "vector_add"

    window.session.launch.pick_operation(find_operation("saxpy"))

    assert form.isEnabled()
    assert len(form.problem_size) == 1
    assert window.toolbar.operation.words == "SAXPY"


@pytest.mark.slow
def test_numbers_for_an_array_are_offered_to_the_kernel_of_a_recording(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    trace = recorded("matmul_tiled", (16, 16, 16), Dim3(16, 16))
    window.session.show_recording(trace, "m.gpuviz")
    section = window.panels.launch.inputs
    section.open()

    qtbot.waitUntil(lambda: [row.name for row in section.rows if row.name] == ["a", "b", "c"])


def test_a_recording_beside_another_source_is_told(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    launch = window.session.launch
    window.session.show_recording(traces.vector_add(100, 32), "old.gpuviz")
    assert launch.stale_note is None

    launch.take_operation(find_operation("saxpy"))

    note = launch.stale_note
    assert note is not None
    assert note.text == (
        "SAXPY has not run yet: press Run."
        " The picture is still that of the recording old.gpuviz, of vector_add."
    )


@pytest.mark.slow
def test_a_picture_of_a_file_that_is_gone_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    shutil.copy(find_operation("vector_add").path, own)
    window = open_window(qtbot, EmulatingWorkers())
    launch = window.session.launch
    launch.trust(find_operation(own))
    with qtbot.waitSignal(window.session.launcher.finished):
        launch.pick_operation(find_operation(own))
    assert launch.stale_note is None

    own.unlink()
    launch.run()

    note = launch.stale_note
    assert note is not None
    assert note.tone == "hazard"
    assert note.text.startswith(
        "The file cannot be launched as it is now. The picture is still that of Vector add"
    )


@pytest.mark.slow
def test_a_damaged_recording_is_told_and_the_picture_stays(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    damaged = tmp_path / "bad.gpuviz"
    damaged.write_bytes(b"nothing")

    window.open_file(damaged)

    qtbot.waitUntil(lambda: window.findChild(QMessageBox) is not None)
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "bad.gpuviz" in box.informativeText()
    box.close()
    assert window.session.playback.trace is not None


@pytest.mark.slow
def test_a_thread_that_the_next_launch_does_not_have_is_let_go(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    bare = traces.warps_of([(0, 0, 0), (0, 0, 1)], threads=32)

    window.session.show_recording(bare, "bare.gpuviz")

    qtbot.waitUntil(lambda: "Click" in window.panels.inspector.text)
    assert window.session.selection.thread is None
