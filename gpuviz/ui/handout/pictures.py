"""Plays a lesson in a window that nobody sees, and takes a picture of each step as it begins."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from gpuviz.lesson import Lesson, LessonStep
from gpuviz.lesson.puzzle import find_puzzle
from gpuviz.session.session import Session
from gpuviz.ui.handout.sheet import HandoutStep
from gpuviz.ui.lessons.controller import LessonController
from gpuviz.ui.settled import settle, wait


class LessonPictures:
    """What plays lessons in a window, and that window."""

    def __init__(self, window: QWidget, session: Session, lessons: LessonController) -> None:
        self._window, self._session, self._controller = window, session, lessons

    def steps(self, lesson: Lesson, with_key: bool) -> Iterator[tuple[HandoutStep, QImage]]:
        """Each with its picture. Where a step asks for more than this machine has, the picture
        shows what there is.
        """
        self._controller.open(lesson)
        self._controller.cover(covered=True)  # its words stand beside the picture
        for index, step in enumerate(lesson.steps):
            self._controller.go_to(index)
            wait(self._has_begun)
            settle(self._window, self._session)
            image = self._window.grab().toImage()
            reveal = self._revealed(step) if with_key else ""
            solution = _solution(step) if with_key else ""
            yield HandoutStep(step, f"step_{index + 1}.png", reveal, solution), image

    def _has_begun(self) -> bool:
        playing = self._controller.playing
        return playing is not None and playing.begun and not self._controller.setter.busy

    def _revealed(self, step: LessonStep) -> str:
        """What the step says in the end, with the figures of the launch that answers it."""
        if not step.puzzle:
            self._controller.show_solution()
            wait(self._is_answered)
        playing = self._controller.playing
        return step.reveal if playing is None else playing.reveal

    def _is_answered(self) -> bool:
        playing = self._controller.playing
        return playing is not None and playing.answered and not playing.lacks_figures


def _solution(step: LessonStep) -> str:
    return find_puzzle(step.puzzle).answer_in("solution.py") if step.puzzle else ""
