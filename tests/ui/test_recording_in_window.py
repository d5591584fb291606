"""A recording in the window: it is read and shown, and nothing is launched."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.trace.file import save_trace
from tests.helpers import traces
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers
from tests.ui.windows import open_window, run


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


def test_live_launches_nothing_while_a_recording_is_shown(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.session.show_recording(traces.vector_add(100, 32), "old.gpuviz")

    for _ in range(2):
        window.actions_by_id["live"].trigger()

    timers = window.session.launch.findChildren(QTimer)
    assert window.session.launch.live
    assert not any(timer.isActive() for timer in timers)


def test_a_recording_ends_the_launch_that_is_under_way(qtbot: QtBot) -> None:
    window = open_window(qtbot, EmulatingWorkers(holds=True))
    window.session.launch.run()

    window.session.show_recording(traces.vector_add(100, 32), "old.gpuviz")

    qtbot.waitUntil(lambda: not window.session.launcher.busy)
    assert not window.actions_by_id["cancel"].isEnabled()
    assert not window.panels.launch.form.isEnabled()


def test_a_run_after_a_recording_launches_what_is_chosen(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.session.show_recording(traces.vector_add(100, 32), "old.gpuviz")

    run(qtbot, window)

    assert window.panels.launch.form.isEnabled()
    assert window.session.playback.trace is not None
    assert window.session.playback.trace.config.block == (256, 1, 1)


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


def test_a_thread_that_the_next_launch_does_not_have_is_let_go(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    bare = traces.warps_of([(0, 0, 0), (0, 0, 1)], threads=32)

    window.session.show_recording(bare, "bare.gpuviz")

    qtbot.waitUntil(lambda: "Click" in window.panels.inspector.text)
    assert window.session.selection.thread is None
