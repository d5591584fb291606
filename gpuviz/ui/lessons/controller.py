"""Plays a lesson: sets what its steps set, notices what the student does, and goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

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
from gpuviz.lesson.parser import LARGEST_BYTES
from gpuviz.messages import Message
from gpuviz.ordinary_file import read_ordinary
from gpuviz.scene.theme import Theme
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.lesson_progress import LessonProgress
from gpuviz.session.session import Session
from gpuviz.session.watched_file import WatchedFile
from gpuviz.texts import rich, say, say_rich, tr
from gpuviz.ui import dialogs
from gpuviz.ui.actions import LESSON_ACTIONS
from gpuviz.ui.arrangement import Arrangement
from gpuviz.ui.languages import spoken_language
from gpuviz.ui.lessons.chooser import LessonChooser
from gpuviz.ui.lessons.observer import LessonObserver
from gpuviz.ui.lessons.places import WindowParts
from gpuviz.ui.lessons.ring import Pointer
from gpuviz.ui.lessons.setter import LAUNCH, WHERE, Batch, LessonSetter
from gpuviz.ui.lessons.strip import LessonStrip
from gpuviz.ui.lessons.words import strip_words
from gpuviz.ui.present import PresentController
from gpuviz.ui.stage.view import StageView


class LessonController(QObject):
    """At most one lesson is played at a time. `progress` may be replaced by one that is kept."""

    said = Signal(str)  # for the status bar
    stepShown = Signal()  # another step, or none
    puzzleWanted = Signal(str)  # its name
    puzzleSolutionWanted = Signal(str)

    def __init__(
        self,
        session: Session,
        parts: WindowParts,
        stage: StageView,
        arrangement: Arrangement,
        present: PresentController,
        actions: Mapping[str, QAction],
    ) -> None:
        super().__init__(parts.window)
        self.parts, self._window, self._actions = parts, parts.window, actions
        self._state, self._arrangement, self._present = session.lesson, arrangement, present
        self._session = session
        self.strip, self._theme = LessonStrip(stage.theme), stage.theme
        self._window.addToolBarBreak()
        self._window.addToolBar(self.strip)
        self.chooser: LessonChooser | None = None
        self.observer = LessonObserver(session, parts.panels)
        self.setter = LessonSetter(session, parts.panels, stage, self._raise_panel)
        self.pointer = Pointer(parts, present, stage.theme)
        self._fitting = CoalescedCall(self, self._fit)
        self._covered = False
        self._watched: WatchedFile | None = None  # the file of the lesson that is played
        self._connect()

    @property
    def playing(self) -> Playing | None:
        """The lesson that is played, and the step."""
        return self._state.playing

    @property
    def progress(self) -> LessonProgress:
        """What has been done of all lessons."""
        return self._state.progress

    def open_list(self) -> None:
        """All lessons, to choose one."""
        if self.chooser is None:
            self.chooser = LessonChooser(self._window, self._theme)
            self.chooser.destroyed.connect(self._forget_chooser)
            self.chooser.chosen.connect(self.open_file)
            self.chooser.forgetWanted.connect(self._forget_progress)
            self.chooser.fileWanted.connect(lambda: self._actions["open"].trigger())
        self.chooser.enlarge(self._present.letter_px)
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

    def take_up(self) -> None:
        """Go on where the session stands, in the language of this window."""
        playing = self.playing
        if playing is None:
            return
        lesson = _in_language(playing.lesson)
        if playing.begun or playing.is_over:
            self._state.playing = replace(playing, lesson=lesson)
            self.pointer.point_at(playing.step.points if playing.step else ())
            self._show()
        else:  # another window had not set all yet
            self._enter(Playing(lesson).at(playing.index))

    def leave(self) -> None:
        """Back to the window alone, as it is."""
        self.setter.forget()
        self._state.playing = None
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
        if self.playing is None or step is None or number >= len(step.guesses):
            return
        guessed = self.playing.with_guess(number)
        if guessed != self.playing:
            self._session.answers.predict(guessed.lesson, guessed.index, number)
        if step.explains and not guessed.answered:
            guessed = guessed.with_figures(self.observer.seen())  # a wrong one is answered at once
        self._become(guessed)
        self._look()

    def hint(self) -> None:
        """Say where to look."""
        if self.playing is not None and self.playing.step is not None:
            self._become(self.playing.with_hint())

    def show_solution(self) -> None:
        """Do what the step asks for, from wherever the student has gone."""
        playing = self.playing
        if playing is None or playing.step is None:
            return
        if not playing.answered:
            self._session.answers.show(playing.lesson, playing.index)
        if playing.step.puzzle:
            self.puzzleSolutionWanted.emit(playing.step.puzzle)
            return
        if playing.step.explains:
            self.guess([one.is_right for one in playing.step.guesses].index(True))
            return
        few = [playing.step.solution]
        whole = [*batches_until(playing.lesson, playing.index), *few]
        self.setter.apply(few if self.setter.is_short_for(few, whole, LAUNCH) else whole)

    def open_puzzle(self) -> None:
        """Have the puzzle opened that answers the step."""
        if self.playing is not None and self.playing.step is not None:
            self.puzzleWanted.emit(self.playing.step.puzzle)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.strip.set_theme(theme)
        self.pointer.set_theme(theme)

    def cover(self, covered: bool) -> None:
        """Something else stands in the place of the strip, or no longer."""
        self._covered = covered
        self._show()
        self.observer.look()

    def fit(self) -> None:
        """The strip follows the window's size, and Present mode's."""
        self._fitting.ask()

    def close(self) -> None:
        """Set nothing more; where the session stands in the lesson stays."""
        self.setter.forget()
        self._watch(None)

    def _connect(self) -> None:
        strip = self.strip
        strip.nextWanted.connect(self.next)
        strip.backWanted.connect(self.back)
        strip.guessed.connect(self.guess)
        strip.hintWanted.connect(self.hint)
        strip.solutionWanted.connect(self.show_solution)
        strip.puzzleWanted.connect(self.open_puzzle)
        strip.leaveWanted.connect(self.leave)
        strip.listWanted.connect(self.open_list)
        strip.stepPicked.connect(self.go_to)
        self.setter.settled.connect(self._begin)
        self.setter.refused.connect(self._tell)
        self.observer.changed.connect(self._look)
        self.observer.changed.connect(self.pointer.follow)
        self._present.changed.connect(self.fit)

    def _enter(self, playing: Playing, own: tuple[Batch, ...] | None = None) -> None:
        """Begin a step; its `own` settings are enough where the window stands as the last ended."""
        self._state.playing = playing
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
            self._state.playing = playing.once_begun()
            self.pointer.point_at(playing.step.points)
        self.observer.look()

    def _look(self) -> None:
        """Whether the student has done it, and what figures the reveal has still to be told: an
        answer may hold before its launch is done.
        """
        playing = self.playing
        if playing is None or playing.step is None or not playing.begun or self.setter.busy:
            return
        if playing.answered and not playing.lacks_figures:
            return
        seen = self.observer.seen()
        if not playing.is_explained and not playing.step.answer.holds(seen):
            return
        if not playing.answered:
            self.progress.answer(playing.lesson, playing.index)
            self._session.answers.answer(playing.lesson, playing.index, playing.hinted)
            self._tell_unsaved()
        self._become(playing.once_answered().with_figures(seen))
        if not playing.answered:
            self.pointer.show_results()

    def _become(self, playing: Playing) -> None:
        if playing != self.playing:
            self._state.playing = playing
            self._show()

    def _show(self) -> None:
        self.stepShown.emit()
        playing = self.playing
        self._watch(None if playing is None else playing.lesson.path)
        for name in LESSON_ACTIONS:
            self._actions[name].setEnabled(playing is not None)
        self.strip.setVisible(playing is not None and not self._covered)
        if not self._present.presenting:
            self._arrangement.need_every(playing is not None)
        if playing is None:
            self.pointer.point_at(())
            self.fit()
            return
        done = self.progress.of(playing.lesson).steps
        after = self._after(playing.lesson) if playing.is_over else None
        self.strip.show_words(strip_words(playing, done, after.title if after else ""))
        self.fit()

    def _watch(self, path: Path | None) -> None:
        if self._watched is not None and self._watched.path != path:
            self._watched.close()
            self._watched.deleteLater()
            self._watched = None
        if self._watched is None and path is not None:
            self._watched = WatchedFile(path, _text_of, self)
            self._watched.changed.connect(self._read_again)

    def _read_again(self) -> None:
        """Another program has written the lesson: a step that is another one begins anew."""
        before = self.playing
        if before is None:
            return
        read = read_lesson(before.lesson.path)
        if read.lesson is None:
            first = read.problems[0]
            words = tr("{file}, line {line}: {problem}").format(
                file=read.path.name, line=first.line, problem=say(first.message)
            )
            self.said.emit(words)
            return
        after = Playing(read.lesson).at(before.index)
        if after.step == before.step:
            self._become(replace(before, lesson=read.lesson, index=after.index))
        else:
            self._enter(after)

    def _fit(self) -> None:
        if self._covered:
            self.strip.hide()
            return
        present = self._present.presenting
        self.strip.setVisible(self.playing is not None)
        if not self._window.toolBarBreak(self.strip):  # the window's panels were put back
            self._window.insertToolBarBreak(self.strip)
        self.strip.enlarge(self._present.letter_px)
        self.strip.fit(self._window.height())
        if not present:
            shown = self.playing is not None
            self._arrangement.need_every(shown)
            self._arrangement.make_room(self.strip.sizeHint().height() if shown else 0)
        self.pointer.follow()

    def _after(self, lesson: Lesson) -> Listed | None:
        """The lesson that comes next; none after a lesson of the user's own."""
        listed = list_lessons(spoken_language())
        here = next((one for one in listed if one.key == lesson.key), None)
        if here is None:
            return None
        beyond = listed[listed.index(here) + 1 :]
        return next((one for one in beyond if one.plugin == here.plugin), None)

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
        for problem in (self.progress.problem, self._session.answers.problem):
            if problem is not None:
                self.said.emit(say(problem))

    def _forget_chooser(self) -> None:
        self.chooser = None

    def _raise_panel(self, name: str) -> None:
        if not self._present.presenting:
            self._arrangement.raise_below(name)

    def _tell(self, message: Message) -> None:
        self.said.emit(say(message))


def _text_of(path: Path) -> str:
    """What is written in a lesson. Raises OSError."""
    return read_ordinary(path, LARGEST_BYTES).decode("utf-8", "replace")


def _in_language(lesson: Lesson) -> Lesson:
    """The same lesson in the language of the window, where it has that."""
    for listed in list_lessons(spoken_language()):
        if listed.key == lesson.key and listed.step_count == lesson.step_count:
            return read_lesson(listed.path).lesson or lesson
    return lesson


def _tell_problems(window: QWidget, path: Path, problems: tuple[Problem, ...]) -> None:
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
