"""Asks who hands in, and what of all that was answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gpuviz.lesson.answers import LONGEST_STUDENT, Answers, LessonRecord, PuzzleRecord
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.ui.drops import LineField
from gpuviz.ui.facts import set_tone, wrapped_label
from gpuviz.ui.labels import PlainLabel, plain_tip

SIZE = (560, 460)
NAME = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class HandIn:
    """Whose answers, and the names of the lessons and puzzles that are handed in."""

    student: str
    names: frozenset[str]


class HandInDialog(QDialog):
    """Everything that was answered, each with a check box; `chosen` carries a HandIn."""

    chosen: TypedSignal[[HandIn]] = signal(object)
    forgetWanted = Signal()

    def __init__(self, answers: Answers, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Save my answers"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        self.student, self.list = LineField(), QListWidget()
        self.student.setMaxLength(LONGEST_STUDENT)
        self.student.setAccessibleName(tr("Your name or number"))
        self.list.setObjectName("answers")
        self.list.setAccessibleName(tr("What was answered"))
        self.save, self.forget = QPushButton(tr("Save…")), QPushButton(tr("Forget all answers"))
        self.forget.setToolTip(
            plain_tip(tr("For whoever sits here next. What is solved stays marked as solved."))
        )
        self._fill(answers)
        self._lay_out()
        self.save.setDefault(True)
        self.save.clicked.connect(self._choose)
        self.forget.clicked.connect(self._forget)
        self.student.textChanged.connect(self._show_button)
        self.list.itemChanged.connect(self._show_button)
        self._show_button()

    @property
    def choice(self) -> HandIn:
        """What is typed and checked now."""
        items = (self.list.item(row) for row in range(self.list.count()))
        checked = (one for one in items if one.checkState() is Qt.CheckState.Checked)
        return HandIn(self.student.text(), frozenset(str(one.data(NAME)) for one in checked))

    def _fill(self, answers: Answers) -> None:
        for name, words in _rows(answers):
            item = QListWidgetItem(words)
            item.setData(NAME, name)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
            self.list.addItem(item)

    def _show_button(self) -> None:
        choice = self.choice
        self.save.setEnabled(bool(choice.student.strip()) and bool(choice.names))

    def _choose(self) -> None:
        self.chosen.emit(self.choice)
        self.close()

    def _forget(self) -> None:
        self.close()
        self.forgetWanted.emit()

    def _lay_out(self) -> None:
        about = wrapped_label()
        about.setText(
            tr(
                "The file holds what you type here, your predictions, which steps you have done,"
                " and the kernels that you wrote. Nothing is sent anywhere: give it to your"
                " lecturer."
            )
        )
        set_tone(about, "muted")
        label = PlainLabel(tr("Your &name or number"))
        label.setBuddy(self.student)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[4 * SPACE_PX] * 4)
        column.setSpacing(2 * SPACE_PX)
        row = QHBoxLayout()
        row.addWidget(self.forget)
        row.addStretch(1)
        row.addWidget(self.save)
        for part in (about, label, self.student):
            column.addWidget(part)
        column.addWidget(self.list, 1)
        column.addLayout(row)


def _rows(answers: Answers) -> Iterator[tuple[str, str]]:
    """(name, what is said of it) of each lesson and puzzle."""
    for name, lesson in answers.lessons.items():
        yield name, _lesson_words(lesson)
    for name, puzzle in answers.puzzles.items():
        yield name, _puzzle_words(puzzle)


def _lesson_words(lesson: LessonRecord) -> str:
    done = sum(step.done for step in lesson.steps)
    words = tr("Lesson {title}: {done} of {count} steps done")
    return words.format(title=lesson.title, done=done, count=len(lesson.steps))


def _puzzle_words(puzzle: PuzzleRecord) -> str:
    if puzzle.solved:
        words = tr("Puzzle {title}: solved, checks: {tries}")
    else:
        words = tr("Puzzle {title}: not solved, checks: {tries}")
    return words.format(title=puzzle.title, tries=puzzle.tries)
