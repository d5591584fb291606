"""CUDA C that is written in the window: coloured, typed, marked where it is wrong, run, kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.operation import describe
from gpuviz.places import resource_dir
from gpuviz.session.scratch import is_scratch, original_of, scratch_of
from gpuviz.ui import dialogs
from gpuviz.ui.labels import said
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.source import editor_controller
from gpuviz.ui.source.editor import CodeEditor
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import open_window

TWIN = resource_dir("kernels") / "cuda" / "vector_add.cu"
SCALE = """\
// gpuviz: n = 100
// gpuviz: x = ramp(n)
// gpuviz: threads = n
__global__ void scale(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] *= 2.0f;
    }
}
"""


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of copies: none of whoever runs the tests."""
    folder = tmp_path / "scratch"
    monkeypatch.setattr(editor_controller, "scratch_folder", lambda: folder)
    return folder


def opened(qtbot: QtBot, path: Path) -> MainWindow:
    """A window whose editor is open on a file that has run."""
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.session.launch.set_live(False)
    window.activateWindow()
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.open_file(path)
    window.actions_by_id["edit"].trigger()
    qtbot.waitUntil(lambda: editor_of(window).text != "")
    return window


def opened_scale(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    path = tmp_path / "scale.cu"
    path.write_text(SCALE, encoding="utf-8")
    return opened(qtbot, path)


def editor_of(window: MainWindow) -> CodeEditor:
    return window.editor.panel.editor


def replace(window: MainWindow, before: str, after: str) -> None:
    """Select some words of the file and type others."""
    editor = editor_of(window)
    cursor = editor.textCursor()
    cursor.setPosition(editor.text.index(before))
    cursor.movePosition(
        QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor, len(before)
    )
    editor.setTextCursor(cursor)
    QTest.keyClicks(editor, after)


def wrong(window: MainWindow) -> str:
    panel = window.editor.panel
    return "" if panel.wrong.isHidden() else said(panel.wrong)


def test_words_of_c_are_coloured(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened_scale(qtbot, tmp_path)

    block = editor_of(window).document().findBlockByNumber(3)

    colours = {
        block.text()[one.start : one.start + one.length]: one.format.foreground().color().name()
        for one in block.layout().formats()
    }
    assert colours["__global__"] == window.editor.panel.editor.theme.words.barrier


@pytest.mark.slow
def test_a_brace_opens_a_level_and_the_closing_one_goes_back(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened_scale(qtbot, tmp_path)
    editor = editor_of(window)
    replace(window, " {\n        x[i] *= 2.0f;\n    }", " {")

    for letters in ("x[i] = 0;", "}"):
        QTest.keyClick(editor, Qt.Key.Key_Return)
        QTest.keyClicks(editor, letters)

    assert "    if (i < n) {\n        x[i] = 0;\n    }\n}" in editor.text


@pytest.mark.slow
def test_what_the_front_end_cannot_read_is_marked_at_its_line_and_column(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened_scale(qtbot, tmp_path)

    replace(window, "threadIdx.x;", "threadIdx.x")

    qtbot.waitUntil(lambda: wrong(window) != "")
    assert editor_of(window).error_place == (5, "int i = blockIdx.x * blockDim.x + threadIdx.x")
    assert "scale.cu, line 5: ';' is expected here, before 'if'" in wrong(window)


@pytest.mark.slow
def test_a_name_that_nothing_declares_is_marked_when_it_is_run(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened_scale(qtbot, tmp_path)
    replace(window, "x[i] *= 2.0f", "x[i] *= y")

    with qtbot.waitSignal(window.session.launch.failed):
        window.editor.run()

    assert editor_of(window).error_place == (7, "y")
    replace(window, "*= y", "*= 2.0f")
    qtbot.waitUntil(lambda: wrong(window) == "")


@pytest.mark.slow
def test_what_is_typed_runs_and_is_saved(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened_scale(qtbot, tmp_path)
    replace(window, "*= 2.0f", "+= 1.0f")

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.editor.run()

    trace = window.session.playback.trace
    assert trace is not None
    assert "+= 1.0f" in trace.functions[0].text
    assert "+= 1.0f" in (tmp_path / "scale.cu").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_twin_of_the_gallery_is_edited_as_a_copy_with_its_inputs(
    qtbot: QtBot, scratch: Path
) -> None:
    before = TWIN.read_bytes()
    window = opened(qtbot, TWIN)
    copy = scratch / "vector_add_mine.cu"
    assert window.editor.path == copy
    replace(window, "a[i] + b[i]", "a[i] - b[i]")

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.editor.run()

    shown = window.session.launch.shown
    assert shown is not None
    assert shown.result.correct is False  # the Python kernel's reference tells
    assert TWIN.read_bytes() == before


def test_a_copy_of_a_twin_knows_the_twin_as_its_original(tmp_path: Path) -> None:
    copy = scratch_of(describe(TWIN), tmp_path)

    original = original_of(copy, tmp_path)

    assert is_scratch(copy, tmp_path)
    assert original is not None
    assert original.path == TWIN
    assert "// <-" not in copy.read_text(encoding="utf-8")  # ties are for programs


@pytest.mark.slow
def test_a_file_in_c_is_saved_as_one_in_c_alone(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened_scale(qtbot, tmp_path)
    told: list[str] = []
    monkeypatch.setattr(dialogs, "tell", lambda parent, title, words: told.append(words))

    window.editor.save_as(tmp_path / "other.py")
    window.editor.save_as(tmp_path / "other.cu")

    assert "has to end in .cu" in told[0]
    assert len(told) == 1
    assert window.editor.path == tmp_path / "other.cu"
    assert window.session.launch.choice.operation.path == tmp_path / "other.cu"


@pytest.mark.slow
def test_an_edited_twin_is_shown_beside_the_one_of_the_gallery(qtbot: QtBot) -> None:
    window = opened(qtbot, TWIN)
    replace(window, "a[i] + b[i]", "b[i] + a[i]")

    window.editor.compare()

    qtbot.waitUntil(lambda: window.session.comparison.pinned is not None)
    pinned = window.session.comparison.pinned
    assert pinned is not None
    assert Path(pinned.functions[0].file) == TWIN
    qtbot.waitUntil(lambda: window.session.launch.shown is not None)
    assert window.session.launch.choice.operation.path.name == "vector_add_mine.cu"
