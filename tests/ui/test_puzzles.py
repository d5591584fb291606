"""Puzzles in a window: opened, answered with the keyboard, wrong and right, and remembered."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.lesson import Playing, list_lessons
from gpuviz.lesson.puzzle import list_puzzles, puzzle_names
from gpuviz.operation import find_operation
from gpuviz.scene.theme import LIGHT
from gpuviz.session.lesson_progress import load_progress
from gpuviz.session.selection import ElementChoice
from gpuviz.ui.labels import said
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.puzzles import controller as puzzle_controller
from gpuviz.ui.source import editor_controller
from gpuviz.worker.jobs import GradePuzzle, Job
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.puzzling import (
    CONTROL,
    check,
    editor_of,
    opened,
    puzzle_of,
    type_kernel,
    verdict,
    wrong_files,
)
from tests.ui.windows import close, open_window

Key = Qt.Key
GOOD = "y[i] = 2 * x[i]"


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of answers: none of whoever runs the tests."""
    folder = tmp_path / "scratch"
    for module in (editor_controller, puzzle_controller):
        monkeypatch.setattr(module, "scratch_folder", lambda: folder)
    return folder


def goals(window: MainWindow) -> list[str]:
    """The checklist, line by line."""
    return [" ".join(line.split()) for line in said(window.puzzles.strip.goals).splitlines()]


def put(window: MainWindow, kernel_line: str) -> None:
    """The solution of the guard with another line in it."""
    window.editor.apply(puzzle_of(window).puzzle.solution.replace(GOOD, kernel_line))


@pytest.mark.slow
@pytest.mark.parametrize("name", puzzle_names())
def test_a_puzzle_is_failed_in_three_ways_and_solved_with_the_keyboard(
    qtbot: QtBot, name: str
) -> None:
    window = opened(qtbot, name)
    puzzle = puzzle_of(window).puzzle
    told = set()

    for path in wrong_files(puzzle)[:3]:
        window.puzzles.start_over()
        type_kernel(window, puzzle, path.read_text(encoding="utf-8"))
        check(qtbot, window)
        mistake = puzzle_of(window).mistake
        assert mistake is not None
        assert verdict(window).startswith("Not yet.")
        assert any(goal.startswith("✗") for goal in goals(window))
        told.add(verdict(window))
    assert name not in window.session.puzzle.solved

    window.puzzles.start_over()
    type_kernel(window, puzzle, puzzle.answer_in("solution.py"))
    check(qtbot, window)

    assert len(told) == 3
    assert verdict(window).startswith("✓ Solved.")
    assert {goal[0] for goal in goals(window)} == {"✓"}
    assert name in window.session.puzzle.solved


@pytest.mark.slow
def test_a_puzzle_is_chosen_from_the_list_with_the_keyboard(qtbot: QtBot) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    window.activateWindow()

    qtbot.waitUntil(window.stage.hasFocus)
    QTest.keyClick(window.stage, Key.Key_F2, Qt.KeyboardModifier.ShiftModifier)
    chooser = window.puzzles.chooser
    assert chooser is not None
    QTest.keyClick(chooser.list, Key.Key_Down)
    QTest.keyClick(chooser.list, Key.Key_Return)

    assert puzzle_of(window).puzzle.name == "two_guards"
    assert editor_of(window).text == puzzle_of(window).puzzle.start.source
    assert not window.puzzles.strip.isHidden()


