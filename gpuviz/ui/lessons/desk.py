"""Plays a lesson: sets what its steps set, notices what the student does, and goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpuviz.lesson import (
    Lesson,
    Listed,
    Playing,
    Problem,
    batches_until,
    list_lessons,
    merged,
    read_lesson,
)
from gpuviz.messages import Message
from gpuviz.scene.theme import Theme
from gpuviz.session.lesson_progress import LessonProgress
from gpuviz.texts import rich, say, say_rich, tr
from gpuviz.ui import dialogs
from gpuviz.ui.languages import spoken_language
from gpuviz.ui.later import Later
from gpuviz.ui.lessons.chooser import LessonChooser
from gpuviz.ui.lessons.observer import Observer
from gpuviz.ui.lessons.ring import Pointer
from gpuviz.ui.lessons.setter import LAUNCH, WHERE, Batch, Setter
from gpuviz.ui.lessons.strip import LessonStrip
from gpuviz.ui.lessons.words import strip_words
from gpuviz.ui.present import LARGER

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow

ACTIONS = ("lesson_next", "lesson_back", "lesson_hint", "lesson_show", "lesson_leave")
GUESSES = ("lesson_guess_1", "lesson_guess_2", "lesson_guess_3", "lesson_guess_4")
SAID_MS = 8_000  # that a line in the status bar stays
PRESENT_PX = (600, 1920)  # of width: where type begins to grow, and is as large as it gets
PRESENT_SHARE = 0.75  # of the type's growth in Present mode: the strip has many words


class LessonDesk(QObject):
    """At most one lesson is played at a time. `progress` may be replaced by one that is kept."""

    def __init__(self, window: MainWindow, strip: LessonStrip) -> None:
        super().__init__(window)
        self._window, self.strip = window, strip
        self.progress = LessonProgress()
        self.playing: Playing | None = None
        self.chooser: LessonChooser | None = None
        self.observer, self.setter = Observer(window), Setter(window)
        self.pointer = Pointer(window)
        self._fitting = Later(self, self._fit)
        self._connect()
        self._show()

    def open_list(self) -> None:
        """All lessons, to choose one."""
        if self.chooser is None:
            self.chooser = LessonChooser(self._window, self._window.theme)
            self.chooser.destroyed.connect(self._forget_chooser)
            self.chooser.chosen.connect(self.open_file)
            self.chooser.forgetWanted.connect(self._forget_progress)
            self.chooser.fileWanted.connect(lambda: self._window.actions_by_id["open"].trigger())
        self.chooser.show_lessons(list_lessons(spoken_language()), self.progress)
        self.chooser.open()

    def open_file(self, path: Path) -> None:
        """Read a lesson and play it; all that is wrong with it is said instead."""
        read = read_lesson(path)
        if read.lesson is None:
            _tell_problems(self._window, path, read.problems)
        else:
            self.open(read.lesson)

    def open(self, lesson: Lesson) -> None:
        """Play a lesson, from where somebody was last."""
        at = 0 if self.progress.is_done(lesson) else self.progress.of(lesson).at
        self._enter(Playing(lesson).at(min(at, lesson.step_count - 1)))

    def take_over(self, other: LessonDesk) -> None:
        """Go on where another desk stands, in the language of this window."""
        self.progress = other.progress
        self.observer.take_over(other.observer)
        playing = other.playing
        if playing is None:
            return
        lesson = _in_language(playing.lesson)
        if playing.begun or playing.is_over:
            self.playing = replace(playing, lesson=lesson)
            self.pointer.point_at(playing.step.points if playing.step else ())
            self._show()
        else:  # the old window had not set all yet
            self._enter(Playing(lesson).at(playing.index))

    def leave(self) -> None:
        """Back to the window alone, as it is."""
        self.setter.forget()
        self.playing = None
        self._show()

    def next(self) -> None:
        """To the next step, the end, or the lesson after this one."""
        playing = self.playing
        if playing is None:
            return
        if playing.is_over:
            self._go_beyond(playing.lesson)
            return
        onward = playing.at(playing.index + 1)
        step = onward.step
        own = (merged(step.settings),) if step is not None and playing.answered else None
        self._enter(onward, own)

    def back(self) -> None:
        """To the step before."""
        if self.playing is not None and self.playing.index > 0:
            self.go_to(self.playing.index - 1)

    def go_to(self, index: int) -> None:
        """To any step."""
        if self.playing is not None:
            self._enter(self.playing.at(index))

    def guess(self, number: int) -> None:
        """Predict."""
        step = self.playing.step if self.playing is not None else None
        if self.playing is not None and step is not None and number < len(step.guesses):
            self._become(self.playing.with_guess(number))

    def hint(self) -> None:
        """Say where to look."""
        if self.playing is not None and self.playing.step is not None:
            self._become(self.playing.with_hint())

    def show_solution(self) -> None:
        """Do what the step asks for, from wherever the student has gone."""
        playing = self.playing
        if playing is None or playing.step is None:
            return
        few = [playing.step.solution]
        whole = [*batches_until(playing.lesson, playing.index), *few]
        self.setter.apply(few if self.setter.is_short_for(few, whole, LAUNCH) else whole)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.strip.set_theme(theme)
        self.pointer.set_theme(theme)

    def fit(self) -> None:
        """The strip follows the window's size, and Present mode's."""
        self._fitting.ask()

    def _connect(self) -> None:
        strip, actions = self.strip, self._window.actions_by_id
        strip.nextWanted.connect(self.next)
        strip.backWanted.connect(self.back)
        strip.guessed.connect(self.guess)
        strip.hintWanted.connect(self.hint)
        strip.solutionWanted.connect(self.show_solution)
        strip.leaveWanted.connect(self.leave)
        strip.listWanted.connect(self.open_list)
        strip.stepPicked.connect(self.go_to)
        self.setter.settled.connect(self._begin)
        self.setter.refused.connect(self._tell)
        self.observer.changed.connect(self._look)
        self.observer.changed.connect(self.pointer.follow)
        actions["present"].toggled.connect(self.fit)
        self._window.closing.connect(self.leave)

    def _enter(self, playing: Playing, own: tuple[Batch, ...] | None = None) -> None:
        """Begin a step; its `own` settings are enough where the window stands as the last ended."""
        self.playing = playing
        lesson = playing.lesson
        self.progress.stand(lesson, playing.index)
        self._tell_unsaved()
        self.pointer.point_at(())
        self._show()
        if playing.is_over:
            self.setter.forget()
            return
        whole = batches_until(lesson, playing.index)
        goes_on = own is not None and self.setter.is_short_for(own, whole, WHERE)
        self.setter.apply(own if own is not None and goes_on else whole)

    def _begin(self) -> None:
        """The window is as the step sets it."""
        playing = self.playing
        if playing is not None and playing.step is not None and not playing.begun:
            self.playing = playing.once_begun()
            self.pointer.point_at(playing.step.points)
        self.observer.look()

    def _look(self) -> None:
        """Whether the student has done it."""
        playing = self.playing
        if playing is None or playing.step is None or playing.answered or not playing.begun:
            return
        if not self.setter.busy and playing.step.answer.holds(self.observer.seen()):
            self.progress.answer(playing.lesson, playing.index)
            self._tell_unsaved()
            self._become(playing.once_answered())
            self.pointer.show_results()

    def _become(self, playing: Playing) -> None:
        if playing != self.playing:
            self.playing = playing
            self._show()

    def _show(self) -> None:
        playing = self.playing
        for name in (*ACTIONS, *GUESSES):
            self._window.actions_by_id[name].setEnabled(playing is not None)
        self.strip.setVisible(playing is not None)
        if playing is None:
            self.pointer.point_at(())
            self.fit()
            return
        done = self.progress.of(playing.lesson).steps
        after = self._after(playing.lesson) if playing.is_over else None
        self.strip.show_words(strip_words(playing, done, after.title if after else ""))
        self.fit()

    def _fit(self) -> None:
        present = self._window.present_desk.presenting
        self.strip.setVisible(self.playing is not None)
        self.strip.enlarge(_factor(self._window.width()) if present else 1.0)
        self.strip.fit(self._window.height())
        if not present:
            shown = self.playing is not None
            self._window.arrangement.make_room(self.strip.sizeHint().height() if shown else 0)
        self.pointer.follow()

    def _after(self, lesson: Lesson) -> Listed | None:
        """The lesson that comes next; none after a lesson of the user's own."""
        listed = list_lessons(spoken_language())
        if all(one.key != lesson.key for one in listed):
            return None
        return next((one for one in listed if one.number > lesson.number), None)

    def _go_beyond(self, lesson: Lesson) -> None:
        after = self._after(lesson)
        if after is None:
            self.open_list()
        else:
            self.open_file(after.path)

    def _forget_progress(self) -> None:
        self.progress.forget()
        self._tell_unsaved()
        if self.chooser is not None:
            self.chooser.show_lessons(list_lessons(spoken_language()), self.progress)
        self._show()

    def _tell_unsaved(self) -> None:
        """Why what was done could not be saved; it is tried again with the next step."""
        if self.progress.problem is not None:
            self._window.status.showMessage(say(self.progress.problem), SAID_MS)

    def _forget_chooser(self) -> None:
        self.chooser = None

    def _tell(self, message: Message) -> None:
        self._window.status.showMessage(say(message), SAID_MS)


def _factor(width_px: int) -> float:
    """How much larger type is in Present mode."""
    least, most = PRESENT_PX
    share = min(max((width_px - least) / (most - least), 0.0), 1.0)
    return 1.0 + (LARGER - 1.0) * PRESENT_SHARE * share


def _in_language(lesson: Lesson) -> Lesson:
    """The same lesson in the language of the window, where it has that."""
    for listed in list_lessons(spoken_language()):
        if listed.key == lesson.key and listed.step_count == lesson.step_count:
            return read_lesson(listed.path).lesson or lesson
    return lesson


def _tell_problems(window: MainWindow, path: Path, problems: tuple[Problem, ...]) -> None:
    """Everything that is wrong with a lesson file, with its lines."""
    title = tr("{file} cannot be played").format(file=path.name)
    rows = "".join(f"<li>{_problem_words(problem)}</li>" for problem in problems)
    dialogs.tell_rich(window, title, f"<ul style='margin-left:-20px'>{rows}</ul>")


def _problem_words(problem: Problem) -> str:
    words = say_rich(problem.message)
    if not problem.line:
        return words
    where = rich(tr("Line {line}").format(line=problem.line))
    return f"<b>{where}:</b> {words}"
