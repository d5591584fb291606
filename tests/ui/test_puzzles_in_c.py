"""Puzzles that are answered in CUDA C: chosen, typed, wrong and right, and remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.scene.theme import DARK
from gpuviz.session.settings import Settings, load_settings, save_settings
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.puzzles import controller as puzzle_controller
from gpuviz.ui.puzzles.chooser import PuzzleChooser
from gpuviz.ui.remembered import settings_of
from gpuviz.ui.source import editor_controller
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.puzzling import check, editor_of, puzzle_of, verdict
from tests.ui.windows import open_window


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of answers: none of whoever runs the tests."""
    folder = tmp_path / "scratch"
    for module in (editor_controller, puzzle_controller):
        monkeypatch.setattr(module, "scratch_folder", lambda: folder)
    return folder


def window_of(qtbot: QtBot) -> MainWindow:
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.session.launch.set_live(False)
    window.activateWindow()
    return window


def opened_in_c(qtbot: QtBot, name: str) -> MainWindow:
    window = window_of(qtbot)
    window.session.puzzle.written_in = "cuda-c"
    window.puzzles.open_named(name)
    qtbot.waitUntil(editor_of(window).hasFocus)
    return window


def chooser_of(window: MainWindow) -> PuzzleChooser:
    assert window.puzzles.chooser is not None
    return window.puzzles.chooser


@pytest.mark.slow
def test_c_is_chosen_in_the_list_and_a_puzzle_opens_in_it(qtbot: QtBot, scratch: Path) -> None:
    window = window_of(qtbot)
    window.puzzles.open_list()
    assert chooser_of(window).languages["python"].isChecked()

    QTest.mouseClick(chooser_of(window).languages["cuda-c"], Qt.MouseButton.LeftButton)
    assert chooser_of(window).languages["cuda-c"].isChecked()
    QTest.keyClick(chooser_of(window).list, Qt.Key.Key_Return)

    known = puzzle_of(window)
    assert known.puzzle.written_in == "cuda-c"
    assert known.file == scratch / "puzzles" / "guard" / "guard_mine.cu"
    assert "__global__ void guard" in editor_of(window).text


@pytest.mark.slow
def test_a_puzzle_is_failed_and_solved_with_the_keyboard(qtbot: QtBot) -> None:
    window = opened_in_c(qtbot, "guard")
    check(qtbot, window)
    assert verdict(window).startswith("Not yet.")
    assert window.puzzles.strip.verdict.words.property("tone") == "wrong"
    assert window.session.playback.trace is not None
    assert window.session.playback.trace.hazards[0].kind == "out-of-bounds"
    editor = editor_of(window)
    comment = "    // Write one line here: which threads have an element?"
    editor.go_to(editor.text[: editor.text.index(comment)].count("\n") + 1)

    QTest.keyClick(editor, Qt.Key.Key_End)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QTest.keyClicks(editor, "if (i < n)")
    check(qtbot, window)

    assert verdict(window).startswith("✓ Solved.")
    assert window.puzzles.strip.verdict.words.property("tone") == ""
    assert window.session.puzzle.solved_each == {"guard.cu"}
    assert window.session.puzzle.solved == {"guard", "guard.cu"}  # a lesson asks for the first


@pytest.mark.slow
@pytest.mark.parametrize("name", ["meeting", "softmax_rows"])
def test_the_solution_is_shown_and_put_into_the_editor(qtbot: QtBot, name: str) -> None:
    window = opened_in_c(qtbot, name)

    window.puzzles.show_solution()
    dialog = window.puzzles.dialog
    assert dialog is not None
    assert "__global__" in dialog.diff.text()
    dialog.take.click()
    check(qtbot, window)

    assert verdict(window).startswith("✓ Solved.")


@pytest.mark.slow
def test_a_puzzle_goes_over_into_the_other_language_and_back(qtbot: QtBot) -> None:
    window = opened_in_c(qtbot, "mirror")
    strip = window.puzzles.strip
    window.editor.apply(editor_of(window).text + "// mine\n")
    assert strip.language.text() == "In Python"

    strip.language.click()
    assert "@cuda.jit" in editor_of(window).text
    assert strip.language.text() == "In CUDA C"
    strip.language.click()

    assert editor_of(window).text.endswith("// mine\n")
    assert puzzle_of(window).puzzle.texts.hints[0].endswith("the index `n - 1`.")


@pytest.mark.slow
def test_run_launches_the_answer_with_the_inputs_of_the_puzzle(qtbot: QtBot) -> None:
    window = opened_in_c(qtbot, "guard")
    window.editor.apply(puzzle_of(window).puzzle.solution)

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.actions_by_id["run"].trigger()

    shown = window.session.launch.shown
    assert shown is not None
    assert (shown.result.correct, shown.trace.config.block.x) == (True, 32)


def test_the_language_of_puzzles_is_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened_in_c(qtbot, "guard")

    settings = settings_of(window.session, DARK.name, "en", None)
    save_settings(settings, tmp_path / "settings.json")

    assert load_settings(tmp_path / "settings.json")[0].puzzles_in == "cuda-c"
    assert Settings().puzzles_in == "python"


@pytest.mark.slow
def test_the_list_ticks_each_language_by_itself(qtbot: QtBot) -> None:
    window = opened_in_c(qtbot, "guard")
    window.editor.apply(puzzle_of(window).puzzle.solution)
    check(qtbot, window)
    spoken = Qt.ItemDataRole.AccessibleTextRole

    window.puzzles.open_list()
    assert "✓ solved" in chooser_of(window).list.item(0).data(spoken)
    chooser_of(window).languages["python"].click()

    assert "✓ solved" not in chooser_of(window).list.item(0).data(spoken)
