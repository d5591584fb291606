"""The panel Checks shows a repair that was tried, and gives the repaired file away."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.messages import GpuvizError, Message
from gpuviz.operation import describe, find_operation
from gpuviz.trace.file import load_trace, save_trace
from gpuviz.ui.checks.view import ChecksView
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.source import editor_controller
from gpuviz.worker.jobs import Job, TryRepairs
from tests.helpers.gallery_lines import line_of
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import launch

BROKEN = "broken_matmul_tiled"


class HoldingRepairs(EmulatingWorkers):
    """Launches run here and now; repairs are tried when the test says so."""

    asked: TryRepairs | None = None
    future: Future[Any] | None = None

    def held_back(self, job: Job[Any]) -> Future[Any] | None:
        """A future of its own for repairs."""
        if not isinstance(job, TryRepairs):
            return None
        self.asked, self.future = job, Future()
        return self.future


def opened(qtbot: QtBot, workers: EmulatingWorkers | None = None) -> tuple[MainWindow, ChecksView]:
    window = launch(qtbot, BROKEN, workers)
    window.arrangement.raise_below("checks")
    return window, window.panels.checks


def last_of_the_loop() -> int:
    """The line, from 1, behind which the barrier of BROKEN is missing."""
    return line_of(BROKEN, "total +=")


def ask(view: ChecksView) -> None:
    QTest.mouseClick(view.ask, Qt.MouseButton.LeftButton)


@pytest.mark.slow
def test_a_repair_of_c_goes_into_the_editor(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editor_controller, "scratch_folder", lambda: tmp_path / "scratch")
    path = tmp_path / "double.cu"
    head = "// gpuviz: n = 100\n// gpuviz: x = ramp(n)\n// gpuviz: threads = n\n"
    kernel = "__global__ void twice(float* x, int n) {\n    int i = blockIdx.x * blockDim.x"
    path.write_text(f"{head}{kernel} + threadIdx.x;\n    x[i] *= 2;\n}}\n", encoding="utf-8")
    window = launch(qtbot, str(path))
    window.session.launch.set_live(False)
    window.arrangement.raise_below("checks")
    view = window.panels.checks

    ask(view)
    qtbot.waitUntil(lambda: view.tried.apply.isVisible())
    assert "Guard line 6: if i < n." in view.text
    view.tried.apply.click()

    qtbot.waitUntil(lambda: "if (i < n)" in window.editor.panel.editor.text)
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.editor.run()
    trace = window.session.playback.trace
    assert trace is not None
    assert trace.hazards == ()


@pytest.mark.slow
def test_a_repair_is_tried_when_somebody_asks_what_repairs_it(qtbot: QtBot) -> None:
    _, view = opened(qtbot)
    assert "Tried" not in view.text

    ask(view)

    qtbot.waitUntil(lambda: view.tried.copy.isVisible())
    assert f"at the end of the loop's body, after line {last_of_the_loop()}" in view.text
    assert "Tried: The hazard is gone, and the result is right." in view.text
    assert "+\N{NO-BREAK SPACE}" in view.tried.diff.text() or "cuda.syncthreads()" in view.text


@pytest.mark.slow
def test_the_repaired_source_can_be_copied_and_saved(qtbot: QtBot, tmp_path: Path) -> None:
    _, view = opened(qtbot)
    original = find_operation(BROKEN).path.read_text(encoding="utf-8")
    ask(view)
    qtbot.waitUntil(lambda: view.tried.copy.isVisible())

    QTest.mouseClick(view.tried.copy, Qt.MouseButton.LeftButton)
    view.tried.save_source(tmp_path / "repaired.py")

    copied = QGuiApplication.clipboard().text()
    assert copied == (tmp_path / "repaired.py").read_text(encoding="utf-8")
    lines = copied.splitlines()
    assert lines.pop(last_of_the_loop()) == "        cuda.syncthreads()"
    assert lines == original.splitlines()


@pytest.mark.slow
def test_a_repaired_file_has_the_ends_of_lines_and_the_mark_of_the_file_that_it_is_of(
    qtbot: QtBot, tmp_path: Path
) -> None:
    broken = find_operation(BROKEN).source
    own = tmp_path / "own.py"
    own.write_bytes(b"\xef\xbb\xbf" + broken.replace("\n", "\r\n").encode())
    window = launch(qtbot, "vector_add")
    window.session.launch.trust_text(own, describe(own).source)
    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.pick_operation(describe(own))
    window.arrangement.raise_below("checks")
    view = window.panels.checks
    qtbot.waitUntil(view.ask.isVisible)
    ask(view)
    qtbot.waitUntil(lambda: view.tried.copy.isVisible())

    view.tried.save_source(tmp_path / "repaired.py")
    QTest.mouseClick(view.tried.apply, Qt.MouseButton.LeftButton)

    saved = (tmp_path / "repaired.py").read_bytes()
    assert saved.startswith(b'\xef\xbb\xbf"""')
    assert saved.count(b"\n") == saved.count(b"\r\n") == broken.count("\n") + 1
    assert window.editor.panel.editor.text == saved.decode("utf-8-sig").replace("\r\n", "\n")