@pytest.mark.slow
def test_the_list_ticks_what_is_solved_and_offers_the_first_that_is_not(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")
    put(window, GOOD)
    check(qtbot, window)

    window.puzzles.open_list()

    chooser = window.puzzles.chooser
    assert chooser is not None
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert "✓ solved" in chooser.list.item(0).data(spoken)
    assert "Fill the blank" in chooser.list.item(1).data(spoken)
    assert chooser.list.currentRow() == 1
    assert "1 of 20 solved" in chooser.about.text()


@pytest.mark.slow
def test_the_first_wrong_element_is_chosen_at_the_moment_of_its_write(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")
    put(window, "y[i] = 2 * x[i] if i != 40 else 0")

    check(qtbot, window)

    session = window.session
    trace, step = session.playback.trace, session.playback.current_step
    assert trace is not None
    assert trace.steps is not None
    assert step is not None
    assert "y[40] is 0 instead of" in verdict(window)
    assert session.selection.element == ElementChoice(1, 40)
    assert (session.selection.block, session.selection.thread) == (1, 8)
    assert trace.statements[trace.steps.statement[step]].line == trace.functions[0].first_line + 4


@pytest.mark.slow
def test_a_hazard_is_on_the_stage_rather_than_what_it_made_wrong(qtbot: QtBot) -> None:
    window = opened(qtbot, "votes")

    check(qtbot, window)

    trace, selection = window.session.playback.trace, window.session.selection
    assert trace is not None
    hazard, config = trace.hazards[0], trace.config
    assert puzzle_of(window).grading is not None
    assert selection.element is None
    assert (selection.block, selection.thread) == (
        config.grid.linear(hazard.block),
        config.block.linear(hazard.thread),
    )


@pytest.mark.slow
def test_the_launch_that_failed_is_the_one_on_the_screen(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")
    window.editor.apply(puzzle_of(window).puzzle.solution.replace("x.size", "100"))

    check(qtbot, window)

    choice, shown = window.session.launch.choice, window.session.launch.shown
    assert (choice.size, choice.block.x) == ((1,), 32)
    assert shown is not None
    assert shown.choice == choice
    assert shown.trace.hazards
    assert window.session.launch.stale_note is None


@pytest.mark.slow
def test_what_is_typed_is_saved_and_found_again(qtbot: QtBot, scratch: Path) -> None:
    window = opened(qtbot, "guard")
    put(window, "y[i] = 3 * x[i]")
    check(qtbot, window)
    mine = editor_of(window).text

    window.puzzles.open_named("mirror")
    assert "def mirror" in editor_of(window).text
    window.puzzles.open_named("guard")

    assert editor_of(window).text == mine
    assert (scratch / "puzzles" / "guard_mine.py").read_text(encoding="utf-8") == mine


@pytest.mark.slow
def test_what_was_typed_and_never_checked_is_there_again(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")
    put(window, "y[i] = 4 * x[i]")

    window.puzzles.open_named("mirror")
    window.puzzles.open_named("guard")

    assert "4 * x[i]" in editor_of(window).text


@pytest.mark.slow
def test_start_over_brings_the_kernel_back_and_can_be_undone(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")
    put(window, "y[i] = 3 * x[i]")
    mine = editor_of(window).text

    window.puzzles.start_over()
    assert editor_of(window).text == puzzle_of(window).puzzle.start.source
    QTest.keyClick(editor_of(window), Key.Key_Z, CONTROL)

    assert editor_of(window).text == mine


def test_hints_come_one_after_the_other(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")
    hints = puzzle_of(window).puzzle.texts.hints

    assert "Hint" not in said(window.puzzles.strip.task)
    QTest.keyClick(editor_of(window), Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    first = said(window.puzzles.strip.task)
    window.puzzles.hint()

    assert "Hint 1: Thread i has an element" in first
    assert "Hint 2" not in first
    assert "Hint 2" in said(window.puzzles.strip.task)
    assert not window.puzzles.strip.hint.isEnabled()
    assert len(hints) == 2


@pytest.mark.slow
def test_a_solution_is_shown_beside_the_own_kernel_and_can_be_taken(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")

    window.puzzles.show_solution()
    dialog = window.puzzles.dialog
    assert dialog is not None
    shown = said(dialog.diff).replace("\N{NO-BREAK SPACE}", " ")
    QTest.mouseClick(dialog.take, Qt.MouseButton.LeftButton)

    assert "+     if i < x.size:" in shown
    assert editor_of(window).text == puzzle_of(window).puzzle.solution


@pytest.mark.slow
def test_the_next_puzzle_comes_after_this_one_and_the_list_after_the_last(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")

    window.puzzles.next()
    assert puzzle_of(window).puzzle.name == "two_guards"
    window.puzzles.open_named(puzzle_names()[-1])
    window.puzzles.next()

    assert window.puzzles.chooser is not None


@pytest.mark.slow
def test_another_operation_leaves_the_puzzle(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")

    window.session.launch.pick_operation(find_operation("relu"))

    assert window.session.puzzle.open is None
    assert window.puzzles.strip.isHidden()
    assert not window.actions_by_id["puzzle_check"].isEnabled()


@pytest.mark.slow
def test_what_python_cannot_read_is_told_and_marked(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")
    window.editor.apply(puzzle_of(window).puzzle.solution.replace("x.size:", "x.size"))

    check(qtbot, window)

    assert "Python cannot read line" in verdict(window)
    assert editor_of(window).error_place is not None


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "import os", "x = 1"])
def test_files_without_a_kernel_are_refused_in_a_sentence(qtbot: QtBot, text: str) -> None:
    window = opened(qtbot, "guard")
    editor_of(window).selectAll()
    QTest.keyClick(editor_of(window), Key.Key_Delete)
    QTest.keyClicks(editor_of(window), text)

    check(qtbot, window)

    assert verdict(window).startswith("Not yet.")
    assert {goal[0] for goal in goals(window)} == {"○"}


class HoldingWorkers(EmulatingWorkers):
    """A grading goes on until somebody ends it."""

    def held_back(self, job: Job[Any]) -> Future[Any] | None:
        """A grading."""
        return Future() if isinstance(job, GradePuzzle) else super().held_back(job)


@pytest.mark.slow
def test_a_check_can_be_cancelled_with_esc(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard", HoldingWorkers())
    QTest.keyClick(editor_of(window), Key.Key_Return, CONTROL)
    assert "being run" in verdict(window)

    QTest.keyClick(editor_of(window), Key.Key_Escape)

    qtbot.waitUntil(lambda: "ended before it knew anything" in verdict(window))
    assert window.editor.editing


@pytest.mark.slow
def test_solved_puzzles_are_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    window = opened(qtbot, "guard")
    window.session.puzzle.progress = load_progress(file)
    put(window, GOOD)

    check(qtbot, window)
    window.session.puzzle.progress = load_progress(file)

    assert window.session.puzzle.solved == {"guard"}


@pytest.mark.slow
def test_ctrl_r_runs_and_does_not_grade(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")
    put(window, GOOD)

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.actions_by_id["run"].trigger()

    assert puzzle_of(window).grading is None


@pytest.mark.slow
def test_the_strip_follows_the_theme_and_its_keys_are_reached_by_tab(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")

    window.set_theme(LIGHT)

    strip = window.puzzles.strip
    assert LIGHT.muted in strip.goals.text()
    assert set(strip.controls) <= set(window.tab_stops())


@pytest.mark.slow
def test_a_successor_shows_the_same_puzzle(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")
    put(window, "y[i] = 3 * x[i]")
    check(qtbot, window)
    window.puzzles.hint()

    new = window.successor("en")
    qtbot.addWidget(new)
    close(window)
    new.show()

    assert not new.puzzles.strip.isHidden()
    assert puzzle_of(new).hints == 1
    assert "3 * x[i]" in editor_of(new).text


@pytest.mark.slow
def test_every_puzzle_opens_in_both_languages(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")
    tasks = []
    for language in ("en", "zh_CN"):
        for puzzle in list_puzzles(language):
            window.puzzles.open(puzzle)
            tasks.append(said(window.puzzles.strip.task))

    assert len(set(tasks)) == 40


def in_last_step(qtbot: QtBot) -> MainWindow:
    """A window at the step of lesson 4 that a puzzle answers."""
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.activateWindow()
    window.lessons.open_file(list_lessons("en")[3].path)
    window.lessons.go_to(6)
    qtbot.waitUntil(lambda: playing(window).begun)
    return window


def playing(window: MainWindow) -> Playing:
    assert window.lessons.playing is not None
    return window.lessons.playing


@pytest.mark.slow
def test_a_step_of_a_lesson_is_answered_by_its_puzzle(qtbot: QtBot) -> None:
    window = in_last_step(qtbot)
    lesson, strip = window.lessons.strip, window.puzzles.strip

    QTest.mouseClick(lesson.puzzle, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lesson.isHidden)
    assert strip.next.text() == "Back to the lesson"
    put(window, GOOD)
    check(qtbot, window)
    QTest.mouseClick(strip.next, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: playing(window).answered)
    qtbot.waitUntil(lesson.isVisible)
    assert strip.isHidden()
    assert "It begins nearly every kernel" in said(lesson.reveal.words)
    assert lesson.puzzle.isHidden()


@pytest.mark.slow
def test_show_me_has_the_puzzle_done_and_goes_back_to_the_lesson(qtbot: QtBot) -> None:
    window = in_last_step(qtbot)

    QTest.mouseClick(window.lessons.strip.show_button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: playing(window).answered)
    assert window.session.puzzle.open is None
    assert "guard" in window.session.puzzle.solved


@pytest.mark.slow
def test_a_puzzle_that_is_left_unsolved_leaves_the_step_open(qtbot: QtBot) -> None:
    window = in_last_step(qtbot)

    window.lessons.open_puzzle()
    window.puzzles.leave()

    qtbot.waitUntil(window.lessons.strip.isVisible)
    assert not playing(window).answered
