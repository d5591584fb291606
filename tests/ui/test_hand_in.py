"""A student answers in a window, saves a file with mouse and keys, and it counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.lesson import Lesson, LessonStep, read_lesson
from gpuviz.lesson.answers import StepRecord, lesson_name, read_answers
from gpuviz.lesson.library import lesson_files
from gpuviz.session.answer_book import open_book
from gpuviz.ui.hand_in.dialog import HandInDialog
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.puzzles import controller as puzzle_controller
from gpuviz.ui.source import editor_controller
from tests.ui.pupil import Pupil
from tests.ui.puzzling import check, opened
from tests.ui.test_export import found, name_file

GRID_OF_BLOCKS = next(one for one in lesson_files("en") if one.stem.endswith("grid_of_blocks"))


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of answers: none of whoever runs the tests."""
    for module in (editor_controller, puzzle_controller):
        monkeypatch.setattr(module, "scratch_folder", lambda: tmp_path / "scratch")


def dialog_of(qtbot: QtBot, window: MainWindow) -> HandInDialog:
    window.actions_by_id["answers"].trigger()
    dialog = window.hand_in.dialog
    assert dialog is not None
    qtbot.waitUntil(dialog.isVisible)
    return dialog


def save_as(window: MainWindow, dialog: HandInDialog, student: str, path: Path) -> None:
    """Type a name and press Save, then the name of a file."""
    QTest.keyClicks(dialog.student, student)
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    name_file(window, path)


def right_one(step: LessonStep) -> int:
    return next((row for row, guess in enumerate(step.guesses) if guess.is_right), 0)


@pytest.mark.slow
def test_a_lesson_is_played_and_its_answers_are_saved(qtbot: QtBot, tmp_path: Path) -> None:
    pupil = Pupil(qtbot)
    window, path = pupil.window, tmp_path / "ada.gpuviz-answers"
    pupil.open(GRID_OF_BLOCKS)
    lesson = pupil.playing.lesson

    first = pupil.begin_step()  # predicted right, and done
    pupil.predict(first, right_one(first))
    pupil.answer(first)
    pupil.finish_step()
    second = pupil.begin_step()  # predicted wrong, and shown
    pupil.predict(second, right_one(second) + 1)
    QTest.mouseClick(window.lessons.strip.show_button, Qt.MouseButton.LeftButton)
    pupil.finish_step()
    save_as(window, dialog_of(qtbot, window), "Ada, 1815", path)

    qtbot.waitUntil(path.is_file)
    answers = read_answers(path).answers
    assert answers is not None
    one, two, *others = answers.of_lesson(lesson).steps
    assert (answers.student, one.done, one.foreseen, one.shown) == ("Ada, 1815", True, True, False)
    assert (two.done, two.foreseen, two.shown) == (True, False, True)
    assert two.predicted != ""
    assert set(others) == {StepRecord()}


@pytest.mark.slow
def test_only_what_is_checked_is_handed_in(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, "guard")
    path = tmp_path / "ada.gpuviz-answers"
    check(qtbot, window)
    window.editor.apply(open_text(window))
    check(qtbot, window)
    window.puzzles.open_named("mirror")
    check(qtbot, window)
    dialog = dialog_of(qtbot, window)

    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == [
        "Puzzle The guard: solved, checks: 2",
        "Puzzle Mirror: not solved, checks: 1",
    ]
    assert not dialog.save.isEnabled()  # nobody's name is there
    dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    save_as(window, dialog, "Ada", path)

    answers = read_answers(path).answers
    assert answers is not None
    assert answers.names == {"guard"}
    assert answers.puzzles["guard"].tries == 2


def open_text(window: MainWindow) -> str:
    known = window.session.puzzle.open
    assert known is not None
    return known.puzzle.solution


@pytest.mark.slow
def test_who_looks_at_the_solution_first_has_it_written_down(qtbot: QtBot) -> None:
    window = opened(qtbot, "guard")

    window.puzzles.show_solution()
    assert window.puzzles.dialog is not None
    QTest.mouseClick(window.puzzles.dialog.take, Qt.MouseButton.LeftButton)
    check(qtbot, window)

    record = window.session.answers.answers.puzzles["guard"]
    assert (record.solved, record.shown) == (True, True)


def test_where_nothing_was_answered_that_is_said(qtbot: QtBot) -> None:
    pupil = Pupil(qtbot)

    pupil.window.actions_by_id["answers"].trigger()

    assert pupil.window.hand_in.dialog is None
    assert pupil.window.status.currentMessage().startswith("Nothing is answered yet")


@pytest.mark.slow
def test_a_place_that_cannot_be_written_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, "guard")
    check(qtbot, window)
    dialog = dialog_of(qtbot, window)
    QTest.keyClicks(dialog.student, "Ada")

    window.hand_in.save(dialog.choice, tmp_path / "no" / "folder.gpuviz-answers")

    assert "cannot be written" in found(window, QMessageBox).informativeText()


@pytest.mark.slow
def test_answers_of_another_day_are_there_and_can_be_forgotten(
    qtbot: QtBot, tmp_path: Path
) -> None:
    kept = tmp_path / "answers.gpuviz-answers"
    window = opened(qtbot, "guard")
    window.session.answers_path = kept
    check(qtbot, window)

    again = open_book(kept)
    assert again.answers.puzzles["guard"].tries == 1
    QTest.mouseClick(dialog_of(qtbot, window).forget, Qt.MouseButton.LeftButton)

    assert open_book(kept).answers.names == set()
    assert window.session.answers.answers.names == set()


def test_two_windows_keep_what_is_answered_in_both(tmp_path: Path) -> None:
    kept = tmp_path / "answers.gpuviz-answers"
    lesson = one_lesson()
    first, second = open_book(kept), open_book(kept)

    first.answer(lesson, 0, hinted=False)
    second.answer(lesson, 1, hinted=True)

    assert [step.done for step in open_book(kept).answers.of_lesson(lesson).steps[:3]] == [
        True,
        True,
        False,
    ]


def test_kept_answers_that_were_edited_are_put_aside_and_said(tmp_path: Path) -> None:
    kept = tmp_path / "answers.gpuviz-answers"
    lesson = one_lesson()
    open_book(kept).answer(lesson, 0, hinted=True)
    text = kept.read_text(encoding="utf-8")
    kept.write_text(text.replace('"hinted": true', '"hinted": false'), encoding="utf-8")

    book = open_book(kept)

    assert book.answers.names == set()
    assert book.problem is not None
    assert "was changed after" in str(book.problem.values["why"])
    assert (tmp_path / f"{kept.name}.bad").is_file()
    assert lesson_name(lesson) not in book.answers.lessons


def one_lesson() -> Lesson:
    lesson = read_lesson(GRID_OF_BLOCKS).lesson
    assert lesson is not None
    return lesson