@pytest.mark.slow
def test_while_repairs_are_tried_the_panel_says_so_and_cancel_ends_it(qtbot: QtBot) -> None:
    workers = HoldingRepairs()
    window, view = opened(qtbot, workers)

    ask(view)

    assert "Repairs are being tried" in view.text
    assert window.actions_by_id["cancel"].isEnabled()
    window.actions_by_id["cancel"].trigger()
    qtbot.waitUntil(lambda: "Repairs are being tried" not in view.text)
    assert workers.future is not None
    assert workers.future.cancelled()


def test_the_same_request_is_tried_that_was_launched(qtbot: QtBot) -> None:
    workers = HoldingRepairs()
    window, view = opened(qtbot, workers)

    ask(view)

    shown = window.session.launch.shown
    assert shown is not None
    assert workers.asked is not None
    asked = workers.asked
    request = asked.request
    assert (request.operation, request.size) == (shown.choice.operation.path, shown.choice.size)
    assert request.config == shown.trace.config
    assert [fault.line for fault in asked.asked.faults] == [h.line for h in shown.trace.hazards]
    window.session.launcher.repairs.cancel()


@pytest.mark.slow
def test_why_no_repair_could_be_tried_is_said(qtbot: QtBot) -> None:
    workers = HoldingRepairs()
    _, view = opened(qtbot, workers)
    ask(view)
    assert workers.future is not None

    workers.future.set_exception(GpuvizError(Message("test", "The worker is gone.")))

    qtbot.waitUntil(lambda: "The worker is gone." in view.text)
    assert not view.tried.copy.isVisible()


@pytest.mark.slow
def test_a_hazard_of_a_recording_has_no_repair_tried_and_says_why(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window, view = opened(qtbot)
    assert window.session.playback.trace is not None
    save_trace(window.session.playback.trace, tmp_path / "a.gpuviz")

    with qtbot.waitSignal(window.session.recordingShown):
        window.session.show_recording(load_trace(tmp_path / "a.gpuviz"), "a.gpuviz")
    qtbot.waitUntil(lambda: view.ask.isVisible() and not view.ask.isChecked())
    ask(view)

    assert "This is a recording" in view.text
    assert not view.tried.copy.isVisible()


@pytest.mark.slow
def test_a_file_that_cannot_be_written_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    window, view = opened(qtbot)
    ask(view)
    qtbot.waitUntil(lambda: view.tried.copy.isVisible())
    (tmp_path / "folder.py").mkdir()

    view.tried.save_source(tmp_path / "folder.py")

    from PySide6.QtWidgets import QMessageBox

    box = window.findChild(QMessageBox)
    assert box is not None
    assert "cannot be written" in box.informativeText() + box.text()
    box.close()


@pytest.mark.slow
def test_a_repair_goes_into_the_editor_and_can_be_taken_back(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpuviz.ui.source.editor_controller.scratch_folder", lambda: tmp_path)
    window, view = opened(qtbot)
    ask(view)
    qtbot.waitUntil(lambda: view.tried.apply.isVisible())
    broken = find_operation(BROKEN).source

    QTest.mouseClick(view.tried.apply, Qt.MouseButton.LeftButton)

    editor = window.editor.panel.editor
    assert window.editor.editing
    assert editor.text.count("syncthreads()") == broken.count("syncthreads()") + 1
    QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.text == broken
