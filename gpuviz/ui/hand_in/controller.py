"""Lessons, Save my answers: asks, and writes the file that `gpuviz grade` collects."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gpuviz.lesson.answers import SUFFIX, save_answers, student_text
from gpuviz.messages import GpuvizError
from gpuviz.session.session import Session
from gpuviz.texts import say, tr
from gpuviz.ui import dialogs
from gpuviz.ui.hand_in.dialog import HandIn, HandInDialog


class HandInController(QObject):
    """`said` carries a line for the status bar."""

    said = Signal(str)

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self.dialog: HandInDialog | None = None

    def ask(self) -> None:
        """Ask what is to be handed in, and by whom."""
        book = self._session.answers
        if book.problem is not None:
            self.said.emit(say(book.problem))
        if not book.answers.names:
            self.said.emit(
                tr("Nothing is answered yet: play a lesson (F2) or check a puzzle (Shift+F2).")
            )
            return
        self.dialog = HandInDialog(book.answers, self._window)
        self.dialog.destroyed.connect(self._forget_dialog)
        self.dialog.chosen.connect(self._ask_file)
        self.dialog.forgetWanted.connect(self._forget)
        self.dialog.open()

    def save(self, hand_in: HandIn, path: Path) -> None:
        """Write the file."""
        try:
            answers = self._session.answers.answers.only(hand_in.names)
            save_answers(replace(answers, student=student_text(hand_in.student)), path)
        except GpuvizError as error:
            dialogs.tell(self._window, tr("This could not be saved"), say(error.message))
        else:
            self.said.emit(tr("Saved as {file}.").format(file=path))

    def _ask_file(self, hand_in: HandIn) -> None:
        kinds = f"{tr('Answers')} (*{SUFFIX})"
        name, save = hand_in.student or tr("answers"), partial(self.save, hand_in)
        dialogs.ask_new_file(self._window, tr("Save my answers"), kinds, name, save)

    def _forget(self) -> None:
        book = self._session.answers
        book.forget()
        self.said.emit(
            tr("All answers are forgotten.") if book.problem is None else say(book.problem)
        )

    def _forget_dialog(self) -> None:
        self.dialog = None
